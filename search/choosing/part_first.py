"""Searching a part of a problem first, and the whole of it where the part has no solution or is searched for too long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...rules.pddl.planning import PlanningDomain
from ..limits import Limits
from ..problem import Problem
from ..result import Result, Status

SHARE = 0.5
"""Of the limits, for the part."""

MOST_NODES, MOST_SECONDS = 200_000, 60.0
"""Expansions for the part, and seconds where expansions cannot be limited: a search that cannot succeed in it must end, be
the limits ever so wide."""

WHOLE = "the whole problem was searched after its part with entangled actions"

Search = Callable[[Problem, Limits], Result]


def domain_of_part(problem: object) -> PlanningDomain | None:
    """The domain of a problem that has entangled actions; None for others."""
    domain = problem.theory.domain if isinstance(problem, Problem) else None
    return domain if isinstance(domain, PlanningDomain) and domain.entangled else None


def search_part_first(
    problem: Problem,
    domain: PlanningDomain,
    search: Search,
    limits: Limits,
    *,
    cheapest: bool,
    counting: bool,
) -> Result:
    """A solution of the part, else what the whole has; the work of both counts.

    Parameters
    ----------
    problem, domain
        The part.
    search
        Searches one of the two.
    limits
        For both together.
    cheapest
        Whether the search promises least cost or fewest steps, which only the whole can keep.
    counting
        Whether it can be limited in nodes.
    """
    tried = None
    if not cheapest:
        time = None if limits.time is None else SHARE * limits.time
        nodes = limits.nodes
        if counting:
            nodes = MOST_NODES if nodes is None else min(MOST_NODES, nodes)
        elif time is None:
            time = MOST_SECONDS
        tried = search(problem, replace(limits, time=time, nodes=nodes))
        if tried.solved or tried.limit == "interrupt":
            return tried
        spent = tried.statistics
        left = limits.rest(spent.elapsed + spent.preparation, spent.expanded)
        if left is None:
            return replace(tried, status=Status.STOPPED, limit="nodes")
        limits = left
    parts = domain.in_whole(problem.start, problem.goal)
    if parts is None:  # from another start: nothing is known of the whole
        return search(problem, limits) if tried is None else tried
    found = search(Problem(*parts), limits)
    if tried is None:
        return found
    return replace(found, statistics=found.statistics.plus(tried.statistics)).noted(WHOLE)
