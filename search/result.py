"""Results of searches, climbs among them, successful or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from ..rules.arc import Arc, names_along
from ..rules.checked import checked
from ..rules.cost import total_cost
from ..rules.errors import InputError
from ..rules.later import Later
from ..rules.record import record
from ..rules.schema import Schema
from ..rules.term import State
from ..rules.text.words import amount, counted
from ..rules.theory import Theory
from .algorithms import CLIMB
from .operator import Operator

if TYPE_CHECKING:
    from .plan import Improvement, Plan

_improved = Later("search.improve", "improved")

FALLBACK = "Python engine: "
"""How a note begins that says why the kernel did not search."""

NOT_READY = "was not ready to be searched"
"""The note where a limit was reached while what a search needs was made."""

BY_SEARCH = "by search; where the rules first ended"
ALL_BY_SEARCH = "the whole problem was searched, as"
"""Beginning of the note of a result that is not by rules alone."""

NO_STAGE = "no stage of the table suits the problem"
"""The note of a table of stages that made no search."""

UNPROVED = "a plan was found, but a limit ended the proof that none is cheaper"
"""The note of a search that is compared, and whose plan does not count as no limit may end a search that does."""

STUCK = "stuck in a local minimum: no neighbour has a lower h"
"""The note where a search keeps only what is better than before, and nothing is."""

PRUNED = "states without a new atom, or pair of atoms for iw-2, were pruned, so that nothing is proved; breadth-first looks at all"
"""The note where novelty search ends without a solution."""

NO_STEP = "stuck in a local minimum: no step there is better"
"""The note of a climb that ended in a local minimum, where no limit stopped it."""

MOST_CELLS = 200_000
"""Cells of all states of a climb's path together; of a longer one the states are not written down."""

LONG_PREPARATION = 0.5
"""Seconds of preparation from which on a summary names it."""

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
    trapped
        Successors that were left out as dead ends: they fit a trap, or arcs alone tell that no goal is reached from them.
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
    trapped: int = 0
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


@record
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
        Cost of the primitive moves.
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


@dataclass(slots=True)
class SchemaUse:
    """Uses of one schema in a climb.

    Parameters
    ----------
    tried
        Number of times that its conditions were tested.
    matched
        Number of times that they held.
    applied
        Number of times that it was used.
    """

    tried: int = 0
    matched: int = 0
    applied: int = 0


Steps: TypeAlias = tuple[tuple[Schema, int], ...]
"""Schemas, each with its place, in order."""


@record
class Escape:
    """A search for a better state.

    Parameters
    ----------
    start
        The local minimum.
    steps
        Primitive schemas, each with its place, in order; None where there is none.
    statistics
        Counters of the search.
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


@checked
@record
class Climb:
    """The part of a result that only a climb has.

    INCOMPLETE is a climb that got stuck and could or should not search. In its statistics ``expanded`` counts the states
    stood in and those that the searches for escapes expanded, and ``evaluated`` the states that were compared with others.

    Parameters
    ----------
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
    climber
        The `Climber`, where it was a problem that was climbed on; None in a copy, or in what was pickled.
    entries
        For a macro table, the number of entries that make up the plan; its steps are moves, as meeting moves were joined.
    learned
        What became of each escape, in words, where they were to be learned.
    """

    plan: Plan
    uses: tuple[SchemaUse, ...]
    schemas: tuple[Schema, ...]
    escapes: tuple[Escape, ...] = ()
    stuck: State | None = None
    climber: Any = field(default=None, compare=False, repr=False)
    entries: int = 0
    learned: tuple[str, ...] = ()

    def __getstate__(self) -> dict[str, Any]:
        """Get the state to pickle or copy, without the climber: it holds parts of the kernel."""
        return self.__dict__ | {"climber": None}

    @property
    def passed_over(self) -> int:
        """Operator applications of the schemas that were looked at and not used, if each were applied."""
        each = zip(self.uses, self.schemas, strict=True)
        return sum((use.tried - use.applied) * schema.length for use, schema in each)

    @property
    def moves_made(self) -> list[str]:
        """The primitive moves of the plan; where all have one name, with the cell at which each begins."""
        if len(self.plan.domain.schemas(self.plan.shape)) == 1:
            return [f"{schema.name}@{place + 1}" for schema, place in self.plan.primitives()]
        return [schema.name for schema, _ in self.plan.primitives()]

    def to_dict(self, solved: bool) -> dict[str, Any]:
        """Additional plain values of the result; of a climb that did not arrive also the moves made."""
        return {
            **({} if solved else {"moves_made": self.moves_made}),
            "entries": self.entries or None,
            "arcs": [schema.name for schema, _ in self.plan.steps] if solved else [],
            "escapes": len(self.escapes),
            "stuck": list(self.stuck) if self.stuck else None,
            "macros": {
                schema.name: asdict(use)
                for schema, use in zip(self.schemas, self.uses, strict=True)
                if schema.arc.is_macro
            },
        }

    def work(self, did: Statistics) -> str:
        """The work done, in words."""
        if self.escapes:
            searched = sum(escape.generated for escape in self.escapes)
            minima = counted(len(self.escapes), "local minimum", "local minima")
            searched_for = f"{searched:,} of them searching out of {minima}"
        elif self.entries:
            searched_for = f"looking ahead {did.expanded:,} expanded, {did.generated:,} generated"
        else:
            searched_for = "no search"
        return f"{counted(did.operator_applications, 'operator application')}, {searched_for}"

    def length(self) -> str:
        """Length of the plan, in words."""
        plan = self.plan
        moves = counted(plan.moves, "move")
        if self.entries:
            return f"{moves} of {counted(self.entries, 'entry', 'entries')} of a table, joined"
        macros = sum(schema.arc.is_macro for schema, _ in plan.steps)
        return f"{moves} in {counted(len(plan.steps), 'step')} ({counted(macros, 'macro')})"


@record
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
        Counters of the search; never None.
    limit
        For STOPPED: ``time``, ``nodes``, ``memory`` or ``interrupt``. For SOLVED too, where that ended the proof that the
        solution is optimal.
    algorithm, heuristic, engine
        Names of what ran; no engine if nothing had to be searched, or a limit was reached before.
    optimal
        Whether the algorithm and its arguments guarantee that no solution is cheaper.
    note
        A remark in words, such as why a problem cannot be solved.
    theory
        Theory on whose boards the path is drawn; None if there is none.
    bound
        Proved lower bound on the cost of a solution; None where nothing is proved. That of an
        optimal solution is its cost.
    climb
        Further results of a climb: its plan, the uses of each schema, its escapes; None for other searches.
    improvement
        The attempt to shorten the solution, an `Improvement`; None if there was none.
    lifted
        The `LiftedProblem` in which a policy was followed, whose moves have names only; None for other results.
    walked
        The `IteratedProblem` that was searched where walks are steps; None for other results.
    exact
        Whether no sum of costs was rounded so that another solution might be cheaper.
    one_cost
        Whether all moves that the search made cost the same; None where it did not look.
    traps
        The library of traps that the search learned; None where it was not asked to.
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
    climb: Climb | None = None
    improvement: Improvement | None = field(default=None, compare=False, repr=False)
    lifted: Any = field(default=None, compare=False, repr=False)
    walked: Any = field(default=None, compare=False, repr=False)
    exact: bool = field(default=True, compare=False, repr=False)
    one_cost: bool | None = field(default=None, compare=False, repr=False)
    traps: Any = field(default=None, compare=False, repr=False)

    @classmethod
    def of_climb(
        cls,
        status: Status,
        statistics: Statistics,
        climb: Climb,
        limit: str | None = None,
        *,
        algorithm: str = CLIMB,
        engine: str = "python",
    ) -> Self:
        """The result of a climb, with the states and arcs of its plan where that leads to the goal."""
        plan = climb.plan
        return cls(
            status,
            (plan.start,),
            (),
            statistics,
            limit,
            algorithm,
            engine=engine,
            note=NO_STEP if climb.stuck is not None and limit is None else "",
            theory=plan.domain.board(plan.shape),
        ).with_climb(climb)

    def with_climb(self, climb: Climb) -> Self:
        """Copy with the states and arcs of a climb's plan, which are made whenever they are asked for."""
        plan = climb.plan
        if not self.solved:
            return replace(self, states=(plan.start,), operators=(), climb=climb)
        return replace(self, states=plan.states, operators=plan.arcs, climb=climb)

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
        """The path from start to goal, with its lengths and its cost.

        Raises
        ------
        InputError
            A result without a solution.
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
        if self.climb is not None and self.solved:
            return self.climb.moves_made
        if self.theory is None or not self.solved:
            return [move.name for move in self.primitives]
        return names_along(self.primitives, self.states[0])

    @property
    def names(self) -> list[str]:
        """The operators of the solution in words, a macro as one; empty without one."""
        if self.climb is not None or not self.solved:
            return [operator.name for operator in self.operators]
        return [
            operator.named(state) if isinstance(operator, Arc) else operator.name
            for operator, state in zip(self.operators, self.states, strict=False)
        ]

    @property
    def looked_at(self) -> int:
        """Operator applications, if every schema that a climb looked at were applied: what other searches count."""
        passed_over = 0 if self.climb is None else self.climb.passed_over
        return self.statistics.operator_applications + passed_over

    @property
    def recorded_path(self) -> Sequence[Any] | None:
        """The states of the solution as they are written down; none of a climb's long one, and None without one."""
        path = self.path
        if path is None or self.climb is None or len(path) * len(path[0]) <= MOST_CELLS:
            return path
        return ()

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
            "arcs": self.names,
            "primitive_moves": self.move_names,
            "note": self.note,
            **({} if self.climb is None else self.climb.to_dict(self.solved)),
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

    def left_out(self, count: int) -> Self:
        """Copy with some more successors that were left out as they fit a trap."""
        if not count:
            return self
        did = self.statistics
        return replace(self, statistics=replace(did, trapped=did.trapped + count))

    def prepared_in(self, seconds: float) -> Self:
        """Copy with some seconds more of preparation."""
        return replace(self, statistics=self.statistics.prepared_in(seconds))

    def on_one_thread(self, reason: str) -> Self:
        """Copy with the remark why only one thread searched."""
        return self.noted(f"{THREADS}one, as {reason}")

    @property
    def method(self) -> str:
        """Algorithm, with the heuristic if it uses one."""
        return method_name(self.algorithm, self.heuristic)

    def summary(self) -> str:
        """One line for people."""
        head = f"{self.method}: " if self.method else ""
        return head + self._outcome()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.summary()!r})"

    def _outcome(self) -> str:
        did = self.statistics
        left_out = f"{did.trapped:,} dead ends left out, " if did.trapped else ""
        if self.climb is not None:
            work = f"{self.climb.work(did)}, {left_out}{did.elapsed:.3f} s, engine {self.engine}"
            if self.solved:
                return f"solved: {self.climb.length()}; {work}"
            limit = f" by {self.limit}" if self.limit else ""
            return f"{self.status.value}{limit}, after {counted(self.climb.plan.moves, 'move')}; {work}"
        work = (
            f"{did.expanded:,} expanded, {did.generated:,} generated, {left_out}{did.elapsed:.3f} s"
        )
        if did.preparation >= LONG_PREPARATION:
            work += f" after {did.preparation:.1f} s of preparation"
        if self.engine:
            work += f", engine {self.engine}"
        if self.solved:
            found = self.solution()
            kind = "optimal" if self.optimal else "may be suboptimal"
            if self.bound is not None and not self.optimal:
                kind += f", at least {amount(self.bound)} needed"
            length = counted(found.moves, "move")
            if found.steps != found.moves:
                length += f" in {counted(found.steps, 'step')}"
            return f"solved: {length}, cost {amount(found.cost)} ({kind}); {work}"
        if self.status is Status.INCOMPLETE and self.note == STUCK:
            return f"{self.note}; {work}"
        reason = f" by {self.limit}" if self.limit else ""
        note = f" ({self.note})" if self.note else ""
        least = "" if self.bound is None else f"; a solution costs at least {amount(self.bound)}"
        return f"{self.status.value}{reason}{note}{least}; {work}"


def method_name(algorithm: str, heuristic: str | None) -> str:
    """An algorithm, with its heuristic if it has one, as tables name the pair."""
    return f"{algorithm} with {heuristic}" if heuristic else algorithm
