% 'sliding-tile:2x3': 2 x 3 cells, 14 arcs.
:- multifile arc/3.
:- discontiguous arc/3.
:- multifile theory/1, shape/2, blank/1, symbols/1, arc_name/2.
:- discontiguous theory/1, shape/2, blank/1, symbols/1, arc_name/2.
theory('sliding-tile:2x3').
shape(2,3).
blank(0).
symbols([0,1,2,3,4,5]).

arc_name(1,right).
arc(board(0,B,C,D,E,F), board(B,0,C,D,E,F), 1).
arc_name(2,down).
arc(board(0,B,C,D,E,F), board(D,B,C,0,E,F), 1).
arc_name(3,left).
arc(board(A,0,C,D,E,F), board(0,A,C,D,E,F), 1).
arc_name(4,right).
arc(board(A,0,C,D,E,F), board(A,C,0,D,E,F), 1).
arc_name(5,down).
arc(board(A,0,C,D,E,F), board(A,E,C,D,0,F), 1).
arc_name(6,left).
arc(board(A,B,0,D,E,F), board(A,0,B,D,E,F), 1).
arc_name(7,down).
arc(board(A,B,0,D,E,F), board(A,B,F,D,E,0), 1).
arc_name(8,up).
arc(board(A,B,C,0,E,F), board(0,B,C,A,E,F), 1).
arc_name(9,right).
arc(board(A,B,C,0,E,F), board(A,B,C,E,0,F), 1).
arc_name(10,up).
arc(board(A,B,C,D,0,F), board(A,0,C,D,B,F), 1).
arc_name(11,left).
arc(board(A,B,C,D,0,F), board(A,B,C,0,D,F), 1).
arc_name(12,right).
arc(board(A,B,C,D,0,F), board(A,B,C,D,F,0), 1).
arc_name(13,up).
arc(board(A,B,C,D,E,0), board(A,B,0,D,E,C), 1).
arc_name(14,left).
arc(board(A,B,C,D,E,0), board(A,B,C,D,0,E), 1).
