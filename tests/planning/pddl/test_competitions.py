"""The first problem of every STRIPS domain of the planning competitions is read and grounded; what is refused says why."""

from __future__ import annotations

import pytest
from arcwise.planning.pddl import ground_task, load_action_domain, load_task

from ...shared_data import SHARED

DATA = SHARED / "data" / "pddl"
DOMAINS = sorted(place.name for place in DATA.iterdir()) if DATA.is_dir() else []
LARGE = ("grid", "barman-sat11-strips")


@pytest.mark.skipif(not DOMAINS, reason=f"the competitions' problems are not in {DATA}")
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name in LARGE else []) for name in DOMAINS],
)
def test_the_first_problem_is_read_and_grounded(name: str) -> None:
    folder = DATA / name
    problems = sorted(place for place in folder.glob("*.pddl") if place.name != "domain.pddl")
    grounding = ground_task(load_task(load_action_domain(folder / "domain.pddl"), problems[0]))
    assert grounding.theory.arcs
