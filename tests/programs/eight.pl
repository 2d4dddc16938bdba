% 8-puzzle, Bratko style: rows in rows via append
initial([[1,2,3],[4,0,5],[7,8,6]]).
goal([[1,2,3],[4,5,6],[7,8,0]]).
s(State, Next, 1) :- append(A, [Row|B], State), append(L, [0,X|R], Row), append(L, [X,0|R], Row1), append(A, [Row1|B], Next).
s(State, Next, 1) :- append(A, [Row|B], State), append(L, [X,0|R], Row), append(L, [0,X|R], Row1), append(A, [Row1|B], Next).
s(State, Next, 1) :- append(A, [R1,R2|B], State), nth0(I, R1, 0), nth0(I, R2, X), put(I, R1, X, R3), put(I, R2, 0, R4), append(A, [R3,R4|B], Next).
s(State, Next, 1) :- append(A, [R1,R2|B], State), nth0(I, R2, 0), nth0(I, R1, X), put(I, R1, 0, R3), put(I, R2, X, R4), append(A, [R3,R4|B], Next).
put(0, [_|T], X, [X|T]).
put(I, [H|T], X, [H|T1]) :- I > 0, J is I-1, put(J, T, X, T1).
