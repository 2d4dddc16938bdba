"""Two early learners of macros from searches: much is proposed, and filters keep what is used.

In this file:

- MACLEARN (Iba, Machine Learning 3, 1989): paths between peaks of a search, which join it at once.
- MORRIS (Minton, IJCAI 1985): pieces of plans that recur, or that make the estimate worse at first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from typing import Any

from ...rules.arc import Arc
from ...rules.term import State, match
from ...search.heuristics.heuristic_table import default_heuristic
from ...search.limits import Limits, Meter
from ...search.macros import theory_with
from ...search.problem import Problem
from ...search.result import Result
from ...search.solve import solve
from ..filters import SEARCHED
from ..generalize import placed_steps
from ..learner import (
    Choice,
    Outcome,
    Records,
    Reply,
    TrainingPath,
    TrainingPaths,
    TrainingProblem,
    each,
    option,
)
from ..library import Admission, MacroLibrary
from ..macro import Macro
from .examples import OfEachSize, searched

EFFORT = Limits(nodes=20_000)
"""Limits on the search of one problem."""

Step = tuple[Any, int]
"""A schema at its place."""


class Filtered(OfEachSize):
    """A learner whose macros are chosen again after every problem, by where they occurred until then."""

    selects = True
    effort = EFFORT

    filters: Any = SEARCHED

    @property
    def builds_on(self) -> bool:
        """True: the macros of earlier problems take part in searches."""
        return True


class _Occurrences:
    """Where the macros of some records occurred: in which problems, and how often.

    Parameters
    ----------
    records
        The records so far.
    """

    def __init__(self, records: Records) -> None:
        self.macros: dict[object, Macro] = {}
        self.times: Counter[object] = Counter()
        self.last: dict[object, int] = {}
        self.refused: Counter[str] = Counter()
        for number, record in enumerate(records):
            self.refused += record.refused
            for admission in record.admissions:
                form = admission.macro.canonical
                if admission.accepted:
                    self.macros[form] = admission.macro
                self.times[form] += 1
                self.last[form] = number

    def choice(self, forms: Iterable[object], known: Sequence[Macro]) -> Choice:
        """Choose macros by their forms, with names that neither they nor the known ones share."""
        taken = {macro.name for macro in known}
        names = (name for n in range(1, 1_000_000) if (name := f"m{n}") not in taken)
        chosen = list(forms)
        macros = tuple(self.macros[form].renamed(next(names)) for form in chosen)
        uses = tuple(self.times[form] for form in chosen)
        return Choice(macros, uses, self.times.total(), self.refused)


class MacLearn(Filtered):
    """Best-first search; paths between its peaks, those that are used.

    A state is a peak if none of its successors has a lower estimate. The path from one peak to the next is proposed, and joins the
    search that found it. A static filter refuses what is redundant or too long; a dynamic filter drops what was in no
    solution for some problems.

    Parameters
    ----------
    reach
        Greatest number of moves of a macro.
    patience
        Number of problems in a row after which a macro that none of their solutions used is dropped.
    """

    name = "maclearn"

    reach: int = option(default=24, least=2)
    patience: int = 5

    def attend(self, library: MacroLibrary, problem: TrainingProblem) -> TrainingPaths:
        """Search a problem, and look at each path between peaks as soon as it is found; in the end at the macros that were used."""
        search = _PeakSearch(library, problem, self.reach)
        for path in search.paths():
            search.answered((yield path))
        yield from each(search.used())
        return search.outcome

    def select(self, records: Records, known: Sequence[Macro]) -> Choice:
        """Keep the macros that were found or used in the last problems."""
        found = _Occurrences(records)
        least = len(records) - self.patience
        return found.choice((one for one in found.macros if found.last[one] >= least), known)


class _PeakSearch:
    """Greedy best-first search that proposes the paths between its peaks, and takes up the macros made of them."""

    def __init__(self, library: MacroLibrary, problem: TrainingProblem, reach: int) -> None:
        self.library, self.problem, self.reach = library, problem, reach
        self.primitives = library.primitives(problem.shape)
        self.theory = theory_with(self.primitives, library)
        self.link: dict[State, tuple[State, Arc] | None] = {problem.start: None}
        self.peaks: set[State] = set()
        self.made = 0
        self.end: State | None = None
        self.limit: str | None = None

    def answered(self, reply: Reply) -> None:
        """Take up a macro that the library keeps."""
        if isinstance(reply, Admission) and reply.accepted:
            self.theory = theory_with(self.primitives, self.library)

    def paths(self) -> Iterator[TrainingPath]:
        """Search, yielding the paths between peaks."""
        start, goal = self.problem.start, self.problem.goal
        estimate = default_heuristic(self.primitives, goal, start).estimate
        meter = Meter(self.problem.limits)
        values = {start: estimate(start)}
        waiting = [(values[start], 0, start)]
        while waiting:
            self.limit = meter.exceeded()
            if self.limit is not None:
                return
            least, _, state = heappop(waiting)
            if match(goal, state) is not None:
                self.end = state
                return
            peak = True
            for arc, child in self.theory.successors(state):
                self.made += arc.length
                meter.applied = self.made
                if child not in values:
                    values[child] = estimate(child)
                    self.link[child] = state, arc
                    heappush(waiting, (values[child], len(values), child))
                peak = peak and values[child] >= least
            if peak:
                self.peaks.add(state)
                yield from self._from_peak(state)

    def _from_peak(self, state: State) -> Iterator[TrainingPath]:
        """The path from the peak before, if it is no macro already and not too long."""
        arcs: list[Arc] = []
        at = state
        while (made := self.link[at]) is not None:
            at, arc = made
            arcs.insert(0, arc)
            if at in self.peaks:
                if len(arcs) > 1 and sum(one.length for one in arcs) <= self.reach:
                    yield self._path(at, arcs)
                return

    def _path(self, start: State, arcs: Iterable[Arc]) -> TrainingPath:
        moves = [move for arc in arcs for move in arc.steps or (arc,)]
        domain, shape = self.library.domain, self.problem.shape
        return TrainingPath(start, placed_steps(domain, shape, moves))

    def used(self) -> Iterator[TrainingPath]:
        """The steps of the solution that are macros."""
        for state, arc in self._solution():
            if arc.is_macro:
                yield self._path(state, [arc])

    def _solution(self) -> Iterator[tuple[State, Arc]]:
        """Steps of the solution from its end, each with the state before it; none if there is no solution."""
        at = self.end
        while at is not None and (made := self.link[at]) is not None:
            at = made[0]
            yield made

    @property
    def outcome(self) -> Outcome:
        """Outcome of the search."""
        solved = self.end is not None
        moves = sum(arc.length for _, arc in self._solution()) if solved else None
        return Outcome(solved, moves, self.made, self.limit)


class Morris(Filtered):
    """Plans of problems; pieces that recur or begin uphill.

    An S-macro is a piece of the plans of two problems or more, or twice in one; a T-macro leads from a state by way of
    none with a lower estimate to one. Those in the most plans are kept.

    Parameters
    ----------
    piece
        Greatest number of moves of an S-macro.
    bound
        Greatest number of macros; beyond it the least used are dropped.
    """

    piece: int = option(default=6, least=2)
    bound: int = 30

    def attend(self, library: MacroLibrary, problem: TrainingProblem) -> TrainingPaths:
        """Solve a problem with the macros kept until then, and look at all pieces of its plan."""
        theory = library.primitives(problem.shape)
        result = searched(_greedy, theory, problem, library)
        if result.solved:
            arcs = [arc for arc in result.primitives if isinstance(arc, Arc)]
            steps = placed_steps(library.domain, problem.shape, arcs)
            states = [problem.start]
            for arc in arcs:
                after = arc.apply(states[-1])
                assert after is not None
                states.append(after)
            estimate = default_heuristic(theory, problem.goal, problem.start).estimate
            yield from each(self._pieces(states, steps, [estimate(state) for state in states]))
        return replace(Outcome.of(result), result=None)

    def _pieces(
        self, states: Sequence[State], steps: Sequence[Step], estimates: Sequence[float]
    ) -> Iterator[TrainingPath]:
        """Every piece of a plan of a few moves, once; those that begin with a worse estimate twice, by which they count as recurring."""
        for begin in range(len(steps)):
            for end in range(begin + 2, min(begin + self.piece, len(steps)) + 1):
                yield TrainingPath(states[begin], steps[begin:end])
            lower = (
                end for end in range(begin + 1, len(states)) if estimates[end] < estimates[begin]
            )
            end = next(lower, begin)
            if end > begin + 1:
                yield TrainingPath(states[begin], steps[begin:end])
                yield TrainingPath(states[begin], steps[begin:end])

    def select(self, records: Records, known: Sequence[Macro]) -> Choice:
        """Keep the pieces that occurred twice or more, those that occurred most; of equals the last."""
        found = _Occurrences(records)
        again = [form for form in found.macros if found.times[form] > 1]
        again.sort(key=lambda form: (found.times[form], found.last[form]), reverse=True)
        return found.choice(again[: self.bound], known)


def _greedy(problem: Problem, limits: Limits) -> Result:
    """Solve a training problem by greedy search."""
    return solve(problem, "greedy", limits=limits)
