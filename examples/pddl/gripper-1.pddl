; Four balls in the kitchen belong in the hall.
(define (problem gripper-1)
  (:domain gripper)
  (:objects kitchen hall - room  left right - hand  red green blue white - ball)
  (:init (robot-in kitchen) (free left) (free right)
    (in red kitchen) (in green kitchen) (in blue kitchen) (in white kitchen))
  (:goal (and (in red hall) (in green hall) (in blue hall) (in white hall))))
