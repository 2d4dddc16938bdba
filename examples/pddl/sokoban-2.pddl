(define (problem s9x9-4-102) (:domain sokoban)
 (:objects b1 b2 b3 b4 - box l1-1 l1-2 l1-3 l1-4 l1-5 l1-6 l1-7 l1-8 l2-2 l2-3 l2-5 l2-6 l2-7 l2-8 l2-9 l3-1 l3-2 l3-3
   l3-4 l3-5 l4-1 l4-2 l4-3 l4-4 l4-5 l4-6 l4-7 l4-8 l4-9 l5-1 l5-2 l5-3 l5-4 l5-5 l5-6 l5-8 l5-9 l6-1 l6-2 l6-3 l6-4
   l6-5 l6-6 l6-7 l6-8 l6-9 l7-1 l7-2 l7-3 l7-4 l7-5 l7-6 l7-7 l7-9 l8-1 l8-2 l8-3 l8-5 l8-6 l8-7 l8-8 l8-9 l9-1 l9-2
   l9-5 l9-6 l9-7 l9-8 - location up down left right - direction)
 (:init (at-robot l2-9) (at b1 l2-8) (at b2 l7-3) (at b3 l6-4) (at b4 l5-8) (clear l1-1) (clear l1-2) (clear l1-3)
   (clear l1-4) (clear l1-5) (clear l1-6) (clear l1-7) (clear l1-8) (clear l2-2) (clear l2-3) (clear l2-5) (clear l2-6)
   (clear l2-7) (clear l2-9) (clear l3-1) (clear l3-2) (clear l3-3) (clear l3-4) (clear l3-5) (clear l4-1) (clear l4-2)
   (clear l4-3) (clear l4-4) (clear l4-5) (clear l4-6) (clear l4-7) (clear l4-8) (clear l4-9) (clear l5-1) (clear l5-2)
   (clear l5-3) (clear l5-4) (clear l5-5) (clear l5-6) (clear l5-9) (clear l6-1) (clear l6-2) (clear l6-3) (clear l6-5)
   (clear l6-6) (clear l6-7) (clear l6-8) (clear l6-9) (clear l7-1) (clear l7-2) (clear l7-4) (clear l7-5) (clear l7-6)
   (clear l7-7) (clear l7-9) (clear l8-1) (clear l8-2) (clear l8-3) (clear l8-5) (clear l8-6) (clear l8-7) (clear l8-8)
   (clear l8-9) (clear l9-1) (clear l9-2) (clear l9-5) (clear l9-6) (clear l9-7) (clear l9-8) (adjacent l1-1 l1-2 right)
   (adjacent l1-2 l2-2 down) (adjacent l1-2 l1-1 left) (adjacent l1-2 l1-3 right) (adjacent l1-3 l2-3 down) (adjacent
   l1-3 l1-2 left) (adjacent l1-3 l1-4 right) (adjacent l1-4 l1-3 left) (adjacent l1-4 l1-5 right) (adjacent l1-5 l2-5
   down) (adjacent l1-5 l1-4 left) (adjacent l1-5 l1-6 right) (adjacent l1-6 l2-6 down) (adjacent l1-6 l1-5 left)
   (adjacent l1-6 l1-7 right) (adjacent l1-7 l2-7 down) (adjacent l1-7 l1-6 left) (adjacent l1-7 l1-8 right) (adjacent
   l1-8 l2-8 down) (adjacent l1-8 l1-7 left) (adjacent l2-2 l1-2 up) (adjacent l2-2 l3-2 down) (adjacent l2-2 l2-3
   right) (adjacent l2-3 l1-3 up) (adjacent l2-3 l3-3 down) (adjacent l2-3 l2-2 left) (adjacent l2-5 l1-5 up) (adjacent
   l2-5 l3-5 down) (adjacent l2-5 l2-6 right) (adjacent l2-6 l1-6 up) (adjacent l2-6 l2-5 left) (adjacent l2-6 l2-7
   right) (adjacent l2-7 l1-7 up) (adjacent l2-7 l2-6 left) (adjacent l2-7 l2-8 right) (adjacent l2-8 l1-8 up) (adjacent
   l2-8 l2-7 left) (adjacent l2-8 l2-9 right) (adjacent l2-9 l2-8 left) (adjacent l3-1 l4-1 down) (adjacent l3-1 l3-2
   right) (adjacent l3-2 l2-2 up) (adjacent l3-2 l4-2 down) (adjacent l3-2 l3-1 left) (adjacent l3-2 l3-3 right)
   (adjacent l3-3 l2-3 up) (adjacent l3-3 l4-3 down) (adjacent l3-3 l3-2 left) (adjacent l3-3 l3-4 right) (adjacent l3-4
   l4-4 down) (adjacent l3-4 l3-3 left) (adjacent l3-4 l3-5 right) (adjacent l3-5 l2-5 up) (adjacent l3-5 l4-5 down)
   (adjacent l3-5 l3-4 left) (adjacent l4-1 l3-1 up) (adjacent l4-1 l5-1 down) (adjacent l4-1 l4-2 right) (adjacent l4-2
   l3-2 up) (adjacent l4-2 l5-2 down) (adjacent l4-2 l4-1 left) (adjacent l4-2 l4-3 right) (adjacent l4-3 l3-3 up)
   (adjacent l4-3 l5-3 down) (adjacent l4-3 l4-2 left) (adjacent l4-3 l4-4 right) (adjacent l4-4 l3-4 up) (adjacent l4-4
   l5-4 down) (adjacent l4-4 l4-3 left) (adjacent l4-4 l4-5 right) (adjacent l4-5 l3-5 up) (adjacent l4-5 l5-5 down)
   (adjacent l4-5 l4-4 left) (adjacent l4-5 l4-6 right) (adjacent l4-6 l5-6 down) (adjacent l4-6 l4-5 left) (adjacent
   l4-6 l4-7 right) (adjacent l4-7 l4-6 left) (adjacent l4-7 l4-8 right) (adjacent l4-8 l5-8 down) (adjacent l4-8 l4-7
   left) (adjacent l4-8 l4-9 right) (adjacent l4-9 l5-9 down) (adjacent l4-9 l4-8 left) (adjacent l5-1 l4-1 up)
   (adjacent l5-1 l6-1 down) (adjacent l5-1 l5-2 right) (adjacent l5-2 l4-2 up) (adjacent l5-2 l6-2 down) (adjacent l5-2
   l5-1 left) (adjacent l5-2 l5-3 right) (adjacent l5-3 l4-3 up) (adjacent l5-3 l6-3 down) (adjacent l5-3 l5-2 left)
   (adjacent l5-3 l5-4 right) (adjacent l5-4 l4-4 up) (adjacent l5-4 l6-4 down) (adjacent l5-4 l5-3 left) (adjacent l5-4
   l5-5 right) (adjacent l5-5 l4-5 up) (adjacent l5-5 l6-5 down) (adjacent l5-5 l5-4 left) (adjacent l5-5 l5-6 right)
   (adjacent l5-6 l4-6 up) (adjacent l5-6 l6-6 down) (adjacent l5-6 l5-5 left) (adjacent l5-8 l4-8 up) (adjacent l5-8
   l6-8 down) (adjacent l5-8 l5-9 right) (adjacent l5-9 l4-9 up) (adjacent l5-9 l6-9 down) (adjacent l5-9 l5-8 left)
   (adjacent l6-1 l5-1 up) (adjacent l6-1 l7-1 down) (adjacent l6-1 l6-2 right) (adjacent l6-2 l5-2 up) (adjacent l6-2
   l7-2 down) (adjacent l6-2 l6-1 left) (adjacent l6-2 l6-3 right) (adjacent l6-3 l5-3 up) (adjacent l6-3 l7-3 down)
   (adjacent l6-3 l6-2 left) (adjacent l6-3 l6-4 right) (adjacent l6-4 l5-4 up) (adjacent l6-4 l7-4 down) (adjacent l6-4
   l6-3 left) (adjacent l6-4 l6-5 right) (adjacent l6-5 l5-5 up) (adjacent l6-5 l7-5 down) (adjacent l6-5 l6-4 left)
   (adjacent l6-5 l6-6 right) (adjacent l6-6 l5-6 up) (adjacent l6-6 l7-6 down) (adjacent l6-6 l6-5 left) (adjacent l6-6
   l6-7 right) (adjacent l6-7 l7-7 down) (adjacent l6-7 l6-6 left) (adjacent l6-7 l6-8 right) (adjacent l6-8 l5-8 up)
   (adjacent l6-8 l6-7 left) (adjacent l6-8 l6-9 right) (adjacent l6-9 l5-9 up) (adjacent l6-9 l7-9 down) (adjacent l6-9
   l6-8 left) (adjacent l7-1 l6-1 up) (adjacent l7-1 l8-1 down) (adjacent l7-1 l7-2 right) (adjacent l7-2 l6-2 up)
   (adjacent l7-2 l8-2 down) (adjacent l7-2 l7-1 left) (adjacent l7-2 l7-3 right) (adjacent l7-3 l6-3 up) (adjacent l7-3
   l8-3 down) (adjacent l7-3 l7-2 left) (adjacent l7-3 l7-4 right) (adjacent l7-4 l6-4 up) (adjacent l7-4 l7-3 left)
   (adjacent l7-4 l7-5 right) (adjacent l7-5 l6-5 up) (adjacent l7-5 l8-5 down) (adjacent l7-5 l7-4 left) (adjacent l7-5
   l7-6 right) (adjacent l7-6 l6-6 up) (adjacent l7-6 l8-6 down) (adjacent l7-6 l7-5 left) (adjacent l7-6 l7-7 right)
   (adjacent l7-7 l6-7 up) (adjacent l7-7 l8-7 down) (adjacent l7-7 l7-6 left) (adjacent l7-9 l6-9 up) (adjacent l7-9
   l8-9 down) (adjacent l8-1 l7-1 up) (adjacent l8-1 l9-1 down) (adjacent l8-1 l8-2 right) (adjacent l8-2 l7-2 up)
   (adjacent l8-2 l9-2 down) (adjacent l8-2 l8-1 left) (adjacent l8-2 l8-3 right) (adjacent l8-3 l7-3 up) (adjacent l8-3
   l8-2 left) (adjacent l8-5 l7-5 up) (adjacent l8-5 l9-5 down) (adjacent l8-5 l8-6 right) (adjacent l8-6 l7-6 up)
   (adjacent l8-6 l9-6 down) (adjacent l8-6 l8-5 left) (adjacent l8-6 l8-7 right) (adjacent l8-7 l7-7 up) (adjacent l8-7
   l9-7 down) (adjacent l8-7 l8-6 left) (adjacent l8-7 l8-8 right) (adjacent l8-8 l9-8 down) (adjacent l8-8 l8-7 left)
   (adjacent l8-8 l8-9 right) (adjacent l8-9 l7-9 up) (adjacent l8-9 l8-8 left) (adjacent l9-1 l8-1 up) (adjacent l9-1
   l9-2 right) (adjacent l9-2 l8-2 up) (adjacent l9-2 l9-1 left) (adjacent l9-5 l8-5 up) (adjacent l9-5 l9-6 right)
   (adjacent l9-6 l8-6 up) (adjacent l9-6 l9-5 left) (adjacent l9-6 l9-7 right) (adjacent l9-7 l8-7 up) (adjacent l9-7
   l9-6 left) (adjacent l9-7 l9-8 right) (adjacent l9-8 l8-8 up) (adjacent l9-8 l9-7 left))
 (:goal (and (at b1 l2-6) (at b2 l6-6) (at b3 l7-3) (at b4 l4-5))))
