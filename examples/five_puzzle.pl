% The training example and the problem of Markov, Russell and Neller (2005).
example(board(4,5,3,0,1,2), board(5,1,3,4,2,0)).
problem(board(4,5,3,0,1,2), board(1,2,3,4,5,0)).
