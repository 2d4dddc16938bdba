% Symbolic differentiation and simplification

:- op( 500, yfx, +).

d( X, X, 1)  :-  !.
d( C, X, 0)  :-  atomic( C), !.
d( -U, X, -A)  :-  d( U, X, A).
d( U+V, X, A+B)  :-  d( U, X, A), d( V, X, B).
d( U-V, X, A-B)  :-  d( U, X, A), d( V, X, B).
d( C*U, X, C*A)  :-  atomic( C), C \== X, d( U, X, A), !.
d( U*V, X, B*U+A*V)  :-  d( U, X, A), d( V, X, B).
d( U/V, X, A)  :-  d( U*V^(-1), X, A).
d( U^C, X, C*U^(C-1)*W)  :-  atomic( C), C \== X, d( U, X, W).
d( log(U), X, A*U^(-1))  :-  d( U, X, A).
d( sin(U), X, A*cos(U))  :-  d( U, X, A).

simplify( E, E)  :-  atomic( E), !.
simplify( E, F)  :-
   E =.. [Op, La, Ra], !,
   simplify( La, X),
   simplify( Ra, Y),
   s( Op, X, Y, F).
simplify( E, F)  :-
   E =.. [Op, A],
   simplify( A, X),
   F =.. [Op, X].

s( +, X, 0, X)  :- !.
s( +, 0, X, X)  :- !.
s( +, X, Y, Z)  :- number( X), number( Y), !, Z is X+Y.
s( *, _, 0, 0)  :- !.
s( *, 0, _, 0)  :- !.
s( *, 1, X, X)  :- !.
s( *, X, 1, X)  :- !.
s( *, X, Y, Z)  :- number( X), number( Y), !, Z is X*Y.
s( -, X, 0, X)  :- !.
s( -, X, Y, Z)  :- number( X), number( Y), !, Z is X-Y.
s( ^, X, 1, X)  :- !.
s( Op, X, Y, E)  :-  E =.. [Op, X, Y].

diff( F, X, D)  :-  d( F, X, D1), simplify( D1, D).
