/*  Whether a goal that is asked twice has the same answers. */

:- module(arcwise_purity, [unsteady_goal/3]).

:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(program).

followed(Module, Goal, Name/Arity) :-
    own(Module:Goal),
    functor(Goal, Name, Arity).

%   Arithmetic whose value is another one each time.
changing(random).
changing(random_float).
changing(cputime).
changing(realtime).

%   unsteady_goal(Module, Goal, Why): why the answers to Goal need not be the same each time, in words. Fails where
%   everything that can be called is known to be steady.
unsteady_goal(Module, Body, Why) :-
    findall(Goal, goal_of(Module, Body, Goal), Goals),
    (   unsteady_among(Goals, Module, Reason)
    ->  Why = Reason
    ;   findall(Next, ( member(Goal, Goals), followed(Module, Goal, Next) ), Queue),
        changing_from(Queue, Module, [], Why)
    ).

changing_from([Indicator|Queue], Module, Seen, Why) :-
    (   memberchk(Indicator, Seen)
    ->  changing_from(Queue, Module, Seen, Why)
    ;   Indicator = Name/Arity,
        functor(Head, Name, Arity),
        findall(Goal, ( clause(Module:Head, Body), goal_of(Module, Body, Goal) ), Goals),
        (   clause(Module:Head, Body),
            sub_term(Term, Head-Body),
            callable(Term),
            functor(Term, Function, _),
            changing(Function)
        ->  changes(Function, Function, Why)
        ;   member(Goal, Goals),
            callable(Goal),
            functor(Goal, Maker, _),
            makes_names(Maker),
            evaluates(Module)
        ->  Why = 'the program evaluates expressions, and makes names, of which one may be that of a random function'
        ;   unsteady_among(Goals, Module, Reason)
        ->  Why = Reason
        ;   findall(Next, ( member(Goal, Goals), followed(Module, Goal, Next) ), More),
            append(Queue, More, Queue1),
            changing_from(Queue1, Module, [Indicator|Seen], Why)
        )
    ).

unsteady_among(Goals, Module, Why) :-
    member(Goal, Goals),
    ( var(Goal) -> true ; \+ followed(Module, Goal, _), \+ steady_call(Module, Goal) ),
    !,
    strip_module(Goal, _, Plain),
    ( callable(Plain) -> functor(Plain, Called, _), culprit(Plain, Shown) ; Called = call, Shown = Called ),
    changes(Called, Shown, Why).

%   Predicates that make names that stand nowhere in the program.
makes_names(atom_concat).
makes_names(atomic_list_concat).
makes_names(atom_codes).
makes_names(atom_chars).
makes_names(char_code).
makes_names(sub_atom).

evaluates(Module) :-
    current_predicate(Module:Name/Arity),
    functor(Head, Name, Arity),
    own(Module:Head),
    clause(Module:Head, Body),
    sub_term(Term, Body),
    callable(Term),
    functor(Term, Function, 2),
    memberchk(Function, [is, <, >, =<, >=, =:=, =\=]),
    !.

%   The goals of a body, those that others are given to call too; a variable where only a call tells what is called.
goal_of(Module, Body, Goal) :-
    (   callable(Body),
        predicate_property(Module:Body, meta_predicate(Modes)),
        steady_call(Module, Body)
    ->  arg(Place, Modes, Mode),
        ( integer(Mode) -> Added = Mode ; Mode == (^) -> Added = 0 ; Mode == (//) -> Added = 2 ),
        arg(Place, Body, Part0),
        bare(Part0, Part),
        (   callable(Part)
        ->  length(Extra, Added),
            Part =.. Parts,
            append(Parts, Extra, All),
            Whole =.. All,
            goal_of(Module, Whole, Goal)
        ;   Goal = Part
        )
    ;   Goal = Body
    ).
goal_of(Module, Body, Body) :-
    callable(Body),
    predicate_property(Module:Body, meta_predicate(_)).

bare(Goal, Bare) :-
    (   nonvar(Goal),
        Goal = _^Inner
    ->  bare(Inner, Bare)
    ;   Bare = Goal
    ).

steady_call(Module, Goal) :-
    callable(Goal),
    functor(Goal, Name, Arity),
    predicate_property(Module:Goal, implementation_module(Home)),
    (   steady_library(Home)
    ->  true
    ;   memberchk(Home, [system, '$syspreds', backward_compatibility, arithmetic]),
        steady(Name/Arity)
    ).

changes(Called, Shown, Why) :-
    (   sub_atom(Called, 0, _, _, random)
    ->  Why = 'the program draws at random'
    ;   memberchk(Called, [assert, asserta, assertz, retract, retractall, abolish])
    ->  Why = 'the program changes its facts while it runs'
    ;   Called == call
    ->  Why = 'the program calls goals that are known only when they are called'
    ;   format(atom(Why), 'the program uses ~w, whose answers may change while it runs', [Shown])
    ).

%   Of the system, what answers the same each time, given goals that do; of some libraries that is all.
steady(Predicate) :-
    memberchk(Predicate, [
        true/0, fail/0, false/0, (=)/2, (=..)/2, arg/3, (is)/2, (=:=)/2, (=\=)/2, (<)/2, (>)/2, (=<)/2,
        (>=)/2, succ/2, plus/3, between/3, length/2, !/0, write/1, write/2, writeln/1, writeln/2, print/1,
        print/2, writeq/1, writeq/2, nl/0, nl/1, tab/1, tab/2, format/1, format/2, format/3, (',')/2, ;/2,
        (->)/2, (*->)/2, (\+)/1, not/1, (\=)/2, (==)/2, (\==)/2, (@<)/2, (@>)/2, (@=<)/2, (@>=)/2,
        compare/3, call/1, call/2, call/3, call/4, call/5, call/6, call/7, once/1, ignore/1, catch/3,
        throw/1, var/1, nonvar/1, ground/1, atom/1, atomic/1, number/1, integer/1, float/1, compound/1,
        callable/1, is_list/1, functor/3, copy_term/2, term_variables/2, atom_codes/2, atom_chars/2,
        atom_length/2, atom_concat/3, atom_number/2, sub_atom/5, char_code/2, number_codes/2,
        atomic_list_concat/2, atomic_list_concat/3, msort/2, sort/2, sort/4, keysort/2, memberchk/2,
        sumlist/2
    ]).

steady_library(Home) :-
    memberchk(Home, [lists, apply, pairs, ordsets, assoc, aggregate, sort, '$apply', '$bags', '$dcg']).
