% The list library of logic programs, in Prolog: read by the same reader as programs.

must_be(Type, X) :- ( is_of_type(Type, X) -> true ; '$not_of_type'(Type, X) ).
'$not_of_type'(Type, X) :-
    (   ( var(Type) ; var(X) ; Type = ground ; Type = list, '$open'(X) ) -> throw(error(instantiation_error, _))
    ;   Type = list(T), is_list(X) -> maplist(must_be(T), X)
    ;   \+ '$type'(Type) -> throw(error(existence_error(type, Type), _))
    ;   throw(error(type_error(Type, X), _))
    ).
'$type'(T) :-
    functor(T, N, _),
    memberchk(N, [any,var,nonvar,ground,list,proper_list,list_or_partial,integer,nonneg,positive_integer,between,number,float,atom,
                  atomic,string,callable,compound,pair,boolean,bool,oneof]).
'$open'(L) :- ( var(L) -> true ; L = [_|M], '$open'(M) ).
'$list'(Predicate, L) :- ( is_list(L) -> true ; '$no_list'(Predicate, L) ).
'$no_list'(Predicate, L) :-
    ( '$open'(L) -> Error = instantiation_error ; Error = type_error(list, L) ),
    throw(error(Error, context(Predicate, _))).
is_of_type(Type, X) :- nonvar(Type), '$is'(Type, X).
'$is'(any, _).
'$is'(var, X) :- var(X).
'$is'(nonvar, X) :- nonvar(X).
'$is'(ground, X) :- ground(X).
'$is'(list, X) :- is_list(X).
'$is'(proper_list, X) :- is_list(X).
'$is'(list(T), X) :- is_list(X), maplist(is_of_type(T), X).
'$is'(list_or_partial, X) :- ( is_list(X) -> true ; '$open'(X) ).
'$is'(integer, X) :- integer(X).
'$is'(nonneg, X) :- integer(X), X >= 0.
'$is'(positive_integer, X) :- integer(X), X >= 1.
'$is'(between(L, H), X) :- ( integer(L), integer(H) -> integer(X) ; number(X) ), X >= L, X =< H.
'$is'(number, X) :- number(X).
'$is'(float, X) :- float(X).
'$is'(atom, X) :- atom(X).
'$is'(atomic, X) :- atomic(X).
'$is'(string, X) :- string(X).
'$is'(callable, X) :- callable(X).
'$is'(compound, X) :- compound(X).
'$is'(pair, X) :- nonvar(X), X = _-_.
'$is'(boolean, X) :- atom(X), once(( X = true ; X = false )).
'$is'(bool, X) :- '$is'(boolean, X).
'$is'(oneof(L), X) :- nonvar(X), memberchk(X, L).

subsumes_term(General, Special) :-
    \+ \+ ( term_variables(Special, Xs), General = Special, term_variables(Xs, Ys), Xs == Ys ).

T =@= U :- copy_term(T, V), copy_term(U, W), subsumes_term(V, W), subsumes_term(W, V).
T \=@= U :- \+ T =@= U.

append([], L, L).
append([X|L], M, [X|N]) :- append(L, M, N).

append(Lists, List) :- '$list'(append/2, Lists), '$concatenated'(Lists, List).
'$concatenated'([], []).
'$concatenated'([L|Ls], All) :- append(L, Rest, All), '$concatenated'(Ls, Rest).

member(X, [Y|L]) :- '$member'(L, X, Y).
'$member'(_, X, X).
'$member'([Y|L], X, _) :- '$member'(L, X, Y).

memberchk(X, L) :- ( member(X, L) -> true ; \+ is_list(L), '$no_list'(memberchk/2, L) ).

reverse(L, R) :- '$reverse'(L, R, [], R).
'$reverse'([], [], R, R).
'$reverse'([X|L], [_|Bound], Done, R) :- '$reverse'(L, Bound, [X|Done], R).

last([X|L], Last) :- '$last'(L, X, Last).
'$last'([], X, X).
'$last'([Y|L], _, Last) :- '$last'(L, Y, Last).

nth0(N, L, X) :- ( var(N) -> L = [Y|M], '$nth_of'(M, Y, X, 0, N) ; N >= 0, '$nth'(N, L, X) ).
nth1(N, L, X) :- ( var(N) -> L = [Y|M], '$nth_of'(M, Y, X, 1, N) ; N >= 1, M is N-1, '$nth'(M, L, X) ).
'$nth'(N, [Y|L], X) :- ( N =:= 0 -> X = Y ; M is N-1, '$nth'(M, L, X) ).
'$nth_of'(_, X, X, N, N).
'$nth_of'([Y|L], _, X, M, N) :- M1 is M+1, '$nth_of'(L, Y, X, M1, N).

nth0(N, L, X, R) :- ( var(N) -> '$nth_rest_of'(L, X, R, 0, N) ; N >= 0, '$nth_rest'(N, L, X, R) ).
nth1(N, L, X, R) :- ( var(N) -> '$nth_rest_of'(L, X, R, 1, N) ; N >= 1, M is N-1, '$nth_rest'(M, L, X, R) ).
'$nth_rest'(N, [Y|L], X, R) :- ( N =:= 0 -> X = Y, R = L ; M is N-1, R = [Y|S], '$nth_rest'(M, L, X, S) ).
'$nth_rest_of'([X|L], X, L, N, N).
'$nth_rest_of'([Y|L], X, [Y|R], M, N) :- M1 is M+1, '$nth_rest_of'(L, X, R, M1, N).

select(X, [Y|L], R) :- '$select'(L, X, Y, R).
'$select'(L, X, X, L).
'$select'([Y|L], X, Z, [Z|R]) :- '$select'(L, X, Y, R).
selectchk(X, L, R) :- once(select(X, L, R)).
select(X, Xs, Y, Ys) :- '$select4'(Xs, X, Y, Ys).
'$select4'([X|L], X, Y, [Y|L]).
'$select4'([Z|L], X, Y, [Z|M]) :- '$select4'(L, X, Y, M).

exclude(_, [], []).
exclude(G, [X|L], M) :- ( call(G, X) -> M = N ; M = [X|N] ), exclude(G, L, N).
include(_, [], []).
include(G, [X|L], M) :- ( call(G, X) -> M = [X|N] ; M = N ), include(G, L, N).
partition(_, [], [], []).
partition(G, [X|L], I, O) :- ( call(G, X) -> I = [X|J], O = P ; I = J, O = [X|P] ), partition(G, L, J, P).

permutation(L, P) :-
    ( is_list(L) -> length(L, N), length(P, N) ; is_list(P) -> length(P, N), length(L, N) ; length(L, N), length(P, N) ),
    '$permutation'(L, P).
'$permutation'([], []).
'$permutation'(L, [X|P]) :- select(X, L, R), '$permutation'(R, P).

delete([], _, []).
delete([Y|L], X, R) :- ( X \= Y -> R = [Y|S] ; R = S ), delete(L, X, S).
subtract(L, M, R) :- '$list'(subtract/3, L), '$subtract'(L, M, R).
'$subtract'([], _, []).
'$subtract'([X|L], M, R) :- ( memberchk(X, M) -> R = S ; R = [X|S] ), '$subtract'(L, M, S).
intersection(L, M, R) :- '$list'(intersection/3, L), '$intersection'(L, M, R).
'$intersection'([], _, []).
'$intersection'([X|L], M, R) :- ( memberchk(X, M) -> R = [X|S] ; R = S ), '$intersection'(L, M, S).
union(L, M, R) :- '$list'(union/3, L), '$union'(L, M, R).
'$union'([], M, M).
'$union'([X|L], M, R) :- ( memberchk(X, M) -> R = S ; R = [X|S] ), '$union'(L, M, S).
subset(L, M) :- '$list'(subset/2, L), '$subset'(L, M).
'$subset'([], _).
'$subset'([X|L], M) :- memberchk(X, M), '$subset'(L, M).
list_to_set(L, S) :-
    '$list'(list_to_set/2, L), '$numbered'(L, 0, Ps), sort(1, @=<, Ps, Qs), '$firsts'(Qs, Rs), sort(2, @<, Rs, Fs), pairs_keys(Fs, S).
'$numbered'([], _, []).
'$numbered'([X|L], N, [X-N|Ps]) :- M is N+1, '$numbered'(L, M, Ps).
'$firsts'([], []).
'$firsts'([P|Ps], [P|Fs]) :- P = X-_, '$other_firsts'(Ps, X, Fs).
'$other_firsts'([], _, []).
'$other_firsts'([P|Ps], X, Fs) :- P = Y-_, ( X == Y -> '$other_firsts'(Ps, X, Fs) ; Fs = [P|Gs], '$other_firsts'(Ps, Y, Gs) ).
'$same_member'(X, [Y|L]) :- ( X == Y -> true ; '$same_member'(X, L) ).

sum_list(L, S) :- '$list'(sum_list/2, L), '$sum'(L, 0, S).
sumlist(L, S) :- '$list'(sumlist/2, L), '$sum'(L, 0, S).
'$sum'([], S, S).
'$sum'([X|L], S0, S) :- S1 is S0+X, '$sum'(L, S1, S).
max_list(L, M) :- '$list'(max_list/2, L), L = [X|Xs], '$max'(Xs, X, M).
'$max'([], M, M).
'$max'([X|L], M0, M) :- M1 is max(M0, X), '$max'(L, M1, M).
min_list(L, M) :- '$list'(min_list/2, L), L = [X|Xs], '$min'(Xs, X, M).
'$min'([], M, M).
'$min'([X|L], M0, M) :- M1 is min(M0, X), '$min'(L, M1, M).
max_member(M, L) :- '$list'(max_member/2, L), L = [X|Xs], '$greatest'(Xs, X, M).
'$greatest'([], M, M).
'$greatest'([X|L], M0, M) :- ( X @> M0 -> '$greatest'(L, X, M) ; '$greatest'(L, M0, M) ).
max_member(G, M, [X|L]) :- '$last_above'(L, G, X, M).
'$last_above'([], _, M, M).
'$last_above'([X|L], G, M0, M) :- ( call(G, X, M0) -> '$last_above'(L, G, M0, M) ; '$last_above'(L, G, X, M) ).
min_member(G, M, [X|L]) :- '$last_below'(L, G, X, M).
'$last_below'([], _, M, M).
'$last_below'([X|L], G, M0, M) :- ( call(G, M0, X) -> '$last_below'(L, G, M0, M) ; '$last_below'(L, G, X, M) ).
min_member(M, L) :- '$list'(min_member/2, L), L = [X|Xs], '$least'(Xs, X, M).
'$least'([], M, M).
'$least'([X|L], M0, M) :- ( X @< M0 -> '$least'(L, X, M) ; '$least'(L, M0, M) ).
list_to_ord_set(L, S) :- sort(L, S).
ord_union(S, T, U) :- append(S, T, L), sort(L, U).
ord_subtract(S, T, D) :- '$without_same'(S, T, D).
ord_union(Sets, S) :- append(Sets, L), sort(L, S).
ord_seteq(S, T) :- S == T.
ord_disjoint(S, T) :- ord_intersection(S, T, []).
is_ordset(L) :- is_list(L), sort(L, S), L == S.
ord_empty([]).
ord_intersect(S, T) :- \+ ord_disjoint(S, T).
ord_intersection([S|Sets], I) :- '$in_all'(Sets, S, I).
'$in_all'([], S, S).
'$in_all'([T|Sets], S, I) :- ord_intersection(S, T, R), '$in_all'(Sets, R, I).
ord_selectchk(X, S, R) :- once(select(X, S, R)).
ord_symdiff(S, T, D) :- ord_subtract(S, T, A), ord_subtract(T, S, B), ord_union(A, B, D).
ord_union(S, T, U, New) :- ord_subtract(T, S, New), ord_union(S, New, U).
ord_memberchk(X, S) :- '$same_member'(X, S).
ord_add_element(S, X, T) :- ord_union(S, [X], T).
ord_del_element(S, X, T) :- '$without_same'(S, [X], T).
'$without_same'([], _, []).
'$without_same'([X|S], T, D) :- ( '$same_member'(X, T) -> D = E ; D = [X|E] ), '$without_same'(S, T, E).
numlist(L, H, Ns) :- must_be(integer, L), must_be(integer, H), L =< H, '$numbers'(L, H, Ns).
'$numbers'(L, H, [L|Ns]) :- ( L =:= H -> Ns = [] ; M is L+1, '$numbers'(M, H, Ns) ).

flatten(T, L) :- '$flatten'(T, [], L).
'$flatten'(T, Behind, L) :-
    (   var(T) -> L = [T|Behind]
    ;   T = [] -> L = Behind
    ;   T = [X|Xs] -> '$flatten'(X, M, L), '$flatten'(Xs, Behind, M)
    ;   L = [T|Behind]
    ).


maplist(_, []).
maplist(G, [A|As]) :- call(G, A), maplist(G, As).
maplist(_, [], []).
maplist(G, [A|As], [B|Bs]) :- call(G, A, B), maplist(G, As, Bs).
maplist(_, [], [], []).
maplist(G, [A|As], [B|Bs], [C|Cs]) :- call(G, A, B, C), maplist(G, As, Bs, Cs).
maplist(_, [], [], [], []).
maplist(G, [A|As], [B|Bs], [C|Cs], [D|Ds]) :- call(G, A, B, C, D), maplist(G, As, Bs, Cs, Ds).
maplist(_, [], [], [], [], []).
maplist(G, [A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es]) :- call(G, A, B, C, D, E), maplist(G, As, Bs, Cs, Ds, Es).
maplist(_, [], [], [], [], [], []).
maplist(G, [A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], [F|Fs]) :- call(G, A, B, C, D, E, F), maplist(G, As, Bs, Cs, Ds, Es, Fs).
convlist(_, [], []).
convlist(G, [X|L], M) :- ( call(G, X, Y) -> M = [Y|N] ; M = N ), convlist(G, L, N).
foldl(G, L, M, V0, V) :- '$foldl'(L, M, G, V0, V).
'$foldl'([], [], _, V, V).
'$foldl'([X|L], [Y|M], G, V0, V) :- call(G, X, Y, V0, V1), '$foldl'(L, M, G, V1, V).
foldl(G, L, V0, V) :- '$foldl'(L, G, V0, V).
'$foldl'([], _, V, V).
'$foldl'([X|L], G, V0, V) :- call(G, X, V0, V1), '$foldl'(L, G, V1, V).

pairs_keys_values([], [], []).
pairs_keys_values([K-V|Ps], [K|Ks], [V|Vs]) :- pairs_keys_values(Ps, Ks, Vs).
pairs_keys([], []).
pairs_keys([K-_|Ps], [K|Ks]) :- pairs_keys(Ps, Ks).
pairs_values([], []).
pairs_values([_-V|Ps], [V|Vs]) :- pairs_values(Ps, Vs).
group_pairs_by_key([], []).
group_pairs_by_key([K-V|Ps], [K-[V|Vs]|Gs]) :- '$leaving'(Ps, K, Vs, Rest), group_pairs_by_key(Rest, Gs).
'$leaving'(Ps, K, Vs, Rest) :-
    ( Ps = [J-V|Qs], J == K -> Vs = [V|Ws], '$leaving'(Qs, K, Ws, Rest) ; Vs = [], Rest = Ps ).

findall(T, G, L, Rest) :- findall(T, G, Found), append(Found, Rest, L).
aggregate_all(What, G, R) :-
    (   var(What) -> throw(error(instantiation_error, _))
    ;   What = count -> findall(x, G, L), length(L, R)
    ;   What = sum(X) -> findall(Y, ( G, Y is X ), L), sum_list(L, R)
    ;   What = max(X) -> findall(Y, ( G, Y is X ), L), max_list(L, R)
    ;   What = min(X) -> findall(Y, ( G, Y is X ), L), min_list(L, R)
    ;   What = max(X, W) -> findall(X-W, G, [P|L]), '$of_number'(P), '$best'(L, >, P, M-V), R = max(M, V)
    ;   What = min(X, W) -> findall(X-W, G, [P|L]), '$of_number'(P), '$best'(L, <, P, M-V), R = min(M, V)
    ;   What = bag(X) -> findall(X, G, R)
    ;   What = set(X) -> findall(X, G, L), sort(L, R)
    ;   '$template'(What, P), findall(P, G, L), '$aggregated'(What, L, R)
    ).
aggregate_all(What, Apart, G, R) :-
    '$template'(What, P), findall(Apart-P, G, Found), sort(Found, Sorted), pairs_values(Sorted, L), '$aggregated'(What, L, R).
aggregate(What, G, R) :- '$template'(What, P), bagof(P, G, L), '$aggregated'(What, L, R).
'$template'(What, P) :-
    (   var(What) -> throw(error(instantiation_error, _))
    ;   '$pattern'(What, P) -> true
    ;   ( callable(What) -> Error = domain_error(aggregate_template, What) ; Error = type_error(aggregate_template, What) ),
        throw(error(Error, _))
    ).
'$pattern'(What, P) :-
    (   What = count -> P = x
    ;   ( What = sum(X) ; What = max(X) ; What = min(X) ; What = bag(X) ; What = set(X) ) -> P = X
    ;   ( What = max(X, W) ; What = min(X, W) ) -> P = X-W
    ;   compound(What), What =.. [_|Ws], '$templates'(Ws, P)
    ).
'$templates'([], []).
'$templates'([W|Ws], [P|Ps]) :- '$template'(W, P), '$templates'(Ws, Ps).
'$aggregated'(What, L, R) :-
    (   What = count -> length(L, R)
    ;   What = sum(_) -> sum_list(L, R)
    ;   What = max(_) -> L = [X|M], Y is X, '$max'(M, Y, R)
    ;   What = min(_) -> L = [X|M], '$min'(M, X, R)
    ;   What = max(_, _) -> L = [P|M], '$best'(M, >, P, X-V), Y is X, R = max(Y, V)
    ;   What = min(_, _) -> L = [P|M], '$best'(M, <, P, X-V), Y is X, R = min(Y, V)
    ;   What = bag(_) -> R = L
    ;   What = set(_) -> sort(L, R)
    ;   What =.. [F|Ws], '$columns'(Ws, L, Rs), R =.. [F|Rs]
    ).
'$columns'([], _, []).
'$columns'([W|Ws], L, [R|Rs]) :- '$first_column'(L, Xs, M), '$aggregated'(W, Xs, R), '$columns'(Ws, M, Rs).
'$first_column'([], [], []).
'$first_column'([[X|Row]|L], [X|Xs], [Row|M]) :- '$first_column'(L, Xs, M).
'$of_number'(X-_) :- ( number(X) -> true ; throw(error(type_error(number, X), _)) ).
'$best'([], _, P, P).
'$best'([X-W|L], Than, M-V, P) :- ( call(Than, X, M) -> '$best'(L, Than, X-W, P) ; '$best'(L, Than, M-V, P) ).

bagof(T, G, L) :-
    '$quantified'(G, T, Goal, Free),
    (   Free = [] -> findall(T, Goal, L), L \== []
    ;   findall(Free-T, Goal, Found), '$same_variables'(Found, _), keysort(Found, Sorted), '$bag'(Sorted, Free, L)
    ).
setof(T, G, L) :-
    '$quantified'(G, T, Goal, Free),
    (   Free = [] -> findall(T, Goal, Found), Found \== [], sort(Found, L)
    ;   findall(Free-T, Goal, Found), '$same_variables'(Found, _), sort(Found, Sorted), '$bag'(Sorted, Free, Bag), sort(Bag, L)
    ).
'$quantified'(G, Bound, Goal, Free) :-
    (   nonvar(G), G = X^H -> '$quantified'(H, [X|Bound], Goal, Free)
    ;   Goal = G, term_variables(Bound, Xs), term_variables(G, Ys), '$others'(Ys, Xs, Free)
    ).
'$others'([], _, []).
'$others'([Y|Ys], Xs, Free) :- ( '$same_member'(Y, Xs) -> Free = Rest ; Free = [Y|Rest] ), '$others'(Ys, Xs, Rest).
'$same_variables'([], _).
'$same_variables'([Free-_|Found], All) :- term_variables(Free, Some), append(Some, _, All), '$same_variables'(Found, All).
'$bag'([Known-X|Found], Free, L) :-
    '$with'(Found, Known, Xs, Rest),
    (   Rest = [] -> Free = Known, L = [X|Xs]
    ;   (   Free = Known, L = [X|Xs]
        ;   '$bag'(Rest, Free, L)
        )
    ).
'$with'([], _, [], []).
'$with'([Free-X|Found], Known, L, Rest) :-
    ( Free == Known -> L = [X|Xs], '$with'(Found, Known, Xs, Rest) ; L = [], Rest = [Free-X|Found] ).
_^G :- call(G).

phrase(G, L) :- phrase(G, L, []).
phrase(G, L, R) :- call(G, L, R).

% Output of a goal, in place of printing it.
with_output_to(Sink, G) :-
    '$capture',
    (   catch(G, Error, true)
    ->  '$captured'(Text), ( nonvar(Error) -> throw(Error) ; '$into'(Sink, Text) )
    ;   '$captured'(_), fail
    ).

nextto(X, Y, [X,Y|_]).
nextto(X, Y, [_|L]) :- nextto(X, Y, L).
same_length([], []).
same_length([_|L], [_|M]) :- same_length(L, M).
is_set(L) :- is_list(L), length(L, N), sort(L, S), length(S, N).
proper_length(L, N) :- is_list(L), length(L, N).
ord_subset(S, T) :- ord_subtract(S, T, []).
ord_intersection([], _, []).
ord_intersection([X|S], T, I) :- ( '$same_member'(X, T) -> I = [X|J] ; I = J ), ord_intersection(S, T, J).
partition(_, [], [], [], []).
partition(G, [X|L], Ls, Es, Gs) :-
    call(G, X, O),
    '$parted'(O, X, Ls, Es, Gs, Ls1, Es1, Gs1),
    partition(G, L, Ls1, Es1, Gs1).
'$parted'(<, X, [X|Ls], Es, Gs, Ls, Es, Gs).
'$parted'(=, X, Ls, [X|Es], Gs, Ls, Es, Gs).
'$parted'(>, X, Ls, Es, [X|Gs], Ls, Es, Gs).
foldl(G, L, M, N, V0, V) :- '$foldl'(L, M, N, G, V0, V).
'$foldl'([], [], [], _, V, V).
'$foldl'([X|L], [Y|M], [Z|N], G, V0, V) :- call(G, X, Y, Z, V0, V1), '$foldl'(L, M, N, G, V1, V).
foldl(G, L, M, N, O, V0, V) :- '$foldl'(L, M, N, O, G, V0, V).
'$foldl'([], [], [], [], _, V, V).
'$foldl'([X|L], [Y|M], [Z|N], [A|O], G, V0, V) :- call(G, X, Y, Z, A, V0, V1), '$foldl'(L, M, N, O, G, V1, V).
scanl(G, L, V, [V|Vs]) :- '$scanl'(L, G, V, Vs).
'$scanl'([], _, _, []).
'$scanl'([X|L], G, V, [W|Vs]) :- call(G, X, V, W), '$scanl'(L, G, W, Vs).
mapargs(G, T, U) :- ( nonvar(T) -> functor(T, F, N), functor(U, F, N) ; functor(U, F, N), functor(T, F, N) ), T =.. [_|As], U =.. [_|Bs], maplist(G, As, Bs).
sub_term(X, T) :- ( X = T ; compound(T), arg(_, T, A), sub_term(X, A) ).
occurrences_of_term(X, T, N) :- findall(x, sub_term(X, T), L), length(L, N).
occurrences_of_var(X, T, N) :- findall(x, ( sub_term(S, T), S == X ), L), length(L, N).
order_by(Specs, G) :-
    '$list'(order_by/2, Specs),
    ( Specs = [] -> throw(error(domain_error(non_empty_list, []), _)) ; true ),
    '$ordering'(Specs, Keys, Orders),
    term_variables(G, Vs),
    Row =.. [row,Vs|Keys],
    findall(Row, G, Found),
    '$sorted_by'(Orders, 2, Found, Sorted),
    member(Row, Sorted).
'$ordering'([], [], []).
'$ordering'([Spec|Specs], [X|Xs], [Order|Orders]) :-
    (   var(Spec) -> throw(error(instantiation_error, _))
    ;   Spec = asc(X) -> Order = (@=<)
    ;   Spec = desc(X) -> Order = (@>=)
    ;   throw(error(domain_error(order_specifier, Spec), _))
    ),
    '$ordering'(Specs, Xs, Orders).
'$sorted_by'([], _, L, L).
'$sorted_by'([Order|Orders], At, L, Sorted) :- Next is At+1, '$sorted_by'(Orders, Next, L, M), sort(At, Order, M, Sorted).
clumped([], []).
clumped([X|L], [X-N|Cs]) :- '$clump'(L, X, 1, N, Rest), clumped(Rest, Cs).
'$clump'(L, X, M, N, Rest) :-
    (   L = [Y|Behind], X == Y
    ->  M1 is M+1, '$clump'(Behind, X, M1, N, Rest)
    ;   N = M, Rest = L
    ).

predsort(G, L, Sorted) :- length(L, N), '$predsort'(N, G, L, _, Found), !, Sorted = Found.
'$predsort'(0, _, L, L, []) :- !.
'$predsort'(1, _, [X|L], L, [X]) :- !.
'$predsort'(N, G, L, Rest, Sorted) :-
    M is N//2, K is N-M,
    '$predsort'(M, G, L, Behind, One),
    '$predsort'(K, G, Behind, Rest, Other),
    '$merged'(One, Other, G, Sorted).
'$merged'([], L, _, L) :- !.
'$merged'(L, [], _, L) :- !.
'$merged'([X|Xs], [Y|Ys], G, L) :- call(G, O, X, Y), !, '$merged'(O, X, Xs, Y, Ys, G, L).
'$merged'(<, X, Xs, Y, Ys, G, [X|L]) :- '$merged'(Xs, [Y|Ys], G, L).
'$merged'(>, X, Xs, Y, Ys, G, [Y|L]) :- '$merged'([X|Xs], Ys, G, L).
'$merged'(=, X, Xs, _, Ys, G, L) :- '$merged'([X|Xs], Ys, G, L).

% Lambda expressions: each call has variables of its own, but for those of Free in Free/Parameters>>Goal.
Ps>>G :- '$lambda'(Ps, G, []).
>>(Ps, G, A) :- '$lambda'(Ps, G, [A]).
>>(Ps, G, A, B) :- '$lambda'(Ps, G, [A,B]).
>>(Ps, G, A, B, C) :- '$lambda'(Ps, G, [A,B,C]).
>>(Ps, G, A, B, C, D) :- '$lambda'(Ps, G, [A,B,C,D]).
>>(Ps, G, A, B, C, D, E) :- '$lambda'(Ps, G, [A,B,C,D,E]).
>>(Ps, G, A, B, C, D, E, F) :- '$lambda'(Ps, G, [A,B,C,D,E,F]).
>>(Ps, G, A, B, C, D, E, F, H) :- '$lambda'(Ps, G, [A,B,C,D,E,F,H]).
'$lambda'(Ps, G, As) :-
    (   nonvar(Ps), Ps = Free/_
    ->  copy_term(Ps>>G, Free/Qs>>H)
    ;   copy_term(Ps>>G, Qs>>H)
    ),
    '$parameters'(Qs, As, Rest),
    (   Rest = [] -> call(H)
    ;   H =.. L, append(L, Rest, M), I =.. M, call(I)
    ).
'$parameters'([], Rest, Rest) :- !.
'$parameters'(_, [], []) :- !.
'$parameters'([A|Qs], [A|As], Rest) :- '$parameters'(Qs, As, Rest).

% Associations: t, or t(Key, Value, Balance, Left, Right), where Balance is <, - or > as the left, none or the right is deeper.
empty_assoc(t).
% What is no association ends as in SWI-Prolog, where most predicates lack a rule for it.
'$no_rule'(G) :- throw(error(existence_error(matching_rule, assoc:G), _)).
get_assoc(K, A, V) :-
    (   nonvar(A), ( A = t ; A = t(_,_,_,_,_) )
    ->  '$get'(A, K, V)
    ;   ( var(A) -> Error = instantiation_error ; Error = type_error(btree, A) ),
        throw(error(Error, context(get_assoc/3, _)))
    ).
'$get'(A, K, V) :- nonvar(A), A = t(L,V0,_,B,C), compare(O, K, L), '$got'(O, K, V0, B, C, V).
'$got'(=, _, V, _, _, V).
'$got'(<, K, _, A, _, V) :- '$get'(A, K, V).
'$got'(>, K, _, _, B, V) :- '$get'(B, K, V).
put_assoc(K, A, V, B) :- '$put'(A, K, V, B, _).
'$put'(A, K, V, T, Deeper) :-
    (   nonvar(A), A = t(L,W,D,B,C)
    ->  compare(O, K, L), '$put'(O, L, W, D, B, C, K, V, T, Deeper)
    ;   A == t
    ->  T = t(K,V,-,t,t), Deeper = yes
    ;   '$no_rule'(insert(A, K, V, T, Deeper))
    ).
'$put'(=, L, _, D, A, B, _, V, t(L,V,D,A,B), no).
'$put'(<, L, W, D, A, B, K, V, T, Deeper) :- '$put'(A, K, V, C, Up), '$left'(Up, D, L, W, C, B, T, Deeper).
'$put'(>, L, W, D, A, B, K, V, T, Deeper) :- '$put'(B, K, V, C, Up), '$right'(Up, D, L, W, A, C, T, Deeper).
'$left'(no, D, L, W, A, B, t(L,W,D,A,B), no).
'$left'(yes, D, L, W, A, B, T, Deeper) :- '$left'(D, L, W, A, B, T, Deeper).
'$left'(-, L, W, A, B, t(L,W,<,A,B), yes).
'$left'(>, L, W, A, B, t(L,W,-,A,B), no).
'$left'(<, L, W, t(K,V,D,A,B), C, T, no) :- '$from_left'(D, K, V, A, B, L, W, C, T).
'$from_left'(<, K, V, A, B, L, W, C, t(K,V,-,A,t(L,W,-,B,C))).
'$from_left'(>, K, V, A, t(M,X,D,B,C), L, W, E, t(M,X,-,t(K,V,F,A,B),t(L,W,G,C,E))) :- '$halves'(D, F, G).
'$right'(no, D, L, W, A, B, t(L,W,D,A,B), no).
'$right'(yes, D, L, W, A, B, T, Deeper) :- '$right'(D, L, W, A, B, T, Deeper).
'$right'(-, L, W, A, B, t(L,W,>,A,B), yes).
'$right'(<, L, W, A, B, t(L,W,-,A,B), no).
'$right'(>, L, W, A, t(K,V,D,B,C), T, no) :- '$from_right'(D, L, W, A, K, V, B, C, T).
'$from_right'(>, L, W, A, K, V, B, C, t(K,V,-,t(L,W,-,A,B),C)).
'$from_right'(<, L, W, A, K, V, t(M,X,D,B,C), E, t(M,X,-,t(L,W,F,A,B),t(K,V,G,C,E))) :- '$halves'(D, F, G).
'$halves'(-, -, -).
'$halves'(<, -, >).
'$halves'(>, <, -).
list_to_assoc(L, A) :- '$list'(list_to_assoc/2, L), keysort(L, S), '$assoc'(S, unique_key_pairs, L, A).
ord_list_to_assoc(L, A) :- '$list'(ord_list_to_assoc/2, L), '$assoc'(L, key_ordered_pairs, L, A).
'$assoc'(S, Kind, L, A) :-
    (   '$ascending'(S) -> length(S, N), '$balanced'(N, S, [], _, A)
    ;   throw(error(domain_error(Kind, L), _))
    ).
'$ascending'([]).
'$ascending'([K-_|L]) :- '$ascending'(L, K).
'$ascending'([], _).
'$ascending'([K-_|L], J) :- J @< K, '$ascending'(L, K).
'$balanced'(0, L, L, 0, t) :- !.
'$balanced'(N, L, Rest, Depth, t(K,V,D,A,B)) :-
    M is (N-1)//2, J is N-1-M,
    '$balanced'(J, L, [K-V|Behind], Left, A),
    '$balanced'(M, Behind, Rest, Right, B),
    Depth is Left+1,
    ( Left =:= Right -> D = (-) ; D = (<) ).
assoc_to_list(A, L) :- '$pairs'(A, L, []).
'$pairs'(t, L, L).
'$pairs'(t(K,V,_,A,B), L, Rest) :- '$pairs'(A, L, [K-V|M]), '$pairs'(B, M, Rest).
assoc_to_keys(A, Ks) :- assoc_to_list(A, L), pairs_keys(L, Ks).
assoc_to_values(A, Vs) :- assoc_to_list(A, L), pairs_values(L, Vs).
map_assoc(_, t).
map_assoc(G, t(_,V,_,A,B)) :- map_assoc(G, A), call(G, V), map_assoc(G, B).
map_assoc(_, t, t).
map_assoc(G, t(K,V,D,A,B), t(K,W,D,E,F)) :- map_assoc(G, A, E), call(G, V, W), map_assoc(G, B, F).
gen_assoc(K, A, V) :- ( ground(K) -> get_assoc(K, A, V) ; '$in_assoc'(A, K, V) ).
'$in_assoc'(A, K, V) :-
    (   nonvar(A), A = t(L,W,_,B,C)
    ->  '$in_assoc'(B, L, W, C, K, V)
    ;   A == t
    ->  fail
    ;   '$no_rule'(gen_assoc_(K, A, V))
    ).
'$in_assoc'(A, _, _, _, K, V) :- '$in_assoc'(A, K, V).
'$in_assoc'(_, K, V, _, K, V).
'$in_assoc'(_, _, _, B, K, V) :- '$in_assoc'(B, K, V).
min_assoc(A, K, V) :- ( nonvar(A), A = t(L,W,_,B,_) -> '$min_assoc'(B, L, W, K, V) ; A == t -> fail ; '$no_rule'(min_assoc(A, K, V)) ).
'$min_assoc'(t, K, V, K, V).
'$min_assoc'(t(L,W,_,A,_), _, _, K, V) :- '$min_assoc'(A, L, W, K, V).
max_assoc(A, K, V) :- ( nonvar(A), A = t(L,W,_,_,B) -> '$max_assoc'(B, L, W, K, V) ; A == t -> fail ; '$no_rule'(max_assoc(A, K, V)) ).
'$max_assoc'(t, K, V, K, V).
'$max_assoc'(t(L,W,_,_,B), _, _, K, V) :- '$max_assoc'(B, L, W, K, V).

name(X, Codes) :-
    (   nonvar(X) -> atom_codes(X, Codes)
    ;   catch(number_codes(N, Codes), error(syntax_error(_), _), fail) -> X = N
    ;   atom_codes(X, Codes)
    ).
put(C) :- ( integer(C) -> char_code(A, C), put_char(A) ; put_char(C) ).
display(X) :- write_term(X, [ignore_ops(true)]).
subsumes_chk(General, Special) :- subsumes_term(General, Special).
(A | B) :- ( A ; B ).
current_predicate(Name, Head) :- nonvar(Head), functor(Head, Name, Arity), current_predicate(Name/Arity).

% Graphs: a list of Vertex-Neighbours, both in standard order.
vertices_edges_to_ugraph(Vs, Es, G) :-
    pairs_keys_values(Es, Froms, Tos), append([Vs,Froms,Tos], L), sort(L, All), sort(Es, Sorted), '$graph'(All, Sorted, G).
'$graph'([], _, []).
'$graph'([V|Vs], Es, [V-Ns|G]) :- '$leaving'(Es, V, Ns, Rest), '$graph'(Vs, Rest, G).
vertices(G, Vs) :- pairs_keys(G, Vs).
edges([], []).
edges([V-Ns|G], Es) :- '$edges_of'(Ns, V, Es, Rest), edges(G, Rest).
'$edges_of'([], _, Es, Es).
'$edges_of'([N|Ns], V, [V-N|Es], Rest) :- '$edges_of'(Ns, V, Es, Rest).
add_vertices(G, Vs, H) :- vertices_edges_to_ugraph(Vs, [], New), ugraph_union(G, New, H).
add_edges(G, Es, H) :- vertices_edges_to_ugraph([], Es, New), ugraph_union(G, New, H).
del_vertices(G, Vs, H) :- sort(Vs, Gone), '$without_vertices'(G, Gone, H).
'$without_vertices'([], _, []).
'$without_vertices'([V-Ns|G], Gone, H) :-
    ( ord_memberchk(V, Gone) -> H = I ; ord_subtract(Ns, Gone, Ms), H = [V-Ms|I] ),
    '$without_vertices'(G, Gone, I).
del_edges(G, Es, H) :-
    vertices(G, Vs), edges(G, Old), sort(Es, Gone), ord_subtract(Old, Gone, Left), vertices_edges_to_ugraph(Vs, Left, H).
ugraph_union(G, H, U) :-
    vertices(G, Vs), vertices(H, Ws), append(Vs, Ws, All),
    edges(G, Es), edges(H, Fs), append(Es, Fs, Edges),
    vertices_edges_to_ugraph(All, Edges, U).
transpose_ugraph(G, H) :-
    vertices(G, Vs), edges(G, Es), pairs_keys_values(Es, Froms, Tos), pairs_keys_values(Back, Tos, Froms),
    vertices_edges_to_ugraph(Vs, Back, H).
neighbours(V, [U-Ns|G], Found) :- ( V == U -> Found = Ns ; neighbours(V, G, Found) ).
neighbors(V, G, Ns) :- neighbours(V, G, Ns).
reachable(V, G, Vs) :- '$reachable'([V], G, [V], Vs).
'$reachable'([], _, Vs, Vs).
'$reachable'([V|Pending], G, Known, Vs) :-
    neighbours(V, G, Ns), ord_union(Known, Ns, More, New), append(Pending, New, Left), '$reachable'(Left, G, More, Vs).
transitive_closure(G, H) :- '$closed'(G, G, H).
'$closed'([], _, []).
'$closed'([V-Ns|Rest], G, [V-Vs|H]) :- '$reachable'(Ns, G, Ns, Vs), '$closed'(Rest, G, H).
compose(G, H, C) :-
    vertices(G, Vs), vertices(H, Ws), ord_union(Vs, Ws, All), '$composed'(All, G, H, C).
'$composed'([], _, _, []).
'$composed'([V|Vs], G, H, [V-Us|C]) :-
    ( neighbours(V, G, Ns) -> '$of_all'(Ns, H, [], Us) ; Us = [] ),
    '$composed'(Vs, G, H, C).
'$of_all'([], _, Us, Us).
'$of_all'([N|Ns], H, Us0, Us) :- ( neighbours(N, H, Ms) -> ord_union(Us0, Ms, Us1) ; Us1 = Us0 ), '$of_all'(Ns, H, Us1, Us).
complement(G, H) :- vertices(G, Vs), '$complement'(G, Vs, H).
'$complement'([], _, []).
'$complement'([V-Ns|G], Vs, [V-Ms|H]) :- ord_add_element(Ns, V, Own), ord_subtract(Vs, Own, Ms), '$complement'(G, Vs, H).
top_sort(G, Vs) :- edges(G, Es), pairs_values(Es, Tos), '$entering'(G, Tos, Counts), '$free'(Counts, Free), '$top_sort'(Free, G, Counts, Vs).
'$entering'([], _, []).
'$entering'([V-_|G], Tos, [V-N|Counts]) :- '$number_same'(Tos, V, 0, N), '$entering'(G, Tos, Counts).
'$number_same'([], _, N, N).
'$number_same'([U|Us], V, M, N) :- ( U == V -> K is M+1 ; K = M ), '$number_same'(Us, V, K, N).
'$free'([], []).
'$free'([V-N|Counts], Free) :- ( N =:= 0 -> Free = [V|Rest] ; Free = Rest ), '$free'(Counts, Rest).
'$top_sort'([], _, Counts, []) :- \+ ( member(_-N, Counts), N > 0 ).
'$top_sort'([V|Free], G, Counts, [V|Vs]) :- neighbours(V, G, Ns), '$one_less'(Ns, Counts, Free, Left, More), '$top_sort'(More, G, Left, Vs).
'$one_less'([], Counts, Free, Counts, Free).
'$one_less'([V|Vs], Counts, Free, Left, More) :-
    '$less'(Counts, V, N, Some), ( N =:= 0 -> Now = [V|Free] ; Now = Free ), '$one_less'(Vs, Some, Now, Left, More).
'$less'([U-M|Counts], V, N, [U-K|Left]) :- ( U == V -> K is M-1, N = K, Left = Counts ; K = M, '$less'(Counts, V, N, Left) ).

nth_integer_root_and_remainder(I, N, Root, Rest) :-
    must_be(integer, I),
    must_be(integer, N),
    (   I < 1 -> throw(error(domain_error(not_less_than_one, I), _))
    ;   N < 0, I mod 2 =:= 0 -> throw(error(evaluation_error(undefined), _))
    ;   N =:= 0 -> Root = 0, Rest = 0
    ;   M is abs(N), Above is 1 << (msb(M)//I+1), '$root'(I, M, Above, R), Root is sign(N)*R, Rest is N-Root**I
    ).
'$root'(I, N, Above, R) :-
    Next is ((I-1)*Above + N//Above**(I-1))//I,
    ( Next >= Above -> R = Above ; '$root'(I, N, Next, R) ).
?=(X, Y) :- ( X == Y -> true ; X \= Y ).
rational(X) :- integer(X).
divmod(N, D, Q, R) :- Q is N div D, R is N mod D.
acyclic_term(_).
compound_name_arity(T, N, A) :- ( var(T) -> functor(T, N, A) ; compound(T), functor(T, N, A) ).
compound_name_arguments(T, N, As) :- ( var(T) -> T =.. [N|As] ; compound(T), T =.. [N|As] ).
apply(G, As) :- G =.. L, append(L, As, M), H =.. M, call(H).

% Goals with a module: a program is one module, which sees all libraries.
M:G :- '$module'(M), call(G).
:(M, G, A) :- '$module'(M), call(G, A).
:(M, G, A, B) :- '$module'(M), call(G, A, B).
:(M, G, A, B, C) :- '$module'(M), call(G, A, B, C).
:(M, G, A, B, C, D) :- '$module'(M), call(G, A, B, C, D).
'$module'(M) :-
    (   atom(M)
    ->  true
    ;   ( var(M) -> Error = instantiation_error ; Error = type_error(module, M) ),
        throw(error(Error, _))
    ).

call_cleanup(G, C) :- setup_call_cleanup(true, G, C).
setup_call_cleanup(S, G, C) :-
    once(S),
    must_be(callable, C),
    '$finally'(C),
    catch(G, E, true),
    '$last'(Last),
    (   Last == false
    ->  true
    ;   nonvar(E)
    ->  catch(ignore(C), _, true), throw(E)
    ;   ignore(C)
    ).
limit(N, G) :- N > 0, gensym('$limit', K), flag(K, _, 0), call(G), flag(K, C, C+1), ( C+1 >= N -> ! ; true ).
call_nth(G, N) :- gensym('$nth', K), flag(K, _, 0), call(G), flag(K, C, C+1), M is C+1, ( nonvar(N) -> M =:= N, ! ; N = M ).
offset(N, G) :-
    ( N < 0 -> throw(error(domain_error(not_less_than_zero, N), _)) ; true ),
    gensym('$offset', K), flag(K, _, 0), call(G), flag(K, C, C+1), C >= N.
distinct(G) :- distinct(G, G).
distinct(X, G) :-
    gensym('$distinct', K), nb_setval(K, []), call(G), nb_getval(K, Seen),
    \+ ( member(Y, Seen), Y =@= X ),
    nb_setval(K, [X|Seen]).
numbervars(T) :- numbervars(T, 0, _).
term_variables(T, Vs, Rest) :- term_variables(T, Us), append(Us, Rest, Vs).
recorda(K, T) :- recorda(K, T, _).
recordz(K, T) :- recordz(K, T, _).
recorded(K, T) :- recorded(K, T, _).
writef(F) :- writef(F, []).
map_list_to_pairs(G, L, Ps) :- '$keyed'(L, G, Ps).
'$keyed'([], _, []).
'$keyed'([X|L], G, [K-X|Ps]) :- call(G, X, K), '$keyed'(L, G, Ps).
transpose_pairs(Ps, Qs) :- '$flipped'(Ps, Fs), keysort(Fs, Qs).
'$flipped'([], []).
'$flipped'([K-V|Ps], [V-K|Qs]) :- '$flipped'(Ps, Qs).
assertion(G) :- ( \+ \+ catch(G, _, fail) -> true ; throw(assertion_failed(user:G)) ).
type_error(Type, X) :- throw(error(type_error(Type, X), _)).
domain_error(Domain, X) :- throw(error(domain_error(Domain, X), _)).
existence_error(Type, X) :- throw(error(existence_error(Type, X), _)).
permission_error(Action, Type, X) :- throw(error(permission_error(Action, Type, X), _)).
instantiation_error(_) :- throw(error(instantiation_error, _)).
% What has no effect on answers.
time(G) :- call(G).
print_message(_, _).
prompt(_, _).
garbage_collect.
style_check(_).

% The clauses of a program, as they are now.
listing(Spec) :-
    (   nonvar(Spec), Spec = N/A -> true ; nonvar(Spec), Spec = N//D -> A is D+2 ; N = Spec ),
    forall(( current_predicate(N/A), functor(H, N, A), \+ predicate_property(H, built_in) ), '$listed'(H, N/A)).
'$listed'(H, P) :-
    (   predicate_property(H, dynamic) -> format(':- dynamic ~q.~n~n', [P]) ; true ),
    forall(clause(H, B), portray_clause((H :- B))),
    nl.
concat_atom(L, A) :- atomic_list_concat(L, A).
concat_atom(L, Between, A) :- atomic_list_concat(L, Between, A).
