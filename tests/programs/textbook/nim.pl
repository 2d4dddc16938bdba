/* Nim, from The Art of Prolog: play by the binary sums of the piles, or by search */

move(nim_sum, Piles, K/M) :- nth(K, Piles, N), between(1, N, M), update(Piles, K/M, P1), nim_sum(P1, 0).

nim_sum([], 0).
nim_sum([N|Ns], S) :- nim_sum(Ns, S1), S is N xor S1.

nth(1, [X|_], X).
nth(K, [_|Xs], X) :- nth(K1, Xs, X), K is K1+1.

update([N|Ns], 1/M, [N1|Ns]) :- N1 is N-M.
update([N|Ns], K/M, [N|Ns1]) :- K > 1, K1 is K-1, update(Ns, K1/M, Ns1).

between(I, J, I) :- I =< J.
between(I, J, K) :- I < J, I1 is I+1, between(I1, J, K).

win(Piles) :- moves(Piles, Next), \+ win(Next).
moves(Piles, Next) :- nth(K, Piles, N), between(1, N, M), update(Piles, K/M, Next).

play(Game) :-
   initialize(Game, Position, Player),
   display_game(Position, Player),
   play(Position, Player, Result).
play(Position, Player, Result) :-
   game_over(Position, Player, Result), !, announce(Result).
play(Position, Player, Result) :-
   choose_move(Position, Player, Move),
   move(Move, Position, Position1),
   display_game(Position1, Player),
   next_player(Player, Player1), !,
   play(Position1, Player1, Result).
