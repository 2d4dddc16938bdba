% Terms written into texts and read from them, numbered variables, records and operators.
shown(Term, Atom) :- numbervars(Term, 0, _), term_to_atom(Term, Atom).
parsed(Atom, Term) :- term_to_atom(Term, Atom).
named(Atom, Term, Names) :- atom_to_term(Atom, Term, Names).
back(Term, Same) :- term_string(Term, String), term_string(Same, String).
refused(Atom, Kind) :- catch(term_to_atom(_, Atom), error(Error, _), functor(Error, Kind, _)).

clause_of(N) :- copy_term(rule(X, Y, X) - Y, T), numbervars(T, 23, N), print(T), nl.

remembered(List) :-
    recordz(town, paris), recordz(town, rome), recorda(town, bern), recordz(f(1), one),
    findall(T, recorded(town, T), List).
forgotten(List) :-
    recordz(k, a, Ref), recordz(k, b), erase(Ref), findall(X, recorded(k, X), List).
of_a_term(X) :- recordz(f(1), x), recorded(f(_), X).

binds(Name, Priority, Kind) :- member(Name, [mod, is, (:-)]), current_op(Priority, Kind, Name).
rest_of(Vars) :- term_variables(f(A, g(B), A), Vars, [last]), A = 1, B = 2.
said(X) :- writef('%w and %w\n', [X, f(X)]), writef('done\n').
joined(A, B) :- concat_atom([a,1,b], A), concat_atom([x,y], '-', B).
