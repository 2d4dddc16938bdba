/*  What went wrong in a theory, in words and with the clause in which it happened. */

:- module(arcwise_failures, [failure/2, clause_line/3, lines_text/2, note/5, assertz_note/3]).

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(prolog_clause)).
:- use_module(library(prolog_stack)).

%!  note(?Kind, ?File, ?Line, ?Column, ?Text) is nondet.
%
%   What is said of a program while it is loaded: an `error`, a `warning`, a `state` that is none.

:- dynamic note/5.

%!  assertz_note(+Kind, :Place, +Text) is det.

assertz_note(Kind, File:Line, Text) :-
    assertz(note(Kind, File, Line, 0, Text)).

%!  failure(+Error, -Reply) is det.
%
%   Reply is a list of a kind of failure, a text, a file and a line; '' and 0 where these are not known.

failure(Error, [Kind, Text, File, Line]) :-
    failure_place(Error, File, Line),
    failure_text(Error, Kind, Text).

failure_text(while_loading(Error, _, _), Kind, Text) :- !, failure_text(Error, Kind, Text).
failure_text(inference_limit, limit, '') :- !.
failure_text(answer_limit, answers, '') :- !.
failure_text(refused, error, 'the request failed') :- !.
failure_text(bad_answer(Text), answer, Text) :- !.
failure_text(error(Formal, context(Caller, Message)), Kind, Text) :-
    nonvar(Caller),
    (   Caller = prolog_stack(_)
    ;   Caller == system:'<meta-call>'/1
    ;   Caller == system:setup_call_catcher_cleanup/4 % of proofs.pl
    ),
    !,
    failure_text(error(Formal, context(_, Message)), Kind, Text).
failure_text(error(resource_error(What), _), error, Text) :-
    !,
    format(atom(Text), 'not enough memory: ~w', [What]).
failure_text(Error, error, Text) :-
    nonvar(Error),
    Error \= error(_, _),
    '$messages':translate_message(Error, ['Unknown message: ~p'-_|_], []),
    !,
    format(atom(Text), 'nothing catches what is thrown: ~q', [Error]).
failure_text(Error, error, Text) :-
    '$messages':translate_message(Error, Lines, []),
    lines_text(Lines, Text).

%   The clause of the program in which an error arose: the innermost one that is not of the system.
failure_place(error(_, Context), File, Line) :-
    nonvar(Context),
    Context = context(Stack, _),
    nonvar(Stack),
    Stack = prolog_stack(Frames),
    member(frame(_, Where, _), Frames),
    clause_place(Where, File, Line),
    current_prolog_flag(home, Home),
    \+ sub_atom(File, 0, _, _, Home),
    !.
failure_place(while_loading(_, File, Line), File, Line) :-
    !.
failure_place(_, '', 0).

clause_place(pred_line(_, File:Line), File, Line).
clause_place(clause(Clause, _), File, Line) :-
    clause_line(Clause, File, Line).

%!  clause_line(+Clause, -File, -Line) is semidet.

clause_line(Clause, File, Line) :-
    clause_property(Clause, file(File)),
    clause_property(Clause, line_count(Line)).

%   Formats call goals by ~@: such a line is shown as a term.
without_goals(Line, Plain) :-
    (   format(atom(Text), '~q', [Line]),
        sub_atom(Text, _, _, _, '~'),
        sub_atom(Text, _, _, _, '@')
    ->  Plain = '~w'-[Text]
    ;   Plain = Line
    ).

%!  lines_text(+Lines, -Text) is det.
%
%   The lines of a message as an atom.

lines_text(Lines, Text) :-
    maplist(without_goals, Lines, Plain),
    with_output_to(string(Printed), print_message_lines(current_output, '', Plain)),
    split_string(Printed, "", " \n", [Trimmed]),
    atom_string(Text, Trimmed).
