% Two jugs of 4 and 3 litres: a program that Prolog must be asked, because it compares and computes.
% arcwise solve examples/water_jugs.pl "0 0" "2 0"
shape(1,2).
arc([X,Y],[4,Y],1) :- X < 4.
arc([X,Y],[X,3],1) :- Y < 3.
arc([X,Y],[0,Y],1) :- X > 0.
arc([X,Y],[X,0],1) :- Y > 0.
arc([X,Y],[X1,Y1],1) :- X > 0, Y < 3, D is min(X, 3-Y), X1 is X-D, Y1 is Y+D.
arc([X,Y],[X1,Y1],1) :- Y > 0, X < 4, D is min(Y, 4-X), X1 is X+D, Y1 is Y-D.
