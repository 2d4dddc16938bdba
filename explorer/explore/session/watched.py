"""Searches from where one is that were watched: before learning, and with the macros."""

from __future__ import annotations

from collections.abc import Mapping

from ....experiments.configuration import Configuration
from ....experiments.sized_domain import SizedDomain
from ....rules.term import Pattern, State
from ....rules.theory import Theory
from ....search.loops.node import Node
from ....search.watching.record import WatchedSearch
from ....search.watching.watch import watch
from .finding import Finding, finding_of, walk_steps
from .job import Progress

Watched = Mapping[str, WatchedSearch]
"""Records by what they are called; they are stepped through together."""


def watch_from(
    domain: SizedDomain,
    rules: Mapping[str, Theory],
    start: State,
    goal: Pattern,
    options: Configuration,
    progress: Progress,
) -> Watched:
    """Watch the same search with each of some theories.

    Parameters
    ----------
    domain, start, goal, options, progress
        As for `search_from`; the options name the algorithm.
    rules
        The theories, by what their searches are called.

    Raises
    ------
    InputError
        An algorithm that cannot be watched, or cannot take this problem or these options.
    """
    watched: dict[str, WatchedSearch] = {}
    for name, theory in rules.items():
        progress.doing = "searching"
        watched[name] = watch(
            domain.problem(start, goal, theory),
            options.specification,
            heuristic=options.heuristic,
            limits=options.limits,
            report=progress,
        )
        if progress.called_off:
            break
    return watched


def way_to(watched: WatchedSearch, place: int) -> Finding:
    """The path from the start to the node that a step takes up, for a walk to follow."""
    chain: list[Node] = []
    node: Node | None = watched.nodes[watched.steps[place].taken]
    while node is not None and node.parent is not None:
        chain.append(node)
        node = node.parent
    chain.reverse()
    steps = walk_steps([one.operator for one in chain], [one.state for one in chain])
    return finding_of(watched.result, f"step {place + 1:,} of {watched.result.method}", steps)
