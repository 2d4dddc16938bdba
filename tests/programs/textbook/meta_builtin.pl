% meta-interpreters that know what is built in
solve(true) :- !.
solve((A,B)) :- !, solve(A), solve(B).
solve((A;B)) :- !, ( solve(A) ; solve(B) ).
solve(\+ A) :- !, \+ solve(A).
solve(A) :- predicate_property(A, built_in), !, call(A).
solve(A) :- clause(A, B), solve(B).
len([], 0).
len([_|T], N) :- len(T, M), N is M + 1.
big(X) :- member(X, [1,5,9]), X > 3.
fact(0, 1) :- !.
fact(N, F) :- N > 0, N1 is N-1, fact(N1, F1), F is N*F1.
solved(A, D) :- D > 0, ( A == true -> true ; A = (X,Y) -> solved(X,D), solved(Y,D) ; predicate_property(A,built_in) -> A ; D1 is D-1, clause(A,B), solved(B,D1) ).
