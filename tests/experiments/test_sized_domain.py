"""A domain that is read once, with the order and the cost of its moves, is what every design takes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import arcwise as aw
import pytest
from arcwise.ebl import EachPath
from arcwise.experiments import BoardSource, ResultSet, compare, learn, survey, utility
from arcwise.rules import InputError
from arcwise.search import Problem

PAIRS = [((1, 2, 3, 4, 0, 5), (1, 0, 2, 4, 5, 3))]

DESIGNS: dict[str, Callable[[BoardSource | str], ResultSet]] = {
    "compare": lambda domain: compare(domain, PAIRS, None, ["a-star"]),
    "learn": lambda domain: learn(domain, PAIRS).results,
    "practice": lambda domain: learn(domain, learner=EachPath(problems=1)).results,
    "survey": lambda domain: survey(domain, None, ["a-star"], ["manhattan"], count=2),
    "utility": lambda domain: utility(domain, counts=(0,), controls=(), problems=1, seeds=1),
}


@pytest.mark.parametrize("name", DESIGNS)
def test_a_design_takes_a_domain_with_its_order_and_cost(name: str) -> None:
    design = DESIGNS[name]
    dear = design(aw.open_source("sliding-tile:2x3", order="DRLU", arc_cost=3))
    settings = dear.run.settings
    assert (settings["order"], settings["arc_cost"]) == ("DRLU", 3)
    solved = [row for row in dear.rows if row.solved and row.cost is not None]
    assert all(row.cost == 3 * (row.moves or 0) for row in solved)
    read, named = (
        design(one).run.settings for one in (aw.open_source("sliding-tile:2x3"), "sliding-tile:2x3")
    )
    assert {**read, "started": named["started"]} == named and named["order"] == "ULRD"


def test_a_theory_is_made_when_it_is_asked_for() -> None:
    domain = aw.open_source("sliding-tile:200x200")
    assert "theory" not in vars(domain) and domain.goal(None)[-1] == 0


@pytest.mark.parametrize("argument", ["sliding-tile:3x3", "pancake:6"])
def test_random_problems_are_those_that_commands_draw(call: Any, argument: str) -> None:
    problems = aw.open_source(argument).random_problems(2, seed=5)
    drawn = call("solve", argument, "--random", "5", "--json").data
    assert isinstance(problems[0], Problem)
    assert [list(problems[0].start), list(problems[0].goal)] == [drawn["start"], drawn["goal"]]
    assert problems[1].start != problems[0].start


def test_random_problems_have_the_goal_that_is_asked_for() -> None:
    (problem,) = aw.open_source("pancake:5").random_problems(1, seed=3, goal="5 4 3 2 1")
    assert isinstance(problem, Problem) and problem.goal == (5, 4, 3, 2, 1)
    with pytest.raises(InputError, match="wrong number of cells"):
        aw.open_source("pancake:5").random_problems(1, seed=3, goal="9 9")
    with pytest.raises(InputError, match="bad count"):
        aw.open_source("pancake:5").random_problems(-1, seed=3)


@pytest.mark.slow
def test_python_enumerates_what_a_program_reaches_as_the_command_line_does(examples: Path) -> None:
    farmer = examples / "moves" / "farmer.pl"
    library = learn(farmer).library
    assert library.check(farmer).complete
    assert survey(farmer, count=2).finished
    pairs = [("state(w,w,w,w)", "state(e,e,e,e)")]
    assert compare(farmer, pairs, library, "greedy").finished


@pytest.mark.parametrize("choice", [{"order": "DRLU"}, {"arc_cost": 3}])
def test_an_order_or_a_cost_that_a_domain_cannot_have_is_refused(choice: dict[str, Any]) -> None:
    theory = aw.open_source("sliding-tile:2x3").theory
    for named in ("pancake:5", "examples/eight_puzzle.psvn", theory):
        with pytest.raises(InputError, match="of moves has no effect on"):
            aw.open_source(named, **choice)
