% An interpreter for a small imperative language, with an environment as a list

:- op(700, xfx, :=).

run(Program, Env) :- exec(Program, [], Env).

exec([], E, E).
exec([S|Ss], E0, E) :- exec(S, E0, E1), exec(Ss, E1, E).
exec(X := Exp, E0, E) :- eval(Exp, E0, V), update(X, V, E0, E).
exec(while(C, B), E0, E) :-
   ( holds(C, E0) -> exec(B, E0, E1), exec(while(C, B), E1, E) ; E = E0 ).
exec(if(C, S, T), E0, E) :-
   ( holds(C, E0) -> exec(S, E0, E) ; exec(T, E0, E) ).
exec(print(X), E, E) :- eval(X, E, V), format("~w = ~d~n", [X, V]).

eval(N, _, N) :- integer(N), !.
eval(X, E, V) :- atom(X), !, ( member(X-V, E) -> true ; throw(unbound(X)) ).
eval(Exp, E, V) :-
   Exp =.. [Op, A, B],
   eval(A, E, VA), eval(B, E, VB),
   G =.. [Op, VA, VB],
   V is G.

holds(C, E) :- C =.. [Op, A, B], eval(A, E, VA), eval(B, E, VB), G =.. [Op, VA, VB], call(G).

update(X, V, [], [X-V]).
update(X, V, [X-_|E], [X-V|E]) :- !.
update(X, V, [P|E], [P|E1]) :- update(X, V, E, E1).

safe(Program, Result) :- catch(run(Program, Result), unbound(X), Result = error(X)).
