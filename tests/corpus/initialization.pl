arc([X,Y],[Y,X],1) :- X \== Y.
:- initialization(shell("touch canary")).
