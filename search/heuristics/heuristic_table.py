"""The heuristics by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from inspect import signature
from typing import Any, TypeAlias

from ...rules.checked import checked, positional
from ...rules.errors import InputError
from ...rules.later import Later
from ...rules.record import record
from ...rules.registry import Importable, Registry, imported, travelling
from ...rules.term import Pattern, State
from ...rules.theory import Theory
from ..heuristic import Heuristic, as_heuristic, takes
from ..limits import NO_LIMITS, Limits
from .boards import (
    gaps,
    linear_conflict,
    manhattan,
    manhattan_of_board,
    misplaced,
    misplaced_of_board,
    misplaced_plus_manhattan,
    zero,
)
from .combined import avoiding, without_dead_ends

HeuristicMaker: TypeAlias = Callable[..., Heuristic]
"""Makes a heuristic for a theory, a goal and a start, and where it takes one, from a parameter in words."""


def avoiding_dead_ends(
    theory: Theory,
    goal: Pattern,
    start: State,
    other: str = "",
    *,
    limits: Limits = NO_LIMITS,
    threads: int | None = None,
) -> Heuristic:
    """The heuristic that a text names, by default `default_heuristic`, and infinity in dead ends that the arcs tell."""
    if not other:
        return default_heuristic(theory, goal, start)
    maker, parameter = heuristic_maker(other, limits, threads)
    return avoiding(maker)(theory, goal, start, *parameter)


HEURISTICS: Registry[HeuristicMaker] = Registry(
    "heuristic",
    {
        "zero": zero,
        "misplaced": misplaced,
        "manhattan": manhattan,
        "linear-conflict": linear_conflict,
        "misplaced+manhattan": misplaced_plus_manhattan,
        "gaps": gaps,
        "projections": Later("search.heuristics.projections", "projections"),
        "patterns": Later("search.heuristics.patterns.ready", "patterns"),
        "h_max": Later("search.heuristics.relaxation", "HMax"),
        "lm_cut": Later("search.heuristics.relaxation", "LmCut"),
        "h_add": Later("search.heuristics.relaxation", "HAdd"),
        "ff": Later("search.heuristics.relaxation", "RelaxedPlan"),
        "dead-ends": avoiding_dead_ends,
    },
    "arcwise.heuristics",
    {
        "blind": "zero",
        "hamming": "misplaced",
        "misplaced-tiles": "misplaced",
        "city-block": "manhattan",
        "manhattan-distance": "manhattan",
        "taxicab": "manhattan",
        "linear-conflicts": "linear-conflict",
        "manhattan+linear-conflict": "linear-conflict",
        "gap": "gaps",
        "pattern": "patterns",
        "pattern-database": "patterns",
        "pattern-databases": "patterns",
        "pdb": "patterns",
        "pdbs": "patterns",
        "atomic-projections": "projections",
        "landmark-cut": "lm_cut",
        "fast-forward": "ff",
        "h_ff": "ff",
    },
    expected="a function of theory, goal and start that returns a heuristic",
    fits=lambda row: takes(row, (), (), ()),
)
"""The heuristics by name; other packages add to them by the entry point ``arcwise.heuristics``."""


@record
class OfStates:
    """Maker of one heuristic whatever theory, goal and start are: of a function of a state, or of a heuristic.

    Parameters
    ----------
    heuristic
        The function, or the heuristic.
    """

    heuristic: Any

    def __call__(self, theory: Theory, goal: Pattern, start: State) -> Heuristic:
        return as_heuristic(self.heuristic)


def heuristic_row(thing: Any) -> HeuristicMaker:
    """A row of the table for a maker, a heuristic, or a function of one state.

    Raises
    ------
    InputError
        None of these.
    """
    if isinstance(thing, Heuristic) or not takes(thing, (), (), ()):
        as_heuristic(thing)
        return OfStates(thing)
    maker: HeuristicMaker = thing
    return maker


def heuristic_to_json(name: str) -> list[Any]:
    """Plain values from which another process has a heuristic of this one.

    Raises
    ------
    InputError
        A function that other processes cannot import.
    """
    row = HEURISTICS[name]
    thing = row.heuristic if isinstance(row, OfStates) else row
    return [name, list(travelling("heuristic", name, thing))]


def borrow_heuristic(values: Sequence[Any]) -> None:
    """Know a heuristic of another process by its name."""
    name, where = values
    thing = imported(Importable(*where))
    if thing is not None:
        HEURISTICS.lend(name, heuristic_row(thing))


OF_BOARDS: dict[str, HeuristicMaker] = {
    "misplaced": misplaced_of_board,
    "manhattan": manhattan_of_board,
}
"""The heuristics that need the board alone, for programs, whose moves are not known: none is a lower bound."""


def heuristic_maker(
    text: str, limits: Limits = NO_LIMITS, threads: int | None = None
) -> tuple[HeuristicMaker, tuple[str, ...]]:
    """The maker that a text such as ``manhattan`` or ``patterns:7-8`` names, and its parameter if there is one.

    A maker that takes limits or a number of threads gets them.

    Raises
    ------
    InputError
        An unknown name, a parameter for a heuristic that takes none, or nothing behind the colon.
    """
    text = HEURISTICS.spelled(text)
    name, colon, parameter = text.partition(":")
    maker = HEURISTICS[name]
    if colon and positional(maker)[3:4] in ([], ["limits"]):
        raise InputError(f"heuristic {name} takes no parameter", found=text, remedy=name)
    if colon and not parameter:
        raise InputError(f"heuristic {name} without its parameter", found=text, remedy=name)
    return _holding(maker, limits, threads), ((parameter,) if colon else ())


QUICK: Mapping[str, Later] = {
    "patterns": Later("search.heuristics.patterns.ready", "quick_patterns"),
    "projections": Later("search.heuristics.projections", "projections"),
    "lm_cut": Later("search.heuristics.relaxation", "quick_cuts"),
    "ff": Later("search.heuristics.relaxation", "quick_plans"),
}
"""Makers of heuristics as tables of ours choose them: made within seconds, with InputError for a theory that they do not suit."""


def quick_heuristic(name: str, limits: Limits, threads: int | None) -> HeuristicMaker:
    """The maker in `QUICK` of a name, with limits and a number of threads if it takes them."""
    return _holding(QUICK[name].found, limits, threads)


def _holding(maker: HeuristicMaker, limits: Limits, threads: int | None) -> HeuristicMaker:
    """A maker with what it takes of limits and a number of threads."""
    known = {"limits": limits, "threads": threads}.items()
    held = {one: value for one, value in known if one in _parameters(maker)}
    return partial(maker, **held) if held else maker


@lru_cache(maxsize=64)
def _parameters(maker: HeuristicMaker) -> frozenset[str]:
    """Names of the parameters of a function."""
    return frozenset(signature(maker).parameters)


@checked
def make_heuristic(text: str, theory: Theory, goal: Pattern, start: State) -> Heuristic:
    """The heuristic that a text names, for a theory, a goal and a start.

    Raises
    ------
    InputError
        An unknown name, or a heuristic that has no meaning for the theory.
    """
    maker, parameter = heuristic_maker(text)
    return maker(theory, goal, start, *parameter)


@checked
def default_heuristic(theory: Theory, goal: Pattern, start: State) -> Heuristic:
    """The heuristic of `distances_home`, or `gaps` if that says more of the start and each gap takes a move, as of pancakes.

    Where a move mends several gaps, as in TopSpin, distances lead to a goal sooner.
    """
    return _or_gaps(theory, goal, start, least=min((arc.cost for arc in theory.arcs), default=0))


def strongest_heuristic(theory: Theory, goal: Pattern, start: State) -> Heuristic:
    """The heuristic of `distances_home`, or `gaps` if that says more of the start."""
    return _or_gaps(theory, goal, start, least=0)


def _or_gaps(theory: Theory, goal: Pattern, start: State, least: float) -> Heuristic:
    chosen = distances_home(theory, goal, start)
    if theory.symbols is None:
        return chosen
    try:
        other = gaps(theory, goal, start)
    except InputError:
        return chosen
    more = other.rate >= least and other.estimate(start) > chosen.estimate(start)
    return other if more else chosen


def distances_home(theory: Theory, goal: Pattern, start: State) -> Heuristic:
    """Manhattan distance where it has a meaning, else misplaced symbols; infinite in dead ends that the arcs tell."""
    try:
        chosen = manhattan(theory, goal, start)
    except InputError:
        chosen = misplaced(theory, goal, start)
    return without_dead_ends(chosen, theory, goal, start)
