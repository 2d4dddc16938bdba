; The robot world of STRIPS: rooms, doors and boxes (Fikes, Hart and Nilsson 1972).
(define (domain robot)
  (:requirements :strips :typing)
  (:types room door box)
  (:predicates
    (robot-in ?room - room)
    (box-in ?box - box ?room - room)
    (connects ?door - door ?from ?to - room))

  (:action go-through
    :parameters (?door - door ?from ?to - room)
    :precondition (and (robot-in ?from) (connects ?door ?from ?to))
    :effect (and (robot-in ?to) (not (robot-in ?from))))

  (:action push-through
    :parameters (?box - box ?door - door ?from ?to - room)
    :precondition (and (box-in ?box ?from) (robot-in ?from) (connects ?door ?from ?to))
    :effect (and (robot-in ?to) (not (robot-in ?from)) (box-in ?box ?to) (not (box-in ?box ?from)))))
