% Reachability in a graph: a chain of two dozen nodes. Unrolled clauses cost here more than they save.
edge(X,Y) :- node(X), Y is X+1, node(Y).
node(X) :- between(1,24,X).
reaches(X,X).
reaches(X,Z) :- edge(X,Y), reaches(Y,Z).

example(reaches(1,4)).
example(reaches(1,7)).
problem(reaches(1,24)).
problem(reaches(2,20)).
problem(reaches(3,18)).
problem(reaches(5,1)).
problem(reaches(9,2)).
problem(reaches(12,30)).
problem(reaches(20,23)).
