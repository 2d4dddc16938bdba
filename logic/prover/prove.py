"""Prove goals of logic programs: the strategies, and what comes of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import field, replace
from functools import cached_property
from time import perf_counter
from typing import Any

from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.later import Later
from ...rules.prolog.operators import OperatorTable
from ...rules.record import record
from ...rules.term import PrologTerm, Terms, Var, canonical, variables
from ...rules.text.words import counted
from ...rules.view import Viewed
from ...search.algorithms import ALGORITHMS, CHOICE, CLIMB, PLANNER
from ...search.engines import OWN_ENGINES, check_engine
from ...search.limits import ENDINGS, NO_LIMITS, Limits, Meter, backstop, limit_of
from ...search.native.not_native import NotNativeError, not_native
from ...search.problem import FunctionProblem
from ...search.result import FALLBACK, Result, Solution, Statistics, Status
from ..program.calls import reachable
from ..program.clause_text import term_text
from ..program.program import Goal, HornClause, LogicProgram, Roots, indicator, spelled
from ..program.vocabulary import has_cut
from .arithmetic import shown
from .at_root import asked_at_root, restored, restored_goal
from .compiled import CompiledGoal, Database
from .depth_first import INFINITE_BRANCH, DepthFirst, Step, StoppedError
from .native import NativeSearch
from .proof import Proof, proof_of
from .resolvents import Resolvents
from .tables import Tables
from .variables import Fresh, Names, bound_terms, walked, with_fresh
from .words import VALUE

_solve = Later("search.solve", "solve")

DEPTH_FIRST, DEEPENING = "depth-first", "iterative-deepening"

MOST_MEMORY = 1 << 30
"""Bytes by which a proof search may grow where no limit is given: a left recursion would take all there is."""

OWN = frozenset({CHOICE, CLIMB, PLANNER, "bidirectional"})
"""Loops that proofs do not have."""


@record
class Answer:
    """An answer to a goal.

    Parameters
    ----------
    bindings
        Value of each named variable of the goal.
    goal
        The goal under these bindings.
    make_proof
        Makes the proof when it is asked for.
    output
        Text that the program printed before this answer, and after the one before.
    """

    bindings: Mapping[Var, PrologTerm]
    goal: Goal
    make_proof: Callable[[], tuple[Proof, ...]] = field(default=tuple, repr=False, compare=False)
    output: str = ""

    def __str__(self) -> str:
        """The bindings under Prolog's own operators."""
        return self.text(OperatorTable.default())

    def text(self, operators: OperatorTable, *, longest: int | None = None) -> str:
        """The bindings, ``X = a, Y = f(b)``; yes where there are none. A term of more than ``longest`` letters is cut."""
        shown = (
            f"{name} = {term_text(value, operators, VALUE, longest=longest)}"
            for name, value in self.bindings.items()
        )
        return ", ".join(shown) or "yes"

    @cached_property
    def proof(self) -> tuple[Proof, ...]:
        """Proofs of the goals of the conjunction; none where they were not asked for."""
        return self.make_proof()


@record
class ProofResult(Viewed, Result):
    """The outcome of a proof search: a `Result` with answers in place of a path.

    SOLVED with an answer, UNSOLVABLE ("no") where the whole space was searched without one, STOPPED at a limit, INCOMPLETE where a
    strategy gave up. The limit is told where more answers were wanted, too; the engine may be ``swi``.

    Parameters
    ----------
    answers
        In the order in which they were found.
    inferences
        Goals that were called, those of built-in predicates too.
    tried
        Clauses whose heads were unified with a goal, or failed to be.
    exhausted
        Whether there are no more answers.
    output
        Text that the program printed after the last answer.
    error
        Error that ended the search after answers or output; one before any is raised.
    told
        Number of answers that were told as they were found, and are not among ``answers``.
    """

    _view = Later("logic.views", "result_view")

    answers: tuple[Answer, ...] = ()
    inferences: int = 0
    tried: int = 0
    exhausted: bool = False
    output: str = ""
    error: InputError | None = None
    told: int = 0

    path = steps = moves = cost = None
    __repr__ = Result.__repr__

    def solution(self) -> Solution:
        """Refuse: a proof is no path; see `answers`."""
        raise InputError("a proof is no path", found=self.summary(), remedy="its answers")

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for JSON."""
        return dict(self.view().data)

    def summary(self) -> str:
        """How it ended in one line."""
        work = self.algorithm
        if (
            self.inferences or self.engine != "swi"
        ):  # which tells no count of a search that was stopped
            work = f"{counted(self.inferences, 'inference')}, {work}"
        if self.solved:
            many = counted(len(self.answers) + self.told, "answer")
            ended = self.limit or self.error
            more = "" if self.exhausted else " so far" if ended else ""
            stopped = f"; {_stopped_by(self.limit)}" if self.limit else ""
            if self.error is not None:
                stopped = f"; then an error: {self.error.problem}"
            rest = "" if self.exhausted or ended else ", there may be more"
            return f"solved: {many}{more}{rest}, {work}{stopped}"
        if self.status is Status.UNSOLVABLE:
            return f"no: the whole space was searched, {work}"
        if self.status is Status.STOPPED:
            return f"{_stopped_by(self.limit)}: {work}"
        if self.error is not None:
            return f"an error: {self.error.problem}, {work}"
        return f"{self.status.value}: {work}"

    @property
    def account(self) -> str:
        """The summary, with the remark where there is one."""
        return "; ".join(filter(None, (self.summary(), self.note)))


def _stopped_by(limit: str | None) -> str:
    return f"stopped at an {limit}" if limit == INFINITE_BRANCH else f"stopped by {limit}"


@checked
def prove(
    program: LogicProgram | Database,
    goal: PrologTerm,
    algorithm: str = DEPTH_FIRST,
    *,
    answers: int | None = 1,
    limits: Limits = NO_LIMITS,
    proofs: bool = False,
    engine: str = "auto",
    report: Callable[[int], None] | None = None,
) -> ProofResult:
    """Search for proofs of a goal.

    Parameters
    ----------
    program
        The clauses; a `Database` where many goals are asked.
    goal
        An atom, a compound term or a conjunction.
    algorithm
        ``depth-first`` in clause order, as Prolog; ``iterative-deepening`` over the number of clauses used; any other name in
        `ALGORITHMS` that searches a space of states, which are resolvents: ``breadth-first``, ``greedy`` by goals left.
    answers
        Greatest number of answers to find; None for all.
    limits
        ``nodes`` are inferences, ``work`` is clauses tried.
    proofs
        Whether answers come with their proofs.
    engine
        ``native`` for the kernel, which proves depth-first and by iterative deepening, ``python``, or ``auto``: the kernel, and
        Python from the start where the kernel cannot serve. ``swi`` of a `SwiDatabase`, depth-first.
    report
        Called now and then with the number of inferences.

    Raises
    ------
    InputError
        A built-in predicate that was called with what it cannot take; a cut under another strategy than depth-first.
    NotNativeError
        A search that only the kernel may do, and cannot.

    Examples
    --------
    >>> from arcwise.logic.program.read_program import read_goal, read_program
    >>> program = read_program("p(1). p(2). q(X) :- p(X), X > 1.")
    >>> [answer.bindings for answer in prove(program, read_goal("q(X)", program)).answers]
    [{X: 2}]
    """
    database = program if isinstance(program, Database) else Database(program, prints=True)
    return proved(AskedGoal(database, goal, answers, proofs, limits, report), algorithm, engine)


def proved(asked: AskedGoal, algorithm: str = DEPTH_FIRST, engine: str = "auto") -> ProofResult:
    """The result of a search for proofs of what is asked; algorithm, engine and errors are as for `prove`."""
    roots, goal = asked.database.program.roots, asked.goal
    if roots is None:
        return _proved(asked, algorithm, engine)
    found = _proved(replace(asked, goal=asked_at_root(roots, goal)), algorithm, engine)
    return replace(found, answers=tuple(_as_asked(roots, one) for one in found.answers))


def _as_asked(roots: Roots, answer: Answer) -> Answer:
    """An answer in the names of the goal that was asked, its proof too."""

    def proof() -> tuple[Proof, ...]:
        restored(roots, answer.proof)
        return answer.proof

    return replace(answer, goal=restored_goal(roots, answer.goal), make_proof=proof)


def _proved(asked: AskedGoal, algorithm: str, engine: str) -> ProofResult:
    check_engine(engine, (*OWN_ENGINES, "swi"))
    database, goal, limits = asked.database, asked.goal, asked.limits
    name, began = _strategy(database, goal, algorithm), perf_counter()
    held = limits if limits.memory or not _measurable() else _with_memory(limits)
    engine = database.engine if engine == "auto" else engine
    asked = replace(asked, limits=held)
    if engine == "swi":
        if name != DEPTH_FIRST:
            raise InputError("SWI-Prolog proves depth-first", expected=DEPTH_FIRST, found=name)
        search: ProofSearch = database.search(asked)
        result = search.result(name)
        note = result.note
    else:
        result, search, note = _searched(asked, name, engine)
    more = ""
    waits = search.unfinished if result.limit else None
    if waits is not None:
        more = f"the table of {waits} is read once it has all answers, which may have no end"
    elif result.limit and name == DEPTH_FIRST:
        more = _advice(database.program, goal, result, search.endless)
    note = "; ".join(filter(None, (note, more)))
    spent = replace(result.statistics, elapsed=perf_counter() - began)
    return replace(result, statistics=spent, note=note)


def _strategy(database: Database, goal: Goal, algorithm: str) -> str:
    """Name of the algorithm by which a goal is proved.

    Raises
    ------
    InputError
        One that does not prove goals, or not this goal.
    """
    name = ALGORITHMS.spelled(algorithm)
    row = ALGORITHMS[name]
    if name == "auto":
        return DEPTH_FIRST
    if row.loop in OWN:
        raise InputError(
            f"{name} does not prove goals",
            expected="depth-first, iterative-deepening, breadth-first, a-star, "
            "greedy and other algorithms that need only successors",
            found=algorithm,
        )
    if name != DEPTH_FIRST:
        _refuse_order(database, goal)
    return name


@record
class AskedGoal:
    """A goal that an engine is asked; the fields are as for `prove`.

    Parameters
    ----------
    tell
        Called with the lines of answers as they are found, which are not kept then, and with what is printed before them; None
        where answers are kept.
    """

    database: Database
    goal: Goal
    answers: int | None = 1
    proofs: bool = False
    limits: Limits = NO_LIMITS
    report: Callable[[int], None] | None = None
    tell: Callable[[str], None] | None = None


def _searched(asked: AskedGoal, name: str, engine: str) -> tuple[ProofResult, ProofSearch, str]:
    """Search in the kernel if it can, else in Python; returns also the search, and why the kernel has not searched."""
    began, note, already = perf_counter(), "", 0
    kernel: _InKernel | None = None
    if engine == "native" or (engine == "auto" and not asked.database.acts(asked.goal)):
        try:
            _check_native(asked, name)
            kernel = _InKernel(asked)
            return kernel.result(name), kernel, ""
        except NotNativeError as error:
            if engine == "native":
                raise
            already = kernel.count if kernel is not None else 0
            if name in (DEPTH_FIRST, DEEPENING):
                note = f"{FALLBACK}{error.reason}"
    limits = asked.limits.after(perf_counter() - began)
    search = ProofSearch(asked, Meter(limits, asked.report), already)
    result = search.result(name)
    return result, search, "" if result.error is not None else note  # the kernel has met it first


def _check_native(asked: AskedGoal, name: str) -> None:
    """Raise NotNativeError for a search that the kernel does not have."""
    program = asked.database.program
    if name not in (DEPTH_FIRST, DEEPENING):
        raise not_native("the kernel proves depth-first", name)
    for one in reachable(program, asked.goal):
        if asked.proofs and one.predicate in program.tabled:
            raise not_native("the kernel keeps no proofs in tables", spelled(one.predicate))
    if program.at_load:
        raise not_native("directives change the program")


def _measurable() -> bool:
    try:
        Limits(memory=1)
    except InputError:
        return False
    return True


def _with_memory(limits: Limits) -> Limits:
    return Limits(limits.time, limits.nodes, MOST_MEMORY, limits.work)


class ProofSearch:
    """One goal, and the answers found so far, of which another engine may have told the first ones already."""

    engine = "python"

    def __init__(self, asked: AskedGoal, meter: Meter, already: int = 0) -> None:
        self.asked, self.meter, self._already = asked, meter, already
        database, goal, proofs = asked.database, asked.goal, asked.proofs
        self.database, self.goal, self.answers, self.proofs = database, goal, asked.answers, proofs
        self.tables = Tables(database, meter, recorded=proofs)
        self.variables = variables((goal,))
        self.named = tuple(one for one in self.variables if not one.name.startswith("_"))
        self.found: list[Answer] = []
        self.count = 0
        """Answers so far, kept or told."""
        self.endless = ""
        """Predicate of the goal from which the search would not come back."""
        self.watching = not (database.changing or database.acts(goal))
        self.told: set[Any] | None = None
        """Answers so far, where one that is found again does not count."""

    def result(self, name: str) -> ProofResult:
        """Search by a strategy; returns its outcome."""
        limit, status, exhausted = None, None, False
        failure: InputError | None = None
        time = self.asked.limits.time if self.engine == "python" else None
        held = backstop(Limits(time=time))
        self.database.begin()
        try:
            with held:
                self._load()
                if name == DEPTH_FIRST:
                    exhausted = self.depth_first()
                elif name == DEEPENING:
                    exhausted = self.deepening()
                else:
                    status, exhausted = self.by_states(name)
        except StoppedError as error:
            limit, self.endless = error.limit, error.goal
        except ENDINGS as error:
            limit = held.reached or limit_of(error)
            self.database.native = None  # it may have been told half of something
        except NotNativeError:
            raise
        except InputError as error:
            failure = error
        output = self.database.output.taken()
        self.count = max(self.count, self._already)
        if failure is not None and not (self.count or output):
            raise failure
        if failure is not None and not self.count:
            status = Status.INCOMPLETE
        if self.count:
            status = Status.SOLVED
        elif limit is not None:
            status = Status.STOPPED
        elif status is None:
            status = Status.UNSOLVABLE
        inferences, tried = self.counts
        return ProofResult(
            status,
            (),
            (),
            Statistics(expanded=inferences, generated=tried),
            limit,
            name,
            engine=self.engine,
            answers=tuple(self.found),
            inferences=inferences,
            tried=tried,
            exhausted=exhausted,
            output=output,
            error=failure,
            told=self.count - len(self.found),
        )

    def _load(self) -> None:
        """Prove the goals of directives that change the program, once each; one that fails or ends in an error is passed over."""
        for stated in self.database.program.at_load:
            known = {one: Fresh() for one in variables((stated.goal,))}
            goals = self.database.body((stated.goal,), stated.place)
            loading = DepthFirst(self.database, self.meter, self.tables)
            with suppress(InputError):
                next(loading.proofs(goals, known), None)

    @property
    def counts(self) -> tuple[int, int]:
        """Inferences, and clauses that were tried."""
        return self.meter.expanded, self.meter.applied

    @property
    def unfinished(self) -> str | None:
        """The first tabled goal that was asked and whose table lacks answers; None where all are complete."""
        return self.tables.unfinished

    def _begun(self) -> tuple[tuple[CompiledGoal, ...], dict[Any, Any]]:
        return self.database.body((self.goal,)), {one: Fresh() for one in self.variables}

    @property
    def enough(self) -> bool:
        """Whether the search has as many answers as were asked for."""
        return self.answers is not None and self.count >= self.answers

    def _take(
        self,
        goals: tuple[CompiledGoal, ...],
        known: Mapping[Any, Any],
        steps: Step,
    ) -> None:
        names = Names(self.variables)
        bindings = self._bindings(known, names)
        if self.told is not None:
            shown = canonical(tuple(bindings.get(one, one) for one in self.named))
            if shown in self.told:
                return
            self.told.add(shown)
        kept = self.asked.tell is None
        goal = self._instance(known, names) if kept else self.goal
        proof = self._proof(goals, known, steps, names)
        self._keep(Answer(bindings, goal, proof, self.database.output.taken()))

    def _keep(self, answer: Answer) -> None:
        """Keep an answer, or tell it if it was not told before."""
        self.count += 1
        tell = self.asked.tell
        if tell is None:
            self.found.append(answer)
        elif self.count > self._already:
            tell(f"{with_end(answer.output)}{answer.text(self.database.program.operators)}\n")

    def _bindings(self, known: Mapping[Any, Any], names: Names) -> dict[Var, PrologTerm]:
        """Bindings of the goal; ``names`` gets a name for each unbound variable."""
        for variable in self.variables:
            end = walked(known[variable])
            if type(end) is Fresh:
                names.setdefault(end, variable)
        values = bound_terms(tuple(known[one] for one in self.variables), names, {})
        return {
            one: value
            for one, value in zip(self.variables, values, strict=True)
            if value is not one and one in self.named
        }

    def _instance(self, known: Mapping[Any, Any], names: Names) -> Goal:
        """The goal under its bindings."""
        return bound_terms((with_fresh(self.goal, dict(known)),), names, {})[0]

    def _proof(
        self,
        goals: tuple[CompiledGoal, ...],
        known: Mapping[Any, Any],
        steps: Step,
        names: Names,
    ) -> Callable[[], tuple[Proof, ...]]:
        proof = tuple(proof_of(goals, steps, names, dict(known))) if self.proofs else ()
        return lambda: proof

    def depth_first(self, bound: int | None = None, least: int = 0) -> bool:
        """Search depth-first; returns whether all was searched."""
        goals, known = self._begun()
        search = DepthFirst(
            self.database,
            self.meter,
            self.tables,
            bound=bound,
            recorded=self.proofs,
            watching=bound is None and self.watching,
        )
        for steps in search.proofs(goals, known):
            if steps[1] >= least:
                self._take(goals, known, steps)
                if self.enough:
                    return not search.open_choices and not search.cut_short
        return not search.cut_short

    def deepening(self) -> bool:
        """Search depth-first below a growing number of clauses; returns whether all was searched.

        An answer counts once: in a cycle, each turn proves it again.
        """
        self.told = set()
        bound = 1
        while not self.depth_first(bound, bound if bound > 1 else 0):
            if self.count and not self.named:
                return True
            if self.enough:
                return False
            bound += 1
        return True

    def by_states(self, name: str) -> tuple[Status, bool]:
        """Search the space of resolvents by an algorithm of the table."""
        paths: list[Terms] = []

        def wanted(answer: Terms) -> bool:
            paths.append(answer)
            return self.answers is not None and len(paths) >= self.answers

        goals, known = self._begun()
        space = Resolvents(
            self.database, self.variables, (self.goal,), self.meter, self.tables, wanted
        )
        problem = FunctionProblem(space.start, space.is_goal, space.expand)
        heuristic = (lambda state: len(state) - 1) if ALGORITHMS[name].informed else None
        try:
            result: Result = _solve(problem, name, heuristic=heuristic, engine="python")
        finally:
            if not self.proofs or len(paths) != 1:
                for answer in paths:
                    self._take_terms(answer)
        if self.proofs and len(paths) == 1 and result.solved:
            numbers = [int(move.name) for move in result.operators]
            self._take(goals, known, space.replayed(goals, known, numbers))
        elif self.proofs and len(paths) == 1:
            self._take_terms(paths[0])
        return result.status, result.status is Status.UNSOLVABLE

    def _take_terms(self, answer: Terms) -> None:
        fresh: dict[Any, Fresh] = {}
        known = {
            one: with_fresh(value, fresh) for one, value in zip(self.variables, answer, strict=True)
        }
        names = Names(self.variables)
        self._keep(Answer(self._bindings(known, names), self._instance(known, names)))


class _InKernel(ProofSearch):
    """A goal that the kernel proves."""

    engine = "native"

    def __init__(self, asked: AskedGoal) -> None:
        super().__init__(asked, Meter(NO_LIMITS))
        self._native: NativeSearch | None = None

    @property
    def counts(self) -> tuple[int, int]:
        """Inferences, and clauses that were tried."""
        return (0, 0) if self._native is None else (self._native.expanded, self._native.applied)

    @property
    def unfinished(self) -> str | None:
        """The first tabled goal that was asked and whose table lacks answers; None where all are complete."""
        goal = None if self._native is None else self._native.unfinished
        return None if goal is None else shown(*bound_terms((goal,)))

    def depth_first(self, bound: int | None = None, least: int = 0) -> bool:
        """Search depth-first; returns whether all was searched."""
        goals = self.database.body((self.goal,))
        if self._native is None:
            self._native = NativeSearch(
                self.database,
                self.goal,
                goals,
                limits=self.asked.limits,
                report=self.asked.report,
                recorded=self.proofs,
            )
        search, tell = self._native, self.asked.tell
        if tell is not None and bound is None and not self.proofs:
            operators = self.database.program.operators
            for many, lines in search.texts(self.named, self.answers, operators):
                if isinstance(lines, str):
                    self.count += many
                    tell(lines)
                else:
                    self._take(goals, lines.known, lines)
            return not search.open_choices
        for used, told in search.proofs(bound):
            if used >= least:
                self._take(goals, told.known, told)
                if self.enough:
                    return not search.open_choices and not search.cut_short
        return not search.cut_short

    def _proof(
        self,
        goals: tuple[CompiledGoal, ...],
        known: Mapping[Any, Any],
        steps: Any,
        names: Names,
    ) -> Callable[[], tuple[Proof, ...]]:
        if not self.proofs:
            return tuple
        return lambda: tuple(proof_of(goals, steps.steps(names), names, dict(known)))


def with_end(text: str) -> str:
    """A text with the end of its last line, if it has a line."""
    return text if not text or text.endswith("\n") else f"{text}\n"


def _refuse_order(database: Database, goal: Goal) -> None:
    """Refuse what has a meaning in the order of depth-first search only."""
    place, found, words = None, "", ""
    if clause := _cutting(database.program, goal):
        place, found, words = clause.place, "!", "a cut has"
    elif found := database.changes(goal):
        words = "a change of the program has"
    if found:
        raise InputError(
            f"{words} a meaning in the order of depth-first search only",
            place=place,
            expected="a program without cuts that does not change",
            found=found,
            remedy="--algorithm depth-first",
        )


def _cutting(program: LogicProgram, goal: Goal) -> HornClause | None:
    """A clause with a cut that the proof of a goal may use."""
    return next((one for one in reachable(program, goal) if has_cut(one.body)), None)


def _advice(program: LogicProgram, goal: Goal, result: ProofResult, endless: str) -> str:
    """Remark on what may help a depth-first search that was stopped by a limit.

    A clause that calls its own predicate before any other goal is named, if the goal may come to one. So is the predicate of
    an infinite branch, which is ``endless``.
    """
    other = "" if result.engine == "swi" else f"the algorithm {DEEPENING}, or "
    again = ""
    if endless:
        again = (
            f"{endless} is called again with the same arguments before it has an answer, so that this "
            "branch is infinite; "
        )
    for clause in reachable(program, goal):
        first = clause.predicate not in program.tabled and clause.body[:1]
        if first and indicator(first[0]) == clause.predicate:
            if endless not in ("", spelled(clause.predicate)):
                continue
            called = term_text(clause.body[0], program.operators)
            may = "" if endless else ": depth-first search may never come back from it"
            return (
                f"{again}{clause.place}: {spelled(clause.predicate)} calls itself first, by {called}{may}; "
                f"try {other}:- table {spelled(clause.predicate)}."
            )
    if endless:
        places = (
            one.place for one in reachable(program, goal) if spelled(one.predicate) == endless
        )
        return f"{again}{next(places, endless)}; try {other}:- table {endless}."
    if result.engine == "swi":
        return ""
    unanswered = not result.solved and result.limit in ("memory", "nodes")
    if unanswered and _cutting(program, goal) is None:
        return f"try the algorithm {DEEPENING}"
    return ""
