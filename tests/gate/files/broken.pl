arc(left, board(A,B), board(B,A)
