% is_true( P, Proof): Proof is a proof that P is true; rules with an arrow

:- op( 800, fx, if).
:- op( 700, xfx, then).
:- op( 300, xfy, or).
:- op( 200, xfy, and).
:- op( 800, xfx, <=).

is_true( P, P)  :-
   fact( P).
is_true( P, P <= CondProof)  :-
   if Cond then P,
   is_true( Cond, CondProof).
is_true( P1 and P2, Proof1 and Proof2)  :-
   is_true( P1, Proof1),
   is_true( P2, Proof2).
is_true( P1 or P2, Proof)  :-
   is_true( P1, Proof)
   ;
   is_true( P2, Proof).

if has_hair or gives_milk then mammal.
if has_feathers or flies and lays_eggs then bird.
if mammal and ( eats_meat or pointed_teeth and claws) then carnivore.
if carnivore and tawny and dark_spots then cheetah.
if carnivore and tawny and stripes then tiger.

fact( has_hair).
fact( pointed_teeth).
fact( claws).
fact( tawny).
fact( stripes).

explain( P) :-
   is_true( P, Proof),
   show( Proof, 0).

show( P <= Proof, H) :- !,
   tab( H), write( P), write( ' because'), nl,
   H1 is H + 3,
   show( Proof, H1).
show( P1 and P2, H) :- !,
   show( P1, H),
   tab( H), write( and), nl,
   show( P2, H).
show( P, H) :-
   tab( H), write( P), nl.

useranswer( P) :-
   write( 'Is it true: '), write( P), write( '?'), nl,
   read( Answer),
   Answer = yes,
   asserta( fact( P)).
