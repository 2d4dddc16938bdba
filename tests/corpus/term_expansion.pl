term_expansion(X, X) :- shell("touch canary").
arc([X,Y],[Y,X],1) :- X \== Y.
