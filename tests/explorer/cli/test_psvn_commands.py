"""PSVN files wherever a command takes a theory."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from arcwise.rules import load_psvn, open_source

SMALL = """
DOMAIN tile 4  b 1 2 3
4  tile tile tile tile
b X - - => X b - - LABEL right
X b - - => b X - - LABEL left
- - b X => - - X b LABEL right
- - X b => - - b X LABEL left
b - X - => X - b - LABEL down
X - b - => b - X - LABEL up
- b - X => - X - b LABEL down
- X - b => - b - X LABEL up
GOAL b 1 2 3
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.psvn"
    path.write_text(SMALL, encoding="utf-8")
    return path


def test_the_goal_of_the_file_is_the_default_goal(call: Any, small: Path) -> None:
    done = call("solve", small, "1 3 B 2", "--json")
    assert (done.code, done.data["goal"], done.data["moves"]) == (0, ["b", 1, 2, 3], 3)
    assert done.data["engine"] == "native"
    done = call("solve", small, "b 1 2 3", "1 b 2 3", "--json")
    assert done.data["primitive_moves"] == ["right"]


def test_any_of_several_goals_will_do(call: Any, small: Path) -> None:
    with small.open("a", encoding="utf-8") as file:
        file.write("GOAL - 1 b -\nGOAL 3 - - b\n")
    done = call("solve", small, "b 1 2 3", "--json")
    assert (done.code, done.data["moves"]) == (0, 0)
    done = call("solve", small, "1 3 2 b", "--algorithm", "breadth-first", "--json")
    assert done.data["path"][-1] == ["b", 1, 2, 3]
    assert done.data["goals"] == [["b", 1, 2, 3], ["A", 1, "b", "B"], [3, "A", "B", "b"]]
    done = call("solve", small, "--random", "3", "--json")
    assert done.data["status"] == "solved"
    done = call("problems", small)
    assert (done.code, len(done.data["problems"])) == (0, 10), done.err
    done = call("learn", small)
    assert "nothing to learn from" in done.err and "small has 3 goals of its own" in done.err


def test_a_goal_with_variables_serves_to_solve_and_to_draw(call: Any, small: Path) -> None:
    text = SMALL.replace("GOAL b 1 2 3", "GOAL b - - 1")
    small.write_text(text, encoding="utf-8")
    done = call("solve", small, "1 2 3 b", "--json")
    assert done.data["path"][-1] == ["b", 3, 2, 1]
    done = call("problems", small, "--count", "2")
    assert [pair["goal"][0] for pair in done.data["problems"]] == ["b", "b"]
    assert all(len(pair["start"].split()) == 4 for pair in done.data["problems"])


@pytest.mark.long
def test_learning_comparing_and_showing_take_the_file(
    call: Any, small: Path, tmp_path: Path
) -> None:
    done = call("problems", small, "--count", "3", "--seed", "2", "-o", tmp_path / "some.json")
    assert done.code == 0, done.err
    pairs = json.loads((tmp_path / "some.json").read_text(encoding="utf-8"))["problems"]
    assert len(pairs) == 3
    examples = tmp_path / "one.json"
    examples.write_text(json.dumps([["1 3 b 2", "b 1 2 3"]]), encoding="utf-8")
    macros = tmp_path / "m.pl"
    done = call("learn", small, examples, "-o", macros)
    assert "learned 1 macro from 1 example\n\nm1: " in done.out, done.err
    done = call("compare", small, tmp_path / "some.json", "--macros", macros, "--json")
    assert done.code == 0, done.err
    done = call("show", small, "--psvn", "--macros", macros)
    assert done.code == 0, done.err
    again = tmp_path / "again.psvn"
    again.write_text(done.out, encoding="utf-8")
    before, after = load_psvn(small), load_psvn(again)
    assert after.theory.arcs[1:] == before.theory.arcs
    assert (after.theory.arcs[0].name, after.theory.arcs[0].cost) == ("m1", 3)
    assert after.goals == before.goals
    done = call("show", macros, "--psvn", "--goal", "b 1 2 3")
    assert "LABEL m1 COST 3\n\nGOAL b 1 2 3" in done.out
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps([["1 3 b 9", "b 1 2 3"]]), encoding="utf-8")
    done = call("learn", small, bad)
    assert done.code == 33
    assert "cell 4 cannot hold 9" in done.err


def test_built_in_domains_are_shown_as_psvn(call: Any, tmp_path: Path) -> None:
    done = call("show", "hanoi:3x4", "--psvn")
    path = tmp_path / "hanoi.psvn"
    path.write_text(done.out, encoding="utf-8")
    done = call("solve", path, "1 1 1 1", "--json")
    assert done.data["moves"] == 15


@pytest.mark.parametrize("name", ["hanoi:3x3", "sliding-tile:2x3", "topspin:6x3", "lights-out:2x2"])
def test_states_of_built_in_domains_belong_to_the_file_too(
    call: Any, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "shown.psvn"
    path.write_text(call("show", name, "--psvn").out, encoding="utf-8")
    theory = load_psvn(path).theory
    domain, shape = open_source(name).sized
    for seed in range(20):
        theory.check(domain.draw(shape, Random(seed)))


@pytest.mark.parametrize(
    "learner",
    ["each-path", *(pytest.param(name, marks=pytest.mark.slow) for name in ("escapes", "focused"))],
)
def test_a_file_of_arcs_is_practised_as_any_domain(
    call: Any, small: Path, tmp_path: Path, learner: str
) -> None:
    macros = tmp_path / "m.pl"
    words = ("learn", small, "--learner", learner, "--filters", "none")
    done = call(*words, "-o", macros, "--json")
    assert done.code == 0 and done.data["macros"]
    assert done.data["completeness"].startswith("small: ")
    assert call("check", macros, small, "--json").data["checks"][0]["board"] == "small"
    before = call("solve", small, "1 3 b 2", "--algorithm", "climb", "--json").data
    after = call("solve", small, "1 3 b 2", "--algorithm", "climb", "--macros", macros, "--json")
    assert after.data["moves"] and after.data["operator_applications"] > 0
    assert before["status"] == after.data["status"] == "solved"


def test_what_a_file_of_arcs_cannot_have_is_refused_with_the_reason(
    call: Any, small: Path, tmp_path: Path
) -> None:
    macros, flat = tmp_path / "m.pl", tmp_path / "flat.psvn"
    flat.write_text(f"# arcwise: shape(1,4).\n{SMALL}")
    refused = call("learn", flat, "--learner", "macro-table").err
    assert "has no macro table" in refused
    assert "no blank is declared, and moves ask for b" in refused
    assert call("learn", small, "--learner", "escapes", "-o", macros).code == 0
    refused = call("check", macros).err
    assert "which board?" in refused and f"arcwise check {macros} FILE.psvn" in refused
    small.write_text(SMALL.replace("GOAL b 1 2 3", ""))
    assert "has no goal of its own" in call("learn", small, "--learner", "escapes").err


@pytest.mark.long
def test_practice_and_utility_on_a_file_of_arcs_have_a_report(
    call: Any, small: Path, tmp_path: Path
) -> None:
    macros = tmp_path / "m.pl"
    learned = ("learn", small, "--learner", "escapes", "-o", macros)
    asked = ("--algorithms", "climb,greedy", "--problems", "5", "--macros", macros)
    for name, command in (("learn", learned), ("utility", ("utility", small, *asked))):
        run, page = tmp_path / name, tmp_path / f"{name}.html"
        assert call(*command, "--run", run).code == 0
        assert call("report", run, "-o", page).code == 0
        text = page.read_text()
        assert '<section id="macros"' in text and "cannot be unrolled" not in text
