; Blocks on a table and one hand that holds one block at a time.
(define (domain blocks)
  (:requirements :strips :typing)
  (:types block)
  (:predicates
    (on ?above ?below - block)
    (on-table ?block - block)
    (clear ?block - block)
    (holding ?block - block)
    (hand-empty))

  (:action pick-up
    :parameters (?block - block)
    :precondition (and (clear ?block) (on-table ?block) (hand-empty))
    :effect (and (holding ?block)
      (not (clear ?block)) (not (on-table ?block)) (not (hand-empty))))

  (:action put-down
    :parameters (?block - block)
    :precondition (holding ?block)
    :effect (and (on-table ?block) (clear ?block) (hand-empty) (not (holding ?block))))

  (:action stack
    :parameters (?above ?below - block)
    :precondition (and (holding ?above) (clear ?below))
    :effect (and (on ?above ?below) (clear ?above) (hand-empty)
      (not (holding ?above)) (not (clear ?below))))

  (:action unstack
    :parameters (?above ?below - block)
    :precondition (and (on ?above ?below) (clear ?above) (hand-empty))
    :effect (and (holding ?above) (clear ?below)
      (not (on ?above ?below)) (not (clear ?above)) (not (hand-empty)))))
