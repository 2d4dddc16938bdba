; A robot with two hands carries balls from room to room.
(define (domain gripper)
  (:requirements :strips :typing)
  (:types room ball hand)
  (:predicates
    (robot-in ?room - room)
    (in ?ball - ball ?room - room)
    (free ?hand - hand)
    (holds ?hand - hand ?ball - ball))

  (:action go
    :parameters (?from ?to - room)
    :precondition (robot-in ?from)
    :effect (and (robot-in ?to) (not (robot-in ?from))))

  (:action pick
    :parameters (?ball - ball ?room - room ?hand - hand)
    :precondition (and (in ?ball ?room) (robot-in ?room) (free ?hand))
    :effect (and (holds ?hand ?ball) (not (in ?ball ?room)) (not (free ?hand))))

  (:action drop
    :parameters (?ball - ball ?room - room ?hand - hand)
    :precondition (and (holds ?hand ?ball) (robot-in ?room))
    :effect (and (in ?ball ?room) (free ?hand) (not (holds ?hand ?ball)))))
