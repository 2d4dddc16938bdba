% Tic-tac-toe by minimax

moves( Pos, PosList)  :-
   \+ won( Pos, _),
   findall( P, move( Pos, P), PosList),
   PosList \== [].

move( b( Player, Board), b( Other, Board1))  :-
   other( Player, Other),
   put( Player, Board, Board1).

put( P, [e|T], [P|T]).
put( P, [X|T], [X|T1])  :-  put( P, T, T1).

other( x, o).
other( o, x).

minimax( Pos, BestSucc, Val)  :-
   moves( Pos, PosList), !,
   best( PosList, BestSucc, Val)
   ;
   staticval( Pos, Val).

best( [Pos], Pos, Val)  :-
   minimax( Pos, _, Val), !.
best( [Pos1 | PosList], BestPos, BestVal)  :-
   minimax( Pos1, _, Val1),
   best( PosList, Pos2, Val2),
   betterof( Pos1, Val1, Pos2, Val2, BestPos, BestVal).

betterof( Pos0, Val0, Pos1, Val1, Pos0, Val0)  :-
   min_to_move( Pos0),
   Val0 > Val1, !
   ;
   max_to_move( Pos0),
   Val0 < Val1, !.
betterof( Pos0, Val0, Pos1, Val1, Pos1, Val1).

max_to_move( b( x, _)).
min_to_move( b( o, _)).

staticval( Pos, 1)  :-  won( Pos, x), !.
staticval( Pos, -1)  :-  won( Pos, o), !.
staticval( _, 0).

won( b( _, [A,B,C,D,E,F,G,H,I]), P)  :-
   member( P, [x,o]),
   member( [P,P,P], [[A,B,C],[D,E,F],[G,H,I],[A,D,G],[B,E,H],[C,F,I],[A,E,I],[C,E,G]]).
