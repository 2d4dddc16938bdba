"""Plan improvement: better plans as they are found, until nothing is, the time is up or the user has enough.

Two things are done in turn. Windows of the plan are replaced by shortest ways through them. And where the kernel climbs, a
beam over the climb, wider each time, makes other plans to begin from. Where moves generate a group, the kernel looks first for
a plan by way of a subgroup, and goes on with that after the first windows. As with every anytime algorithm the best plan so far
is what one has at any moment.

Also here: `improve` for the plan of a result, whatever search found it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from math import inf
from time import perf_counter
from typing import Any, cast

from ..rules.arc import Arc
from ..rules.checked import checked
from ..rules.cost import total_cost
from ..rules.errors import InputError
from ..rules.schema import schema_of
from ..rules.term import State
from ..rules.theory import Theory
from . import _kernel
from .climbing.board_permutations import shorter_in_two_phases
from .climbing.climber import Climber, KernelSteps, for_kernel
from .engines import OWN_ENGINES, check_engine
from .limits import NO_LIMITS, Budget, LimitReached, Limits
from .macros import domain_with_moves
from .native.compiled import kernel_limits
from .native.not_native import NotNativeError
from .plan import Improvement, Plan
from .problem import Problem
from .result import Result
from .windows import DEEPER, QUICK, Depth, shorter_by_windows, slides_of

WIDEN = 4.0
"""Factor by which each beam is wider than the one before."""

SHARE, PATIENCE = 3, 10.0
"""Divisor of the time for beams before windows are looked at for the first time, and seconds of it that count at most."""

FULL, LEAST_WIDER = 0.9, 1.5
"""Part of the time that is left which a last beam, or the search by way of a subgroup, may take; and how many times wider than the
beam before it a last one has to be."""

IN_VAIN = 2
"""Number of beams without a better plan after which no wider ones are tried."""


@checked
def improve(
    plan: Plan,
    limits: Limits = NO_LIMITS,
    *,
    climber: Climber | None = None,
    engine: str = "auto",
    report: Callable[[int], None] | None = None,
) -> Improvement:
    """Shorten a plan until nothing is found or the time is up.

    Parameters
    ----------
    plan
        Any valid plan.
    limits
        Limits, of which the time counts.
    climber
        One whose goal the plan reaches: other plans are made with it too, where the kernel climbs.
    engine
        Engine that shortens: ``python``, ``native``, or ``auto``, which is the kernel where it can serve.
    report
        Called now and then with the moves that the shortest plan so far has.

    Returns
    -------
    The best plan, already replayed, as were all that were better than those before: it leads from the same start to the
    same end.

    Raises
    ------
    InputError
        A climber to another goal, or an engine that cannot serve.
    """
    check_engine(engine, OWN_ENGINES)
    work = _Work(plan, limits, engine, report)
    try:
        limit = work.run(climber)
    except KeyboardInterrupt:
        limit = "interrupt"
    return replace(work.done, elapsed=work.elapsed, limit=limit)


class _Work:
    """One plan under improvement; `done` is valid between any two lines."""

    def __init__(
        self, plan: Plan, limits: Limits, engine: str, report: Callable[[int], None] | None
    ) -> None:
        self._began = perf_counter()
        self._plan, self._engine, self._report = plan, engine, report
        self._time = limits.time or inf
        self._deeper = engine != "python" and slides_of(plan.domain, plan.shape) is not None
        self.done = Improvement(plan, plan.moves, 0, 0, 0, 0, 0.0)

    @property
    def elapsed(self) -> float:
        """Seconds since the improvement began."""
        return perf_counter() - self._began

    @property
    def _left(self) -> float:
        return self._time - self.elapsed

    def run(self, climber: Climber | None) -> str | None:
        """Improve until nothing is found; the limit that ended it, if one did."""
        self._end = self._plan.replay()
        if climber is not None and climber.goal.placed(self._end) < len(climber.goal.order):
            raise InputError("the plan does not lead to the goal of the climber")
        primitive = replace(self._plan, steps=tuple(self._plan.primitives()))
        self.done = replace(self.done, plan=primitive)
        # The plan that is found last takes as long to be replayed, and is to be so in time.
        self._time -= self.elapsed
        share = min(self._time, PATIENCE) / SHARE
        unfinished = self._in_two_phases(share)
        if unfinished and not self.done.two_phases and self._time < inf:
            unfinished = self._in_two_phases(self._left / 2)
        beams = Beams(climber if self._engine != "python" else None, self._plan.start)
        start = self._best_of(beams, share)
        began = self.elapsed
        if limit := self._look_through(start, QUICK):
            return limit
        windows = self.elapsed - began
        if unfinished and self._time < inf:
            self._in_two_phases(FULL * self._left)
        if limit := self._widen(beams, windows):
            return limit
        return self._look_through(self.done.plan, DEEPER) if self._deeper else None

    def _best_of(self, beams: Beams, share: float) -> Plan:
        """The best plan that beams find within seconds: of several only the best is worth the time that windows take."""
        start, began, wider = self.done.plan, self.elapsed, 1.0
        try:
            while beams.takes(wider) <= share - (self.elapsed - began):
                made, wider = self._made_by(beams, wider), WIDEN
                if made is not None and made.moves < start.moves:
                    start = made
        except KeyboardInterrupt:
            self._keep(replace(start, steps=tuple(start.primitives())))
            raise
        return start

    def _widen(self, beams: Beams, windows: float) -> str | None:
        """Look through the plans of wider and wider beams, in the seconds that windows leave; the limit that ended it."""
        in_vain = 0
        while in_vain < IN_VAIN and beams.takes(WIDEN) < inf:
            wider = min(WIDEN, (FULL * self._left - windows) / max(1e-9, beams.takes(1)))
            if wider < LEAST_WIDER:
                break
            made, best = self._made_by(beams, wider), self.done.plan.moves
            if made is not None and (limit := self._look_through(made, QUICK)):
                return limit
            in_vain = 0 if self.done.plan.moves < best else in_vain + 1
        return None

    def _in_two_phases(self, seconds: float) -> bool:
        """Look for a plan by way of a subgroup, where the kernel may; whether its time ended that.

        Tables for that may take nearly all the time that is left: no window saves as much, and half a table is of no use.
        """
        if self._engine == "python":
            return False
        within = Limits(max(1e-6, seconds))
        tables = Limits(max(1e-6, FULL * self._left) if self._time < inf else None)
        try:
            found = shorter_in_two_phases(
                self.done.plan,
                self._end,
                within,
                lambda _: self._shown(self.done.plan.moves),
                tables=tables,
            )
        except NotNativeError:
            return False
        self._expanded(found.expanded)
        if found.plan is not None:
            self._keep(found.plan)
            self.done = replace(self.done, two_phases=True)
        if found.limit == "interrupt":
            raise KeyboardInterrupt
        return found.limit == "time"

    def _made_by(self, beams: Beams, wider: float) -> Plan | None:
        before = beams.expanded
        steps, limit = beams.next(wider, self._left, lambda: self._shown(self.done.plan.moves))
        self._expanded(beams.expanded - before)
        if limit == "interrupt":
            raise KeyboardInterrupt
        self.done = replace(self.done, width=beams.width)
        return None if steps is None else replace(self._plan, steps=cast(Any, steps))

    def _look_through(self, plan: Plan, depth: Depth) -> str | None:
        """Shorten a plan by windows, and keep it if it is better than those before; the limit that ended that."""
        found = shorter_by_windows(plan, depth, self._left, self._engine, self._shown)
        done = self.done
        searches, replaced = done.searches + found.searches, done.replaced + found.replaced
        self.done = replace(done, searches=searches, replaced=replaced)
        self._expanded(found.expanded)
        self._keep(found.plan)
        return found.limit

    def _keep(self, plan: Plan) -> None:
        """Make a plan of primitive moves the best so far, if it is shorter than that."""
        if plan.moves < self.done.plan.moves:
            if plan.replay() != self._end:
                raise AssertionError("the improved plan does not lead where the plan led")
            self.done = replace(self.done, plan=plan)

    def _expanded(self, states: int) -> None:
        self.done = replace(self.done, expanded=self.done.expanded + states)

    def _shown(self, moves: int) -> None:
        if self._report is not None:
            self._report(min(moves, self.done.plan.moves))


WIDEST = 2**20
"""Greatest width of a beam."""


class Beams:
    """Plans of one start, made by wider and wider beams.

    Among states with equally many cells right, a beam keeps those with the least estimated work left. From each, the best few
    steps are tried, each followed by a climb until one more cell is right.

    Parameters
    ----------
    climber
        The climber; None, and one that the kernel cannot run, makes no plans.
    start
        A state of the board.

    Attributes
    ----------
    width
        Width of the last beam.
    expanded
        States whose steps, or moves, were looked at, in all beams.
    """

    def __init__(self, climber: Climber | None, start: State) -> None:
        self.width = self.expanded = 0
        self._took = 0.0
        self._serves = False
        if climber is None:
            return
        self._schemas = climber.schemas
        try:
            self._task, self._start = for_kernel(climber, start)
            self._serves = True
        except NotNativeError:
            pass

    def takes(self, wider: float) -> float:
        """Expected seconds for a beam wider by a factor; infinite if there is none."""
        if not self._serves or self.width * wider > WIDEST:
            return float("inf")
        return self._took * wider

    def next(
        self, wider: float, time: float, report: Callable[[], None]
    ) -> tuple[KernelSteps | None, str | None]:
        """Steps of a plan found by a beam wider by a factor, if any, and the limit that ended it.

        Parameters
        ----------
        wider
            Factor by which the beam is wider than the last; the width itself for the first beam.
        time
            Seconds that it may take.
        report
            Called now and then.
        """
        began = perf_counter()
        self.width = max(1, int((self.width or 1) * wider))
        limits = kernel_limits(Limits(None if time == float("inf") else max(1e-6, time)))
        found = _kernel.beam(self._task, self._start, self.width, limits, lambda _: report())
        self._took = perf_counter() - began
        self.expanded += found.counters.expanded
        if found.limit == "memory":
            self._serves = False
        if found.status != "solved":
            return None, found.limit
        return KernelSteps(self._schemas, found.schemas, found.places), None


@checked
def improved(
    result: Result,
    seconds: float = 1,
    *,
    engine: str = "auto",
    report: Callable[[int], None] | None = None,
) -> Result:
    """The result with a shorter solution, where one is found.

    Parameters
    ----------
    result
        A result with a solution, of a problem that is made of arcs, or with the plan of a policy.
    seconds
        The time to spend; less where nothing more is found.
    engine, report
        As for `improve`.

    Returns
    -------
    A result with a plan that costs less, replayed, its `Improvement`, and a remark; the result itself if it is known to be
    optimal.

    Raises
    ------
    InputError
        A result without a solution, one of a problem without arcs, or an engine that cannot serve.
    """
    if result.solution().moves and result.theory is None and result.lifted is not None:
        budget = Budget(Limits(time=seconds))
        try:
            with budget:
                result = _with_arcs(result, result.lifted.grounded)
        except LimitReached as reached:
            if reached.budget is not budget:
                raise
            return result.noted("not shortened: its arcs are not made in that time")
        seconds = budget.left.time or 0
    found = result.solution()
    limits = Limits(time=seconds)
    if (climb := result.climb) is not None:
        better = improve(climb.plan, limits, climber=climb.climber, engine=engine, report=report)
        if better.plan.moves < found.moves:
            result = result.with_climb(replace(climb, plan=better.plan, entries=0))
        return _told(result, better)
    if result.optimal or not found.moves:
        return result
    theory, arcs = result.theory, [one for one in found.primitives if isinstance(one, Arc)]
    if theory is None or len(arcs) < found.moves:
        raise InputError(
            "only a solution that is made of arcs is improved",
            found=f"{type(found.primitives[0]).__name__} {found.primitives[0].name}",
        )
    domain = domain_with_moves(theory)
    steps = tuple(schema_of(arc, theory.shape, domain.geometry) for arc in arcs)
    plan = Plan(domain, theory.shape, result.start, steps)
    better = improve(plan, limits, engine=engine, report=report)
    states = tuple(better.plan.states)
    operators = tuple(_cheapest(theory, *pair) for pair in pairwise(states))
    if total_cost([arc.cost for arc in operators]) < found.cost:
        result = replace(result, states=states, operators=operators)
    return _told(result, better)


def _with_arcs(result: Result, grounded: Problem) -> Result:
    """The plan of a policy, whose moves have names only, as arcs of the grounded problem."""
    states, arcs = [grounded.start], []
    for move in result.operators:
        pairs = grounded.successors(states[-1])
        arc, state = next(pair for pair in pairs if pair[0].name == move.name)
        states.append(state)
        arcs.append(arc)
    return replace(result, states=tuple(states), operators=tuple(arcs), theory=grounded.theory)


def _told(result: Result, better: Improvement) -> Result:
    """The result with its improvement, and a remark on that."""
    return replace(result, improvement=better).noted(better.summary())


def _cheapest(theory: Theory, state: State, successor: State) -> Arc:
    """The cheapest primitive arc from a state to another."""
    arcs = (
        arc
        for arc, reached in theory.successors(state)
        if reached == successor and not arc.is_macro
    )
    return min(arcs, key=lambda arc: arc.cost)
