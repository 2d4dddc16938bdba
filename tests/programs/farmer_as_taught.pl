% Depth-first search with a farmer, typical course text
:- initialization(main).
:- dynamic visited/1.
start(state(left,left,left,left)).
goal(state(right,right,right,right)).
main :- start(S), path(S, [S], P), reverse(P, R), print_path(R), halt.
path(S, P, P) :- goal(S).
path(S, V, P) :- move(S, T), \+ member(T, V), assertz(visited(T)), path(T, [T|V], P).
print_path([]).
print_path([H|T]) :- write(H), nl, print_path(T).
opposite(left, right).
opposite(right, left).
move(state(F,F,G,C), state(O,O,G,C)) :- opposite(F,O), safe(state(O,O,G,C)).
move(state(F,W,F,C), state(O,W,O,C)) :- opposite(F,O), safe(state(O,W,O,C)).
move(state(F,W,G,F), state(O,W,G,O)) :- opposite(F,O), safe(state(O,W,G,O)).
move(state(F,W,G,C), state(O,W,G,C)) :- opposite(F,O), safe(state(O,W,G,C)).
safe(state(F,W,G,C)) :- not(conflict(F,W,G)), not(conflict(F,G,C)).
conflict(F,X,X) :- F \= X.
