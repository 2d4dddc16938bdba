"""The parts of a walk through a problem.

In this file:

- A walk: where one is, how one came there, and what lies ahead after stepping back.
- Long work in a thread of its own, which tells how far it is and can be called off.
- An arc at its place on a board, and its conditions that a state does not meet.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import monotonic
from typing import Any, Generic, Protocol, TypeVar

from ...rules.arc import Arc
from ...rules.cost import total_cost
from ...rules.domain import Domain
from ...rules.errors import ArcwiseError, sentence_of
from ...rules.geometry import Shape
from ...rules.schema import Schema, touched
from ...rules.term import State, Symbol


@dataclass(frozen=True, slots=True)
class WalkStep:
    """A use of an arc and the state after it."""

    move: PlacedArc
    state: State


class Walk:
    """The steps from a start, with a cursor among them, as the history of a browser has it.

    Stepping back keeps what lies ahead until another step is made.

    Parameters
    ----------
    start
        First state of the walk.
    """

    def __init__(self, start: State) -> None:
        self.start = start
        self.steps: list[WalkStep] = []
        self.at = 0
        """Number of steps behind; the others lie ahead."""
        self.mark = 0
        """Number of the step at which the part of the path begins that is learned from."""

    @property
    def state(self) -> State:
        """Current state."""
        return self.state_after(self.at)

    def state_after(self, steps: int) -> State:
        """State after a number of steps."""
        return self.steps[steps - 1].state if steps else self.start

    @property
    def behind(self) -> Sequence[WalkStep]:
        """The steps made."""
        return self.steps[: self.at]

    @property
    def ahead(self) -> Sequence[WalkStep]:
        """The steps that `forward` would make."""
        return self.steps[self.at :]

    @property
    def marked(self) -> Sequence[WalkStep]:
        """The steps made since the mark."""
        return self.steps[self.mark : self.at]

    @property
    def moves(self) -> int:
        """The primitive moves behind."""
        return sum(step.move.length for step in self.behind)

    @property
    def cost(self) -> float:
        """Cost of the steps so far: that of their primitive moves, whatever a macro's own cost."""
        return total_cost([move.cost for step in self.behind for move in step.move.rule.primitives])

    def take(self, move: PlacedArc) -> None:
        """Use an arc here. What lay ahead is forgotten, unless this was its next step.

        Raises
        ------
        ArcwiseError
            An arc that does not apply here.
        """
        state = move.apply(self.state)
        if state is None:
            reasons = "; ".join(map(str, move.unmet(self.state)))
            raise ArcwiseError(f"{move.name} does not apply here: {reasons}")
        ahead = self.ahead
        if not (ahead and ahead[0].move.name == move.name and ahead[0].state == state):
            self.steps[self.at :] = [WalkStep(move, state)]
        self.at += 1

    def back(self, steps: int = 1) -> bool:
        """Step back, to the start at most; False at the start."""
        if not self.at:
            return False
        self.at = max(0, self.at - steps)
        self.mark = min(self.mark, self.at)
        return True

    def forward(self, steps: int = 1) -> bool:
        """Step forward again, to the end at most; False at the end."""
        if self.at == len(self.steps):
            return False
        self.at = min(len(self.steps), self.at + steps)
        return True

    def lay(self, steps: Sequence[WalkStep]) -> None:
        """Put a path that begins here ahead, in place of what lay ahead.

        Raises
        ------
        ArcwiseError
            A step that does not apply where its turn comes, or leads elsewhere.
        """
        state = self.state
        for number, step in enumerate(steps, start=1):
            if step.move.apply(state) != step.state:
                raise ArcwiseError(f"step {number}: {step.move.name} does not lead there")
            state = step.state
        self.steps[self.at :] = list(steps)

    def set_mark(self) -> None:
        """Learn from here on."""
        self.mark = self.at


Outcome = TypeVar("Outcome")


class Progress:
    """Progress of a running job; pass it to a search as its ``report``."""

    def __init__(self) -> None:
        self.doing = ""
        self.count = 0
        self._called_off = threading.Event()

    def __call__(self, count: int) -> None:
        """Note how far the work is.

        Raises
        ------
        KeyboardInterrupt
            When the job was called off: a search ends then as it does on Ctrl-C, with a result.
        """
        self.count = count
        if self._called_off.is_set():
            raise KeyboardInterrupt

    def call_off(self) -> None:
        """Have the next report end the work."""
        self._called_off.set()

    @property
    def called_off(self) -> bool:
        """Whether the job was called off."""
        return self._called_off.is_set()


class Job(Generic[Outcome]):
    """A function of a `Progress` that runs in a thread.

    Parameters
    ----------
    work
        What to do. An `ArcwiseError` or a want of memory is kept as ``trouble``, in words; any other exception is
        raised again by ``outcome``.
    """

    def __init__(self, work: Callable[[Progress], Outcome]) -> None:
        self.progress = Progress()
        self.trouble = ""
        self._work = work
        self._outcome: Outcome | None = None
        self._failure: BaseException | None = None
        self._began = monotonic()
        # A thread that hangs must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._outcome = self._work(self.progress)
        except KeyboardInterrupt:
            self.trouble = "called off"
        except ArcwiseError as error:
            self.trouble = sentence_of(error)
        except MemoryError:
            self.trouble = "out of memory"
        except BaseException as error:
            self._failure = error

    @property
    def elapsed(self) -> float:
        """Seconds since the job was made."""
        return monotonic() - self._began

    @property
    def running(self) -> bool:
        """Whether the job is still running."""
        return self._thread.is_alive()

    @property
    def outcome(self) -> Outcome | None:
        """Result of the job; None while it runs, and if it failed."""
        if self._failure is not None:
            raise self._failure
        return self._outcome

    def call_off(self, wait: float = 0) -> None:
        """Cancel the work at its next report, and wait some seconds for that."""
        self.progress.call_off()
        self._thread.join(wait)


LISTED_CELLS = 4
"""Number of touched cells above which only the first and the last are named."""


@dataclass(frozen=True, slots=True)
class Unmet:
    """A precondition of an arc that a state does not meet; cells count from 0.

    Parameters
    ----------
    cell, found
        A cell, and what stands there.
    wanted
        The constant that must stand there; None where the cell must equal another.
    other, other_found
        That other cell, and what stands there.
    """

    cell: int
    found: Symbol
    wanted: Symbol | None = None
    other: int | None = None
    other_found: Symbol | None = None

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that it is about."""
        return (self.cell,) if self.other is None else (self.cell, self.other)

    def __str__(self) -> str:
        if self.other is None:
            return f"cell {self.cell + 1} must be {self.wanted}, is {self.found}"
        return (
            f"cells {self.cell + 1} and {self.other + 1} must be equal: "
            f"{self.found} and {self.other_found}"
        )


@dataclass(frozen=True, eq=False)
class PlacedArc:
    """A rule on some of a board's cells, spelled out over the whole board only when that is asked for.

    Parameters
    ----------
    rule
        The arc: one of the board, or a schema's on its window.
    cells
        The board's cells that the rule's cells are, in its order.
    size
        The board's number of cells.
    schema, place
        The schema, and the board's cell that its window's first cell covers; None for arcs of the board.
    """

    rule: Arc
    cells: tuple[int, ...]
    size: int
    schema: Schema | None = None
    place: int = 0

    @classmethod
    def on_board(cls, arc: Arc) -> PlacedArc:
        """An arc of the whole board."""
        size = len(arc.before)
        return cls(arc, tuple(range(size)), size)

    @property
    def name(self) -> str:
        """The arc's name."""
        return self.rule.name

    def named(self, state: State) -> str:
        """The arc's name where it is used in a state."""
        return self.rule.named(tuple(state[cell] for cell in self.cells))

    @property
    def cost(self) -> float:
        """Cost of one use."""
        return self.rule.cost

    @property
    def length(self) -> int:
        """Number of primitive moves of one use."""
        return self.rule.length

    @property
    def is_macro(self) -> bool:
        """Whether this is a macro-operator."""
        return self.rule.is_macro

    @cached_property
    def arc(self) -> Arc:
        """The arc over the whole board."""
        return self.rule if self.schema is None else self.schema.placed(self.cells, self.size)

    @cached_property
    def _preconditions(
        self,
    ) -> tuple[tuple[tuple[int, Symbol], ...], tuple[tuple[int, int], ...]]:
        constants, equal = self.rule.conditions
        cells = self.cells
        return (
            tuple((cells[cell], symbol) for cell, symbol in constants),
            tuple((cells[one], cells[other]) for one, other in equal),
        )

    def unmet(self, state: State) -> list[Unmet]:
        """Conditions of the arc that a state does not meet; none if it applies."""
        constants, equal = self._preconditions
        lacking = [
            Unmet(cell, state[cell], wanted=symbol)
            for cell, symbol in constants
            if state[cell] != symbol
        ]
        lacking += [
            Unmet(one, state[one], other=other, other_found=state[other])
            for one, other in equal
            if state[one] != state[other]
        ]
        return lacking

    def apply(self, state: State) -> State | None:
        """The successor, or None where the arc does not apply."""
        if self.schema is None:
            return self.rule.apply(state)
        window = self.rule.apply(tuple(state[cell] for cell in self.cells))
        if window is None:
            return None
        board = list(state)
        for cell, symbol in zip(self.cells, window, strict=True):
            board[cell] = symbol
        return tuple(board)

    def where(self) -> str:
        """The place in words: ``cells 1, 4`` or ``2x3 from cell 5``."""
        if self.schema is not None:
            rows, columns = self.schema.window
            return f"{rows}x{columns} from cell {self.place + 1}"
        cells = [str(cell + 1) for cell in touched(self.rule)]
        if len(cells) > LISTED_CELLS:
            return f"{len(cells)} cells from {cells[0]} to {cells[-1]}"
        return f"cell{'s' if len(cells) != 1 else ''} {', '.join(cells)}"


def everywhere(schema: Schema, domain: Domain, shape: Shape) -> list[PlacedArc]:
    """A schema at every place of a board."""
    size = shape[0] * shape[1]
    placed = []
    for place in domain.geometry.places(schema.window, shape):
        cells = domain.geometry.cells(schema.window, place, shape)
        assert cells is not None
        placed.append(PlacedArc(schema.arc, cells, size, schema, place))
    return placed


@dataclass(frozen=True, slots=True)
class Match:
    """An arc that applies, and its successor state."""

    move: PlacedArc
    successor: State


@dataclass(frozen=True, slots=True)
class Miss:
    """An arc that does not apply, with its unmet conditions."""

    move: PlacedArc
    unmet: tuple[Unmet, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """The arcs of one name that do not apply.

    Parameters
    ----------
    nearest
        The first arc with the fewest unmet conditions.
    places
        Number of places.
    """

    nearest: Miss
    places: int

    @property
    def name(self) -> str:
        """Name of the rules."""
        return self.nearest.move.name


@dataclass(frozen=True, slots=True)
class Here:
    """Applicable and inapplicable rules in a state, in the order in which search tries the arcs.

    Parameters
    ----------
    matches
        The arcs that apply.
    missing
        The others, by name.
    problem
        Why the arcs could not be looked at; empty where they could.
    """

    matches: tuple[Match, ...] = ()
    missing: tuple[Missing, ...] = ()
    problem: str = ""


class Rulebook(Protocol):
    """Rules of a session."""

    def look(self, state: State) -> Here:
        """Applicable and inapplicable rules in a state."""

    def misses(self, name: str, state: State) -> list[Miss]:
        """Inapplicable arcs of a name, those with the fewest unmet conditions first."""

    @property
    def size(self) -> int:
        """Number of arcs; 0 if it is not known."""


class ArcRules:
    """A list of arcs, macros first."""

    def __init__(self, placed: Iterable[PlacedArc]) -> None:
        self._placed = tuple(placed)

    @property
    def size(self) -> int:
        """Number of arcs."""
        return len(self._placed)

    def look(self, state: State) -> Here:
        """Applicable and inapplicable rules in a state."""
        matches: list[Match] = []
        missing: dict[str, Missing] = {}
        for move in self._placed:
            unmet = move.unmet(state)
            if not unmet:
                successor = move.apply(state)
                assert successor is not None
                matches.append(Match(move, successor))
                continue
            known = missing.get(move.name)
            if known is None:
                missing[move.name] = Missing(Miss(move, tuple(unmet)), 1)
            else:
                nearest = known.nearest
                if len(unmet) < len(nearest.unmet):
                    nearest = Miss(move, tuple(unmet))
                missing[move.name] = Missing(nearest, known.places + 1)
        return Here(tuple(matches), tuple(missing.values()))

    def misses(self, name: str, state: State) -> list[Miss]:
        """Inapplicable arcs of a name, those with the fewest unmet conditions first."""
        named = (move for move in self._placed if move.name == name)
        found = [Miss(move, tuple(unmet)) for move in named if (unmet := move.unmet(state))]
        return sorted(found, key=lambda miss: len(miss.unmet))


class ProgramRules:
    """A program that is asked for moves: it tells what applies, but not what does not."""

    size = 0

    def __init__(self, program: Any) -> None:
        self._program = program

    def look(self, state: State) -> Here:
        """Answers of Prolog; an error of the program is reported, not raised."""
        try:
            answers = self._program.successors(state)
        except ArcwiseError as error:
            return Here(problem=str(error))
        return Here(tuple(Match(PlacedArc.on_board(arc), successor) for arc, successor in answers))

    def misses(self, name: str, state: State) -> list[Miss]:
        """Reasons why arcs do not match, which a program cannot tell."""
        return []
