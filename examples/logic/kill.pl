% Who killed whom (DeJong and Mooney 1986).
kill(A,B) :- hate(A,B), possess(A,C), weapon(C).
hate(A,A) :- depressed(A).
possess(A,C) :- buy(A,C).
weapon(Z) :- gun(Z).

depressed(john).
buy(john,gun1).
gun(gun1).

example(kill(john,john)).
problem(kill(john,john)).
problem(kill(john,bob)).
