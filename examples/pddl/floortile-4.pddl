; three rows of three tiles, and two robots
(define (problem floortile-4) (:domain floortile)
  (:objects
    r1 r2 - robot white black - color t00 t01 t02 t10 t11 t12 t20 t21 t22 t30 t31 t32 - tile)
  (:init
    (at r1 t30) (holds r1 white) (at r2 t31) (holds r2 black) (clear t00) (clear t01) (clear t02) (clear t10)
    (clear t11) (clear t12) (clear t20) (clear t21) (clear t22) (clear t32) (beside t01 t00) (beside t00 t01)
    (beside t02 t01) (beside t01 t02) (above t00 t10) (above t01 t11) (beside t11 t10) (beside t10 t11)
    (above t02 t12) (beside t12 t11) (beside t11 t12) (above t10 t20) (above t11 t21) (beside t21 t20)
    (beside t20 t21) (above t12 t22) (beside t22 t21) (beside t21 t22) (above t20 t30) (above t21 t31)
    (beside t31 t30) (beside t30 t31) (above t22 t32) (beside t32 t31) (beside t31 t32))
  (:goal (and
    (painted t00 white) (painted t01 black) (painted t02 white) (painted t10 black) (painted t11 white)
    (painted t12 black) (painted t20 white) (painted t21 black) (painted t22 white))))
