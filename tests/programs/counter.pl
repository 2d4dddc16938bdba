do(S,Op,T,_) :- Op = inc, S < 10, T is S+1.
do(S,dbl,T,_) :- S > 0, T is S*2, T < 100.
