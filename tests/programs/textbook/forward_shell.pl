% A forward chaining rule interpreter

:- op( 800, fx, if).
:- op( 700, xfx, then).
:- op( 300, xfy, or).
:- op( 200, xfy, and).

:- dynamic fact/1.

forward  :-
   new_derived_fact( P),
   !,
   write( 'Derived: '), write( P), nl,
   assert( fact( P) ),
   forward
   ;
   write( 'No more facts').

new_derived_fact( Concl)  :-
   if Cond then Concl,
   \+ fact( Concl),
   composed_fact( Cond).

composed_fact( Cond)  :-
   fact( Cond).
composed_fact( Cond1 and Cond2)  :-
   composed_fact( Cond1),
   composed_fact( Cond2).
composed_fact( Cond1 or Cond2)  :-
   composed_fact( Cond1)
   ;
   composed_fact( Cond2).

if
   hall_wet and kitchen_dry
then
   leak_in_bathroom.

if
   hall_wet and bathroom_dry
then
   problem_in_kitchen.

if
   window_closed or no_rain
then
   no_water_from_outside.

if
   problem_in_kitchen and no_water_from_outside
then
   leak_in_kitchen.

fact( hall_wet).
fact( bathroom_dry).
fact( window_closed).

is_true( P)  :-
   fact( P).
is_true( P)  :-
   if Condition then P,
   is_true( Condition).
is_true( P1 and P2)  :-
   is_true( P1),
   is_true( P2).
is_true( P1 or P2)  :-
   is_true( P1)
   ;
   is_true( P2).
