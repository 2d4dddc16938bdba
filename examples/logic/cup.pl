% The cup (Winston, Mitchell): what can be lifted and holds liquid is a cup.
cup(X) :- liftable(X), holds_liquid(X).
holds_liquid(X) :- part(X,W), concave(W), points_up(W).
liftable(X) :- light(X), part(X,handle).
light(X) :- small(X).
light(X) :- made_of(X,feathers).

small(obj1).
part(obj1,bottom).
part(obj1,bowl).
part(obj1,handle).
concave(bowl).
points_up(bowl).
owns(bob,obj1).
color(obj1,red).
:- dynamic made_of/2.

% What each goal says, for a proof in words.
say(cup(X), "X is a cup").
say(holds_liquid(X), "X holds liquid").
say(liftable(X), "X can be lifted").
say(light(X), "X is light").
say(small(X), "X is small").
say(made_of(X,Y), "X is made of Y").
say(part(X,handle), "X has a handle").
say(part(X,Y), "Y is a part of X").
say(concave(X), "X is hollow").
say(points_up(X), "X opens upward").

example(cup(obj1)).
problem(cup(obj1)).
problem(cup(bowl)).
