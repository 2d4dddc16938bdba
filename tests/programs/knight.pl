% a knight on a 5x5 board
initial(pos(1,1)).
goal(pos(5,5)).
jump(1,2). jump(2,1). jump(-1,2). jump(-2,1). jump(1,-2). jump(2,-1). jump(-1,-2). jump(-2,-1).
move(pos(X,Y), pos(X1,Y1)) :- jump(DX,DY), X1 is X+DX, Y1 is Y+DY, between(1,5,X1), between(1,5,Y1).
h(pos(X,Y), H) :- H is (abs(5-X) + abs(5-Y)) / 3.
