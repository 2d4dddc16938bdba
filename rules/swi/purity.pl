/*  Whether asking a theory once, with a variable in every cell, gives what asking for each state would give. */

:- module(arcwise_purity, [impurity/3]).

:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(program).

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
