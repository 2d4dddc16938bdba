% Farmer, wolf, goat and cabbage.
initial(state(w,w,w,w)).
goal(state(e,e,e,e)).
opp(e,w). opp(w,e).
unsafe(state(F,W,G,_)) :- W == G, opp(F,W).
unsafe(state(F,_,G,C)) :- G == C, opp(F,G).
move(state(X,X,G,C), wolf, state(Y,Y,G,C)) :- opp(X,Y), \+ unsafe(state(Y,Y,G,C)).
move(state(X,W,X,C), goat, state(Y,W,Y,C)) :- opp(X,Y), \+ unsafe(state(Y,W,Y,C)).
move(state(X,W,G,X), cabbage, state(Y,W,G,Y)) :- opp(X,Y), \+ unsafe(state(Y,W,G,Y)).
move(state(X,W,G,C), alone, state(Y,W,G,C)) :- opp(X,Y), \+ unsafe(state(Y,W,G,C)).
