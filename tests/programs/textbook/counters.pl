% Side effects: counters, memos and collected solutions

:- dynamic(fib/2).
:- dynamic counter/1, found/1.

counter(0).

next(N) :-
   retract(counter(N0)),
   N is N0 + 1,
   asserta(counter(N)).

reset :- retractall(counter(_)), assert(counter(0)).

fib(1, 1).
fib(2, 1).
fib(N, F) :-
   N > 2,
   N1 is N - 1, fib(N1, F1),
   N2 is N - 2, fib(N2, F2),
   F is F1 + F2,
   asserta(fib(N, F)).

collect(X, Goal, Xlist) :-
   call(Goal),
   assertz(found(X)),
   fail
   ;
   assertz(found(bottom)),
   gather(Xlist).

gather(L) :-
   retract(found(X)), !,
   ( X == bottom, !, L = []
     ;
     L = [X|Rest], gather(Rest) ).

age(peter, 7).  age(ann, 5).  age(pat, 8).  age(tom, 5).
