; One parcel from a shop in one town to a house in another.
(define (problem delivery-1)
  (:domain delivery)
  (:objects
    bern thun - town
    bern-station thun-station - station
    shop house - place
    van-1 van-2 - van
    train-1 - train
    parcel-1 - parcel)
  (:init
    (part-of bern-station bern) (part-of shop bern)
    (part-of thun-station thun) (part-of house thun)
    (at van-1 bern-station) (at van-2 thun-station) (at train-1 bern-station)
    (lies parcel-1 shop)
    (= (total-cost) 0))
  (:goal (lies parcel-1 house))
  (:metric minimize (total-cost)))
