% The closure of a cycle, kept in a table; facts of edge/2 stand behind.

:- table path/2.

path(X, Y) :- edge(X, Y).
path(X, Y) :- path(X, Z), edge(Z, Y).
