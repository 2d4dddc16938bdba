% A knowledge base consulted by a small query language: who, which, all

:- op(800, fx, [which, is_it_true]).
:- op(700, xfx, [likes, in]).
:- op(650, xfy, &).

capital(slovenia, ljubljana).
capital(austria, vienna).
capital(italy, rome).
in(ljubljana, europe).
vienna in europe.
rome in europe.
tokyo in asia.

ann likes vienna.
bob likes rome.
bob likes X :- X in asia.
peter likes Y :- ann likes Y, \+ bob likes Y.

all(X, Goal, L) :- ( setof(X, Goal, L), ! ; L = [] ).
which(X & Goal) :- call(Goal), write(X), nl, fail.
which(_).

number_of(X, G, N) :- all(X, G, L), length(L, N).
