"""Every file in examples/ is read or run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from arcwise.ebl.example_set import load_examples
from arcwise.rules.domains.tiles.sliding_tiles import sliding_tile
from arcwise.search.problem import Problem
from arcwise.search.solve import solve


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


@pytest.mark.slow
def test_the_demo_runs_to_its_verdicts(examples: Path, tmp_path: Path) -> None:
    commands = Path(sys.executable).parent
    done = subprocess.run(
        ["sh", str(examples / "demo.sh")],
        env={**os.environ, "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=170,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "learned m1: new" in done.stdout
    assert "all 129,240 pairs of 360 states" in done.stdout
    assert "200 random problems" in done.stdout
    assert f"file://{tmp_path}/report.html" in done.stdout + done.stderr
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and "sliding-tile:2x3" in page
