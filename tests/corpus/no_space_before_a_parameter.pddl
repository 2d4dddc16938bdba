(define (domain zeno)
  (:requirements :typing)
  (:types aircraft city - object)
  (:predicates (at ?a - aircraft ?c - city))
  (:action fly
   :parameters (?a - aircraft?c1 - city?c2 - city)
   :precondition (at ?a ?c1)
   :effect (and (not (at?a ?c1)) (at ?a ?c2))))
