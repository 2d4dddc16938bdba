% Operations on lists

member( X, [X | Tail]).
member( X, [Head | Tail])  :-
   member( X, Tail).

conc( [], L, L).
conc( [X | L1], L2, [X | L3])  :-
   conc( L1, L2, L3).

del( X, [X | Tail], Tail).
del( X, [Y | Tail], [Y | Tail1])  :-
   del( X, Tail, Tail1).

insert( X, List, BiggerList)  :-
   del( X, BiggerList, List).

sublist( S, L)  :-
   conc( L1, L2, L),
   conc( S, L3, L2).

permutation( [], []).
permutation( L, [X | P])  :-
   del( X, L, L1),
   permutation( L1, P).

evenlength( []).
evenlength( [First | Rest])  :- oddlength( Rest).
oddlength( [First | Rest])  :- evenlength( Rest).

reverse( [], []).
reverse( [First | Rest], Reversed)  :-
   reverse( Rest, ReversedRest),
   conc( ReversedRest, [First], Reversed).

max( X, Y, X)  :-  X >= Y.
max( X, Y, Y)  :-  X < Y.

maxlist( [X], X).
maxlist( [X, Y | Rest], Max)  :-
   maxlist( [Y | Rest], MaxRest),
   max( X, MaxRest, Max).

sumlist( [], 0).
sumlist( [First | Rest], Sum)  :-
   sumlist( Rest, SumRest),
   Sum is First + SumRest.

ordered( [Single]).
ordered( [First, Second | Rest])  :-
   First =< Second,
   ordered( [Second | Rest]).

between( N1, N2, N1)  :-  N1 =< N2.
between( N1, N2, X)  :-
   N1 < N2,
   NewN1 is N1 + 1,
   between( NewN1, N2, X).
