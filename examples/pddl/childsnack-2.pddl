; five children, two of whom may eat no gluten, and bread for four
(define (problem childsnack-2) (:domain childsnack)
  (:objects
    c1 c2 c3 c4 c5 - child b1 b2 b3 b4 - bread s1 s2 s3 s4 s5 - sandwich)
  (:init
    (waits c1) (waits c2) (waits c3) (waits c4) (waits c5) (any c3) (any c4) (any c5) (left b1) (left b2)
    (left b3) (left b4) (free b1) (free b2) (unmade s1) (unmade s2) (unmade s3) (unmade s4) (unmade s5))
  (:goal (and
    (served c1) (served c2) (served c3) (served c4) (served c5))))
