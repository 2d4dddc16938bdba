% Ways on a board of eight rows (a to h) and columns: a step goes down, to the right, or both at once.
% After Tambe, Newell and Rosenbloom (Machine Learning 5, 1990): what a rule costs depends on how its conditions are spelled.
%
%   arcwise learn examples/logic/lattice.pl "route(a1,f6)" -o route.pl
%   arcwise compare examples/logic/lattice.pl "route(a1,g7)" "route(b2,h8)" --macros route.pl --use root

% A condition next(A,B) has up to three values of B for each A.
route(A,A).
route(A,C) :- next(A,B), route(B,C).

% Conditions slant(A,B), down(A,B) and right(A,B) have one value at most.
lane(A,A).
lane(A,C) :- slant(A,B), lane(B,C).
lane(A,C) :- down(A,B), lane(B,C).
lane(A,C) :- right(A,B), lane(B,C).

example(route(a1,f6)).
example(lane(a1,f6)).

problem(route(a1,f6)). problem(route(a2,f7)). problem(route(a3,f8)). problem(route(b1,g6)). problem(route(b2,g7)).
problem(route(b3,g8)). problem(route(c1,h6)). problem(route(c2,h7)). problem(route(c3,h8)). problem(route(a1,g7)).
problem(route(a2,g8)). problem(route(b1,h7)). problem(route(b2,h8)). problem(route(a1,h8)).
problem(lane(a1,f6)). problem(lane(a2,f7)). problem(lane(a3,f8)). problem(lane(b1,g6)). problem(lane(b2,g7)).
problem(lane(b3,g8)). problem(lane(c1,h6)). problem(lane(c2,h7)). problem(lane(c3,h8)). problem(lane(a1,g7)).
problem(lane(a2,g8)). problem(lane(b1,h7)). problem(lane(b2,h8)). problem(lane(a1,h8)).

next(a1,b2). next(a1,b1). next(a1,a2). next(a2,b3). next(a2,b2). next(a2,a3). next(a3,b4). next(a3,b3). next(a3,a4).
next(a4,b5). next(a4,b4). next(a4,a5). next(a5,b6). next(a5,b5). next(a5,a6). next(a6,b7). next(a6,b6). next(a6,a7).
next(a7,b8). next(a7,b7). next(a7,a8). next(a8,b8). next(b1,c2). next(b1,c1). next(b1,b2). next(b2,c3). next(b2,c2).
next(b2,b3). next(b3,c4). next(b3,c3). next(b3,b4). next(b4,c5). next(b4,c4). next(b4,b5). next(b5,c6). next(b5,c5).
next(b5,b6). next(b6,c7). next(b6,c6). next(b6,b7). next(b7,c8). next(b7,c7). next(b7,b8). next(b8,c8). next(c1,d2).
next(c1,d1). next(c1,c2). next(c2,d3). next(c2,d2). next(c2,c3). next(c3,d4). next(c3,d3). next(c3,c4). next(c4,d5).
next(c4,d4). next(c4,c5). next(c5,d6). next(c5,d5). next(c5,c6). next(c6,d7). next(c6,d6). next(c6,c7). next(c7,d8).
next(c7,d7). next(c7,c8). next(c8,d8). next(d1,e2). next(d1,e1). next(d1,d2). next(d2,e3). next(d2,e2). next(d2,d3).
next(d3,e4). next(d3,e3). next(d3,d4). next(d4,e5). next(d4,e4). next(d4,d5). next(d5,e6). next(d5,e5). next(d5,d6).
next(d6,e7). next(d6,e6). next(d6,d7). next(d7,e8). next(d7,e7). next(d7,d8). next(d8,e8). next(e1,f2). next(e1,f1).
next(e1,e2). next(e2,f3). next(e2,f2). next(e2,e3). next(e3,f4). next(e3,f3). next(e3,e4). next(e4,f5). next(e4,f4).
next(e4,e5). next(e5,f6). next(e5,f5). next(e5,e6). next(e6,f7). next(e6,f6). next(e6,e7). next(e7,f8). next(e7,f7).
next(e7,e8). next(e8,f8). next(f1,g2). next(f1,g1). next(f1,f2). next(f2,g3). next(f2,g2). next(f2,f3). next(f3,g4).
next(f3,g3). next(f3,f4). next(f4,g5). next(f4,g4). next(f4,f5). next(f5,g6). next(f5,g5). next(f5,f6). next(f6,g7).
next(f6,g6). next(f6,f7). next(f7,g8). next(f7,g7). next(f7,f8). next(f8,g8). next(g1,h2). next(g1,h1). next(g1,g2).
next(g2,h3). next(g2,h2). next(g2,g3). next(g3,h4). next(g3,h3). next(g3,g4). next(g4,h5). next(g4,h4). next(g4,g5).
next(g5,h6). next(g5,h5). next(g5,g6). next(g6,h7). next(g6,h6). next(g6,g7). next(g7,h8). next(g7,h7). next(g7,g8).
next(g8,h8). next(h1,h2). next(h2,h3). next(h3,h4). next(h4,h5). next(h5,h6). next(h6,h7). next(h7,h8).

slant(a1,b2). slant(a2,b3). slant(a3,b4). slant(a4,b5). slant(a5,b6). slant(a6,b7). slant(a7,b8). slant(b1,c2).
slant(b2,c3). slant(b3,c4). slant(b4,c5). slant(b5,c6). slant(b6,c7). slant(b7,c8). slant(c1,d2). slant(c2,d3).
slant(c3,d4). slant(c4,d5). slant(c5,d6). slant(c6,d7). slant(c7,d8). slant(d1,e2). slant(d2,e3). slant(d3,e4).
slant(d4,e5). slant(d5,e6). slant(d6,e7). slant(d7,e8). slant(e1,f2). slant(e2,f3). slant(e3,f4). slant(e4,f5).
slant(e5,f6). slant(e6,f7). slant(e7,f8). slant(f1,g2). slant(f2,g3). slant(f3,g4). slant(f4,g5). slant(f5,g6).
slant(f6,g7). slant(f7,g8). slant(g1,h2). slant(g2,h3). slant(g3,h4). slant(g4,h5). slant(g5,h6). slant(g6,h7).
slant(g7,h8).

down(a1,b1). down(a2,b2). down(a3,b3). down(a4,b4). down(a5,b5). down(a6,b6). down(a7,b7). down(a8,b8). down(b1,c1).
down(b2,c2). down(b3,c3). down(b4,c4). down(b5,c5). down(b6,c6). down(b7,c7). down(b8,c8). down(c1,d1). down(c2,d2).
down(c3,d3). down(c4,d4). down(c5,d5). down(c6,d6). down(c7,d7). down(c8,d8). down(d1,e1). down(d2,e2). down(d3,e3).
down(d4,e4). down(d5,e5). down(d6,e6). down(d7,e7). down(d8,e8). down(e1,f1). down(e2,f2). down(e3,f3). down(e4,f4).
down(e5,f5). down(e6,f6). down(e7,f7). down(e8,f8). down(f1,g1). down(f2,g2). down(f3,g3). down(f4,g4). down(f5,g5).
down(f6,g6). down(f7,g7). down(f8,g8). down(g1,h1). down(g2,h2). down(g3,h3). down(g4,h4). down(g5,h5). down(g6,h6).
down(g7,h7). down(g8,h8).

right(a1,a2). right(a2,a3). right(a3,a4). right(a4,a5). right(a5,a6). right(a6,a7). right(a7,a8). right(b1,b2).
right(b2,b3). right(b3,b4). right(b4,b5). right(b5,b6). right(b6,b7). right(b7,b8). right(c1,c2). right(c2,c3).
right(c3,c4). right(c4,c5). right(c5,c6). right(c6,c7). right(c7,c8). right(d1,d2). right(d2,d3). right(d3,d4).
right(d4,d5). right(d5,d6). right(d6,d7). right(d7,d8). right(e1,e2). right(e2,e3). right(e3,e4). right(e4,e5).
right(e5,e6). right(e6,e7). right(e7,e8). right(f1,f2). right(f2,f3). right(f3,f4). right(f4,f5). right(f5,f6).
right(f6,f7). right(f7,f8). right(g1,g2). right(g2,g3). right(g3,g4). right(g4,g5). right(g5,g6). right(g6,g7).
right(g7,g8). right(h1,h2). right(h2,h3). right(h3,h4). right(h4,h5). right(h5,h6). right(h6,h7). right(h7,h8).
