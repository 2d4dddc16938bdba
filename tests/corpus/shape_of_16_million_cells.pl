shape(4000,4000).
arc(S,T,1) :- append(A,[X,Y|B],S), append(A,[Y,X|B],T).
