"""The algorithms people know by name: a table of arguments for the loops."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from .loops.duplicates import CheapestPath, DuplicateRule, FirstSeen, NoRule, OwnPath
from .loops.expansion import Evaluator
from .loops.open_list import (
    DirectedBeam,
    Fifo,
    LevelBeam,
    Lifo,
    OpenList,
    Priority,
    SteepestDescent,
    UniquePriority,
)
from .problem import SearchProblem


@dataclass(frozen=True, slots=True)
class Settings:
    """The numbers and choices that some algorithms take.

    Parameters
    ----------
    ties
        ``oldest``, ``newest`` or ``random``: which of two nodes with equal f is expanded first.
    beam_width
        How many nodes a beam keeps.
    weight
        The factor on h of weighted A*, 1 or more.
    seed
        For random ties.
    """

    ties: str = "oldest"
    beam_width: int = 100
    weight: float = 2.0
    seed: int = 0


EvaluatorMaker: TypeAlias = Callable[[Settings, SearchProblem], Evaluator]
OpenListMaker: TypeAlias = Callable[[Settings], OpenList]
RuleMaker: TypeAlias = Callable[[], DuplicateRule]


def by_depth(settings: Settings, problem: SearchProblem) -> Evaluator:
    """f = number of steps."""
    return lambda node: node.depth


def by_g(settings: Settings, problem: SearchProblem) -> Evaluator:
    """f = g."""
    return lambda node: node.g


def by_h(settings: Settings, problem: SearchProblem) -> Evaluator:
    """f = h."""
    return lambda node: node.h


def by_g_plus_h(settings: Settings, problem: SearchProblem) -> Evaluator:
    """f = g + h."""
    return lambda node: node.g + node.h


def by_g_plus_weighted_h(settings: Settings, problem: SearchProblem) -> Evaluator:
    """f = g + weight * h (Pohl, 1970)."""
    weight = settings.weight
    return lambda node: node.g + weight * node.h


def by_least_depth(settings: Settings, problem: SearchProblem) -> Evaluator:
    """f = the fewest steps any path through the node can have: one more than its depth unless it is a goal."""
    is_goal = problem.is_goal
    return lambda node: node.depth if is_goal(node.state) else node.depth + 1


FIRST_SEEN: Mapping[str, RuleMaker] = {"none": NoRule, "path": OwnPath, "closed": FirstSeen}
CHEAPEST: Mapping[str, RuleMaker] = {"none": NoRule, "path": OwnPath, "closed": CheapestPath}
NO_CLOSED: Mapping[str, RuleMaker] = {"none": NoRule, "path": OwnPath}
ITS_OWN: Mapping[str, RuleMaker] = {"closed": FirstSeen}


def _fifo(settings: Settings) -> OpenList:
    return Fifo()


def _lifo(settings: Settings) -> OpenList:
    return Lifo()


def _priority(settings: Settings) -> OpenList:
    return Priority(settings.ties, settings.seed)


def _unique_priority(settings: Settings) -> OpenList:
    return UniquePriority(settings.ties, settings.seed)


def _level_beam(settings: Settings) -> OpenList:
    return LevelBeam(settings.beam_width)


def _directed_beam(settings: Settings) -> OpenList:
    return DirectedBeam(settings.beam_width)


def _steepest_descent(settings: Settings) -> OpenList:
    return SteepestDescent()


@dataclass(frozen=True)
class Algorithm:
    """One row of the table.

    Parameters
    ----------
    loop
        ``best-first``, ``iterative``, ``bidirectional`` or ``enforced``.
    evaluate
        f.
    open_list
        The order of a best-first loop.
    duplicates
        The duplicate rules it can run with.
    default_duplicates
        The one it runs with unless told otherwise.
    informed
        Whether it looks at h.
    fewest
        What its solutions are guaranteed to have least of, given the right heuristic: ``cost``, ``steps`` or None.
    """

    summary: str
    loop: str = "best-first"
    evaluate: EvaluatorMaker = by_depth
    open_list: OpenListMaker = _fifo
    duplicates: Mapping[str, RuleMaker] = field(default_factory=lambda: FIRST_SEEN)
    default_duplicates: str = "closed"
    informed: bool = False
    fewest: str | None = None


ALGORITHMS: Mapping[str, Algorithm] = {
    "breadth-first": Algorithm("oldest node first", fewest="steps"),
    "depth-first": Algorithm("newest node first", open_list=_lifo),
    "iterative-deepening": Algorithm(
        "depth-first below a growing number of steps",
        loop="iterative",
        evaluate=by_least_depth,
        duplicates=NO_CLOSED,
        default_duplicates="path",
        fewest="steps",
    ),
    "uniform-cost": Algorithm(
        "cheapest node first",
        evaluate=by_g,
        open_list=_priority,
        duplicates=CHEAPEST,
        fewest="cost",
    ),
    "greedy": Algorithm(
        "least h first (greedy best-first)", evaluate=by_h, open_list=_priority, informed=True
    ),
    "a-star": Algorithm(
        "least g + h first",
        evaluate=by_g_plus_h,
        open_list=_priority,
        duplicates=CHEAPEST,
        informed=True,
        fewest="cost",
    ),
    "weighted-a-star": Algorithm(
        "least g + weight * h first",
        evaluate=by_g_plus_weighted_h,
        open_list=_priority,
        duplicates=CHEAPEST,
        informed=True,
    ),
    "ida-star": Algorithm(
        "depth-first below a growing g + h",
        loop="iterative",
        evaluate=by_g_plus_h,
        duplicates=NO_CLOSED,
        default_duplicates="path",
        informed=True,
        fewest="cost",
    ),
    "beam": Algorithm(
        "of every level only the best few", evaluate=by_h, open_list=_level_beam, informed=True
    ),
    "directed-beam": Algorithm(
        "best successors first, only the first few of open are kept",
        evaluate=by_h,
        open_list=_directed_beam,
        default_duplicates="path",
        informed=True,
    ),
    "hill-climbing": Algorithm(
        "always to the best successor, while it is better",
        evaluate=by_h,
        open_list=_steepest_descent,
        informed=True,
    ),
    "enforced-hill-climbing": Algorithm(
        "breadth-first to the nearest better state, again and again",
        loop="enforced",
        duplicates=ITS_OWN,
        informed=True,
    ),
    "bidirectional": Algorithm(
        "breadth-first from both ends",
        loop="bidirectional",
        duplicates=ITS_OWN,
        fewest="steps",
    ),
    "greedy-unique": Algorithm(
        "greedy with every state once in open",
        evaluate=by_h,
        open_list=_unique_priority,
        default_duplicates="path",
        informed=True,
    ),
    "a-star-unique": Algorithm(
        "A* with every state once in open",
        evaluate=by_g_plus_h,
        open_list=_unique_priority,
        duplicates=CHEAPEST,
        default_duplicates="path",
        informed=True,
        fewest="cost",
    ),
}
"""Every algorithm by name."""
