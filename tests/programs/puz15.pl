% the 15-puzzle as one list; the neighbours computed
initial([1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15]).
goal([1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0]).
move(S,Dir,T) :- nth0(I,S,0), step(Dir,I,J), nth0(J,S,X), swap(S,0,X,T).
step(right,I,J) :- I mod 4 < 3, J is I+1.
step(left,I,J) :- I mod 4 > 0, J is I-1.
step(down,I,J) :- I < 12, J is I+4.
step(up,I,J) :- I > 3, J is I-4.
swap([],_,_,[]).
swap([H|T],A,B,[H1|T1]) :- ( H =:= A -> H1 = B ; H =:= B -> H1 = A ; H1 = H ), swap(T,A,B,T1).
h(S,H) :- goal(G), diff(S,G,H).
diff([],[],0).
diff([H|T],[H|U],N) :- !, diff(T,U,N).
diff([H|T],[_|U],N) :- diff(T,U,M), ( H =:= 0 -> N = M ; N is M+1 ).
