"""Every file in examples/ is read or run."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from arcwise.ebl import load_examples
from arcwise.rules import sliding_tile
from arcwise.search import Problem, solve

from .costs import true_costs


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("five_puzzle.json", 2),
        ("five_puzzle.csv", 2),
        ("five_puzzle.pl", 2),
        ("eight_puzzle.json", 3),
    ],
)
def test_examples_can_be_solved(examples: Path, name: str, rows: int) -> None:
    puzzle = sliding_tile(rows, 3)
    found = load_examples(examples / name, puzzle)
    for pair in (*found.training, *found.problems):
        assert solve(Problem(puzzle, pair.start, pair.goal)).solved


@pytest.mark.long
@pytest.mark.slow
def test_the_demo_runs_to_its_verdicts(examples: Path, tmp_path: Path) -> None:
    commands = os.environ.get("ARCWISE_COMMANDS", Path(sys.executable).parent)
    done = subprocess.run(
        ["sh", str(examples / "demo.sh")],
        env={**os.environ, "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert len((done.stdout + done.stderr).splitlines()) <= 60
    for said in (
        *("A B C 0 D E  ->  B D C A E 0", "all 129,240 pairs of 360 states", "Does not pay: "),
        *("complete (proved", "pays", "points_up(B)", "of 66"),
    ):
        assert said in done.stdout
    assert f"file://{tmp_path}/report.html" in done.stdout + done.stderr
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and "sliding-tile:2x3" in page


@pytest.mark.long
@pytest.mark.slow
def test_the_example_package_is_short_and_every_command_knows_it(
    examples: Path, plugin: Callable[..., None], call: Any, tmp_path: Path
) -> None:
    folder = examples / "package"
    source = (folder / "carousel.py").read_text(encoding="utf-8")
    settings = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    groups = settings["project"]["entry-points"]
    assert len(source.splitlines()) <= 75
    assert {*groups} == {
        f"arcwise.{kind}" for kind in ("domains", "heuristics", "algorithms", "learners", "sources")
    }
    lines = {
        group: "\n".join(f"{name} = {value}" for name, value in rows.items())
        for group, rows in groups.items()
        if group != "arcwise.sources"  # a module of its own: tests/experiments/test_own_source.py
    }
    plugin("carousel", source, lines)
    chosen = ("--algorithm", "careful-a-star", "--heuristic", "breaks")
    solved = call("solve", "carousel:6", "3 1 2 6 5 4", *chosen, "--json")
    assert (solved.data["status"], solved.data["heuristic"]) == ("solved", "breaks")
    cheapest = call("solve", "carousel:6", "3 1 2 6 5 4", "--algorithm", "uniform-cost", "--json")
    assert solved.data["cost"] == cheapest.data["cost"]
    macros = tmp_path / "macros.pl"
    learned = call("learn", "carousel:5", "--learner", "shortest-ends", "-o", macros)
    assert learned.code == 0 and macros.exists(), learned.err
    compared = call("compare", "carousel:5", "--macros", macros, "--random", 1, "--count", 3)
    assert compared.code == 0, compared.err


def test_the_example_heuristic_never_overestimates(
    examples: Path, plugin: Callable[..., None]
) -> None:
    plugin("carousel", (examples / "package/carousel.py").read_text(encoding="utf-8"), {})
    carousel = import_module("carousel")
    theory = carousel.Carousel().theory((1, 5))
    goal = (1, 2, 3, 4, 5)
    heuristic = carousel.breaks(theory, goal, goal)
    costs = true_costs(theory, goal)
    assert len(costs) == 120
    assert all(heuristic.estimate(state) <= cost for state, cost in costs.items())
