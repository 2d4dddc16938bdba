(define (domain storage)
  (:requirements :typing)
  (:types hoist surface place area - object
          container depot - place storearea transitarea - area
          area crate - surface)
  (:predicates (on ?c - crate ?s - (either storearea crate)) (clear ?s - surface))
  (:action move
   :parameters (?c - crate ?s ?t - storearea)
   :precondition (and (on ?c ?s) (clear ?t))
   :effect (and (on ?c ?t) (not (on ?c ?s)) (not (clear ?t)) (clear ?s))))
