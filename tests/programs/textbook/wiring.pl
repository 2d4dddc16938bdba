% Poole: electrical wiring, with askables and 'how'
:- op(1100, xfx, <- ).
:- op(1000, xfy, & ).
:- dynamic (<-)/2, askable/1, answered/2.
:- discontiguous (<-)/2.
light(l1) <- true.
live(X) <- connected(X,Y) & live(Y).
live(outside) <- true.
connected(l1,w1) <- up(s1).
connected(w1,outside) <- true.
askable(up(_)).
aprove(true) :- !.
aprove((A & B)) :- !, aprove(A), aprove(B).
aprove(G) :- askable(G), answered(G, yes).
aprove(G) :- askable(G), unanswered(G), ask(G, Ans), assert(answered(G, Ans)), Ans = yes.
aprove(H) :- (H <- B), aprove(B).
unanswered(G) :- \+ was_answered(G).
was_answered(G) :- answered(G, _).
ask(G, Ans) :- write(['Is ', G, ' true? [yes,no]: ']), read(Ans).
iprove(G) :- writeln(G), help.
tell(G) :- assert(answered(G, yes)).
