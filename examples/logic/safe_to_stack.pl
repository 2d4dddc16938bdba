% What can be stacked safely (Mitchell 1997, chapter 11).
safe_to_stack(X,Y) :- lighter(X,Y).
lighter(X,Y) :- weight(X,W1), weight(Y,W2), W1 < W2.
weight(X,W) :- volume(X,V), density(X,D), W is V*D.
weight(X,5) :- isa(X,endtable).

volume(box1,1).
density(box1,0.1).
isa(endtable1,endtable).
color(box1,red).
on(box1,endtable1).

example(safe_to_stack(box1,endtable1)).
problem(safe_to_stack(box1,endtable1)).
problem(safe_to_stack(endtable1,box1)).
