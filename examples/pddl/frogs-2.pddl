; ten frogs, a free stone, ten toads
(define (problem frogs-2) (:domain frogs)
  (:objects
    s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 s12 s13 s14 s15 s16 s17 s18 s19 s20 s21 - stone)
  (:init
    (frog s1) (frog s2) (frog s3) (frog s4) (frog s5) (frog s6) (frog s7) (frog s8) (frog s9) (frog s10)
    (free s11) (toad s12) (toad s13) (toad s14) (toad s15) (toad s16) (toad s17) (toad s18) (toad s19)
    (toad s20) (toad s21) (next s1 s2) (next s2 s3) (next s3 s4) (next s4 s5) (next s5 s6) (next s6 s7)
    (next s7 s8) (next s8 s9) (next s9 s10) (next s10 s11) (next s11 s12) (next s12 s13) (next s13 s14)
    (next s14 s15) (next s15 s16) (next s16 s17) (next s17 s18) (next s18 s19) (next s19 s20) (next s20 s21))
  (:goal (and
    (toad s1) (toad s2) (toad s3) (toad s4) (toad s5) (toad s6) (toad s7) (toad s8) (toad s9) (toad s10)
    (frog s12) (frog s13) (frog s14) (frog s15) (frog s16) (frog s17) (frog s18) (frog s19) (frog s20)
    (frog s21))))
