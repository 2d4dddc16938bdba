; Three boxes in a row of six rooms, each to the next room.
(define (problem robot-2)
  (:domain robot)
  (:objects room-1 room-2 room-3 room-4 room-5 room-6 - room door-1 door-2 door-3 door-4 door-5 - door box-1 box-2 box-3 - box)
  (:init
    (robot-in room-1) (box-in box-1 room-2) (box-in box-2 room-4) (box-in box-3 room-6)
    (connects door-1 room-1 room-2) (connects door-1 room-2 room-1)
    (connects door-2 room-2 room-3) (connects door-2 room-3 room-2)
    (connects door-3 room-3 room-4) (connects door-3 room-4 room-3)
    (connects door-4 room-4 room-5) (connects door-4 room-5 room-4)
    (connects door-5 room-5 room-6) (connects door-5 room-6 room-5))
  (:goal (and (box-in box-1 room-1) (box-in box-2 room-3) (box-in box-3 room-5))))
