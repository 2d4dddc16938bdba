(define (domain torn) (:requirements :strips) (:predicates (p ?x))
