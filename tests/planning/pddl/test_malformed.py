"""Malformed PDDL: always a theory or an error with its place, whatever was done to the file."""

from pathlib import Path
from random import Random

from arcwise.planning.pddl import (
    ActionDomain,
    domain_text,
    execute,
    ground_task,
    read_action_domain,
    read_plan,
    read_task,
)
from arcwise.rules import InputError
from arcwise.search import Limits, Problem, solve
from hypothesis import example, given
from hypothesis import strategies as st

EXAMPLES = Path(__file__).parents[3] / "examples" / "pddl"
NAMES = ("blocks", "gripper", "delivery")
TEXTS = {
    path.name: path.read_text(encoding="utf-8")
    for name in NAMES
    for path in (EXAMPLES / f"{name}.pddl", EXAMPLES / f"{name}-1.pddl")
}
WORDS = [
    "(",
    ")",
    "and",
    "or",
    "not",
    "when",
    "forall",
    "exists",
    "either",
    "=",
    "?x",
    "?block",
    "object",
    "-",
    "5",
    "-1",
    "1e400",
    "nan",
    ":action",
    ":types",
    ":derived",
    ":durative-action",
    "increase",
    "(total-cost)",
    "(and)",
    "()",
    "block",
    "room",
    "at",
    "lies",
    "in",
    ";",
    "'",
    '"',
    ",",
    ".",
    "é",
    "\x00",
]


def damaged(text: str, rng: Random) -> str:
    """A text with one to four words taken out, doubled, swapped, replaced or put in, or cut off."""
    words = text.replace("(", " ( ").replace(")", " ) ").split(" ")
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(words))
        match rng.randrange(7):
            case 0:
                del words[place]
            case 1:
                words.insert(place, words[place])
            case 2:
                other = rng.randrange(len(words))
                words[place], words[other] = words[other], words[place]
            case 3:
                words[place] = rng.choice(WORDS)
            case 4:
                words.insert(place, rng.choice(WORDS))
            case 5:
                words[place] = rng.choice(words)
            case 6 if rng.random() < 0.3:
                words = words[: max(1, place)]
    return " ".join(words)


def assert_located(error: InputError, *sources: str) -> None:
    assert error.place is not None, error
    assert error.place.source in sources
    assert error.problem


def theory_or_error(domain_file: str, task_file: str) -> None:
    """Read, ground and search; a plan must do what it promises by the book."""
    try:
        domain = read_action_domain(domain_file, "domain")
        assert read_action_domain(domain_text(domain)) == domain
        task = read_task(domain, task_file, "task")
        grounding = ground_task(task)
    except InputError as error:
        assert_located(error, "domain", "task")
        return
    problem = Problem(grounding.theory, grounding.start, grounding.goal)
    result = solve(problem, "greedy", limits=Limits(nodes=300))
    if result.solved:
        execute(task, read_plan("\n".join(move.name for move in result.operators)))


@given(st.sampled_from(NAMES), st.integers(0), st.booleans())
def test_damaged_files_give_a_theory_or_a_located_error(name, seed, both):
    rng = Random(seed)
    domain, task = TEXTS[f"{name}.pddl"], TEXTS[f"{name}-1.pddl"]
    if both or rng.random() < 0.5:
        domain = damaged(domain, rng)
    else:
        task = damaged(task, rng)
    theory_or_error(domain, task)


@given(st.text(alphabet="(()) ?:-;=\n\tabdefinorty01é\0", max_size=60))
@example("")
@example("(" * 10_000)
@example("(define (domain d)" + "(" * 5000 + ")" * 5001)
def test_any_text_gives_a_domain_or_a_located_error(text):
    for piece in (
        text,
        f"(define (domain d) {text})",
        f"(define (domain d) (:action a :effect {text}))",
    ):
        try:
            assert isinstance(read_action_domain(piece, "text"), ActionDomain)
        except InputError as error:
            assert_located(error, "text")
