% What a program has learned is listed.
:- dynamic capital/2, known/1, nothing/0.
capital(georgia, atlanta).

state(georgia).
state(california).

learn(State, City) :- asserta(capital(State, City)), listing(capital/2).
show(What) :- listing(What).
forget :- retractall(capital(_, _)), listing(capital/2), assertz((known(X) :- state(X), ! ; fail)), listing(known).
