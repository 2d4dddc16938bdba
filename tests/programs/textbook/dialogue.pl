% An interactive program: asks, remembers, answers

:- dynamic known/2.

go :-
   write('Welcome. Which animal do you think of? Answer yes. or no.'), nl,
   hypothesize(Animal),
   write('I guess that the animal is: '), write(Animal), nl,
   undo.

hypothesize(cheetah) :- cheetah, !.
hypothesize(tiger)   :- tiger, !.
hypothesize(unknown).

cheetah :- mammal, carnivore, verify(has_dark_spots).
tiger :- mammal, carnivore, verify(has_black_stripes).
mammal :- verify(has_hair), !.
mammal :- verify(gives_milk).
carnivore :- verify(eats_meat), !.
carnivore :- verify(has_pointed_teeth).

ask(Question) :-
   write('Does the animal have the following attribute: '),
   write(Question), write('? '),
   read(Response), nl,
   ( (Response == yes ; Response == y)
     -> assert(known(Question, yes))
     ;  assert(known(Question, no)), fail ).

verify(S) :-
   ( known(S, yes) -> true ; known(S, no) -> fail ; ask(S) ).

undo :- retract(known(_, _)), fail.
undo.

suppose([]).
suppose([S=A|Rest]) :- assert(known(S, A)), suppose(Rest).

guess(Answers, Animal) :- undo, suppose(Answers), hypothesize(Animal).
