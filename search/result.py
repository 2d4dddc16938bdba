"""Results of searches, successful or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Self

from ..rules.errors import InputError
from ..rules.later import Later
from ..rules.text.state_text import counted
from ..rules.theory import Theory
from .denominators import total_cost
from .operator import Operator

_improved = Later("search.improve", "improved")

FALLBACK = "Python engine: "
"""How a note begins that says why the kernel did not search."""

NOT_READY = "was not ready to be searched"
"""The note where a limit was reached while what a search needs was made."""

STUCK = "stuck in a local minimum: no neighbour has a lower h"
"""The note where a search keeps only what is better than before, and nothing is."""

LONG_PREPARATION = 0.5
"""Seconds of preparation from which on it is spoken of."""

THREADS = "threads: "
"""How a note begins that says how many threads searched, where several were asked for."""


class Status(StrEnum):
    """How a search ended."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    """Proved: no path exists."""
    INCOMPLETE = "incomplete"
    """Gave up without proof, as a beam does that dropped nodes."""
    STOPPED = "stopped"
    """A limit was reached or the user interrupted."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counters of a search.

    Parameters
    ----------
    expanded
        Nodes whose successors were asked for.
    generated
        Successor states made by operators, before any duplicate is dropped.
    inserted
        Successors that survived the duplicate rule and were put into open.
    evaluated
        Heuristic values computed.
    reopened
        States put back into open after their expansion.
    operator_applications
        Primitive moves made; a macro counts its length.
    peak_open
        The most nodes that waited at once.
    peak_memory
        Bytes by which the process grew, sampled; 0 where the search fitted into memory already held.
    elapsed
        Seconds.
    preparation
        Seconds before, which making the heuristic took, pattern databases above all: once, whatever is searched with it
        later; or making the whole problem ready after its part. It is no work of the search, nor compared.
    """

    expanded: int = 0
    generated: int = 0
    inserted: int = 0
    evaluated: int = 0
    reopened: int = 0
    operator_applications: int = 0
    peak_open: int = 0
    peak_memory: int = 0
    elapsed: float = 0.0
    preparation: float = field(default=0.0, compare=False)

    def prepared_in(self, seconds: float) -> Statistics:
        """Copy with some seconds more of preparation."""
        return replace(self, preparation=self.preparation + seconds)

    def plus(self, other: Statistics) -> Statistics:
        """The work of two searches one after the other: counts add up, peaks do not."""
        return Statistics(
            **{
                field.name: (max if field.name.startswith("peak") else _add)(
                    getattr(self, field.name), getattr(other, field.name)
                )
                for field in fields(self)
            }
        )


def _add(one: Any, other: Any) -> Any:
    return one + other


@dataclass(frozen=True, slots=True)
class Solution:
    """The path that a search found.

    Parameters
    ----------
    path
        The states from start to goal, one more than ``operators``.
    operators
        The arcs and macros.
    primitives
        The same with every macro unrolled.
    cost
        That of the primitive moves.
    """

    path: Sequence[Any]
    operators: Sequence[Operator]
    primitives: tuple[Operator, ...]
    cost: float

    @property
    def steps(self) -> int:
        """Number of operators."""
        return len(self.operators)

    @property
    def moves(self) -> int:
        """Number of primitive moves."""
        return len(self.primitives)


@dataclass(frozen=True)
class Result:
    """The outcome of one search.

    Parameters
    ----------
    status
        How it ended.
    states
        The states from start to goal, one more than ``operators``; only the start without a solution.
    operators
        The arcs and macros of the solution; none without one.
    statistics
        What it took; always there.
    limit
        For STOPPED: ``time``, ``nodes``, ``memory`` or ``interrupt``. For SOLVED too, where that ended the proof that the
        solution is optimal.
    algorithm, heuristic, engine
        What ran; no engine where nothing had to be searched, or a limit was reached before.
    optimal
        Whether the algorithm and its arguments guarantee that no solution is cheaper.
    note
        A remark in words, such as why a problem cannot be solved.
    theory
        Whose boards the path is drawn on; None where there is none.
    bound
        What a solution costs at least, as far as the search has proved it; None where nothing is proved. That of an
        optimal solution is its cost.
    """

    status: Status
    states: Sequence[Any]
    operators: Sequence[Operator]
    statistics: Statistics
    limit: str | None = None
    algorithm: str = ""
    heuristic: str | None = None
    engine: str | None = "python"
    optimal: bool = False
    note: str = ""
    theory: Theory | None = field(default=None, compare=False, repr=False)
    bound: float | None = None

    @classmethod
    def not_ready(
        cls,
        states: Sequence[Any],
        limit: str | None,
        elapsed: float,
        algorithm: str,
        heuristic: str | None,
    ) -> Self:
        """The result of a search that a limit ended before it began, with the seconds spent."""
        spent = Statistics(elapsed=elapsed)
        return cls(
            Status.STOPPED, states, (), spent, limit, algorithm, heuristic, None, note=NOT_READY
        )

    @property
    def solved(self) -> bool:
        """Whether a path was found."""
        return self.status is Status.SOLVED

    @property
    def start(self) -> Any:
        """The state that the search began in; None where a limit ended it before that was known."""
        return self.states[0] if self.states else None

    def solution(self) -> Solution:
        """The path that was found, with its lengths and its cost.

        Raises
        ------
        InputError
            Without one.
        """
        if not self.solved:
            raise InputError("no solution was found", found=self.summary())
        moves = [move for one in self.operators for move in one.primitives]
        cost = total_cost([move.cost for move in moves])
        return Solution(self.states, self.operators, tuple(moves), cost)

    @property
    def path(self) -> Sequence[Any] | None:
        """The states from start to goal; None without a solution."""
        return self.states if self.solved else None

    @property
    def steps(self) -> int | None:
        """The length of the path with a macro as one step; None without a solution."""
        return len(self.operators) if self.solved else None

    @property
    def primitives(self) -> tuple[Operator, ...]:
        """The solution with every macro unrolled; empty without one."""
        return tuple(move for operator in self.operators for move in operator.primitives)

    @property
    def moves(self) -> int | None:
        """The number of primitive moves of the solution; None without one."""
        return sum(operator.length for operator in self.operators) if self.solved else None

    @property
    def cost(self) -> float | None:
        """The true cost of the solution, that of its primitive moves; None without one."""
        return self.solution().cost if self.solved else None

    @property
    def move_names(self) -> list[str]:
        """The solution, move by move, in words; empty without one."""
        return [move.name for move in self.primitives]

    @property
    def recorded_path(self) -> Sequence[Any] | None:
        """The states of the solution as they are written down; None without one."""
        return self.path

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for JSON; path, lengths and cost are None without a solution."""
        path = self.recorded_path
        return {
            "status": self.status.value,
            "limit": self.limit,
            "algorithm": self.algorithm,
            "heuristic": self.heuristic,
            "engine": self.engine,
            "optimal": self.optimal,
            "steps": self.steps,
            "moves": self.moves,
            "cost": self.cost,
            "bound": self.bound,
            **asdict(self.statistics),
            "path": None
            if path is None
            else [list(state) if isinstance(state, tuple) else state for state in path],
            "arcs": [operator.name for operator in self.operators],
            "primitive_moves": self.move_names,
            "note": self.note,
        }

    def improve(self, seconds: float = 1, *, engine: str = "auto") -> Self:
        """The result with a shorter solution, where one is found within some seconds.

        Parameters
        ----------
        seconds, engine
            As for `arcwise.search.improved`.

        Raises
        ------
        InputError
            A result without a solution, or of a problem that is not made of arcs.
        """
        shorter: Self = _improved(self, seconds, engine=engine)
        return shorter

    def noted(self, words: str) -> Self:
        """Copy with a remark before its own note."""
        return replace(self, note="; ".join(filter(None, (words, self.note))))

    def prepared_in(self, seconds: float) -> Self:
        """Copy with some seconds more of preparation."""
        return replace(self, statistics=self.statistics.prepared_in(seconds))

    def on_one_thread(self, reason: str) -> Self:
        """Copy with the remark why only one thread searched."""
        return self.noted(f"{THREADS}one, as {reason}")

    @property
    def method(self) -> str:
        """Algorithm, with the heuristic if it uses one."""
        return f"{self.algorithm} with {self.heuristic}" if self.heuristic else self.algorithm

    def summary(self) -> str:
        """One line for people."""
        head = f"{self.method}: " if self.method else ""
        return head + self._outcome()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.summary()!r})"

    def _outcome(self) -> str:
        did = self.statistics
        work = f"{did.expanded:,} expanded, {did.generated:,} generated, {did.elapsed:.3f} s"
        if did.preparation >= LONG_PREPARATION:
            work += f" after {did.preparation:.1f} s of preparation"
        if self.engine:
            work += f", engine {self.engine}"
        if self.solved:
            found = self.solution()
            kind = "optimal" if self.optimal else "may be suboptimal"
            if self.bound is not None and not self.optimal:
                kind += f", at least {self.bound:g} needed"
            length = counted(found.moves, "move")
            if found.steps != found.moves:
                length += f" in {counted(found.steps, 'step')}"
            return f"solved: {length}, cost {found.cost:g} ({kind}); {work}"
        if self.status is Status.INCOMPLETE and self.note == STUCK:
            return f"{self.note}; {work}"
        reason = f" by {self.limit}" if self.limit else ""
        note = f" ({self.note})" if self.note else ""
        least = "" if self.bound is None else f"; a solution costs at least {self.bound:g}"
        return f"{self.status.value}{reason}{note}{least}; {work}"
