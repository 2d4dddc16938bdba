% ---- the rules, out of the facts about macros

%   rule(Place, Number, Goal, Rule): in the order in which they are tried, with fresh variables for each use. A Rule is
%   rule(Number, Name, Goal, Types, AtOnce, Special, Conditions, Steps, Pause, Free, Positive, Deleted): Special are conditions
%   not(Atom), A \= B and A = B; Free are the parameters to choose, each Variable-Type.
%   walk(Key, Number, Goal, Moved, Others, Along, Special, walk(Types, Name, Steps, Prior)): Key is Predicate/Place, the argument
%   that changes; Others are conditions beside Moved, those Along are seen to on the way, Prior before it.

%   single(Number, Goal, Types, Positive, Asked, Special, Steps): a rule for a single step.

prepare_rules :-
    forall(( move(_, After), member(One, After), plain(One, Named), over_stored(Named, Atom),
             functor(Atom, Predicate, Arity) ),
           ( changes(Predicate/Arity) -> true ; assertz(changes(Predicate/Arity)) )),
    findall(Name, macro_goal(Name, _, _, _), Names),
    findall(Undone-Rule, ( nth1(Number, Names, Name), prepared(Number, Name, Undone, Rule) ), Keyed),
    keysort(Keyed, Sorted),
    forall(nth1(Place, Sorted, _-Rule), ( arg(1, Rule, Number), arg(3, Rule, Goal), assertz(rule(Place, Number, Goal, Rule)) )),
    findall(Key, walk(Key, _, _, _, _, _, _, _), Keys),
    sort(Keys, Different),
    forall(( member(Key, Different), changing(Key, Predicates) ), assertz(looked_up(Key, Predicates))).

%   What moves ask for and what they do, for other objects too.

move(Before, After) :- macro_move(_, _, _, Before, After, _).
move(Before, After) :- action_case(_, _, _, Before, After, _).

%   The predicates that the conditions of a walk may change by, beside the place itself.

changing(Key, Predicates) :-
    findall(P, ( walk(Key, _, Goal, _, Others, _, Special, _), functor(Goal, Own, _),
                 ( member(One, Others) ; member(not(One), Special), \+ functor(One, Own, _) ),
                 \+ static_atom(One), functor(One, P, _) ), Found),
    sort(Found, Predicates).

plain(not(Atom), Atom) :- !.
plain(Atom, Atom).

stored([Predicate|Terms], Atom) :- atom_concat('+', Predicate, Name), Atom =.. [Name|Terms].
over_stored(Named, Atom) :- Named =.. Words, stored(Words, Atom).

stored_all([], []).
stored_all([One|More], [Stored|Others]) :-
    (   One = not(Named) -> over_stored(Named, Atom), Stored = not(Atom)
    ;   ( functor(One, \=, 2) ; functor(One, =, 2) ) -> Stored = One
    ;   over_stored(One, Stored)
    ),
    stored_all(More, Others).

%   A rule that walks and one for a single step are entered; any other is given, with how much it undoes.

prepared(Number, Name, Undone, Rule) :-
    macro(Name, parameters(Parameters), BeforeNamed, AfterNamed, _),
    stored_all(BeforeNamed, Before), stored_all(AfterNamed, After),
    macro_goal(Name, GoalNamed, ConditionsNamed, Pause),
    macro_steps(Name, Listed),
    maplist(parameter_parts, Parameters, Names, Types),
    pairs_values(Names, Variables),
    over(Names, GoalNamed, Goal),
    maplist(over_condition(Names), ConditionsNamed, Conditions),
    maplist(step_over(Variables), Listed, Steps),
    partition(positive, Before, Positive, Special),
    exclude(later(Conditions), Positive, AtOnce),
    findall(x, member(not(_), After), Deletes),
    length(Deletes, Undone),
    (   Pause == again
    ->  maplist(arg(1), Conditions, More), append(Positive, More, Asked),
        assertz(single(Number, Goal, Types, Positive, Asked, Special, Steps)),
        fail
    ;   moved(Goal, Positive, AtOnce, After, Steps, Moved, Place)
    ->  exclude(==(Moved), Positive, Others),
        functor(Goal, Predicate, _),
        arg(Place, Goal, To), arg(Place, Moved, From),
        include(to_achieve_but(Moved), Conditions, Own),
        of_places(To-From, Goal, AtOnce, Told),
        partition(of_none(Told), Own, Prior, Way),
        maplist(arg(1), Way, Along),
        assertz(walk(Predicate/Place, Number, Goal, Moved, Others, Along, Special, walk(Types, Name, Steps, Prior))),
        fail
    ;   undone_only(After, After, Deleted),
        to_choose(Goal, AtOnce, Conditions, Types, Free),
        Rule = rule(Number, Name, Goal, Types, AtOnce, Special, Conditions, Steps, Pause, Free, Positive, Deleted)
    ).

parameter_parts(parameter(Name, Type, Variable), Name-Variable, Variable-Type).

step_over(Variables, step(_, Number, Places), Number-Arguments) :-
    maplist(argument_at(Variables), Places, Arguments).

over(Names, Named, Atom) :-
    Named =.. [Predicate|Terms],
    maplist(value_of(Names), Terms, Values),
    stored([Predicate|Values], Atom).

value_of(Names, Term, Value) :- ( memberchk(Term-Known, Names) -> Value = Known ; Value = Term ).

over_condition(Names, achieve(Named), achieve(Atom)) :- over(Names, Named, Atom).
over_condition(Names, holds(Named), holds(Atom)) :- over(Names, Named, Atom).

argument_at(Variables, Place, Argument) :-
    ( integer(Place) -> nth1(Place, Variables, Argument) ; Argument = Place ).

positive(Term) :- \+ Term = not(_), \+ functor(Term, \=, 2), \+ functor(Term, =, 2).

later(Conditions, Atom) :- member(One, Conditions), arg(1, One, Other), Other == Atom, !.

moved(Goal, Positive, AtOnce, After, [Number-_], Moved, Place) :-
    \+ of_effect(Number),
    functor(Goal, Predicate, Arity),
    member(Moved, Positive),
    functor(Moved, Predicate, Arity),
    member(not(Deleted), After), Deleted == Moved,
    findall(N, ( arg(N, Goal, A), arg(N, Moved, B), A \== B ), [Place]),
    arg(Place, Goal, To), arg(Place, Moved, From),
    findall(Other, ( member(not(Other), After), Other \== Moved ), Bare),
    (   Bare == [] -> true
    ;   member(Link, Positive), has(Link, To), has(Link, From),
        forall(( member(not(Other), After), Other \== Moved ), taken_there(Other, To, From, AtOnce, After))
    ), !.

%   Whether a move is the effect of an action for some objects, which it may have for others at the same time.

of_effect(Number) :- macro_move(Number, Name, _, _, _, _), sub_atom(Name, _, _, _, '/'), \+ atom_concat(_, ':0', Name).

%   What a step deletes is of the place that it comes to, and it makes no room there by leaving another.

taken_there(Atom, To, From, AtOnce, After) :-
    has(Atom, To), \+ has(Atom, From),
    (   among(AtOnce, Atom) -> true
    ;   Atom =.. [P|Terms], maplist(with_other(To, From), Terms, Others), Left =.. [P|Others],
        \+ among(After, Left)
    ).

has(Atom, Term) :- compound(Atom), arg(_, Atom, One), One == Term, !.
with_other(To, From, Term, Other) :- ( Term == To -> Other = From ; Other = Term ).

to_achieve_but(Moved, achieve(Atom)) :- Atom \== Moved.
of_none(Terms, achieve(Atom)) :- \+ ( arg(_, Atom, One), among(Terms, One) ).

%   The places of a walk, and what conditions that hold at once tell of them.

of_places(To-From, Goal, AtOnce, [To,From|Told]) :-
    findall(N-M, ( nth1(N, AtOnce, Atom), ( has(Atom, To) ; has(Atom, From) ), arg(M, Atom, One), \+ has(Goal, One) ), Where),
    maplist(argument_of(AtOnce), Where, Told).

argument_of(Atoms, N-M, Term) :- nth1(N, Atoms, Atom), arg(M, Atom, Term).

undone_only([], _, []).
undone_only([not(Atom)|More], After, Deleted) :- !,
    ( member(Same, After), Same == Atom -> Deleted = Others ; Deleted = [Atom|Others] ),
    undone_only(More, After, Others).
undone_only([_|More], After, Deleted) :- undone_only(More, After, Deleted).

%   The parameters that neither the goal nor the conditions at once settle, nor conditions that only have to hold.

to_choose(Goal, AtOnce, Conditions, Types, Free) :-
    term_variables(Goal-AtOnce, Bound0),
    foldl(chosen_for, Conditions, Bound0-[], Bound-Own),
    term_variables(Types, All),
    exclude(among(Bound), All, Nowhere),
    append(Own, Nowhere, Variables),
    maplist(with_type(Types), Variables, Free).

chosen_for(Condition, Bound0-Free0, Bound-Free) :-
    term_variables(Condition, Variables),
    exclude(among(Bound0), Variables, Own),
    append(Bound0, Own, Bound),
    ( Condition = achieve(_) -> append(Free0, Own, Free) ; Free = Free0 ).

with_type(Types, Variable, Variable-Type) :- member(Other-Type, Types), Other == Variable, !.

among(Variables, One) :- member(Other, Variables), Other == One, !.

static_atom(Atom) :- functor(Atom, P, N), \+ changes(P/N).
