% bridge and torch: sets as lists in order
initial(st([1,2,5,10],[],l)).
goal(st([],_,r)).
s(st(L,R,l), st(L1,R1,r), C) :- two(L,A,B,L1), merge(R,[A,B],R1), C is max(A,B).
s(st(L,R,r), st(L1,R1,l), A) :- select(A,R,R1), merge(L,[A],L1).
two(L,A,B,Rest) :- append(X,[A|Y],L), append(Z,[B|W],Y), append(Z,W,Y1), append(X,Y1,Rest).
merge(L,[],S) :- msort(L,S).
merge(L,[A|T],S) :- merge([A|L],T,S).
