% ---- achievers of an atom, cheapest first, then those that undo least of what is waited for

most_achievers(1500).
most_matches(8).
beyond(2).
depth(2).
hopeless(1000).

%   A single step that can be made at once and spoils nothing is not compared with others.

achiever(Atom, Here, Id, Achiever) :-
    findall(price(Steps, 0, 0)-Walk, a_walk(Atom, Steps, Walk), Walks),
    (   most_achievers(Most),
        maker(Atom, Place, Rule),
        limit(Most, bindings(Rule)),
        arg(11, Rule, Positive), allowed(Positive),
        depth(Depth),
        rule_steps(Rule, Depth, Steps0),
        spoils(Rule, Here, AtOnce, Spoilt),
        (   Steps0 =:= 1, Spoilt =:= 0 -> Achiever = achiever(Rule)
        ;   beyond(Beyond), Steps is Steps0 + Beyond * AtOnce,
            assertz(collected(Id, price(Steps, Spoilt, Place), achiever(Rule))), fail
        )
    ;   findall(Price-Other, collected(Id, Price, Other), Others),
        append(Walks, Others, All),
        keysort(All, Sorted),
        member(_-Achiever, Sorted)
    ).

maker(Atom, Place, Rule) :- rule(Place, _, Atom, Rule), arg(4, Rule, Types), typed_rightly(Types).

%   Whether a rule would delete what the rule right above waits for (1), and how near above the next is that waits for it.

spoils(Rule, here(Level, _, _, _), Hopeless, Level) :- once(kept(_)), undoes_more(Rule), !, hopeless(Hopeless).
spoils(_, here(_, _, Awaited, _), 0, 0) :- empty_assoc(Awaited), !.
spoils(Rule, here(Level, _, Awaited, _), AtOnce, Nearest) :-
    arg(12, Rule, Deleted),
    findall(Above, ( member(Atom, Deleted), ground(Atom), get_assoc(Atom, Awaited, Above) ), Levels),
    max_list([0|Levels], Nearest),
    ( Nearest =:= Level - 1 -> AtOnce = 1 ; AtOnce = 0 ).

%   What the effects of a rule's steps for other things would undo of the goals that were reached counts for more than all else.

undoes_more(Rule) :-
    arg(8, Rule, Steps), member(Number-Arguments, Steps),
    of_effect(Number), macro_move(Number, Case, _, _, _, _),
    taken_of(Case, Arguments, Name, Taken),
    outcome_of(Name, Taken, Deleted, _),
    member(Atom, Deleted), kept(Atom), !.

%   The achievers for the conditions that must hold at once, with objects for what one has to choose.

bindings(rule(_, _, _, Types, AtOnce, Special, Conditions, _, _, Free0, _, _)) :-
    typed_query(AtOnce, Special, Types),
    exclude(settled_one, Free0, Free),
    (   Free == [] -> true
    ;   few(Free, 1) -> chosen(Free, Special)
    ;   pairs_keys(Free, Variables),
        distinct(Variables, ( preferred(Conditions, Variables, Special, Types), chosen(Free, Special) ))
    ).

few(_, Many) :- Many > 50, !, fail.
few([], _).
few([_-Type|More], Many) :- size(Type, Size), Next is Many * Size, few(More, Next).

size(Type, Size) :- size_known(Type, Size), !.
size(Type, Size) :- aggregate_all(count, objects_of(Type, _), Size), assertz(size_known(Type, Size)).

%   Where there are many choices, those first with which a condition holds already.

preferred(Conditions, Free, Special, Types) :-
    member(achieve(Atom), Conditions),
    term_variables(Atom, Variables), once(( member(One, Variables), among(Free, One) )),
    typed_query([Atom], Special, Types).
preferred(_, _, _, _).

rule_steps(rule(_, _, _, Types, _, _, Conditions, Own, _, _, _, _), Depth, Steps) :-
    total(Conditions, Types, Depth, 0, Sum),
    length(Own, Length),
    Steps is Sum + Length.

total([], _, _, Sum, Sum).
total([holds(_)|More], Types, Depth, Sum0, Sum) :- total(More, Types, Depth, Sum0, Sum).
total([achieve(Atom)|More], Types, Depth, Sum0, Sum) :-
    (   ground(Atom) -> estimate(Atom, Depth, Steps)
    ;   \+ typed_query([Atom], [], Types) -> Steps = 1
    ;   Steps = 0
    ),
    Sum1 is Sum0 + Steps,
    total(More, Types, Depth, Sum1, Sum).

%   About how many steps an atom takes; what is known of that holds until something changes.

estimate(Atom, _, 0) :- is_true(Atom), !.
estimate(Atom, Depth, Steps) :-
    nb_getval(changes, Changes), nb_getval(estimates, Known0-When),
    (   When == Changes -> Known = Known0
    ;   trie_new(Known), nb_setval(estimates, Known-Changes)
    ),
    (   trie_lookup(Known, Atom-Depth, Found) -> true
    ;   ( estimated(Atom, Depth, New) -> Found = New ; Found = none ),
        ( trie_insert(Known, Atom-Depth, Found) -> true ; true )
    ),
    Found \== none, Steps = Found.

estimated(Atom, _, Steps) :- walk_key(Atom, Key), nearest(Key, Atom, Steps, _), !.
estimated(Atom, Depth, Steps) :- Depth =< 0, !, once(maker(Atom, _, _)), beyond(Steps).
estimated(Atom, Depth, Steps) :-
    Less is Depth - 1,
    most_matches(Most),
    findall(Cost, ( walk_key(Atom, Key), ( prior(Key, Atom, Less, Cost, _) ; once(before_walking(Key, Atom, Cost, _)) ) ), Walks),
    findall(Cost,
            ( maker(Atom, _, Rule), Rule = rule(_, _, _, Types, AtOnce, Special, _, _, _, _, _, _),
              limit(Most, typed_query(AtOnce, Special, Types)),
              rule_steps(Rule, Less, Cost) ),
            Costs),
    append(Walks, Costs, All),
    min_list(All, Steps).
