% A semantic network with inheritance; facts are about isa links and other relations

isa( bird, animal).
isa( albatross, bird).
isa( albert, albatross).
isa( ross, albatross).
isa( kiwi, bird).
isa( kim, kiwi).

moving_method( bird, fly).
moving_method( kiwi, walk).
colour( albatross, black_and_white).
colour( kiwi, brown).
active_at( bird, daylight).
active_at( kiwi, night).

fact( Fact)  :-
   Fact, !.
fact( Fact)  :-
   Fact =.. [ Rel, Arg1, Arg2],
   isa( Arg1, SuperArg),
   SuperFact =.. [ Rel, SuperArg, Arg2],
   fact( SuperFact).
