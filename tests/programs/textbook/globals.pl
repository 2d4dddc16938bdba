% counting with global variables and findall
count_solutions(G, N) :- nb_setval(c, 0), ( call(G), nb_getval(c, V), V1 is V+1, nb_setval(c, V1), fail ; nb_getval(c, N) ).
num(1). num(2). num(3).
loop(N) :- repeat, nb_getval(k, K), K1 is K+1, nb_setval(k, K1), K1 >= N, !.
t(N) :- nb_setval(k, 0), loop(5), nb_getval(k, N).
s(L) :- forall(member(X, [3,1,2]), ( write(X), write(' ') )), nl, msort([c,a,b], L).
print_square(N) :- between(1, N, I), ( between(1, N, J), P is I*J, format("~t~w~4|", [P]), fail ; nl ), fail.
print_square(_).
