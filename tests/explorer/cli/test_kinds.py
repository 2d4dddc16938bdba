"""A Prolog file is asked goals to prove, or states of its moves: one rule decides which."""

from pathlib import Path
from typing import Any

import arcwise as aw
import pytest
from arcwise.rules import InputError

from ...shared_data import SHARED

GRAPH = """
edge(a, b). edge(b, c).
path(X, Y) :- edge(X, Y).
path(X, Y) :- edge(X, Z), path(Z, Y).
"""


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    path = tmp_path / "graph.pl"
    path.write_text(GRAPH)
    return path


def test_a_goal_is_proved_and_a_slip_in_it_is_told_as_a_state_too(graph: Path) -> None:
    assert aw.solve(str(graph), "path(a,c)").answers
    with pytest.raises(InputError, match=r"unknown predicate pth/2(.|\n)*path/2"):
        aw.solve(str(graph), "pth(a,c)")


def test_the_case_without_an_example_is_asked_for_one(call: Any) -> None:
    path = SHARED / "cases" / "logic" / "m17_learn_without_example.pl"
    if not path.exists():
        pytest.skip("the shared cases are not here")
    told = call("learn", path)
    assert told.code == 33
    assert "no example(Goal)" in told.err and '"cup(obj1)"' in told.err
