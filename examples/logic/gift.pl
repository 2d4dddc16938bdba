% Gifts and telephone calls make people happy (after Bratko, Prolog Programming for Artificial Intelligence, chapter 25).
gives(P1,P2,Gift) :- likes(P1,P2), would_please(Gift,P2).
gives(P1,P2,Gift) :- feels_sorry_for(P1,P2), would_comfort(Gift,P2).
would_please(Gift,Person) :- needs(Person,Gift).
would_comfort(Gift,Person) :- likes(Person,Gift).
feels_sorry_for(P1,P2) :- likes(P1,P2), sad(P2).
feels_sorry_for(P,P) :- sad(P).

likes(john,annie).
likes(annie,john).
likes(john,chocolate).
needs(annie,tennis_racket).
sad(john).

example(gives(john,john,chocolate)).
problem(gives(john,john,_)).
problem(gives(annie,john,_)).
problem(gives(john,bob,_)).
