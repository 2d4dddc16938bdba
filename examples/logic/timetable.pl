% Which course can a student take, with whom, where and when? Whether the student is enrolled is asked last.
can_take(Student,Course) :-
    teaches(Teacher,Course), suits(Room,Course), slot(Hour), free(Teacher,Hour), open(Room,Hour),
    enrolled(Student,Programme), part_of(Course,Programme).

teaches(T,C) :- knows(T,C).
suits(R,C) :- needs(C,Kind), room(R,Kind).

knows(ada,logic). knows(alan,logic). knows(alan,machines). knows(grace,languages). knows(ada,algebra).
needs(logic,hall). needs(machines,laboratory). needs(languages,hall). needs(algebra,hall).
room(hall1,hall). room(hall2,hall). room(hall3,hall). room(cellar,laboratory).
slot(9). slot(11). slot(14). slot(16).
free(ada,9). free(ada,11). free(ada,14). free(alan,11). free(alan,16). free(grace,9). free(grace,14).
open(hall1,9). open(hall1,11). open(hall2,11). open(hall2,14). open(hall2,16). open(hall3,9). open(cellar,11). open(cellar,16).
enrolled(kim,computing). enrolled(lee,computing). enrolled(max,mathematics).
part_of(logic,computing). part_of(machines,computing). part_of(languages,computing).
part_of(logic,mathematics). part_of(algebra,mathematics).

example(can_take(tom,logic)).
example(can_take(max,machines)).
problem(can_take(ann,logic)).
problem(can_take(ann,languages)).
problem(can_take(bob,algebra)).
problem(can_take(max,languages)).
problem(can_take(lee,algebra)).
problem(can_take(kim,logic)).
problem(can_take(max,algebra)).
problem(can_take(lee,machines)).
