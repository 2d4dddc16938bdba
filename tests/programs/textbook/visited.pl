% memo and fibonacci with dynamic declared later; retract in loops; between as generator
:- initialization(setup).
setup :- retractall(visited(_)), assertz(visited(start)).
:- dynamic visited/1.
edge(start,a). edge(a,b). edge(b,start). edge(b,goal).
reach(X) :- visited(X).
walk(X, X).
walk(X, Y) :- edge(X, Z), \+ visited(Z), assertz(visited(Z)), walk(Z, Y).
drain(L) :- findall(X, retract(visited(X)), L).
count(N) :- aggregate_all(count, visited(_), N).
upd :- forall(retract(visited(X)), assertz(seen(X))).
:- dynamic seen/1.
logical(L) :- assertz(visited(q)), findall(X, (visited(X), assertz(visited(n(X)))), L).
