arc([1,0],[0,1],1) :- shell("touch canary").
:- shell("touch canary").
