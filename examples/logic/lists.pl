% Lists: naive reversal and sorting by permutation, the slow programs of every course.
rev([],[]).
rev([X|L],R) :- rev(L,M), app(M,[X],R).
app([],L,L).
app([X|L],M,[X|N]) :- app(L,M,N).
slow_sort(L,S) :- perm(L,S), sorted(S).
perm([],[]).
perm(L,[X|P]) :- take(X,L,R), perm(R,P).
take(X,[X|L],L).
take(X,[Y|L],[Y|R]) :- take(X,L,R).
sorted([]).
sorted([_]).
sorted([X,Y|L]) :- X =< Y, sorted([Y|L]).

example(rev([1,2,3],_)).
example(slow_sort([2,1],_)).
problem(rev([a,b,c],_)).
problem(rev([d,e],_)).
problem(rev([f,g,h,i],_)).
problem(slow_sort([4,3],_)).
problem(slow_sort([3,2,1],_)).
problem(slow_sort([5,6],_)).
