/*  Following a policy in plain SWI-Prolog: swipl policy.pl -- PROBLEM.pddl prints a plan.

    The rules are the facts about macros that stand before this program. A goal is made true by the rule that seems to need
    fewest steps; what a rule asks for is made true by rules again, in its order, and then its steps are made. What was
    brought about stays until then, goals that were reached stay. A choice that comes to nothing is taken back and the next
    one tried: facts are predicates of the module state, and what changed since stands on a stack.

    Atoms carry a + before their predicate, so that no predicate of Prolog has the same name.
*/

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(aggregate)).
:- use_module(library(assoc)).
:- use_module(library(ordsets)).
:- use_module(library(pairs)).
:- use_module(library(solution_sequences)).
:- use_module(library(readutil)).
:- use_module(library(dcg/basics)).
:- use_module(library(heaps)).

:- dynamic of_type/2, kind/2, size_known/2, rule/4, walk/8, changes/1, looked_up/2, kept/1, reserved/2, owner/1, changed/3.
:- dynamic chosen/4, undoing/1, collected/3, walk_search/5, near/4.
:- dynamic single/7, place/2.
:- set_prolog_flag(stack_limit, 4_000_000_000).
:- initialization(main, main).

main :-
    current_prolog_flag(argv, [File|_]), !,
    catch(solve_file(File, Plan), Problem, (message_of(Problem, Words), fail_with(File, Words))),
    forall(member(Step, Plan), (pddl_text(Step, Text), writeln(Text))).
main :-
    fail_with('usage', 'swipl policy.pl -- PROBLEM.pddl').

message_of(not_reached(Goal, Reason), Words) :- !,
    pddl_text(Goal, Text),
    Reason = Format-Values,
    maplist(said, Values, Said),
    format(atom(Why), Format, Said),
    format(atom(Words), '~w is not reached: ~w', [Text, Why]).
message_of(error(existence_error(source_sink, _), _), 'there is no such file') :- !.
message_of(Problem, Words) :-
    format(atom(Words), '~p', [Problem]).

said(Value, Text) :- ( number(Value) -> Text = Value ; pddl_text(Value, Text) ).

fail_with(Where, Words) :-
    format(user_error, '~w: ~w~n', [Where, Words]),
    halt(1).

pddl_text(Term, Text) :-
    Term =.. [Stored|Terms],
    ( atom_concat('+', Name, Stored) -> true ; Name = Stored ),
    Words = [Name|Terms],
    atomic_list_concat(Words, ' ', Inside),
    format(atom(Text), '(~w)', [Inside]).
