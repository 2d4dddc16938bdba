% csp( Domains, Relations): generate and test, and arc consistency; constraints are of another file

csp( Doms, Relns) :-
   ac( Doms, Relns).

ac( Doms, Relns) :-
   make_arcs( Relns, A),
   consistent( Doms, [], A, A),
   write( ['Arc consistent: ', Doms]), nl.

genandtest( Doms, Relns) :-
   generate_and( Doms), test( Relns).

generate_and( []).
generate_and( [dom( X, D)|Ds]) :-
   member( X, D),
   generate_and( Ds).

test( []).
test( [rel( [X,Y], R)|Relns]) :-
   call( R), test( Relns).
test( [rel( [X], R)|Relns]) :-
   call( R), test( Relns).

make_arcs( [], []).
make_arcs( [rel( [X], R)|O], [rel( [X], R)|OA]) :-
   make_arcs( O, OA).
make_arcs( [rel( [X,Y], R)|O], [rel( [X,Y], R), rel( [Y,X], R)|OA]) :-
   make_arcs( O, OA).

consistent( Doms, CA, [], CA).
consistent( Doms, CA, [A|As], A2) :-
   revise( Doms, A, Doms1),
   consistent( Doms1, [A|CA], As, A2).

schedule( A, B, C) :-
   genandtest( [dom( A, [1,2,3,4]), dom( B, [1,2,3,4]), dom( C, [1,2,3,4])],
               [rel( [A,B], A < B), rel( [B,C], B < C), rel( [A], odd( A))]).

odd( X) :- 1 is X mod 2.

crossword( A, B) :-
   genandtest( [dom( A, [add, age, aid]), dom( B, [dig, god, air])], [rel( [A,B], letter_match( A, 2, B, 1))]).
