% Water jugs of 3 and 4 litres: moves that compare and compute. What reaches a state is a goal that is proved, by iterative deepening.
reaches(S,S).
reaches(S,G) :- move(S,T), reaches(T,G).
move(state(A,B),state(3,B)) :- A < 3.
move(state(A,B),state(A,4)) :- B < 4.
move(state(A,B),state(0,B)) :- A > 0.
move(state(A,B),state(A,0)) :- B > 0.
move(state(A,B),state(C,D)) :- A > 0, B < 4, M is min(A,4-B), C is A-M, D is B+M.
move(state(A,B),state(C,D)) :- B > 0, A < 3, M is min(B,3-A), C is A+M, D is B-M.
example(reaches(state(0,0),state(3,1))).
problem(reaches(state(0,0),state(0,2))).
