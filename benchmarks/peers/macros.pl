% 32 macro-operators for 'sliding-tile', learned by arcwise.
% They are rules on windows, for boards of every size.
:- multifile macro_domain/1, macro/5, macro_steps/2, macro_move/6, macro_example/3, macro_origin/2, subgoal_order/1, move_cost/1, macro_image/3.
:- discontiguous macro_domain/1, macro/5, macro_steps/2, macro_move/6, macro_example/3, macro_origin/2, subgoal_order/1, move_cost/1, macro_image/3.
macro_domain('sliding-tile:4x4').
closed_under_symmetry.
macro_move(1, up, window(2,1), window(A,0), window(0,A), 1).
macro_move(2, left, window(1,2), window(A,0), window(0,A), 1).
macro_move(3, down, window(2,1), window(0,A), window(A,0), 1).
macro_move(4, right, window(1,2), window(0,A), window(A,0), 1).

macro(m1, window(2,2), window(A,B,C,0), window(C,A,0,B), 3).
macro_steps(m1, [step(up,1,2),step(left,2,1),step(down,3,1)]).
macro_example(m1, window(4,2,1,0), window(1,4,0,2)).
macro_origin(m1,'sliding-tile:2x3, problem 1').

macro(m2, window(2,2), window(A,B,C,0), window(B,0,A,C), 3).
macro_steps(m2, [step(left,2,3),step(up,1,1),step(right,4,1)]).
macro_example(m2, window(3,1,5,0), window(1,0,3,5)).
macro_origin(m2,'sliding-tile:2x3, problem 1').

macro(m3, window(2,2), window(A,0,B,C), window(0,C,A,B), 3).
macro_steps(m3, [step(down,3,2),step(left,2,3),step(up,1,1)]).
macro_example(m3, window(4,0,5,2), window(0,2,4,5)).
macro_origin(m3,'sliding-tile:2x3, problem 1').

macro(m4, window(2,3), window(A,0,B,C,D,E), window(A,B,C,D,0,E), 13).
macro_steps(m4, [step(right,4,2),step(down,3,3),step(left,2,5),step(left,2,4),step(up,1,1),step(right,4,1),step(down,3,2),step(right,4,5),step(up,1,3),step(left,2,2),step(left,2,1),step(down,3,1),step(right,4,4)]).
macro_example(m4, window(1,0,2,3,4,5), window(1,2,3,4,0,5)).
macro_origin(m4,'sliding-tile:2x3, problem 1').

macro(m5, window(2,3), window(A,B,0,C,D,E), window(B,0,E,A,C,D), 5).
macro_steps(m5, [step(down,3,3),step(left,2,5),step(left,2,4),step(up,1,1),step(right,4,1)]).
macro_example(m5, window(2,1,0,4,3,5), window(1,0,5,2,4,3)).
macro_origin(m5,'sliding-tile:2x3, problem 2').

macro(m6, window(2,2), window(A,B,0,C), window(B,C,A,0), 3).
macro_steps(m6, [step(up,1,1),step(right,4,1),step(down,3,2)]).
macro_example(m6, window(2,4,0,1), window(4,1,2,0)).
macro_origin(m6,'sliding-tile:2x3, problem 1').
macro_image(m6,m1,'mirrored left to right').

macro(m7, window(2,2), window(0,A,B,C), window(B,0,C,A), 3).
macro_steps(m7, [step(down,3,1),step(right,4,3),step(up,1,2)]).
macro_example(m7, window(0,1,2,4), window(2,0,4,1)).
macro_origin(m7,'sliding-tile:2x3, problem 1').
macro_image(m7,m1,'turned by 180 degrees').

macro(m8, window(2,2), window(A,B,0,C), window(0,A,C,B), 3).
macro_steps(m8, [step(right,4,3),step(up,1,2),step(left,2,1)]).
macro_example(m8, window(1,4,0,2), window(0,1,2,4)).
macro_origin(m8,'sliding-tile:2x3, problem 1').
macro_image(m8,m1,'turned by 90 degrees clockwise').

macro(m9, window(2,2), window(A,0,B,C), window(B,A,C,0), 3).
macro_steps(m9, [step(left,2,1),step(down,3,1),step(right,4,3)]).
macro_example(m9, window(2,0,4,1), window(4,2,1,0)).
macro_origin(m9,'sliding-tile:2x3, problem 1').
macro_image(m9,m1,'turned by 90 degrees counter-clockwise').

macro(m10, window(2,2), window(0,A,B,C), window(A,C,0,B), 3).
macro_steps(m10, [step(right,4,1),step(down,3,2),step(left,2,3)]).
macro_example(m10, window(0,2,1,4), window(2,4,0,1)).
macro_origin(m10,'sliding-tile:2x3, problem 1').
macro_image(m10,m1,'mirrored at the other diagonal').

macro(m11, window(2,3), window(A,0,B,C,D,E), window(E,A,B,C,0,D), 13).
macro_steps(m11, [step(left,2,1),step(down,3,1),step(right,4,4),step(right,4,5),step(up,1,3),step(left,2,2),step(down,3,2),step(left,2,4),step(up,1,1),step(right,4,1),step(right,4,2),step(down,3,3),step(left,2,5)]).
macro_example(m11, window(2,0,1,5,4,3), window(3,2,1,5,0,4)).
macro_origin(m11,'sliding-tile:2x3, problem 1').
macro_image(m11,m4,'mirrored left to right').

macro(m12, window(2,3), window(A,B,C,D,0,E), window(B,0,C,D,E,A), 13).
macro_steps(m12, [step(right,4,5),step(up,1,3),step(left,2,2),step(left,2,1),step(down,3,1),step(right,4,4),step(up,1,2),step(right,4,2),step(down,3,3),step(left,2,5),step(left,2,4),step(up,1,1),step(right,4,1)]).
macro_example(m12, window(3,4,5,1,0,2), window(4,0,5,1,2,3)).
macro_origin(m12,'sliding-tile:2x3, problem 1').
macro_image(m12,m4,'mirrored top to bottom').

macro(m13, window(2,3), window(A,B,C,D,0,E), window(A,0,B,C,D,E), 13).
macro_steps(m13, [step(left,2,4),step(up,1,1),step(right,4,1),step(right,4,2),step(down,3,3),step(left,2,5),step(up,1,2),step(left,2,1),step(down,3,1),step(right,4,4),step(right,4,5),step(up,1,3),step(left,2,2)]).
macro_example(m13, window(5,4,3,2,0,1), window(5,0,4,3,2,1)).
macro_origin(m13,'sliding-tile:2x3, problem 1').
macro_image(m13,m4,'turned by 180 degrees').

macro(m14, window(3,2), window(A,B,0,C,D,E), window(A,C,D,0,B,E), 13).
macro_steps(m14, [step(down,3,3),step(right,4,5),step(up,1,4),step(up,1,2),step(left,2,1),step(down,3,1),step(right,4,3),step(down,3,4),step(left,2,5),step(up,1,3),step(up,1,1),step(right,4,1),step(down,3,2)]).
macro_example(m14, window(1,3,0,4,2,5), window(1,4,2,0,3,5)).
macro_origin(m14,'sliding-tile:2x3, problem 1').
macro_image(m14,m4,'mirrored at the main diagonal').

macro(m15, window(3,2), window(A,B,C,0,D,E), window(C,B,0,E,D,A), 13).
macro_steps(m15, [step(down,3,4),step(left,2,5),step(up,1,3),step(up,1,1),step(right,4,1),step(down,3,2),step(left,2,3),step(down,3,3),step(right,4,5),step(up,1,4),step(up,1,2),step(left,2,1),step(down,3,1)]).
macro_example(m15, window(3,1,4,0,5,2), window(4,1,0,2,5,3)).
macro_origin(m15,'sliding-tile:2x3, problem 1').
macro_image(m15,m4,'turned by 90 degrees clockwise').

macro(m16, window(3,2), window(A,B,0,C,D,E), window(E,B,A,0,D,C), 13).
macro_steps(m16, [step(up,1,1),step(right,4,1),step(down,3,2),step(down,3,4),step(left,2,5),step(up,1,3),step(right,4,3),step(up,1,2),step(left,2,1),step(down,3,1),step(down,3,3),step(right,4,5),step(up,1,4)]).
macro_example(m16, window(2,5,0,4,1,3), window(3,5,2,0,1,4)).
macro_origin(m16,'sliding-tile:2x3, problem 1').
macro_image(m16,m4,'turned by 90 degrees counter-clockwise').

macro(m17, window(3,2), window(A,B,C,0,D,E), window(A,D,0,B,C,E), 13).
macro_steps(m17, [step(up,1,2),step(left,2,1),step(down,3,1),step(down,3,3),step(right,4,5),step(up,1,4),step(left,2,3),step(up,1,1),step(right,4,1),step(down,3,2),step(down,3,4),step(left,2,5),step(up,1,3)]).
macro_example(m17, window(5,2,4,0,3,1), window(5,3,0,2,4,1)).
macro_origin(m17,'sliding-tile:2x3, problem 1').
macro_image(m17,m4,'mirrored at the other diagonal').

macro(m18, window(2,3), window(0,A,B,C,D,E), window(C,0,A,D,E,B), 5).
macro_steps(m18, [step(down,3,1),step(right,4,4),step(right,4,5),step(up,1,3),step(left,2,2)]).
macro_example(m18, window(0,1,2,5,3,4), window(5,0,1,3,4,2)).
macro_origin(m18,'sliding-tile:2x3, problem 2').
macro_image(m18,m5,'mirrored left to right').

macro(m19, window(2,3), window(A,B,C,D,E,0), window(D,A,B,E,0,C), 5).
macro_steps(m19, [step(up,1,3),step(left,2,2),step(left,2,1),step(down,3,1),step(right,4,4)]).
macro_example(m19, window(4,3,5,2,1,0), window(2,4,3,1,0,5)).
macro_origin(m19,'sliding-tile:2x3, problem 2').
macro_image(m19,m5,'mirrored top to bottom').

macro(m20, window(2,3), window(A,B,C,0,D,E), window(B,C,E,A,0,D), 5).
macro_steps(m20, [step(up,1,1),step(right,4,1),step(right,4,2),step(down,3,3),step(left,2,5)]).
macro_example(m20, window(5,3,4,0,1,2), window(3,4,2,5,0,1)).
macro_origin(m20,'sliding-tile:2x3, problem 2').
macro_image(m20,m5,'turned by 180 degrees').

macro(m21, window(3,2), window(A,B,C,D,0,E), window(C,A,0,B,E,D), 5).
macro_steps(m21, [step(right,4,5),step(up,1,4),step(up,1,2),step(left,2,1),step(down,3,1)]).
macro_example(m21, window(2,4,1,3,0,5), window(1,2,0,4,5,3)).
macro_origin(m21,'sliding-tile:2x3, problem 2').
macro_image(m21,m5,'mirrored at the main diagonal').

macro(m22, window(3,2), window(A,B,C,D,E,0), window(B,D,A,0,C,E), 5).
macro_steps(m22, [step(left,2,5),step(up,1,3),step(up,1,1),step(right,4,1),step(down,3,2)]).
macro_example(m22, window(4,2,3,1,5,0), window(2,1,4,0,3,5)).
macro_origin(m22,'sliding-tile:2x3, problem 2').
macro_image(m22,m5,'turned by 90 degrees clockwise').

macro(m23, window(3,2), window(0,A,B,C,D,E), window(A,C,0,E,B,D), 5).
macro_steps(m23, [step(right,4,1),step(down,3,2),step(down,3,4),step(left,2,5),step(up,1,3)]).
macro_example(m23, window(0,5,1,3,2,4), window(5,3,0,4,1,2)).
macro_origin(m23,'sliding-tile:2x3, problem 2').
macro_image(m23,m5,'turned by 90 degrees counter-clockwise').

macro(m24, window(3,2), window(A,0,B,C,D,E), window(B,A,D,0,E,C), 5).
macro_steps(m24, [step(left,2,1),step(down,3,1),step(down,3,3),step(right,4,5),step(up,1,4)]).
macro_example(m24, window(5,0,3,1,4,2), window(3,5,4,0,2,1)).
macro_origin(m24,'sliding-tile:2x3, problem 2').
macro_image(m24,m5,'mirrored at the other diagonal').

macro(m25, window(2,3), window(A,B,C,D,E,0), window(A,B,D,E,0,C), 11).
macro_steps(m25, [step(left,2,5),step(left,2,4),step(up,1,1),step(right,4,1),step(down,3,2),step(right,4,5),step(up,1,3),step(left,2,2),step(left,2,1),step(down,3,1),step(right,4,4)]).
macro_example(m25, window(4,6,5,8,7,0), window(4,6,8,7,0,5)).
macro_origin(m25,'sliding-tile:3x3, problem 13').

macro(m26, window(3,2), window(A,B,C,D,E,0), window(A,D,C,0,B,E), 11).
macro_steps(m26, [step(up,1,4),step(up,1,2),step(left,2,1),step(down,3,1),step(right,4,3),step(down,3,4),step(left,2,5),step(up,1,3),step(up,1,1),step(right,4,1),step(down,3,2)]).
macro_example(m26, window(2,4,5,3,8,0), window(2,3,5,0,4,8)).
macro_origin(m26,'sliding-tile:3x3, problem 15').

macro(m27, window(2,3), window(A,B,C,0,D,E), window(E,B,C,A,0,D), 11).
macro_steps(m27, [step(right,4,4),step(right,4,5),step(up,1,3),step(left,2,2),step(down,3,2),step(left,2,4),step(up,1,1),step(right,4,1),step(right,4,2),step(down,3,3),step(left,2,5)]).
macro_example(m27, window(5,6,4,0,7,8), window(8,6,4,5,0,7)).
macro_origin(m27,'sliding-tile:3x3, problem 13').
macro_image(m27,m25,'mirrored left to right').

macro(m28, window(2,3), window(A,B,0,C,D,E), window(B,0,E,C,D,A), 11).
macro_steps(m28, [step(left,2,2),step(left,2,1),step(down,3,1),step(right,4,4),step(up,1,2),step(right,4,2),step(down,3,3),step(left,2,5),step(left,2,4),step(up,1,1),step(right,4,1)]).
macro_example(m28, window(8,7,0,4,6,5), window(7,0,5,4,6,8)).
macro_origin(m28,'sliding-tile:3x3, problem 13').
macro_image(m28,m25,'mirrored top to bottom').

macro(m29, window(2,3), window(0,A,B,C,D,E), window(C,0,A,B,D,E), 11).
macro_steps(m29, [step(right,4,1),step(right,4,2),step(down,3,3),step(left,2,5),step(up,1,2),step(left,2,1),step(down,3,1),step(right,4,4),step(right,4,5),step(up,1,3),step(left,2,2)]).
macro_example(m29, window(0,7,8,5,6,4), window(5,0,7,8,6,4)).
macro_origin(m29,'sliding-tile:3x3, problem 13').
macro_image(m29,m25,'turned by 180 degrees').

macro(m30, window(3,2), window(A,B,C,D,0,E), window(C,B,0,D,E,A), 11).
macro_steps(m30, [step(up,1,3),step(up,1,1),step(right,4,1),step(down,3,2),step(left,2,3),step(down,3,3),step(right,4,5),step(up,1,4),step(up,1,2),step(left,2,1),step(down,3,1)]).
macro_example(m30, window(8,4,7,6,0,5), window(7,4,0,6,5,8)).
macro_origin(m30,'sliding-tile:3x3, problem 13').
macro_image(m30,m25,'turned by 90 degrees clockwise').

macro(m31, window(3,2), window(A,0,B,C,D,E), window(E,A,B,0,D,C), 11).
macro_steps(m31, [step(down,3,2),step(down,3,4),step(left,2,5),step(up,1,3),step(right,4,3),step(up,1,2),step(left,2,1),step(down,3,1),step(down,3,3),step(right,4,5),step(up,1,4)]).
macro_example(m31, window(5,0,6,7,4,8), window(8,5,6,0,4,7)).
macro_origin(m31,'sliding-tile:3x3, problem 13').
macro_image(m31,m25,'turned by 90 degrees counter-clockwise').

macro(m32, window(3,2), window(0,A,B,C,D,E), window(A,D,0,C,B,E), 11).
macro_steps(m32, [step(down,3,1),step(down,3,3),step(right,4,5),step(up,1,4),step(left,2,3),step(up,1,1),step(right,4,1),step(down,3,2),step(down,3,4),step(left,2,5),step(up,1,3)]).
macro_example(m32, window(0,5,7,6,8,4), window(5,8,0,6,7,4)).
macro_origin(m32,'sliding-tile:3x3, problem 13').
macro_image(m32,m25,'mirrored at the other diagonal').
