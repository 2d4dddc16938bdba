arc([X,Y],[Y,X],1) :- X \== Y, shell("touch canary").
