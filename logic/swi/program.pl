/*  A program that was loaded: which predicates are its own, and what they call. */

:- module(arcwise_program,
          [ undefined/3,        % +Module, -Place, -Text
            own/1,              % :Head
            goal_within/2,      % +Body, -Goal
            culprit/2           % +Goal, -Text
          ]).

:- use_module(library(lists)).
:- use_module(failures).

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

%   Defined by the program itself, not inherited and not from a library.
own(Module:Head) :-
    predicate_property(Module:Head, implementation_module(Module)),
    predicate_property(Module:Head, number_of_clauses(_)).

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
