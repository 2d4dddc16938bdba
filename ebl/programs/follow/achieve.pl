% ---- making an atom true

%!  by_rules(+Atom, +Here): Here is here(Level, Open, Awaited, Held): how many atoms are being made true, which; what rules above
%   wait for, with the nearest level; and what they have brought about.

achieve(Atom, _) :- is_true(Atom), !.
achieve(Atom, Achievers) :- from_the_top(Atom, here(Achievers, _, _, _)).

from_the_top(Atom, here(Achievers, Open, Empty, Empty)) :-
    nb_setval(in_vain, 0),
    empty_assoc(Empty), put_assoc(Atom, Empty, true, Open),
    by_rules(Atom, Achievers, here(1, Open, Empty, Empty)).

by_rules(Atom, Achievers, Here) :-
    flag(asked, Id, Id + 1),
    ( tried_achievers(Atom, Achievers, Here, Id, Outcome) -> true ; Outcome = nothing ),
    retractall(collected(Id, _, _)),
    ( Outcome == done -> true ; in_vain(Atom) ; true ), !,
    Outcome == done.

tried_achievers(Atom, Achievers, Here, Id, Outcome) :-
    mark(Mark),
    achiever_of(Achievers, Atom, Here, Id, Achiever),
    copy_term(Achiever, Chosen),
    (   patience_is_over -> Outcome = nothing
    ;   taken(Achiever, Atom, Here) -> Outcome = done, ( arg(1, Here, 1) -> nb_setval(taken, Chosen) ; true )
    ;   back(Mark), nb_getval(in_vain, N0), N is N0 + 1, nb_setval(in_vain, N), fail
    ).

achiever_of(all, Atom, Here, Id, Achiever) :- achiever(Atom, Here, Id, Achiever).
achiever_of(but(Used), Atom, Here, Id, Achiever) :- achiever(Atom, Here, Id, Achiever), \+ ( member(One, Used), One =@= Achiever ).
achiever_of(only(Rule), _, _, _, achiever(Rule)).
achiever_of(up_to(Number, Until, Rule), Atom, Here, Id, begun(Rule, Rest)) :-
    achiever(Atom, Here, Id, achiever(Rule)), arg(1, Rule, Number),
    arg(7, Rule, Conditions), length(First, Until), append(First, Rest, Conditions).

patience_is_over :- nb_getval(most_in_vain, Most), Most \== inf, nb_getval(in_vain, N), N >= Most.

in_vain(Atom) :-
    (   patience_is_over
    ->  nb_getval(given_up, G0), G is G0 + 1, nb_setval(given_up, G),
        nb_getval(in_vain, N), reason('~w choices were tried in vain', [N])
    ;   maker(Atom, _, _) -> reason('the conditions of no rule hold for ~w', [Atom])
    ;   walk(_, _, Atom, _, _, _, _, _) -> reason('no walk leads to ~w', [Atom])
    ;   reason('there is no rule for ~w', [Atom])
    ).

reason(Words, Values) :- nb_setval(reason, Words-Values).

taken(Achiever, Atom, Here) :- conditions_of(Achiever, Conditions), see_to(Conditions, Conditions, Achiever, Atom, Here, []).

conditions_of(achiever(Rule), Conditions) :- arg(7, Rule, Conditions).
conditions_of(begun(Rule, _), Conditions) :- arg(7, Rule, Conditions).
conditions_of(walked(_, Conditions, _, _), Conditions).

types_of(achiever(Rule), Types, Special) :- arg(4, Rule, Types), arg(6, Rule, Special).
types_of(begun(Rule, _), Types, Special) :- arg(4, Rule, Types), arg(6, Rule, Special).
types_of(walked(_, _, Types, Special), Types, Special).

%   See to what is left of the conditions of an achiever, then finish it; unless the atom has come true meanwhile.

see_to(_, _, _, Atom, _, _) :- is_true(Atom), !.
see_to(Left, Conditions, Achiever, Atom, Here, Again) :- go_on(Left, Conditions, Achiever, Atom, Here, Again).

go_on(Left, _, begun(_, Rest), _, _, _) :- same_length(Left, Rest), !.
go_on([], Conditions, Achiever, Atom, Here, Again) :- !,
    (   \+ nb_getval(holding, all), \+ ( length(Again, Times), Times >= 30 ),
        append(_, [One|More], Conditions), arg(1, One, Undone), \+ is_true(Undone),
        nb_getval(state, State), \+ memberchk(State, Again)
    ->  see_to([One|More], Conditions, Achiever, Atom, Here, [State|Again])
    ;   finish(Achiever, Atom, Here)
    ).
go_on([Condition|More], Conditions, Achiever, Atom, Here, Again) :-
    arg(1, Condition, Needed),
    settled(Needed, More, Achiever),
    (   is_true(Needed) -> go_on(More, Conditions, Achiever, Atom, Here, Again)
    ;   Condition = holds(_) -> reason('~w does not hold', [Needed]), fail
    ;   arg(2, Here, Open), get_assoc(Needed, Open, _) -> reason('~w is needed for itself', [Needed]), fail
    ;   inside(Needed, [Condition|More], Conditions, Here, Inner),
        by_rules(Needed, all, Inner),
        see_to([Condition|More], Conditions, Achiever, Atom, Here, Again)
    ).

inside(Needed, Left, Conditions, here(Level, Open0, Awaited0, Held0), here(Deeper, Open, Awaited, Held)) :-
    Deeper is Level + 1,
    put_assoc(Needed, Open0, true, Open),
    foldl(await(Level, Needed), Conditions, Awaited0, Awaited),
    ( nb_getval(holding, all) -> Above = Held0 ; empty_assoc(Above) ),
    hold(Conditions, Left, Above, Held).

await(Level, Needed, Condition, Awaited0, Awaited) :-
    arg(1, Condition, Atom),
    ( ground(Atom), Atom \== Needed -> put_assoc(Atom, Awaited0, Level, Awaited) ; Awaited = Awaited0 ).

hold(Conditions, Left, Held, Held) :- same_length(Conditions, Left), !.
hold([Condition|More], Left, Held0, Held) :-
    arg(1, Condition, Atom), put_assoc(Atom, Held0, true, Held1), hold(More, Left, Held1, Held).

settled(Atom, _, _) :- ground(Atom), !.
settled(Atom, Later, Achiever) :-
    types_of(Achiever, Types, Special),
    holding_later(Later, Others),
    (   typed_query([Atom|Others], Special, Types) -> true
    ;   typed_query([Atom], Special, Types) -> true
    ).

holding_later([], []).
holding_later([holds(Atom)|More], [Atom|Others]) :- !, holding_later(More, Others).
holding_later([_|More], Others) :- holding_later(More, Others).

finish(walked(Key, _, _, _), Atom, Here) :-
    (   nearest(Key, Atom, _, From) -> true ; reason('no walk leads to ~w', [Atom]), fail ),
    path(Key, Atom, From, Path),
    walk_along(Path, Here),
    is_true(Atom).
finish(achiever(Rule), Atom, Here) :-
    as_it_is(Rule, Atom, Now),
    arg(7, Rule, Own), arg(8, Now, Steps),
    make_steps(Steps, Own, Here).

walk_along([], _).
walk_along([Steps|More], Here) :- make_steps(Steps, [], Here), walk_along(More, Here).

%   The objects of a rule; those that it is for alone and what is so now, where the others have changed meanwhile.

as_it_is(Rule, _, Rule) :- arg(11, Rule, Positive), maplist(is_true, Positive), !.
as_it_is(Rule, Atom, Now) :-
    arg(1, Rule, Number),
    rule(_, Number, Atom, Now),
    Now = rule(_, _, _, Types, _, Special, _, _, _, _, Positive, _),
    typed_query(Positive, Special, Types), ground(Types), !.
as_it_is(Rule, _, Rule).

step_of(Number-Arguments, Call, Before, After) :-
    macro_move(Number, Action, parameters(Parameters), Named, AfterNamed, _),
    maplist(arg(3), Parameters, Arguments),
    stored_all(Named, Before), stored_all(AfterNamed, After),
    Call =.. [Action|Arguments].

make_steps([], _, _).
make_steps([Step|Steps], Own, Here) :-
    step_of(Step, Call, Before, After),
    ground(Call),
    maplist(satisfied, Before),
    outcome(Call, After, Made, Deleted, Added),
    arg(4, Here, Held),
    may_delete(Deleted, Held, Own),
    forall(member(Atom, Deleted), change(Atom, false)),
    forall(member(Atom, Added), change(Atom, true)),
    b_getval(plan, Plan), b_setval(plan, [Made|Plan]),
    make_steps(Steps, Own, Here).

satisfied(not(Atom)) :- !, ( is_true(Atom) -> reason('~w must not hold', [Atom]), fail ; true ).
satisfied(A \= B) :- !, A \== B.
satisfied(A = B) :- !, A == B.
satisfied(Atom) :- ( is_true(Atom) -> true ; reason('~w does not hold', [Atom]), fail ).

may_delete([], _, _).
may_delete([Atom|Atoms], Held, Own) :-
    (   kept(Atom) -> assertz(undoing(Atom)), reason('every achiever would undo ~w, which is reached already', [Atom]), fail
    ;   \+ nb_getval(holding, none), ( get_assoc(Atom, Held, _) ; twice(Atom, Own) ) -> fail
    ;   reserved_elsewhere(Atom) -> fail
    ;   may_delete(Atoms, Held, Own)
    ).

twice(Atom, Own) :- findall(x, ( member(One, Own), arg(1, One, Same), Same == Atom ), [_, _|_]).

reserved_elsewhere(Atom) :- ground(Atom), reserved(Atom, Goal), \+ owner(Goal).

allowed(Atoms) :- \+ ( once(reserved(_, _)), member(Atom, Atoms), reserved_elsewhere(Atom) ).
