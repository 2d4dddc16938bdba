; a on b on c becomes c on b on a.
(define (problem blocks-1)
  (:domain blocks)
  (:objects a b c - block)
  (:init (on a b) (on b c) (on-table c) (clear a) (hand-empty))
  (:goal (and (on c b) (on b a))))
