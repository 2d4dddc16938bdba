; three rows of two tiles, t00 to t21, are to be painted; the robot stands below them
(define (problem floortile-1) (:domain floortile)
  (:objects
    r1 - robot white black - color t00 t01 t10 t11 t20 t21 t30 t31 - tile)
  (:init
    (at r1 t30) (holds r1 white) (clear t00) (clear t01) (clear t10) (clear t11) (clear t20) (clear t21)
    (clear t31) (beside t01 t00) (beside t00 t01) (above t00 t10) (above t01 t11) (beside t11 t10)
    (beside t10 t11) (above t10 t20) (above t11 t21) (beside t21 t20) (beside t20 t21) (above t20 t30)
    (above t21 t31) (beside t31 t30) (beside t30 t31))
  (:goal (and
    (painted t00 white) (painted t01 black) (painted t10 black) (painted t11 white) (painted t20 white)
    (painted t21 black))))
