/*  The Prolog half of swi.py: theories written in Prolog, each in a module of its own.

    A request is a term as text; a reply is JSON.
    Nothing that a theory does gets out of here but through the reply: its errors are caught, its inferences
    bounded, its output sent to user_error, its halt refused.
*/

:- module(arcwise_bridge, [answer/3]).

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(library(solution_sequences)).
:- use_module(prolog_json).

:- dynamic busy/0, halt_refused/0, note/4.

%!  answer(+Request, -Status, -Reply) is det.
%
%   Status is ok, or failed and the reply a list of a kind of failure and a text.

answer(Request, Status, Reply) :-
    catch(( isolated(Request, Term) -> true ; Error = refused ), Error, true),
    (   halt_refused
    ->  Status = failed, Result = [halt, '']
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

failure(inference_limit, [limit, '']) :- !.
failure(answer_limit, [answers, '']) :- !.
failure(refused, [error, 'the request failed']) :- !.
failure(bad_answer(Text), [answer, Text]) :- !.
failure(error(Formal, context(Caller, Message)), Result) :-
    nonvar(Caller),
    \+ \+ Caller = system:'<meta-call>'/1,
    !,
    failure(error(Formal, context(_, Message)), Result).
failure(error(resource_error(What), _), [error, Text]) :-
    !,
    format(atom(Text), 'not enough memory: ~w', [What]).
failure(Error, [error, Text]) :-
    '$messages':translate_message(Error, Lines, []),
    lines_text(Lines, Text).

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
%   the files lie that it includes. Reply: [Notes, Forms, Facts], Notes being [Kind, Line, Column, Text] messages.
request(load(Module, Id, File, Limit), [Notes, Forms, Facts]) :-
    retractall(note(_, _, _, _)),
    open(File, read, Stream, [encoding(utf8)]),
    set_stream(Stream, file_name(Id)),
    call_cleanup(
        bounded(load_files(Module:Id, [stream(Stream), module(Module), silent(true)]), Limit),
        close(Stream)),
    findall([Kind, Line, Column, Message], note(Kind, Line, Column, Message), Notes),
    findall(Form, form(Module, Form), AllForms),
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
request(successors(Module, Predicate, Limit, Max, States), Answers) :-
    maplist(successors(Module, Predicate, Limit, Max), States, Answers).
request(number_arcs(Module), Count) :-
    Module:dynamic(numbered_arc/3),
    findall(arc(Before, After), clause(Module:arc(Before, After, _), true), Arcs),
    foldl(assert_numbered(Module), Arcs, 0, Count).
request(unfold(Module, General, Limit, Max), Reply) :-
    (   impurity(Module, Culprit)
    ->  Reply = [impure, Culprit]
    ;   all(Row, pattern_row(Module, General, Row), Max, Limit, Rows),
        (   forall(clause(Module:arc(_, _, _), Body), Body == true)
        ->  Kind = facts
        ;   Kind = rules
        ),
        Reply = [Kind, Rows]
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
    place(Term, Line, Column),
    lines_text(Lines, Text),
    assertz(note(Kind, Line, Column, Text)).

place(error(_, Context), Line, Column) :-
    nonvar(Context),
    Context = file(_, Line, Offset, _),
    Line > 0,
    !,
    Column is Offset + 1.
place(initialization_error(_, _, _:Line), Line, 0) :-
    !.
place(_, Line, 0) :-
    source_location(_, Line),
    !.
place(_, 0, 0).

%   How the states look, as the heads of arc/3 show it: ['[]', Size] for lists, [Functor, Size] for compounds; the
%   size of a list with an open end is given as -1.
form(Module, Form) :-
    own(Module:arc(_, _, _)),
    catch(clause(Module:arc(Before, After, _), _), error(_, _), fail),
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
    ).

fact(Module, arc, []) :-
    own(Module:arc(_, _, _)).
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

successors(Module, Predicate, Limit, Max, State, Rows) :-
    Goal =.. [Predicate, State, Successor, Label],
    all([Label|Cells], ( Module:Goal, cells_of(State, Successor, Label, Cells) ), Max, Limit, Rows).

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
    copy_term(Culprit, Shown, _),
    numbervars(Shown, 0, _),
    format(atom(Text), '~w: ~W', [What, Shown, [quoted(true), max_depth(10), numbervars(true)]]),
    throw(bad_answer(Text)).

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
pattern_row(Module, General, [BeforeCells, AfterCells, Cost]) :-
    state_cells(General, Name, BeforeCells),
    Module:arc(General, After, Cost),
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

%   impurity(Module, Culprit): some clause reachable from arc/3 calls Culprit, whose answers for the most general
%   state need not be its answers for each state. Fails where none does.
impurity(Module, Culprit) :-
    reachable([arc/3], Module, [], Culprit).

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
