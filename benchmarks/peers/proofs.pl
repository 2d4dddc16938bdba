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

% Queens, each beside those that are safe; numbers of Fibonacci and Ackermann; who owns the zebra.
queens(N) :- numbers(1, N, Ns), placed(Ns, [], _), !.
numbers(N, N, [N]) :- !.
numbers(M, N, [M|L]) :- M1 is M+1, numbers(M1, N, L).
placed([], Qs, Qs).
placed(Open, Safe, Qs) :- taken(Open, Rest, Q), \+ attacked(Q, 1, Safe), placed(Rest, [Q|Safe], Qs).
attacked(X, N, [Y|_]) :- X is Y+N.
attacked(X, N, [Y|_]) :- X is Y-N.
attacked(X, N, [_|Ys]) :- N1 is N+1, attacked(X, N1, Ys).
taken([X|Xs], Xs, X).
taken([Y|Ys], [Y|Zs], X) :- taken(Ys, Zs, X).
fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, A is N-1, B is N-2, fib(A, X), fib(B, Y), F is X+Y.
ack(0, N, R) :- !, R is N+1.
ack(M, 0, R) :- !, M1 is M-1, ack(M1, 1, R).
ack(M, N, R) :- N1 is N-1, ack(M, N1, R1), M1 is M-1, ack(M1, R1, R).
zebras(N) :- \+ missed(N).
missed(N) :- between(1, N, _), \+ zebra(japanese).
zebra(Owner) :-
    Hs = [h(_,norwegian,_,_,_),h(blue,_,_,_,_),h(_,_,_,milk,_),_,_],
    in(h(red,english,_,_,_), Hs), in(h(green,_,_,coffee,_), Hs), in(h(_,spanish,dog,_,_), Hs),
    in(h(_,ukrainian,_,tea,_), Hs), right(h(green,_,_,_,_), h(ivory,_,_,_,_), Hs),
    in(h(_,_,snails,_,winston), Hs), in(h(yellow,_,_,_,kools), Hs),
    beside(h(_,_,_,_,chesterfield), h(_,_,fox,_,_), Hs), beside(h(_,_,_,_,kools), h(_,_,horse,_,_), Hs),
    in(h(_,_,_,orange,lucky), Hs), in(h(_,japanese,_,_,parliament), Hs), in(h(_,Owner,zebra,_,_), Hs).
in(X, [X|_]).
in(X, [_|L]) :- in(X, L).
right(A, B, [B,A|_]).
right(A, B, [_|L]) :- right(A, B, L).
beside(A, B, [A,B|_]).
beside(A, B, [B,A|_]).
beside(A, B, [_|L]) :- beside(A, B, L).
