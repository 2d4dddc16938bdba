price(tea, 3).
price(cup, 5).
price(pot, 20).
total([], 0).
total([X|L], S) :- price(X, P), total(L, T), S is T+P.
cheap(X) :- price(X, P), P < 10.
example(total([tea], _)).
problem(total([cup,pot], _)).
problem(cheap(_)).
