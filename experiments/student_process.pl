% Call predicates of a student's file. Run by student_process.py behind its walls, with SWI-Prolog's own library alone.
%
% usage: swipl student_process.pl -- CALLS FILE >answers
%
% CALLS holds terms call(Goal, Predicate, Result). Standard output gets a line of JSON for each: {"value": ...} if the goal has an
% answer, {"failed": true} if it has none, or {"fault": ...}; one line of a fault if the file cannot be read.
% A compound board(...), a list and a pair A-B become lists, a variable becomes a text.

:- module(student_process, []).

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(library(prolog_stack)).
:- use_module(library(readutil)).


% Every exception gets the stack of its calls, in which its line is found.
:- multifile prolog_stack:stack_guard/1.
:- dynamic prolog_stack:stack_guard/1.
prolog_stack:stack_guard(_).

:- dynamic trouble/1.
:- multifile user:message_hook/3.
:- dynamic user:message_hook/3.

user:message_hook(Term, error, Lines) :-
    \+ student_process:trouble(_),
    student_process:told(Term, Lines, Text),
    assertz(student_process:trouble(Text)),
    fail.

main :-
    current_prolog_flag(argv, Words),
    last(Words, File),
    append(_, [Calls, File], Words),
    read_file_to_terms(Calls, Terms, []),
    current_output(Out),
    open_null_stream(Nothing),
    set_stream(Nothing, alias(user_output)),
    set_stream(Nothing, alias(user_error)),
    set_output(Nothing),
    prepare,
    catch(load_files(user:File, []), Error, (told(Error, [], Said), assertz(trouble(Said)))),
    (   trouble(Text)
    ->  fault(Out, Text)
    ;   forall(member(Call, Terms), answer(Call, File, Out))
    ).

% Load what tells of an error now: little memory may be left when there is one.
prepare :-
    catch(throw(error(type_error(integer, a), _)), Error, (told(Error, [], _), line_of(Error, none, _))).

answer(call(Goal, Predicate, Result), File, Out) :-
    (   \+ defined(Predicate)
    ->  format(atom(Text), 'no predicate ~q', [Predicate]),
        fault(Out, Text)
    ;   catch(result(Goal, Result, Answer), Error, true),
        (   var(Error)
        ->  say(Out, Answer)
        ;   line_of(Error, File, Line),
            told(Error, [], Said),
            atomic_list_concat([Line, Said], Text),
            fault(Out, Text)
        )
    ).

defined(Name/Arity) :-
    functor(Head, Name, Arity),
    predicate_property(user:Head, number_of_clauses(_)),
    !.

result(Goal, Result, Codes) :-
    (   call(user:Goal)
    ->  (   acyclic_term(Result)
        ->  term_variables(Result, Variables),
            foldl(named, Variables, 0, _),
            (   phrase(json(Result), Json)
            ->  append([0'{, 0'", 0'v, 0'a, 0'l, 0'u, 0'e, 0'", 0':|Json], [0'}], Codes)
            ;   true
            )
        ;   throw(returned('a cyclic term'))
        )
    ;   atom_codes('{"failed": true}', Codes)
    ).

named('$student'(N), N, M) :- M is N + 1.

json('$student'(N)) --> !, [0'", 0'V], written(N), [0'"].
json(N) --> { integer(N) }, !, written(N).
json(X) --> { float(X), Y is truncate(X), X =:= Y }, !, written(Y).
json(X) --> { float(X) }, !, written(X).
json(List) --> { is_list(List) }, !, "[", items(List), "]".
json(A-B) --> !, json([A, B]).
json(Board) --> { compound(Board), compound_name_arguments(Board, board, Cells) }, !, json(Cells).
json(Other) -->
    { format(atom(Text), '~W', [Other, [quoted(true), max_depth(6), portray(false)]]),
      throw(returned(Text)) }.

items([]) --> [].
items([One|More]) --> json(One), items_after(More).

items_after([]) --> [].
items_after([One|More]) --> ",", json(One), items_after(More).

written(Value) --> { number_codes(Value, Codes) }, Codes.

say(Out, Codes) :-
    format(Out, '~s~n', [Codes]),
    flush_output(Out).

fault(Out, Text) :-
    atom_codes(Text, Codes),
    phrase(escaped(Codes, 200), Escaped),
    format(Out, '{"fault": "~s"}~n', [Escaped]),
    flush_output(Out).

escaped(_, 0) --> !, [].
escaped([], _) --> !, [].
escaped([C|More], Left) -->
    character(C),
    { Next is Left - 1 },
    escaped(More, Next).

character(C) --> { memberchk(C, [0'", 0'\\]) }, !, [0'\\, C].
character(C) --> { C < 32 }, !, " ".
character(C) --> { C > 126 }, !, "?".
character(C) --> [C].

% What went wrong, in one line.
told(returned(Text), _, Said) :-
    !,
    atom_concat('returned ', Text, Said).
told(error(syntax_error(What), Where), _, Said) :-
    !,
    (   nonvar(Where), Where =.. [_, _, Line|_], integer(Line)
    ->  format(atom(Said), 'line ~d: syntax error: ~w', [Line, What])
    ;   format(atom(Said), 'syntax error: ~w', [What])
    ).
told(error(Formal, context(Stack, Message)), Lines, Said) :-
    nonvar(Stack),
    Stack = prolog_stack(_),
    !,
    told(error(Formal, context(_, Message)), Lines, Said).
told(Error, _, Said) :-
    catch(message_to_text(Error, Text), _, fail),
    !,
    place(Place),
    atom_concat(Place, Text, Said).
told(Error, _, Said) :-
    format(atom(Said), '~W', [Error, [quoted(true), max_depth(6)]]).

message_to_text(Error, Text) :-
    '$messages':translate_message(Error, Lines, []),
    with_output_to(string(Written), print_message_lines(current_output, '', Lines)),
    split_string(Written, "\n", " \t", Split),
    exclude(==(""), Split, Full),
    atomic_list_concat(Full, ' ', Text).

place(Place) :-
    (   prolog_load_context(term_position, Position),
        stream_position_data(line_count, Position, Line)
    ->  format(atom(Place), 'line ~d: ', [Line])
    ;   Place = ''
    ).

% The line of the student's file in the innermost call.
line_of(error(_, context(Stack, _)), File, Text) :-
    nonvar(Stack),
    Stack = prolog_stack(Frames),
    absolute_file_name(File, Full),
    member(Frame, Frames),
    catch(prolog_stack_frame_property(Frame, location(Full:Line)), _, fail),
    !,
    format(atom(Text), 'line ~d: ', [Line]).
line_of(_, _, '').
