"""Programs of the textbooks: their answers, and those with what is learned in front, are SWI-Prolog's; rules are those that are known."""

import subprocess
from pathlib import Path

import pytest
from arcwise.logic.learning import learn_rules
from arcwise.logic.program import clause_text, read_goal, read_program
from arcwise.logic.prover import Database, prove
from arcwise.rules import canonical, read_clauses
from arcwise.rules.prolog.writer import write_term

EXAMPLES = Path(__file__).parents[3] / "examples" / "logic"

ELECTRICAL = """
% Poole, Mackworth and Goebel: a house with a broken switch.
lit(L) :- light(L), live(L), ok(L).
live(W) :- connected_to(W,W1), live(W1).
live(outside).
connected_to(l1,w0).
connected_to(w0,w1) :- up(s2), ok(s2).
connected_to(w0,w2) :- down(s2), ok(s2).
connected_to(w1,w3) :- up(s1), ok(s1).
connected_to(w2,w3) :- down(s1), ok(s1).
connected_to(l2,w4).
connected_to(w4,w3) :- up(s3), ok(s3).
connected_to(w3,w5) :- ok(cb1).
connected_to(w5,outside).
light(l1). light(l2).
up(s1). down(s2). up(s3).
ok(l1). ok(l2). ok(s1). ok(s2). ok(s3). ok(cb1).
operational(up/1). operational(down/1). operational(ok/1). operational(light/1).
"""

CIRCUIT = """
% A full adder of gates, explained for its inputs.
not_(0,1). not_(1,0).
and_(0,0,0). and_(0,1,0). and_(1,0,0). and_(1,1,1).
or_(X,Y,Z) :- not_(X,A), not_(Y,B), and_(A,B,C), not_(C,Z).
xor_(X,Y,Z) :- not_(X,A), not_(Y,B), and_(X,B,C), and_(A,Y,D), or_(C,D,Z).
half(X,Y,Sum,Carry) :- xor_(X,Y,Sum), and_(X,Y,Carry).
full(X,Y,In,Sum,Out) :- half(X,Y,S,C), half(S,In,Sum,D), or_(C,D,Out).
"""

INTEGRATION = """
% Integration by rules, as LEX practised it.
int(C,X,C*X) :- number(C).
int(X,X,X^2/2).
int(X^N,X,X^M/M) :- integer(N), N =\\= -1, M is N+1.
int(X^(-1),X,ln(X)).
int(sin(X),X,-cos(X)).
int(cos(X),X,sin(X)).
int(C*F,X,C*G) :- number(C), int(F,X,G).
int(F+G,X,A+B) :- int(F,X,A), int(G,X,B).
"""

ENDLESS = ("jugs", "lift", "principia")
"""Programs that Prolog's search does not come to an end with."""

CASES = {
    "electrical": (ELECTRICAL, ["lit(l2)"], ["lit(L)", "live(w5)", "lit(l1)", "live(W)"]),
    "circuit": (
        CIRCUIT,
        ["full(1,0,1,S,C)"],
        ["full(X,Y,Z,S,C)", "full(1,1,1,S,C)", "half(X,1,S,0)"],
    ),
    "integration": (
        INTEGRATION,
        ["int(3*x^2+cos(x),x,I)"],
        [
            "int(5*y^4+cos(y),y,I)",
            "int(2*x+sin(x),x,I)",
            "int(x^(-1),x,I)",
            "int(3*x^(-1)+4,x,I)",
            "int(tan(x),x,I)",
        ],
    ),
    **{
        path.stem: (path.read_text(), None, None)
        for path in sorted(EXAMPLES.glob("*.pl"))
        if path.stem not in ENDLESS
    },
}
"""Text of each program, goals to learn from and goals to ask; None for those that the program gives."""

KNOWN = {
    "electrical": "lit(l2) :- light(l2), up(s3), ok(s3), ok(cb1), ok(l2).",
    "integration": "int(A*B+C,D,A*E+F) :- number(A), B = D^G, E = D^H/H, integer(G), G =\\= -1, "
    "H is G+1, C = cos(D), F = sin(D).",
}


def in_swi(swipl: str, folder: Path, program: str, asks: list[str]) -> list[list[str]]:
    """Answers of SWI-Prolog to goals of a program."""
    file = folder / "program.pl"
    file.write_text(
        f":- style_check(-singleton).\n:- set_prolog_flag(occurs_check, true).\n{program}"
    )
    script = folder / "ask.pl"
    goals = "".join(f"goal_({number}, ({goal})).\n" for number, goal in enumerate(asks))
    script.write_text(
        ":- style_check(-singleton).\n"
        + goals
        + "run_ :- forall(( goal_(N,G), call(G) ), ( write_canonical(N-G), write('.'), nl )).\n"
    )
    done = subprocess.run(
        [swipl, "-q", "-g", "run_", "-t", "halt", str(file), str(script)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    found: list[list[str]] = [[] for _ in asks]
    for clause in read_clauses(done.stdout):
        number, goal = clause.term.args
        found[number].append(plain(goal))
    return found


def plain(goal) -> str:
    return write_term(canonical((goal,))[0][0])


def own(program, asks: list[str]) -> list[list[str]]:
    database = Database(program)
    return [
        [plain(one.goal) for one in prove(database, read_goal(goal, program), answers=None).answers]
        for goal in asks
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(CASES))
def test_a_program_and_what_is_learned_from_it_answer_as_in_swi_prolog(name, swipl, tmp_path):
    text, examples, asks = CASES[name]
    program = read_program(text)
    if asks is None:
        stated = [*program.examples, *program.problems]
        asks = [write_term(one.goal) for one in stated]
        examples = [write_term(one.goal) for one in program.examples]
    plain_text = "\n".join(
        line
        for line in text.splitlines()
        if not line.startswith((":- operational", "example(", "problem(", "operational("))
    )
    expected = in_swi(swipl, tmp_path, plain_text, asks)
    assert own(program, asks) == expected
    assert any(expected)
    library = learn_rules(program, [read_goal(one, program) for one in examples])
    rules = [clause_text(one.clause, program.operators) for one in library]
    if name in KNOWN:
        assert rules == [KNOWN[name]]
    answered = own(library.learned_program, asks)
    assert list(map(set, answered)) == list(map(set, expected))
    discontiguous = ":- style_check(-discontiguous).\n"
    beside = in_swi(swipl, tmp_path, discontiguous + "\n".join([*rules, plain_text]), asks)
    assert list(map(set, beside)) == list(map(set, expected))
    assert answered == beside  # in order, as often
