"""Goals of a trusted program, proved by SWI-Prolog; a proof is the same tree as one of our own prover."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ...rules.errors import InputError
from ...rules.logic.program import Goal, HornClause, LogicProgram, arguments, conjuncts, indicator
from ...rules.prolog.operators import OperatorTable
from ...rules.prolog.reader import read_clauses
from ...rules.prolog.writer import write_term
from ...rules.room import no_collection
from ...rules.swi.interpreter import INTERPRETER, inferences
from ...rules.swi.loading import load_text
from ...rules.swi.process import QuestionLimits, SwiError
from ...rules.term import Compound, list_items, make_list
from ...rules.text.text_file import read_text
from ...rules.trust import check_trust
from ..limits import NO_LIMITS, Limits, Meter
from ..result import Status
from .compiled import CONTROL_KINDS, TEST, CompiledGoal, Database, goals_in
from .depth_first import CALLED, FOUND, REFUTED, Step, StoppedError
from .prove import ProofResult, ProofSearch
from .variables import ProofTerm, walked, with_fresh

_LOADING = QuestionLimits(inferences=None)


class SwiDatabase(Database):
    """A program that SWI-Prolog has loaded: its clauses, and every other predicate as a leaf of proofs.

    Parameters
    ----------
    path
        Its file.

    Raises
    ------
    SwiUnavailable
        No pyswip, or no SWI-Prolog.
    InputError
        A program that is not trusted; what Prolog reports as an error while it loads, with its place.
    """

    def __init__(self, path: str) -> None:
        check_trust(path)
        text = read_text(path)
        self.origin, _, warnings = load_text(text, path, _LOADING)
        rows = self.ask(f"clauses({self.origin.module},{1 << 60})", NO_LIMITS, _rows)
        clauses: dict[Any, list[HornClause]] = {}
        for written, file, line in rows:
            head, body = _read(written).args
            place = self.origin.place(file, line, 1)
            clauses.setdefault(indicator(head), []).append(HornClause(head, conjuncts(body), place))
        operators = OperatorTable.default()
        with suppress(InputError):  # those of the file's directives
            list(read_clauses(text, path, operators=operators))
        made = {name: tuple(some) for name, some in clauses.items()}
        super().__init__(LogicProgram(path, made, operators, warnings=warnings))

    def search(self, goal: Goal, answers: int | None, proofs: bool, limits: Limits) -> InSwi:
        """The search for proofs of a goal in SWI-Prolog."""
        return InSwi(self, goal, answers, proofs, limits)

    def ask(self, request: str, limits: Limits, read: Callable[[Any], Any]) -> Any:
        """The reply to a request of bridge.pl.

        Raises
        ------
        InputError
            An error of the program.
        StoppedError
            A limit on time.
        """
        asked = QuestionLimits(limits.nodes, seconds=limits.time, memory=limits.memory)
        try:
            return INTERPRETER.ask(request, asked, self.origin.module, read)
        except SwiError as failure:
            if failure.kind == "time":
                raise StoppedError("time") from None
            if "not enough memory" in failure.text or "memory runs out" in failure.text:
                raise StoppedError("memory") from None
            raise self.origin.error(failure, "the goal ends in an error") from None

    def _literal(self, goal: ProofTerm, place: Any, ready: bool) -> CompiledGoal:
        if type(goal) in (str, Compound):
            name = indicator(goal)
            if name not in CONTROL_KINDS and name not in self.program.clauses:
                return CompiledGoal(TEST, name, (), None, place, goal)
        return super()._literal(goal, place, ready)


class InSwi(ProofSearch):
    """A goal that SWI-Prolog proves depth-first."""

    engine = "swi"

    def __init__(
        self,
        database: SwiDatabase,
        goal: Goal,
        answers: int | None,
        proofs: bool,
        limits: Limits,
    ) -> None:
        super().__init__(database, goal, Meter(NO_LIMITS), answers, proofs)
        self._swi, self._limits = database, limits
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
        """Ask for all answers at once; returns whether there are no more."""
        limits, origin = self._limits, self._swi.origin
        most = 1 << 60 if self.answers is None else self.answers
        asked = f"{write_term(self.goal)},{write_term(make_list(self.variables))}"
        bounds = f"{most},{inferences(QuestionLimits(limits.nodes))}"
        recorded = "true" if self.proofs else "false"
        request = f"prove({origin.module},{asked},{recorded},{bounds})"
        outcome, self._inferences, self._changes, answers = self._swi.ask(request, limits, _answers)
        for text in answers:
            made: Any = with_fresh(_read(text), {})
            answer, shared = made.args
            bindings: Any = list_items(shared) or ()
            for one in bindings:
                one.args[0].value = one.args[1]
            values, told = answer.args
            known = dict(zip(self.variables, list_items(values) or (), strict=True))
            goals = self.database.body((self.goal,))
            self._take(goals, known, self._steps(list_items(told) or []))
        if outcome == "limit":
            raise StoppedError("nodes")
        return bool(outcome == "all")

    def _steps(self, told: list[Any]) -> Step:
        """Steps of a proof as our own prover records them."""
        steps: Step = (None, 0, None, ())
        for one in told:
            what: Any = None
            args: Any = ()
            if type(one) is str:
                what = one
            elif one.functor == "c":
                number, head = one.args[0], walked(one.args[1])
                predicate = self.database.predicate(indicator(head))
                what, args = predicate.rules[number - 1], arguments(head)
            elif one.functor == "g":
                what, args = CALLED, self.database.body(goals_in(one.args[0]), ready=True)
            elif one.functor in ("r", "f"):
                what, args = (REFUTED if one.functor == "r" else FOUND), (None, one.args[0])
            else:
                args = arguments(walked(one.args[0]))
            steps = (steps, 0, what, args)
        return steps


def _read(text: str) -> Any:
    """The term of a text that proofs.pl has written."""
    try:
        (clause,) = read_clauses(f"{text} .", "SWI-Prolog")
    except InputError:
        raise InputError(
            "SWI-Prolog made a term that arcwise does not read",
            expected="atoms, whole numbers, floats, texts and compound terms of these",
            found=text[:80],
        ) from None
    except ValueError:  # not one
        raise ValueError from None
    return clause.term


def _rows(reply: Any) -> list[tuple[str, str, int]]:
    for text, file, line in reply:
        if not (isinstance(text, str) and isinstance(file, str) and isinstance(line, int)):
            raise ValueError
    return [tuple(row) for row in reply]


def _answers(reply: Any) -> tuple[str, int, str, list[str]]:
    outcome, count, changes, answers = reply
    if outcome not in ("all", "enough", "limit") or not isinstance(count, int):
        raise ValueError
    if not isinstance(changes, str) or not all(isinstance(text, str) for text in answers):
        raise ValueError
    return outcome, count, changes, answers
