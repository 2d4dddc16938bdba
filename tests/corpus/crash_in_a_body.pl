arc([X,Y],[Y,X],1) :- X \== Y, deep(0).
deep(N) :- M is N + 1, deep(M), true.
