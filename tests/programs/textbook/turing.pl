/* A Turing machine, and other abstract machines */

turing(Tape0, Tape) :-
   perform(q0, [], Ls, Tape0, Rs),
   reverse(Ls, Ls1),
   append(Ls1, Rs, Tape).

perform(qf, Ls, Ls, Rs, Rs) :- !.
perform(Q0, Ls0, Ls, Rs0, Rs) :-
   symbol(Rs0, Sym, RsRest),
   once(rule(Q0, Sym, Q1, NewSym, Action)),
   action(Action, Ls0, Ls1, [NewSym|RsRest], Rs1),
   perform(Q1, Ls1, Ls, Rs1, Rs).

symbol([], b, []).
symbol([Sym|Rs], Sym, Rs).

action(left, Ls0, Ls, Rs0, Rs) :- left(Ls0, Ls, Rs0, Rs).
action(stay, Ls, Ls, Rs, Rs).
action(right, Ls0, [Sym|Ls0], [Sym|Rs], Rs).

left([], [], Rs0, [b|Rs0]).
left([L|Ls], Ls, Rs, [L|Rs]).

rule(q0, 1, q0, 1, right).
rule(q0, b, qf, 1, stay).

% A push-down automaton for palindromes
accept(Xs) :- initial(Q), accept(Q, Xs, []).
accept(Q, [X|Xs], S) :- delta(Q, X, S, Q1, S1), accept(Q1, Xs, S1).
accept(Q, [], []) :- final(Q).
initial(push).
final(pop).
delta(push, X, S, push, [X|S]).
delta(push, X, S, pop, [X|S]).
delta(push, _, S, pop, S).
delta(pop, X, [X|S], pop, S).
