arc([X,Y],[Y,X],1) :- X \== Y.
:- sleep(100000).
