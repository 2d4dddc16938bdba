(define (problem one) (:domain storage) (:objects c - crate s t - storearea)
  (:init (on c s) (clear t)) (:goal (on c t)))
