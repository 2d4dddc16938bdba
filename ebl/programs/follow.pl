/*  Following a policy in plain SWI-Prolog: swipl policy.pl -- PROBLEM.pddl prints a plan.

    The rules are the facts about macros that stand before this program. A goal is made true by the rule that seems to need
    fewest steps; what a rule asks for is made true by rules again, in its order, and then its steps are made. What was
    brought about stays until then, goals that were reached stay. A choice that comes to nothing is taken back by
    backtracking: facts are predicates of the module state, and a change undoes itself when Prolog comes back over it.
*/

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(aggregate)).
:- use_module(library(assoc)).
:- use_module(library(ordsets)).
:- use_module(library(pairs)).
:- use_module(library(solution_sequences)).
:- use_module(library(readutil)).
:- use_module(library(dcg/basics)).

:- dynamic of_type/2, rule/8, walk/7, kept/1, reserved/2, owner/1, changes/1, changed/3, steady/1, size_known/2.
:- set_prolog_flag(stack_limit, 4_000_000_000).
:- initialization(main, main).

main :-
    current_prolog_flag(argv, [File|_]), !,
    catch(solve_file(File, Plan), Problem, (message_of(Problem, Words), fail_with(File, Words))),
    forall(member(Step, Plan), (pddl_text(Step, Text), writeln(Text))).
main :-
    fail_with('usage', 'swipl policy.pl -- PROBLEM.pddl').

message_of(not_reached(Goal, Reason), Words) :- !,
    pddl_text(Goal, Text),
    format(atom(Words), '~w is not reached: ~w', [Text, Reason]).
message_of(Problem, Words) :-
    format(atom(Words), '~p', [Problem]).

fail_with(Where, Words) :-
    format(user_error, '~w: ~w~n', [Where, Words]),
    halt(1).

pddl_text(Term, Text) :-
    Term =.. Words,
    atomic_list_concat(Words, ' ', Inside),
    format(atom(Text), '(~w)', [Inside]).

% ---- the rules, out of the facts about macros

%   rule(Number, Name, Goal, Types, AtOnce, Conditions, Steps, Pause): a copy with fresh variables for each use.
%   walk(Key, Goal, Moved, Others, Denied, Types, Name-Steps): Key is Predicate/Place, the argument that changes.

prepare_rules :-
    findall(Name, macro_goal(Name, _, _, _), Names),
    forall(nth1(Number, Names, Name), prepare_rule(Number, Name)),
    forall(( macro_move(_, _, _, _, After, _), member(One, After), plain(One, Atom),
             functor(Atom, Predicate, Arity) ),
           ( changes(Predicate/Arity) -> true ; assertz(changes(Predicate/Arity)) )),
    find_steady.

find_steady :-
    findall(Key, walk(Key, _, _, _, _, _, _), Keys0),
    sort(Keys0, Keys),
    forall(( member(Key, Keys), \+ changing(Key) ), assertz(steady(Key))).

changing(Key) :-
    walk(Key, Goal, _, Others, Special, _, _),
    functor(Goal, P, _),
    ( member(One, Others) ; member(not(One), Special), \+ functor(One, P, _) ),
    \+ static_atom(One), !.

plain(not(Atom), Atom) :- !.
plain(Atom, Atom).

prepare_rule(Number, Name) :-
    macro(Name, parameters(Parameters), Before, After, _),
    macro_goal(Name, GoalNamed, ConditionsNamed, Pause),
    macro_steps(Name, Listed),
    maplist(parameter_parts, Parameters, Names, Types),
    pairs_values(Names, Variables),
    over(Names, GoalNamed, Goal),
    maplist(over_condition(Names), ConditionsNamed, Conditions),
    maplist(step_over(Variables), Listed, Steps),
    partition(positive, Before, Positive, Special),
    exclude(later(Conditions), Positive, AtOnce),
    findall(x, member(not(_), After), Deleted),
    length(Deleted, Undone),
    (   moved(Goal, Positive, After, Steps, Moved, Place)
    ->  exclude(==(Moved), Positive, Others),
        functor(Goal, Predicate, _),
        prior(Conditions, Goal, Moved, Place, Prior),
        assertz(walk(Predicate/Place, Goal, Moved, Others, Special, Types, walk(Number, Name, Steps, Prior)))
    ;   assertz(rule(Number, Name, Goal, Types, AtOnce-Special, Conditions, Steps, Pause-Undone))
    ).

parameter_parts(parameter(Name, Type, Variable), Name-Variable, Variable-Type).

step_over(Variables, step(_, Number, Places), Number-Arguments) :-
    maplist(argument_at(Variables), Places, Arguments).

over(Names, Named, Atom) :-
    Named =.. [Predicate|Terms],
    maplist(value_of(Names), Terms, Values),
    Atom =.. [Predicate|Values].

value_of(Names, Term, Value) :- ( memberchk(Term-Known, Names) -> Value = Known ; Value = Term ).

over_condition(Names, achieve(Named), achieve(Atom)) :- over(Names, Named, Atom).
over_condition(Names, holds(Named), holds(Atom)) :- over(Names, Named, Atom).

argument_at(Variables, Place, Argument) :-
    ( integer(Place) -> nth1(Place, Variables, Argument) ; Argument = Place ).

positive(Term) :- \+ Term = not(_), \+ functor(Term, \=, 2), \+ functor(Term, =, 2).

later(Conditions, Atom) :- member(One, Conditions), arg(1, One, Other), Other == Atom, !.

moved(Goal, Positive, After, [_], Moved, Place) :-
    findall(x, member(not(_), After), [_]),
    functor(Goal, Predicate, Arity),
    member(Moved, Positive),
    functor(Moved, Predicate, Arity),
    member(not(Deleted), After), Deleted == Moved,
    findall(N, ( arg(N, Goal, A), arg(N, Moved, B), A \== B ), [Place]), !.

prior(Conditions, Goal, Moved, Place, Prior) :-
    arg(Place, Goal, To), arg(Place, Moved, From),
    include(before_a_walk(Moved, To, From), Conditions, Prior).

before_a_walk(Moved, To, From, achieve(Atom)) :-
    Atom \== Moved,
    \+ ( arg(_, Atom, One), ( One == To ; One == From ) ).

% ---- the problem

solve_file(File, Plan) :-
    read_file_to_codes(File, Codes, []),
    phrase(expression([define|Parts0]), Codes, _), !,
    exclude(named, Parts0, Parts),
    ( memberchk([':objects'|Listed], Parts) -> true ; Listed = [] ),
    typed(Listed, [], Objects),
    memberchk([':init'|Init], Parts),
    memberchk([':goal', Goal], Parts),
    ( Goal = [and|Wanted] -> true ; Wanted = [Goal] ),
    maplist(goal_of, Wanted, Goals),
    findall(Fact, ( member([P|As], Init), P \== (=), Fact =.. [P|As] ), Facts),
    solve(Objects, Facts, Goals, Plan).

named([problem|_]).

goal_of([P|As], Goal) :-
    (   memberchk(P, [not, or, forall, exists, imply, and])
    ->  throw('a policy makes atoms true, and this goal is more than atoms')
    ;   Goal =.. [P|As]
    ).

expression(Tree) --> blank_, "(", !, expressions(Tree).
expression(Word) --> string_without(` \t\r\n();`, Codes), { Codes \== [], atom_codes(Word0, Codes), downcase_atom(Word0, Word) }.

expressions([]) --> blank_, ")", !.
expressions([One|More]) --> blank_, expression(One), expressions(More).

blank_ --> [C], { code_type(C, space) }, !, blank_.
blank_ --> ";", !, string_without(`\n`, _), blank_.
blank_ --> [].

typed([], Waiting, Objects) :- findall(Name-object, member(Name, Waiting), Objects).
typed([(-), Type|More], Waiting, Objects) :- !,
    findall(Name-Type, member(Name, Waiting), Some),
    typed(More, [], Others),
    append(Some, Others, Objects).
typed([Name|More], Waiting, Objects) :-
    append(Waiting, [Name], Next),
    typed(More, Next, Objects).

%!  solve(+Objects, +Facts, +Goals, -Plan): objects with their types, what is true at first, what is to be.

solve(Objects, Facts, Goals, Plan) :-
    prepare_rules,
    findall(N-T, macro_constant(N, T), Constants),
    append(Constants, Objects, Things),
    forall(member(Name-Type, Things), enter_object(Name, Type)),
    sort(Facts, Sorted),
    forall(member(Fact, Sorted), enter_fact(Fact)),
    forall(( macro_move(_, _, _, Before, After, _), ( member(A, Before) ; member(A, After) ), plain(A, Atom) ),
           declare(Atom)),
    trie_new(Known), nb_setval(ways, Known),
    nb_setval(tries, 0), nb_setval(reason, 'no rule applies'), nb_setval(holding, true),
    b_setval(plan, []),
    in_order(Goals, Ordered),
    all_goals(Ordered),
    ( member(Goal, Goals), \+ is_true(Goal) -> throw(not_reached(Goal, 'was reached and undone again')) ; true ),
    b_getval(plan, Reversed),
    reverse(Reversed, Plan).

enter_object(Name, Type) :-
    forall(kind_above(Type, Above), assertz(of_type(Above, Name))).

kind_above(Type, Type).
kind_above(Type, Above) :- Type \== object, ( macro_type(Type, Next) -> true ; Next = object ), kind_above(Next, Above).

is_a(Name, Type) :- nonvar(Type), either(Type, Types), !, member(One, Types), of_type(One, Name).
is_a(Name, Type) :- of_type(Type, Name).

either(Type, Types) :- atom(Type), atom_concat('(either ', Rest, Type), atom_concat(Inside, ')', Rest),
    atomic_list_concat(Types, ' ', Inside).

% ---- facts, as predicates of a module with names that no other predicate has

stored(Atom, state:Stored) :-
    Atom =.. [Predicate|Terms],
    atom_concat('+', Predicate, Name),
    Stored =.. [Name|Terms].

declare(Atom) :-
    stored(Atom, state:Stored),
    functor(Stored, Name, Arity),
    dynamic(state:Name/Arity).

enter_fact(Fact) :- declare(Fact), stored(Fact, Stored), ( call(Stored) -> true ; assertz(Stored) ).

is_true(Atom) :- stored(Atom, Stored), catch(call(Stored), error(existence_error(_, _), _), fail).

make_true(Atom) :- stored(Atom, Stored),
    ( call(Stored) -> true ; assertz(Stored), note_change(false, Stored) ).
make_false(Atom) :- stored(Atom, Stored),
    ( call(Stored) -> once(retract(Stored)), note_change(true, Stored) ; true ).

%!  attempt(:Goal): once; where it fails, all facts are as before. Changes stand on a stack, the last first.

attempt(Goal) :-
    mark(Mark),
    ( call(Goal) -> true ; back(Mark), fail ).

mark(Mark) :- ( changed(Number, _, _) -> Mark = Number ; Mark = 0 ).

note_change(Was, Stored) :- mark(Last), Number is Last + 1, asserta(changed(Number, Was, Stored)).

back(Mark) :-
    changed(Number, Was, Stored), Number > Mark, !,
    once(retract(changed(Number, Was, Stored))),
    ( Was == true -> assertz(Stored) ; once(retract(Stored)) ),
    back(Mark).
back(_).

%   The atom with the fewest matches first would be best; those with no variable are looked up first, then those that share one.

query([], _).
query(Atoms, Differ) :-
    pick(Atoms, Atom, Rest),
    is_true(Atom),
    \+ clash(Differ),
    query(Rest, Differ).

pick(Atoms, Atom, Rest) :- select(Atom, Atoms, Rest), ground(Atom), !.
pick(Atoms, Atom, Rest) :-
    findall(Free-N, ( nth1(N, Atoms, A), free_of(A, Free) ), Keyed),
    keysort(Keyed, [_-First|_]),
    nth1(First, Atoms, Atom, Rest).

free_of(Atom, Free) :-
    Atom =.. [_|Terms],
    exclude(var, Terms, Known), length(Known, K), length(Terms, N),
    ( K =:= 0 -> Free = 1000 ; Free is N - K ).

clash(Special) :- member(One, Special), One = (A \= B), A == B, !.
clash(Special) :- member(One, Special), One = (A = B), ground(A), ground(B), A \== B, !.

typed_rightly([]).
typed_rightly([Value-Type|More]) :- ( var(Value) -> true ; is_a(Value, Type) -> true ), typed_rightly(More).

chosen([], _).
chosen([Value-Type|More], Special) :-
    ( nonvar(Value) -> true ; is_a(Value, Type), \+ clash(Special) ),
    chosen(More, Special).

% ---- the order of goals

in_order(Goals, Ordered) :-
    findall(Rank-Goal, ( member(Goal, Goals), rank(Goal, Rank) ), Keyed),
    keysort(Keyed, Sorted), pairs_values(Sorted, Ranked),
    list_to_ord_set(Ranked, Set),
    findall(First-Second,
            ( macro_before(One, Two), member(First, Ranked), alike_one(One, First, Names),
              instance(Two, Names, Pattern), candidate(Pattern, Set, Second), First \== Second,
              alike([One, Two], [First, Second]) ),
            Pairs0),
    sort(Pairs0, Pairs),
    empty_assoc(Empty),
    foldl(enter_pair, Pairs, Empty-Empty, After-Before),
    exclude(in_assoc(Before), Ranked, Ready),
    topological(Ready, Ranked, After, Before, [], Ordered).

enter_pair(First-Second, After0-Before0, After-Before) :-
    more(After0, First, Second, After),
    count(Before0, Second, Before).

in_assoc(Assoc, Key) :- get_assoc(Key, Assoc, _).

more(Assoc0, Key, Value, Assoc) :-
    ( get_assoc(Key, Assoc0, Values) -> true ; Values = [] ),
    put_assoc(Key, Assoc0, [Value|Values], Assoc).
count(Assoc0, Key, Assoc) :-
    ( get_assoc(Key, Assoc0, N0) -> true ; N0 = 0 ), N is N0 + 1,
    put_assoc(Key, Assoc0, N, Assoc).

topological([], Left0, After, Before, Done, Ordered) :- !,
    subtract(Left0, Done, Left),
    ( Left = [First|_] -> topological([First], Left, After, Before, Done, Ordered) ; reverse(Done, Ordered) ).
topological([Goal|Ready], Left, After, Before0, Done, Ordered) :-
    ( memberchk(Goal, Done) -> topological(Ready, Left, After, Before0, Done, Ordered)
    ; ( get_assoc(Goal, After, Followers0) -> reverse(Followers0, Followers) ; Followers = [] ),
      foldl(one_less, Followers, []-Before0, Freed0-Before),
      reverse(Freed0, Freed),
      append(Ready, Freed, Next),
      topological(Next, Left, After, Before, [Goal|Done], Ordered) ).

one_less(Goal, Free0-Before0, Free-Before) :-
    get_assoc(Goal, Before0, Many),
    Left is Many - 1,
    put_assoc(Goal, Before0, Left, Before),
    ( Left =:= 0 -> Free = [Goal|Free0] ; Free = Free0 ).

alike_one(Pattern, Goal, Names) :-
    functor(Pattern, P, N), functor(Goal, P, N),
    Pattern =.. [_|Terms], Goal =.. [_|Values],
    pairs_keys_values(Names, Terms, Values).

instance(Pattern, Names, Atom) :-
    Pattern =.. [P|Terms],
    maplist(known_value(Names), Terms, Values),
    Atom =.. [P|Values].

known_value(Names, Term, Value) :- ( memberchk(Term-Known, Names) -> Value = Known ; true ).

candidate(Pattern, Set, Goal) :- ground(Pattern), !, ord_memberchk(Pattern, Set), Goal = Pattern.
candidate(Pattern, Set, Pattern) :- member(Pattern, Set).

alike(Patterns, Goals) :-
    maplist(alike_one, Patterns, Goals, Lists),
    append(Lists, All0), sort(All0, All),
    pairs_keys_values(All, Terms, Values),
    sort(Terms, Terms1), same_length(Terms1, Terms),
    sort(Values, Values1), same_length(Values1, Values).

%   The number of the first rule, as they were learned, for an atom, whose conditions on what never changes hold.

rank(Atom, Rank) :-
    findall(Number, ( a_rule(Number, Atom, Types, Positive, Special), typed_rightly(Types),
                      include(static_atom, Positive, Fixed), once(query(Fixed, Special)) ), Numbers),
    ( Numbers == [] -> Rank = 1000000 ; min_list(Numbers, Rank) ).

a_rule(Number, Atom, Types, Positive, Special) :-
    rule(Number, _, Atom, Types, AtOnce-Special, Conditions, _, _),
    maplist(arg(1), Conditions, Later),
    append(AtOnce, Later, Positive).
a_rule(Number, Atom, Types, Others, Special) :-
    walk(_, Atom, _, Others, Special, Types, walk(Number, _, _, _)).

static_atom(Atom) :- functor(Atom, P, N), \+ changes(P/N).

% ---- goals, one after the other

all_goals([]).
all_goals([Goal|Goals]) :- kept(Goal), !, all_goals(Goals).
all_goals([Goal|Goals]) :-
    (   group(Goal, Goals, Number, Pause, Group)
    ->  together(Number, Pause, Group)
    ;   one_goal(Goal)
    ),
    all_goals(Goals).

group(Goal, Goals, Number, Pause, Group) :-
    first_rule(Goal, Number, Pause), integer(Pause),
    include(waits_with(Number), [Goal|Goals], Group),
    Group = [_, _|_].

waits_with(Number, Goal) :- \+ kept(Goal), first_rule(Goal, Number, _).

first_rule(Goal, Number, Pause) :-
    rules_for(Goal, [rule(Number, _, _, _, _, _, _, Pause-_)|_]).

one_goal(Goal) :-
    (   begun(Goal), ( reached(Goal) ; repaired(Goal) )
    ->  assertz(kept(Goal))
    ;   nb_getval(reason, Reason), throw(not_reached(Goal, Reason))
    ).

begun(Goal) :- retractall(owner(_)), assertz(owner(Goal)).

%   With what was brought about held until the steps, or if need be brought about again.

reached(Goal) :- nb_setval(holding, true), fresh_tries, attempt(achieve(Goal, [], [])), !.
reached(Goal) :- nb_setval(holding, false), fresh_tries, attempt(achieve(Goal, [], [])).

fresh_tries :- nb_setval(tries, 0).

%   Goals that were reached may be undone if they can be reached again: after it, or before it once more.

repaired(Goal) :-
    findall(One, kept(One), Kept),
    (   member(Last, [false, true]), attempt(reached_with(Goal, Kept, Last))
    ->  set_kept(Kept)
    ;   set_kept(Kept), fail
    ).

reached_with(Goal, Kept, Last) :-
    set_kept([]),
    reached(Goal),
    partition(is_true, Kept, Still, Undone),
    (   Last == true
    ->  set_kept(Still), append(Undone, [Goal], Again)
    ;   set_kept([Goal|Still]), Again = Undone
    ),
    again(Again).

again([]).
again([Goal|Goals]) :- reached(Goal), assertz(kept(Goal)), again(Goals).

set_kept(Goals) :- retractall(kept(_)), forall(member(Goal, Goals), assertz(kept(Goal))).

%   All goals of a rule up to its pause, each with objects of its own, then each to its end.

together(Number, Pause, Goals) :-
    Until is Pause - 1,
    up_to(Goals, Number, Until, Begun),
    finish(Begun),
    forall(( member(Goal, Goals), \+ kept(Goal) ), assertz(kept(Goal))).

up_to([], _, _, []).
up_to([Goal|Goals], Number, Until, Begun) :- is_true(Goal), !, up_to(Goals, Number, Until, Begun).
up_to([Goal|Goals], Number, Until, [Goal-Rule|Begun]) :-
    begun(Goal), fresh_tries,
    (   nb_setval(holding, true),
        ways(Goal, Ways), member(_-way(Rule), Ways), arg(1, Rule, Number),
        Rule = rule(_, Name, _, Types, _-Special, Conditions, Steps, _),
        length(First, Until), append(First, Rest, Conditions),
        attempt(see_to(First, Rest, Types, Special, Name, [Goal], [], _))
    ->  used_up(Steps, Atoms),
        forall(member(Atom, Atoms), assertz(reserved(Atom, Goal)))
    ;   nb_getval(reason, Reason), throw(not_reached(Goal, Reason))
    ),
    up_to(Goals, Number, Until, Begun).

used_up(Steps, Atoms) :-
    findall(Atom, ( member(Step, Steps), step_of(Step, _, Before, After), member(not(Atom), After),
                    member(Same, Before), Same == Atom, ground(Atom) ), Atoms).

finish([]).
finish([Goal-Rule|More]) :-
    begun(Goal), fresh_tries, nb_setval(holding, true),
    (   is_true(Goal) -> true
    ;   attempt(carried_out(Rule, [Goal], [], [])) -> true
    ;   one_goal(Goal)
    ),
    retractall(reserved(_, Goal)),
    ( kept(Goal) -> true ; assertz(kept(Goal)) ),
    finish(More).

% ---- making an atom true

%!  achieve(+Atom, +Open, +Held): Open is being made true around it, Held is what rules around it have brought about.

achieve(Atom, _, _) :- is_true(Atom), !.
achieve(Atom, Open, _) :- memberchk(Atom, Open), !,
    pddl_text(Atom, Text), reason('~w is needed for itself', [Text]), fail.
achieve(Atom, Open, Held) :-
    ways(Atom, Ways),
    ( Ways == [] -> pddl_text(Atom, Text), reason('the conditions of no rule hold for ~w', [Text]) ; true ),
    member(_-Way, Ways),
    count_try,
    attempt(taken(Way, Atom, [Atom|Open], Held)), !.

count_try :-
    nb_getval(tries, N0), N is N0 + 1, nb_setval(tries, N),
    ( N > 100000 -> reason('100,000 choices were tried in vain', []), fail ; true ).

reason(Words, Values) :- format(atom(Text), Words, Values), nb_setval(reason, Text).

taken(walked(Key, Prior), Atom, Open, Held) :-
    prior_seen_to(Prior, Open, Held),
    nearest(Key, Atom, _, From),
    Key = _/Place, arg(Place, Atom, To),
    way(Key, Atom, From, To, Path),
    walk_along(Path, Held),
    is_true(Atom).
taken(way(Rule), _, Open, Held) :- carried_out(Rule, Open, Held, Held).

prior_seen_to(none, _, _).
prior_seen_to(prior(Name, Conditions, Types, Special), Open, Held) :-
    see_to(Conditions, [], Types, Special, Name, Open, Held, _).

walk_along([], _).
walk_along([Steps-Name|More], Held) :- make_steps(Steps, Name, Held), walk_along(More, Held).

carried_out(rule(_, Name, _, Types, _-Special, Conditions, Steps, _), Open, Held, Outer) :-
    see_to(Conditions, [], Types, Special, Name, Open, Held, _),
    seen_again(Conditions, 3, Types, Special, Name, Open, Held),
    make_steps(Steps, Name, Outer).

%   Where nothing is held, what was undone for later conditions is seen to again, a few times.

seen_again(Conditions, Times, Types, Special, Name, Open, Held) :-
    (   nb_getval(holding, false), Times > 0, append(_, [C|Rest], Conditions), arg(1, C, Atom), \+ is_true(Atom)
    ->  see_to([C|Rest], [], Types, Special, Name, Open, Held, _),
        Fewer is Times - 1,
        seen_again(Conditions, Fewer, Types, Special, Name, Open, Held)
    ;   true
    ).

see_to([], _, _, _, _, _, Held, Held).
see_to([Condition|More], Later, Types, Special, Name, Open, Held, All) :-
    arg(1, Condition, Atom),
    settled(Atom, [Condition|More], Later, Types, Special),
    (   is_true(Atom) -> true
    ;   Condition = holds(_) -> pddl_text(Atom, Text), reason('~w does not hold for ~w', [Text, Name]), fail
    ;   achieve(Atom, Open, Held)
    ),
    see_to(More, Later, Types, Special, Name, Open, [Atom|Held], All).

settled(Atom, _, _, _, _) :- ground(Atom), !.
settled(Atom, Conditions, Later, Types, Special) :-
    append(Conditions, Later, All),
    findall(A, member(holds(A), All), Known0),
    exclude(==(Atom), Known0, Known),
    (   query([Atom|Known], Special), typed_rightly(Types) -> true
    ;   is_true(Atom), typed_rightly(Types), \+ clash(Special) -> true
    ).

step_of(Number-Arguments, Call, Before, After) :-
    macro_move(Number, Action, parameters(Parameters), Before, After, _),
    maplist(arg(3), Parameters, Arguments),
    Call =.. [Action|Arguments].

make_steps([], _, _).
make_steps([Step|Steps], Name, Held) :-
    step_of(Step, Call, Before, After),
    ground(Call),
    forall(member(Condition, Before), satisfied(Condition, Name)),
    findall(Atom, ( member(not(Atom), After), \+ memberchk(Atom, After) ), Deleted),
    exclude(denied, After, Added),
    forall(member(Atom, Deleted), may_delete(Atom, Held)),
    maplist(make_false, Deleted),
    maplist(make_true, Added),
    b_getval(plan, Plan), b_setval(plan, [Call|Plan]),
    make_steps(Steps, Name, Held).

denied(not(_)).

satisfied(not(Atom), _) :- !, \+ is_true(Atom).
satisfied(A \= B, _) :- !, A \== B.
satisfied(A = B, _) :- !, A == B.
satisfied(Atom, _) :- is_true(Atom), !.
satisfied(Atom, Name) :- pddl_text(Atom, Text), reason('~w does not hold for ~w', [Text, Name]), fail.

may_delete(Atom, Held) :-
    (   kept(Atom) -> pddl_text(Atom, Text), reason('every way would undo ~w, which is reached already', [Text]), fail
    ;   nb_getval(holding, true), memberchk(Atom, Held) -> fail
    ;   reserved(Atom, Goal), \+ owner(Goal) -> fail
    ;   true
    ).

allowed(rule(_, _, _, _, AtOnce-_, Conditions, _, _)) :-
    \+ ( reserved(_, _), ( member(Atom, AtOnce) ; member(C, Conditions), arg(1, C, Atom) ),
         ground(Atom), reserved(Atom, Goal), \+ owner(Goal) ).

% ---- ways to make an atom true, cheapest first

most_ways(1500).
beyond(2).
depth(2).

ways(Atom, Ways) :-
    depth(Depth),
    findall(Cost-Way, a_walk(Atom, Depth, Cost, Way), Walks),
    most_ways(Most),
    findall(Cost-way(Rule),
            ( rules_for(Atom, Rules), member(Rule, Rules),
              limit_(Most, Rule, bound(Rule)), allowed(Rule), steps_needed(Rule, Depth, Cost) ),
            Some),
    append(Walks, Some, All),
    keysort(All, Ways).

limit_(Most, Rule, Goal) :-
    findnsols(Most, Rule, Goal, Found), !,
    member(Rule, Found).

rules_for(Atom, Rules) :-
    findall(Undone-Rule,
            ( Rule = rule(_, _, Atom, Types, _, _, _, _-Undone), call(Rule), typed_rightly(Types) ),
            Keyed),
    keysort(Keyed, Sorted),
    pairs_values(Sorted, Rules).

bound(rule(_, _, _, Types, AtOnce-Special, Conditions, _, _)) :-
    query(AtOnce, Special),
    typed_rightly(Types),
    free_choices(Conditions, Types, Special).

%   Parameters that nothing settles are chosen: those of conditions that are to be achieved, and those that stand nowhere else.

free_choices(Conditions, Types, Special) :-
    findall(A, member(holds(A), Conditions), Hoped),
    term_variables(Hoped, Later),
    findall(A, member(achieve(A), Conditions), Wanted),
    term_variables(Wanted, Own0),
    exclude(among(Later), Own0, Own1),
    term_variables(Types, Everything),
    term_variables(Hoped-Wanted, Mentioned),
    exclude(among(Mentioned), Everything, Nowhere),
    append(Own1, Nowhere, Free),
    include(one_of(Free), Types, Chosen),
    (   Chosen == [] -> true
    ;   few(Chosen, 1) -> chosen(Chosen, Special)
    ;   distinct(Chosen, ( preferred(Wanted, Free, Special), typed_rightly(Types), chosen(Chosen, Special) ))
    ).

few(_, Many) :- Many > 50, !, fail.
few([], _).
few([_-Type|More], Many) :- size(Type, Size), Next is Many * Size, few(More, Next).

size(Type, Size) :- size_known(Type, Size), !.
size(Type, Size) :-
    aggregate_all(count, is_a(_, Type), Size),
    assertz(size_known(Type, Size)).

among(Variables, One) :- member(Other, Variables), Other == One, !.
one_of(Variables, One-_) :- var(One), among(Variables, One).

%   Where there are many choices, those first with which a condition holds already.

preferred(Wanted, Free, Special) :-
    member(Atom, Wanted), term_variables(Atom, Vs), member(V, Vs), member(F, Free), F == V,
    is_true(Atom), \+ clash(Special).
preferred(_, _, _).

steps_needed(rule(_, _, _, _, _, Conditions, Steps, _), Depth, Cost) :-
    length(Steps, Own),
    total(Conditions, Depth, 0, Sum),
    Cost is Own + Sum.

total([], _, Sum, Sum).
total([holds(_)|More], Depth, Sum0, Sum) :- total(More, Depth, Sum0, Sum).
total([achieve(Atom)|More], Depth, Sum0, Sum) :-
    (   ground(Atom) -> estimate(Atom, Depth, Steps)
    ;   \+ \+ is_true(Atom) -> Steps = 0
    ;   Steps = 1
    ),
    Sum1 is Sum0 + Steps,
    total(More, Depth, Sum1, Sum).

estimate(Atom, _, 0) :- is_true(Atom), !.
estimate(Atom, Depth, Steps) :-
    findall(Cost, a_walk(Atom, Depth, Cost, _), Walks),
    (   Walks \== [] -> min_list(Walks, Steps)
    ;   Depth =< 0 -> rules_for(Atom, [_|_]), beyond(Steps)
    ;   Less is Depth - 1,
        findall(Cost,
                ( rules_for(Atom, Rules), member(Rule, Rules),
                  Rule = rule(_, _, _, Types, AtOnce-Special, _, _, _),
                  limit_(8, Rule, ( query(AtOnce, Special), typed_rightly(Types) )),
                  steps_needed(Rule, Less, Cost) ),
                Costs),
        min_list(Costs, Steps)
    ).

a_walk(Atom, Depth, Cost, walked(Key, Prior)) :-
    functor(Atom, Predicate, _),
    findall(Predicate/Place, ( walk(Predicate/Place, Atom, _, _, _, Types, _), typed_rightly(Types) ), Keys0),
    sort(Keys0, Keys),
    member(Key, Keys),
    (   nearest(Key, Atom, Far, _) -> Cost = Far, Prior = none
    ;   Depth > 0,
        Key = _/Place, functor(Atom, _, Arity),
        walk(Key, Goal, _, _, Special, Types, walk(_, Name, _, Conditions)), Conditions \== [],
        forall_but(Arity, Place, Goal, Atom),
        typed_rightly(Types),
        term_variables(Conditions, Vs),
        include(one_of(Vs), Types, Chosen),
        chosen(Chosen, Special),
        Less is Depth - 1, total(Conditions, Less, 0, Sum), beyond(More),
        Cost is Sum + More,
        Prior = prior(Name, Conditions, Types, Special)
    ).

forall_but(Arity, Place, One, Other) :-
    forall_but_(1, Arity, Place, One, Other).
forall_but_(N, Arity, _, _, _) :- N > Arity, !.
forall_but_(N, Arity, Place, One, Other) :-
    ( N =:= Place -> true ; arg(N, One, A), arg(N, Other, A) ),
    Next is N + 1,
    forall_but_(Next, Arity, Place, One, Other).

% ---- walks: breadth-first over places

nearest(Key, Atom, Far, From) :-
    Key = _/Place,
    functor(Atom, P, Arity), functor(Pattern, P, Arity),
    forall_but(Arity, Place, Pattern, Atom),
    findall(Source, ( is_true(Pattern), arg(Place, Pattern, Source) ), Sources),
    arg(Place, Atom, To),
    findall(Steps-Source, ( member(Source, Sources), distance(Key, Atom, Source, To, Steps) ), Ways),
    keysort(Ways, [Far-From|_]).

distance(Key, Atom, From, To, 1) :- one_step(Key, Atom, From, To, _), !.
distance(Key, Atom, From, To, Far) :- steady(Key), !,
    walker(Key, Atom, From, Walker, Place),
    how(Walker, Place, From, To, Far, _).
distance(Key, Atom, From, To, Far) :- way(Key, Atom, From, To, Path), length(Path, Far).

way(Key, Atom, From, To, [Step]) :- one_step(Key, Atom, From, To, Step), !.
way(Key, Atom, From, To, Path) :- steady(Key), !,
    walker(Key, Atom, From, Walker, Place),
    back_to(Walker, Place, From, To, [], Path).
way(Key, Atom, From, To, Path) :-
    empty_assoc(Empty), put_assoc(From, Empty, none, Seen),
    breadth([From|End], End, Key, Atom, To, Seen, Reached),
    traced(To, Reached, [], Path).

%   Where no condition of a walk ever changes, what can be reached from a place is found once.

walker(Key, Atom, From, Walker, Place) :-
    Key = _/Place,
    functor(Atom, P, Arity), functor(Walker, P, Arity),
    forall_but(Arity, Place, Walker, Atom),
    arg(Place, Walker, '?'),
    ( how(Walker, Place, From, From, _, _) -> true ; explore(Key, Atom, Walker, Place, From) ).

explore(Key, Atom, Walker, Place, From) :-
    came(Walker, Place, From, From, 0, none),
    explore_from([From|End], End, Key, Atom, Walker, Place, From).

explore_from(Queue, End, _, _, _, _, _) :- Queue == End, !.
explore_from([Here|Rest], End, Key, Atom, Walker, Place, From) :-
    findall(Next-Step, one_step(Key, Atom, Here, Next, Step), Found),
    how(Walker, Place, From, Here, Far, _),
    Further is Far + 1,
    reach(Found, Here, Further, Walker, Place, From, End, NewEnd),
    explore_from(Rest, NewEnd, Key, Atom, Walker, Place, From).

reach([], _, _, _, _, _, End, End).
reach([Next-Step|More], Here, Far, Walker, Place, From, End0, End) :-
    (   came(Walker, Place, From, Next, Far, Here-Step) -> End0 = [Next|End1] ; End0 = End1 ),
    reach(More, Here, Far, Walker, Place, From, End1, End).

%   What is known of ways: how far a place is, and by which step from where; came/6 fails where that is known.

came(Walker, Place, From, To, Far, How) :-
    \+ how(Walker, Place, From, To, _, _),
    nb_getval(ways, Known),
    trie_insert(Known, way(Walker, Place, From, To), Far-How).
how(Walker, Place, From, To, Far, How) :-
    nb_getval(ways, Known),
    trie_lookup(Known, way(Walker, Place, From, To), Far-How).

back_to(Walker, Place, From, To, Path0, Path) :-
    how(Walker, Place, From, To, _, How),
    (   How == none -> Path = Path0
    ;   How = Before-Step, back_to(Walker, Place, From, Before, [Step|Path0], Path)
    ).

breadth(Queue, End, Key, Atom, To, Seen0, Seen) :-
    Queue \== End,
    Queue = [Place|Rest],
    findall(Next-Step, one_step(Key, Atom, Place, Next, Step), Found),
    entered(Found, Place, Seen0, Seen1, End, NewEnd),
    (   get_assoc(To, Seen1, _) -> Seen = Seen1
    ;   breadth(Rest, NewEnd, Key, Atom, To, Seen1, Seen)
    ).

entered([], _, Seen, Seen, End, End).
entered([Next-Step|More], Place, Seen0, Seen, End0, End) :-
    (   get_assoc(Next, Seen0, _) -> entered(More, Place, Seen0, Seen, End0, End)
    ;   put_assoc(Next, Seen0, Place-Step, Seen1), End0 = [Next|End1],
        entered(More, Place, Seen1, Seen, End1, End)
    ).

traced(Place, Seen, Path, Path) :- get_assoc(Place, Seen, none), !.
traced(Place, Seen, Path0, Path) :-
    get_assoc(Place, Seen, Before-Step),
    traced(Before, Seen, [Step|Path0], Path).

one_step(Key, Atom, From, To, Steps-Name) :-
    Key = _/Place,
    functor(Atom, _, Arity),
    walk(Key, Goal, Moved, Others, Special, Types, walk(_, Name, Steps, _)),
    forall_but(Arity, Place, Goal, Atom),
    arg(Place, Moved, From), arg(Place, Goal, To),
    typed_rightly(Types),
    query(Others, Special),
    chosen(Types, Special),
    From \== To,
    functor(Goal, Predicate, _),
    \+ ( member(not(One), Special), \+ functor(One, Predicate, _), is_true(One) ).
