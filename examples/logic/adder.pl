% Binary numbers of any length, lowest digit first, are added by gates.
sum(A,B,S) :- adder(A,B,0,S).
adder([],[],C,[C]).
adder([X|Xs],[Y|Ys],C,[S|Ss]) :- full(X,Y,C,S,D), adder(Xs,Ys,D,Ss).
full(X,Y,In,Sum,Out) :- half(X,Y,S,C), half(S,In,Sum,D), or_(C,D,Out).
half(X,Y,Sum,Carry) :- xor_(X,Y,Sum), and_(X,Y,Carry).

xor_(0,0,0). xor_(0,1,1). xor_(1,0,1). xor_(1,1,0).
and_(0,0,0). and_(0,1,0). and_(1,0,0). and_(1,1,1).
or_(0,0,0). or_(0,1,1). or_(1,0,1). or_(1,1,1).

example(sum([1],[1],_)).
problem(sum([1,0],[1,1],_)).
problem(sum([1,0,1,1],[0,1,1,0],_)).
problem(sum([0,0,1,0,1],[1,1,1,0,1],_)).
problem(sum([1,1,1,1,1,1],[1,0,0,0,0,0],_)).
problem(sum([1],[],_)).
problem(sum([_,1,_],[1,0,1],[0,0,1,1])).
