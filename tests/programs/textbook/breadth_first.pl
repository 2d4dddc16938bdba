% Breadth-first search, with candidate paths in a list; s/2 and goal/1 of the blocks world

:- op( 900, fy, not).

solve( Start, Solution)  :-
   breadthfirst( [ [Start] ], Solution).

breadthfirst( [ [Node | Path] | _], [Node | Path] )  :-
   goal( Node).
breadthfirst( [Path | Paths], Solution)  :-
   extend( Path, NewPaths),
   conc( Paths, NewPaths, Paths1),
   breadthfirst( Paths1, Solution).

extend( [Node | Path], NewPaths)  :-
   bagof( [NewNode, Node | Path],
          ( s( Node, NewNode), not member( NewNode, [Node | Path] ) ),
          NewPaths),
   !.
extend( Path, [] ).

conc( [], L, L).
conc( [X | L1], L2, [X | L3])  :-  conc( L1, L2, L3).

s( Stacks, [Stack1, [Top1 | Stack2] | OtherStacks] )  :-
   del( [Top1 | Stack1], Stacks, Stacks1),
   del( Stack2, Stacks1, OtherStacks).

del( X, [X | L], L).
del( X, [Y | L], [Y | L1] )  :-  del( X, L, L1).

goal( Situation)  :-
   member( [a,b,c], Situation).
