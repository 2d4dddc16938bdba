"""The algorithms people know by name: each is data that both engines read."""

from __future__ import annotations

from ..rules.registry import Registry
from .specification import LEAST_DEPTH, Algorithm, Weights

LAZY = "lazy"
"""The loop that evaluates a state when it is taken from open."""

CHOICE = "choice"
"""The loop that is chosen among others, once it is known how a problem behaves."""

PLANNER = "planner"
"""The loop of Fast Downward's own searches."""

PLANNER_SEARCHES = (
    "lama-first", "lama", "seq-sat-lama-2011", "seq-sat-fd-autotune-1", "seq-sat-fd-autotune-2",
    "seq-opt-bjolp", "seq-opt-lmcut",
)  # fmt: skip
"""Searches that have a name there; others are known by the parenthesis in them."""

CLIMB = "climb"
"""The algorithm, and its loop, that goes on to better states by an ordered goal, and searches only for escapes from local minima."""

G, H, G_PLUS_H = Weights(g=1), Weights(h=1), Weights(g=1, h=1)
WITHOUT_CLOSED = ("none", "path")

_ROWS = (
    Algorithm(name="breadth-first", summary="oldest node first", fewest="steps"),
    Algorithm(name="depth-first", summary="newest node first", open_list="lifo"),
    Algorithm(
        name="iterative-deepening",
        summary="depth-first below a growing number of steps",
        loop="iterative",
        f=LEAST_DEPTH,
        duplicates="path",
        allows=WITHOUT_CLOSED,
        fewest="steps",
    ),
    Algorithm(
        name="uniform-cost",
        summary="cheapest node first",
        f=G,
        open_list="priority",
        reopens=True,
        fewest="cost",
        parameters=("ties", "threads"),
    ),
    Algorithm(
        name="greedy",
        summary="least h first (greedy best-first)",
        f=H,
        open_list="priority",
        informed=True,
        parameters=("ties",),
    ),
    Algorithm(
        name="lazy-greedy",
        summary="least h of the parent first, preferred operators before others (as LAMA)",
        loop=LAZY,
        f=H,
        allows=("closed",),
        informed=True,
    ),
    Algorithm(
        name="a-star",
        summary="least g + h first",
        f=G_PLUS_H,
        open_list="priority",
        reopens=True,
        informed=True,
        fewest="cost",
        parameters=("ties", "threads"),
    ),
    Algorithm(
        name="weighted-a-star",
        summary="least g + weight * h first (Pohl 1970)",
        f=Weights(g=1, h=2.0),
        open_list="priority",
        reopens=True,
        informed=True,
        parameters=("ties", "weight"),
    ),
    Algorithm(
        name="ida-star",
        summary="depth-first below a growing g + h",
        loop="iterative",
        f=G_PLUS_H,
        duplicates="path",
        allows=WITHOUT_CLOSED,
        informed=True,
        fewest="cost",
    ),
    Algorithm(
        name="batched-ida-star",
        summary="IDA* on batches of states, much faster, with counts of its own",
        loop="batched",
        f=G_PLUS_H,
        duplicates="path",
        allows=WITHOUT_CLOSED,
        informed=True,
        fewest="cost",
        parameters=("threads", "prune_length"),
    ),
    Algorithm(
        name="beam",
        summary="of every level only the best few",
        f=H,
        open_list="level-beam",
        informed=True,
        parameters=("beam_width",),
    ),
    Algorithm(
        name="directed-beam",
        summary="best successors first, only the first few of open are kept",
        f=H,
        open_list="directed-beam",
        duplicates="path",
        informed=True,
        parameters=("beam_width",),
    ),
    Algorithm(
        name="hill-climbing",
        summary="always to the best successor, while it is better",
        f=H,
        open_list="steepest",
        informed=True,
    ),
    Algorithm(
        name="enforced-hill-climbing",
        summary="breadth-first to the nearest better state, again and again",
        loop="enforced",
        allows=("closed",),
        informed=True,
    ),
    Algorithm(
        name=CLIMB,
        summary="macros to ever better states of an ordered goal, searching only out of local minima",
        loop=CLIMB,
        duplicates="none",
        allows=("none",),
        beam_width=1,
        parameters=("beam_width", "select", "escape"),
    ),
    Algorithm(
        name="bidirectional",
        summary="breadth-first from both ends",
        loop="bidirectional",
        allows=("closed",),
        fewest="steps",
    ),
    Algorithm(
        name="greedy-unique",
        summary="greedy with every state once in open",
        f=H,
        open_list="unique",
        duplicates="path",
        informed=True,
        parameters=("ties",),
    ),
    Algorithm(
        name="a-star-unique",
        summary="A* with every state once in open",
        f=G_PLUS_H,
        open_list="unique",
        duplicates="path",
        reopens=True,
        informed=True,
        fewest="cost",
        parameters=("ties",),
    ),
    Algorithm(
        name="auto",
        summary="what proves a cheapest solution soonest, chosen by a first look",
        loop=CHOICE,
        f=G_PLUS_H,
        allows=("closed",),
        reopens=True,
        informed=True,
        fewest="cost",
        parameters=("ties", "threads"),
        ties="",
    ),
    Algorithm(
        name="fast",
        summary="what finds any solution soonest, chosen by a first look",
        loop=CHOICE,
        f=H,
        allows=("closed",),
        informed=True,
        parameters=("ties",),
        ties="",
    ),
)


_ALIASES = {
    "bfs": "breadth-first",
    "breadth-first-search": "breadth-first",
    "dfs": "depth-first",
    "depth-first-search": "depth-first",
    "id": "iterative-deepening",
    "ids": "iterative-deepening",
    "iddfs": "iterative-deepening",
    "dijkstra": "uniform-cost",
    "ucs": "uniform-cost",
    "best-first": "greedy",
    "gbfs": "greedy",
    "greedy-best-first": "greedy",
    "greedy-best-first-search": "greedy",
    "lazy": "lazy-greedy",
    "wa*": "weighted-a-star",
    "weighted-a": "weighted-a-star",
    "ida": "ida-star",
    "iterative-deepening-a*": "ida-star",
    "beam-search": "beam",
    "hc": "hill-climbing",
    "steepest-ascent": "hill-climbing",
    "ehc": "enforced-hill-climbing",
    "bibfs": "bidirectional",
    "bidirectional-search": "bidirectional",
    "climbing": CLIMB,
}
"""What else people call them."""


class _Algorithms(Registry[Algorithm]):
    """The table, and Fast Downward's own searches, which are known by what they are called but are not listed."""

    def __getitem__(self, name: str) -> Algorithm:
        if not super().__contains__(name) and _is_planners(name):
            fewest = "cost" if name.startswith("seq-opt") else None
            summary = "of Fast Downward"
            return Algorithm(name=name, summary=summary, loop=PLANNER, informed=True, fewest=fewest)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or _is_planners(name)


def _is_planners(name: object) -> bool:
    return isinstance(name, str) and (name in PLANNER_SEARCHES or "(" in name)


ALGORITHMS: Registry[Algorithm] = _Algorithms(
    "algorithm", {row.name: row for row in _ROWS}, "arcwise.algorithms", _ALIASES
)
"""Every algorithm by name; other packages add to it by the entry point ``arcwise.algorithms``."""
