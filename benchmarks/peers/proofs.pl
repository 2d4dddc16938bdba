% Programs that were slow or large in proof search; SWI-Prolog runs the same text.

% A deterministic loop: four inferences a turn.
loop(0) :- !.
loop(N) :- M is N-1, made(M, X), looked(X), loop(M).
made(M, s(M, [a,b,M])).
looked(s(_, _)).

% A million answers.
pair(X, Y) :- between(1, 1000, A), between(1, 1000, B), X = f(A, [B,a]), Y = A-B.

% A reversal whose proof is shown.
append_([], L, L).
append_([X|L], M, [X|N]) :- append_(L, M, N).
reversed([], []).
reversed([X|L], R) :- reversed(L, M), append_(M, [X], R).

% Facts of e/2, asked by their second argument.
asked(0) :- !.
asked(N) :- X is (N*31) mod 100000, e(_, X), M is N-1, asked(M).
