% Family relations

parent( pam, bob).
parent( tom, bob).
parent( tom, liz).
parent( bob, ann).
parent( bob, pat).
parent( pat, jim).

female( pam).
female( liz).
female( pat).
female( ann).
male( tom).
male( bob).
male( jim).

offspring( Y, X) :-     % Y is an offspring of X if
   parent( X, Y).       % X is a parent of Y

mother( X, Y) :-
   parent( X, Y),
   female( X).

grandparent( X, Z) :-
   parent( X, Y),
   parent( Y, Z).

sister( X, Y) :-
   parent( Z, X),
   parent( Z, Y),
   female( X),
   different( X, Y).    % Defined in another figure

predecessor( X, Z) :-
   parent( X, Z).
predecessor( X, Z) :-
   parent( X, Y),
   predecessor( Y, Z).
