"""A part of a problem searched first, and the whole of it where the part has no solution or is searched for too long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import Any

from ..rules.errors import TooLargeError, sentence_of
from ..rules.record import record
from .limits import Budget, LimitReached, Limits
from .problem import Problem, SearchProblem, Solvable, Successors
from .result import NOT_READY, Result, Status

PART_SHARE = 0.5
"""Share of the limits for the search of the part."""

MOST_NODES, MOST_SECONDS = 200_000, 60.0
"""Expansions for the part, and seconds where expansions cannot be limited: a search that cannot succeed in it must end, be
the limits ever so wide."""

WHOLE = "the whole problem was searched after its part with entangled actions"
ONLY_PART = "only the part of the problem was searched that entangled actions leave"
UNUSED = "entangled actions were not used: the whole problem was searched"

Search = Callable[[SearchProblem, Limits], Result]


@record
class PartFirst(Solvable):
    """A problem that is searched in a part of it first; for what else is asked of it, it is the part.

    Parameters
    ----------
    part
        A problem whose plans are plans of the whole.
    whole
        Makes the whole, by the same engine and with the same costs, if it comes to that.
    """

    part: Problem
    whole: Callable[[], SearchProblem]

    @property
    def start(self) -> Any:
        """The start of the part."""
        return self.part.start

    def successors(self, state: Any) -> Successors:
        """Successors in the part."""
        return self.part.successors(state)

    def is_goal(self, state: Any) -> bool:
        """Whether a state of the part is a goal."""
        return self.part.is_goal(state)

    def search_parts(
        self, search: Search, limits: Limits, *, cheapest: bool, counting: bool
    ) -> Result:
        """A solution of the part, else what the whole has; the work of both counts.

        Where the whole is too large to be made ready the result is what the part alone says, with the reason as a note.

        Parameters
        ----------
        search
            Searches one of the two.
        limits
            For both together, making the whole ready included.
        cheapest
            Whether the search promises least cost or fewest steps, which only the whole can keep.
        counting
            Whether the search can be limited in nodes.
        """
        if cheapest:
            found = _search_whole(self, search, limits)
            return found if found.note == NOT_READY else found.noted(UNUSED)
        began = perf_counter()
        tried = search(self.part, _share(limits, counting=counting))
        if tried.solved or tried.limit == "interrupt":
            return tried
        spent = tried.statistics
        left = limits.rest(perf_counter() - began, spent.expanded, spent.operator_applications)
        if left is None:
            limit = limits.counted(spent.expanded, spent.operator_applications)
            return replace(tried, status=Status.STOPPED, limit=limit).noted(ONLY_PART)
        try:
            found = _search_whole(self, search, left)
        except TooLargeError as error:
            status = Status.INCOMPLETE if tried.status is Status.UNSOLVABLE else tried.status
            said = f"{ONLY_PART}: {sentence_of(error)}"
            return replace(tried, status=status, bound=None).noted(said)
        together = found.statistics.plus(spent)
        if found.note == NOT_READY:
            late = f"{ONLY_PART}, the whole {NOT_READY}"
            ended = replace(tried, status=Status.STOPPED, limit=found.limit, statistics=together)
            return ended.noted(late)
        return replace(found, statistics=together).noted(WHOLE)


def _share(limits: Limits, *, counting: bool) -> Limits:
    """Share of the limits for the part."""
    time, nodes = limits.time, limits.nodes
    time = None if time is None else PART_SHARE * time
    if not counting:
        return replace(limits, time=MOST_SECONDS if time is None else time)
    nodes = MOST_NODES if nodes is None else min(MOST_NODES, max(1, int(PART_SHARE * nodes)))
    return replace(limits, time=time, nodes=nodes)


def _search_whole(problem: PartFirst, search: Search, limits: Limits) -> Result:
    """Make the whole ready and search it, both within the limits."""
    budget = Budget(limits)
    try:
        with budget:
            whole = problem.whole()
    except LimitReached as reached:
        if reached.budget is not budget:  # one around this
            raise
        return Result.not_ready((problem.start,), reached.limit, budget.elapsed, "", None)
    return search(whole, limits.after(budget.elapsed)).prepared_in(budget.elapsed)


def of_part(result: Result) -> Result:
    """Result of searching the part alone, as a result for the problem: without proofs of unsolvability or optimality."""
    if result.status is Status.UNSOLVABLE:
        return replace(result, status=Status.INCOMPLETE).noted(ONLY_PART)
    known = replace(result, optimal=False, bound=None)
    return known.noted(ONLY_PART) if result.optimal else known
