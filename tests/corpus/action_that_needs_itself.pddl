(define (domain d) (:types a - b b - a) (:predicates (p ?x - a)) (:action x :parameters (?x - a) :precondition (p ?x) :effect (not (p ?x))))
