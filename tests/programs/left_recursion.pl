% left recursion
move(S,T) :- move(S,U), step(U,T).
step(a,b).
