arc(swap, [A,B,C], [B,A,C]).
arc(lose, [A,B,C], [A,A,C]).
arc(turn, [A,B,C], [B,C,A]).
