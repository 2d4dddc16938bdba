% A shell that asks for what it does not know; in the records of these tests the input is at its end.
:- dynamic told/2.

needs(umbrella, raining).
needs(hat, sunny).

take(Thing) :- needs(Thing, Weather), sure(Weather).

sure(Weather) :- told(Weather, Answer), !, Answer == yes.
sure(Weather) :-
    write('Is it '), write(Weather), write('? '),
    read(Answer), nl,
    assertz(told(Weather, Answer)),
    Answer == yes.

rest(Terms) :- read(Term), ( Term == end_of_file -> Terms = [] ; Terms = [Term|More], rest(More) ).

letters(Chars) :- get_char(C), ( C == end_of_file -> Chars = [] ; Chars = [C|More], letters(More) ).

ends(Code, Char) :- get0(Code), peek_char(Char), at_end_of_stream.
