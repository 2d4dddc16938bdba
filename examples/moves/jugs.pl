% X/Y pairs, conditions with if-then-else
initial(0/0).
goal(2/_).
goal(_/2).
capacity(4,3).
move(X/Y, fill(1), M/Y) :- capacity(M,_), X < M.
move(X/Y, fill(2), X/N) :- capacity(_,N), Y < N.
move(X/Y, empty(1), 0/Y) :- X > 0.
move(X/Y, empty(2), X/0) :- Y > 0.
move(X/Y, pour(1,2), X1/Y1) :- capacity(_,N), X > 0, Y < N, ( X+Y =< N -> X1 = 0, Y1 is X+Y ; X1 is X+Y-N, Y1 = N ).
move(X/Y, pour(2,1), X1/Y1) :- capacity(M,_), Y > 0, X < M, ( X+Y =< M -> Y1 = 0, X1 is X+Y ; Y1 is X+Y-M, X1 = M ).
