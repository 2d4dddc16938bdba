arc([A,B,C,D], [B,A,C,D], 1).  arc_name(1, flip2).
arc([A,B,C,D], [C,B,A,D], 1).  arc_name(2, flip3).
arc([A,B,C,D], [D,C,B,A], 1).  arc_name(3, flip4).
