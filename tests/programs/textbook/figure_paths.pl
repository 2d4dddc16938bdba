% Paths in a graph: conc/3 and member/2 are those of another figure

node( a).  node( b).  node( c).  node( d).
adjacent( a, b).  adjacent( b, c).  adjacent( b, d).  adjacent( c, d).

next( X, Y) :- adjacent( X, Y) ; adjacent( Y, X).

path( A, Z, Path) :-
   path1( A, [Z], Path).

path1( A, [A | Path1], [A | Path1]).
path1( A, [Y | Path1], Path) :-
   next( X, Y),
   \+ member( X, Path1),
   path1( A, [X, Y | Path1], Path).

hamiltonian( Path) :-
   path( _, _, Path),
   covers( Path).

covers( Path) :-
   not(( node( N), not( member( N, Path)))) .

joined( X, Z, Path) :-
   path( X, Z, P1),
   conc( P1, [end], Path).
