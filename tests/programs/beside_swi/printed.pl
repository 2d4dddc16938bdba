% What is printed of terms, clauses and formats.
:- style_check(-singleton).
t((a:-b)).
t((a:-b,c;d->e)).
t((x is 1+2)).
t((a=(\+b))).
t((- (1))).
t((-(-(1)))).
t((1 - -1)).
t((-a)).
t((-(-(a)))).
t((f(:-))).
t(([-])).
t((1*(2+3))).
t((f((a,b)))).
t((f((a:-b)))).
t(({a,b})).
t(('$VAR'(1))).
t(('$VAR'(27))).
t((\+ (a,b))).
t((-(2)^2)).
t(((1^2)^3)).
t(((a:-b)=c)).
t(('hello world')).
t((['A'|b])).
t(('it''s')).
t((a mod b)).
t(((- = +))).
t((1.0e10)).
t((1.0e100)).
t((1.5e-7)).
t((1.0e15)).
t((123456789012345680.0)).
t((a:b:c)).
t(('\\')).
t((f(;))).
t((f(','))).
t((',')).
t(('|')).
t((f(!))).
t((1-(2-3))).
t((\+ \+ a)).
t((-(-))).
t(([a|b])).
t(('Hello'(x))).
t((2-(+))).
t(((:- dynamic a,b))).
t((a*(b,c))).
t((2** -1)).
t((1*(-2))).
t(((a|b))).
t((- 'B')).
t((\+ {a})).
t(('/*')).
t((f('.'))).
t((dynamic+1)).
t(((a:-dynamic))).
t((is)).
t((1 rdiv 2)).
t((p:-(q,r))).
t(("a\"b")).
t(((a-->{b},c))).
c((f(A,B,A))).
c(((a(X) :- b(X,Y), \+ c ; d -> e))).
c(("str")).
c(('A')).
c(((a :- b, c))).
c(((a :- ( b -> c ; d ), e))).
c(((a --> b, c))).
c(([1,2,'X y'])).
c(((a :- b ; c ; d))).
c(((a(X) :- X > 1, Y is X-1, p(Y), !))).
c((f((a:-b),'$VAR'(1)))).
c((x-y)).
c(((a :- ( b , c ; d )))).
c((is)).
c((g)).
f :- format('~w ~q ~a~n',[a+'B','B','C d']), nl.
f :- format('~d ~D ~2d',[12,1234567,314]), nl.
f :- format('~s',[[104,105]]), nl.
f :- format('~e ~4e ~f ~2f ~0f ~g',[1.5,1.5,2.5,2.567,2.5,3.1]), nl.
f :- format(hello), nl.
f :- format('~w',hello), nl.
f :- format('~p',['A b']), nl.
f :- format('~c~c',[104,105]), nl.
f :- format('~3c',[120]), nl.
f :- format('~8|abc',[]), nl.
f :- format('~w~30|~w',[a,b]), nl.
f :- format('~t~w~10|',[right]), nl.
f :- format('~`-t~30|~n',[]), nl.
f :- format('~t~w~t~20|~w',[mid,x]), nl.
f :- format('~w~t~10+~w~t~10+~w',[a,b,c]), nl.
f :- format('~i~w',[a,b]), nl.
f :- format('~*c',[3,120]), nl.
f :- format('~8r ~16r ~8R ~16R',[100,255,100,255]), nl.
f :- format('~~ ~q',[[a,'B']]), nl.
f :- format('~3d',[5]), nl.
f :- format('~0d',[5]), nl.
f :- format('~D',[-1234567]), nl.
f :- format('~2D',[1234567]), nl.
f :- format('abc~tdef~20|ghi~n',[]), nl.
f :- format('~ta~t~tb~20|x~n',[]), nl.
f :- format('~2f',[3]), nl.
f :- format('~10d',[5]), nl.
f :- format('~1f',[0.25]), nl.
f :- format('~0e',[12345.678]), nl.
f :- format('a~nb~t~10|c~n',[]), nl.
f :- write_term(f(X,Y), [variable_names(['X'=X,'_Y'=Y])]), nl.
f :- write_term(f(1,[a,b]), [spacing(next_argument)]), nl.
f :- write_term((a:-b), [priority(999),fullstop(true),nl(true)]).
f :- X = f('$VAR'('X'),'$VAR'('_a'),'$VAR'(x),'$VAR'("X"),'$VAR'(-3),'$VAR'('X Y'),'$VAR'('')), print(X), write(X), write_canonical(X), nl.
f :- writeq(['\e','\0\','\x7f\','\xa0\',"\e",'\a']), nl.
main :- forall(t(T), (write(T), nl, print(T), nl, write_canonical(T), nl)), forall(c(T), portray_clause(T)), forall(f, true).
