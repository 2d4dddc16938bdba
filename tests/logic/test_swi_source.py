"""Goals compared in SWI-Prolog: its own inferences, which are ours where programs are pure, and CPU time with a verdict."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from arcwise.experiments import Configuration
from arcwise.logic.source import ProgramSource
from arcwise.rules import InputError, open_source
from arcwise.rules.trust import trusting
from arcwise.search import Limits

pytestmark = pytest.mark.usefixtures("swi")

GOALS = ("go(2,5,_)", "go(0,3,_)")


def measured(
    text: str, goal: str, tmp_path: Path, nodes: int = 10_000
) -> tuple[Any, dict[str, Any]]:
    file = tmp_path / "program.pl"
    file.write_text(text, encoding="utf-8")
    with trusting():
        source: ProgramSource = open_source(str(file), in_swi=True)
    how = source.configured(Configuration("depth-first", limits=Limits(nodes=nodes)))
    return source.solve((), (goal,), how)


PURE = "p(a). p(b). q(X,Y) :- p(X), r(Y). r(c). r(d). s(X) :- q(X,d), \\+ q(X,e). t(X) :- member(X,[a,b])."


@pytest.mark.parametrize(
    ("goal", "status", "inferences"),
    [
        ("q(b,d)", "solved", 3),
        ("q(b,e)", "unsolvable", None),
        ("p(a)", "solved", 1),
        ("t(b)", "solved", None),
    ],
)
def test_inferences_are_those_of_the_goal_alone(
    goal: str, status: str, inferences: int | None, tmp_path: Path
) -> None:
    result, row = measured(PURE, goal, tmp_path)
    assert result.status.value == status and result.engine == "swi"
    assert row["inferences"] == inferences or inferences is None
    assert row["elapsed"] > 0 and row["repetitions"] > 1


def test_a_limit_in_a_library_leaves_it_known(tmp_path: Path) -> None:
    for nodes, status in ((1, "stopped"), (10_000, "solved")):
        assert measured(PURE, "t(b)", tmp_path, nodes)[0].status.value == status


def test_endless_goals_stop(tmp_path: Path) -> None:
    result, _ = measured("loop(X) :- loop(s(X)).", "loop(0)", tmp_path)
    assert result.status.value == "stopped" and result.limit == "nodes"


def test_compare_says_whether_rules_pay_there(call: Any, tmp_path: Path, examples: Path) -> None:
    lift, rules = examples / "logic/lift.pl", tmp_path / "rules.pl"
    assert call("learn", lift, "-o", rules).code == 0
    asked = ("compare", lift, *GOALS, "--macros", rules, "--in", "swipl")
    assert "only if you trust it" in call(*asked).err
    found = call(*asked, "--trust", "--json").data
    assert found["swipl"] and all(seconds > 0 for seconds in found["cpu_seconds"].values())
    assert found["problems"][0]["inferences"]["after"] == 2
    rooted = call(*asked, "--trust", "--use", "root").out
    assert "root against everywhere" in rooted and "CPU time" in rooted
    assert (
        "--in is for logic programs, and 5-puzzle is none"
        in call("compare", "5-puzzle", "--macros", "none", "--in", "swipl").err
    )


def test_a_source_in_swi_needs_trust(examples: Path) -> None:
    with pytest.raises(InputError, match="only if you trust it"):
        open_source(str(examples / "logic/lift.pl"), in_swi=True)
