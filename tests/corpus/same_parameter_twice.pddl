(define (domain logistics)
  (:requirements :strips)
  (:predicates (package ?obj) (place ?obj) (in ?obj ?obj) (at ?obj ?loc) (truck ?obj))
  (:action load
    :parameters (?obj ?truck ?loc)
    :precondition (and (package ?obj) (truck ?truck) (place ?loc) (at ?truck ?loc) (at ?obj ?loc))
    :effect (and (not (at ?obj ?loc)) (in ?obj ?truck))))
