% Clearing a block: first what stands on it, then that one goes to the table. States are lists of pairs, Block-Below.
clear(X,S,S,[]) :- free(X,S).
clear(X,S,U,Plan) :- on(Y,X,S), clear(Y,S,T,First), unstack(Y,X,T,U), append(First,[unstack(Y,X)],Plan).

unstack(Y,X,S,T) :- movable(Y), free(Y,S), replace(Y-X,Y-floor,S,T).
movable(X) :- block(X).
movable(X) :- pyramid(X).
on(Y,X,S) :- member(Y-X,S).

free(X,S) :- \+ member(_-X,S).
replace(A,B,[A|S],[B|S]).
replace(A,B,[C|S],[C|T]) :- replace(A,B,S,T).
block(X) :- atom(X).
pyramid(p).

operational(free/2).
operational(replace/4).
example(clear(a,[a-floor,b-a],_,_)).
problem(clear(a,[a-floor,b-a,c-b],_,_)).
problem(clear(a,[e-d,a-floor,b-a,c-b,d-c],_,_)).
problem(clear(c,[a-floor,b-a,c-b,d-c,e-d,f-e],_,_)).
problem(clear(a,[a-floor,b-a,p-b],_,_)).
problem(clear(a,[h-g,g-f,f-e,e-d,d-c,c-b,b-a,a-floor],_,_)).
problem(clear(b,[b-floor,a-floor],_,_)).
