% Alpha-beta, with user min/max
alphabeta(Pos, Alpha, Beta, GoodPos, Val) :- moves(Pos, PosList), !, boundedbest(PosList, Alpha, Beta, GoodPos, Val) ; staticval(Pos, Val).
boundedbest([Pos|PosList], Alpha, Beta, GoodPos, GoodVal) :- alphabeta(Pos, Alpha, Beta, _, Val), goodenough(PosList, Alpha, Beta, Pos, Val, GoodPos, GoodVal).
goodenough([], _, _, Pos, Val, Pos, Val) :- !.
goodenough(_, Alpha, Beta, Pos, Val, Pos, Val) :- min_to_move(Pos), Val > Beta, ! ; max_to_move(Pos), Val < Alpha, !.
goodenough(PosList, Alpha, Beta, Pos, Val, GoodPos, GoodVal) :- newbounds(Alpha, Beta, Pos, Val, NewAlpha, NewBeta), boundedbest(PosList, NewAlpha, NewBeta, Pos1, Val1), betterof(Pos, Val, Pos1, Val1, GoodPos, GoodVal).
newbounds(Alpha, Beta, Pos, Val, Val, Beta) :- min_to_move(Pos), Val > Alpha, !.
newbounds(Alpha, Beta, Pos, Val, Alpha, Val) :- max_to_move(Pos), Val < Beta, !.
newbounds(Alpha, Beta, _, _, Alpha, Beta).
betterof(Pos, Val, Pos1, Val1, Pos, Val) :- min_to_move(Pos), Val > Val1, ! ; max_to_move(Pos), Val < Val1, !.
betterof(_, _, Pos1, Val1, Pos1, Val1).
moves(a, [b,c]). moves(b, [d,e]). moves(c, [f,g]). moves(d, [i,j]). moves(e, [k,l]). moves(f,[m,n]). moves(g,[o,p]).
min_to_move(b). min_to_move(c). min_to_move(X) :- member(X,[i,j,k,l,m,n,o,p]).
max_to_move(a). max_to_move(d). max_to_move(e). max_to_move(f). max_to_move(g).
staticval(i,1). staticval(j,4). staticval(k,5). staticval(l,6). staticval(m,2). staticval(n,1). staticval(o,1). staticval(p,1).
