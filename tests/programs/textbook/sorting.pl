% Sorting

bubblesort( List, Sorted)  :-
   swap( List, List1), !,
   bubblesort( List1, Sorted).
bubblesort( Sorted, Sorted).

swap( [X, Y | Rest], [Y, X | Rest] )  :-
   gt( X, Y).
swap( [Z | Rest], [Z | Rest1] )  :-
   swap( Rest, Rest1).

gt( X, Y)  :-  X > Y.

insertsort( [], []).
insertsort( [X | Tail], Sorted)  :-
   insertsort( Tail, SortedTail),
   insert( X, SortedTail, Sorted).

insert( X, [Y | Sorted], [Y | Sorted1])  :-
   gt( X, Y), !,
   insert( X, Sorted, Sorted1).
insert( X, Sorted, [X | Sorted]).

quicksort( [], []).
quicksort( [X | Tail], Sorted)  :-
   split( X, Tail, Small, Big),
   quicksort( Small, SortedSmall),
   quicksort( Big, SortedBig),
   conc( SortedSmall, [X | SortedBig], Sorted).

split( X, [], [], []).
split( X, [Y | Tail], [Y | Small], Big)  :-
   gt( X, Y), !,
   split( X, Tail, Small, Big).
split( X, [Y | Tail], Small, [Y | Big])  :-
   split( X, Tail, Small, Big).

% with difference lists
quicksort2( List, Sorted)  :-
   quick2( List, Sorted - [] ).
quick2( [], Z - Z).
quick2( [X | Tail], A1 - Z2)  :-
   split( X, Tail, Small, Big),
   quick2( Small, A1 - [X | A2] ),
   quick2( Big, A2 - Z2).

mergesort( [], []).
mergesort( [X], [X]).
mergesort( [A,B|Rest], S)  :-
   divide( [A,B|Rest], L1, L2),
   mergesort( L1, S1), mergesort( L2, S2),
   merge( S1, S2, S).
divide( [], [], []).
divide( [A], [A], []).
divide( [A,B|R], [A|Ra], [B|Rb])  :-  divide( R, Ra, Rb).
merge( A, [], A).
merge( [], B, B).
merge( [A|Ra], [B|Rb], [A|M])  :-  A =< B, merge( Ra, [B|Rb], M).
merge( [A|Ra], [B|Rb], [B|M])  :-  A > B,  merge( [A|Ra], Rb, M).

predsort( [], []).
predsort( [X|Xs], Ys)  :-  predsort( Xs, Zs), insert( X, Zs, Ys).
