"""Programs as textbooks print them: what is refused, and answers, errors and output of both engines beside those of SWI-Prolog."""

import json
import re
from random import Random

import pytest
from arcwise.logic.program import load_program, read_goal
from arcwise.logic.prover import Database
from arcwise.rules import ArcwiseError, canonical, read_clauses
from arcwise.rules.prolog.writer import write_term
from arcwise.search import Limits

from .agreement import agreed
from .textbook import GOALS, MOST, TEXTBOOK, asked

TOLD = json.loads(GOALS.read_text(encoding="utf-8"))


def plain(goal) -> str:
    return write_term(canonical((goal,))[0][0])


def proved(name: str, goal: str, told):
    """Result of a goal, for as many answers as SWI-Prolog has told; None if it is refused."""
    more = told["end"] in ("more.", "endless.")
    most = len(told["answers"]) if more else None
    if most == 0:
        return None  # nothing to compare: the search has no end
    try:
        program = load_program(TEXTBOOK / f"{name}.pl")
        database = Database(program, prints=True)
        limits = Limits(nodes=3_000_000)
        return agreed(database, read_goal(goal, program), answers=most, limits=limits)
    except ArcwiseError as error:
        return error


def compared(name: str, goal: str, told) -> bool:
    """Check answers in order, the error and the output; False if the goal is refused where SWI-Prolog answers."""
    found = proved(name, goal, told)
    if found is None:
        return True
    theirs = [plain(one.term) for text in told["answers"] for one in read_clauses(text)]
    failed = found if isinstance(found, ArcwiseError) else found.error
    assert (failed is not None) == told["end"].startswith("error"), (name, goal, failed)
    if isinstance(found, ArcwiseError):
        return bool(not theirs)
    assert [plain(one.goal) for one in found.answers] == theirs, (name, goal)
    printed = [re.sub(r"_[G0-9]\w*", "_", one) for one in (output(found), told["printed"])]
    assert printed[0] == printed[1] or told["end"] == "endless.", (name, goal)
    return True


def output(found) -> str:
    return "".join(one.output for one in found.answers) + found.output


def test_forty_programs_of_textbooks_are_there():
    assert len(TOLD) >= 40
    assert {f"{name}.pl" for name in TOLD} == {path.name for path in TEXTBOOK.glob("*.pl")}


LONG = ("breadth_first", "regression_planner", "zebra")
"""Programs whose goals take more than two seconds."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.long if one in LONG else ()) for one in TOLD]
)
def test_a_program_of_a_textbook_answers_as_in_swi_prolog_in_the_same_order(name):
    refused = [goal for goal, told in TOLD[name].items() if not compared(name, goal, told)]
    assert not refused


@pytest.mark.long
@pytest.mark.parametrize("name", TOLD)
def test_the_recorded_answers_are_those_of_swi_prolog(swipl, tmp_path, name):
    goal, told = Random(name).choice([*TOLD[name].items()])
    live = asked(swipl, name, goal, tmp_path)
    assert (live["answers"], live["end"]) == (told["answers"], told["end"]), goal
    assert len(told["answers"]) <= MOST
