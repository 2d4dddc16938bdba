/*  PROLOG-EBG: explanation-based generalization as resolution theorem proving, over arc/3.

    A theory is any program that defines arc(Before, After, Cost). Load it together with this file and ask:

        ?- learn_macro(board(4,5,3,0,1,2), board(5,1,3,4,2,0), Macro).
        Macro = macro(arc(board(A,B,C,0,E,F), board(B,E,C,A,F,0), 4), Clauses, []).

    The training example is the pair of states. Its explanation is the proof that the one reaches the other; the
    generalized proof uses the same clauses on goals whose arguments are variables, so that a variable is bound
    exactly where some step of the explanation binds it.

    After Kedar-Cabelli and McCarty, "Explanation-based generalization as resolution theorem proving" (1987).
*/

:- module(arcwise_ebg,
          [ learn_macro/3,           % :Start, +Goal, -Macro
            macro_of_sequence/2,     % :States, -Macro
            macro_summary/3,         % :Start, +Goal, -Summary
            prolog_ebg/4             % :Goal, :General, -Clauses, -Conditions
          ]).

:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(meta_interpreter).

:- meta_predicate
    learn_macro(:, +, -),
    macro_of_sequence(:, -),
    macro_summary(:, +, -),
    prolog_ebg(:, :, -, -).

%!  learn_macro(:Start, +Goal, -Macro) is semidet.
%
%   The macro learned from one training example: Goal, a state or a pattern, is reached from Start by a path with
%   the fewest arcs (breadth-first, arcs in clause order). Fails where no path exists.

learn_macro(Module:Start, Goal, Macro) :-
    breadth_first(Module:Start, Goal, closed, solved(States), _),
    macro_of_sequence(Module:States, Macro).

%!  macro_of_sequence(:States, -Macro) is semidet.
%
%   The macro learned from a sequence of states, each reached from the one before it by one arc:
%   macro(arc(Before, After, Cost), Clauses, Conditions), where Clauses lists the numbers of the arc/3 clauses of
%   the explanation and Conditions what must hold of the variables besides, which is nothing where all arcs are
%   facts. Fails where some state is not a successor of the one before it.

macro_of_sequence(Module:States, macro(arc(Before, After, Cost), Numbers, Conditions)) :-
    must_be(ground, States),
    States = [Start|_],
    last(States, Goal),
    prolog_ebg(reaches(Module, Start, Goal, States, _),
               reaches(Module, Before, After, _, Cost),
               Clauses, Conditions),
    !,
    findall(Number,
            ( member(Clause, Clauses), nth_clause(Module:arc(_, _, _), Number, Clause) ),
            Numbers).

%!  macro_summary(:Start, +Goal, -Summary) is semidet.
%
%   What learn_macro/3 learns, as lists: [Before, After, Cost, Numbers, Left], Before and After being cells, Numbers those
%   of the arcs, at least one, and Left how many conditions there are.

macro_summary(Start, Goal, [BeforeCells, AfterCells, Cost, Numbers, Left]) :-
    learn_macro(Start, Goal, macro(arc(Before, After, Cost), Numbers, Conditions)),
    Numbers = [_|_],
    length(Conditions, Left),
    state_cells(Before, BeforeCells),
    state_cells(After, AfterCells).

%   The domain theory: the third argument's path of states guides the proof of the example; in the generalized
%   proof it is a path of patterns.

reaches(_, State, State, [State], 0).
reaches(Module, State, Goal, [State,Next|Path], Cost) :-
    Module:arc(State, Next, First),
    reaches(Module, Next, Goal, [Next|Path], Rest),
    Cost is First + Rest.

%!  prolog_ebg(:Goal, :General, -Clauses, -Conditions) is nondet.
%
%   Proves Goal, the training example, and with the same clauses General, of which Goal is an instance. Clauses
%   lists the references of the clauses used, in order; Conditions the operational goals of the generalized proof
%   that cannot be decided until its variables are known. Operational are comparison and arithmetic; everything
%   else must have clauses of its own.

prolog_ebg(Module:Goal, _:General, Clauses, Conditions) :-
    phrase(explain(Goal, General, Module), Explanation),
    findall(Clause, member(clause(Clause), Explanation), Clauses),
    undecided(Explanation, Conditions).

explain(true, true, _) -->
    !.
explain(call(Goal), call(General), Module) -->
    !,
    explain(Goal, General, Module).
explain(Module:Goal, _:General, _) -->
    !,
    explain(Goal, General, Module).
explain((Goal, Goals), (General, Generals), Module) -->
    !,
    explain(Goal, General, Module),
    explain(Goals, Generals, Module).
explain(Goal, General, _) -->
    { operational(Goal) },
    !,
    { call(Goal) },
    [condition(General)].
explain(Goal, General, Module) -->
    { home(Module:Goal, Home),
      clause(Home:Goal, Body, Clause),
      clause(Home:General, GeneralBody, Clause)
    },
    [clause(Clause)],
    explain(Body, GeneralBody, Home).

operational(_ is _).
operational(_ =:= _).
operational(_ =\= _).
operational(_ < _).
operational(_ > _).
operational(_ =< _).
operational(_ >= _).
operational(_ = _).

% The module whose clauses define a goal, which for a library predicate is the library's. Cut, negation and the
% other control predicates have no clauses: what they decide for the example need not hold for the macro.
home(Module:Goal, Home) :-
    functor(Goal, Name, Arity),
    (   \+ predicate_property(Module:Goal, implementation_module(_))
    ->  existence_error(procedure, Module:Name/Arity)
    ;   predicate_property(Module:Goal, implementation_module(system))
    ->  permission_error(explain, procedure, Name/Arity)
    ;   predicate_property(Module:Goal, implementation_module(Home))
    ).

% Equations are solved and decided conditions dropped only now that the proof has bound all that it binds.
undecided([], []).
undecided([clause(_)|Explanation], Conditions) :-
    undecided(Explanation, Conditions).
undecided([condition(Condition)|Explanation], Conditions) :-
    (   decidable(Condition)
    ->  call(Condition),
        undecided(Explanation, Conditions)
    ;   Conditions = [Condition|Others],
        undecided(Explanation, Others)
    ).

decidable(_ = _) :- !.
decidable(_ is Expression) :- !, ground(Expression).
decidable(Condition) :- ground(Condition).
