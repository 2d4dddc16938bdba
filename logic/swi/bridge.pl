/*  The Prolog half of the child process: programs and libraries, each in a module of its own, and questions to them.

    A request is a term as text; a reply is JSON.
    Nothing that a program does gets out of here but through the reply: its errors are caught, its inferences
    bounded, its output sent to user_error, its halt refused.
*/

:- module(arcwise_bridge, [answer/2, tell_to/1]).

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(solution_sequences)).
:- use_module(json).
:- use_module(failures).
:- use_module(program).
:- use_module(proofs).
:- use_module(purity).
:- use_module(terms).

:- dynamic busy/0, halt_refused/0, telling/1, has_linked/1.

%!  answer(+Request, -Line) is det.
%
%   Line is JSON: ["ok", Reply], or ["failed", [Kind, Text, File, Line]], a kind of failure, a text, and where in the
%   program's files it happened: '' and 0 where that is not known.

answer(Request, Line) :-
    catch(( isolated(Request, Term) -> true ; Error = refused ), Error, true),
    (   halt_refused
    ->  Reply = [failed, [halt, '', '', 0]]
    ;   nonvar(Error)
    ->  failure(Error, Failure),
        Reply = [failed, Failure]
    ;   Reply = [ok, Term]
    ),
    copy_term(Reply, Plain, _),
    numbervars(Plain, 0, _),             % the name that Prolog gives a variable is its place, and terms move
    with_output_to(atom(Line), write_json(Plain)).

%!  tell_to(+File) is det.
%
%   Where replies go: what a request finds before its end is told there as a line ["more", Term].

tell_to(File) :-
    open(File, append, Stream, [encoding(utf8)]),
    assertz(telling(Stream)).

tell(Term) :-
    telling(Stream),
    with_output_to(string(Line), write_json([more, Term])),
    writeln(Stream, Line),
    flush_output(Stream).

isolated(Text, Result) :-
    current_input(Input),
    current_output(Output),
    open_string("", Empty),
    setup_call_cleanup(
        ( set_input(Empty), set_output(user_error), retractall(halt_refused), assertz(busy) ),
        ( term_to_atom(Request, Text), once(request(Request, Result)) ),
        ( retractall(busy), set_input(Input), set_output(Output), close(Empty) )).

:- at_halt(refuse_halt).

refuse_halt :-
    (   busy
    ->  assertz(halt_refused),
        cancel_halt(arcwise)
    ;   true
    ).

bounded(Goal, Limit) :-
    call_with_inference_limit(Goal, Limit, Outcome),
    (   Outcome == inference_limit_exceeded
    ->  throw(inference_limit)
    ;   true
    ).

% --- Loading ----------------------------------------------------------------------------------------------

%   load(Module, Id, File, Limit): load the program in File, as Prolog itself loads a file, under the source id Id, which also
%   says in which folder the files lie that it includes. Reply: [Kind, File, Line, Column, Text] messages.
request(load(Module, Id, File, Limit), Notes) :-
    retractall(note(_, _, _, _, _)),
    bounded_load(Module, Id, File, Limit),
    forall(undefined(Module, Place, Text), assertz_note(warning, Place, Text)),
    findall([Kind, Source, Line, Column, Message], note(Kind, Source, Line, Column, Message), AllNotes),
    list_to_set(AllNotes, Notes).
request(unload(Module), []) :-
    findall(Name/Arity,
            ( current_predicate(Module:Name/Arity), functor(Head, Name, Arity), own(Module:Head) ),
            Indicators),
    forall(member(Indicator, Indicators), abolish(Module:Indicator)).
request(version, [Major, Minor, Patch]) :-
    current_prolog_flag(version, Version),
    Major is Version // 10000,
    Minor is Version // 100 mod 100,
    Patch is Version mod 100.
request(clauses(Module, Limit), Rows) :-
    bounded(program_clauses(Module, Rows), Limit).
request(prove(Module, Goal, Values, Recorded, Most, Limit), Reply) :-
    prove(Module, Goal, Values, Recorded, Most, Limit, tell, Reply).
request(first_answer(Module, Limit, Library, Goal), Answers) :-
    Module:use_module(Library),
    bounded(findall(Answer, once(call(Module:Goal, Answer)), Answers), Limit).
request(answers(Module, Goal, Template, Max, Limit), Code) :-
    located(answers(Module:Goal, Template, Max, Limit, Answers), Module:Goal, Limit),
    ( term_attvars(Answers, []) -> true ; throw(bad_answer('variables that constraints leave open')) ),
    coded(Answers, Code).
request(changes(Module, Goal, Limit), Why) :-
    catch(( bounded(unsteady_goal(Module, Goal, Why), Limit) -> true ; Why = '' ), error(_, _),
          Why = 'it cannot be seen whether the program answers the same each time').

%   timed(Module, Goal, Limit, Runs): the first answer to a goal, looked for again and again.
%   Reply: yes, no or limit; inferences of one run without those of running it; CPU seconds of all.
request(timed(Module, Goal, Limit, Runs), [Outcome, Inferences, Seconds]) :-
    linked(Module),
    counted_run(user:true, Limit, _, Own),
    counted_run(Module:Goal, Limit, Outcome, All),
    Inferences is All - Own,
    statistics(cputime, Before),
    ( Outcome == limit -> true ; forall(between(1, Runs, _), ignore(\+ \+ Module:Goal)) ),
    statistics(cputime, After),
    Seconds is After - Before.

%   Predicates of libraries are loaded: a limit in the middle of that leaves them unknown for ever.
linked(Module) :-
    has_linked(Module),
    !.
linked(Module) :-
    forall(( current_predicate(Module:Name/Arity), functor(Head, Name, Arity), own(Module:Head),
             catch(clause(Module:Head, Body), error(_, _), fail), Body \== true,
             goal_within(Body, Goal), \+ Goal = _:_ ),
           catch(ignore(predicate_property(Module:Goal, number_of_clauses(_))), error(_, _), true)),
    assertz(has_linked(Module)).

counted_run(Goal, Limit, Outcome, Inferences) :-
    statistics(inferences, Before),
    call_with_inference_limit(( \+ Goal -> Found = no ; Found = yes ), Limit, Ended),
    statistics(inferences, After),
    Inferences is After - Before,
    ( Ended == inference_limit_exceeded -> Outcome = limit ; Outcome = Found ).

bounded_load(Module, Id, File, Limit) :-
    open(File, read, Stream, [encoding(utf8)]),
    seek(Stream, 0, bof, _),
    set_stream(Stream, file_name(Id)),
    call_cleanup(
        catch(bounded(load_files(Module:Id, [stream(Stream), module(Module), silent(true)]), Limit),
              error(Formal, Context),
              ( reached(Stream, Line), throw(while_loading(error(Formal, Context), Id, Line)) )),
        close(Stream)).

%   The line up to which a stream was read; a line that is only begun does not count.
reached(Stream, Line) :-
    line_count(Stream, Count),
    line_position(Stream, Column),
    (   Column =:= 0
    ->  Line is max(1, Count - 1)
    ;   Line = Count
    ).

:- multifile user:message_hook/3.
:- dynamic user:message_hook/3.

user:message_hook(Term, Kind, Lines) :-
    arcwise_bridge:busy,
    (   memberchk(Kind, [error, warning])
    ->  arcwise_bridge:remember(Term, Kind, Lines)
    ;   true
    ).

remember(Term, Kind, Lines) :-
    place(Term, File, Line, Column),
    lines_text(Lines, Text),
    assertz(note(Kind, File, Line, Column, Text)).

place(error(_, Context), File, Line, Column) :-
    nonvar(Context),
    Context = file(File, Line, Offset, _),
    Line > 0,
    !,
    Column is Offset + 1.
place(initialization_error(_, _, File:Line), File, Line, 0) :-
    !.
place(_, File, Line, 0) :-
    source_location(File, Line),
    !.
place(_, '', 0, 0).

% --- Answers ----------------------------------------------------------------------------------------------

%   All answers in order, Max at most.
answers(Goal, Template, Max, Limit, Answers) :-
    More is Max + 1,
    bounded(findall(Template, limit(More, Goal), Answers), Limit),
    (   length(Answers, More)
    ->  throw(answer_limit)
    ;   true
    ).

%   located(Call, Goal, Limit): call a request that asks the program Goal; an error then tells where in the program it
%   arose. A query of pyswip suppresses backtraces, so that Goal is asked again in a thread.
located(Call, Goal, Limit) :-
    catch(Call, error(Formal, Context),
          (   backtrace_of(Goal, Limit, Stack)
          ->  ( Context = context(_, Message) -> true ; true ),
              throw(error(Formal, context(Stack, Message)))
          ;   throw(error(Formal, Context))
          )).

backtrace_of(Goal, Limit, Stack) :-
    thread_create(run_again(Goal, Limit), Thread),
    thread_join(Thread, exception(error(_, context(Stack, _)))),
    nonvar(Stack),
    Stack = prolog_stack(_).

run_again(Goal, Limit) :-
    open_string("", Empty),
    set_input(Empty),
    set_output(user_error),
    set_prolog_flag(last_call_optimisation, false),
    bounded(findall(true, ( catch_with_backtrace(Goal, Error, throw(Error)), fail ), _), Limit).
