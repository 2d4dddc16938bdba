"""One question, one answer: the shell, Python, a notebook, a task of a run and the playground say the same, to the number."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import arcwise as aw
import pytest
from arcwise.experiments import BoardSource, Condition, Configuration, ProblemSet
from arcwise.experiments.board import parse_start
from arcwise.explorer.html.markup import in_html
from arcwise.explorer.notebook import to_html
from arcwise.explorer.playground import answer
from arcwise.rules.read_domain import with_problem

EXAMPLES = Path(__file__).parent.parent / "examples"
PDDL = EXAMPLES / "pddl"


@dataclass(frozen=True)
class Question:
    """A problem, and how it is to be searched."""

    domain: str
    states: tuple[str, ...]
    algorithm: str = "auto"
    heuristic: str | None = None
    macros: str | None = None

    def __str__(self) -> str:
        return "-".join(
            filter(None, (Path(self.domain).name, self.algorithm, self.heuristic, self.macros))
        )


EIGHT = ("sliding-tile:3x3", ("2 3 5 0 1 4 6 7 8", "1 2 3 4 5 6 7 8 0"))
FIVE = ("sliding-tile:2x3", ("4 5 3 0 1 2", "5 1 3 4 2 0"))
OPEN = ("sliding-tile:2x3", ("4 5 3 0 1 2", "1 ? ? 4 ? ?"))
PANCAKES = ("pancake:6", ("6 3 1 5 2 4", "1 2 3 4 5 6"))
CUBE = ("topspin:6x3", ("3 1 4 2 6 5", "1 2 3 4 5 6"))
JUGS = (str(EXAMPLES / "moves" / "jugs.pl"), ("0/0", "4/2"))
ARCS = (str(EXAMPLES / "five_puzzle_arcs.pl"), FIVE[1])
PSVN = (str(EXAMPLES / "pancakes.psvn"), ("3 1 4 2", "1 2 3 4"))
BLOCKS = (str(PDDL / "blocks.pddl"), (str(PDDL / "blocks-1.pddl"),))

QUESTIONS = [
    Question(*EIGHT),
    Question(*EIGHT, "a-star", "manhattan"),
    Question(*EIGHT, "a-star", "misplaced"),
    Question(*EIGHT, "a-star", "patterns"),
    Question(*EIGHT, "ida-star", "linear-conflict"),
    Question(*EIGHT, "greedy", "manhattan"),
    Question(*EIGHT, "beam", "manhattan"),
    Question(*EIGHT, "fast"),
    Question(*EIGHT, "climb"),
    Question(*EIGHT, "climb", macros="escapes"),
    Question(*EIGHT, "climb", macros="table"),
    Question(*EIGHT, "greedy", macros="escapes"),
    Question(*EIGHT, "a-star", macros="escapes"),
    Question(*EIGHT, "breadth-first", macros="table"),
    Question(*FIVE, "breadth-first"),
    Question(*FIVE, "depth-first"),
    Question(*FIVE, "iterative-deepening"),
    Question(*FIVE, "bidirectional"),
    Question(*OPEN, "a-star"),
    Question(*OPEN, "greedy"),
    Question("sliding-tile:2x2", ("2 1 3 0", "1 2 3 0"), "a-star"),
    Question(*PANCAKES, "a-star", "gaps"),
    Question(*PANCAKES, "uniform-cost"),
    Question(*PANCAKES, "climb"),
    Question(*CUBE, "weighted-a-star"),
    Question(*PANCAKES, "climb", macros="policy"),
    Question(*PANCAKES, "auto", macros="policy"),
    Question(*PANCAKES, "greedy", macros="policy"),
    Question(*JUGS),
    Question(*JUGS, "breadth-first"),
    Question(*ARCS, "a-star"),
    Question(*PSVN, "ida-star"),
    Question(*BLOCKS, "greedy"),
    Question(*BLOCKS, "fast"),
    Question(*BLOCKS, "climb"),
]

COMPARED = (
    *("status", "limit", "moves", "steps", "cost", "optimal", "bound", "primitive_moves"),
    *("expanded", "generated", "inserted", "evaluated", "reopened", "operator_applications"),
)
"""All but what depends on the clock, or on who searches."""

LEARNED = {
    "escapes": ("sliding-tile:3x3", "escapes"),
    "table": ("sliding-tile:3x3", "macro-table"),
    "policy": ("pancake:3", "policy"),
}
"""On what the macros are learned, and how."""


@pytest.fixture
def macros(once: Callable[..., Path], question: Question) -> Path | None:
    """The macro file of a question, learned once."""
    if question.macros is None:
        return None
    domain, learner = LEARNED[question.macros]
    return once(
        f"door-{question.macros}.pl",
        lambda path: aw.save_macros(aw.learn(domain, learner=learner).library, path),
    )


def plain(found: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a result that every door gives."""
    return {name: found[name] for name in COMPARED}


def by_shell(call: Any, question: Question, macros: Path | None) -> dict[str, Any]:
    """``arcwise solve --json``."""
    words = ["solve", question.domain, *question.states, "--algorithm", question.algorithm]
    words += ["--heuristic", question.heuristic] if question.heuristic else []
    words += ["--macros", str(macros)] if macros else []
    return plain(call(*words, "--json").data)


def by_python(question: Question, macros: Path | None) -> aw.Result:
    """``arcwise.solve``."""
    return aw.solve(
        question.domain,
        *question.states,
        macros=macros,
        algorithm=question.algorithm,
        heuristic=question.heuristic,
    )


def by_task(question: Question, macros: Path | None) -> dict[str, Any]:
    """A task of a run."""
    argument, left = with_problem(question.domain, question.states)
    board = BoardSource.opened(argument, enumerated=True)
    start = parse_start(board.theory, left[0]) if left else board.start
    goal = board.goal(left[1] if len(left) > 1 else None, start)
    if macros is not None:
        board = board.with_rules(Condition.with_library(macros).rules()).placed_for(goal)
    configuration = Configuration(question.algorithm, question.heuristic)
    found, _ = board.solve(start, goal, configuration)
    return plain(found.to_dict())


def by_playground(question: Question, macros: Path | None) -> dict[str, Any]:
    """The playground's last search: with the macros of the shelf, where it has some."""
    asked = {
        "domain": question.domain,
        "start": question.states[0],
        "goal": question.states[1],
        "algorithm": question.algorithm,
        "heuristic": question.heuristic or "",
        "shelf": "" if macros is None else macros.read_text(),
    }
    found = json.loads(answer(json.dumps({"action": "solve", "question": asked})))
    side: dict[str, Any] = found["sides"][-1]
    return side


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_shell_python_notebook_and_task_give_one_answer(
    call: Any, question: Question, macros: Path | None
) -> None:
    said = by_shell(call, question, macros)
    found = by_python(question, macros)
    assert plain(found.to_dict()) == said
    assert by_task(question, macros) == said
    shown = to_html(found)  # what a notebook draws where it ends a cell
    assert in_html(found.summary()) in shown
    if said["status"] == "solved":
        assert f"{said['moves']:,} move" in shown


IN_THE_PLAYGROUND = [
    question
    for question in QUESTIONS
    if question.macros in (None, "escapes")  # a policy has no pictures, a table is too long a text
    and question.heuristic != "patterns"
    and len(question.states) == 2
    and question.domain not in (JUGS[0], ARCS[0], PSVN[0])  # a page has no files
]


@pytest.mark.slow
@pytest.mark.parametrize("question", IN_THE_PLAYGROUND, ids=str)
def test_the_playground_gives_the_answer_of_the_shell(
    call: Any, question: Question, macros: Path | None
) -> None:
    said, found = by_shell(call, question, macros), by_playground(question, macros)
    assert found["solved"] is (said["status"] == "solved")
    assert said["status"] in found["words"]
    assert found["moves"] == said["moves"]
    assert ("(optimal)" in found["words"]) is said["optimal"]
    if found["solved"]:
        played = [move[0] for move in found["solution"]["moves"]]
        assert played == said["primitive_moves"]
    if question.algorithm != "auto":  # which chooses by what the engines can do
        counters = ("expanded", "generated")
        assert [found[name] for name in counters] == [said[name] for name in counters]


def untimed(verdict: str) -> list[str]:
    """The figures of a verdict that do not depend on the clock."""
    return [one for one in verdict.split("; ") if not one.endswith(" time")]


@pytest.mark.slow
def test_a_verdict_is_the_same_by_every_door(call: Any, tmp_path: Path) -> None:
    domain, many, seed, file = "sliding-tile:2x3", 5, 3, tmp_path / "m.pl"
    library = aw.learn(domain, [FIVE[1]]).library
    library.save(file)
    words = ["--macros", str(file), "--random", str(seed), "--count", str(many), "--beyond", "0"]
    (said,) = call("compare", domain, *words, "--algorithms", "greedy", "--json").data["problems"]
    board = aw.open_source(domain)
    problems = ProblemSet.random(board, board.goal(None), many, seed)
    found = aw.compare(domain, problems, library, "greedy")
    verdict = untimed(str(found.verdict))
    assert untimed(f"{said['verdict']}: {said['evidence']}") == verdict
    page = to_html(found)
    assert all(in_html(one) in page for one in (found.verdict.headline, *found.verdict.reasons))
    question = {"domain": domain, "algorithm": "greedy", "goal": "1 2 3 4 5 0"}
    shown = {"shelf": file.read_text(), "problems": many, "seed": seed}
    asked = {"action": "compare", "question": {**question, **shown}}
    played = json.loads(answer(json.dumps(asked)))
    told = f"{played['verdict']}: {'; '.join(played['reasons'])}"
    assert untimed(told) == verdict


@pytest.mark.parametrize(
    ("program", "goal"),
    [
        ("kill", "kill(A,B)"),
        ("family", "grandparent(X,Y)"),
        ("lists", "member(X,[a])"),
        ("cup", "cup(X)"),
    ],
)
def test_a_goal_is_proved_alike_by_shell_python_and_notebook(
    call: Any, program: str, goal: str
) -> None:
    path = str(EXAMPLES / "logic" / f"{program}.pl")
    found = aw.prove(path, goal)
    assert vars(aw.solve(path, goal)) | {"statistics": found.statistics} == vars(found)
    said = call("solve", path, goal, "--json").data
    assert (said["status"], said["inferences"]) == (found.status.value, found.inferences)
    shown = [
        ", ".join(f"{name} = {value}" for name, value in one["bindings"].items())
        for one in said["answers"]
    ]
    assert [*map(str, found.answers)] == shown
    assert in_html(found.summary()) in to_html(found)
