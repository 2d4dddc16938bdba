% Simplifying expressions (Russell and Norvig, 19.3).
simplify(U,W) :- rewrite(U,V), simplify(V,W).
simplify(U,U) :- primitive(U).
rewrite(1*U,U).
rewrite(0+U,U).
primitive(U) :- unknown(U).
primitive(U) :- number(U).
unknown(x).
unknown(y).

operational(unknown/1).

example(simplify(1*(0+x),_)).
problem(simplify(1*(0+y),_)).
problem(simplify(1*(0+7),_)).
problem(simplify(0+(1*y),_)).
