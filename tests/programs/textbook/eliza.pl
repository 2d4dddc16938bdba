/* ELIZA */

eliza(Input, Output) :-
   pattern(Stimulus, Response),
   match(Stimulus, Dictionary, Input),
   match(Response, Dictionary, Output), !.

match([N|Pattern], Dictionary, Target) :-
   integer(N), lookup(N, Dictionary, LeftTarget),
   append(LeftTarget, RightTarget, Target),
   match(Pattern, Dictionary, RightTarget).
match([Word|Pattern], Dictionary, [Word|Target]) :-
   atom(Word), match(Pattern, Dictionary, Target).
match([], _, []).

lookup(Key, [(Key,Value)|_], Value).
lookup(Key, [(Key1,_)|Dictionary], Value) :-
   Key \= Key1, lookup(Key, Dictionary, Value).

pattern([i,am,1], ['How',long,have,you,been,1,?]).
pattern([1,you,2,me], ['What',makes,you,think,'I',2,you,?]).
pattern([i,like,1], ['Does',anyone,else,in,your,family,like,1,?]).
pattern([i,feel,1], ['Do',you,often,feel,that,way,?]).
pattern([1,X,2], ['Please',you,tell,me,more,about,X]) :- important(X).
pattern([1], ['Please',go,on,'.']).

important(father).
important(mother).
important(sister).

talk :-
   read_word_list(Input),
   eliza(Input),
   !.
eliza([bye]) :- reply(['Goodbye. I hope I have helped you']).
eliza(Input) :-
   eliza(Input, Output),
   reply(Output),
   talk.

reply([Head|Tail]) :- write(Head), write(' '), reply(Tail).
reply([]) :- nl.
