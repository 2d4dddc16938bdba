% 8 queens as a search: place queens column by column
initial([]).
goal(L) :- length(L, 6).
s(L, [Q|L]) :- length(L, N), N < 6, between(1, 6, Q), safe(Q, L, 1).
safe(_, [], _).
safe(Q, [R|T], D) :- Q =\= R, abs(Q-R) =\= D, D1 is D+1, safe(Q, T, D1).
