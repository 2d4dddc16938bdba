% solve( Node, Solution): depth-first search for a space whose successors s/2 and goal/1 stand here

solve( Node, Solution)  :-
   depthfirst( [], Node, Solution).

depthfirst( Path, Node, [Node | Path] )  :-
   goal( Node).
depthfirst( Path, Node, Sol)  :-
   s( Node, Node1),
   \+ member( Node1, Path),
   depthfirst( [Node | Path], Node1, Sol).

% Depth-limited
depthfirst2( Node, [Node], _)  :-
   goal( Node).
depthfirst2( Node, [Node | Sol], Maxdepth)  :-
   Maxdepth > 0,
   s( Node, Node1),
   Max1 is Maxdepth - 1,
   depthfirst2( Node1, Sol, Max1).

% Iterative deepening
path( Node, Node, [Node] ).
path( FirstNode, LastNode, [LastNode | Path] )  :-
   path( FirstNode, OneButLast, Path),
   s( OneButLast, LastNode),
   \+ member( LastNode, Path).

depth_first_iterative_deepening( Node, Solution)  :-
   path( Node, GoalNode, Solution),
   goal( GoalNode).

s( a, b).  s( a, c).  s( b, d).  s( b, e).  s( d, h).
s( e, i).  s( e, j).  s( c, f).  s( c, g).  s( f, k).

goal( j).
goal( f).
