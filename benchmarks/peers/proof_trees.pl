% The vanilla meta-interpreter that people write to see proofs; each goal is a line, below the one that calls it.

:- dynamic(reversed/2).
:- dynamic(append_/3).

append_([], L, L).
append_([X|L], M, [X|N]) :- append_(L, M, N).
reversed([], []).
reversed([X|L], R) :- reversed(L, M), append_(M, [X], R).

proved(true, []) :- !.
proved((A, B), Trees) :- !, proved(A, One), proved(B, Other), append(One, Other, Trees).
proved(Goal, [tree(Goal, Trees)]) :- clause(Goal, Body), proved(Body, Trees).

shown(tree(Goal, Trees), Depth) :-
    Column is min(Depth, 50) * 2,
    format('~t~*|~w~n', [Column, Goal]),
    Next is Depth + 1,
    forall(member(Tree, Trees), shown(Tree, Next)).

main(Size) :-
    numlist(1, Size, List),
    proved(reversed(List, _), [Tree]),
    shown(Tree, 0).
