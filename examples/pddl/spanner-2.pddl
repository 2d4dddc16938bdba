; three spanners and three nuts
(define (problem spanner-2) (:domain spanner)
  (:objects
    bob - man s1 s2 s3 - spanner n1 n2 n3 - nut p0 p1 p2 p3 p4 - place)
  (:init
    (at bob p0) (way p0 p1) (way p1 p2) (way p2 p3) (way p3 p4) (lies s1 p1) (good s1) (lies s2 p2) (good s2)
    (lies s3 p3) (good s3) (fixed n1 p4) (loose n1) (fixed n2 p4) (loose n2) (fixed n3 p4) (loose n3))
  (:goal (and
    (tight n1) (tight n2) (tight n3))))
