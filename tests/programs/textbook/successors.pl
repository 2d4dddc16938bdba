/* Arithmetic over successors, from The Art of Prolog */

natural_number(0).
natural_number(s(X)) :- natural_number(X).

plus(0, X, X) :- natural_number(X).
plus(s(X), Y, s(Z)) :- plus(X, Y, Z).

times(0, X, 0).
times(s(X), Y, Z) :- times(X, Y, XY), plus(XY, Y, Z).

exp(s(N), 0, 0).
exp(0, s(X), s(0)).
exp(s(N), X, Y) :- exp(N, X, Z), times(Z, X, Y).

factorial(0, s(0)).
factorial(s(N), F) :- factorial(N, F1), times(s(N), F1, F).

lesseq(0, X) :- natural_number(X).
lesseq(s(X), s(Y)) :- lesseq(X, Y).

less(0, s(X)).
less(s(X), s(Y)) :- less(X, Y).

mod(X, Y, X) :- less(X, Y).
mod(X, Y, Z) :- plus(X1, Y, X), mod(X1, Y, Z).

gcd(X, Y, Gcd) :- mod(X, Y, Z), gcd(Y, Z, Gcd).
gcd(X, 0, X) :- less(0, X).

succ(X, s(X)).

not(Goal) :- Goal, !, fail.
not(Goal).

even(X) :- plus(Y, Y, X).
odd(X) :- natural_number(X), not(even(X)).
