% Binary dictionaries

in( X, t( _, X, _) ).
in( X, t( Left, Root, Right) )  :-
   gt( Root, X),
   in( X, Left).
in( X, t( Left, Root, Right) )  :-
   gt( X, Root),
   in( X, Right).

gt( X, Y)  :-  X @> Y.

add( Tree, X, NewTree)  :-
   addroot( Tree, X, NewTree).
add( t( L, Y, R), X, t( L1, Y, R))  :-
   gt( Y, X),
   add( L, X, L1).
add( t( L, Y, R), X, t( L, Y, R1))  :-
   gt( X, Y),
   add( R, X, R1).

addroot( nil, X, t( nil, X, nil)).
addroot( t( L, Y, R), X, t( L1, X, t( L2, Y, R)))  :-
   gt( Y, X),
   addroot( L, X, t( L1, X, L2)).
addroot( t( L, Y, R), X, t( t( L, Y, L1), X, L2))  :-
   gt( X, Y),
   addroot( R, X, t( L1, X, L2)).

addleaf( nil, X, t( nil, X, nil)).
addleaf( t( Left, X, Right), X, t( Left, X, Right)).
addleaf( t( Left, Root, Right), X, t( Left1, Root, Right))  :-
   gt( Root, X),
   addleaf( Left, X, Left1).
addleaf( t( Left, Root, Right), X, t( Left, Root, Right1))  :-
   gt( X, Root),
   addleaf( Right, X, Right1).

del( t( nil, X, Right), X, Right).
del( t( Left, X, nil), X, Left).
del( t( Left, X, Right), X, t( Left, Y, Right1))  :-
   delmin( Right, Y, Right1).
del( t( Left, Root, Right), X, t( Left1, Root, Right))  :-
   gt( Root, X),
   del( Left, X, Left1).
del( t( Left, Root, Right), X, t( Left, Root, Right1))  :-
   gt( X, Root),
   del( Right, X, Right1).

delmin( t( nil, Y, R), Y, R).
delmin( t( Left, Root, Right), Y, t( Left1, Root, Right))  :-
   delmin( Left, Y, Left1).

show( T)  :-
   show2( T, 0).
show2( nil, _).
show2( t( Left, X, Right), Indent)  :-
   Ind2 is Indent + 2,
   show2( Right, Ind2),
   tab( Indent), write( X), nl,
   show2( Left, Ind2).

maketree( [], nil).
maketree( [X|Xs], T)  :-  maketree( Xs, T1), addleaf( T1, X, T).
