"""Climb with whichever engine can serve: the kernel for the steps, Python for the ways out of local minima."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from time import perf_counter

from ...rules.errors import InputError
from ...rules.term import State
from ..limits import NO_LIMITS, Limits
from ..native.engine import NotNativeError
from ..result import Status
from ..solve import ENGINES
from .climber import Climb, Climber, Use, within
from .escape import Escape, find_escape
from .native_climb import climb_in_kernel
from .plan import Plan


def climb(
    climber: Climber,
    start: State,
    *,
    escape: Limits | None = None,
    limits: Limits = NO_LIMITS,
    engine: str = "auto",
    report: Callable[[int], None] | None = None,
) -> Climb:
    """Climb from a state to the goal; see `Climber.climb`, whose outcome it is in either engine.

    Parameters
    ----------
    climber, start, escape, limits, report
        As there.
    engine
        ``python``, ``native``, or ``auto``: the kernel where it can serve.

    Raises
    ------
    InputError
        A start that does not hold the goal's symbols, or an engine that cannot serve.
    """
    if engine not in ENGINES:
        raise InputError("unknown engine", expected=" or ".join(ENGINES), found=repr(engine))
    if engine == "python":
        return climber.climb(start, escape=escape, limits=limits, report=report)
    began = perf_counter()
    try:
        part = climb_in_kernel(climber, start, limits=limits, report=report)
    except NotNativeError as error:
        if engine == "native":
            raise InputError(str(error)) from None
        return climber.climb(start, escape=escape, limits=limits, report=report)
    parts, ways = [part], []
    while (stuck := part.stuck) is not None and escape is not None:
        try:
            effort = within(escape, limits, perf_counter() - began)
            way = find_escape(climber.placements, stuck, effort)
        except KeyboardInterrupt:
            part = replace(part, status=Status.STOPPED, limit="interrupt", stuck=None)
            break
        ways.append(way)
        if way.steps is None:
            if way.limit is not None:
                part = replace(part, status=Status.STOPPED, limit=way.limit)
            break
        state = Plan(part.plan.family, part.plan.shape, stuck, way.steps).replay()
        left = _left(limits, parts, perf_counter() - began)
        if left is None and climber.goal.placed(state) < len(climber.goal.order):
            part = replace(part, status=Status.STOPPED, limit="nodes", stuck=None)
            break
        part = climb_in_kernel(climber, state, limits=left or NO_LIMITS, report=report)
        parts.append(part)
    return _joined(climber, start, parts, ways, part, perf_counter() - began)


def _left(limits: Limits, parts: list[Climb], elapsed: float) -> Limits | None:
    """What earlier parts left of the limits, of the time at least a trace; None where no node is left."""
    time, nodes = limits.time, limits.nodes
    if time is not None:
        time = max(1e-6, time - elapsed)
    if nodes is not None:
        nodes -= sum(part.statistics.expanded for part in parts)
        if nodes <= 0:
            return None
    return Limits(time, nodes, limits.memory)


def _joined(
    climber: Climber,
    start: State,
    parts: list[Climb],
    ways: list[Escape],
    last: Climb,
    elapsed: float,
) -> Climb:
    if len(parts) == 1 and not ways:
        return last
    statistics = parts[0].statistics
    for part in parts[1:]:
        statistics = statistics.plus(part.statistics)
    generated = sum(way.generated for way in ways)
    uses = tuple(
        Use(
            sum(use.tried for use in column),
            sum(use.matched for use in column),
            sum(use.applied for use in column),
        )
        for column in zip(*(part.uses for part in parts), strict=True)
    )
    pieces = [part.plan.steps for part in parts]
    between = [way.steps or () for way in ways]
    steps = chain.from_iterable(
        chain(piece, between[number] if number < len(between) else ())
        for number, piece in enumerate(pieces)
    )
    return replace(
        last,
        plan=replace(last.plan, start=tuple(start), steps=tuple(steps)),
        statistics=replace(
            statistics,
            generated=statistics.generated + generated,
            evaluated=statistics.evaluated + generated,
            operator_applications=statistics.operator_applications + generated,
            elapsed=elapsed,
        ),
        uses=uses,
        escapes=tuple(ways),
    )
