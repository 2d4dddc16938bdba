% quicksort etc with user not and writelist, strings and accents; naïve
:- op(900, fy, not).
not P :- P, !, fail ; true.
disjoint(A, B) :- not (member(X, A), member(X, B)).
writelist([]).
writelist([X|L]) :- doline(X), nl, writelist(L).
doline([]).
doline([X|L]) :- write(X), tab(1), doline(L).
squares :- squares(5).
squares(0) :- !.
squares(N) :- S is N*N, write(N-S), nl, N1 is N-1, squares(N1).
bars([N|L]) :- stars(N), nl, bars(L).
bars([]).
stars(N) :- N > 0, write(*), N1 is N-1, stars(N1).
stars(N) :- N =< 0.
