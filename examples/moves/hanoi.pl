% Towers of Hanoi: three rods, each a list of discs, the smallest first; any number of discs
move(s(A,B,C), ab, s(A1,B1,C)) :- top(A,B,A1,B1).
move(s(A,B,C), ac, s(A1,B,C1)) :- top(A,C,A1,C1).
move(s(A,B,C), ba, s(A1,B1,C)) :- top(B,A,B1,A1).
move(s(A,B,C), bc, s(A,B1,C1)) :- top(B,C,B1,C1).
move(s(A,B,C), ca, s(A1,B,C1)) :- top(C,A,C1,A1).
move(s(A,B,C), cb, s(A,B1,C1)) :- top(C,B,C1,B1).
top([D|X], Y, X, [D|Y]) :- on(D, Y).
on(_, []).
on(D, [E|_]) :- D < E.
