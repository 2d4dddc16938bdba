% infinite space, unreachable goal
move(N,M) :- M is N+2.
