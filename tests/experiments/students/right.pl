% A student's file with every predicate filled in, written without arcwise.

:- use_module(library(assoc)).

arc(board(A,B,C,0,D,E), board(0,B,C,A,D,E), 1).
arc(board(A,B,C,D,0,E), board(A,0,C,D,B,E), 1).
arc(board(A,B,C,D,E,0), board(A,B,0,D,E,C), 1).
arc(board(A,0,B,C,D,E), board(0,A,B,C,D,E), 1).
arc(board(A,B,0,C,D,E), board(A,0,B,C,D,E), 1).
arc(board(A,B,C,D,0,E), board(A,B,C,0,D,E), 1).
arc(board(A,B,C,D,E,0), board(A,B,C,D,0,E), 1).
arc(board(0,A,B,C,D,E), board(A,0,B,C,D,E), 1).
arc(board(A,0,B,C,D,E), board(A,B,0,C,D,E), 1).
arc(board(A,B,C,0,D,E), board(A,B,C,D,0,E), 1).
arc(board(A,B,C,D,0,E), board(A,B,C,D,E,0), 1).
arc(board(0,A,B,C,D,E), board(C,A,B,0,D,E), 1).
arc(board(A,0,B,C,D,E), board(A,D,B,C,0,E), 1).
arc(board(A,B,0,C,D,E), board(A,B,E,C,D,0), 1).

successors(State, Pairs) :- findall(After-1, move(State, After), Pairs).

move(State, After) :-
    functor(State, board, Size),
    arg(Blank, State, 0),
    !,
    step(Blank, Size, Other),
    swapped(State, Blank, Other, After).

step(Blank, Size, Other) :-
    Column is (Blank - 1) mod 3,
    (   Blank > 3, Other is Blank - 3
    ;   Column > 0, Other is Blank - 1
    ;   Column < 2, Other is Blank + 1
    ;   Other is Blank + 3, Other =< Size
    ).

swapped(State, One, Other, After) :-
    State =.. [_|Cells],
    length(Cells, Size),
    functor(After, board, Size),
    arg(One, State, A),
    arg(Other, State, B),
    arg(One, After, B),
    arg(Other, After, A),
    forall_cells(1, Size, One, Other, State, After).

forall_cells(N, Size, _, _, _, _) :- N > Size, !.
forall_cells(N, Size, One, Other, State, After) :-
    (   ( N =:= One ; N =:= Other )
    ->  true
    ;   arg(N, State, C), arg(N, After, C)
    ),
    M is N + 1,
    forall_cells(M, Size, One, Other, State, After).

manhattan(State, Goal, Distance) :-
    findall(D, far(State, Goal, D), All),
    sum_list(All, Distance).

far(State, Goal, D) :-
    arg(At, State, Tile),
    Tile =\= 0,
    arg(Home, Goal, Tile),
    D is abs((At - 1) // 3 - (Home - 1) // 3) + abs((At - 1) mod 3 - (Home - 1) mod 3).

breadth_first(Start, Goal, Macros, Path, Expanded) :-
    findall(B-A, arc(B, A, _), Arcs),
    append(Macros, Arcs, Rules),
    list_to_assoc([Start-none], Seen),
    breadth([Start|Tail], Tail, Goal, Rules, Seen, 0, Path, Expanded).

breadth(Queue, Tail, _, _, _, _, _, _) :- Queue == Tail, !, fail.
breadth([Goal|_], _, Goal, _, Seen, N, Path, N) :- !, back(Goal, Seen, [], Path).
breadth([State|Queue], Tail, Goal, Rules, Seen, N, Path, Expanded) :-
    findall(After, (member(Rule, Rules), copy_term(Rule, State-After)), Afters),
    reached(Afters, State, Seen, Tail, Seen1, Tail1),
    M is N + 1,
    breadth(Queue, Tail1, Goal, Rules, Seen1, M, Path, Expanded).

reached([], _, Seen, Tail, Seen, Tail).
reached([After|More], State, Seen, Tail, Seen2, Tail2) :-
    (   get_assoc(After, Seen, _)
    ->  reached(More, State, Seen, Tail, Seen2, Tail2)
    ;   put_assoc(After, Seen, State, Seen1),
        Tail = [After|Tail1],
        reached(More, State, Seen1, Tail1, Seen2, Tail2)
    ).

back(none, _, Path, Path) :- !.
back(State, Seen, Found, Path) :-
    get_assoc(State, Seen, Parent),
    back(Parent, Seen, [State|Found], Path).

a_star(Start, Goal, Path) :-
    manhattan(Start, Goal, H),
    empty_assoc(Closed),
    a_star([f(H, 0, Start, [Start])], Goal, Closed, Path).

a_star([f(_, _, Goal, Back)|_], Goal, _, Path) :- !, reverse(Back, Path).
a_star([f(_, G, State, Back)|Open], Goal, Closed, Path) :-
    (   get_assoc(State, Closed, _)
    ->  a_star(Open, Goal, Closed, Path)
    ;   put_assoc(State, Closed, G, Closed1),
        G1 is G + 1,
        findall(f(F, G1, After, [After|Back]),
                ( move(State, After), \+ get_assoc(After, Closed1, _), manhattan(After, Goal, H), F is G1 + H ),
                New),
        append(New, Open, Both),
        sort(1, @=<, Both, Sorted),
        a_star(Sorted, Goal, Closed1, Path)
    ).

generalize([First|Path], Before, After) :-
    functor(First, board, Size),
    functor(Before, board, Size),
    arg(Blank, First, 0),
    arg(Blank, Before, 0),
    !,
    followed(Path, Before, After).

followed([], After, After).
followed([State|Path], Before, After) :-
    functor(Before, _, Size),
    between(1, Size, Blank),
    arg(Blank, Before, Cell),
    Cell == 0,
    !,
    arg(Other, State, 0),
    !,
    swapped(Before, Blank, Other, Next),
    followed(Path, Next, After).

update(Examples, Macros) :- update(Examples, [], Macros).

update([], Found, Macros) :- reverse(Found, Macros).
update([Start-Goal|More], Found, Macros) :-
    (   breadth_first(Start, Goal, [], [A, B, C|Path], _),
        generalize([A, B, C|Path], Before, After),
        \+ ( member(Other, Found), Other =@= Before-After )
    ->  update(More, [Before-After|Found], Macros)
    ;   update(More, Found, Macros)
    ).
