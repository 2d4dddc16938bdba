% A flight route planner

:- op( 50, xfy, :).

route( P1, P2, Day, [ P1 / P2 / Fnum / Deptime ] )  :-
   flight( P1, P2, Day, Fnum, Deptime, _).
route( P1, P2, Day, [ (P1 / P3 / Fnum1 / Dep1) | RestRoute] )  :-
   route( P3, P2, Day, RestRoute),
   flight( P1, P3, Day, Fnum1, Dep1, Arr1),
   deptime( RestRoute, Dep2),
   transfer( Arr1, Dep2).

flight( Place1, Place2, Day, Fnum, Deptime, Arrtime)  :-
   timetable( Place1, Place2, Flightlist),
   member( Deptime / Arrtime / Fnum / Daylist , Flightlist),
   flyday( Day, Daylist).

flyday( Day, Daylist)  :-
   member( Day, Daylist).
flyday( Day, alldays)  :-
   member( Day, [mo,tu,we,th,fr,sa,su] ).

deptime( [ P1 / P2 / Fnum / Dep | _], Dep).

transfer( Hours1:Mins1, Hours2:Mins2)  :-
   60 * (Hours2 - Hours1) + Mins2 - Mins1 >= 40.

timetable( edinburgh, london,
   [  9:40 / 10:50 / ba4733 / alldays,
     13:40 / 14:50 / ba4773 / alldays,
     19:40 / 20:50 / ba4833 / [mo,tu,we,th,fr,su] ] ).
timetable( london, ljubljana,
   [ 13:20 / 16:20 / jp212 / [mo,tu,we,fr,su],
     16:30 / 19:30 / ba473 / [mo,we,th,sa] ] ).
timetable( london, zurich,
   [  9:10 / 11:45 / ba614 / alldays,
     14:45 / 17:20 / sr805 / alldays ] ).
timetable( zurich, ljubljana,
   [ 13:30 / 15:10 / jp323 / [tu,th] ] ).

query3( City1, City2, City3, FN1, FN2, FN3) :-
   permutation( [milan, ljubljana, zurich], [City1, City2, City3] ),
   flight( london, City1, tu, FN1, _, _),
   flight( City1, City2, we, FN2, _, _),
   flight( City2, City3, th, FN3, _, _).
