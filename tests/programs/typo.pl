% a typo: no clause for chek/1
move(N,M) :- chek(N), M is N+1.
check(N) :- N < 5.
