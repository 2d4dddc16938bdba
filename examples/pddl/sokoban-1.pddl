(define (problem s6x6-2-1) (:domain sokoban)
 (:objects b1 b2 - box l1-1 l1-2 l1-3 l1-6 l2-1 l2-2 l2-3 l2-5 l2-6 l3-1 l3-2 l3-3 l3-4 l3-5 l3-6 l4-1 l4-2 l4-3 l4-4
   l4-5 l5-1 l5-2 l5-3 l5-4 l5-5 l5-6 l6-1 l6-3 l6-4 l6-6 - location up down left right - direction)
 (:init (at-robot l6-1) (at b1 l5-1) (at b2 l3-3) (clear l1-1) (clear l1-2) (clear l1-3) (clear l1-6) (clear l2-1)
   (clear l2-2) (clear l2-3) (clear l2-5) (clear l2-6) (clear l3-1) (clear l3-2) (clear l3-4) (clear l3-5) (clear l3-6)
   (clear l4-1) (clear l4-2) (clear l4-3) (clear l4-4) (clear l4-5) (clear l5-2) (clear l5-3) (clear l5-4) (clear l5-5)
   (clear l5-6) (clear l6-1) (clear l6-3) (clear l6-4) (clear l6-6) (adjacent l1-1 l2-1 down) (adjacent l1-1 l1-2 right)
   (adjacent l1-2 l2-2 down) (adjacent l1-2 l1-1 left) (adjacent l1-2 l1-3 right) (adjacent l1-3 l2-3 down) (adjacent
   l1-3 l1-2 left) (adjacent l1-6 l2-6 down) (adjacent l2-1 l1-1 up) (adjacent l2-1 l3-1 down) (adjacent l2-1 l2-2
   right) (adjacent l2-2 l1-2 up) (adjacent l2-2 l3-2 down) (adjacent l2-2 l2-1 left) (adjacent l2-2 l2-3 right)
   (adjacent l2-3 l1-3 up) (adjacent l2-3 l3-3 down) (adjacent l2-3 l2-2 left) (adjacent l2-5 l3-5 down) (adjacent l2-5
   l2-6 right) (adjacent l2-6 l1-6 up) (adjacent l2-6 l3-6 down) (adjacent l2-6 l2-5 left) (adjacent l3-1 l2-1 up)
   (adjacent l3-1 l4-1 down) (adjacent l3-1 l3-2 right) (adjacent l3-2 l2-2 up) (adjacent l3-2 l4-2 down) (adjacent l3-2
   l3-1 left) (adjacent l3-2 l3-3 right) (adjacent l3-3 l2-3 up) (adjacent l3-3 l4-3 down) (adjacent l3-3 l3-2 left)
   (adjacent l3-3 l3-4 right) (adjacent l3-4 l4-4 down) (adjacent l3-4 l3-3 left) (adjacent l3-4 l3-5 right) (adjacent
   l3-5 l2-5 up) (adjacent l3-5 l4-5 down) (adjacent l3-5 l3-4 left) (adjacent l3-5 l3-6 right) (adjacent l3-6 l2-6 up)
   (adjacent l3-6 l3-5 left) (adjacent l4-1 l3-1 up) (adjacent l4-1 l5-1 down) (adjacent l4-1 l4-2 right) (adjacent l4-2
   l3-2 up) (adjacent l4-2 l5-2 down) (adjacent l4-2 l4-1 left) (adjacent l4-2 l4-3 right) (adjacent l4-3 l3-3 up)
   (adjacent l4-3 l5-3 down) (adjacent l4-3 l4-2 left) (adjacent l4-3 l4-4 right) (adjacent l4-4 l3-4 up) (adjacent l4-4
   l5-4 down) (adjacent l4-4 l4-3 left) (adjacent l4-4 l4-5 right) (adjacent l4-5 l3-5 up) (adjacent l4-5 l5-5 down)
   (adjacent l4-5 l4-4 left) (adjacent l5-1 l4-1 up) (adjacent l5-1 l6-1 down) (adjacent l5-1 l5-2 right) (adjacent l5-2
   l4-2 up) (adjacent l5-2 l5-1 left) (adjacent l5-2 l5-3 right) (adjacent l5-3 l4-3 up) (adjacent l5-3 l6-3 down)
   (adjacent l5-3 l5-2 left) (adjacent l5-3 l5-4 right) (adjacent l5-4 l4-4 up) (adjacent l5-4 l6-4 down) (adjacent l5-4
   l5-3 left) (adjacent l5-4 l5-5 right) (adjacent l5-5 l4-5 up) (adjacent l5-5 l5-4 left) (adjacent l5-5 l5-6 right)
   (adjacent l5-6 l6-6 down) (adjacent l5-6 l5-5 left) (adjacent l6-1 l5-1 up) (adjacent l6-3 l5-3 up) (adjacent l6-3
   l6-4 right) (adjacent l6-4 l5-4 up) (adjacent l6-4 l6-3 left) (adjacent l6-6 l5-6 up))
 (:goal (and (at b1 l4-1) (at b2 l4-3))))
