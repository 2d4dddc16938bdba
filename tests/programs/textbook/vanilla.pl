% The basic Prolog meta-interpreter

prove( true).
prove( ( Goal1, Goal2))  :- !,
   prove( Goal1),
   prove( Goal2).
prove( Goal)  :-
   clause( Goal, Body),
   prove( Body).

% A tracing one
trace( Goal)  :-
   trace( Goal, 0).

trace( true, Depth)  :- !.
trace( ( Goal1, Goal2), Depth)  :- !,
   trace( Goal1, Depth),
   trace( Goal2, Depth).
trace( Goal, Depth)  :-
   display( 'Call: ', Goal, Depth),
   clause( Goal, Body),
   Depth1 is Depth + 1,
   trace( Body, Depth1),
   display( 'Exit: ', Goal, Depth),
   display_redo( Goal, Depth).
trace( Goal, Depth)  :-
   display( 'Fail: ', Goal, Depth),
   fail.

display( Message, Goal, Depth)  :-
   tab( Depth), write( Message),
   write( Goal), nl.

display_redo( Goal, Depth)  :-
   true
   ;
   display( 'Redo: ', Goal, Depth),
   fail.

append( [], Ys, Ys).
append( [X|Xs], Ys, [X|Zs])  :- append( Xs, Ys, Zs).

nat( 0).
nat( s(X))  :- nat( X).

connected( X, Y)  :- edge( X, Y).
connected( X, Y)  :- edge( X, Z), connected( Z, Y).
edge( a, b).  edge( b, c).  edge( c, d).
