arc([X,Y],[Y,X],1) :- X \== Y.
:- arcwise_bridge:retractall(busy), halt.
