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
    findall(Fact, ( member([P|As], Init), P \== (=), stored([P|As], Fact) ), Facts),
    solve(Objects, Facts, Goals, Plan).

named([problem|_]).

goal_of([P|As], Goal) :-
    (   memberchk(P, [not, or, forall, exists, imply, and])
    ->  throw('a policy makes atoms true, and this goal is more than atoms')
    ;   stored([P|As], Goal)
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
    trie_new(Counts), nb_setval(counts, Counts),
    trie_new(Estimates), nb_setval(estimates, Estimates-0),
    nb_setval(changes, 0), nb_setval(state, 0), nb_setval(mark, 0),
    nb_setval(reason, 'no rule applies'-[]), nb_setval(holding, true),
    nb_setval(in_vain, 0), nb_setval(most_in_vain, inf), nb_setval(given_up, 0),
    forall(( macro_move(_, _, _, Before, After, _), ( member(One, Before) ; member(One, After) ),
             plain(One, Named), over_stored(Named, Atom) ), declare(Atom)),
    forall(( member(Atom, Goals) ; member(Atom, Facts) ), declare(Atom)),
    sort(Facts, Sorted),
    forall(member(Fact, Sorted), set_fact(Fact, true)),
    b_setval(plan, []),
    in_order(Goals, Ordered),
    all_goals(Ordered, Ordered),
    (   member(Goal, Goals), \+ is_true(Goal)
    ->  throw(not_reached(Goal, 'was reached and undone again'-[]))
    ;   true
    ),
    b_getval(plan, Reversed),
    reverse(Reversed, Plan).

enter_object(Name, Type) :-
    forall(kind_above(Type, Above), ( assertz(of_type(Above, Name)), assertz(kind(Name, Above)) )).

kind_above(Type, Type).
kind_above(Type, Above) :- Type \== object, ( macro_type(Type, Next) -> true ; Next = object ), kind_above(Next, Above).

is_a(Name, Type) :- var(Name), !, objects_of(Type, Name).
is_a(_, object) :- !.
is_a(Name, Type) :- either(Type, Types), !, member(One, Types), kind(Name, One), !.
is_a(Name, Type) :- kind(Name, Type), !.

objects_of(Type, Name) :- either(Type, Types), !,
    distinct(Name, ( of_type(object, Name), member(One, Types), kind(Name, One) )).
objects_of(Type, Name) :- of_type(Type, Name).

either(Type, Types) :- sub_atom(Type, 0, _, _, '(either '), atom_concat('(either ', Rest, Type), atom_concat(Inside, ')', Rest),
    atomic_list_concat(Types, ' ', Inside).
