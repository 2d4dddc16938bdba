"""Both engines search alike: a table of problems and heuristics, each with the algorithms that it is searched by."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from arcwise.rules import open_source
from arcwise.search import ALGORITHMS, Limits, Problem
from hypothesis import given
from hypothesis import strategies as st

from .engines import same
from .heuristics.test_relaxation import problems, with_pairs

BEST_FIRST = "a-star greedy ida-star beam"
BLIND = "breadth-first depth-first uniform-cost iterative-deepening iw-1 iw-2"
CLIMBING = "hill-climbing enforced-hill-climbing"
INFORMED = " ".join(
    name
    for name, row in ALGORITHMS.items()
    if row.informed and row.loop not in ("batched", "choice", "climb")
)
"""All but batches, whose order is their own."""

TABLE = [
    ("sliding-tile:2x4", None, f"{BLIND} bidirectional"),
    ("sliding-tile:2x4", "linear-conflict", INFORMED),
    ("sliding-tile:3x3", "patterns:3-5", INFORMED),
    ("heavy-tile:2x3", "misplaced+manhattan", INFORMED),
    ("inverse-tile:2x3", "manhattan", INFORMED),
    ("pancake:5", "patterns:1,2+3,4", BEST_FIRST),
    ("pancake:5", "patterns:1..4/2..5", BEST_FIRST),
    ("pancake:5", "patterns:2-3", f"{BEST_FIRST} {CLIMBING}"),
    ("pancake:7", "gaps", BEST_FIRST),
    ("burnt-pancake:4", "gaps", BEST_FIRST),
    ("topspin:8x4", "gaps", BEST_FIRST),
    ("blocks:5", "ff", f"lazy-greedy {CLIMBING}"),
    ("blocks:5", "h_add", BEST_FIRST),
    ("blocks:5", "lm_cut", "a-star"),
    ("gripper:4", "h_max", BEST_FIRST),
    ("hanoi:3x4", "misplaced", INFORMED),
    ("lights-out:3x3", None, BLIND),
    ("sokoban:1", "dead-ends:manhattan", BEST_FIRST),
    ("blocks.pddl", "ff", "lazy-greedy beam greedy"),
    ("gripper.pddl", "ff", "lazy-greedy beam greedy"),
    ("delivery.pddl", "ff", "lazy-greedy beam greedy"),
]
"""Problem, heuristic, and algorithms."""


def posed(name: str, examples: Path) -> Problem:
    """A problem of a domain with a start by chance, or of an example in PDDL."""
    if name.endswith(".pddl"):
        file = examples / "pddl" / name
        name = f"{file}#{file.with_name(name.replace('.', '-1.'))}"
    domain, shape = open_source(name).sized
    start = domain.start(shape) if "#" in name else domain.draw(shape, Random(5))
    assert start is not None
    return Problem(domain.theory(shape), start, domain.goal(shape))


@pytest.mark.parametrize(("name", "heuristic", "algorithms"), TABLE)
def test_both_engines_search_alike(
    name: str, heuristic: str | None, algorithms: str, examples: Path
) -> None:
    problem = posed(name, examples)
    for algorithm in algorithms.split():
        same(problem, algorithm, Limits(nodes=2_000), heuristic=heuristic)


RANDOM = ["a-star", "greedy", "ida-star", "lazy-greedy", "enforced-hill-climbing"]
RELAXED = ["h_max", "lm_cut", "ff", "ff:steps", "h_add"]


@given(problems(), st.booleans(), st.sampled_from(RELAXED), st.sampled_from(RANDOM))
def test_both_engines_search_random_problems_alike_with_macros_too(
    problem: Problem, macros: bool, heuristic: str, algorithm: str
) -> None:
    searched = with_pairs(problem) if macros else problem
    same(searched, algorithm, Limits(nodes=200), heuristic=heuristic)
