"""Goals of a trusted program, proved by SWI-Prolog; a proof is the same tree as one of our own prover."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from statistics import median
from typing import Any

from ...rules.checked import checked
from ...rules.errors import InputError, Place
from ...rules.prolog.operators import OperatorTable
from ...rules.prolog.reader import Clause, read_clauses
from ...rules.prolog.writer import write_term
from ...rules.record import record
from ...rules.room import no_collection
from ...rules.term import Compound, PrologTerm, Var, list_items, make_list, variable_name
from ...rules.text.text_file import read_text
from ...rules.trust import check_trust
from ...search.limits import NO_LIMITS, Limits, Meter
from ...search.native.not_native import not_native
from ...search.result import Status
from ..program.program import (
    Goal,
    HornClause,
    LogicProgram,
    StatedGoal,
    arguments,
    conjunction,
    conjuncts,
    indicator,
)
from ..swi.interpreter import INTERPRETER, inferences
from ..swi.loading import load_text
from ..swi.process import DEFAULT_LIMITS, ODD, QuestionLimits, SwiError
from ..swi.terms import decoded
from .built_ins import DETERMINISTIC
from .compiled import (
    CALL,
    CATCH,
    CHOOSE,
    CONTROL_KINDS,
    EITHER,
    FIND,
    GOAL,
    IF,
    TEST,
    UNRECORDED,
    CompiledGoal,
    Database,
    built,
    pattern,
    unify_head,
)
from .depth_first import CALLED, FOUND, Step, StoppedError, body_of_call, taken_goals
from .moves import MoveProgram, Unfolded
from .proof import Proof, proof_of
from .prove import AskedGoal, ProofResult, ProofSearch
from .read_moves import entries_of, moves_of
from .variables import Fresh, Names, ProofTerm, Trail, unify, walked

HOLDS = "holds"
"""Mark of a test that holds, among the steps that proofs.pl tells."""

STATEMENTS = ("example", "problem", "operational")
"""Facts on learning, which are no part of the theory."""


SEEN_SECONDS, BATCHES, MOST_RUNS = 0.01, 3, 1 << 20
"""CPU seconds of a batch of runs of a goal at least, batches, and runs of one at most."""

MOST_STEPS = 10_000_000
"""Greatest number of inferences by which a program is looked through for what changes its answers."""


@record
class SwiMeasure:
    """Cost of a search for the first answer to a goal in SWI-Prolog.

    Parameters
    ----------
    outcome
        ``yes``, ``no``, or ``limit``.
    inferences
        As SWI-Prolog counts them.
    seconds
        CPU seconds of one run: the median of batches.
    runs, spread
        Number of runs, and the median deviation of batches as a share of their median.
    """

    outcome: str
    inferences: int
    seconds: float
    runs: int
    spread: float


class SwiDatabase(Database):
    """A program that SWI-Prolog has loaded: its clauses, and every other predicate as a leaf of proofs.

    Parameters
    ----------
    path, text
        Its file, and its text where it is known.
    limits
        Limits on questions about its moves.
    trust
        Whether you trust it: it may do all that Prolog can, with your files and processes. None for what `trusting` says.

    Raises
    ------
    SwiUnavailable
        No pyswip, or no SWI-Prolog.
    InputError
        A program that is not trusted; what Prolog reports as an error while it loads, with its place.
    """

    engine = "swi"

    def __init__(
        self,
        path: str,
        text: str | None = None,
        *,
        limits: QuestionLimits = DEFAULT_LIMITS,
        trust: bool | None = None,
    ) -> None:
        check_trust(path, trust)
        text = read_text(path) if text is None else text
        self.origin, warnings = load_text(text, path, limits)
        rows = self.ask(f"clauses({self.origin.module},{1 << 60})", NO_LIMITS, _rows)
        clauses: dict[Any, list[HornClause]] = {}
        kinds: dict[Any, str] = {}
        for (head, body), file, line, kind in rows:
            predicate, place = indicator(head), self.origin.place(file, line, 1)
            clauses.setdefault(predicate, []).append(HornClause(head, conjuncts(body), place))
            kinds[predicate] = kind
        operators = OperatorTable.default()
        with suppress(InputError):  # those of the file's directives
            list(read_clauses(text, path, operators=operators))
        made = {name: tuple(some) for name, some in clauses.items()}
        self._in_proofs = {one for one, kind in kinds.items() if kind == "carried"}
        tabled = frozenset(one for one, kind in kinds.items() if kind == "tabled")
        program = LogicProgram(path, made, operators, warnings=warnings, tabled=tabled)
        examples, problems, operational = (
            tuple(StatedGoal(arguments(one.head)[0], one.place) for one in stated if not one.body)
            for stated in (made.get((name, 1), ()) for name in STATEMENTS)
        )
        super().__init__(
            replace(
                program,
                examples=examples,
                problems=problems,
                operational=tuple(one.goal for one in operational) or None,
            )
        )

    @property
    def native(self) -> Any:
        """The program in the kernel, where it is not.

        Raises
        ------
        NotNativeError
            Always.
        """
        raise not_native("SWI-Prolog has loaded this program")

    @native.setter
    def native(self, value: None) -> None:
        """Forget nothing."""

    def changes(self, goal: Goal) -> str:
        """Reason why answers to a goal may be others another time; empty where all that it calls answers the same each time."""
        request = f"changes({self.origin.module},{write_term(goal)},{MOST_STEPS})"
        return str(self.ask(request, NO_LIMITS, str))

    def answers(
        self, goal: Goal, wanted: Iterable[Var], most: int | None = None
    ) -> Iterator[tuple[PrologTerm, ...]]:
        """Values of variables in each answer to a goal, in order; see `ProgramOrigin.answers`."""
        names = tuple(wanted)
        for told in self.origin.answers(write_term(goal), write_term(make_list(names)), most):
            values = list_items(told)
            if values is None or len(values) != len(names):
                raise self.origin.error(SwiError("answer", ODD), f"{write_term(goal)[:200]} fails")
            yield tuple(values)

    def measured(self, goal: Goal, limits: Limits) -> SwiMeasure:
        """Search for the first answer to a goal, again and again until the clock sees it."""
        most = inferences(QuestionLimits(limits.nodes))
        name = f"timed({self.origin.module},{write_term(goal)},{most}"
        runs, seconds = 1, 0.0
        while True:
            outcome, count, seconds = self.ask(f"{name},{runs})", limits, _timed)
            if outcome == "limit" or seconds >= SEEN_SECONDS or runs >= MOST_RUNS:
                break
            runs *= 2
        times = [seconds]
        if outcome != "limit":
            asked = (self.ask(f"{name},{runs})", limits, _timed) for _ in range(BATCHES - 1))
            times += [one for _, _, one in asked]
        middle = median(times)
        spread = median(abs(one - middle) for one in times) / middle if middle else 0.0
        return SwiMeasure(outcome, count, middle / runs, runs * len(times), spread)

    def search(self, asked: AskedGoal) -> InSwi:
        """The search for proofs of a goal in SWI-Prolog."""
        return InSwi(self, asked)

    def ask(
        self,
        request: str,
        limits: Limits,
        read: Callable[[Any], Any],
        more: Callable[[Any], None] | None = None,
    ) -> Any:
        """The reply to a request of bridge.pl; ``more`` takes what comes before it.

        Raises
        ------
        InputError
            An error of the program.
        StoppedError
            A limit on time.
        """
        asked = QuestionLimits(limits.nodes, seconds=limits.time, memory=limits.memory)
        try:
            return INTERPRETER.ask(request, asked, self.origin.module, read, more)
        except SwiError as failure:
            if failure.kind == "time":
                raise StoppedError("time") from None
            if "not enough memory" in failure.text or "memory runs out" in failure.text:
                raise StoppedError("memory") from None
            raise self.origin.error(failure, "the goal ends in an error") from None

    def _literal(self, goal: ProofTerm, place: Any, ready: bool) -> CompiledGoal:
        if type(goal) in (str, Compound):
            name = indicator(goal)
            if name not in CONTROL_KINDS and name not in self._in_proofs:
                args = arguments(goal) if ready else tuple(map(pattern, arguments(goal)))
                test = None if name in self.program.clauses else DETERMINISTIC.get(name)
                kind = CHOOSE if test is None else TEST
                return CompiledGoal(kind, name, args, test, place, goal)
        return super()._literal(goal, place, ready)


class MovesInSwi(MoveProgram):
    """Moves of a trusted program, which SWI-Prolog finds.

    Parameters
    ----------
    database
        The program as SWI-Prolog has loaded it.
    known
        As for `MoveProgram`.
    """

    engine = "swi"

    def __init__(self, database: SwiDatabase, *known: Any) -> None:
        super().__init__(*known)
        self.database: SwiDatabase = database
        entries = [one for one in entries_of(self.step.predicate) if one in self.program.clauses]
        goals = [Compound(name, (Var("_"),) * arity) for name, arity in entries]
        self.changes = database.changes(conjunction(goals))

    @cached_property
    def _unfolded(self) -> Unfolded:
        return Unfolded(None, self.changes) if self.changes else super()._unfolded

    def answers(
        self, goal: PrologTerm, wanted: Iterable[Var], most: int | None = None
    ) -> Iterator[tuple[PrologTerm, ...]]:
        """Values of variables in each answer to a goal, in order."""
        return self.database.answers(goal, wanted, most)

    def in_python(
        self, goal: PrologTerm, asked: tuple[CompiledGoal, ...], names: tuple[Var, ...]
    ) -> Iterator[tuple[PrologTerm, ...]]:
        """Values of variables in each answer to a goal, in order."""
        return self.database.answers(goal, names)


@checked
def read_trusted_moves(
    text: str,
    source: str = "<text>",
    start: str | None = None,
    moves: str | None = None,
    *,
    limits: QuestionLimits = DEFAULT_LIMITS,
    trust: bool | None = None,
) -> MovesInSwi:
    """The moves of a trusted program, which SWI-Prolog finds.

    Parameters
    ----------
    text, source, start, moves
        As for `read_moves`.
    limits, trust
        As for `SwiDatabase`.

    Raises
    ------
    SwiUnavailable, InputError
        As for `SwiDatabase` and `read_moves`.
    """
    database = SwiDatabase(source, text, limits=limits, trust=trust)
    program = database.program
    clauses = [Clause(one.term, one.place or Place(source)) for one in program]
    made = moves_of(clauses, program, start, moves, partial(MovesInSwi, database))
    assert isinstance(made, MovesInSwi)
    return made


class InSwi(ProofSearch):
    """A goal that SWI-Prolog proves depth-first."""

    engine = "swi"

    def __init__(self, database: SwiDatabase, asked: AskedGoal) -> None:
        super().__init__(asked, Meter(NO_LIMITS))
        self._swi = database
        self._changes, self._inferences = "", 0

    @property
    def counts(self) -> tuple[int, int]:
        """Inferences as SWI-Prolog counts them; it does not tell of clauses that were tried."""
        return self._inferences, 0

    def result(self, name: str) -> ProofResult:
        """Search; a program whose answers may change has proved no "no"."""
        found = super().result(name)
        if found.status is Status.UNSOLVABLE and self._changes:
            return replace(found, status=Status.INCOMPLETE, exhausted=False, note=self._changes)
        return found

    @no_collection()
    def depth_first(self, bound: int | None = None, least: int = 0) -> bool:
        """Ask for all answers at once, and take each when it is told; returns whether there are no more."""
        limits, origin = self.asked.limits, self._swi.origin
        most = 1 << 60 if self.answers is None else self.answers
        asked = f"{write_term(self.goal)},{write_term(make_list(self.variables))}"
        bounds = f"{most},{inferences(QuestionLimits(limits.nodes))}"
        recorded = "true" if self.proofs else "false"
        request = f"prove({origin.module},{asked},{recorded},{bounds})"
        told = self._swi.ask(request, limits, _outcome, self._told)
        outcome, self._inferences, self._changes = told
        if outcome == "limit":
            raise StoppedError("nodes")
        return bool(outcome == "all")

    def _told(self, code: Any) -> None:
        """Take an answer."""
        answer, shared = decoded(code, lambda _: Fresh()).args
        for one in _items(shared):
            one.args[0].value = one.args[1]
        values, steps = answer.args
        known = dict(zip(self.variables, _items(values), strict=True))
        self._take(self.database.body((self.goal,)), known, _items(steps))

    def _proof(
        self,
        goals: tuple[CompiledGoal, ...],
        known: Mapping[Any, Any],
        steps: Any,
        names: Names,
    ) -> Callable[[], tuple[Proof, ...]]:
        if not self.proofs:
            return tuple
        told = steps

        def proof() -> tuple[Proof, ...]:
            own: dict[Any, Any] = {one: Fresh() for one in known}
            try:
                steps = replayed(self.database, goals, own, told)
                same = all(unify(own[one], value, []) for one, value in known.items())
            except (StopIteration, IndexError, AttributeError):
                same = False
            if not same:
                raise InputError(
                    "the proof that SWI-Prolog found cannot be followed",
                    place=Place(self._swi.origin.source),
                    expected="steps that resolve goals by clauses of the program",
                    remedy="without proofs: such a program may change terms in place",
                )
            return tuple(proof_of(goals, steps, names, own))

        return proof


def replayed(
    database: Database, goals: tuple[CompiledGoal, ...], known: dict[Any, Any], told: Iterable[Any]
) -> Step:
    """Do the steps of a proof again that proofs.pl has told; returns the last of them as our own prover records it.

    Parameters
    ----------
    database
        The program.
    goals
        The goals that were asked.
    known
        Their variables, which are bound as the proof binds them.
    told
        The steps.

    Raises
    ------
    StopIteration, IndexError, AttributeError
        Steps that are not of these goals.
    """
    last: Step = (None, 0, None, ())
    taken = iter(told)
    trail: Trail = []
    pending: list[tuple[tuple[CompiledGoal, ...], int, dict[Any, Any]]] = [(goals, 0, known)]
    while pending:
        body, at, known = pending.pop()
        if at == len(body):
            continue
        pending.append((body, at + 1, known))
        literal = body[at]
        kind = literal.kind
        if kind in UNRECORDED:
            continue
        what: Any = None
        args: Any = (literal, known)
        if kind in (CALL, TEST, CHOOSE):
            args = tuple([built(one, known) for one in literal.args])
        if literal.name == ("=", 2):
            _same(args[:1], args[1:], trail)
            last = (last, 0, None, args)
            continue
        one = walked(next(taken))
        while one == CALLED and kind != GOAL:  # a later step has bound the goal by now
            one = walked(next(taken))
        if kind == CALL:
            what, known = literal.target.rules[one - 1], {}
            if not unify_head(what.head, args, known, trail):
                raise IndexError
            pending.append((what.body, 0, known))
        elif kind in (TEST, CHOOSE):
            if one != HOLDS:
                _same(args, arguments(walked(one.args[0])), trail)
        elif kind in (EITHER, IF, CATCH):
            what = one
            condition, others = taken_goals(literal, what)
            pending += [(others, 0, known), (condition, 0, known)]
        elif kind == FIND:
            what = FOUND
            _same((built(literal.args[1], known),), one.args, trail)
        elif kind == GOAL:
            what = one
            args = body_of_call(database, literal, [built(one, known) for one in literal.args])
            pending.append((args, 0, {}))
        else:  # a negation, or the end of a condition
            what = one
        last = (last, 0, what, args)
    return last


def _same(terms: Iterable[Any], others: Iterable[Any], trail: Trail) -> None:
    if not all(unify(one, other, trail) for one, other in zip(terms, others, strict=True)):
        raise IndexError


def _items(term: Any) -> list[Any]:
    found = list_items(term)
    if found is None:
        raise ValueError
    return found


def _rows(reply: Any) -> list[tuple[tuple[Any, Any], str, int, str]]:
    found = []
    for code, file, line, kind in reply:
        if not (isinstance(file, str) and isinstance(line, int) and isinstance(kind, str)):
            raise ValueError
        clause = decoded(code, lambda number: Var(variable_name(number)), any_constant=True)
        head, body = clause.args
        found.append(((head, body), file, line, kind))
    return found


def _timed(reply: Any) -> tuple[str, int, float]:
    outcome, count, seconds = reply
    if outcome not in ("yes", "no", "limit") or not isinstance(count, int):
        raise ValueError
    return outcome, count, float(seconds)


def _outcome(reply: Any) -> tuple[str, int, str]:
    outcome, count, changes = reply
    if outcome not in ("all", "enough", "limit") or not isinstance(count, int):
        raise ValueError
    if not isinstance(changes, str):
        raise ValueError
    return outcome, count, changes
