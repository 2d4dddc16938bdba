/*  What a theory written in Prolog says: how states lead to others, how they look, facts about the board. */

:- module(arcwise_program,
          [ steps/2,            % +Module, -Step
            step_goal/5,        % +Step, ?State, ?Successor, ?Cost, -Goal
            form/3,             % +Module, +Step, -Form
            bad_state/4,        % +Module, +Step, -Place, -Text
            undefined/3,        % +Module, -Place, -Text
            fact/3,             % +Module, -Name, -Arguments
            own/1,              % :Head
            symbol/1,           % +Cell
            symbol_in/2,        % +Module, -Symbol
            shown/2,            % +Term, -Text
            goal_within/2,      % +Body, -Goal
            culprit/2           % +Goal, -Text
          ]).

:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(failures).

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
%   Where a head leaves both open, the heads of what its clause calls with them show it.
form(Module, Step, Form) :-
    step_goal(Step, Before, After, _, Head),
    catch(clause(Module:Head, Body), error(_, _), fail),
    (   state_form(Before, Form)
    ->  true
    ;   state_form(After, Form)
    ->  true
    ;   form_of_call(Module, Body, Before, [Step], Form)
    ).

form_of_call(Module, Body, State, Seen, Form) :-
    goal_within(Body, Goal),
    own(Module:Goal),
    Goal =.. [Name|Arguments],
    functor(Goal, Name, Arity),
    \+ memberchk(Name/Arity, Seen),
    nth1(Place, Arguments, Argument),
    Argument == State,
    functor(Head, Name, Arity),
    arg(Place, Head, Part),
    catch(clause(Module:Head, Within), error(_, _), fail),
    (   nonvar(Part)
    ->  \+ walked(Module, Head, Place),
        state_form(Part, Form)
    ;   form_of_call(Module, Within, Part, [Name/Arity|Seen], Form)
    ).

%   A predicate that goes along a list, of which its heads do not show the size.
walked(Module, Head0, Place) :-
    same_name(Head0, Head),
    arg(Place, Head, Part),
    clause(Module:Head, _),
    nonvar(Part),
    ( Part == [] ; Part = [_|Rest], \+ is_list(Rest) ),
    !.

same_name(Head0, Head) :-
    functor(Head0, Name, Arity),
    functor(Head, Name, Arity).

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
    (   control(Body, Parts),
        \+ ( member(Unknown, Parts), var(Unknown) )
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
control(catch(A, _, B), [A, B]).

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

symbol(Cell) :-
    integer(Cell).
symbol(Cell) :-
    atom(Cell),
    Cell \== [].

%   A symbol that stands in a clause of the program.
symbol_in(Module, Symbol) :-
    current_predicate(Module:Name/Arity),
    functor(Head, Name, Arity),
    own(Module:Head),
    catch(clause(Module:Head, Body), error(_, _), fail),
    sub_term(Symbol, Head-Body),
    symbol(Symbol).

shown(Term, Text) :-
    copy_term(Term, Copy, _),
    numbervars(Copy, 0, _),
    format(atom(Text), '~W', [Copy, [quoted(true), max_depth(10), numbervars(true)]]).

culprit(Goal, Culprit) :-
    name_arity(Goal, Name, Arity),
    format(atom(Culprit), '~q', [Name/Arity]).

%   Of what can be called; functor/3 does not take a().
name_arity(Term, Name, Arity) :-
    callable(Term),
    (   compound(Term)
    ->  compound_name_arity(Term, Name, Arity)
    ;   Name = Term,
        Arity = 0
    ).
