% ---- the problem

solve_file(File, Plan) :-
    read_file_to_codes(File, Codes, []),
    (   phrase(expression([define|Parts]), Codes, Behind), phrase(blank_, Behind, []), forall(member(One, Parts), is_list(One)) -> true
    ;   throw('this is no PDDL problem')
    ),
    part(problem, Parts, _), part(':init', Parts, Init), part(':goal', Parts, Goal),
    (   memberchk([':domain', Domain], Parts), macro_domain(pddl(Own)), Domain \== Own
    ->  format(atom(Words), 'a problem of the domain ~w; this policy is for ~w', [Domain, Own]), throw(Words)
    ;   true
    ),
    ( memberchk([':objects'|Listed], Parts) -> true ; Listed = [] ),
    typed(Listed, [], Objects),
    ( Goal = [[and|Wanted]] -> true ; Wanted = Goal ),
    maplist(goal_of, Wanted, Goals),
    findall(Fact, ( member(One, Init), \+ One = [(=)|_], fact_of(One, Fact) ), Facts),
    findall(Name, ( member(Name-_, Objects) ; macro_constant(Name, _) ), Names0),
    sort(Names0, Names),
    forall(( member(Atom, Goals) ; member(Atom, Facts) ), of_objects(Atom, Names)),
    solve(Objects, Facts, Goals, Plan).

part(Name, Parts, Inside) :- memberchk([Name|Inside], Parts), !.
part(Name, _, _) :- format(atom(Words), 'this is no PDDL problem: it has no (~w ...)', [Name]), throw(Words).

fact_of([P|As], Fact) :- atom(P), \+ ( member(One, As), is_list(One) ), !, stored([P|As], Fact).
fact_of(_, _) :- throw('facts and goals have to be atoms: (predicate object ...)').

of_objects(Atom, Names) :-
    (   compound(Atom), arg(_, Atom, One), \+ ord_memberchk(One, Names)
    ->  pddl_text(Atom, Text), format(atom(Words), '~w: there is no object ~w', [Text, One]), throw(Words)
    ;   true
    ).

goal_of(One, Goal) :-
    (   One = [P|_], memberchk(P, [not, or, forall, exists, imply, and])
    ->  throw('a policy makes atoms true, and this goal is more than atoms')
    ;   fact_of(One, Goal)
    ).

expression(Tree) --> blank_, "(", !, expressions(Tree).
expression(Word) --> string_without(` \t\r\n();`, Codes), { Codes \== [], forall(member(C, Codes), seen(C)), atom_codes(Word0, Codes), downcase_atom(Word0, Word) }.

% Control characters and those that cannot be seen would pass for something else where names are printed.
seen(C) :-
    C > 32, \+ between(0x7f, 0xa0, C), C =\= 0xad, C =\= 0x61c, C =\= 0xfeff,
    \+ between(0x200b, 0x200f, C), \+ between(0x2028, 0x202e, C), \+ between(0x2060, 0x206f, C).

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
    forall(nth1(Place, Things, Name-_), assertz(place(Name, Place))),
    trie_new(Counts), nb_setval(counts, Counts),
    trie_new(Estimates), nb_setval(estimates, Estimates-0),
    nb_setval(changes, 0), nb_setval(state, 0), nb_setval(mark, 0),
    nb_setval(reason, 'no rule applies'-[]), nb_setval(holding, all),
    nb_setval(in_vain, 0), nb_setval(taken, none), nb_setval(most_in_vain, inf), nb_setval(given_up, 0),
    forall(( move(Before, After), ( member(One, Before) ; member(One, After) ),
             plain(One, Named), over_stored(Named, Atom) ), declare(Atom)),
    forall(( single(_, _, _, _, Asked, _, _), member(Atom, Asked) ), declare(Atom)),
    forall(( member(Atom, Goals) ; member(Atom, Facts) ), declare(Atom)),
    sort(Facts, Sorted),
    forall(member(Fact, Sorted), set_fact(Fact, true)),
    b_setval(plan, []),
    in_order(Goals, Ordered),
    step_by_step(Ordered),
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
