% ---- walks: what comes before them, then breadth-first over places

walk_key(Atom, Key) :-
    functor(Atom, Predicate, _),
    findall(Predicate/Place,
            ( walk(Predicate/Place, _, Goal, _, _, _, _, walk(Types, _, _, _)), forall_but(Place, Goal, Atom),
              arg(Place, Atom, To), arg(Place, Goal, To), typed_rightly(Types) ),
            Keys),
    list_to_set(Keys, Different),
    member(Key, Different).

a_walk(Atom, Steps, Walk) :-
    walk_key(Atom, Key),
    (   nearest(Key, Atom, Far, _) -> Steps = Far, Walk = walked(Key, [], [], [])
    ;   depth(Depth), prior(Key, Atom, Depth, Steps, Walk)
    ;   before_walking(Key, Atom, Steps, Conditions), Walk = walked(Key, Conditions, [], [])
    ).

%   Rules that have to see to something before they walk, with choices of objects for that.

prior(Key, Atom, Depth, Steps, walked(Key, Conditions, Types, Special)) :-
    Key = _/Place,
    walk(Key, _, Goal, _, Others, _, Special, walk(Types, _, _, Conditions)), Conditions \== [],
    forall_but(Place, Goal, Atom),
    typed_rightly(Types),
    term_variables(Conditions, Variables),
    maplist(with_type(Types), Variables, Free),
    most_achievers(Most),
    limit(Most, chosen(Free, Special)),
    allowed(Others),
    total(Conditions, Types, Depth, 0, Sum), beyond(Beyond),
    Steps is Sum + Beyond.

%   What makes a walk possible that is not now, with about how many steps: being anywhere, or the way being free.

before_walking(Key, Atom, Steps, Conditions) :- once(source(Key, Atom, _)), !,
    obstructed(Key, Atom, Far, Obstacles),
    list_to_set(Obstacles, Different),
    findall(achieve(One), member(One, Different), Conditions),
    length(Conditions, Many), beyond(Beyond),
    Steps is Far + Beyond * Many.
before_walking(Key, Atom, Steps, [achieve(Reached)]) :-
    Key = _/Place,
    functor(Atom, P, Arity), functor(Reached, P, Arity),
    rule(_, _, Reached, rule(_, _, _, Types, _, Special, _, Own, _, _, Positive, _)),
    arg(Place, Reached, Somewhere), var(Somewhere),
    forall_but(Place, Reached, Atom),
    typed_rightly(Types),
    most_matches(Most),
    limit(Most, typed_query(Positive, Special, Types)),
    ground(Reached),
    arg(Place, Reached, From),
    distance(Key, Atom, From, Far),
    allowed(Positive),
    length(Own, Length),
    Steps is Far + Length.

forall_but(Place, One, Other) :- functor(One, _, Arity), forall_but(1, Arity, Place, One, Other).

forall_but(N, Arity, _, _, _) :- N > Arity, !.
forall_but(N, Arity, Place, One, Other) :-
    ( N =:= Place -> true ; arg(N, One, A), arg(N, Other, A) ),
    Next is N + 1,
    forall_but(Next, Arity, Place, One, Other).

%   Ways past what can be made true: those with fewest such obstacles come first; after each, the first one is gone around.

obstructed(Key, Atom, Far, Obstacles) :-
    once(( walk(Key, _, _, _, _, Along, _, _), Along \== [] )),
    obstructed(10, Key, Atom, [], Far, Obstacles).

obstructed(Times, Key, Atom, Around, Far, Obstacles) :-
    Times > 0,
    past_obstacles(Key, Atom, Around, Far0, Obstacles0),
    Obstacles0 = [First|_],
    (   Far = Far0, Obstacles = Obstacles0
    ;   Fewer is Times - 1, obstructed(Fewer, Key, Atom, [First|Around], Far, Obstacles)
    ).

past_obstacles(Key, Atom, Around, Far, Obstacles) :-
    findall(edge(From, []), source(Key, Atom, From), Edges),
    empty_heap(Heap0), empty_assoc(Seen),
    foldl(enter_edge(0), Edges, Heap0-0, Heap-Count),
    cheapest(Heap, Count, Key, Atom, Around, Seen, Far, Obstacles).

enter_edge(Far, edge(Place, Obstacles), Heap0-Count0, Heap-Count) :-
    length(Obstacles, Many),
    add_to_heap(Heap0, key(Many, Far, Count0), edge(Place, Obstacles), Heap),
    Count is Count0 + 1.

cheapest(Heap0, Count0, Key, Atom, Around, Seen0, Far, Obstacles) :-
    get_from_heap(Heap0, key(_, Here, _), edge(Place, Before), Heap1),
    Key = _/Changing,
    (   arg(Changing, Atom, Place) -> Far = Here, Obstacles = Before
    ;   get_assoc(Place, Seen0, _) -> cheapest(Heap1, Count0, Key, Atom, Around, Seen0, Far, Obstacles)
    ;   put_assoc(Place, Seen0, true, Seen),
        findall(edge(Next, After),
                ( one_step(Key, Atom, Place, Next, past, _, Along),
                  \+ get_assoc(Next, Seen, _),
                  exclude(is_true, Along, New),
                  \+ ( member(One, New), memberchk(One, Around) ),
                  append(Before, New, After) ),
                Edges),
        Further is Here + 1,
        foldl(enter_edge(Further), Edges, Heap1-Count0, Heap-Count),
        cheapest(Heap, Count, Key, Atom, Around, Seen, Far, Obstacles)
    ).

source(Key, Atom, From) :- anywhere(Key, Atom, Pattern, From), is_true(Pattern).

anywhere(_/Place, Atom, Pattern, There) :-
    functor(Atom, P, Arity), functor(Pattern, P, Arity),
    forall_but(Place, Pattern, Atom),
    arg(Place, Pattern, There).

nearest(Key, Atom, Far, From) :-
    findall(Source, source(Key, Atom, Source), Sources),
    findall(Steps-Source, ( member(Source, Sources), distance(Key, Atom, Source, Steps) ), Ways),
    keysort(Ways, [Far-From|_]).

%   What is known of ways from a place, a trie of to(Place) -> Far-How and of places that wait: nothing where a condition changed.

known_ways(Key, Atom, From, Known) :-
    anywhere(Key, Atom, Walker, '?'),
    looked_up(Key, Predicates),
    nb_getval(counts, Counts),
    maplist(version(Counts), Predicates, Version),
    (   walk_search(Walker, Key, From, Version0, Known0), Version0 == Version -> Known = Known0
    ;   retractall(walk_search(Walker, Key, From, _, _)),
        trie_new(Known),
        trie_insert(Known, to(From), 0-none),
        trie_insert(Known, waits(0), From),
        trie_insert(Known, first, 0), trie_insert(Known, end, 1),
        assertz(walk_search(Walker, Key, From, Version, Known))
    ).

version(Counts, Predicate, Version) :- ( trie_lookup(Counts, version(Predicate), Version) -> true ; Version = 0 ).

came(Known, To, Far, How) :-
    trie_insert(Known, to(To), Far-How),
    trie_lookup(Known, end, End),
    trie_insert(Known, waits(End), To),
    After is End + 1, trie_update(Known, end, After).

distance(Key, Atom, From, Far) :-
    known_ways(Key, Atom, From, Known),
    Key = _/Place, arg(Place, Atom, To),
    (   trie_lookup(Known, to(To), Far0-_) -> Far = Far0
    ;   one_step(Key, Atom, From, To, now, Step, _) -> came(Known, To, 1, From-Step), Far = 1
    ;   explore(Known, Key, Atom, To), trie_lookup(Known, to(To), Far0-_), Far = Far0
    ).

explore(Known, Key, Atom, To) :-
    trie_lookup(Known, first, First), trie_lookup(Known, end, End), First < End,
    trie_lookup(Known, waits(First), Here),
    Next is First + 1, trie_update(Known, first, Next),
    trie_lookup(Known, to(Here), Far0-_), Far is Far0 + 1,
    neighbours(Key, Atom, Here, Found),
    forall(member(There-Step, Found), ( trie_lookup(Known, to(There), _) -> true ; came(Known, There, Far, Here-Step) )),
    ( trie_lookup(Known, to(To), _) -> true ; explore(Known, Key, Atom, To) ).

%   Where no condition of a walk ever changes, the steps from a place are found once.

neighbours(Key, Atom, Here, Found) :- looked_up(Key, []), !,
    anywhere(Key, Atom, Walker, '?'),
    (   near(Walker, Key, Here, Found) -> true
    ;   findall(There-Step, one_step(Key, Atom, Here, There, now, Step, _), Found),
        assertz(near(Walker, Key, Here, Found))
    ).
neighbours(Key, Atom, Here, Found) :- findall(There-Step, one_step(Key, Atom, Here, There, now, Step, _), Found).

path(Key, Atom, From, Path) :-
    distance(Key, Atom, From, _),
    known_ways(Key, Atom, From, Known),
    Key = _/Place, arg(Place, Atom, To),
    traced(Known, To, [], Path).

traced(Known, Place, Path0, Path) :-
    trie_lookup(Known, to(Place), _-How),
    ( How == none -> Path = Path0 ; How = Before-Step, traced(Known, Before, [Step|Path0], Path) ).

%   The single steps from a place: as things are now, or past what rules can see to, the conditions Along.

one_step(Key, Atom, From, To, How, Steps, Along) :-
    Key = _/Place,
    walk(Key, _, Goal, Moved, Others, Along, Special, walk(Types, _, Steps, _)),
    forall_but(Place, Goal, Atom),
    arg(Place, Moved, From), arg(Place, Goal, To),
    typed_rightly(Types),
    ( How == past -> exclude(among(Along), Others, Asked) ; Asked = Others ),
    typed_query(Asked, Special, Types),
    chosen(Types, Special),
    functor(Goal, Predicate, _),
    \+ ( member(not(One), Special), \+ functor(One, Predicate, _), is_true(One) ).
