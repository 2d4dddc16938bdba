"""The experiment of examples/ that is run from the Prolog side."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from arcwise.ebl import explain_result, generalize
from arcwise.rules import load_theory_file, read_theory, sliding_tile
from arcwise.search import Problem, solve

START, TRAINED, GOAL = (4, 5, 3, 0, 1, 2), (5, 1, 3, 4, 2, 0), (1, 2, 3, 4, 5, 0)


def experiment(swipl: str, examples: Path, folder: Path, path: str) -> list[str]:
    done = subprocess.run(
        [swipl, str(examples / "experiment.pl")],
        cwd=folder,
        env={**os.environ, "PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.slow
def test_prolog_runs_the_whole_experiment_and_learns_what_arcwise_learns(
    swipl: str, examples: Path, tmp_path: Path
) -> None:
    commands = Path(sys.executable).parent
    lines = experiment(swipl, examples, tmp_path, f"{commands}{os.pathsep}{os.environ['PATH']}")
    puzzle = sliding_tile(2, 3)
    macro = generalize(explain_result(solve(Problem(puzzle, START, TRAINED), "breadth-first")), "m")
    expected = []
    for when, theory in (("before", puzzle), ("after", puzzle.with_macros([macro.arc]))):
        found = solve(Problem(theory, START, GOAL), "breadth-first")
        numbers = f"{found.statistics.expanded} expanded; {found.steps} steps, {found.moves} moves"
        expected.append(f"{when} learning: {numbers}")
    assert [lines[0], lines[2]] == expected
    assert "332 expanded" in lines[0]
    assert "186 expanded" in lines[2]
    rule = lines[1].removeprefix("learned: ")
    assert [arc.canonical for arc in read_theory(rule).arcs] == [macro.arc.canonical]
    assert lines[3] == "arcwise learned the same rule"


@pytest.mark.slow
def test_without_arcwise_prolog_does_it_alone(swipl: str, examples: Path, tmp_path: Path) -> None:
    lines = experiment(swipl, examples, tmp_path, str(tmp_path))
    assert lines[-1] == "arcwise is not on the path: nothing to compare with"
    assert "186 expanded" in lines[-2]


def test_the_arcs_of_the_example_are_those_of_the_built_in_puzzle(examples: Path) -> None:
    assert load_theory_file(examples / "five_puzzle_arcs.pl") == sliding_tile(2, 3)
