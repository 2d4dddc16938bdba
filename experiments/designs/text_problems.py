"""The problems of the source texts, and the macro that one of them learns."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from ...ebl.explanation import explain_result
from ...ebl.generalize import generalize
from ...ebl.library import MacroLibrary
from ...rules.domain import TheoryDomain
from ...rules.term import State
from ...search.problem import Problem
from ...search.solve import solve
from ..execute.recipe import Recipe


@dataclass(frozen=True)
class TextProblem(Problem):
    """A problem of a source text, and how to make its board."""

    recipe: Recipe = field(kw_only=True, compare=False)


def state_of_digits(text: str) -> State:
    """A state from digits between spaces."""
    return tuple(int(word) for word in text.split())


@cache
def _recipe(size: str, order: str) -> Recipe:
    """The recipe of a board, of which several problems are."""
    return Recipe.of(f"sliding-tile:{size}", order=order)


def _problem(size: str, order: str, start: str, goal: str) -> TextProblem:
    recipe = _recipe(size, order)
    return TextProblem(
        recipe.make().theory, state_of_digits(start), state_of_digits(goal), recipe=recipe
    )


KANTZ = _problem("3x3", "DRUL", "2 8 3 1 6 4 7 0 5", "1 2 3 8 0 4 7 6 5")
KANTZ_HARD = _problem("3x3", "DRUL", "2 7 3 1 6 4 8 0 5", "1 2 3 4 5 6 7 8 0")
MARKOV_8 = _problem("3x3", "ULRD", "2 3 5 0 1 4 6 7 8", "0 1 2 3 4 5 6 7 8")
MARKOV_5 = _problem("2x3", "ULRD", "4 5 3 0 1 2", "1 2 3 4 5 0")
MARKOV_EXAMPLE = _problem("2x3", "ULRD", "4 5 3 0 1 2", "5 1 3 4 2 0")
RUBY = _problem("3x3", "ULRD", "7 6 2 5 3 1 0 4 8", "0 1 2 3 4 5 6 7 8")

KANTZ_HEURISTIC = "misplaced:1 2 3 4 5 6 7 8 0"
"""What Kantz's program computes, whatever the goal."""


@cache
def markov_library() -> MacroLibrary:
    """The macro that the source text learns from its training example."""
    path = solve(MARKOV_EXAMPLE, "breadth-first")
    library = MacroLibrary(TheoryDomain(MARKOV_EXAMPLE.theory))
    library.add(generalize(explain_result(path), "m1"))
    return library
