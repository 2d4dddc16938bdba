% light bulbs: a list of bits of any length, typed start
move(L, N, T) :- nth1(N, L, B), C is 1-B, setn(N, L, C, T).
setn(1, [_|T], X, [X|T]).
setn(N, [H|T], X, [H|R]) :- N > 1, M is N-1, setn(M, T, X, R).
