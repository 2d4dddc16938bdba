:- op(100, xfx, [to]).

/* The Towers of Hanoi */

hanoi(N) :- move(N, left, centre, right).

move(0, _, _, _) :- !.
move(N, A, B, C) :-
   M is N-1,
   move(M, A, C, B),
   inform(A, B),
   move(M, C, B, A).

inform(X, Y) :-
   write([move, a, disc, from, the, X, pole, to, the, Y, pole]), nl.

/* with moves in a list, as in The Art of Prolog */
hanoi(s(0), A, B, C, [A to B]).
hanoi(s(N), A, B, C, Moves) :-
   hanoi(N, A, C, B, Ms1),
   hanoi(N, C, B, A, Ms2),
   append(Ms1, [A to B|Ms2], Moves).
