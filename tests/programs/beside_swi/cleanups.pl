% What goals that clean up print, and when: all answers, a cut, an error, a negation, a condition.
t1(yes) :- setup_call_cleanup(true,member(Y,[1,2]),(write(done),nl)), write(Y), nl, fail.
t2(yes) :- once(setup_call_cleanup(S=3,member(Y,[1,2]),(write(S-Y),nl))), write(after(Y)), nl.
t3(yes) :- catch((setup_call_cleanup(S=3,member(_,[1,2]),(write(clean(S)),nl)), throw(x)),E,(write(caught(E)),nl)).
t4(yes) :- setup_call_cleanup(true,member(Y,[1,2]),(write(a),nl)), setup_call_cleanup(true,member(Z,[1,2]),(write(b),nl)), !, write(Y-Z), nl.
t5(yes) :- \+ (setup_call_cleanup(S=3,member(_,[1,2]),(write(S),nl))) ; true.
t6(E) :- catch((setup_call_cleanup(true,member(_,[a,b]),throw(oo)),write(in),nl,!),E,true).
t7(E) :- catch((setup_call_cleanup(true,member(_,[a,b]),throw(oo)),fail),E,true).
t8(X-B) :- setup_call_cleanup(true, member(X,[1,2]), Y = 1), ( var(Y) -> B = open ; B = Y ).
t9(L) :- findall(X, call_cleanup(member(X,[a,b]), (write(c),nl)), L).
t10(E) :- catch(setup_call_cleanup(true,true,_),error(E,_),true).
t11(E) :- catch(setup_call_cleanup(true,true,3),error(E,_),true).
t12(E) :- catch(call_cleanup((member(X,[1,2,3]), X > 1, throw(found(X))), (write(z),nl)), E, true).
t13(X) :- call_cleanup((member(X,[1,2,3]), X >= 2, !), (write(z(X)),nl)).
t14(yes) :- ( call_cleanup(member(X,[1,2]), (write(k),nl)) -> write(X) ; true ), nl.
t15(yes) :- forall(call_cleanup(member(X,[1,2]), (write(k),nl)), (write(X), nl)).
t16(yes) :- call_cleanup(member(X,[1,2]), fail), write(X), nl, X >= 2, !.
t17(X) :- call_cleanup(call_cleanup(member(X,[1,2]), (write(i),nl)), (write(o),nl)), !.
t18(E) :- catch((call_cleanup(call_cleanup(member(_,[1,2]), (write(i),nl)), (write(o),nl)), throw(u)), E, true).
t19(E) :- catch(catch((call_cleanup(member(_,[1,2]), (write(i),nl)), throw(u)), v, true), E, true).
t20(X) :- call_cleanup(member(X,[1,2]), (member(Y,[8,9]), write(Y), nl)), !.
t21(yes) :- call_cleanup((write(a), nl), (write(b), nl)).
t22(E) :- catch((call_cleanup(member(X,[1,2]), (write(clean(X)), nl)), X >= 2, throw(late(X))), E, true).
t23(X) :- call_cleanup(X = 1, fail).
t24(X) :- G = call_cleanup(member(X,[a,b]), (write(end), nl)), G, ( X == a -> true ; ! ).
t(1, X) :- t1(X).
t(2, X) :- t2(X).
t(3, X) :- t3(X).
t(4, X) :- t4(X).
t(5, X) :- t5(X).
t(6, X) :- t6(X).
t(7, X) :- t7(X).
t(8, X) :- t8(X).
t(9, X) :- t9(X).
t(10, X) :- t10(X).
t(11, X) :- t11(X).
t(12, X) :- t12(X).
t(13, X) :- t13(X).
t(14, X) :- t14(X).
t(15, X) :- t15(X).
t(16, X) :- t16(X).
t(17, X) :- t17(X).
t(18, X) :- t18(X).
t(19, X) :- t19(X).
t(20, X) :- t20(X).
t(21, X) :- t21(X).
t(22, X) :- t22(X).
t(23, X) :- t23(X).
t(24, X) :- t24(X).
main :- forall(t(N, X), (print(N-X), nl)).
