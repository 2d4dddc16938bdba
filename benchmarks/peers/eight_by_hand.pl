:- ['eight.pl'].

% Layer by layer: lists of states, and an assoc of those that were reached.
main :-
    start(Start), list_to_assoc([Start-0], Reached), search([Start], Reached, 0, 0, Moves, Expanded),
    format("~d ~d~n", [Moves, Expanded]), halt.

search(Layer, Reached, Depth, Expanded, Moves, All) :-
    (   goal(Goal), memberchk(Goal, Layer)
    ->  Moves = Depth, All = Expanded
    ;   expanded(Layer, Reached, After, [], Next), length(Layer, Count),
        Deeper is Depth + 1, More is Expanded + Count, search(Next, After, Deeper, More, Moves, All)
    ).

expanded([], Reached, Reached, Next, Next).
expanded([State|States], Reached, After, Before, Next) :-
    findall(One, move(State, One), Ones), added(Ones, Reached, Between, Before, Made), expanded(States, Between, After, Made, Next).

added([], Reached, Reached, Made, Made).
added([One|Ones], Reached, After, Before, Made) :-
    (   get_assoc(One, Reached, _)
    ->  added(Ones, Reached, After, Before, Made)
    ;   put_assoc(One, Reached, 0, Between), added(Ones, Between, After, [One|Before], Made)
    ).
