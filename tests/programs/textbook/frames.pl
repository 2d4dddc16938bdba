% Frames: each slot is a fact FrameName( Slot, Value)

bird( a_kind_of, animal).
bird( moving_method, fly).
bird( active_at, daylight).

albatross( a_kind_of, bird).
albatross( colour, black_and_white).
albatross( size, 115).

kiwi( a_kind_of, bird).
kiwi( moving_method, walk).
kiwi( active_at, night).
kiwi( colour, brown).
kiwi( size, 40).

albert( instance_of, albatross).
albert( size, 120).

ross( instance_of, albatross).
ross( size, 40).

animal( relative_size, execute( relative_size( Object, Value), Object, Value)).

value( Frame, Slot, Value)  :-
   value( Frame, Frame, Slot, Value).

value( Frame, SuperFrame, Slot, Value)  :-
   Query =.. [ SuperFrame, Slot, Information],
   Query,
   process( Information, Frame, Value), !.
value( Frame, SuperFrame, Slot, Value)  :-
   parent( SuperFrame, ParentSuperFrame),
   value( Frame, ParentSuperFrame, Slot, Value).

parent( Frame, ParentFrame)  :-
   ( Query =.. [ Frame, a_kind_of, ParentFrame]
     ;
     Query =.. [ Frame, instance_of, ParentFrame] ),
   Query.

process( execute( Goal, Frame, Value), Frame, Value)  :- !,
   Goal.
process( Value, _, Value).

relative_size( Object, RelativeSize)  :-
   value( Object, size, ObjSize),
   value( Object, instance_of, ObjClass),
   value( ObjClass, size, ClassSize),
   RelativeSize is ObjSize/ClassSize * 100.
