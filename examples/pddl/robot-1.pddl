; A box is fetched from the next room.
(define (problem robot-1)
  (:domain robot)
  (:objects room-1 room-2 room-3 - room door-1 door-2 - door box-1 - box)
  (:init
    (robot-in room-1) (box-in box-1 room-2)
    (connects door-1 room-1 room-2) (connects door-1 room-2 room-1)
    (connects door-2 room-2 room-3) (connects door-2 room-3 room-2))
  (:goal (box-in box-1 room-1)))
