% missionaries, Bratko's strings and records, boat in a list
initial(state([3,3],[0,0],left)).
goal(state([0,0],[3,3],right)).
arc(state([M,C],[M2,C2],left), state([A,B],[A2,B2],right), move(X,Y)) :- load(X,Y), A is M-X, B is C-Y, A2 is M2+X, B2 is C2+Y, ok(A,B), ok(A2,B2).
arc(state([M,C],[M2,C2],right), state([A,B],[A2,B2],left), move(X,Y)) :- load(X,Y), A is M+X, B is C+Y, A2 is M2-X, B2 is C2-Y, ok(A,B), ok(A2,B2).
load(X,Y) :- member(X-Y, [1-0,0-1,2-0,0-2,1-1]).
ok(M,C) :- M >= 0, C >= 0, ( M =:= 0 -> true ; M >= C ).
