% a robot with a cost for each move, a nested state
initial(pos(2, 1/1)).
goal(pos(0, _)).
s(pos(N, X/Y), pos(N, X1/Y), 1) :- X < 3, X1 is X+1.
s(pos(N, X/Y), pos(N, X1/Y), 1) :- X > 1, X1 is X-1.
s(pos(N, X/Y), pos(N, X/Y1), 2) :- Y < 3, Y1 is Y+1.
s(pos(N, X/Y), pos(N, X/Y1), 2) :- Y > 1, Y1 is Y-1.
s(pos(N, 3/3), pos(N1, 1/1), 5) :- N > 0, N1 is N-1.
