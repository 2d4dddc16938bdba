% Missionaries and cannibals.
start(state(3,3,left)).
goal(state(0,0,right)).
boat(1,0). boat(0,1). boat(2,0). boat(0,2). boat(1,1).
safe(M,C) :- (M =:= 0 ; M >= C), M1 is 3-M, C1 is 3-C, (M1 =:= 0 ; M1 >= C1), !.
s(state(M,C,left), state(M1,C1,right)) :- boat(X,Y), M1 is M-X, M1 >= 0, C1 is C-Y, C1 >= 0, safe(M1,C1).
s(state(M,C,right), state(M1,C1,left)) :- boat(X,Y), M1 is M+X, M1 =< 3, C1 is C+Y, C1 =< 3, safe(M1,C1).
