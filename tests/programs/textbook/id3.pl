% Induction of decision trees

attribute( size, [small, large]).
attribute( shape, [long, compact, other]).
attribute( holes, [none, 1, 2, 3, many]).

example( nut, [ size = small, shape = compact, holes = 1]).
example( screw, [ size = small, shape = long, holes = none]).
example( key, [ size = small, shape = long, holes = 1]).
example( nut, [ size = small, shape = compact, holes = 1]).
example( key, [ size = large, shape = long, holes = 1]).
example( screw, [ size = small, shape = compact, holes = none]).
example( nut, [ size = small, shape = compact, holes = 1]).
example( pen, [ size = large, shape = long, holes = none]).
example( scissors, [ size = large, shape = long, holes = 2]).
example( pen, [ size = large, shape = long, holes = none]).
example( scissors, [ size = large, shape = other, holes = 2]).
example( key, [ size = small, shape = other, holes = 2]).

induce_tree( Tree)  :-
   findall( example( Class, Obj), example( Class, Obj), Examples),
   findall( Att, attribute( Att, _), Attributes),
   induce_tree( Attributes, Examples, Tree).

induce_tree( _, [], null)  :- !.
induce_tree( _, [example( Class, _) | Examples], leaf( Class))  :-
   \+ ( member( example( ClassX, _), Examples), ClassX \== Class), !.
induce_tree( Attributes, Examples, tree( Attribute, SubTrees))  :-
   choose_attribute( Attributes, Examples, Attribute/_), !,
   del( Attribute, Attributes, RestAtts),
   attribute( Attribute, Values),
   induce_trees( Attribute, Values, RestAtts, Examples, SubTrees).
induce_tree( _, Examples, leaf( ExClasses))  :-
   findall( Class, member( example( Class, _), Examples), ExClasses).

induce_trees( _, [], _, _, []).
induce_trees( Att, [Val1 | Vals], RestAtts, Exs, [Val1 : Tree1 | Trees])  :-
   attval_subset( Att = Val1, Exs, ExampleSubset),
   induce_tree( RestAtts, ExampleSubset, Tree1),
   induce_trees( Att, Vals, RestAtts, Exs, Trees).

attval_subset( AttributeValue, Examples, ExampleSubset)  :-
   findall( example( Class, Obj),
            ( member( example( Class, Obj), Examples), satisfy( Obj, [AttributeValue])),
            ExampleSubset).

satisfy( Object, Conj)  :-
   \+ ( member( Att = Val, Conj), member( Att = ValX, Object), ValX \== Val).

choose_attribute( Atts, Examples, BestAtt/BestImp)  :-
   setof( Impurity/Att, ( member( Att, Atts), impurity1( Examples, Att, Impurity)), [BestImp/BestAtt | _]).

impurity1( Exs, Att, Imp)  :-
   attribute( Att, AttVals),
   term_sum( Exs, Att, AttVals, 0, Imp).

term_sum( _, _, [], Sum, Sum).
term_sum( Exs, Att, [Val | Vals], PartSum, Sum)  :-
   length( Exs, N),
   attval_subset( Att = Val, Exs, ExSubset),
   length( ExSubset, NV),
   ( NV = 0, !, term_sum( Exs, Att, Vals, PartSum, Sum)
     ;
     findall( P, ( bagof( 1, Obj^member( example( _, Obj), ExSubset), L), length( L, NVC), P is NVC/NV), ClDst),
     gini( ClDst, Gini),
     NewPartSum is PartSum + Gini*NV/N,
     term_sum( Exs, Att, Vals, NewPartSum, Sum) ).

gini( ProbabilityList, Gini)  :-
   square_sum( ProbabilityList, 0, SquareSum),
   Gini is 1 - SquareSum.

square_sum( [], S, S).
square_sum( [P | Ps], PartS, S)  :-
   NewPartS is PartS + P*P,
   square_sum( Ps, NewPartS, S).

del( X, [X | L], L)  :- !.
del( X, [Y | L], [Y | L1])  :-  del( X, L, L1).

classify( Object, Class)  :-
   induce_tree( Tree), drop( Tree, Object, Class).
drop( leaf( Class), _, Class).
drop( tree( Att, Subs), Object, Class)  :-
   member( Att = Val, Object),
   member( Val : Sub, Subs),
   drop( Sub, Object, Class).
