% hanoi, pegs as lists
initial(hanoi([1,2,3],[],[])).
final(hanoi([],[],[1,2,3])).
move(hanoi(A,B,C), Label, Next) :- pegs(I, J), I \= J, shift(I, J, [A,B,C], [D,E,F]), Label = I-J, Next = hanoi(D,E,F).
pegs(I,J) :- member(I,[1,2,3]), member(J,[1,2,3]).
shift(I,J,Pegs,Out) :- nth1(I,Pegs,[D|R]), nth1(J,Pegs,To), ok(D,To), rep(I,Pegs,R,P1), rep(J,P1,[D|To],Out).
ok(_,[]). ok(D,[E|_]) :- D < E.
rep(1,[_|T],X,[X|T]). rep(N,[H|T],X,[H|R]) :- N > 1, M is N-1, rep(M,T,X,R).
