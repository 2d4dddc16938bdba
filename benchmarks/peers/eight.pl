% The 8-puzzle as a program of moves, which arcwise searches, and breadth-first search of it by hand with library(assoc).
% usage: swipl -O -g main eight.pl     prints the moves of the shortest plan and the states that were expanded

move(State, Next) :- blank(State, Place), neighbour(Place, Other), swapped(Place, Other, State, Next).

blank(State, Place) :- arg(Place, State, 0), !.

neighbour(Place, Other) :- Place > 3, Other is Place - 3.
neighbour(Place, Other) :- Place mod 3 =\= 1, Other is Place - 1.
neighbour(Place, Other) :- Place mod 3 =\= 0, Other is Place + 1.
neighbour(Place, Other) :- Place < 7, Other is Place + 3.

swapped(Place, Other, State, Next) :-
    arg(Other, State, Tile), State =.. [board|Cells], replaced(Cells, 1, Place, Other, Tile, After), Next =.. [board|After].

replaced([], _, _, _, _, []).
replaced([Cell|Cells], At, Place, Other, Tile, [New|After]) :-
    (   At =:= Place -> New = Tile ; At =:= Other -> New = 0 ; New = Cell ),
    Following is At + 1, replaced(Cells, Following, Place, Other, Tile, After).

start(board(8,0,6,5,4,7,2,3,1)).
goal(board(1,2,3,4,5,6,7,8,0)).
