% Symbolic differentiation by rules; d/3 tests with atomic/1 and \==.
d(X,X,1).
d(C,X,0) :- atomic(C), C \== X.
d(U+V,X,A+B) :- d(U,X,A), d(V,X,B).
d(U-V,X,A-B) :- d(U,X,A), d(V,X,B).
d(U*V,X,A*V+U*B) :- d(U,X,A), d(V,X,B).
d(U^N,X,N*U^M*A) :- integer(N), M is N-1, d(U,X,A).
d(sin(U),X,cos(U)*A) :- d(U,X,A).

example(d(3*x^2,x,_)).
example(d(x*x+1,x,_)).
problem(d(5*x^3,x,_)).
problem(d(7*y^2,y,_)).
problem(d(z*z+4,z,_)).
problem(d(sin(x)+2,x,_)).
problem(d(x-x,x,_)).
problem(d(cos(x),x,_)).
