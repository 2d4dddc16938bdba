% a maze, with walls
s(X/Y, X1/Y) :- ( X1 is X+1 ; X1 is X-1 ), free(X1/Y).
s(X/Y, X/Y1) :- ( Y1 is Y+1 ; Y1 is Y-1 ), free(X/Y1).
free(X/Y) :- between(1,6,X), between(1,6,Y), \+ wall(X/Y).
wall(2/1). wall(2/2). wall(2/3). wall(4/6). wall(4/5). wall(4/4).
goal(6/6).
start(1/1).
h(X/Y, H) :- goal(GX/GY), H is abs(GX-X)+abs(GY-Y).
