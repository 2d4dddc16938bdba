; two rows of two tiles, and two robots
(define (problem floortile-3) (:domain floortile)
  (:objects
    r1 r2 - robot white black - color t00 t01 t10 t11 t20 t21 - tile)
  (:init
    (at r1 t20) (holds r1 white) (at r2 t21) (holds r2 black) (clear t00) (clear t01) (clear t10) (clear t11)
    (beside t01 t00) (beside t00 t01) (above t00 t10) (above t01 t11) (beside t11 t10) (beside t10 t11)
    (above t10 t20) (above t11 t21) (beside t21 t20) (beside t20 t21))
  (:goal (and
    (painted t00 white) (painted t01 black) (painted t10 black) (painted t11 white))))
