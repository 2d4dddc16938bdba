/*  The Prolog half of the child process: programs and libraries, each in a module of its own, and questions to them.

    A request is a term as text; a reply is JSON.
    Nothing that a program does gets out of here but through the reply: its errors are caught, its inferences
    bounded, its output sent to user_error, its halt refused.

    A program says how one state leads to another by arc/3, arc/2, s/3 or s/2, the first of these that it defines:
    the state, its successor and the cost, which is 1 where it is not said (s as in Bratko's textbook).
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

:- dynamic busy/0, halt_refused/0, telling/1.

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

%   All answers in order, Max at most.
all(Template, Goal, Max, Limit, Answers) :-
    More is Max + 1,
    bounded(findall(Template, limit(More, Goal), Answers), Limit),
    (   length(Answers, More)
    ->  throw(answer_limit)
    ;   true
    ).

% --- Loading ----------------------------------------------------------------------------------------------

%   load(Module, Id, File, Limit): load the program in File, as Prolog itself loads a file, under the source id Id, which also
%   says in which folder the files lie that it includes.
%   Reply: [Notes, Steps, Forms, Facts, Changes], Changes being why answers may change, '' where they do not, Notes being
%   [Kind, File, Line, Column, Text] messages, Steps the indicators that say how states lead to others, the one that counts
%   first.
request(load(Module, Id, File, Limit), Reply) :-
    retractall(note(_, _, _, _, _)),
    bounded_load(Module, Id, File, Limit),
    (   note(error, _, _, _, _)
    ->  Reply = [Notes, [], [], [], '']
    ;   described(Module, Steps, Forms, Facts),
        changes_in(Module, Steps, Limit, Changes),
        Reply = [Notes, Steps, Forms, Facts, Changes]
    ),
    findall([Kind, Source, Line, Column, Message], note(Kind, Source, Line, Column, Message), AllNotes),
    list_to_set(AllNotes, Notes).
request(unload(Module), []) :-
    findall(Name/Arity,
            ( current_predicate(Module:Name/Arity), functor(Head, Name, Arity), own(Module:Head) ),
            Indicators),
    forall(member(Indicator, Indicators), abolish(Module:Indicator)).
request(symbols(Module, Limit), Symbols) :-
    bounded(findall(Symbol, symbol_in(Module, Symbol), All), Limit),
    sort(All, Symbols).
request(version, [Major, Minor, Patch]) :-
    current_prolog_flag(version, Version),
    Major is Version // 10000,
    Minor is Version // 100 mod 100,
    Patch is Version mod 100.
request(successors(Module, Step, Limit, Max, State), Rows) :-
    successors(Module, Step, Limit, Max, State, Rows).
request(clauses(Module, Limit), Rows) :-
    bounded(program_clauses(Module, Rows), Limit).
request(prove(Module, Goal, Values, Recorded, Most, Limit), Reply) :-
    prove(Module, Goal, Values, Recorded, Most, Limit, tell, Reply).
request(first_answer(Module, Limit, Library, Goal), Answers) :-
    Module:use_module(Library),
    bounded(findall(Answer, once(call(Module:Goal, Answer)), Answers), Limit).
request(unfold(Module, Step, General, Limit, Max), Reply) :-
    (   impurity(Module, Step, Culprit)
    ->  Reply = [impure, Culprit]
    ;   all(Row, pattern_row(Module, Step, General, Row), Max, Limit, Rows),
        step_goal(Step, _, _, _, Head),
        (   forall(clause(Module:Head, Body), Body == true)
        ->  Kind = facts
        ;   Kind = rules
        ),
        Reply = [Kind, Rows]
    ).

bounded_load(Module, Id, File, Limit) :-
    open(File, read, Stream, [encoding(utf8)]),
    seek(Stream, 0, bof, _),
    set_stream(Stream, file_name(Id)),
    call_cleanup(
        catch(bounded(load_files(Module:Id, [stream(Stream), module(Module), silent(true)]), Limit),
              error(Formal, Context),
              ( reached(Stream, Line), throw(while_loading(error(Formal, Context), Id, Line)) )),
        close(Stream)).

described(Module, Steps, Forms, Facts) :-
    findall(Name/Arity, steps(Module, Name/Arity), Indicators),
    findall(Step, ( member(Indicator, Indicators), format(atom(Step), '~w', [Indicator]) ), Steps),
    (   Indicators = [Indicator|_]
    ->  forall(bad_state(Module, Indicator, Place, Text), assertz_note(state, Place, Text)),
        findall(Form, form(Module, Indicator, Form), AllForms)
    ;   AllForms = []
    ),
    list_to_set(AllForms, Forms),
    forall(undefined(Module, Place, Text), assertz_note(warning, Place, Text)),
    findall([Name, Arguments], fact(Module, Name, Arguments), Facts).

changes_in(Module, Steps, Limit, Changes) :-
    (   Steps = [First|_],
        term_to_atom(Step, First),
        catch(bounded(unsteady(Module, Step, Why), Limit), error(_, _),
              Why = 'it cannot be seen whether the program answers the same each time')
    ->  Changes = Why
    ;   Changes = ''
    ).

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

% --- Asking step by step ----------------------------------------------------------------------------------

successors(Module, Step, Limit, Max, State, Rows) :-
    step_goal(Step, State, Successor, Label, Goal),
    located(all([Label|Cells], ( Module:Goal, cells_of(State, Successor, Label, Cells) ), Max, Limit, Rows),
            Module:Goal, Limit).

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

cells_of(State, Successor, Label, Cells) :-
    state_cells(State, Name, Here),
    (   \+ label(Label)
    ->  complain('neither a finite cost nor the name of a move', Label)
    ;   \+ ( state_cells(Successor, Other, There), Other == Name, same_length(Here, There) )
    ->  complain('a successor of another form', Successor)
    ;   state_cells(Successor, _, Cells),
        member(Cell, Cells),
        \+ symbol(Cell)
    ->  complain('a cell that is neither an atom nor an integer', Cell)
    ;   state_cells(Successor, _, Cells)
    ).

complain(What, Culprit) :-
    shown(Culprit, Shown),
    format(atom(Text), '~w: ~w', [What, Shown]),
    throw(bad_answer(Text)).

state_cells(State, '', Cells) :-
    \+ compound(State),
    State \== [],
    !,
    Cells = [State].
state_cells(State, '[]', Cells) :-
    is_list(State),
    !,
    Cells = State.
state_cells(State, Name, Cells) :-
    compound(State),
    State \= [_|_],
    compound_name_arguments(State, Name, Cells).

%   What the third argument says: a cost, or how the move is called, which then costs 1. What reads as a number is no
%   name, so that no cost is ever lost.
label(Label) :-
    (   finite(Label)
    ->  true
    ;   atom(Label),
        \+ memberchk(Label, [[], '', inf, infinite, nan]),
        \+ atom_number(Label, _)
    ).

finite(Cost) :-
    integer(Cost).
finite(Cost) :-
    float(Cost),
    \+ float_class(Cost, infinite),
    \+ float_class(Cost, nan).

% --- Unfolding --------------------------------------------------------------------------------------------

%   One answer for the most general state. The cells of Before and After are symbols or variables.
pattern_row(Module, Step, General, [BeforeCells, AfterCells, Cost]) :-
    state_cells(General, Name, BeforeCells),
    step_goal(Step, General, After, Cost, Goal),
    Module:Goal,
    (   \+ label(Cost)
    ->  complain('neither a finite cost nor the name of a move', Cost)
    ;   \+ ( state_cells(After, Other, There), Other == Name, same_length(BeforeCells, There) )
    ->  complain('a successor of another form', After)
    ;   state_cells(After, _, AfterCells),
        member(Cells, [BeforeCells, AfterCells]),
        member(Cell, Cells),
        \+ flat(Cell)
    ->  complain('a cell that is neither a variable, an atom nor an integer', Cell)
    ;   state_cells(After, _, AfterCells)
    ).

flat(Cell) :-
    (   var(Cell)
    ->  \+ attvar(Cell)
    ;   symbol(Cell)
    ).
