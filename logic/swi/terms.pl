/*  Terms as lists of whole numbers, for whoever asked from outside Prolog: as deep as they are, nobody recurses to read them.

    The code of a term is [Symbols, Numbers]. Numbers tell the term from left to right, a functor before its arguments; each is
    four times a number and

        0                   it is that whole number
        1                   the constant of that place in Symbols: a float, an atom as it is, a string as a list of one
        2                   the functor of that place in Symbols, [Name, Arity]
        3                   the variable of that number

    What has no such code, as a fraction, is a functor of the arity -1 whose name is its text.
*/

:- module(arcwise_terms, [coded/2]).

:- use_module(library(lists)).

:- thread_local symbol/3.

%!  coded(+Term, -Code) is det.

coded(Term, [Symbols, Numbers]) :-
    copy_term_nat(Term, Copy),
    term_variables(Copy, Variables),
    numbered(Variables, 0),
    code(Copy, Numbers, []),
    findall(Shown, ( symbol(Key, Kind, _), shown(Kind, Key, Shown) ), Symbols),
    retractall(symbol(_, _, _)).

numbered([], _).
numbered([' variable'(Number)|Variables], Number) :-
    Next is Number + 1,
    numbered(Variables, Next).

code(Term, [Code|Codes], Rest) :-
    (   integer(Term)
    ->  Code is Term << 2,
        Codes = Rest
    ;   Term = ' variable'(Number)
    ->  Code is Number << 2 \/ 3,
        Codes = Rest
    ;   compound(Term), \+ is_dict(Term), compound_name_arity(Term, Name, Arity), Arity > 0
    ->  place(Name, Arity, Place),
        Code is Place << 2 \/ 2,
        code_arguments(1, Arity, Term, Codes, Rest)
    ;   ( atom(Term) ; float(Term) ; string(Term) ; Term == [] )
    ->  place(Term, 0, Place),
        Code is Place << 2 \/ 1,
        Codes = Rest
    ;   format(atom(Text), '~q', [Term]),
        place(Text, -1, Place),
        Code is Place << 2 \/ 2,
        Codes = Rest
    ).

code_arguments(Place, Arity, Term, Codes, Rest) :-
    arg(Place, Term, Argument),
    (   Place == Arity
    ->  code(Argument, Codes, Rest)
    ;   code(Argument, Codes, More),
        Next is Place + 1,
        code_arguments(Next, Arity, Term, More, Rest)
    ).

place(Key, Kind, Place) :-
    (   symbol(Key, Kind, Place)
    ->  true
    ;   predicate_property(symbol(_, _, _), number_of_clauses(Place))
    ->  assertz(symbol(Key, Kind, Place))
    ;   Place = 0,
        assertz(symbol(Key, Kind, Place))
    ).

shown(0, Key, Shown) :-
    !,
    ( Key == [] -> Shown = '[]' ; string(Key) -> Shown = [Key] ; Shown = Key ).
shown(Arity, Name, [Name, Arity]).
