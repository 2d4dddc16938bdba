/* Circuits and their values; arithmetic with user operators */

:- op(700, xfx, =>).
:- op(200, xfy, &).
:- op(200, xfy, v).
:- op(30, fx, ~).

resistor(power, n1).
resistor(power, n2).
transistor(n2, ground, n1).
transistor(n3, n4, n2).
transistor(n5, ground, n4).

inverter(Input, Output) :-
   transistor(Input, ground, Output),
   resistor(power, Output).
nand_gate(Input1, Input2, Output) :-
   transistor(Input1, X, Output),
   transistor(Input2, ground, X),
   resistor(power, Output).
and_gate(Input1, Input2, Output) :-
   nand_gate(Input1, Input2, X),
   inverter(X, Output).

translate(~(~X), Y) :- !, translate(X, Y).
translate(X => Y, Z) :- !, translate(~X v Y, Z).
translate(~(X & Y), Z v W) :- !, translate(~X, Z), translate(~Y, W).
translate(~(X v Y), Z & W) :- !, translate(~X, Z), translate(~Y, W).
translate(X & Y, Z & W) :- !, translate(X, Z), translate(Y, W).
translate(X v Y, Z v W) :- !, translate(X, Z), translate(Y, W).
translate(~(X => Y), Z) :- !, translate(X & ~Y, Z).
translate(X, X).

value(X, X) :- number(X).
value(res(R), R).
value(series(A, B), R) :- value(A, Ra), value(B, Rb), R is Ra + Rb.
value(par(A, B), R) :- value(A, Ra), value(B, Rb), R is Ra * Rb / (Ra + Rb).
