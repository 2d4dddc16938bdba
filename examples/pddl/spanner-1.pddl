; one spanner and one nut
(define (problem spanner-1) (:domain spanner)
  (:objects
    bob - man s1 - spanner n1 - nut p0 p1 p2 p3 - place)
  (:init
    (at bob p0) (way p0 p1) (way p1 p2) (way p2 p3) (lies s1 p1) (good s1) (fixed n1 p3) (loose n1))
  (:goal (and
    (tight n1))))
