"""The outcome of a climb: a result like that of any search, with the plan and what became of each schema.

The shortest escape from a local minimum of the ordered heuristic.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, TypeAlias

from ...rules.board_moves import MAX_CELLS
from ...rules.checked import checked
from ...rules.schema import Schema
from ...rules.term import State
from ...rules.text.state_text import counted
from ..algorithms import CLIMB
from ..limits import NO_LIMITS, Limits, Meter
from ..operator import Operator
from ..result import Result, Statistics
from .ordered import (
    LexicographicValue,
    OrderedGoal,
    Placed,
    Placements,
    abstract_state,
    blank_alone_matters,
    reach_subgoal,
)
from .plan import Plan, PlanArcs, PlanStates

MOST_CELLS = 200_000
"""Cells of all states of a path together; of a longer one the states are not written down."""

STUCK = "stuck in a local minimum: no step there is better"


@dataclass(slots=True)
class Use:
    """Uses of one schema in a climb.

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


@checked
@dataclass(frozen=True, kw_only=True, repr=False)
class Climb(Result):
    """The result of a climb.

    INCOMPLETE is a climb that got stuck and could or should not search. In its statistics ``expanded`` counts the states
    stood in and those that the searches for escapes expanded, and ``evaluated`` the states that were compared with others.

    Parameters
    ----------
    states
        The states of the plan, where it leads to the goal; made again whenever they are asked for.
    operators
        ``arcs``, if there are any; else those of its schemas, each on its window.
    plan
        The steps made, to the goal or to where it ended.
    uses
        One entry for each schema of ``schemas``.
    schemas
        Primitive and learned schemas in the order in which they are tried.
    escapes
        The searches out of local minima, in order.
    stuck
        The state in which it ended without a better one, or None.
    arcs
        For every step the arc of the theory that it is, where it was a problem that was climbed on.
    climber
        The `Climber`, where it was a problem that was climbed on.
    entries
        Of a macro table how many entries the plan is made of, where moves that met were joined and so its steps are moves.
    """

    states: Sequence[State] = field(init=False, compare=False, repr=False)
    operators: Sequence[Operator] = field(init=False, compare=False, repr=False)
    algorithm: str = CLIMB
    plan: Plan
    uses: tuple[Use, ...]
    schemas: tuple[Schema, ...]
    escapes: tuple[Escape, ...] = ()
    stuck: State | None = None
    arcs: tuple[Operator, ...] = field(default=(), compare=False, repr=False)
    climber: Any = field(default=None, compare=False, repr=False)
    entries: int = 0

    def __post_init__(self) -> None:
        plan = self.plan
        once = object.__setattr__
        once(self, "states", PlanStates(plan) if self.solved else (plan.start,))
        once(self, "operators", (self.arcs or PlanArcs(plan)) if self.solved else ())
        once(self, "theory", plan.domain.board(plan.shape))
        if self.stuck is not None and self.limit is None:
            once(self, "note", STUCK)

    @property
    def looked_at(self) -> int:
        """Operator applications, if every schema that was looked at were applied: what other climbers count."""
        counted = zip(self.uses, self.schemas, strict=True)
        passed_over = sum((use.tried - use.applied) * schema.length for use, schema in counted)
        return self.statistics.operator_applications + passed_over

    @property
    def move_names(self) -> list[str]:
        """The primitive moves of the solution; where all have one name, with the cell at which each begins."""
        return self.moves_made if self.solved else []

    @property
    def moves_made(self) -> list[str]:
        """The primitive moves of the plan, to the goal or to where it ended."""
        if len(self.plan.domain.schemas(self.plan.shape)) == 1:
            return [f"{schema.name}@{place + 1}" for schema, place in self.plan.primitives()]
        return [schema.name for schema, _ in self.plan.primitives()]

    @property
    def recorded_path(self) -> Sequence[State] | None:
        """The states of the solution; none of a long one, and None without one."""
        if not self.solved:
            return None
        return self.states if len(self.states) * len(self.plan.start) <= MOST_CELLS else ()

    def to_dict(self) -> dict[str, Any]:
        """As of any result; of a climb that did not arrive also the moves made."""
        plan = self.plan
        return {
            **super().to_dict(),
            **({} if self.solved else {"moves_made": self.moves_made}),
            "entries": self.entries or None,
            "arcs": [schema.name for schema, _ in plan.steps] if self.solved else [],
            "escapes": len(self.escapes),
            "stuck": list(self.stuck) if self.stuck else None,
            "macros": {
                schema.name: asdict(use)
                for schema, use in zip(self.schemas, self.uses, strict=True)
                if schema.arc.is_macro
            },
        }

    def _outcome(self) -> str:
        did, plan = self.statistics, self.plan
        searched = sum(escape.generated for escape in self.escapes)
        minima = f"{searched:,} of them searching out of {counted(len(self.escapes), 'local minimum', 'local minima')}"
        ahead = f"looking ahead {did.expanded:,} expanded, {did.generated:,} generated"
        searched_for = minima if self.escapes else ahead if self.entries else "no search"
        work = (
            f"{counted(did.operator_applications, 'operator application')}, "
            f"{searched_for}, {did.elapsed:.3f} s, engine {self.engine}"
        )
        moves = counted(plan.moves, "move")
        if self.solved:
            macros = sum(schema.arc.is_macro for schema, _ in plan.steps)
            if self.entries:
                return f"solved: {moves} of {counted(self.entries, 'entry', 'entries')} of a table, joined; {work}"
            return f"solved: {moves} in {counted(len(plan.steps), 'step')} ({counted(macros, 'macro')}); {work}"
        limit = f" by {self.limit}" if self.limit else ""
        return f"{self.status.value}{limit}, after {moves}; {work}"


Steps: TypeAlias = tuple[tuple[Schema, int], ...]
"""Schemas, each with its place, in order."""


@dataclass(frozen=True)
class Escape:
    """A search for a better state.

    Parameters
    ----------
    start
        The local minimum.
    steps
        Primitive schemas, each with its place, in order; None where there is none.
    statistics
        What the search took.
    limit
        The limit that stopped it.
    """

    start: State
    steps: Steps | None
    statistics: Statistics
    limit: str | None = None

    @property
    def generated(self) -> int:
        """States made by the search."""
        return self.statistics.generated


def find_escape(
    placements: Placements,
    start: State,
    limits: Limits,
    left: Limits = NO_LIMITS,
    report: Callable[[int], None] | None = None,
) -> Escape:
    """Search breadth-first for the nearest state that is better than ``start``.

    Where moves do not ask for them, symbols that the heuristic does not look at count as alike, which leaves few states.

    Parameters
    ----------
    placements
        The board.
    start
        A local minimum.
    limits
        On each of two searches: the second, from both ends, is made where the first needs more nodes.
    left
        Limits on both together.
    report
        Called now and then with the number of nodes of the first.
    """
    goal = placements.goal
    value = goal.value(start)
    filled = goal.placed(start)
    root = abstract_state(placements, start, filled)
    parent: dict[State, tuple[State, Placed] | None] = {root: None}
    waiting = deque([root])
    meter = Meter(limits.within(left), report)
    generated = most = 0

    def ended(steps: Steps | None) -> Escape:
        known = len(parent) - 1
        did = Statistics(
            meter.expanded, generated, known, known, 0, generated, max(most, len(waiting))
        )
        return Escape(
            start, steps, replace(did, peak_memory=meter.peak_memory, elapsed=meter.elapsed)
        )

    while waiting:
        limit = meter.exceeded()
        if limit is not None:
            return _from_both_ends(placements, replace(ended(None), limit=limit), limits, left)
        most = max(most, len(waiting))
        state = waiting.popleft()
        for move, child in placements.successors(state):
            generated += 1
            meter.applied = generated
            if child in parent:
                continue
            parent[child] = (state, move)
            if _better(goal, child, filled, value):
                return ended(_path(placements, parent, child))
            waiting.append(child)
    return ended(None)


def _better(goal: OrderedGoal, state: State, filled: int, value: LexicographicValue) -> bool:
    order, wanted = goal.order, goal.goal
    if any(state[cell] != wanted[cell] for cell in order[:filled]):
        return False
    target = order[filled]
    if state[target] == wanted[target]:
        return True
    if not goal.permutation:
        return False
    focus = state.index(wanted[target])
    approach = goal.distance(state.index(goal.blank), focus) if goal.blank is not None else 0
    return (goal.distance(focus, target), approach) < (value.distance, value.approach)


def _from_both_ends(placements: Placements, found: Escape, limits: Limits, left: Limits) -> Escape:
    """The escape that fills the next cell, which reaches deeper; not where the blank may end anywhere."""
    too_large = len(found.start) > MAX_CELLS
    did = found.statistics
    rest = left.rest(did.elapsed, did.expanded, did.operator_applications)
    if (
        found.limit != "nodes"
        or rest is None
        or too_large
        or not blank_alone_matters(placements)
        or placements.goal.blank is not None
    ):
        return found
    result, steps = reach_subgoal(placements, found.start, limits.within(rest))
    did = found.statistics.plus(result.statistics)
    return Escape(found.start, steps if result.solved else None, did, result.limit)


def _path(
    placements: Placements, parent: dict[State, tuple[State, Placed] | None], state: State
) -> Steps:
    steps = []
    while (link := parent[state]) is not None:
        state, move = link
        steps.append((placements.schemas[move.number], move.place))
    return tuple(reversed(steps))
