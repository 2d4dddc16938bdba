% ---- the order of goals

in_order(Goals, Ordered) :-
    findall(Rank-Goal, ( member(Goal, Goals), rank(Goal, Rank) ), Keyed),
    keysort(Keyed, Sorted), pairs_values(Sorted, Ranked0),
    list_to_set(Ranked0, Ranked),
    forall(( member(Goal, Ranked), functor(Goal, P, N) ), dynamic(goals:P/N)),
    forall(member(Goal, Ranked), assertz(goals:Goal)),
    findall([OneWords, TwoWords|Where], ( order(OneNamed, TwoNamed, Asked), maplist(=.., [OneNamed, TwoNamed|Asked], [OneWords, TwoWords|Where]) ), Listed),
    sort(Listed, Orders),
    findall(First-Second,
            ( member([OneWords, TwoWords|Where], Orders), stored(OneWords, One), stored(TwoWords, Two),
              variables_for(One, Two, Names, First, Second),
              catch(goals:First, error(existence_error(_, _), _), fail),
              catch(goals:Second, error(existence_error(_, _), _), fail),
              First \== Second,
              pairs_values(Names, Values), sort(Values, Different), same_length(Values, Different),
              forall(member(Words, Where), holds_of(Words, Names)) ),
            Pairs0),
    list_to_set(Pairs0, Pairs),
    empty_assoc(Empty),
    foldl(enter_pair, Pairs, Empty-Empty, After-Before),
    exclude(in_assoc(Before), Ranked, Ready),
    findall(Goal-true, member(Goal, Ranked), Waiting),
    list_to_assoc(Waiting, Left),
    append(Ready, End, Queue),
    topological(Queue, End, Left, Ranked, After, Before, Ordered).

order(One, Two, []) :- macro_before(One, Two).
order(One, Two, Where) :- macro_before_where(One, Two, Where).

variables_for(One, Two, Names, First, Second) :-
    One =.. [P|Terms], Two =.. [Q|Others],
    append(Terms, Others, All0), sort(All0, All),
    pairs_keys(Names, All),
    maplist(value_of(Names), Terms, Values), First =.. [P|Values],
    maplist(value_of(Names), Others, OtherValues), Second =.. [Q|OtherValues].

holds_of([P|Terms], Names) :-
    maplist(value_of(Names), Terms, Objects), stored([P|Objects], Fact),
    catch(is_true(Fact), error(existence_error(_, _), _), fail).

enter_pair(First-Second, After0-Before0, After-Before) :-
    ( get_assoc(First, After0, Seconds) -> true ; Seconds = [] ),
    put_assoc(First, After0, [Second|Seconds], After),
    ( get_assoc(Second, Before0, N0) -> true ; N0 = 0 ), N is N0 + 1,
    put_assoc(Second, Before0, N, Before).

in_assoc(Assoc, Key) :- get_assoc(Key, Assoc, _).

%   Where orders contradict each other, that with the fewest before it.

topological(_, _, Left, _, _, _, []) :- empty_assoc(Left), !.
topological(Queue, End, Left, Goals, After, Before, Ordered) :- Queue == End, !,
    findall(Many-Goal, ( member(Goal, Goals), get_assoc(Goal, Left, _), ( get_assoc(Goal, Before, Many) -> true ; Many = 0 ) ), Keyed),
    keysort(Keyed, [_-First|_]),
    End = [First|NewEnd],
    topological(Queue, NewEnd, Left, Goals, After, Before, Ordered).
topological([Goal|Queue], End, Left0, Goals, After, Before0, Ordered) :-
    (   del_assoc(Goal, Left0, _, Left)
    ->  ( get_assoc(Goal, After, Followers0) -> reverse(Followers0, Followers) ; Followers = [] ),
        foldl(one_less, Followers, []-Before0, Freed0-Before),
        reverse(Freed0, Freed),
        append(Freed, NewEnd, End),
        Ordered = [Goal|More],
        topological(Queue, NewEnd, Left, Goals, After, Before, More)
    ;   topological(Queue, End, Left0, Goals, After, Before0, Ordered)
    ).

one_less(Goal, Free0-Before0, Free-Before) :-
    get_assoc(Goal, Before0, Many),
    Left is Many - 1,
    put_assoc(Goal, Before0, Left, Before),
    ( Left =:= 0 -> Free = [Goal|Free0] ; Free = Free0 ).

%   The number of the first rule, as they were learned, for an atom, whose conditions on what never changes hold.

rank(Atom, Rank) :-
    findall(Number, ( a_rule(Number, Atom, Types, Positive), typed_rightly(Types),
                      include(static_atom, Positive, Fixed), once(typed_query(Fixed, [], Types)) ), Numbers),
    ( Numbers == [] -> Rank = 1000000 ; min_list(Numbers, Rank) ).

a_rule(Number, Atom, Types, Positive) :-
    rule(_, Number, Atom, rule(_, _, _, Types, _, _, _, _, _, _, Positive, _)).
a_rule(Number, Atom, Types, Others) :-
    walk(_, Number, Atom, _, Others, _, _, walk(Types, _, _, _)).

a_rule(Number, Atom, Types, Positive) :- single(Number, Atom, Types, Positive, _, _, _).

% ---- rules for single steps: the first that applies, until the goals hold, none applies, or a state comes again

step_by_step(_) :- \+ single(_, _, _, _, _, _, _), !.
step_by_step(Goals) :- empty_assoc(None), step_on(Goals, None).

step_on(Goals, Seen) :-
    exclude(is_true, Goals, Left),
    nb_getval(state, State),
    (   Left == [] -> true
    ;   get_assoc(State, Seen, _) -> steps_end(Left, 'the rules for single steps lead back to a state where they were before')
    ;   next_steps(Left, Steps)
    ->  empty_assoc(None), make_steps(Steps, [], here(1, None, None, None)),
        put_assoc(State, Seen, true, More), step_on(Goals, More)
    ;   steps_end(Left, 'no rule for a single step applies')
    ).

steps_end([Goal|_], Why) :- reason(Why, []), ( rule(_, _, _, _) -> true ; walk(_, _, _, _, _, _, _, _) -> true ; not_reached(Goal) ).

%   With the first objects, as they stand in the problem.

next_steps(Goals, Steps) :-
    clause(single(Number, _, _, _, _, _, _), true),
    member(Goal, Goals),
    findall(Places-Own,
            ( single(Number, Goal, Types, _, Asked, Special, Own), typed_query(Asked, Special, Types), chosen(Types, Special),
              \+ ( member(not(Denied), Special), is_true(Denied) ),
              pairs_keys(Types, Objects), maplist(place, Objects, Places) ),
            Found),
    keysort(Found, [_-Steps|_]), !.

% ---- goals, one after the other

all_goals([], _).
all_goals([Goal|Goals], All) :- kept(Goal), !, all_goals(Goals, All).
all_goals([Goal|Goals], All) :-
    (   first_rule(Goal, Number, Pause), integer(Pause), include(waits_with(Number), All, Group), Group = [_, _|_]
    ->  together(Number, Pause, Group)
    ;   one_goal(Goal)
    ),
    all_goals(Goals, All).

waits_with(Number, Goal) :- \+ kept(Goal), first_rule(Goal, Number, _).

first_rule(Goal, Number, Pause) :- maker(Goal, _, Rule), !, arg(1, Rule, Number), arg(9, Rule, Pause).

one_goal(Goal) :-
    begun(Goal),
    (   ( by_choice(Goal) ; findall(One, undoing(One), Undoing), ( repaired(Goal) ; chosen_anew(Goal, Undoing) ) )
    ->  keep(Goal)
    ;   not_reached(Goal)
    ).

not_reached(Goal) :- nb_getval(reason, Reason), throw(not_reached(Goal, Reason)).

begun(Goal) :- retractall(owner(_)), assertz(owner(Goal)), retractall(undoing(_)).

keep(Goal) :- ( kept(Goal) -> true ; assertz(kept(Goal)) ).

%   With what was brought about held until the steps by all rules below, by the next one, or if need be brought about again;
%   with little patience, then with more.

reached(Goal) :- reached(Goal, all).

reached(Goal, Achievers) :- patient(30, Goal, Achievers, Outcome), Outcome \== more, !, Outcome == done.
reached(Goal, Achievers) :- patient(3000, Goal, Achievers, done).

patient(Most, Goal, Achievers, Outcome) :-
    nb_setval(most_in_vain, Most),
    (   member(Holding, [all, next, none]),
        nb_setval(holding, Holding), nb_getval(given_up, Given), nb_setval(given_before, Given), achieve(Goal, Achievers)
    ->  Outcome = done
    ;   nb_getval(given_up, Now), nb_getval(given_before, Before), ( Now == Before -> Outcome = nothing ; Outcome = more )
    ),
    nb_setval(holding, all).

%   A goal, and by which way it was made true.

by_choice(Goal) :-
    mark(Mark), b_getval(plan, Plan), nb_setval(taken, none),
    reached(Goal),
    nb_getval(taken, Achiever),
    ( Achiever == none -> true ; assertz(chosen(Goal, Mark, Plan, [Achiever])) ).

%   The last goal that a goal would undo is made true in another way, and all after it again.

chosen_anew(Goal, Undoing) :-
    findall(One, a_choice(One), All),
    reverse(All, FromLast),
    append(_, [chosen(Earlier, Mark, Plan, Used)|Before0], FromLast), memberchk(Earlier, Undoing), !,
    reverse(Before0, Before),
    findall(One, kept(One), Kept),
    append(First, [Earlier|Between], Kept), !,
    append(Between, [Goal], Later),
    nb_getval(reason, Reason),
    (   anew(8, chosen(Earlier, Mark, Plan, Used), First, Before, Later) -> set_kept(Kept)
    ;   nb_setval(reason, Reason), fail
    ).

a_choice(chosen(Goal, Mark, Plan, Used)) :- chosen(Goal, Mark, Plan, Used).

anew(Times, chosen(Earlier, Mark, Plan, Used), First, Before, Later) :-
    Times > 0,
    back(Mark), b_setval(plan, Plan), set_kept(First), retractall(chosen(_, _, _, _)), maplist(assertz, Before),
    begun(Earlier), nb_setval(taken, none),
    reached(Earlier, but(Used)),
    nb_getval(taken, Achiever), Achiever \== none,
    append(Used, [Achiever], More),
    assertz(chosen(Earlier, Mark, Plan, More)), keep(Earlier),
    (   reached_after(Later) -> true
    ;   Fewer is Times - 1, anew(Fewer, chosen(Earlier, Mark, Plan, More), First, Before, Later)
    ).

reached_after([]).
reached_after([Goal|Goals]) :- begun(Goal), by_choice(Goal), keep(Goal), reached_after(Goals).

%   Goals that were reached may be undone if they can be reached again: after it, or before it once more.

repaired(Goal) :-
    findall(One, kept(One), Kept),
    nb_getval(reason, Reason),
    mark(Mark),
    (   member(Last, [false, true]), ( once(reached_with(Goal, Kept, Last)) -> true ; set_kept(Kept), back(Mark), fail )
    ->  set_kept(Kept)
    ;   nb_setval(reason, Reason), fail
    ).

reached_with(Goal, Kept, Last) :-
    set_kept([]),
    reached(Goal),
    partition(is_true, Kept, Still, Undone),
    set_kept(Still),
    ( Last == true -> append(Undone, [Goal], Again) ; keep(Goal), Again = Undone ),
    again(Again).

again([]).
again([Goal|Goals]) :- reached(Goal), keep(Goal), again(Goals).

set_kept(Goals) :- retractall(kept(_)), forall(member(Goal, Goals), assertz(kept(Goal))).

%   All goals of a rule up to its pause, each with objects of its own, then each to its end.

together(Number, Pause, Goals) :-
    Until is Pause - 1,
    up_to(Goals, Number, Until, Begun),
    finish_all(Begun),
    maplist(keep, Goals).

up_to([], _, _, []).
up_to([Goal|Goals], Number, Until, Begun) :- is_true(Goal), !, up_to(Goals, Number, Until, Begun).
up_to([Goal|Goals], Number, Until, [Goal-Rule|Begun]) :-
    begun(Goal),
    (   from_the_top(Goal, here(up_to(Number, Until, Rule), _, _, _))
    ->  used_up(Rule, Atoms),
        forall(member(Atom, Atoms), assertz(reserved(Atom, Goal)))
    ;   not_reached(Goal)
    ),
    up_to(Goals, Number, Until, Begun).

used_up(Rule, Atoms) :-
    arg(11, Rule, Positive), arg(12, Rule, Deleted),
    findall(Atom, ( member(Atom, Deleted), ground(Atom), member(Same, Positive), Same == Atom ), Atoms).

finish_all([]).
finish_all([Goal-Rule|More]) :-
    begun(Goal),
    (   is_true(Goal) -> true
    ;   from_the_top(Goal, here(only(Rule), _, _, _)) -> true
    ;   one_goal(Goal)
    ),
    retractall(reserved(_, Goal)),
    keep(Goal),
    finish_all(More).
