/*  The whole experiment from the Prolog side: search, explain, generalize, learn, search again.

        swipl examples/experiment.pl

    After Markov, Russell and Neller, "The N-Puzzle Problem" (2005). The explanation is generalized here by
    PROLOG-EBG (Kedar-Cabelli and McCarty 1987); if the command arcwise is on the path, it learns from the same
    example, and the two rules are compared.
*/

:- initialization(main, main).

:- use_module(library(assoc)).
:- use_module(library(lists)).
:- use_module(library(process)).

:- dynamic arc/3.                 % what is learned is added
:- ensure_loaded(five_puzzle_arcs).

training(board(4,5,3,0,1,2), board(5,1,3,4,2,0)).
problem(board(4,5,3,0,1,2), board(1,2,3,4,5,0)).

main :-
    problem(Start, Goal),
    breadth_first(Start, Goal, Path0, Moves0, Before),
    report("before learning", Path0, Moves0, Before),
    training(From, To),
    breadth_first(From, To, [_|States], _, _),
    learn(From, States, Macro),
    \+ \+ ( numbervars(Macro, 0, _), format("learned: ~W.~n", [Macro, [numbervars(true)]]) ),
    asserta(Macro),
    breadth_first(Start, Goal, Path1, Moves1, After),
    report("after learning", Path1, Moves1, After),
    compare_with_arcwise(Macro).

report(When, Path, Moves, Expanded) :-
    length(Path, States),
    Steps is States - 1,
    format("~s: ~d expanded; ~d steps, ~d moves~n", [When, Expanded, Steps, Moves]).

% --- Search -----------------------------------------------------------------------------------------------

%!  breadth_first(+Start, +Goal, -Path, -Cost, -Expanded) is semidet.
%
%   Oldest state first; a state that was made before is dropped.

breadth_first(Start, Goal, Path, Cost, Expanded) :-
    list_to_assoc([Start-true], Made),
    breadth_first([node(Start, [Start], 0)|Rest], Rest, Made, Goal, 0, Path, Cost, Expanded).

breadth_first(Open, Rest, _, _, _, _, _, _) :-
    Open == Rest, !, fail.
breadth_first([node(Goal, States, Cost)|_], _, _, Goal, Expanded, Path, Cost, Expanded) :-
    !,
    reverse(States, Path).
breadth_first([node(State, States, Cost)|Open], Rest0, Made0, Goal, Count, Path, Total, Expanded) :-
    findall(Next-Step, arc(State, Next, Step), Successors),
    new_nodes(Successors, States, Cost, Made0, Made, Rest0, Rest),
    Count1 is Count + 1,
    breadth_first(Open, Rest, Made, Goal, Count1, Path, Total, Expanded).

new_nodes([], _, _, Made, Made, Rest, Rest).
new_nodes([State-_|Successors], States, Cost, Made0, Made, Rest0, Rest) :-
    get_assoc(State, Made0, _),
    !,
    new_nodes(Successors, States, Cost, Made0, Made, Rest0, Rest).
new_nodes([State-Step|Successors], States, Cost, Made0, Made, [Node|Rest0], Rest) :-
    Total is Cost + Step,
    Node = node(State, [State|States], Total),
    put_assoc(State, Made0, true, Made1),
    new_nodes(Successors, States, Cost, Made1, Made, Rest0, Rest).

% --- Learning ---------------------------------------------------------------------------------------------

%   The domain theory: States lead from Before to After.
leads(After, [], After, 0).
leads(Before, [State|States], After, Cost) :-
    arc(Before, State, First),
    leads(State, States, After, Rest),
    Cost is First + Rest.

%   The rule learned from the path of a training example.
learn(Start, States, arc(Before, After, Cost)) :-
    explain(leads(Start, States, _, _), leads(Before, _, After, Cost)).

%!  explain(+Goal, ?General) is nondet.
%
%   Prove Goal, and General by the same clauses: it is bound only where the proof itself binds it.

explain(true, true).
explain((Goal, Goals), (General, Generals)) :-
    explain(Goal, General),
    explain(Goals, Generals).
explain(Value is Expression, General is GeneralExpression) :-
    Value is Expression,
    General is GeneralExpression.
explain(Goal, General) :-
    \+ predicate_property(Goal, built_in),
    clause(Goal, Body, Clause),
    clause(General, GeneralBody, Clause),
    explain(Body, GeneralBody).

% --- The same by arcwise ----------------------------------------------------------------------------------

compare_with_arcwise(Macro) :-
    source_file(main, File),
    file_directory_name(File, Folder),
    directory_file_path(Folder, 'five_puzzle.json', Examples),
    tmp_file_stream(Library, Stream, [extension(pl)]),
    close(Stream),
    catch(process_create(path(arcwise), [learn, 'sliding-tile:2x3', file(Examples), '-o', file(Library)],
                         [stdout(null), process(Process)]),
          error(existence_error(_, _), _),
          Absent = true),
    (   Absent == true
    ->  format("arcwise is not on the path: nothing to compare with~n")
    ;   process_wait(Process, exit(0)),
        learned:consult(Library),
        findall(Rule, ( Rule = arc(_, _, _), clause(learned:Rule, true) ), Rules),
        (   Rules = [Rule],
            Rule =@= Macro
        ->  format("arcwise learned the same rule~n")
        ;   format("arcwise learned other rules: ~q~n", [Rules]),
            halt(1)
        )
    ).
