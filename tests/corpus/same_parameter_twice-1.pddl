(define (problem one) (:domain logistics) (:objects p t l)
  (:init (package p) (truck t) (place l) (at p l) (at t l)) (:goal (in p t)))
