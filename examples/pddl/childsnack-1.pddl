; two children, and bread for one
(define (problem childsnack-1) (:domain childsnack)
  (:objects
    c1 c2 - child b1 - bread s1 s2 - sandwich)
  (:init
    (waits c1) (waits c2) (any c1) (any c2) (left b1) (unmade s1) (unmade s2))
  (:goal (and
    (served c1) (served c2))))
