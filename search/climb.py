"""Macro-assisted hill climbing: always to a better state by the ordered heuristic, without search.

A schema is used only where it is known to lead to a better state before it is used: what it does to the next symbol and
to the blank, and that it leaves the cells alone which are filled already, is regressed to conditions on its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ..rules.errors import InputError
from ..rules.family import Family
from ..rules.geometry import Shape
from ..rules.schema import Schema
from ..rules.term import State, Symbol
from .escape import Escape, find_escape
from .limits import NO_LIMITS, Limits, Meter
from .ordered import OrderedGoal
from .placements import Placed, Placements
from .plan import Plan
from .result import Statistics, Status


@dataclass(slots=True)
class Use:
    """What became of one schema in a climb.

    Parameters
    ----------
    tried
        How often its conditions were looked at.
    matched
        How often they held.
    applied
        How often it was used.
    """

    tried: int = 0
    matched: int = 0
    applied: int = 0


@dataclass(frozen=True)
class Climb:
    """The outcome of climbing.

    Parameters
    ----------
    status
        SOLVED; INCOMPLETE where it got stuck and could or should not search; STOPPED by a limit.
    plan
        The steps made, to the goal or to where it ended.
    statistics
        ``expanded`` counts the states stood in, ``generated`` the states made, in escapes too;
        ``operator_applications`` the primitive moves made for them.
    uses
        One entry for each schema of ``schemas``.
    schemas
        Primitive and learned schemas in the order in which they are tried.
    escapes
        The searches out of local minima, in order.
    stuck
        The state in which it ended without a way on, or None.
    limit
        The limit that stopped it.
    """

    status: Status
    plan: Plan
    statistics: Statistics
    uses: tuple[Use, ...]
    schemas: tuple[Schema, ...]
    escapes: tuple[Escape, ...] = ()
    stuck: State | None = None
    limit: str | None = None
    engine: str = "python"

    @property
    def solved(self) -> bool:
        """Whether the goal was reached."""
        return self.status is Status.SOLVED


class Climber:
    """Climbs on boards of one shape towards one goal.

    Parameters
    ----------
    family, shape
        The boards.
    macros
        Learned schemas, which join the primitive ones. All are tried in order of cost.
    goal
        The wanted state; the family's own if None.
    """

    def __init__(
        self,
        family: Family,
        shape: Shape,
        macros: Iterable[Schema] = (),
        goal: State | None = None,
    ) -> None:
        self.placements = Placements(family, shape, macros, goal)
        self.goal = self.placements.goal
        self.schemas = self.placements.schemas

    def climb(
        self,
        start: State,
        *,
        escape: Limits | None = None,
        limits: Limits = NO_LIMITS,
        report: Callable[[int], None] | None = None,
    ) -> Climb:
        """Climb from a state to the goal.

        Parameters
        ----------
        start
            A state of the board.
        escape
            Where no schema leads to a better state: None to give up, or limits on a breadth-first search for one.
        limits
            On the whole climb; a node is a state stood in.
        report
            Called now and then with the number of states stood in.

        Raises
        ------
        InputError
            A start that does not hold the goal's symbols.
        """
        goal = self.goal
        state = checked(goal, start)
        meter = Meter(limits, report)
        where = {symbol: cell for cell, symbol in enumerate(state)} if goal.permutation else {}
        uses = [Use() for _ in self.schemas]
        steps: list[tuple[Schema, int]] = []
        escapes: list[Escape] = []
        placed, moves, generated, evaluated = 0, 0, 0, 0
        status, limit, stuck = Status.SOLVED, None, None
        try:
            while (placed := goal.placed(state, placed)) < len(goal.order):
                limit = meter.exceeded()
                if limit is not None:
                    status = Status.STOPPED
                    break
                found = self._better(state, where, placed, uses)
                if found is not None:
                    uses[found.number].applied += 1
                    self._make(found, state, where)
                    steps.append((self.schemas[found.number], found.place))
                    moves += self.schemas[found.number].length
                    generated += 1
                    continue
                if escape is None:
                    status, stuck = Status.INCOMPLETE, tuple(state)
                    break
                way = find_escape(self.placements, tuple(state), escape)
                escapes.append(way)
                moves += way.generated
                generated += way.generated
                evaluated += way.generated
                if way.steps is None:
                    status = Status.STOPPED if way.limit else Status.INCOMPLETE
                    limit, stuck = way.limit, tuple(state)
                    break
                for step in way.steps:
                    self._make(step, state, where)
                    steps.append((self.schemas[step.number], step.place))
                placed = 0
        except KeyboardInterrupt:
            status, limit = Status.STOPPED, "interrupt"
        except MemoryError:
            status, limit = Status.STOPPED, "memory"
        meter.measure_memory()
        statistics = Statistics(
            expanded=meter.expanded,
            generated=generated,
            evaluated=evaluated,
            operator_applications=moves,
            peak_memory=meter.peak_memory,
            elapsed=meter.elapsed,
        )
        plan = Plan(self.placements.family, self.placements.shape, tuple(start), tuple(steps))
        return Climb(
            status, plan, statistics, tuple(uses), self.schemas, tuple(escapes), stuck, limit
        )

    def better(self, state: Sequence[Symbol]) -> Placed | None:
        """The first placed schema, in order of cost, that leads from a state to a better one."""
        where = {symbol: cell for cell, symbol in enumerate(state)} if self.goal.permutation else {}
        uses = [Use() for _ in self.schemas]
        return self._better(state, where, self.goal.placed(state), uses)

    def _better(
        self, state: Sequence[Symbol], where: dict[Symbol, int], placed: int, uses: list[Use]
    ) -> Placed | None:
        goal, distance = self.goal, self.goal.distance
        target = goal.order[placed]
        wanted = goal.goal[target]
        if not goal.permutation:
            for candidate in self.placements.near(-1, target):
                use = uses[candidate.number]
                use.tried += 1
                if candidate.lowest >= placed and candidate.matches(state):
                    made = next(write for write in candidate.writes if write[0] == target)
                    if wanted == (state[made[1]] if made[1] >= 0 else made[2]):
                        use.matched += 1
                        return candidate
            return None
        focus = where[wanted]
        blank = where[goal.blank] if goal.blank is not None else -1
        far = distance(focus, target)
        approach = distance(blank, focus) if blank >= 0 else 0
        for candidate in self.placements.near(blank, focus):
            use = uses[candidate.number]
            use.tried += 1
            if candidate.lowest < placed:
                continue
            moved = candidate.focus if candidate.focus >= 0 else focus
            left = distance(moved, target)
            if left > far or (
                left == far and (blank < 0 or distance(candidate.blank, moved) >= approach)
            ):
                continue
            if candidate.matches(state):
                use.matched += 1
                return candidate
        return None

    def _make(self, step: Placed, state: list[Symbol], where: dict[Symbol, int]) -> None:
        step.apply(state)
        if self.goal.permutation:
            for cell, _, _ in step.writes:
                where[state[cell]] = cell


def checked(goal: OrderedGoal, start: State) -> list[Symbol]:
    """The start as a list of cells, if it holds the same symbols as the goal.

    Raises
    ------
    InputError
        Another number of cells or, where each symbol occurs once, other symbols.
    """
    if len(start) != len(goal.goal) or (goal.permutation and set(start) != set(goal.goal)):
        raise InputError(
            "start and goal are not states of one board",
            expected=f"{len(goal.goal)} cells with the goal's symbols",
            found=f"{len(start)} cells",
        )
    return list(start)
