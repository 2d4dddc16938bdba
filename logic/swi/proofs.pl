/*  Goals of a program, proved at Prolog's own speed: each of its clauses is rewritten so that it carries its proof.

    A proof is a list of steps in the order in which they are done; the rewritten predicate has two arguments more, the
    list from its first step on and the list behind its last one. Who has the clauses can do the steps again. They are:

        Number              the clause of that number of a predicate resolves the goal
        holds               the goal is a test that holds, and binds nothing
        b(Goal)             Goal holds by a predicate that is no clause of the program, or whose clauses change
        called              a goal that was made while the program ran begins
        refuted             a negation holds
        f(Results)          the list that findall/3 gives
        first, second       which alternative was taken, or which part of catch/3; the first of the latter ends with done
        then, done, else    a condition begins, holds; the alternative to it was taken

    An equation has no step. The program itself stays as it is: negations, findall/3 and the predicates of libraries call it.
*/

:- module(arcwise_proofs, [program_clauses/2, prove/8]).

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(failures).
:- use_module(program).
:- use_module(purity).
:- use_module(terms).

:- meta_predicate prove(+, +, +, +, +, +, 1, -).

:- dynamic prepared/1, carries/2.

%!  program_clauses(+Module, -Rows) is det.
%
%   The clauses of the program, [Code, File, Line, Kind], those of one predicate together and in their order; proofs have those
%   of the kind carried, all others are leaf or tabled.

program_clauses(Module, Rows) :-
    carried(Module, Predicates),
    findall([Code, File, Line, Kind],
            ( with_clauses(Module, Name, Arity, Head),
              (   memberchk(Name/Arity, Predicates)
              ->  Kind = carried
              ;   predicate_property(Module:Head, tabled)
              ->  Kind = tabled
              ;   Kind = leaf
              ),
              clause(Module:Head, Body, Clause),
              ( clause_line(Clause, File, Line) -> true ; File = '', Line = 0 ),
              coded((Head :- Body), Code) ),
            Rows).

%   Predicates of the program whose clauses stay what they are, and say in which case they hold by themselves.
carried(Module, Predicates) :-
    ( changes_facts(Module) -> Fixed = static ; Fixed = any ),
    findall(Name/Arity,
            ( with_clauses(Module, Name, Arity, Head),
              \+ predicate_property(Module:Head, tabled),
              \+ predicate_property(Module:Head, ssu),
              \+ beyond_text(Module:Head),
              \+ ( Fixed == static, predicate_property(Module:Head, dynamic) ) ),
            All),
    sort(All, Predicates).

%   Predicates of the program that have clauses.
with_clauses(Module, Name, Arity, Head) :-
    current_predicate(Module:Name/Arity),
    \+ sub_atom(Name, 0, _, _, $),  % facts of Prolog itself, such as those of tables
    functor(Head, Name, Arity),
    own(Module:Head),
    predicate_property(Module:Head, number_of_clauses(Count)),
    Count > 0.

%   A clause holds a term that arcwise does not read.
beyond_text(Module:Head) :-
    clause(Module:Head, Body),
    sub_term(Part, Head-Body),
    nonvar(Part),
    (   rational(Part)
    ->  \+ integer(Part)
    ;   is_dict(Part)
    ;   blob(Part, Type)
    ->  Type \== text,
        Part \== []
    ),
    !.

changes_facts(Module) :-
    current_predicate(Module:Name/Arity),
    functor(Head, Name, Arity),
    own(Module:Head),
    catch(clause(Module:Head, Body), error(_, _), fail),
    sub_term(Goal, Body),
    callable(Goal),
    functor(Goal, Called, _),
    memberchk(Called, [assert, asserta, assertz, retract, retractall, abolish, erase, consult, load_files]),
    !.

%!  prove(+Module, +Goal, +Values, +Recorded, +Most, +Limit, :Tell, -Reply) is det.
%
%   Call Tell with the code of a(Values, Steps)-Shared for each answer, without steps unless Recorded is true, as soon as it
%   is found. Shared has a Variable = Term for each term that stands at several places, so that a code is as long as the
%   terms are. Reply is [Outcome, Inferences, Changes]: `all` if there are no more answers, `enough` if there may be,
%   `limit` where there were too many inferences; and why answers may change, '' where they do not.

prove(Module, Goal, Values, Recorded, Most, Limit, Tell, [Outcome, Inferences, Changes]) :-
    (   Recorded == true
    ->  prepare(Module, Proofs),
        ( memberchk(Goal, [(_, _), true]) -> Asked = call(Goal) ; Asked = Goal ),
        rewritten(Asked, Module, Steps, [], Run)
    ;   Proofs = Module,
        Steps = [],
        Run = Goal
    ),
    ( unsteady_goal(Module, Goal, Why) -> Changes = Why ; Changes = '' ),
    setup_call_cleanup(
        ( message_queue_create(Queue, [max_size(1000)]), thread_create(tell_all(Queue, Tell), Teller) ),
        ( statistics(inferences, Before),
          call_with_inference_limit(answers(Proofs:Run, a(Values, Steps), Most, Queue, Found), Limit, Ended),
          statistics(inferences, After) ),
        ( thread_send_message(Queue, end), thread_join(Teller), message_queue_destroy(Queue) )),
    Inferences is After - Before,
    ( Ended == inference_limit_exceeded -> Outcome = limit ; Outcome = Found ).

%   A thread of its own tells, so that this counts as no inferences of the program.
tell_all(Queue, Tell) :-
    thread_get_message(Queue, Message),
    (   Message = answer(Answer)
    ->  coded(Answer, Code),
        call(Tell, Code),
        tell_all(Queue, Tell)
    ;   true
    ).

answers(Run, Answer, Most, Queue, Outcome) :-
    Count = count(0),
    (   call_cleanup(Run, Last = true),
        ( acyclic_term(Answer) -> true ; throw(bad_answer('a term without end')) ),
        arg(1, Answer, Values),
        (   ( term_attvars(Values, []) ; copy_term(Values, _, []) )
        ->  true
        ;   throw(bad_answer('variables that constraints leave open, as in CLP(FD) without label/1'))
        ),
        '$factorize_term'(Answer, Plain, Shared),
        thread_send_message(Queue, answer(Plain-Shared)),
        arg(1, Count, Before),
        Now is Before + 1,
        nb_setarg(1, Count, Now),
        Now >= Most,
        ( Last == true -> Known = all ; Known = enough )
    ->  Outcome = Known
    ;   Outcome = all
    ).

%   The module of the rewritten clauses, which are made when they are first needed.
prepare(Module, Proofs) :-
    atom_concat(Module, ' proofs', Proofs),
    (   prepared(Module)
    ->  true
    ;   carried(Module, Predicates),
        forall(member(Predicate, Predicates), assertz(carries(Module, Predicate))),
        maplist(rewrite(Module, Proofs), Predicates, Rewritten),
        compile_predicates(Rewritten),
        assertz(prepared(Module))
    ).

rewrite(Module, Proofs, Name/Arity, Proofs:Proved/More) :-
    More is Arity + 2,
    atom_concat(Name, ' proved', Proved),
    functor(Head, Name, Arity),
    forall(nth_clause_of(Module, Head, Number, Body),
           ( extended(Head, [Number|Steps], Rest, Carrying),
             rewritten(Body, Module, Steps, Rest, Goal),
             assertz(Proofs:(Carrying :- Goal)) )).

nth_clause_of(Module, Head, Number, Body) :-
    nth_clause(Module:Head, Number, Clause),
    clause(Module:Head, Body, Clause).

extended(Goal, Steps, Rest, Carrying) :-
    Goal =.. [Name|Arguments],
    atom_concat(Name, ' proved', Proved),
    append(Arguments, [Steps, Rest], More),
    Carrying =.. [Proved|More].

%   rewritten(Goal, Module, Steps, Rest, Carrying): Carrying does as Goal, and puts its steps in front of Rest.
rewritten(Goal, Module, Steps, Rest, arcwise_proofs:called(Goal, Module, Steps, Rest)) :-
    var(Goal),
    !.
rewritten((A, B), Module, Steps, Rest, (A1, B1)) :-
    !,
    rewritten(A, Module, Steps, Middle, A1),
    rewritten(B, Module, Middle, Rest, B1).
rewritten(true, _, Rest, Rest, true) :- !.
rewritten(!, _, Rest, Rest, !) :- !.
rewritten((A ; B), Module, Steps, Rest, Carrying) :-
    nonvar(A),
    condition(A, If, Then, How),
    !,
    conditional(If, Module, Steps, Middle, If1),
    rewritten(Then, Module, Middle, Rest, Then1),
    rewritten(B, Module, Others, Rest, Else),
    Holds =.. [How, If1, Then1],
    Carrying = ( Holds ; Steps = [else|Others], Else ).
rewritten((A ; B), Module, Steps, Rest, ( Steps = [first|One], A1 ; Steps = [second|Other], B1 )) :-
    !,
    rewritten(A, Module, One, Rest, A1),
    rewritten(B, Module, Other, Rest, B1).
rewritten(Goal, Module, Steps, Rest, Carrying) :-
    condition(Goal, If, Then, How),
    !,
    conditional(If, Module, Steps, Middle, If1),
    rewritten(Then, Module, Middle, Rest, Then1),
    Carrying =.. [How, If1, Then1].
rewritten(ignore(Goal), Module, Steps, Rest, Carrying) :-
    !,
    rewritten((Goal -> true ; true), Module, Steps, Rest, Carrying).
rewritten(once(Goal), Module, Steps, Rest, Carrying) :-
    !,
    rewritten((Goal -> true), Module, Steps, Rest, Carrying).
rewritten(catch(Goal, Ball, Recovery), Module, Steps, Rest, Carrying) :-
    !,
    rewritten(Goal, Module, One, [done|Rest], Goal1),
    rewritten(Recovery, Module, Other, Rest, Recovery1),
    Carrying = catch(( Steps = [first|One], Goal1 ), Ball, ( Steps = [second|Other], Recovery1 )).
rewritten(Goal, Module, Steps, Rest, arcwise_proofs:called(Called, More, Module, Steps, Rest)) :-
    compound(Goal),
    Goal =.. [call, Called|More],
    !.
rewritten(One = Other, _, Rest, Rest, One = Other) :- !.
rewritten(Goal, Module, Steps, Rest, ( Module:Goal, Steps = [refuted|Rest] )) :-
    memberchk(Goal, [\+ _, not(_), forall(_, _)]),
    !.
rewritten(Goal, Module, Steps, Rest, ( Module:Goal, Steps = [f(Results)|Rest] )) :-
    Goal = findall(_, _, Results),
    !.
rewritten(Goal, Module, Steps, Rest, Carrying) :-
    callable(Goal),
    functor(Goal, Name, Arity),
    carries(Module, Name/Arity),
    !,
    extended(Goal, Steps, Rest, Carrying).
rewritten(Goal, Module, Steps, Rest, ( Module:Goal, Steps = [Step|Rest] )) :-
    ( test(Goal) -> Step = holds ; Step = b(Goal) ).

test(Goal) :-
    callable(Goal),
    functor(Goal, Name, 2),
    memberchk(Name, [<, >, =<, >=, =:=, =\=, ==, \==, \=, @<, @>, @=<, @>=]).

condition((If -> Then), If, Then, ->).
condition((If *-> Then), If, Then, *->).

conditional(If, Module, Steps, Rest, ( Steps = [then|Inside], If1 )) :-
    rewritten(If, Module, Inside, [done|Rest], If1).

called(Goal, More, Module, Steps, Rest) :-
    (   More == []
    ->  Whole = Goal
    ;   callable(Goal)
    ->  Goal =.. Parts,
        append(Parts, More, All),
        Whole =.. All
    ;   Whole =.. [call, Goal|More]
    ),
    called(Whole, Module, Steps, Rest).

called(Goal, Module, [called|Steps], Rest) :-
    must_be(callable, Goal),
    atom_concat(Module, ' proofs', Proofs),
    rewritten(Goal, Module, Steps, Rest, Carrying),
    call(Proofs:Carrying).
