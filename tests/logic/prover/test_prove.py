"""Goals of logic programs, proved by each strategy, in both engines."""

import pytest
from arcwise.logic.program import read_goal, read_program, term_text
from arcwise.logic.program.vocabulary import BUILT_IN_PREDICATES
from arcwise.logic.prover.compiled import CONTROL_KINDS, Database
from arcwise.logic.prover.prove import AskedGoal, prove, proved
from arcwise.rules import InputError
from arcwise.search import Limits, Status

from .agreement import agreed

FAMILY = read_program("""
par(a,b). par(b,c). par(b,d).
anc(X,Y) :- par(X,Y).
anc(X,Y) :- par(X,Z), anc(Z,Y).
left(X,Y) :- left(X,Z), par(Z,Y).
left(X,Y) :- par(X,Y).
nat(0).
nat(s(N)) :- nat(N).
max(X,Y,X) :- X >= Y, !.
max(_,Y,Y).
count(0) :- !.
count(N) :- M is N-1, count(M).
""")
PURE = ("depth-first", "iterative-deepening", "breadth-first", "greedy")


def without_cut(program):
    return program.with_definition(("max", 3), ()).with_definition(("count", 1), ())


def ask(text, algorithm="depth-first", answers=None, program=FAMILY, **options):
    return agreed(program, read_goal(text, program), algorithm, answers=answers, **options)


def told(result):
    return [
        ", ".join(
            f"{one}={term_text(value, FAMILY.operators)}" for one, value in answer.bindings.items()
        )
        for answer in result.answers
    ]


@pytest.mark.parametrize(
    ("goal", "answers"),
    [
        ("anc(a,X)", ["X=b", "X=c", "X=d"]),
        ("max(1,2,X)", ["X=2"]),
        ("max(3,2,X)", ["X=3"]),
        ("X = f(Y), Y = 1", ["X=f(1), Y=1"]),
        ("X = f(X)", []),
        ("(X = 1 ; X = 2), \\+ X = 1", ["X=2"]),
        ("(fail -> X = 1 ; X = 2)", ["X=2"]),
        ("(member(X,[1,2]) -> true)", ["X=1"]),
        ("(member(X,[1,2]) *-> true ; X = 3)", ["X=1", "X=2"]),
        ("(fail *-> true ; X = 3)", ["X=3"]),
        ("once(member(X,[1,2])), ignore(fail)", ["X=1"]),
        ("X = true, call((X, Y = 1, call(Y = Z)))", ["X=true, Y=1, Z=1"]),
        ("call(max(1),2,X), G = par(b), call(G,Y)", ["X=2, G=par(b), Y=c", "X=2, G=par(b), Y=d"]),
        ("member(X,[1,2,3]), (X = 2, ! ; X = 3)", ["X=2"]),
        ("findall(X-Y,anc(X,Y),L)", ["L=[a-b,b-c,b-d,a-c,a-d]"]),
        ("findall(X,member(X,[]),L), forall(member(X,[]),fail)", ["L=[]"]),
        ("\\+ \\+ X = 1, var(X)", [""]),
        ("X is 7/2+2**3-(-7)//2+(-7) mod 3+max(1,2.5)", ["X=19.0"]),
        ("X is 2**(-1), Y is 6/3, Z is 2^10, W is truncate(3.7)", ["X=0.5, Y=2, Z=1024, W=3"]),
        ("functor(f(a,b),N,A), functor(T,g,2), arg(2,f(a,b),E)", ["N=f, A=2, T=g(_1,_2), E=b"]),
        ("arg(N,f(a,b),E)", ["N=1, E=a", "N=2, E=b"]),
        ("T =.. [f,1], f(2,3) =.. L", ["T=f(1), L=[f,2,3]"]),
        ("copy_term(f(X,Y,X),T), X = 1", ["X=1, T=f(_2,_3,_2)"]),
        ("length(L,2), length([a],N)", ["L=[_1,_2], N=1"]),
        ('msort([b,1,a,f(x),1.0,"s",a],L)', ['L=[1.0,1,"s",a,a,b,f(x)]']),
        ("sort([c,a,b,a],L), sort(0,@>=,[1,3,2,3],M)", ["L=[a,b,c], M=[3,3,2,1]"]),
        ("nth0(1,[a,b],X), nth1(N,[a,b],b), last([1,2],L)", ["X=b, N=2, L=2"]),
        ("permutation([1,2,3],[3|T])", ["T=[1,2]", "T=[2,1]"]),
        ("select(b,[a,b,c],L), reverse(L,R), sum_list([1,2],S)", ["L=[a,c], R=[c,a], S=3"]),
        ("maplist(succ,[1,2],L), foldl(plus,[1,2],0,S)", ["L=[2,3], S=3"]),
        ("atom_codes(A,[104,105]), atom_length(A,N), atom_concat(A,X,hiho)", ["A=hi, N=2, X=ho"]),
        ("compare(O,1,a), f(X) @> 3, X \\== Y, X \\= f(X)", ["O=<"]),
        ("between(1,3,X), X =\\= 2", ["X=1", "X=3"]),
        ("aggregate_all(count,par(_,_),N), aggregate_all(max(X),member(X,[1,3]),M)", ["N=3, M=3"]),
    ],
)
def test_depth_first_answers_as_prolog(goal, answers):
    result = ask(goal)
    assert told(result) == answers
    assert result.exhausted
    assert result.status is (Status.SOLVED if answers else Status.UNSOLVABLE)


@pytest.mark.parametrize("algorithm", PURE)
def test_each_strategy_finds_all_answers_and_says_no_only_at_the_end(algorithm):
    program = without_cut(FAMILY)
    found = ask("anc(a,X), \\+ X = c", algorithm, program=program)
    assert sorted(told(found)) == ["X=b", "X=d"]
    assert found.exhausted
    assert ask("anc(X,a)", algorithm, program=program).status is Status.UNSOLVABLE
    one = ask("nat(X), X = s(s(_))", algorithm, 1, program=program)
    assert told(one) == ["X=s(s(0))"]


@pytest.mark.parametrize("algorithm", PURE)
def test_each_strategy_gives_a_proof_that_uses_clauses_of_the_program(algorithm):
    program = without_cut(FAMILY)
    (answer,) = ask("anc(a,c)", algorithm, 1, program=program, proofs=True).answers
    nodes = [
        (depth, term_text(node.goal, program.operators)) for depth, node in answer.proof[0].walk()
    ]
    assert nodes == [(0, "anc(a,c)"), (1, "par(a,b)"), (1, "anc(b,c)"), (2, "par(b,c)")]


def test_left_recursion_is_named_where_depth_first_search_loses_itself_in_it():
    lost = ask("left(a,X)", answers=1)
    assert (lost.status, lost.limit) == (Status.STOPPED, "infinite branch")
    assert "calls itself first" in lost.note
    endless = read_program("p(X) :- q, p(s(X)). q.")
    lost = ask("p(0)", answers=1, program=endless, limits=Limits(nodes=500))
    assert lost.note == "try the algorithm iterative-deepening"
    cutting = read_program("p(X) :- !, q, p(s(X)). q.")
    assert not ask("p(0)", answers=1, program=cutting, limits=Limits(nodes=500)).note
    found = ask("left(a,X)", "breadth-first", 3, program=without_cut(FAMILY))
    assert told(found) == ["X=b", "X=c", "X=d"]


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("p(X) :- p(X).", "p(a)"),
        ("q(X,Y) :- q(X,Z), e(Z,Y). e(1,2).", "q(1,X)"),
        ("a(X) :- b(X). b(X) :- c(X), d. c(X) :- a(X). d.", "a(1)"),
        ("on(X) :- t(X), on(X). t(_).", "on(1)"),
        ("r(X) :- \\+ r(X).", "r(1)"),
        ("r(X) :- findall(Y, r(Y), X).", "r(Z)"),
        ("r(X) :- catch(r(X), _, true).", "r(1)"),
        ("r(N) :- N < 100, !, M is N+1, r(M). r(N) :- M is N-1, r(M).", "r(1)"),
        ("w(X,L) :- e(X,Y), w(Y,L). e(a,b). e(b,c). e(c,a).", "w(a,[1,2,3])"),
        ("r(X) :- call(r, X).", "r(f(Y,Z,Y))"),
    ],
)
def test_a_goal_that_comes_to_itself_before_it_has_an_answer_ends_the_search(text, goal):
    program = read_program(text)
    found = agreed(program, read_goal(goal, program), answers=None)
    assert (found.status, found.limit) == (Status.STOPPED, "infinite branch")
    assert found.inferences < 2_000
    assert "this branch is infinite" in found.note


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("c(0) :- !. c(N) :- t(a), M is N-1, c(M). t(_).", "c(3000)"),
        ("n(X) :- m(X). n(_). m(X) :- between(1,3000,X), fail.", "n(X)"),
        ("s(0). s(N) :- N > 0, \\+ \\+ t(x), M is N-1, s(M). t(X) :- u(X). u(_).", "s(2000)"),
        ("h(0). h(N) :- N > 0, M is N-1, h(M), h(M).", "h(11)"),
        (
            "k(N) :- catch(j(N), N, true), ( N < 500 -> M is N+1, k(M) ; true ). j(N) :- j(N,1). j(N,_) :- throw(N).",
            "k(0)",
        ),
        ("g(N) :- v(X), ( N > 300 -> true ; N1 is N+1, g(N1), X == X ). v(_).", "g(0)"),
    ],
)
def test_searches_that_end_are_no_infinite_branches(text, goal):
    program = read_program(text)
    assert agreed(program, read_goal(goal, program), answers=None).limit is None


def test_answers_in_front_of_an_infinite_branch_are_found():
    program = read_program("p(a,b). p(b,c). l(X,Y) :- p(X,Y). l(X,Y) :- l(X,Z), p(Z,Y).")
    for count in (1, 2):
        found = agreed(program, read_goal("l(a,X)", program), answers=count)
        assert [str(one) for one in found.answers] == ["X = b", "X = c"][:count]


def test_cuts_are_refused_by_strategies_in_which_they_mean_nothing():
    for algorithm in PURE[1:]:
        with pytest.raises(InputError, match="depth-first"):
            ask("max(1,2,X)", algorithm)
    for algorithm in ("climb", "fast", "bidirectional"):
        with pytest.raises(InputError, match="does not prove goals") as caught:
            ask("max(1,2,X)", algorithm)
        assert "need only successors" in caught.value.expected


@pytest.mark.parametrize(
    ("goal", "problem"),
    [
        ("X is Y+1", "not bound"),
        ("X is foo+1", "not an expression"),
        ("X is 1/0", "division by zero"),
        ("X is 9^9^9", "too large"),
        ("X is 1.0e308*10, X > 5", "no value"),
        ("catch(X is 1.0e308 + 1.0e308,error(evaluation_error(undefined),_),true)", "no value"),
        ("call(X)", "unbound variable"),
        ("call((X ; fail))", "unbound variable"),
        ("X = 3, call(X)", "cannot be called"),
        ("functor(X,Y,Z)", "functor/3"),
        ("atom_length(X,Y)", "needs a text"),
        ("atom_number(X,a)", "atom_number/2 needs a number"),
        ("atom_number(3,X)", "atom_number/2 needs an atom"),
        ('number_string(X,"12"), number_string("12",Y)', "number_string/2 needs a number"),
        ("sort(a,X)", "needs a list"),
    ],
)
def test_misuse_of_built_in_predicates_is_one_message(goal, problem):
    with pytest.raises(InputError, match=problem):
        ask(goal)


def test_an_error_in_the_list_library_names_the_predicate_that_was_called():
    program = read_program("p(L) :- G = foo, maplist(G, L).")
    for goal, message in (
        ("p([1])", "maplist/2: unknown predicate foo/1"),
        ("sum_list([a],_)", "sum_list/2: not an expr"),
    ):
        with pytest.raises(InputError, match=message):
            ask(goal, program=program)


def test_an_error_names_the_clause_in_which_it_came_up():
    program = read_program("p(X) :- q(X).\nq(X) :- X > 1.", "t.pl")
    with pytest.raises(InputError, match=r"t\.pl:2:1"):
        ask("p(X)", program=program)


def test_every_name_of_the_vocabulary_has_a_meaning():
    database = Database(read_program("p."), prints=True)
    assert database.built_ins.keys() | CONTROL_KINDS.keys() == BUILT_IN_PREDICATES


def test_many_alternatives_are_no_problem_and_goals_nested_too_deeply_are_one_message():
    chain = read_program(f"p(X) :- {';'.join(f'X = {one}' for one in range(1_000))}.")
    assert ask("p(999)", program=chain).status is Status.SOLVED
    deep = "once(" * 2_000 + "true" + ")" * 2_000
    for text, goal in ((f"p :- {deep}.", "p"), ("p.", deep)):
        with pytest.raises(InputError, match="nested too deeply"):
            ask(goal, program=read_program(text))
    with pytest.raises(InputError, match="nested too deeply"):
        read_program(f"p --> {'(' * 2_000}[a]{';[b])' * 2_000}.")


@pytest.mark.slow
def test_a_proof_may_be_as_deep_as_it_is():
    (answer,) = ask("count(2500)", answers=1, proofs=True).answers
    assert max(depth for depth, _ in answer.proof[0].walk()) == 2_500


@pytest.mark.long
def test_a_list_of_ten_thousand_elements_is_no_problem():
    text = f"length([{','.join(map(str, range(10_000)))}], N)"
    assert told(ask(text, answers=1)) == ["N=10000"]


def test_what_is_thrown_is_caught_by_the_innermost_catcher_that_takes_it():
    program = without_cut(FAMILY)
    goal = "catch((nat(X), catch((X = s(s(_)), throw(f(X,b))),f(Y,Y),true)),f(Z,_),true)"
    for strategy in ("depth-first", "iterative-deepening", "breadth-first"):
        found = ask(goal, strategy, answers=1, program=program, proofs=True)
        assert told(found) == ["Z=s(s(0))"]
        (proof,) = found.answers[0].proof
        assert proof.mark == "second"


def test_a_ball_leaves_collections_and_calls_behind():
    goals = "member(X,[1,2]), findall(Y,(member(Y,[a,b]), Y == b, call((throw(t(X,Y))))),_)"
    found = ask(f"findall(E,(member(_,[1,2]), catch(findall(X,({goals}),_),E,true)),L)")
    assert told(found) == ["L=[t(1,b),t(1,b)]"]


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        ("member(X,[1,2]), throw(no(X))", "nothing catches what is thrown\n  found:    no(1)"),
        ("catch(throw(a),b,true)", "nothing catches what is thrown\n  found:    a"),
        ("catch(member(X,[1,2]),_,true), X > 1, throw(X)", "nothing catches what is thrown"),
        ("catch(X is 1/0,error(type_error(_,_),_),true)", "division by zero"),
        ("throw(_)", "throw/1 needs a term"),
    ],
)
def test_what_nothing_catches_is_told(goal, message):
    with pytest.raises(InputError) as error:
        ask(goal)
    assert message in str(error.value)


def test_a_limit_is_caught_by_nothing():
    program = without_cut(FAMILY)
    for limits, limit in ((Limits(nodes=20), "nodes"), (Limits(), "infinite branch")):
        stopped = ask("catch(left(z,X),_,true)", program=program, limits=limits)
        assert (stopped.status, stopped.limit) == (Status.STOPPED, limit)


def test_iterative_deepening_tells_an_answer_of_a_cycle_once():
    cycle = read_program("""
        edge(a,b). edge(b,a).
        path(X,Y) :- edge(X,Y).
        path(X,Y) :- edge(X,Z), path(Z,Y).
    """)

    def asked(text):
        return ask(text, "iterative-deepening", program=cycle, limits=Limits(nodes=300))

    found = asked("path(a,X)")
    assert told(found) == ["X=b", "X=a"] and not found.exhausted and found.limit == "nodes"
    for settled in (asked("path(a,a)"), asked("path(a,_)")):  # no other answer can be shown
        assert len(settled.answers) == 1 and settled.exhausted and settled.limit is None


def test_what_prints_holds():
    program = read_program("show([]). show([X|Xs]) :- write(X), nl, show(Xs).")
    assert told(ask("show([1,2]), format('~w~n', [a]), X = 1", program=program)) == ["X=1"]


def test_the_library_calls_its_own_predicates_and_not_those_of_a_program():
    program = read_program("""
        member(X, Y) :- Y = [_,X].
        select(L, X, none) :- L = [X|_].
        append(A, B, f(A,B)).
    """)
    assert told(ask("memberchk(a,[a,b]), X = 1", program=program)) == ["X=1"]
    assert told(ask("permutation([1,2],X)", program=program)) == ["X=[1,2]", "X=[2,1]"]
    assert told(ask("append([[1],[2]],X)", program=program)) == ["X=[1,2]"]
    assert told(ask("append([1],[2],X)", program=program)) == ["X=f([1],[2])"]


def test_a_predicate_of_a_program_calls_none_of_its_arguments_whatever_its_name():
    program = read_program(
        "partition(_, [], [], []). partition(P, [X|L], [X|S], B) :- X @< P, partition(P, L, S, B)."
    )
    assert told(ask("partition(b,[a],X,[])", program=program)) == ["X=[a]"]


def test_an_error_in_a_lambda_expression_shows_its_goal():
    with pytest.raises(InputError, match=r"^_1 is 1\+a, in a lambda expression: not an expression"):
        ask("maplist([X,Y]>>(Y is X+a),[1],L)")


@pytest.mark.parametrize(
    "goal",
    [
        *("sort([B,A,C],L)", "length(M,3), reverse(M,R), sort(R,L)", "A = B, A @< B"),
        *("setof(X-Y, member(X,[B,A]), L)", "copy_term(f(A,B),f(D,C)), msort([C,D,B,A],L)"),
        *("q(X), r(Y), term_variables(Y-X,V), msort(V,L)", "q(f(A,B)), r(g(C,D)), compare(L,B,C)"),
    ],
)
def test_unbound_variables_are_ordered_by_age(goal):
    program = read_program("q(f(_,Z)) :- s(Z). r(g(A,B)) :- s(B), s(A). s(_).")
    ask(goal, program=program)


def test_a_new_variable_of_an_answer_has_no_name_of_the_goal_s():
    (answer,) = ask("q(_3,X,_4)", program=read_program("q(_,f(_),_).")).answers
    first, second, third = answer.goal.args
    assert len({first, *second.args, third}) == 3


def test_what_is_no_list_is_told_with_the_predicate_that_wants_one():
    with pytest.raises(InputError, match=r"^sum_list/2: an argument is not of the type list"):
        ask("sum_list([1|a],X)")
    with pytest.raises(InputError, match=r"^union/3: an argument is not known"):
        ask("union([a|_],[b],X)")


@pytest.mark.parametrize(
    ("goal", "answers"),
    [
        ("maplist([A,B,C,D,E]>>(E is A+B+C+D), [1,2], [3,4], [5,6], [7,8], X)", ["X=[16,20]"]),
        ("maplist(f, [1], [2], [3], [4], [5], X)", ["X=[5]"]),
        ("convlist([A,B]>>(A > 1, B is A*A), [1,2,3], X)", ["X=[4,9]"]),
    ],
)
def test_long_lists_of_lists_are_mapped(goal, answers):
    assert told(ask(goal, program=read_program("f(_,_,_,_,E,E)."))) == answers


@pytest.mark.parametrize(
    ("goal", "answers"),
    [
        ("clause(p(X), B)", ["B=q(X)"]),
        ("call(clause, q(X), true)", ["X=1"]),
        ("G = clause(q(_),B), call(G)", ["G=clause(q(1),true), B=true"]),
        ("clause(other, B)", []),
        ("catch(clause(X, B), error(E, _), true)", ["E=instantiation_error"]),
        ("catch(clause(1, B), error(E, _), true)", ["E=type_error(callable,1)"]),
        ('catch(clause("q", B), error(E, _), true)', ['E=type_error(callable,"q")']),
        ("X = p(_), clause(X, Y), clause(Y, true)", ["X=p(1), Y=q(1)"]),
    ],
)
def test_a_goal_asks_for_the_clauses_of_a_program_that_does_not(goal, answers):
    assert told(ask(goal, program=read_program("p(X) :- q(X). q(1)."))) == answers
    program = read_program(f"asked :- {goal}. p(X) :- q(X). q(1).")  # states its clauses
    assert ask(goal, program=program).solved == bool(answers)


def test_a_program_may_have_facts_of_its_own_under_the_name_of_clause():
    program = read_program("clause(p, q). clause(q, true). solve(H) :- clause(H, B), B == true.")
    assert told(ask("clause(X, B)", program=program)) == ["X=p, B=q", "X=q, B=true"]
    assert told(ask("solve(X)", program=program)) == ["X=q"]


DOUBLED = read_program("""
doubled(0,a).
doubled(N,f(T,T)) :- N > 0, M is N-1, doubled(M,T).
""")


@pytest.mark.parametrize("engine", ["native", "python"])
def test_parts_that_an_answer_shares_are_made_once(engine):
    found = prove(DOUBLED, read_goal("doubled(60,T)", DOUBLED), engine=engine)
    (term,) = found.answers[0].bindings.values()
    depth = 0
    while term != "a":
        depth, (term, other) = depth + 1, term.args
        assert term is other
    assert depth == 60
    with pytest.raises(InputError, match="too large to be written"):
        found.answers[0].text(DOUBLED.operators)


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_list_that_memory_does_not_hold_ends_at_the_limit(engine):
    found = prove(DOUBLED, read_goal("length(L,100000000)", DOUBLED), engine=engine)
    assert (found.status, found.limit) == (Status.STOPPED, "memory")


def test_a_single_unification_of_huge_terms_ends_at_the_limit_on_time():
    goal = read_goal("doubled(40,A), doubled(40,B), A = B", DOUBLED)
    found = prove(DOUBLED, goal, engine="python", limits=Limits(time=0.1))
    assert (found.status, found.limit) == (Status.STOPPED, "time")


@pytest.mark.slow
def test_an_answer_that_shares_its_parts_is_refused_as_it_is_told_too():
    goal = read_goal("doubled(60,T)", DOUBLED)
    found = proved(AskedGoal(Database(DOUBLED), goal, answers=None, tell=len))
    assert "more than 10^18 parts" in str(found.error)
