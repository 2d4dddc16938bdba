/*  The Prolog half of swi.py: theories written in Prolog, each in a module of its own.

    A request is a term as text; a reply is JSON.
    Nothing that a theory does gets out of here but through the reply: its errors are caught, its inferences
    bounded, its output sent to user_error, its halt refused.

    A program says how one state leads to another by arc/3, arc/2, s/3 or s/2, the first of these that it defines:
    the state, its successor and the cost, which is 1 where it is not said (s as in Bratko's textbook).
*/

:- module(arcwise_bridge, [answer/3]).

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(library(prolog_clause)).
:- use_module(library(prolog_stack)).
:- use_module(library(solution_sequences)).
:- use_module(prolog_json).

:- dynamic busy/0, halt_refused/0, note/5.

%!  answer(+Request, -Status, -Reply) is det.
%
%   Status is ok, or failed and the reply a list of a kind of failure, a text, and where in the program's files it
%   happened: a file and a line, '' and 0 where that is not known.

answer(Request, Status, Reply) :-
    catch(( isolated(Request, Term) -> true ; Error = refused ), Error, true),
    (   halt_refused
    ->  Status = failed, Result = [halt, '', '', 0]
    ;   nonvar(Error)
    ->  Status = failed, failure(Error, Result)
    ;   Status = ok, Result = Term
    ),
    with_output_to(atom(Reply), write_json(Result)).

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
    ),
    !,
    failure_text(error(Formal, context(_, Message)), Kind, Text).
failure_text(error(resource_error(What), _), error, Text) :-
    !,
    format(atom(Text), 'not enough memory: ~w', [What]).
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

clause_line(Clause, File, Line) :-
    clause_property(Clause, file(File)),
    clause_property(Clause, line_count(Line)).

lines_text(Lines, Text) :-
    with_output_to(string(Printed), print_message_lines(current_output, '', Lines)),
    split_string(Printed, "", " \n", [Trimmed]),
    atom_string(Text, Trimmed).

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

%   load(Module, Id, File, Limit): load the program in File under the source id Id, which also says in which folder
%   the files lie that it includes. Reply: [Notes, Steps, Forms, Facts], Notes being [Kind, File, Line, Column, Text]
%   messages, Steps the indicators that say how states lead to others, the one that counts first.
request(load(Module, Id, File, Limit), [Notes, Steps, Forms, Facts]) :-
    retractall(note(_, _, _, _, _)),
    open(File, read, Stream, [encoding(utf8)]),
    set_stream(Stream, file_name(Id)),
    call_cleanup(
        catch(bounded(load_files(Module:Id, [stream(Stream), module(Module), silent(true)]), Limit),
              error(Formal, Context),
              ( reached(Stream, Line), throw(while_loading(error(Formal, Context), Id, Line)) )),
        close(Stream)),
    findall(Name/Arity, steps(Module, Name/Arity), Indicators),
    findall(Step, ( member(Indicator, Indicators), format(atom(Step), '~w', [Indicator]) ), Steps),
    (   Indicators = [Indicator|_]
    ->  forall(bad_state(Module, Indicator, Place, Text), assertz_note(state, Place, Text)),
        findall(Form, form(Module, Indicator, Form), AllForms)
    ;   AllForms = []
    ),
    forall(undefined(Module, Place, Text), assertz_note(warning, Place, Text)),
    findall([Kind, Source, Line, Column, Message], note(Kind, Source, Line, Column, Message), AllNotes),
    list_to_set(AllNotes, Notes),
    list_to_set(AllForms, Forms),
    findall([Name, Arguments], fact(Module, Name, Arguments), Facts).
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
request(successors(Module, Step, Limit, Max, States), Answers) :-
    maplist(successors(Module, Step, Limit, Max), States, Answers).
request(number_arcs(Module), Count) :-
    Module:dynamic(numbered_arc/3),
    findall(arc(Before, After), clause(Module:arc(Before, After, _), true), Arcs),
    foldl(assert_numbered(Module), Arcs, 0, Count).
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

%   The line up to which a stream was read; a line that is only begun does not count.
reached(Stream, Line) :-
    line_count(Stream, Count),
    line_position(Stream, Column),
    (   Column =:= 0
    ->  Line is max(1, Count - 1)
    ;   Line = Count
    ).

assert_numbered(Module, arc(Before, After), Number, Next) :-
    assertz(Module:numbered_arc(Before, After, Number)),
    Next is Number + 1.

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

assertz_note(Kind, File:Line, Text) :-
    assertz(note(Kind, File, Line, 0, Text)).

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

%   How one state leads to another: the predicates for it that the program defines, the one that counts first.
steps(Module, Name/Arity) :-
    member(Name/Arity, [arc/3, arc/2, s/3, s/2]),
    functor(Head, Name, Arity),
    own(Module:Head).

%   step_goal(Step, State, Successor, Cost, Goal)
step_goal(Name/3, State, Successor, Cost, Goal) :-
    Goal =.. [Name, State, Successor, Cost].
step_goal(Name/2, State, Successor, 1, Goal) :-
    Goal =.. [Name, State, Successor].

%   How the states look, as the heads of its clauses show it: ['[]', Size] for lists, [Functor, Size] for compounds,
%   ['', 1] for a state that is a single symbol; the size of a list with an open end is given as -1.
form(Module, Step, Form) :-
    step_goal(Step, Before, After, _, Head),
    catch(clause(Module:Head, _), error(_, _), fail),
    (   state_form(Before, Form)
    ->  true
    ;   state_form(After, Form)
    ).

state_form(State, Form) :-
    nonvar(State),
    (   is_list(State)
    ->  length(State, Size),
        Form = ['[]', Size]
    ;   State = [_|_]
    ->  Form = ['[]', -1]
    ;   compound(State)
    ->  compound_name_arity(State, Name, Size),
        Form = [Name, Size]
    ;   symbol(State)
    ->  Form = ['', 1]
    ).

%   A state in the head of a clause that is no vector of symbols and variables.
bad_state(Module, Step, Place, Text) :-
    step_goal(Step, Before, After, _, Head),
    catch(clause(Module:Head, _, Clause), error(_, _), fail),
    member(State, [Before, After]),
    nonvar(State),
    once(( head_cells(State, Cells), member(Cell, Cells), nonvar(Cell), \+ symbol(Cell) )),
    shown(State, Whole),
    shown(Cell, Part),
    (   State == Cell
    ->  Text = Whole
    ;   format(atom(Text), '~w in ~w', [Part, Whole])
    ),
    (   clause_line(Clause, File, Line)
    ->  Place = File:Line
    ;   Place = '':0
    ).

head_cells(State, Cells) :-
    (   State = [First|Rest]
    ->  Cells = [First|More],
        ( nonvar(Rest) -> head_cells(Rest, More) ; More = [] )
    ;   State == []
    ->  Cells = []
    ;   compound(State)
    ->  compound_name_arguments(State, _, Cells)
    ;   Cells = [State]
    ).

%   A goal in a clause of the program that nothing defines.
undefined(Module, File:Line, Text) :-
    current_predicate(Module:Name/Arity),
    functor(Head, Name, Arity),
    own(Module:Head),
    catch(clause(Module:Head, Body, Clause), error(_, _), fail),
    Body \== true,
    goal_within(Body, Goal),
    \+ Goal = _:_,
    \+ predicate_property(Module:Goal, visible),
    clause_line(Clause, File, Line),
    culprit(Goal, Undefined),
    format(atom(Text), '~w is called by ~q/~w, and nothing defines it', [Undefined, Name, Arity]).

goal_within(Body, Goal) :-
    callable(Body),
    (   control(Body, Parts)
    ->  member(Part, Parts),
        goal_within(Part, Goal)
    ;   Goal = Body
    ).

control((A, B), [A, B]).
control((A ; B), [A, B]).
control((A -> B), [A, B]).
control((A *-> B), [A, B]).
control(\+ A, [A]).
control(once(A), [A]).
control(ignore(A), [A]).
control(forall(A, B), [A, B]).
control(findall(_, A, _), [A]).
control(call(A), [A]).

fact(Module, theory, [Name]) :-
    local_fact(Module, theory(Name)),
    atomic(Name).
fact(Module, shape, [Rows, Columns]) :-
    local_fact(Module, shape(Rows, Columns)),
    integer(Rows),
    integer(Columns).
fact(Module, blank, [Symbol]) :-
    local_fact(Module, blank(Symbol)),
    symbol(Symbol).
fact(Module, symbols, [Symbols]) :-
    local_fact(Module, symbols(Symbols)),
    is_list(Symbols),
    forall(member(Symbol, Symbols), symbol(Symbol)).
fact(Module, arc_name, [Number, Name]) :-
    local_fact(Module, arc_name(Number, Name)),
    integer(Number),
    atom(Name).

local_fact(Module, Head) :-
    own(Module:Head),
    clause(Module:Head, true).

%   Defined by the program itself, not inherited and not from a library.
own(Module:Head) :-
    predicate_property(Module:Head, implementation_module(Module)),
    predicate_property(Module:Head, number_of_clauses(_)).

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
    (   \+ finite(Label)
    ->  complain('a cost that is not a finite number', Label)
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

shown(Term, Text) :-
    copy_term(Term, Copy, _),
    numbervars(Copy, 0, _),
    format(atom(Text), '~W', [Copy, [quoted(true), max_depth(10), numbervars(true)]]).

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

finite(Cost) :-
    integer(Cost).
finite(Cost) :-
    float(Cost),
    \+ float_class(Cost, infinite),
    \+ float_class(Cost, nan).

symbol(Cell) :-
    integer(Cell).
symbol(Cell) :-
    atom(Cell),
    Cell \== [].

% --- Unfolding --------------------------------------------------------------------------------------------

%   One answer for the most general state. The cells of Before and After are symbols or variables.
pattern_row(Module, Step, General, [BeforeCells, AfterCells, Cost]) :-
    state_cells(General, Name, BeforeCells),
    step_goal(Step, General, After, Cost, Goal),
    Module:Goal,
    (   \+ finite(Cost)
    ->  complain('a cost that is not a finite number', Cost)
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

%   impurity(Module, Step, Culprit): some clause reachable from Step calls Culprit, whose answers for the most general
%   state need not be its answers for each state. Fails where none does.
impurity(Module, Step, Culprit) :-
    reachable([Step], Module, [], Culprit).

reachable([Indicator|Queue], Module, Seen, Culprit) :-
    (   memberchk(Indicator, Seen)
    ->  reachable(Queue, Module, Seen, Culprit)
    ;   Indicator = Name/Arity,
        functor(Head, Name, Arity),
        findall(Goal, called(Module, Head, Goal), Goals),
        (   predicate_property(Module:Head, tabled)
        ->  Culprit = 'tabling'
        ;   clause(Module:Head, Body),
            sub_term(Term, Head-Body),
            callable(Term),
            functor(Term, Culprit, _),
            changing(Culprit)
        ->  true
        ;   member(Goal, Goals),
            impure(Module, Goal)
        ->  culprit(Goal, Culprit)
        ;   findall(Next, ( member(Goal, Goals), followed(Module, Goal, Next) ), More),
            append(Queue, More, Queue1),
            reachable(Queue1, Module, [Indicator|Seen], Culprit)
        )
    ).

%   A variable in the place of a goal comes back from clause/2 as call/1, which is not pure.
called(Module, Head, Goal) :-
    clause(Module:Head, Body),
    subgoal(Body, Goal).

subgoal((Left, Right), Goal) :-
    !,
    ( subgoal(Left, Goal) ; subgoal(Right, Goal) ).
subgoal((Left ; Right), Goal) :-
    Left \= (_ -> _),
    Left \= (_ *-> _),
    !,
    ( subgoal(Left, Goal) ; subgoal(Right, Goal) ).
subgoal(Goal, Goal).

impure(Module, Goal) :-
    \+ own(Module:Goal),
    \+ ( functor(Goal, Name, Arity), pure(Name/Arity), provided(Module:Goal) ).

followed(Module, Goal, Name/Arity) :-
    own(Module:Goal),
    functor(Goal, Name, Arity).

culprit(Goal, Culprit) :-
    functor(Goal, Name, Arity),
    format(atom(Culprit), '~q', [Name/Arity]).

%   Arithmetic whose value is another one each time.
changing(random).
changing(random_float).
changing(cputime).
changing(realtime).

%   The system's or the library's own predicate of that name, not one inherited from elsewhere.
provided(Module:Goal) :-
    predicate_property(Module:Goal, implementation_module(Home)),
    memberchk(Home, [system, lists, arithmetic]).

%   Relations: the answers for a state are those for the most general state that fit it, in the same order.
%   Arithmetic belongs here because it raises an error rather than guess when a cell is unknown.
pure(true/0).
pure(fail/0).
pure(false/0).
pure((=)/2).
pure((=..)/2).
pure(arg/3).
pure((is)/2).
pure((=:=)/2).
pure((=\=)/2).
pure((<)/2).
pure((>)/2).
pure((=<)/2).
pure((>=)/2).
pure(succ/2).
pure(plus/3).
pure(between/3).
pure(length/2).
pure(member/2).
pure(append/2).
pure(append/3).
pure(select/3).
pure(select/4).
pure(nth0/3).
pure(nth0/4).
pure(nth1/3).
pure(nth1/4).
pure(last/2).
pure(reverse/2).
pure(permutation/2).
