% A van delivers parcels in a street of 24 houses, one at a time. State: at(Van,Load,Parcels), with Parcel-House in order.
initial(at(1,none,[p1-7,p2-20,p3-3,p4-15])).
goal(at(_,none,Parcels)) :- \+ ( member(P-House,Parcels), for(P,To), House \== To ).
h(at(_,_,Parcels),N) :- aggregate_all(count, ( for(P,To), member(P-House,Parcels), House \== To ), N).
move(at(A,Load,Ps), drive(A,B), at(B,Load,Ps)) :- house(B), A \== B.
move(at(A,none,Ps), load(P), at(A,P,Rest)) :- select(P-A,Ps,Rest).
move(at(A,P,Ps), unload(P), at(A,none,Qs)) :- P \== none, sort([P-A|Ps],Qs).
house(H) :- between(1,24,H).
for(p1,12). for(p2,5). for(p3,22). for(p4,9). for(p5,17). for(p6,2).
operational(house/1).
