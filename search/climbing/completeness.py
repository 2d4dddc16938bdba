"""Whether climbing brings every state of a board to the goal: proved where that can be enumerated, else estimated.

Every step of a climb makes the lexicographic value smaller. There are finitely many values, so climbing ends: at the goal,
unless some state that can reach the goal is a local minimum. If schemas test no cell but the blank's, local minima depend
only on the *situation*: the number of filled cells, and the cells of the next symbol and of the blank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TypeAlias

from ...rules.checked import checked
from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ...rules.later import Later
from ...rules.schema import Schema
from ...rules.solvability import random_problems
from ...rules.states.dead_ends import can_be_undone
from ...rules.states.permutation_group import Permutation, stabilizer_orbits
from ...rules.states.random_states import all_leading_to
from ...rules.states.state_space import layers
from ...rules.term import Pattern, State, Symbol, ground, match
from ...rules.text.words import counted
from ...rules.view import Viewed
from ..intervals import wilson_interval
from ..limits import Limits
from ..macros import SameObject
from ..plan import apply_in_place
from .climb import climb_of, find_escape
from .climber import Climber
from .macro_table import BoardTable, needed
from .ordered import reach_subgoal

ClimberTo: TypeAlias = Callable[[Pattern], Climber]
"""The climber to a goal."""

MAX_STATES = 30_000
"""Greatest number of states of a board that are looked at one by one."""

MAX_CELLS = 32
"""Cells of a board without blank for which it is computed which symbols can be brought where."""

EFFORT = Limits(nodes=50_000)
"""Limits on the search that tells whether there is an escape from a local minimum at all."""


class Evidence(StrEnum):
    """Kind of evidence for an answer: everything was examined for a yes, as much as was needed for a no."""

    SITUATIONS = "proved: situations were looked at one by one"
    ENTRIES = "proved: entries of the table were looked at one by one"
    STATES = "proved: states were looked at one by one"
    NAMED = "proved for symbols that arcs and goal name: their states were looked at one by one"
    SAMPLE = "estimated from random states"


_LOOKED_AT = {
    Evidence.SITUATIONS: "situations",
    Evidence.ENTRIES: "entries",
    Evidence.NAMED: "states of the symbols that arcs and goal name",
}


@dataclass(frozen=True)
class Completeness(Viewed):
    """Result of a completeness check.

    Parameters
    ----------
    complete
        Whether no local minimum was found.
    evidence
        Kind of evidence for the answer.
    checked
        Situations or states that were looked at.
    minima
        States in which climbing ends, or which it leaves for a dead end, although they can reach the goal; the first ones found.
    interval
        For an estimate: the 95% Wilson interval of the share of states that are solved.
    among
        Number of situations, entries or states; more than ``checked`` where the check ended after `most_minima`.
    """

    _view = Later("explorer.views.domain", "sentence_view")

    complete: bool
    evidence: Evidence
    checked: int
    minima: tuple[State, ...]
    interval: tuple[float, float] | None = None
    among: int | None = None

    @property
    def whole(self) -> bool:
        """Whether all situations, entries or states were looked at, so that there are no other minima."""
        return self.among == self.checked

    def summary(self) -> str:
        """One line for people."""
        what = _LOOKED_AT.get(self.evidence, "states")
        if self.interval is not None:
            low, high = self.interval
            return f"{self.evidence}: {100 * low:.1f} to {100 * high:.1f} % are solved (95% Wilson interval, {self.checked:,} {what})"
        if self.complete:
            return f"complete (proved: all {self.checked:,} {what} looked at)"
        found = counted(len(self.minima), "local minimum", "local minima")
        if self.whole:
            return f"incomplete, {found} (proved: all {self.checked:,} {what} looked at)"
        return (
            f"incomplete, at least {found} (proved: {self.checked:,} of {self.among:,} {what} looked at, "
            f"until {found} {'was' if len(self.minima) == 1 else 'were'} found)"
        )


@dataclass(frozen=True)
class EveryGoal(Viewed):
    """Result of a completeness check for all goals of a board.

    Parameters
    ----------
    goals
        Number of the blank's cells, each of which stands for all goals with the blank there; 1 without a blank.
    incomplete
        Goals among these with local minima, each with the first one found.
    checked
        Situations that were looked at.
    """

    _view = Later("explorer.views.domain", "sentence_view")

    goals: int
    incomplete: tuple[tuple[Pattern, State], ...]
    checked: int

    @property
    def complete(self) -> bool:
        """Whether climbing reaches every goal from every state that can reach it."""
        return not self.incomplete

    def summary(self) -> str:
        """One line for people."""
        cells = f" with the blank in any of {self.goals} cells" if self.goals > 1 else ""
        if self.complete:
            return f"complete for every goal{cells} (proved: all {self.checked:,} situations looked at)"
        return f"incomplete for {len(self.incomplete)} of {self.goals} cells of the goal's blank (proved)"


@checked
def check_every_goal(domain: Domain, shape: Shape, climber_to: ClimberTo) -> EveryGoal:
    """Find out whether climbing reaches every goal of a board: proved.

    Schemas that test no cell but the blank's treat all other symbols alike, so that one goal for each cell of the blank
    stands for all goals.

    Parameters
    ----------
    domain, shape
        The board.
    climber_to
        Makes the climber to a goal.

    Raises
    ------
    InputError
        Schemas that test other cells, or symbols that repeat.
    """
    goals = list(goals_by_blank(domain, shape))
    incomplete: list[tuple[Pattern, State]] = []
    looked_at = 0
    for goal in goals:
        climber = climber_to(goal)
        if not positional(climber):
            raise InputError(
                f"goals of {domain.spell(shape)} are not alike",
                expected="moves and macros that test no cell but the blank's, and every symbol once",
                remedy="--goal GOAL, for one goal",
            )
        found = check_completeness(climber, most_minima=1)
        looked_at += found.checked
        if not found.complete:
            incomplete.append((goal, found.minima[0]))
    return EveryGoal(len(goals), tuple(incomplete), looked_at)


def positional(climber: Climber) -> bool:
    """Whether situations decide completeness: each symbol occurs once, and schemas test no cell but the blank's."""
    placements = climber.placements
    known = {placements.domain.blank} if placements.anchored else set()  # else nobody looks for it
    asked = [schema.arc.conditions for schema in climber.schemas]
    return climber.goal.permutation and all(
        not equal and all(symbol in known for _, symbol in constants) for constants, equal in asked
    )


@checked
def check_completeness(
    climber: Climber, *, samples: int = 1000, seed: int = 0, most_minima: int = 100
) -> Completeness:
    """Find out whether climbing with these schemas solves every problem of the board.

    Parameters
    ----------
    climber
        The schemas, the board and the goal.
    samples, seed
        For an estimate, where there are too many states to look at.
    most_minima
        Number of local minima after which the check ends.
    """
    by_position = positional(climber)
    if climber.table is not None and not (climber.placements.anchored and by_position):
        found = _by_entries(climber.table)
        # Where entries are missing, what brings a symbol nearer may do.
        if found.complete or not by_position or len(climber.goal.goal) > MAX_CELLS:
            return found
    if by_position and _is_undone(climber):  # a dead end is no local minimum
        found = _by_situations(climber, most_minima)
        if found.complete or all(_is_real(climber, state) for state in found.minima):
            return found
    states = _all_states(climber)
    if states is None:
        return _by_sample(climber, samples, seed, most_minima)
    checked, minima = 0, []
    alive = set(states)
    for state in states:
        checked += 1
        if match(climber.goal.wanted, state) is None and climber.after_step(state) not in alive:
            minima.append(state)
            if len(minima) >= most_minima:
                break
    evidence = Evidence.STATES if _symbols_are_known(climber) else Evidence.NAMED
    return Completeness(not minima, evidence, checked, tuple(minima), among=len(states))


def goals_by_blank(domain: Domain, shape: Shape) -> Iterator[Pattern]:
    """Goals that stand for all goals of a board: one for each cell of the blank, the domain's own first.

    Where schemas test no cell but the blank's, which symbol is wanted in which other cell makes no difference. Of other
    domains it is the goal of their own.
    """
    own = domain.goal(shape)
    yield own
    state = ground(own)
    if not domain.permutes(shape) or state is None or domain.blank not in state:
        return
    asked = [schema.arc.conditions for schema in domain.schemas(shape)]
    if any(equal or any(one != domain.blank for _, one in symbols) for symbols, equal in asked):
        return
    home = state.index(domain.blank)
    rest = (*state[:home], *state[home + 1 :])
    for cell in range(len(state)):
        if cell != home:
            yield (*rest[:cell], domain.blank, *rest[cell:])


def _is_undone(climber: Climber) -> bool:
    domain = climber.placements.domain
    try:
        return domain.reversible or can_be_undone(domain.theory(climber.placements.shape))
    except InputError:
        return False


def _symbols_are_known(climber: Climber) -> bool:
    """Whether the symbols of all states are known: those of the goal, or those that the theory names."""
    theory = climber.placements.domain.theory(climber.placements.shape)
    return ground(climber.goal.wanted) is not None or bool(theory.symbols or theory.values)


def _all_states(climber: Climber) -> list[State] | None:
    """Every state that can reach the goal; None where there are too many, or they cannot be enumerated."""
    domain = climber.placements.domain
    try:
        theory = domain.theory(climber.placements.shape)
        if ground(climber.goal.wanted) is None or not can_be_undone(theory):
            return _leading_to(SameObject(theory), climber.goal.wanted)
        # What the goal reaches can reach the goal, because the domain's moves can be undone.
        found = layers(theory, climber.goal.goal, max_states=MAX_STATES)
        return [state for layer in found for state in layer]
    except InputError:
        return None


@lru_cache(maxsize=4)
def _leading_to(theory: SameObject, goal: Pattern) -> list[State] | None:
    """Every state that can reach a goal, looked for among all states of the theory's symbols."""
    return all_leading_to(theory.one, [goal], MAX_STATES)


def _by_sample(climber: Climber, samples: int, seed: int, most_minima: int) -> Completeness:
    minima: list[State] = []
    solved = 0
    board = climber.placements.domain.board(climber.placements.shape)
    for start in random_problems(board, climber.goal.wanted, samples, seed):
        climb = climber.advance(start)
        if climb.limit == "interrupt":
            raise KeyboardInterrupt
        solved += climb.solved
        stuck = climb_of(climb).stuck
        if stuck is not None and len(minima) < most_minima:
            minima.append(stuck)
    return Completeness(
        not minima, Evidence.SAMPLE, samples, tuple(minima), wilson_interval(solved, samples)
    )


_KNOWN: dict[tuple[object, ...], Completeness] = {}
"""Boards that were found complete, with their climbers: a learner ends with the check that is reported after it."""

MOST_KNOWN = 64


def _by_situations(climber: Climber, most_minima: int) -> Completeness:
    placements = climber.placements
    key = placements.domain, placements.shape, climber.schemas, climber.goal
    if key in _KNOWN:
        return _KNOWN[key]
    checked = 0
    minima: list[State] = []
    for filled, focus, blank in situations(climber):
        checked += 1
        state = local_minimum(climber, filled, focus, blank)
        if state is None:
            continue
        minima.append(state)
        if len(minima) >= most_minima:
            break
    among = sum(1 for _ in situations(climber))
    found = Completeness(not minima, Evidence.SITUATIONS, checked, tuple(minima), among=among)
    if found.complete:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.pop(next(iter(_KNOWN)))
        _KNOWN[key] = found
    return found


def _is_real(climber: Climber, state: State) -> bool:
    """Whether a state of a situation is known to reach the goal."""
    placements = climber.placements
    if not placements.anchored:  # `local_minimum` makes it from the goal, if it finds the way
        return reach_subgoal(placements, state, EFFORT)[0].solved
    verdict = placements.domain.solvable(placements.shape, state, climber.goal.goal)
    return verdict is not None and verdict.solvable


def _by_entries(table: BoardTable) -> Completeness:
    """Whether a table has an entry for every place from which a stabilizer of the group can bring a cell's symbol."""
    wanted = sum(len(places) for places in needed(table.moves, table.order))
    minima = tuple(state for _, _, state in table.missing())
    return Completeness(not minima, Evidence.ENTRIES, wanted, minima, among=wanted)


def local_minimum(climber: Climber, filled: int, focus: int, blank: int) -> State | None:
    """A state in a situation from which no schema leads on, if one that can reach the goal may be in it."""
    state = None
    if not climber.leads_on(filled, focus, blank):
        state = example(climber, filled, focus, blank)
    if state is None:
        return None
    escape = find_escape(climber.placements, state, EFFORT)
    if escape.steps is None and escape.limit is None:
        return None  # where nothing at all leads on, no state that can reach the goal is in this situation
    if climber.placements.anchored:
        return state
    # Not every arrangement of the other symbols can reach the goal: one is made from the goal, backwards.
    result, steps = reach_subgoal(climber.placements, state, EFFORT)
    return _undone(climber, steps) if result.solved else state


def _undone(climber: Climber, steps: tuple[tuple[Schema, int], ...]) -> State:
    """The state that some steps lead from to the goal."""
    placements = climber.placements
    cells = list(climber.goal.goal)
    for schema, place in reversed(steps):
        arc = schema.arc.inverse()
        assert arc is not None
        apply_in_place(
            placements.domain, placements.shape, Schema(arc, schema.window), place, cells
        )
    return tuple(cells)


def situations(climber: Climber) -> Iterator[tuple[int, int, int]]:
    """Yield situations: the number of filled cells, and the cells of the next symbol and of the blank (-1 if there is none)."""
    goal, domain = climber.goal, climber.placements.domain
    size = len(goal.goal)
    reachable = (
        stabilizer_orbits(_permutations(climber), goal.order)
        if not climber.placements.anchored and size <= MAX_CELLS
        else [frozenset(range(size))] * len(goal.order)
    )
    for filled in range(len(goal.order)):
        free = [cell for cell, rank in enumerate(goal.rank) if rank >= filled]
        target = goal.order[filled]
        wanted = goal.goal[target]
        for focus in free:
            if focus == target or focus not in reachable[filled]:
                continue
            if not climber.placements.anchored:
                yield filled, focus, -1
            elif wanted == domain.blank:
                yield filled, focus, focus
            elif goal.blank is None and goal.rank[goal.goal.index(domain.blank)] < filled:
                yield filled, focus, goal.goal.index(domain.blank)
            else:
                for blank in free:
                    if blank != focus:
                        yield filled, focus, blank


def _permutations(climber: Climber) -> list[Permutation]:
    """The primitive moves without a blank, as permutations of the cells."""
    moves = []
    for move in climber.placements.moves(-1):
        goes = list(range(len(climber.goal.goal)))
        for cell, source, _ in move.writes:
            goes[source] = cell
        moves.append(tuple(goes))
    return moves


def example(climber: Climber, filled: int, focus: int, blank: int) -> State | None:
    """A state in a situation, one that can reach the goal if the parity of sliding tiles decides; None if none can."""
    goal, domain = climber.goal, climber.placements.domain
    cells: dict[int, Symbol] = {cell: goal.goal[cell] for cell in goal.order[:filled]}
    cells[focus] = goal.goal[goal.order[filled]]
    if blank >= 0 and domain.blank is not None:
        cells[blank] = domain.blank
    used = set(cells.values())
    rest = [symbol for symbol in goal.goal if symbol not in used]
    free = [cell for cell in range(len(goal.goal)) if cell not in cells]
    if len(free) != len(rest):
        return None
    cells.update(zip(free, rest, strict=True))
    state = tuple(cells[cell] for cell in range(len(cells)))
    if not climber.placements.anchored:
        return state
    verdict = domain.solvable(climber.placements.shape, state, goal.goal)
    if verdict is None or verdict.solvable:
        return state
    if len(free) < 2:
        return None
    cells[free[0]], cells[free[1]] = cells[free[1]], cells[free[0]]
    return tuple(cells[cell] for cell in range(len(cells)))
