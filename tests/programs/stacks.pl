% blocks world: stacks of any height; states differ in form
initial([[a,b],[c],[]]).
goal([[a,b,c],[],[]]).
s(Stacks, [[Top|S2]|Rest2]) :- select([Top|S1], Stacks, Rest), select(S2, [S1|Rest], Rest2), S2 \== S1.
