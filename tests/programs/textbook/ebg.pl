% Explanation-based generalization

ebg( true, true, true, true)  :- !.
ebg( Goal, GenGoal, GenGoal, GenGoal)  :-
   operational( GenGoal),
   call( Goal).
ebg( (Goal1,Goal2), (Gen1,Gen2), Cond, Cond2)  :- !,
   ebg( Goal1, Gen1, Cond1, _),
   ebg( Goal2, Gen2, Cond3, _),
   and( Cond1, Cond3, Cond),
   Cond2 = Cond.
ebg( Goal, GenGoal, Cond, Cond)  :-
   \+ operational( Goal),
   clause( GenGoal, GenBody),
   copy_term( (GenGoal,GenBody), (Goal,Body)),
   ebg( Body, GenBody, Cond, _).

and( true, Cond, Cond)  :- !.
and( Cond, true, Cond)  :- !.
and( Cond1, Cond2, (Cond1, Cond2)).

% A domain theory: about gifts
gives( P1, P2, G)  :-
   likes( P1, P2),
   would_please( G, P2).
gives( P1, P2, G)  :-
   feels_sorry_for( P1, P2),
   would_comfort( G, P2).
would_please( G, P)  :-
   needs( P, G).
would_comfort( G, P)  :-
   likes( P, G).
feels_sorry_for( P1, P2)  :-
   likes( P1, P2),
   sad( P2).
feels_sorry_for( P, P)  :-
   sad( P).

operational( likes( _, _)).
operational( needs( _, _)).
operational( sad( _)).

likes( john, annie).
likes( annie, john).
likes( john, chocolate).
needs( annie, tennis_racket).
sad( john).
