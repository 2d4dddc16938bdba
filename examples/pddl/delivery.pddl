; Parcels travel by van within a town and by train between the towns' stations.
(define (domain delivery)
  (:requirements :strips :typing :action-costs)
  (:types
    place vehicle parcel town - object
    station - place
    van train - vehicle)
  (:predicates
    (at ?vehicle - vehicle ?place - place)
    (lies ?parcel - parcel ?place - place)
    (in ?parcel - parcel ?vehicle - vehicle)
    (part-of ?place - place ?town - town))
  (:functions (total-cost) - number)

  (:action load
    :parameters (?parcel - parcel ?vehicle - vehicle ?place - place)
    :precondition (and (lies ?parcel ?place) (at ?vehicle ?place))
    :effect (and (in ?parcel ?vehicle) (not (lies ?parcel ?place)) (increase (total-cost) 1)))

  (:action unload
    :parameters (?parcel - parcel ?vehicle - vehicle ?place - place)
    :precondition (and (in ?parcel ?vehicle) (at ?vehicle ?place))
    :effect (and (lies ?parcel ?place) (not (in ?parcel ?vehicle)) (increase (total-cost) 1)))

  (:action drive
    :parameters (?van - van ?from ?to - place ?town - town)
    :precondition (and (at ?van ?from) (part-of ?from ?town) (part-of ?to ?town))
    :effect (and (at ?van ?to) (not (at ?van ?from)) (increase (total-cost) 2)))

  (:action ride
    :parameters (?train - train ?from ?to - station)
    :precondition (at ?train ?from)
    :effect (and (at ?train ?to) (not (at ?train ?from)) (increase (total-cost) 5))))
