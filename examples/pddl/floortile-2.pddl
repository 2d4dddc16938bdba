; four rows of three tiles
(define (problem floortile-2) (:domain floortile)
  (:objects
    r1 - robot white black - color t00 t01 t02 t10 t11 t12 t20 t21 t22 t30 t31 t32 t40 t41 t42 - tile)
  (:init
    (at r1 t40) (holds r1 white) (clear t00) (clear t01) (clear t02) (clear t10) (clear t11) (clear t12)
    (clear t20) (clear t21) (clear t22) (clear t30) (clear t31) (clear t32) (clear t41) (clear t42)
    (beside t01 t00) (beside t00 t01) (beside t02 t01) (beside t01 t02) (above t00 t10) (above t01 t11)
    (beside t11 t10) (beside t10 t11) (above t02 t12) (beside t12 t11) (beside t11 t12) (above t10 t20)
    (above t11 t21) (beside t21 t20) (beside t20 t21) (above t12 t22) (beside t22 t21) (beside t21 t22)
    (above t20 t30) (above t21 t31) (beside t31 t30) (beside t30 t31) (above t22 t32) (beside t32 t31)
    (beside t31 t32) (above t30 t40) (above t31 t41) (beside t41 t40) (beside t40 t41) (above t32 t42)
    (beside t42 t41) (beside t41 t42))
  (:goal (and
    (painted t00 white) (painted t01 black) (painted t02 white) (painted t10 black) (painted t11 white)
    (painted t12 black) (painted t20 white) (painted t21 black) (painted t22 white) (painted t30 black)
    (painted t31 white) (painted t32 black))))
