/* Difference lists and queues */

append_dl(Xs-Ys, Ys-Zs, Xs-Zs).

flatten(Xs, Ys) :- flatten_dl(Xs, Ys-[]).
flatten_dl([X|Xs], Ys-Zs) :- flatten_dl(X, Ys-Ys1), flatten_dl(Xs, Ys1-Zs).
flatten_dl(X, [X|Xs]-Xs) :- constant(X), X \== [].
flatten_dl([], Xs-Xs).

constant(X) :- atomic(X).

reverse(Xs, Ys) :- reverse_dl(Xs, Ys-[]).
reverse_dl([X|Xs], Ys-Zs) :- reverse_dl(Xs, Ys-[X|Zs]).
reverse_dl([], Xs-Xs).

dutch(Xs, RedsWhitesBlues) :-
   distribute_dls(Xs, RedsWhitesBlues-WhitesBlues, WhitesBlues-Blues, Blues-[]).
distribute_dls([red(X)|Xs], [red(X)|Reds]-Reds1, Whites, Blues) :-
   distribute_dls(Xs, Reds-Reds1, Whites, Blues).
distribute_dls([white(X)|Xs], Reds, [white(X)|Whites]-Whites1, Blues) :-
   distribute_dls(Xs, Reds, Whites-Whites1, Blues).
distribute_dls([blue(X)|Xs], Reds, Whites, [blue(X)|Blues]-Blues1) :-
   distribute_dls(Xs, Reds, Whites, Blues-Blues1).
distribute_dls([], Reds-Reds, Whites-Whites, Blues-Blues).

queue(S) :- queue(S, Q-Q).
queue([enqueue(X)|Xs], Q) :- enqueue(X, Q, Q1), queue(Xs, Q1).
queue([dequeue(X)|Xs], Q) :- dequeue(X, Q, Q1), queue(Xs, Q1).
queue([], Q-[]).
enqueue(X, Qh-[X|Qt], Qh-Qt).
dequeue(X, [X|Qh]-Qt, Qh-Qt).
