% Lambda expressions of a program that loads their library: they share with a clause only what stands before a /.
:- use_module(library(apply)).
:- use_module(library(yall)).

differences(Marks, Edges, Left) :-
    foldl([A-B, Marks, Rest]>>( D is abs(A-B), selectchk(D, Marks, Rest) ), Edges, Marks, Left).
own(Xs, Ys) :- maplist([Xs, Y]>>( Y = f(Xs) ), [1,2], Ys).
shared(K, Ys) :- maplist({K}/[X, Y]>>( Y is X*K ), [1,2,3], Ys).
not_shared(Ys) :- K = 5, maplist([X, Y]>>( Y = X-K ), [1,2], Ys).
called(Y) :- K = 5, call([X]>>( Y = X-K ), 1).
nested(Rows) :- maplist([X, Row]>>maplist({X}/[Y, Z]>>( Z = X-Y ), [p,q], Row), [1,2], Rows).
in_findall(Ls) :- K = 1, findall(L, maplist([X, Y]>>( Y = X-K ), [a], L), Ls).
