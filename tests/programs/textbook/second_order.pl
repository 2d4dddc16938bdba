/* Second-order programming, from The Art of Prolog */

father(terach, abraham).   father(haran, lot).
father(terach, nachor).    father(haran, milcah).
father(terach, haran).     father(haran, yiscah).
father(abraham, isaac).

male(abraham).  male(lot).  male(haran).  male(isaac).  male(nachor).
female(milcah). female(yiscah).

children(X, Kids) :- setof(Kid, father(X, Kid), Kids).

has_property([X|Xs], P) :- apply(P, X), has_property(Xs, P).
has_property([], _).

apply(male, X) :- male(X).
apply(father, X) :- father(X, _).

map_list([X|Xs], P, [Y|Ys]) :- Goal =.. [P, X, Y], Goal, map_list(Xs, P, Ys).
map_list([], _, []).

foldr(F, [X|Xs], S, V) :- foldr(F, Xs, S, V1), G =.. [F, X, V1, V], call(G).
foldr(_, [], S, S).

add(X, Y, Z) :- Z is X + Y.

size_of(X, G, N) :- findall(X, G, L), length(L, N).

most_children(F, N) :- setof(C-P, Ks^(children(P, Ks), length(Ks, C)), L), last(L, N-F).

for_all(Goal, Condition) :- findall(Condition, Goal, Cases), check(Cases).
check([Case|Cases]) :- Case, check(Cases).
check([]).
