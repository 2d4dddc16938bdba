% ---- facts, as predicates of a module

declare(Atom) :- functor(Atom, Name, Arity), dynamic(state:Name/Arity).

is_true(Atom) :- state:Atom.

set_fact(Fact, true) :- state:Fact, !.
set_fact(Fact, true) :- assertz(state:Fact), counted(Fact, 1).
set_fact(Fact, false) :- once(retract(state:Fact)), counted(Fact, -1).

%   How many facts there are of each predicate, and with each object in each place; a number for what is true now.

counted(Fact, By) :-
    nb_getval(counts, Counts),
    functor(Fact, Predicate, _),
    count(Counts, c(Predicate), By),
    count(Counts, version(Predicate), 1),
    forall(( compound(Fact), arg(Place, Fact, Term) ), count(Counts, c(Predicate, Place, Term), By)),
    nb_getval(changes, Changes0), Changes is Changes0 + 1, nb_setval(changes, Changes),
    term_hash(Fact, One), term_hash(also(Fact), Other),
    nb_getval(state, State0), State is State0 xor (One << 30 + Other), nb_setval(state, State).

count(Counts, Key, By) :-
    ( trie_lookup(Counts, Key, N0) -> N is N0 + By ; N = By ),
    trie_update(Counts, Key, N).

%   Changes stand on a stack, so that all facts can be as before.

change(Fact, There) :-
    (   is_true(Fact) -> There == false ; There == true ), !,
    set_fact(Fact, There),
    nb_getval(mark, Mark0), Mark is Mark0 + 1, nb_setval(mark, Mark),
    asserta(changed(Mark, Fact, There)).
change(_, _).

mark(Mark) :- nb_getval(mark, Mark).

back(Mark) :-
    nb_getval(mark, Last), Last > Mark, !,
    once(retract(changed(Last, Fact, There))),
    ( There == true -> set_fact(Fact, false) ; set_fact(Fact, true) ),
    Before is Last - 1, nb_setval(mark, Before),
    back(Mark).
back(_).

%   All ways to make atoms facts: the atom with the fewest candidates is matched first.

query([], _).
query([Atom|Atoms], Special) :-
    (   Atoms == [] -> First = Atom, Rest = []
    ;   nb_getval(counts, Counts),
        candidates(Counts, Atom, Many),
        fewest(Atoms, Counts, Many, Atom, First),
        without([Atom|Atoms], First, Rest)
    ),
    is_true(First),
    \+ clash(Special),
    query(Rest, Special).

fewest([], _, _, First, First).
fewest([Atom|Atoms], Counts, Many0, First0, First) :-
    candidates(Counts, Atom, Many),
    ( Many < Many0 -> fewest(Atoms, Counts, Many, Atom, First) ; fewest(Atoms, Counts, Many0, First0, First) ).

without([One|More], First, Rest) :- ( One == First -> Rest = More ; Rest = [One|Others], without(More, First, Others) ).

candidates(Counts, Atom, Many) :-
    functor(Atom, Predicate, Arity),
    ( trie_lookup(Counts, c(Predicate), All) -> true ; All = 0 ),
    candidates(Arity, Counts, Predicate, Atom, All, Many).

candidates(0, _, _, _, Many, Many) :- !.
candidates(Place, Counts, Predicate, Atom, Many0, Many) :-
    arg(Place, Atom, Term),
    (   var(Term) -> Many1 = Many0
    ;   trie_lookup(Counts, c(Predicate, Place, Term), Here) -> Many1 is min(Many0, Here)
    ;   Many1 = 0
    ),
    Next is Place - 1,
    candidates(Next, Counts, Predicate, Atom, Many1, Many).

clash(Special) :- member(One, Special), One = (A \= B), A == B, !.
clash(Special) :- member(One, Special), One = (A = B), ground(A), ground(B), A \== B, !.

typed_query(Atoms, Special, Types) :- query(Atoms, Special), typed_rightly(Types).

typed_rightly([]).
typed_rightly([Value-Type|More]) :- ( var(Value) -> true ; is_a(Value, Type) ), typed_rightly(More).

%   What a step that can be made now deletes and adds. Of a case of an action, called Name/Size:Number, it is what the action
%   does for all objects for which it does anything.

outcome(Step, _, Call, Deleted, Added) :-
    Step =.. [Case|Arguments], taken_of(Case, Arguments, Name, Taken), !,
    Call =.. [Name|Taken],
    outcome_of(Name, Taken, Deleted, Added).
outcome(Step, After, Step, Deleted, Added) :-
    undone_only(After, After, Deleted),
    exclude(denied, After, Added).

taken_of(Case, Arguments, Name, Taken) :-
    atomic_list_concat([Name, Numbers], '/', Case), atomic_list_concat([Size0, _], ':', Numbers), atom_number(Size0, Size),
    length(Taken, Size), append(Taken, _, Arguments).

outcome_of(Name, Taken, Deleted, Added) :-
    findall(Atom, ( taking_place(Name, Taken, After), member(Atom, After) ), All0),
    list_to_set(All0, All),
    undone_only(All, All, Deleted),
    exclude(denied, All, Added).

taking_place(Name, Taken, After) :-
    action_case(Name, Size, parameters(Parameters), BeforeNamed, AfterNamed, _),
    maplist(parameter_parts, Parameters, _, Types),
    pairs_keys(Types, Objects),
    length(Taken, Size), append(Taken, _, Objects),
    stored_all(BeforeNamed, Before), stored_all(AfterNamed, After),
    partition(positive, Before, Positive, Special),
    typed_query(Positive, Special, Types),
    chosen(Types, Special),
    \+ ( member(not(Atom), Special), is_true(Atom) ).

denied(not(_)).

%   All ways to choose objects for those that are left.

chosen(Types, Special) :- exclude(settled_one, Types, Left), ( Left == [] -> true ; choose(Left), \+ clash(Special) ).

settled_one(Value-_) :- nonvar(Value).

choose([]).
choose([Value-Type|More]) :- ( nonvar(Value) -> true ; objects_of(Type, Value) ), choose(More).
