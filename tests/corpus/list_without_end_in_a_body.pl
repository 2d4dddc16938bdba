arc([X,Y],[Y,X],1) :- X \== Y, length(L, N), N > 100000000, L = [].
