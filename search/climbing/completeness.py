"""Whether climbing brings every state of a board to the goal: proved where that can be enumerated, else estimated.

Every step of a climb makes the lexicographic value smaller. There are finitely many values, so climbing ends: at the goal,
unless some state that can reach the goal is a local minimum. If schemas test no cell but the blank's, local minima depend
only on the *situation*: the number of filled cells, and the cells of the next symbol and of the blank.

Completeness on square boards of every size, by the lemma of docs/every_size.md. Of a single state: the next step of a climb, or
the reason that rules out each step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import TypeAlias

from ...rules.checked import checked
from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import GRID, Shape
from ...rules.schema import Schema
from ...rules.solvability import random_problems
from ...rules.states.dead_ends import can_be_undone
from ...rules.states.permutation_group import Permutation, stabilizer_orbits
from ...rules.states.random_states import all_leading_to
from ...rules.states.state_space import layers
from ...rules.term import Pattern, State, Symbol, ground, match
from ...rules.text.words import counted
from ..intervals import wilson_interval
from ..limits import Limits
from ..plan import apply_in_place
from .climb import climb_of, find_escape
from .climber import Climber
from .macro_table import BoardTable, needed
from .ordered import Placed, reach_subgoal

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
class Completeness:
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
        States in which climbing ends although they can reach the goal; the first ones found.
    interval
        For an estimate: the 95% Wilson interval of the share of states that are solved.
    among
        Number of situations, entries or states; more than ``checked`` where the check ended after `most_minima`.
    """

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
class EveryGoal:
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
        found = _by_entries(climber.table, most_minima)
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
    for state in states:
        checked += 1
        if match(climber.goal.wanted, state) is None and climber.step(state) is None:
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
    if domain.reversible is False:
        return None
    try:
        theory = domain.theory(climber.placements.shape)
        if not can_be_undone(theory):
            return None
        if ground(climber.goal.wanted) is None:
            return all_leading_to(theory, [climber.goal.wanted], MAX_STATES)
        # What the goal reaches can reach the goal, because the domain's moves can be undone.
        found = layers(theory, climber.goal.goal, max_states=MAX_STATES)
        return [state for layer in found for state in layer]
    except InputError:
        return None


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


def _by_entries(table: BoardTable, most_minima: int) -> Completeness:
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


@dataclass(frozen=True)
class EverySize:
    """Result of a completeness check for square boards of every size.

    Parameters
    ----------
    situations
        Irreducible situations that were looked at.
    reach
        Rows or columns of the largest window.
    minimum
        A local minimum and the size of its board, or None.
    """

    situations: int
    reach: int
    minimum: tuple[State, Shape] | None = None

    @property
    def complete(self) -> bool:
        """Whether climbing solves every problem on every N x N."""
        return self.minimum is None

    @property
    def bound(self) -> int:
        """Rows of the largest board that has irreducible situations."""
        return largest_irreducible(self.reach)

    def summary(self) -> str:
        """The result in a sentence."""
        if self.minimum is not None:
            rows, columns = self.minimum[1]
            return f"incomplete: a local minimum on {rows}x{columns}"
        return (
            f"complete on every N x N (proved: all {self.situations:,} irreducible situations looked at, on boards up to "
            f"{self.bound}x{self.bound}; larger boards have none, because no window has more than {self.reach} rows or "
            f"columns and {self.bound} = 5 x {self.reach} + 1: lemma in docs/every_size.md)"
        )


def largest_irreducible(reach: int) -> int:
    """Rows of the largest square board with irreducible situations, for windows up to a size."""
    return 5 * reach + 1


def check_every_size(
    domain: Domain,
    macros: Iterable[Schema],
    *,
    report: Callable[[int, int], None] | None = None,
) -> EverySize:
    """Whether climbing solves every square board of a domain that slides on a grid: proved.

    Parameters
    ----------
    domain, macros
        The schemas.
    report
        Called for every size with it and with the number of situations so far.

    Raises
    ------
    InputError
        Where the lemma does not hold: other moves than those of a blank on a grid, macros that ask for more than the blank,
        a goal that does not have the blank in the last cell, another order of subgoals.
    """
    schemas = tuple(macros)
    _suppose(domain, "sliding tiles", domain.slides and domain.geometry is GRID)
    asked = (schema.arc.conditions for schema in schemas)
    _suppose(
        domain,
        "macros that test no cell but the blank's",
        all(not equal and {symbol for _, symbol in one} == {domain.blank} for one, equal in asked),
    )
    smallest = domain.schemas((2, 2))
    reach = max(max(schema.window) for schema in (*smallest, *schemas))
    looked_at = 0
    for size in range(2, largest_irreducible(reach) + 1):
        climber = Climber(domain, (size, size), schemas)
        _check_board(climber, smallest)
        for filled, focus, blank in irreducible_situations(size, reach):
            looked_at += 1
            state = local_minimum(climber, filled, focus, blank)
            if state is not None:
                return EverySize(looked_at, reach, (state, (size, size)))
        if report is not None:
            report(size, looked_at)
    return EverySize(looked_at, reach)


def _suppose(domain: Domain, expected: str, holds: bool) -> None:
    """Raise InputError for a domain or macros that the lemma does not cover."""
    if not holds:
        raise InputError(f"no argument for larger boards of {domain.name}", expected=expected)


def _check_board(climber: Climber, smallest: tuple[Schema, ...]) -> None:
    """Raise InputError for a board that the lemma does not cover."""
    goal, placements = climber.goal, climber.placements
    domain, (size, _) = placements.domain, placements.shape
    in_turn = [row * size + column for (row, column), _, _ in subgoals(size)]
    same = domain.schemas(placements.shape) == smallest
    _suppose(domain, "the same moves on every board", same)
    _suppose(
        domain, "every tile once, and moves that test no cell but the blank's", positional(climber)
    )
    _suppose(domain, "a goal with the blank in the last cell", goal.goal[-1] == domain.blank)
    _suppose(domain, "rows and columns filled in turn", list(goal.order) == in_turn)


def subgoals(size: int) -> Iterator[tuple[tuple[int, int], int, int]]:
    """The cells of a square board in the order in which they are filled: row 0, column 0, row 1, and so on, without the last.

    Yields
    ------
    Row and column of the cell, and how many rows and columns are filled before it.
    """
    for line in range(size - 1):
        for column in range(line, size):
            yield (line, column), line, line
        for row in range(line + 1, size):
            yield (row, line), line + 1, line


def irreducible_situations(size: int, reach: int) -> Iterator[tuple[int, int, int]]:
    """The situations of a square board from which no row and column can be taken out.

    Parameters
    ----------
    size
        Rows of the board.
    reach
        Rows or columns of the largest window.

    Yields
    ------
    The number of filled cells, and the cells of the next symbol and of the blank.
    """
    for filled, (target, rows, columns) in enumerate(subgoals(size)):
        if columns >= reach:
            return  # the first row and column can be taken out
        row_pairs = list(_pairs(rows, target[0], size, reach))
        column_pairs = list(_pairs(columns, target[1], size, reach))
        for focus_row, blank_row, tight in row_pairs:
            for focus_column, blank_column, also in column_pairs:
                if not tight and not also:
                    continue
                focus, blank = (focus_row, focus_column), (blank_row, blank_column)
                if (
                    focus not in (blank, target)
                    and _free(focus, target, rows, columns)
                    and _free(blank, target, rows, columns)
                ):
                    yield (
                        filled,
                        focus_row * size + focus_column,
                        blank_row * size + blank_column,
                    )


def _pairs(first: int, target: int, size: int, reach: int) -> Iterator[tuple[int, int, bool]]:
    """The lines of the next symbol and of the blank, and whether no line far from all that matters can be taken out."""
    for focus in range(first, size):
        for blank in range(first, size):
            matter = sorted({first, target, focus, blank, size - 1})
            yield focus, blank, all(after - line <= reach for line, after in pairwise(matter))


def _free(cell: tuple[int, int], target: tuple[int, int], rows: int, columns: int) -> bool:
    """Whether a cell below the filled rows and right of the filled columns is not filled, ``target`` being the next."""
    if rows == columns:
        return cell[0] > rows or cell[1] >= target[1]
    return cell[1] > columns or cell[0] >= target[0]


@dataclass(frozen=True)
class Obstacle:
    """A step that would lead to a better state, and the reasons why it cannot be made.

    Parameters
    ----------
    schema, place
        The step.
    disturbs
        Filled cells that it would change.
    unmet
        Cells that do not hold the symbol that the step requires, each with that symbol.
    """

    schema: Schema
    place: int
    disturbs: tuple[int, ...]
    unmet: tuple[tuple[int, Symbol], ...]


@dataclass(frozen=True)
class Turn:
    """The cell whose turn it is in a state.

    Parameters
    ----------
    cell, filled
        The cell, and those before it in the order, which are right.
    left
        Number of unfilled cells of the order, this one included.
    wanted, holds
        The symbol that the cell must hold, and the one that it holds.
    focus
        Where the symbol is that belongs there; None where symbols repeat.
    step
        The step that climbing makes; None in a dead end.
    missing
        Place from which a missing entry of a macro table would bring the cell's symbol; else None.
    looked_at
        Number of placed moves and macros that could concern the cell.
    obstacles
        Steps that would lead to a better state, but cannot be made.
    """

    cell: int
    filled: tuple[int, ...]
    left: int
    wanted: Symbol
    holds: Symbol
    focus: int | None
    step: tuple[Schema, int] | None
    missing: int | None
    looked_at: int
    obstacles: tuple[Obstacle, ...]


def turn(climber: Climber, state: State) -> Turn | None:
    """The cell that is to be filled next in a state, and the steps of climbing for it; None at the goal.

    Parameters
    ----------
    climber
        The climber.
    state
        A state of its board.
    """
    goal = climber.goal
    placed = goal.placed(state)
    if placed == len(goal.order):
        return None
    cell = goal.order[placed]
    wanted = goal.goal[cell]
    found = climber.step(state)
    focus = state.index(wanted) if goal.permutation else None
    blank = climber.placements.blank_of(state)
    near = climber.placements.near(blank, cell if focus is None else focus)
    useful = (
        [one for one in near if one.written(state, cell) == wanted]
        if focus is None
        else [one for _, one in climber.progressing(blank, focus, cell)]
    )
    obstacles = (_obstacle(climber, one, state, placed) for one in useful)
    return Turn(
        cell,
        goal.order[:placed],
        len(goal.order) - placed,
        wanted,
        state[cell],
        focus,
        None if found is None else (climber.schemas[found.number], found.place),
        _missing(climber, state, placed),
        len(near),
        tuple(one for one in obstacles if one.disturbs or one.unmet),
    )


def _missing(climber: Climber, state: State, placed: int) -> int | None:
    table = climber.table
    if table is None:
        return None
    place = table.moves.arrangement(state)[climber.goal.order[placed]]
    return None if (placed, place) in table.by_place else place


def _obstacle(climber: Climber, one: Placed, state: State, placed: int) -> Obstacle:
    rank = climber.goal.rank
    return Obstacle(
        climber.schemas[one.number],
        one.place,
        tuple(cell for cell, _, _ in one.writes if rank[cell] < placed),
        (
            *((cell, symbol) for cell, symbol in one.tests if state[cell] != symbol),
            *((other, state[first]) for first, other in one.equal if state[first] != state[other]),
        ),
    )
