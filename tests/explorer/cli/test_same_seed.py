"""The same seed draws the same problems in every command, for domains of every kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import arcwise as aw
import pytest
from arcwise.experiments import ProblemSet
from arcwise.explorer.explore.session import quick_start
from arcwise.rules import match, random_problems
from arcwise.search import Climber, Evidence, check_completeness

CLIMB = ("--algorithm", "climb")
CLIMBED = ["sliding-tile:3x3", "pancake:6", "hanoi:3x4"]
BUILT_IN = [*CLIMBED, "keys:3x4", "sokoban:2"]
FILES = ["pancakes.psvn", "ring.pl", "pddl/gripper.pddl#pddl/gripper-1.pddl"]
RING = "arc([A,B,C],[B,C,A],1).\narc([A,B,C],[B,A,C],1).\n"


def everywhere(argument: str, text: str | None = None) -> list[Any]:
    """The first start of seed 7 as Python's functions draw it, for the domain's goal or another."""
    domain = aw.open_source(argument)
    goal = domain.goal(text)
    theory = domain.theory
    return [
        random_problems(theory, goal, 1, 7)[0],
        domain.starts(goal, 2, 7)[0],
        ProblemSet.drawn(domain, goal, 1, "7", "seed 7", 7).instances[0].start,
        ProblemSet.random(domain, goal, 1, 7).instances[0].start,
        random_problems(domain.domain.board(theory.shape), goal, 1, 7)[0],
    ]


@pytest.mark.slow
@pytest.mark.parametrize("argument", BUILT_IN)
def test_a_seed_draws_the_same_start_whoever_asks(call: Any, argument: str) -> None:
    drawn = everywhere(argument)
    domain = aw.open_source(argument)
    drawn.append(quick_start(domain, domain.goal(None), 7))
    for command in (
        ("solve", argument, "--random", "7", "--json"),
        ("domains", argument, "--seed", "7", "--json"),
        *([("solve", argument, "--random", "7", *CLIMB, "--json")] if argument in CLIMBED else []),
    ):
        data = call(*command).data
        drawn.append(tuple(data["start"] if "start" in data else data["domains"][0]["state"]))
    assert drawn == [drawn[0]] * len(drawn)
    printed = call("problems", argument, "--seed", "7", "--count", "1").out
    assert " ".join(map(str, drawn[0])) in printed


@pytest.mark.parametrize("argument", FILES)
def test_so_do_domains_in_files(call: Any, examples: Path, tmp_path: Path, argument: str) -> None:
    (tmp_path / "ring.pl").write_text(RING)
    folder = tmp_path if argument == "ring.pl" else examples
    named = "#".join(str(folder / part) for part in argument.split("#"))
    goals = ["1 2 3"] if argument == "ring.pl" else []
    drawn = everywhere(named, *goals)
    words = [*named.split("#"), *goals]
    drawn.append(tuple(call("solve", *words, "--random", "7", "--json").data["start"]))
    printed = json.loads(call("problems", *words, "--seed", "7", "--count", "1").out)
    assert drawn == [drawn[0]] * len(drawn)
    assert str(drawn[0][0]) in json.dumps(printed)


def test_a_check_by_random_states_takes_those_of_its_seed_and_goal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    domain = aw.open_source("hanoi:3x3")
    goal = (1, 1, 1)
    tried = []

    class Watched(Climber):
        def advance(self, start: Any, **options: Any) -> Any:
            tried.append(start)
            return super().advance(start, **options)

    monkeypatch.setattr("arcwise.search.climbing.completeness.MAX_STATES", 3)
    found = check_completeness(Watched(domain.domain, domain.theory.shape, goal=goal), samples=9)
    assert found.evidence is Evidence.SAMPLE
    assert tried == random_problems(domain.theory, goal, 9, 0)
    assert not any(match(goal, start) for start in tried)
