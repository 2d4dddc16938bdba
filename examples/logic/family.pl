% A family, with ancestors over several generations.
parent(ann,bob).
parent(ann,bea).
parent(bob,cid).
parent(bob,cleo).
parent(cid,dan).
parent(cleo,dora).
parent(dan,eve).
female(ann).
female(bea).
female(cleo).
female(dora).
female(eve).
male(bob).
male(cid).
male(dan).

grandparent(X,Z) :- parent(X,Y), parent(Y,Z).
grandmother(X,Z) :- grandparent(X,Z), female(X).
sibling(X,Y) :- parent(P,X), parent(P,Y), X \== Y.
aunt(X,Z) :- sibling(X,Y), parent(Y,Z), female(X).
ancestor(X,Y) :- parent(X,Y).
ancestor(X,Y) :- parent(X,Z), ancestor(Z,Y).
cousin(X,Y) :- parent(P,X), sibling(P,Q), parent(Q,Y).

example(grandmother(ann,cid)).
example(aunt(bea,cid)).
example(cousin(dan,dora)).
example(ancestor(ann,dan)).
problem(grandmother(ann,cleo)).
problem(grandmother(bob,dan)).
problem(aunt(cleo,dan)).
problem(aunt(dora,eve)).
problem(cousin(dora,dan)).
problem(cousin(eve,dan)).
problem(ancestor(bob,eve)).
problem(ancestor(eve,ann)).
