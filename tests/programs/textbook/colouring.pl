% Colouring a map

ngb( albania, [ greece, macedonia, kosovo]).
ngb( austria, [ germany, italy, slovenia]).
ngb( germany, [ austria]).
ngb( greece, [ albania, macedonia]).
ngb( italy, [ austria, slovenia]).
ngb( kosovo, [ albania, macedonia]).
ngb( macedonia, [ albania, greece, kosovo]).
ngb( slovenia, [ austria, italy]).

colours( []).
colours( [Country/Colour | Rest])  :-
   colours( Rest),
   member( Colour, [yellow, blue, red, green]),
   \+ ( member( Country1/Colour, Rest), neighbour( Country, Country1) ).

neighbour( Country, Country1)  :-
   ngb( Country, Neighbours),
   member( Country1, Neighbours).

country( C)  :-  ngb( C, _).

map( CountryColourList)  :-
   setof( Cntry/_, country( Cntry), CountryColourList),
   colours( CountryColourList).
