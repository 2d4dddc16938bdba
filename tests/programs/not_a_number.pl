% error inside arithmetic
move(N,M) :- M is N+foo.
