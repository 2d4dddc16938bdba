% Knapsack and making change, by generate and test and by setof

thing(ring, 1, 15).
thing(map, 2, 6).
thing(lamp, 3, 12).
thing(rope, 4, 11).

things(Ts) :- findall(t(N,W,V), thing(N,W,V), Ts).

pack([], _, [], 0).
pack([t(N,W,V)|Ts], Limit, [N|Ns], Value) :-
   W =< Limit,
   Limit1 is Limit - W,
   pack(Ts, Limit1, Ns, Value1),
   Value is Value1 + V.
pack([_|Ts], Limit, Ns, Value) :-
   pack(Ts, Limit, Ns, Value).

best(Limit, Best, Value) :-
   things(Ts),
   setof(V-Ns, pack(Ts, Limit, Ns, V), Solutions),
   last(Solutions, Value-Best).

last([X], X).
last([_|Xs], X) :- last(Xs, X).

change([H,Q,D,N,P]) :-
   member(H,[0,1,2]),
   member(Q,[0,1,2,3,4]),
   member(D,[0,1,2,3,4,5,6,7,8,9,10]),
   member(N,[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]),
   S is 50*H + 25*Q + 10*D + 5*N,
   S =< 100,
   P is 100-S.
