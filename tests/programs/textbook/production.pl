% A small interpreter for pattern-directed programs: Condition ---> Action

:- op( 800, xfx, --->).
:- op( 300, fx, num).

:- dynamic num/1.

run  :-
   Condition ---> Action,
   test( Condition),
   execute( Action).

test( []).
test( [First | Rest])  :-
   call( First),
   test( Rest).

execute( [stop])  :- !.
execute( [])  :-
   run.
execute( [First | Rest])  :-
   call( First),
   execute( Rest).

replace( A, B)  :-
   retract( A), !,
   assert( B).

% The greatest common divisor
[ num X, num Y, X > Y ]  --->
   [ NewX is X - Y, replace( num X, num NewX) ].

[ num X ]  --->  [ write( X), stop ].

num 25.
num 10.
num 15.
num 30.

answer( X)  :-  run, num X, !.
