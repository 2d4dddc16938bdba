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
    ( callable(Goal) -> functor(Goal, Called, _), culprit(Goal, Shown) ; Called = call, Shown = Called ),
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
    steady(Name, Arities),
    memberchk(Arity, Arities),
    predicate_property(Module:Goal, implementation_module(Home)),
    memberchk(Home, [system, lists, arithmetic, apply, pairs, aggregate, ordsets, assoc, '$apply', '$bags', '$dcg']),
    !.

changes(Called, Shown, Why) :-
    (   sub_atom(Called, 0, _, _, random)
    ->  Why = 'the program draws at random'
    ;   memberchk(Called, [assert, asserta, assertz, retract, retractall, abolish])
    ->  Why = 'the program changes its facts while it runs'
    ;   Called == call
    ->  Why = 'the program calls goals that are known only when they are called'
    ;   format(atom(Why), 'the program uses ~w, whose answers may change while it runs', [Shown])
    ).

%   steady(Name, Arities): what answers the same each time, given goals that do.
steady(true, [0]).
steady(fail, [0]).
steady(false, [0]).
steady(=, [2]).
steady(=.., [2]).
steady(arg, [3]).
steady(is, [2]).
steady(=:=, [2]).
steady(=\=, [2]).
steady(<, [2]).
steady(>, [2]).
steady(=<, [2]).
steady(>=, [2]).
steady(succ, [2]).
steady(plus, [3]).
steady(between, [3]).
steady(length, [2]).
steady(member, [2]).
steady(append, [2, 3]).
steady(select, [3, 4]).
steady(nth0, [3, 4]).
steady(nth1, [3, 4]).
steady(last, [2]).
steady(reverse, [2]).
steady(permutation, [2]).
steady(!, [0]).
steady(write, [1, 2]).
steady(writeln, [1, 2]).
steady(print, [1, 2]).
steady(writeq, [1, 2]).
steady(nl, [0, 1]).
steady(tab, [1, 2]).
steady(format, [1, 2, 3]).
steady(',', [2]).
steady(;, [2]).
steady(->, [2]).
steady(*->, [2]).
steady(\+, [1]).
steady(not, [1]).
steady(\=, [2]).
steady(==, [2]).
steady(\==, [2]).
steady(@<, [2]).
steady(@>, [2]).
steady(@=<, [2]).
steady(@>=, [2]).
steady(compare, [3]).
steady(call, [1, 2, 3, 4, 5, 6, 7]).
steady(once, [1]).
steady(ignore, [1]).
steady(forall, [2]).
steady(findall, [3, 4]).
steady(bagof, [3]).
steady(setof, [3]).
steady(aggregate_all, [3, 4]).
steady(catch, [3]).
steady(throw, [1]).
steady(phrase, [2, 3]).
steady(maplist, [2, 3, 4, 5, 6]).
steady(foldl, [4, 5, 6]).
steady(include, [3]).
steady(exclude, [3]).
steady(partition, [4]).
steady(var, [1]).
steady(nonvar, [1]).
steady(ground, [1]).
steady(atom, [1]).
steady(atomic, [1]).
steady(number, [1]).
steady(integer, [1]).
steady(float, [1]).
steady(compound, [1]).
steady(callable, [1]).
steady(is_list, [1]).
steady(functor, [3]).
steady(copy_term, [2]).
steady(term_variables, [2]).
steady(atom_codes, [2]).
steady(atom_chars, [2]).
steady(atom_length, [2]).
steady(atom_concat, [3]).
steady(atom_number, [2]).
steady(sub_atom, [5]).
steady(char_code, [2]).
steady(number_codes, [2]).
steady(atomic_list_concat, [2, 3]).
steady(msort, [2]).
steady(sort, [2, 4]).
steady(predsort, [3]).
steady(keysort, [2]).
steady(memberchk, [2]).
steady(delete, [3]).
steady(subtract, [3]).
steady(intersection, [3]).
steady(union, [3]).
steady(list_to_set, [2]).
steady(selectchk, [3]).
steady(nextto, [3]).
steady(numlist, [3]).
steady(sum_list, [2]).
steady(sumlist, [2]).
steady(max_list, [2]).
steady(min_list, [2]).
steady(max_member, [2]).
steady(min_member, [2]).
steady(flatten, [2]).
steady(pairs_keys_values, [3]).
steady(pairs_keys, [2]).
steady(pairs_values, [2]).
steady(ord_subtract, [3]).
steady(ord_union, [3]).
steady(ord_insert, [3]).
steady(ord_memberchk, [2]).
