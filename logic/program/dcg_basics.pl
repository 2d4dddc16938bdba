% library(dcg/basics) of logic programs: grammars of codes. A program gets those of its predicates that it comes to use.

white --> '$dcg:white'.
whites --> '$dcg:whites'.
'$dcg:whites' --> '$dcg:white', !, '$dcg:whites'.
'$dcg:whites' --> [].
'$dcg:white' --> [C], { nonvar(C), code_type(C, white) }.
blank --> '$dcg:blank'.
blanks --> '$dcg:blanks'.
'$dcg:blank' --> [C], { nonvar(C), code_type(C, space) }.
'$dcg:blanks' --> '$dcg:blank', !, '$dcg:blanks'.
'$dcg:blanks' --> [].
blanks_to_nl --> '$dcg:to_line_end'.
'$dcg:to_line_end' --> [10], !.
'$dcg:to_line_end' --> '$dcg:blank', !, '$dcg:to_line_end'.
'$dcg:to_line_end' --> '$dcg:end'.
nonblank(C) --> [C], { code_type(C, graph) }.
nonblanks(Cs) --> '$dcg:nonblanks'(Cs).
'$dcg:nonblanks'([C|Cs]) --> [C], { code_type(C, graph) }, !, '$dcg:nonblanks'(Cs).
'$dcg:nonblanks'([]) --> [].

string(Cs) --> '$dcg:some'(Cs).
'$dcg:some'([]) --> [].
'$dcg:some'([C|Cs]) --> [C], '$dcg:some'(Cs).
string_without(End, Cs) --> { string(End) -> string_codes(End, Not) ; Not = End }, '$dcg:without'(Not, Cs).
'$dcg:without'(Not, [C|Cs]) --> [C], { \+ memberchk(C, Not) }, !, '$dcg:without'(Not, Cs).
'$dcg:without'(_, []) --> [].
alpha_to_lower(L) --> [C], { nonvar(C) -> code_type(C, alpha), code_type(U, to_upper(C)), U = L ; L = C }.

digit(C) --> '$dcg:digit'(C).
digits(Cs) --> '$dcg:digits'(Cs).
'$dcg:digit'(C) --> [C], { code_type(C, digit) }.
'$dcg:digits'([C|Cs]) --> '$dcg:digit'(C), !, '$dcg:digits'(Cs).
'$dcg:digits'([]) --> [].
'$dcg:whole'([S,C|Cs]) --> '$dcg:sign'(S), !, '$dcg:digit'(C), '$dcg:digits'(Cs).
'$dcg:whole'([C|Cs]) --> '$dcg:digit'(C), '$dcg:digits'(Cs).
'$dcg:sign'(0'-) --> [0'-].
'$dcg:sign'(0'+) --> [0'+].
'$dcg:written'(Value, Codes, Rest) :- atom_codes(Value, Cs), append(Cs, Rest, Codes).
integer(N, Codes, Rest) :- nonvar(N), !, must_be(integer, N), '$dcg:written'(N, Codes, Rest).
integer(N) --> '$dcg:whole'(Cs), { number_codes(N, Cs) }.
float(F, Codes, Rest) :- float(F), !, '$dcg:written'(F, Codes, Rest).
float(F) --> '$dcg:number'(F), { float(F) }.
number(N, Codes, Rest) :- number(N), !, '$dcg:written'(N, Codes, Rest).
number(N) --> '$dcg:number'(N).
'$dcg:number'(N, Codes, Rest) :- nonvar(N), !, must_be(number, N), '$dcg:written'(N, Codes, Rest).
'$dcg:number'(N) -->
    '$dcg:whole'(I),
    ( [0'.], '$dcg:digit'(C), '$dcg:digits'(Cs) -> { F = [0'.,C|Cs] } ; { F = [] } ),
    ( '$dcg:exponent', '$dcg:whole'(D) -> { E = [0'e|D] } ; { E = [] } ),
    { append([I,F,E], All), number_codes(N, All) }.
'$dcg:exponent' --> [0'e].
'$dcg:exponent' --> [0'E].

xdigit(W) --> '$dcg:xdigit'(W).
xdigits(Ws) --> '$dcg:xdigits'(Ws).
'$dcg:xdigit'(W) --> [C], { '$dcg:weight'(C, W) }.
'$dcg:weight'(C, W) :-
    (   C >= 0'0, C =< 0'9 -> W is C - 0'0
    ;   C >= 0'a, C =< 0'f -> W is C - 0'a + 10
    ;   C >= 0'A, C =< 0'F, W is C - 0'A + 10
    ).
'$dcg:xdigits'([W|Ws]) --> '$dcg:xdigit'(W), !, '$dcg:xdigits'(Ws).
'$dcg:xdigits'([]) --> [].
xinteger(N) --> '$dcg:sign'(S), !, '$dcg:xnumber'(M), { S == 0'- -> N is -M ; N = M }.
xinteger(N) --> '$dcg:xnumber'(N).
'$dcg:xnumber'(N) --> '$dcg:xdigit'(W), '$dcg:xdigits'(Ws), { foldl('$dcg:shifted', [W|Ws], 0, N) }.
'$dcg:shifted'(W, M, N) :- N is M*16+W.

eos --> '$dcg:end'.
'$dcg:end'([], []).
eol --> [10], !.
eol --> [13,10], !.
eol --> '$dcg:end'.
remainder(Rest, Rest, []).
prolog_var_name(Name) -->
    [C], { code_type(C, prolog_var_start) }, !, '$dcg:name'(Cs), { atom_codes(Name, [C|Cs]) }.
'$dcg:name'([C|Cs]) --> [C], { code_type(C, prolog_identifier_continue) }, !, '$dcg:name'(Cs).
'$dcg:name'([]) --> [].
atom(Value, Codes, Rest) :- must_be(ground, Value), atomic(Value), '$dcg:written'(Value, Codes, Rest).
