% Farmer, wolf, goat and cabbage

opp(east, west).
opp(west, east).

unsafe(state(X, Y, Y, C)) :- opp(X, Y).
unsafe(state(X, W, Y, Y)) :- opp(X, Y).

move(state(X,X,G,C), state(Y,Y,G,C)) :-
   opp(X,Y), not(unsafe(state(Y,Y,G,C))),
   writelist(['try farmer takes wolf', Y, Y, G, C]).
move(state(X,W,X,C), state(Y,W,Y,C)) :-
   opp(X,Y), not(unsafe(state(Y,W,Y,C))),
   writelist(['try farmer takes goat', Y, W, Y, C]).
move(state(X,W,G,X), state(Y,W,G,Y)) :-
   opp(X,Y), not(unsafe(state(Y,W,G,Y))),
   writelist(['try farmer takes cabbage', Y, W, G, Y]).
move(state(X,W,G,C), state(Y,W,G,C)) :-
   opp(X,Y), not(unsafe(state(Y,W,G,C))),
   writelist(['try farmer takes self', Y, W, G, C]).

path(Goal, Goal, Been_stack) :-
   write('Solution Path is: '), nl,
   reverse_print_stack(Been_stack).
path(State, Goal, Been_stack) :-
   move(State, Next_state),
   not(member_stack(Next_state, Been_stack)),
   stack(Next_state, Been_stack, New_been_stack),
   path(Next_state, Goal, New_been_stack), !.

go(Start, Goal) :-
   empty_stack(Empty_been_stack),
   stack(Start, Empty_been_stack, Been_stack),
   path(Start, Goal, Been_stack).

empty_stack([]).
stack(E, S, [E|S]).
member_stack(E, S) :- member(E, S).
reverse_print_stack(S) :- empty_stack(S).
reverse_print_stack(S) :- stack(E, Rest, S), reverse_print_stack(Rest), write(E), nl.

writelist([]) :- nl.
writelist([H|T]) :- print(H), tab(1), writelist(T).

test :- go(state(west,west,west,west), state(east,east,east,east)).
