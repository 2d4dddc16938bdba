; three frogs, a free stone, three toads
(define (problem frogs-1) (:domain frogs)
  (:objects
    s1 s2 s3 s4 s5 s6 s7 - stone)
  (:init
    (frog s1) (frog s2) (frog s3) (free s4) (toad s5) (toad s6) (toad s7) (next s1 s2) (next s2 s3)
    (next s3 s4) (next s4 s5) (next s5 s6) (next s6 s7))
  (:goal (and
    (toad s1) (toad s2) (toad s3) (frog s5) (frog s6) (frog s7))))
