% The cost of a cheapest path of a program, by SWI-Prolog alone: swipl cheapest.pl -- PROGRAM STEP START GOAL
% STEP is step(Goal,S,T,C), such as "step(s(S,T,C),S,T,C)"; where C is not in the goal it is 1. GOAL is a term, or test(S,Goal).
:- use_module(library(heaps)).
:- use_module(library(assoc)).
:- initialization(main, main).

main :-
    current_prolog_flag(argv, Arguments),
    append(_, [File, StepText, StartText, GoalText], Arguments),
    load_files(user:File, [silent(true)]),
    term_string(Start, StartText),
    term_string(step(Step, S, T, C), StepText),
    ( var(C) -> ( term_variables(Step, Vars), memberchk_eq(C, Vars) -> true ; C = 1 ) ; true ),
    term_string(Goal, GoalText),
    list_to_heap([0-Start], Heap),
    empty_assoc(Closed),
    search(Heap, Closed, step(Step, S, T, C), Goal, Found),
    writeln(Found).

memberchk_eq(X, [Y|Rest]) :- ( X == Y -> true ; memberchk_eq(X, Rest) ).

search(Heap, Closed, Step, Goal, Found) :-
    (   get_from_heap(Heap, G, State, Rest)
    ->  (   get_assoc(State, Closed, _)
        ->  search(Rest, Closed, Step, Goal, Found)
        ;   wanted(Goal, State)
        ->  Found = G
        ;   put_assoc(State, Closed, true, Closed1),
            findall(Cost-Next, ( copy_term(Step, step(Call, State, Next, Cost)), call(user:Call) ), Steps),
            foldl(added(G), Steps, Rest, Heap1),
            search(Heap1, Closed1, Step, Goal, Found)
        )
    ;   Found = none
    ).

added(G, Cost-Next, Heap, Heap1) :- G1 is G + Cost, add_to_heap(Heap, G1, Next, Heap1).

wanted(test(S, Test), State) :- !, \+ \+ ( S = State, call(user:Test) ).
wanted(Goal, State) :- \+ \+ Goal = State.
