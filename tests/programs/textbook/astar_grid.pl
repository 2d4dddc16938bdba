% A* on a grid, with the frontier as a sorted list of F-G-Node-Path

:- dynamic closed/1.

astar(Path, Cost) :-
   start(S), h(S, H),
   retractall(closed(_)),
   search([H-0-S-[S]], Path, Cost).

search([_-G-N-P|_], Path, G) :-
   goal(N), !, rev(P, Path).
search([_-_-N-_|Rest], Path, Cost) :-
   closed(N), !, search(Rest, Path, Cost).
search([_-G-N-P|Rest], Path, Cost) :-
   asserta(closed(N)),
   findall(F1-G1-N1-[N1|P],
           ( s(N, N1, C), \+ closed(N1), G1 is G+C, h(N1, H1), F1 is G1+H1 ),
           Children),
   append(Rest, Children, Open),
   keysort_open(Open, Sorted),
   search(Sorted, Path, Cost).

keysort_open(Open, Sorted) :- sort(0, @=<, Open, Sorted).

s(X/Y, X1/Y1, 1) :-
   step(DX, DY),
   X1 is X+DX, Y1 is Y+DY,
   X1 >= 1, X1 =< 5, Y1 >= 1, Y1 =< 5,
   \+ wall(X1/Y1).
step(1, 0).  step(0, 1).  step(-1, 0).  step(0, -1).

wall(2/1). wall(2/2). wall(2/3). wall(4/5). wall(4/4). wall(4/3).

start(1/1).
goal(5/5).

h(X/Y, H) :- goal(A/B), H is abs(A-X) + abs(B-Y).

rev(L, R) :- rev(L, [], R).
rev([], R, R).
rev([X|Xs], A, R) :- rev(Xs, [X|A], R).

?- write('Ask astar(Path, Cost).'), nl.
