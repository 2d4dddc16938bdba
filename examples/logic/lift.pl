% A lift: a start and a goal floor, and what moves it there (after Bratko, chapter 25).
go(Level,GoalLevel,Moves) :- move_list(Moves,Distance), Distance =:= GoalLevel-Level.
move_list([],0).
move_list([Move1|Moves],Distance) :- move_list(Moves,Distance1), move(Move1,Distance2), Distance is Distance1+Distance2.
move(up,1).
move(down,-1).

operational(none/0).
:- dynamic none/0.

example(go(3,6,_)).
problem(go(2,5,_)).
problem(go(0,3,_)).
problem(go(7,10,_)).
problem(go(4,5,_)).
problem(go(4,3,_)).
problem(go(6,4,_)).
