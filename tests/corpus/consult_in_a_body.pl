arc([X,Y],[Y,X],1) :- X \== Y, consult('other.pl').
