(define (problem one) (:domain zeno) (:objects p - aircraft a b - city)
  (:init (at p a)) (:goal (at p b)))
