/*  Terms as JSON, for whoever asked from outside Prolog: an atom is then never taken for a number.

    Lists, integers and finite floats look the same in both; an atom becomes a string, a variable, which numbervars/3 has
    bound, an object with its name.
*/

:- module(arcwise_json, [write_json/1]).

:- use_module(library(apply)).
:- use_module(library(lists)).

%!  write_json(+Term) is det.
%
%   Write a term made of lists, numbers, atoms and numbered variables to the current output.

write_json('$VAR'(Number)) :-
    !,
    format('{"var":"_~w"}', [Number]).
write_json(Items) :-
    is_list(Items),
    !,
    (   maplist(integer, Items)
    ->  write(Items)
    ;   write('['),
        write_items(Items),
        write(']')
    ).
write_json(Number) :-
    number(Number),
    !,
    write(Number).
write_json(Atom) :-
    atom_codes(Atom, Codes),
    write('"'),
    maplist(write_code, Codes),
    write('"').

write_items([Item]) :-
    !,
    write_json(Item).
write_items([Item|Items]) :-
    write_json(Item),
    write(','),
    write_items(Items).

%   In ASCII, whatever the encoding of the output; a code above 0xffff is a surrogate pair.
write_code(Code) :-
    (   Code >= 32,
        Code < 127,
        \+ memberchk(Code, `"\\`)
    ->  put_char(Code)
    ;   Code < 0x10000
    ->  write_escape(Code)
    ;   High is 0xd800 + ((Code - 0x10000) >> 10),
        Low is 0xdc00 + (Code /\ 0x3ff),
        write_escape(High),
        write_escape(Low)
    ).

write_escape(Code) :-
    write('\\u'),
    forall(member(Shift, [12, 8, 4, 0]),
           ( Digit is (Code >> Shift) /\ 15, format('~16r', [Digit]) )).
