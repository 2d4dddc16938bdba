% Meta-interpreters of a definite clause language, with depth bound and delay

:- op( 1150, xfx, <= ).
:- op( 950, xfy, & ).
:- dynamic (<=)/2.

prove( true).
prove( (A & B)) :-
   prove( A), prove( B).
prove( H) :-
   (H <= B), prove( B).

bprove( true, _).
bprove( (A & B), D) :-
   bprove( A, D), bprove( B, D).
bprove( H, D) :-
   D >= 0, D1 is D-1,
   (H <= B), bprove( B, D1).

hprove( true, true).
hprove( (A & B), (L & R)) :-
   hprove( A, L), hprove( B, R).
hprove( H, if( H, T)) :-
   (H <= B), hprove( B, T).

dprove( true, D, D).
dprove( (A & B), D1, D3) :-
   dprove( A, D1, D2), dprove( B, D2, D3).
dprove( G, D, [G|D]) :-
   delay( G).
dprove( H, D1, D2) :-
   (H <= B), dprove( B, D1, D2).

% House wiring
lit( L) <= light( L) & ok( L) & live( L).
live( W) <= connected_to( W, W1) & live( W1).
live( outside) <= true.
connected_to( l1, w0) <= true.
connected_to( w0, w1) <= up( s2) & ok( s2).
connected_to( w1, w3) <= up( s1) & ok( s1).
connected_to( w3, outside) <= ok( cb1).
light( l1) <= true.
up( s1) <= true.
up( s2) <= true.
ok( _) <= true.

delay( ok( _)).
