(define (problem p) (:domain d) (:objects ]0;title) (:init) (:goal (and)))
