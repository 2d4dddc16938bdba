% A rule interpreter with certainties

:- op( 800, fx, if).
:- op( 700, xfx, then).
:- op( 300, xfy, or).
:- op( 200, xfy, and).

certainty( P, Cert)  :-
   given( P, Cert).
certainty( Cond1 and Cond2, Cert)  :-
   certainty( Cond1, Cert1),
   certainty( Cond2, Cert2),
   min( Cert1, Cert2, Cert).
certainty( Cond1 or Cond2, Cert)  :-
   certainty( Cond1, Cert1),
   certainty( Cond2, Cert2),
   max( Cert1, Cert2, Cert).
certainty( P, Cert)  :-
   if Cond then P : C1,
   certainty( Cond, C2),
   Cert is C1 * C2.

if hall_wet and bathroom_dry
then problem_in_kitchen : 0.9.
if hall_wet and kitchen_dry
then problem_in_bathroom : 1.
if window_closed or no_rain
then no_water_from_outside : 1.
if problem_in_kitchen and no_water_from_outside
then leak_in_kitchen : 1.

given( hall_wet, 1).
given( bathroom_dry, 1).
given( kitchen_dry, 0).
given( no_rain, 0.8).
given( window_closed, 0).

max( X, Y, X) :- X >= Y, !.
max( X, Y, Y).
min( X, Y, X) :- X =< Y, !.
min( X, Y, Y).
