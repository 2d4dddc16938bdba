"""Where the kernel proves, where it leaves a goal to Python, and what it does at limits."""

from pathlib import Path

import pytest
from arcwise.logic.program import Compound, load_program, make_list, read_goal, read_program
from arcwise.logic.prover import Database, prove
from arcwise.rules import Var
from arcwise.search import Limits, NotNativeError, Status

from .agreement import agreed

EXAMPLES = sorted((Path(__file__).parents[3] / "examples" / "logic").glob("*.pl"))
MEGABYTE = 1 << 20

PROGRAM = read_program("""
left(X) :- left(X).
grow(X) :- grow(f(X)).
up(N) :- M is N+1, up(M).
count(0) :- !.
count(N) :- M is N-1, count(M).
double(0,X,X) :- !.
double(N,X,Y) :- M is N-1, double(M,f(X,X),Y).
nat(0).
nat(s(N)) :- nat(N).
len([],0).
len([_|T],N) :- len(T,M), N is M+1.
sign(X,S) :- ( X > 0 -> S = 1 ; X =:= 0 -> S = 0 ; S = -1 ).
odd(X) :- \\+ 0 is X mod 2.
some(X,L) :- findall(Y, (member(Y,[1,2,3]), odd(Y), \\+ Y = X), L), forall(member(Z,L), sign(Z,1)).
endless :- between(1,inf,_), fail.
""")
DATABASE = Database(PROGRAM)


def native(text, **options):
    goal = read_goal(text, PROGRAM) if isinstance(text, str) else text
    return prove(DATABASE, goal, engine="native", **options)


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_examples_are_proved_alike_by_both_engines(file):
    program = load_program(file)
    every = [*program.examples, *program.problems]
    for one in every[:: 1 + len(every) // 4]:
        for proofs in (False, True):
            found = agreed(program, one.goal, answers=3, proofs=proofs, limits=Limits(nodes=2_000))
            assert found.engine == "native"
        for bound in (1, 2, 7, 30):
            agreed(program, one.goal, answers=3, limits=Limits(nodes=bound))
            agreed(program, one.goal, answers=3, limits=Limits(work=bound))
            limits = Limits(nodes=20 * bound)
            agreed(program, one.goal, "iterative-deepening", answers=2, proofs=True, limits=limits)


def test_numbers_and_conditions_are_proved_alike():
    for goal in (
        "some(3,L)",
        "sign(-2,S), sign(0,T), sign(0.5,U)",
        "X is (7 mod -2) * (-7 // 2) + 7 rem -2 - (5 xor 3) + msb(1000) + gcd(12,-18)",
        "X is 2 ** -1 + 2 ** 3.0 + sqrt(2) + pi + max(1,1.0) + min(2,1.5) + 7/2 + truncate(-2.5) + round(2.5)",
        "X is 1 << 20, Y is X >> 3, Z is \\ X /\\ 255",
        'msort([2.0,1,b,"s",f(a),1.0,[],g],L), sort(0,@>=,[1,2,1],M), keysort([b-1,a-2,b-0],N)',
        "functor(f(a,B),F,A), functor(T,g,3), T =.. L, copy_term(h(X,X,B),C), term_variables(C,Vs)",
        "arg(N,f(a,b),X), length(L,N), nth1(N,[p,q],Y)",
        "findall(X-Y, (member(X,[1,2.5,a]), copy_term(f(X,Z,Z),Y)), L)",
        "0.0 = -0.0, \\+ 1 = 1.0, 1 =:= 1.0, compare(O,1,1.0)",
    ):
        assert (
            agreed(DATABASE, read_goal(goal, PROGRAM), answers=None, proofs=True).engine == "native"
        )


def test_conditions_that_only_test_are_proved_alike():
    text = """
    r(1). r(2). r(3).
    p(X,Y) :- r(X), ( X > 1, integer(X) -> Y = big, ( X =:= 2 -> ! ; true ) ; var(Y) -> Y = small ; true ).
    q(X) :- r(X), \\+ (X >= 2, X < 3), forall(r(Y), Y > 0).
    s(X,Y) :- r(X), ( X @> 1 *-> Y = one ; Y = other ).
    """
    program = read_program(text)
    for goal in (
        "p(X,Y)",
        "p(X,small)",
        "q(X), \\+ X == 1",
        "s(X,Y), once(Y == one), ignore(X > 5)",
    ):
        for limits in (Limits(), Limits(nodes=9), Limits(work=5)):
            for proofs in (False, True):
                asked = read_goal(goal, program)
                found = agreed(program, asked, answers=None, proofs=proofs, limits=limits)
                assert found.engine == "native"


RARE = [
    "atom_chars(hello,L), reverse(L,R), atom_chars(X,R)",
    "sub_atom(abcab,B,2,A,S), \\+ S = bc",
    'member(X,[abc,"text",3.5,f]), atom_length(X,N), N > 1',
    "repeat, nat(X), X = s(s(0)), !",
    "term_variables(f(X,Y,g(X)),L), X = 1, numbervars(h(Y,Y),7,E)",
    "setof(B-S,A^sub_atom(abc,B,1,A,S),L), call(atom_concat,P,Q,ab)",
    "atom_to_term('foo(X,Y,X)',T,Bs), plus(1,X,5), term_to_atom(g(X,_),T2)",
    "findall(T,(member(A,['f(X)','1.5e3',x]), term_to_atom(T,A)),L)",
]


def test_predicates_that_the_kernel_does_not_have_are_answered_by_python_in_the_midst():
    for goal in RARE:
        for options in ({}, {"answers": None, "proofs": True}, {"limits": Limits(nodes=3)}):
            found = agreed(DATABASE, read_goal(goal, PROGRAM), **options)
            assert found.engine == "native", goal


def test_what_the_kernel_lacks_is_asked_of_python_from_the_start():
    for goal, reason in {
        "count(20), X is 2**100": "large",
        "count(20), X is 1152921504606846975, Y is X+1": "large",
        "catch(atom_length(_,N),E,true)": "atom_length/2",
        f"atom_length({'a' * 50},N), once(sub_atom({'a' * 50},B,_,_,S)), B = 0": "sub_atom/5",
        "X = 99999999999999999999": "61 bits",
    }.items():
        with pytest.raises(NotNativeError, match=reason):
            native(goal)
        found = agreed(DATABASE, read_goal(goal, PROGRAM))
        assert (found.engine, found.note.startswith("Python engine: ")) == ("python", True)
    with pytest.raises(NotNativeError, match="depth-first"):
        native("nat(X)", algorithm="breadth-first")
    assert prove(DATABASE, read_goal("nat(X)", PROGRAM), "breadth-first").engine == "python"


@pytest.mark.slow
def test_limits_hold_from_the_first_inference_on():
    for limit in (1, 2, 1_000, 77_777):
        stopped = native("up(0)", limits=Limits(nodes=limit))
        assert (stopped.inferences, stopped.limit) == (limit, "nodes")
        assert native("up(0)", limits=Limits(work=limit)).tried == limit
    for goal in (
        "up(0)",
        "endless",
        "double(60,a,X), double(60,a,Y), X == Y",
        "length(L,N), N < 0",
    ):
        assert native(goal, limits=Limits(time=0.01)).limit == "time"
    for goal in ("grow(a)", "functor(T,f,100000000)", "length(L,100000000)", "nat(X), fail"):
        stopped = native(goal, limits=Limits(memory=16 * MEGABYTE))
        assert (stopped.status, stopped.limit) == (Status.STOPPED, "memory")
    assert native("up(0)", proofs=True, limits=Limits(memory=MEGABYTE)).limit == "memory"


def test_a_tail_recursion_takes_no_memory():
    assert native("count(100000)", limits=Limits(memory=MEGABYTE)).solved
    assert native("up(0)", limits=Limits(nodes=100_000, memory=MEGABYTE)).limit == "nodes"


def test_answers_keep_their_proofs_while_the_search_goes_on():
    found = native("nat(X)", answers=20, proofs=True).answers
    for number, answer in enumerate(found):
        assert len(answer.proof[0].steps()) == number + 1
    again = prove(DATABASE, read_goal("nat(X)", PROGRAM), answers=3, proofs=True)
    assert [len(one.proof[0].steps()) for one in again.answers] == [1, 2, 3]


@pytest.mark.slow
def test_deep_terms_are_proved_without_recursion():
    deep, many = "z", make_list(tuple(range(10_000)))
    for _ in range(10_000):
        deep = Compound("s", (deep,))
    found = native(Compound("len", (many, Var("N"))), proofs=True)
    assert found.answers[0].bindings == {Var("N"): 10_000}
    assert native(Compound("=", (deep, Var("X")))).answers[0].bindings == {Var("X"): deep}
    assert native("count(3000), len([a,b],N)", proofs=True).answers[0].proof[0].steps()


@pytest.mark.slow
def test_progress_is_told_and_what_it_raises_ends_the_search():
    told = []
    native("up(0)", limits=Limits(time=0.2), report=told.append)
    assert told and told == sorted(told)

    def refuse(count):
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        native("up(0)", report=refuse)


PATTERNS = """
p(1, A, B) :- A = f(X), B = X.
p(2, A, B) :- f(X) = A, B = X.
p(3, A, B) :- A = f(X, X), B = X.
p(4, A, B) :- f(X, X) = A, B = X.
p(5, X, _) :- f(X) = X.
p(6, X, _) :- X = f(X).
p(7, _, Y) :- f(X) = X, Y = X.
p(8, A, Y) :- g(h(X, Y), k(X)) = A.
p(9, A, Y) :- A = g(h(X, Y), k(X)), Y = X.
p(10, A, B) :- A = f(B, _), B = [A|_].
p(11, A, B) :- A = f(_), f(B) = A, B = c.
p(12, A, B) :- f(A) = f(B), g(A, B) = g(c, C), C = B.
p(13, A, B) :- ( A = f(X), X = c -> B = X ; A = g(B) ).
"""


@pytest.mark.parametrize(
    "given", ["_", "V", "c", "f(c)", "f(V)", "f(V,W)", "f(f(V),V)", "f(c,d)", "g(h(V,W),k(c))"]
)
def test_a_variable_is_unified_with_a_pattern_as_an_argument_of_a_head_is(given):
    program = read_program(PATTERNS)
    for proofs in (True, False):
        agreed(program, read_goal(f"A = {given}, p(N,A,B)", program), answers=None, proofs=proofs)
