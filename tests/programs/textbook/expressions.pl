% Arithmetic expressions over character codes, with look-ahead

:- set_prolog_flag( double_quotes, codes).

expr( X)  -->  term( Y), expr_rest( Y, X).

expr_rest( X0, X)  -->  "+", !, term( Y), { X1 is X0 + Y }, expr_rest( X1, X).
expr_rest( X0, X)  -->  "-", !, term( Y), { X1 is X0 - Y }, expr_rest( X1, X).
expr_rest( X, X)  -->  [].

term( X)  -->  factor( Y), term_rest( Y, X).
term_rest( X0, X)  -->  "*", !, factor( Y), { X1 is X0 * Y }, term_rest( X1, X).
term_rest( X, X)  -->  [].

factor( X)  -->  number( X).
factor( X)  -->  "(", expr( X), ")".

number( N)  -->  digit( D), digits( Ds), { number_codes( N, [D | Ds]) }.
digits( [D | Ds])  -->  digit( D), !, digits( Ds).
digits( [])  -->  [].
digit( D)  -->  [D], { D >= 0'0, D =< 0'9 }.

look_ahead( X), [X]  -->  [X].

value( Atom, X)  :-
   atom_codes( Atom, Codes),
   phrase( expr( X), Codes).

first( Text, C)  :-
   look_ahead( C, Text, Text).
