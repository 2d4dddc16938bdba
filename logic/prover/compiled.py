"""Clauses and goals compiled for proof search: calls are resolved once, and clauses are found by what a goal knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from heapq import merge
from operator import attrgetter
from typing import Any, cast

from ...rules.errors import InputError, Place, TooLargeError
from ...rules.term import Compound, PrologTerm, Var
from ..program.calls import called_goals, reachable, unknown_predicate
from ..program.facts import FactRows
from ..program.program import (
    Clauses,
    Goal,
    HornClause,
    Indicator,
    LogicProgram,
    conjunction,
    indicator,
    spelled,
)
from ..program.vocabulary import (
    BUILT_IN_PREDICATES,
    CLAUSE,
    OWN,
    clauses_of,
    has_stated_clauses,
    kind_in_swi,
    properties,
    system_predicates,
)
from .arithmetic import TermError, misfit, shown, wrong_type
from .built_ins import DETERMINISTIC, SEVERAL, Args
from .changes import Changes
from .input import Input
from .output import Output
from .variables import Fresh, ProofTerm, Trail, occurs_in, unify, walked, with_fresh

(
    CALL,
    TEST,
    CHOOSE,
    CUT,
    EITHER,
    IF,
    NOT,
    GOAL,
    FIND,
    COMMIT,
    COLLECT,
    FAIL,
    CATCH,
    CAUGHT,
    THROW,
    WATCH,
    FINALLY,
    LAST,
    RESUME,
) = range(19)
"""Kinds of goals: a predicate with clauses, a built-in one with one answer at most or with several, and control."""

UNRECORDED = (CUT, FINALLY, LAST)
"""Kinds that no step is recorded of."""

FEW = 8
"""Clauses that are looked at one by one."""

DEEP = 300
"""Levels of nesting from which on a pattern is not built by recursion."""


class CompiledPattern:
    """A compound term of a clause that has variables.

    Parameters
    ----------
    functor, args
        Functor and arguments as of a compound term; the arguments may be patterns.
    depth
        Levels of nesting.
    term
        The compound term itself.
    """

    __slots__ = ("args", "depth", "functor", "term")

    def __init__(self, functor: str, args: tuple[Any, ...], depth: int, term: Compound) -> None:
        self.functor, self.args, self.depth, self.term = functor, args, depth, term


class CompiledGoal:
    """A goal of a body.

    Parameters
    ----------
    kind
        One of the kinds above.
    name
        Name and arity of the predicate.
    args
        Patterns of the arguments.
    target
        The `Predicate` or the function that it calls; of control the bodies inside.
    place
        Place of its clause in the text.
    goal
        The goal as a term.
    """

    __slots__ = ("args", "goal", "kind", "name", "place", "target")

    def __init__(
        self,
        kind: int,
        name: Indicator,
        args: tuple[Any, ...] = (),
        target: Any = None,
        place: Place | None = None,
        goal: Goal = "true",
    ) -> None:
        self.kind, self.name, self.args, self.target = kind, name, args, target
        self.place, self.goal = place, goal


class CompiledClause:
    """A clause compiled for proof search: patterns of the head's arguments, the body, and its order in the predicate."""

    __slots__ = ("body", "clause", "head", "order")

    def __init__(
        self, clause: HornClause, head: tuple[Any, ...], body: tuple[CompiledGoal, ...]
    ) -> None:
        self.clause, self.head, self.body = clause, head, body
        self.order = 0


class ClauseIndex:
    """Clauses by the key of one argument, and those with a variable there.

    Parameters
    ----------
    at
        Place of the argument.
    rules
        The clauses in order.
    """

    __slots__ = ("_at", "_keyed", "_open")

    def __init__(self, at: int, rules: Iterable[CompiledClause]) -> None:
        self._at = at
        self._keyed: dict[Any, list[CompiledClause]] = {}
        self._open: list[CompiledClause] = []
        for rule in rules:
            self.of(rule).append(rule)

    def of(self, rule: CompiledClause) -> list[CompiledClause]:
        """The list to which a clause belongs."""
        first = rule.head[self._at]
        return self._open if type(first) is Var else self._keyed.setdefault(_key(first), [])

    def found(self, key: Any) -> tuple[list[CompiledClause], list[CompiledClause]]:
        """The clauses with a key, and those with a variable."""
        return self._keyed.get(key, _NO_RULES), self._open


_NO_RULES: list[CompiledClause] = []
_order = attrgetter("order")


class Predicate:
    """The clauses of one predicate, compiled when it is called for the first time.

    Parameters
    ----------
    name
        Name and arity.
    clauses
        In order; None of an unknown predicate, which may be called only where the error is caught.
    database
        The database in which its goals are looked up.

    Attributes
    ----------
    tabled
        Whether the predicate's answers are kept in tables.
    dynamic
        Whether the program may change the clauses while it runs.
    modes
        Modes of the arguments, if a table keeps only some answers; None if it keeps all.
    """

    __slots__ = (
        *("_clauses", "_database", "_first", "_indexes", "_rules", "dynamic", "modes", "name"),
        "tabled",
    )

    def __init__(self, name: Indicator, clauses: Clauses | None, database: Database) -> None:
        self.name, self.tabled = name, name in database.program.tabled
        self.dynamic = name in database.program.dynamic
        self.modes = database.program.modes.get(name)
        self._clauses, self._database = clauses, database
        self._rules: list[CompiledClause] | None = None
        self._indexes: dict[int, ClauseIndex] = {}
        self._first = 0

    @property
    def rules(self) -> list[CompiledClause]:
        """All clauses, compiled.

        Raises
        ------
        TermError
            An unknown predicate.
        """
        return self._compile() if self._rules is None else self._rules

    @property
    def rows(self) -> FactRows | None:
        """The clauses where they are facts that nothing but their text is known of yet."""
        found = self._clauses
        return found if self._rules is None and isinstance(found, FactRows) else None

    def matching(self, args: Args) -> list[CompiledClause]:
        """The clauses that no argument of the goal contradicts by its functor or value, in order; a single clause as it is.

        Raises
        ------
        TermError
            An unknown predicate.
        """
        rules = self._compile() if self._rules is None else self._rules
        if len(rules) > 1 and args:
            ends = map(walked, args)
            keys = [(at, _key(one)) for at, one in enumerate(ends) if type(one) is not Fresh]
            if keys:
                found = rules if len(rules) <= FEW else self._shortest(keys, rules)
                return [rule for rule in found if _may_have(rule.head, keys)]
        return rules[:] if self.dynamic else rules  # a call sees no change after it began

    def _shortest(
        self, keys: list[tuple[int, Any]], rules: list[CompiledClause]
    ) -> list[CompiledClause]:
        """The shortest list of clauses that one known argument leaves; its index is made when it is first needed."""
        best, few = (rules, _NO_RULES), len(rules)
        for at, key in keys:
            index = self._indexes.get(at)
            if index is None:
                index = self._indexes[at] = ClauseIndex(at, rules)
            found = index.found(key)
            size = sum(map(len, found))
            if size < few:
                best, few = found, size
            if few <= FEW:
                break
        one, other = best
        return list(merge(one, other, key=_order)) if other else one

    @property
    def unknown(self) -> bool:
        """Whether the predicate is not defined."""
        return self._clauses is None

    def make_dynamic(self) -> None:
        """Let an unknown predicate have clauses from now on."""
        self._clauses, self.dynamic = (), True

    def abolish(self) -> None:
        """Take away all clauses, so that the predicate is unknown."""
        self._clauses, self._rules, self.dynamic = None, None, False
        self._indexes = {}

    def add(self, rule: CompiledClause, *, front: bool = False) -> None:
        """Add a clause behind all others, or in front of them."""
        rules = self.rules
        if front:
            self._first -= 1
        rule.order = self._first if front else rules[-1].order + 1 if rules else self._first
        for listed in (rules, *(index.of(rule) for index in self._indexes.values())):
            listed.insert(0 if front else len(listed), rule)

    def remove(self, rule: CompiledClause) -> bool:
        """Take away a clause; False if it was taken away before."""
        try:
            self.rules.remove(rule)
        except ValueError:
            return False
        for index in self._indexes.values():
            index.of(rule).remove(rule)
        return True

    def _compile(self) -> list[CompiledClause]:
        if self._clauses is None:
            raise missing(self.name, self._database.program)
        rules = self._rules = [self._database.rule(clause) for clause in self._clauses]
        for order, rule in enumerate(rules):
            rule.order = order
        return rules


class StatedClauses(Predicate):
    """``clause/2`` with the clauses of the program: only those of a known head are told, as in SWI-Prolog.

    Of a program that changes, or that this search has changed, they are those that it has at that time.
    """

    __slots__ = ("_stated",)

    def __init__(self, name: Indicator, clauses: Clauses | None, database: Database) -> None:
        super().__init__(name, clauses, database)
        self._stated: dict[CompiledClause, CompiledClause] = {}

    def matching(self, args: Args) -> list[CompiledClause]:
        """The clauses of a head.

        Raises
        ------
        TermError
            A variable, a number or a string for the head.
        """
        head = walked(args[0])
        if type(head) not in (str, Compound):
            raise misfit(
                "clause/2 needs a head", "callable", head, expected="an atom or a compound term"
            )
        if not (self._database.changing or self._database.changed):
            return super().matching(args)
        name = indicator(head)
        if name in system_predicates() and not self._database.program.defines(name):
            return super().matching(args)  # which ends in an error
        found = self._database.predicate(name)
        if found.unknown or not (found.dynamic or self._database.program.defines(name)):
            return []  # an unknown predicate, or one of the library
        own = head.args if type(head) is Compound else ()
        return [self._of(rule) for rule in found.matching(own)]

    def _of(self, rule: CompiledClause) -> CompiledClause:
        """The fact of ``clause/2`` about a clause."""
        known = self._stated.get(rule)
        if known is None:
            clause = rule.clause
            fact = HornClause(Compound(CLAUSE[0], (clause.head, conjunction(clause.body))))
            known = self._stated[rule] = self._database.rule(fact)
        return known


class TableAnswer(CompiledClause):
    """An answer in a table, which resolves goals like a fact.

    Parameters
    ----------
    answer
        The goal under its bindings.
    proof
        Its `Proof`; None where proofs are not recorded.
    """

    __slots__ = ("answer", "proof")

    def __init__(self, answer: Compound, proof: Any) -> None:
        head = tuple([pattern(one) for one in answer.args])
        super().__init__(HornClause(answer), head, ())
        self.answer, self.proof = answer, proof


class AnswerTable(list[CompiledClause]):
    """Answers to a tabled goal, in the order in which they were found.

    Parameters
    ----------
    predicate
        Predicate of the goal.
    goal
        The goal, with a `Var` for each unbound variable.
    age
        Number of tables made before.

    Attributes
    ----------
    complete
        Whether there are no more answers.
    error
        The error that ended the proofs of the goal.
    known
        The arguments of the answers, with their types.
    readers
        Tables whose goals have read this one.
    sources
        Tables that this one has read, each with the number of answers that all its goals have seen.
    best
        Where only some answers are kept, the one that is kept by the arguments that tell answers apart.
    """

    __slots__ = (
        "age",
        "best",
        "complete",
        "error",
        "goal",
        "known",
        "predicate",
        "readers",
        "sources",
    )
    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__

    def __init__(self, predicate: Predicate, goal: Compound, age: int) -> None:
        super().__init__()
        self.predicate, self.goal, self.age = predicate, goal, age
        self.complete = False
        self.error: Exception | None = None
        self.known: set[Any] = set()
        self.readers: dict[AnswerTable, None] = {}
        self.sources: dict[AnswerTable, float] = {}
        self.best: dict[Any, TableAnswer] = {}

    def settle(self) -> None:
        """Keep the best answers only, now that there are no better ones."""
        self.complete = True
        if self.best:
            self[:] = self.best.values()


def missing(name: Indicator, program: LogicProgram) -> InputError:
    """Error for a call of a predicate that is neither defined nor built in.

    ``catch/3`` catches it if SWI-Prolog lacks the predicate too; what only arcwise lacks ends the proof.
    """
    told = unknown_predicate(name, program.clauses.keys(), None)
    if kind_in_swi(name):
        return told
    formal = Compound("existence_error", ("procedure", Compound("/", name)))
    words = {"expected": told.expected, "found": told.found, "remedy": told.remedy}
    return TermError(told.problem, formal, **words)


def _private_clauses(program: LogicProgram) -> Iterator[HornClause]:
    """Clauses of ``clause/2`` for what SWI-Prolog does not show: those of its built-in predicates."""
    for name, arity in sorted(system_predicates()):
        if not program.defines((name, arity)):
            head = (
                Compound(name, tuple(Var(f"_{place}") for place in range(arity))) if arity else name
            )
            formal = ("access", "private_procedure", Compound("/", (name, arity)))
            ball = Compound("error", (Compound("permission_error", formal), Var("_")))
            yield HornClause(Compound(CLAUSE[0], (head, Var("_"))), (Compound("throw", (ball,)),))


def _key(term: Any) -> Any:
    """Key that tells terms apart at a glance: functor and arity, or type and value."""
    kind = type(term)
    if kind is str:
        return term
    if kind is Compound or kind is CompiledPattern:
        return term.functor, len(term.args)
    return kind, term


def _may_have(head: tuple[Any, ...], keys: list[tuple[int, Any]]) -> bool:
    """Whether a head has these keys at their places, or variables."""
    return all(type(own := head[at]) is Var or _key(own) == key for at, key in keys)


class Database:
    """A program compiled for proof search.

    Parameters
    ----------
    program
        The program; the list library is added where the program does not define its predicates.
    prints
        Whether output is kept. Else ``write/1`` and its relatives only hold, unless the program collects output.
    source
        Function that returns the standard input; by default there is none.

    Attributes
    ----------
    native
        The program as the kernel has it, once a goal was proved there.
    built_ins
        Kind and function of each built-in predicate that is no control construct.
    output
        What the program prints.
    input
        What the program reads.
    engine
        Engine that proves its goals, ``auto`` for any of ours.
    """

    engine = "auto"

    def __init__(
        self, program: LogicProgram, *, prints: bool = False, source: Callable[[], str] = str
    ) -> None:
        self.program = program
        self.native: Any = None
        self._prints = prints or _collects(program)
        self.output = Output(program.operators)
        self.input = Input(program.operators, self.output, source)
        self._restore()

    def search(self, asked: Any) -> Any:
        """A search for proofs by another engine that has loaded the program.

        Raises
        ------
        InputError
            There is none.
        """
        raise InputError("SWI-Prolog has not loaded this program", remedy="--engine auto")

    def begin(self) -> None:
        """Begin a search with the program as it was read, and with no output."""
        if self._state.any:
            self._restore()
        self.output.clear()
        self.input.begin()

    def _restore(self) -> None:
        self._predicates: dict[Indicator, Predicate] = {}
        self._state = state = Changes(self)
        read = self.input
        several = {**SEVERAL, **state.several, **read.several}
        printing = self.output.predicates
        tests = {**DETERMINISTIC, **state.deterministic, **printing, **read.deterministic}
        self.built_ins: dict[Indicator, tuple[int, Any]] = {
            **{name: (CHOOSE, function) for name, function in several.items()},
            **{name: (TEST, function) for name, function in tests.items()},
        }

    @property
    def changed(self) -> bool:
        """Whether the search that is under way has changed the program."""
        return self._state.any

    @cached_property
    def changing(self) -> bool:
        """Whether some clause of the program, or a directive, calls what changes it."""
        return bool(self.program.at_load) or first_change(self.program) is not None

    def changes(self, goal: Goal) -> str:
        """Reason why a proof shows no more than itself: the program changes, or keeps only some answers; empty if it only computes."""
        for stated in self.program.at_load:
            return f"{stated.place or self.program.name}: a directive changes the program"
        for place, name in self.called(goal):
            row = properties(name, self.program.clauses)
            if "changes" in row.flags:
                does = "reads input" if row.kind == "input" else "changes itself"
                return f"{place or 'the goal'}: the program {does} by {spelled(name)}"
            if name in self.program.modes:
                return f"a table of {spelled(name)} keeps only some of its answers"
        return ""

    def acts(self, goal: Goal) -> bool:
        """Whether a goal may come to print, or to change the program, as far as calls can be seen."""
        if self.program.at_load:
            return True
        kinds = {properties(name, self.program.clauses).kind for _, name in self.called(goal)}
        return bool(kinds & {"state", "input"}) or (self._prints and "output" in kinds)

    def called(self, goal: Goal) -> Iterator[tuple[Place | None, Indicator]]:
        """Predicates that a goal and the clauses that it reaches call, with the place of the clause."""
        yield from ((None, name) for name, _ in called_goals(goal, self.program.clauses))
        for clause in reachable(self.program, goal):
            for one in clause.body:
                for name, _ in called_goals(one, self.program.clauses):
                    yield clause.place, name

    def is_built_in(self, name: Indicator) -> bool:
        """Whether a predicate has no clauses, and the program none of that name."""
        if name in self.program.clauses or name not in BUILT_IN_PREDICATES:
            return False
        return self._prints or "prints" not in properties(name).flags

    def predicate(self, name: Indicator) -> Predicate:
        """The predicate of a name and an arity, which may be unknown."""
        known = self._predicates.get(name)
        if known is not None:
            return known
        clauses = clauses_of(self.program, name)
        if clauses is None and "prints" in properties(name).flags:
            clauses = (printing_fact(name),)
        stated = name == CLAUSE and has_stated_clauses(self.program.clauses)
        kind = StatedClauses if stated else Predicate
        if stated and clauses is not None:
            clauses = (*clauses, *_private_clauses(self.program))
        made = self._predicates[name] = kind(name, clauses, self)
        return made

    def rule(self, clause: HornClause) -> CompiledClause:
        """A clause, compiled."""
        args = clause.head.args if isinstance(clause.head, Compound) else ()
        head = tuple([pattern(one) for one in args])
        return CompiledClause(clause, head, self.body(clause.body, clause.place))

    def body(
        self, goals: Iterable[ProofTerm], place: Place | None = None, *, ready: bool = False
    ) -> tuple[CompiledGoal, ...]:
        """Goals, compiled.

        Parameters
        ----------
        goals
            Terms; of a proof if ``ready``, so that they have no variables of clauses.
        place
            Place of the goals in the text.
        ready
            See above.

        Raises
        ------
        InputError
            A goal that cannot be called, or goals within goals within goals, hundreds of times.
        """
        try:
            return tuple([self._literal(goal, place, ready) for goal in goals])
        except RecursionError:
            raise TooLargeError("goals are nested too deeply", place=place) from None

    def _literal(self, goal: ProofTerm, place: Place | None, ready: bool) -> CompiledGoal:
        goal = walked(goal)
        if type(goal) is not str and type(goal) is not Compound:
            if ready and type(goal) not in (Var, Fresh):
                raise not_callable(goal, place)
            return CompiledGoal(GOAL, ("call", 1), (goal,), None, place, goal)
        name = indicator(goal)
        plain = name[0].removeprefix(OWN), name[1]
        own = plain != name and (plain in self.built_ins or plain in CONTROL_KINDS)
        if own:  # the library's, though the program defines one
            name = plain
        args = goal.args if type(goal) is Compound else ()
        if name in CONTROL_KINDS and (own or name not in self.program.clauses):
            if name == (";", 2):
                return self._alternatives(cast(Compound, goal), place, ready)
            return self._control(name, args, place, ready, goal)
        made = args if ready else tuple([pattern(one) for one in args])
        if own or self.is_built_in(name):
            kind, function = self.built_ins[name]
            return CompiledGoal(kind, name, made, function, place, goal)
        return CompiledGoal(CALL, name, made, self.predicate(name), place, goal)

    def _control(
        self, name: Indicator, args: Args, place: Place | None, ready: bool, goal: Goal
    ) -> CompiledGoal:
        """Compile a control construct; the goals among its arguments become bodies."""
        kind = CONTROL_KINDS[name]
        bodies = properties(name).calls if kind in (IF, NOT, FIND, CATCH) else ()
        inside = tuple(self.body(goals_in(args[at]), place, ready=ready) for at in bodies)
        rest = tuple(
            one if ready else pattern(one) for at, one in enumerate(args) if at not in bodies
        )
        if kind == IF:  # what is done where the condition holds, and where it does not
            inside = (inside[0], *_ALTERNATIVES.get(name, (*inside[1:], (_FAILURE,))))
        if name == ("forall", 2):  # no answer of the first for which the second fails
            fails = CompiledGoal(NOT, ("\\+", 1), (), (inside[1],), place, args[1])
            inside = ((*inside[0], fails),)
        return CompiledGoal(kind, name, rest, inside, place, goal)

    def _alternatives(self, goal: Compound, place: Place | None, ready: bool) -> CompiledGoal:
        """Compile a chain of alternatives, which may be long, from its end."""
        chain = [goal]
        while True:
            last = walked(chain[-1].args[1])
            if type(last) is not Compound or indicator(last) != (";", 2):
                break
            chain.append(last)
        other = self.body(goals_in(last), place, ready=ready)
        for one in reversed(chain):
            other = (self._either(one, other, place, ready),)
        return other[0]

    def _either(
        self, goal: Compound, other: tuple[CompiledGoal, ...], place: Place | None, ready: bool
    ) -> CompiledGoal:
        first = walked(goal.args[0])
        if type(first) is Compound and first.functor in ("->", "*->") and len(first.args) == 2:
            condition, then = (self.body(goals_in(one), place, ready=ready) for one in first.args)
            return CompiledGoal(IF, (first.functor, 2), (), (condition, then, other), place, goal)
        one = self.body(goals_in(first), place, ready=ready)
        return CompiledGoal(EITHER, (";", 2), (), (one, other), place, goal)


def _collects(program: LogicProgram) -> bool:
    """Whether some clause collects output, so that what it prints is more than shown."""
    return any(
        name == ("with_output_to", 2)
        for clause in program.rules()
        for goal in clause.body
        for name, _ in called_goals(goal, program.clauses)
    )


@cache
def printing_fact(name: Indicator) -> HornClause:
    """Fact of a predicate that prints, where that only holds."""
    args = tuple(Var(f"_{place}") for place in range(name[1]))
    return HornClause(Compound(name[0], args) if args else name[0], (), Place(spelled(name)))


def first_change(program: LogicProgram) -> tuple[Place | None, Indicator] | None:
    """The first call of what changes a program, with the place of its clause."""
    return next(
        (
            (clause.place, name)
            for clause in program.rules()
            for goal in clause.body
            for name, _ in called_goals(goal, program.clauses)
            if "changes" in properties(name, program.clauses).flags
        ),
        None,
    )


def not_callable(goal: ProofTerm, place: Place | None) -> TermError:
    """Error for a call of a number, a string, or of control with one inside."""
    return TermError(
        "this cannot be called",
        wrong_type("callable", goal),
        place=place,
        expected="an atom or a compound term",
        found=shown(goal),
    )


def goals_in(term: ProofTerm) -> tuple[ProofTerm, ...]:
    """The goals of a conjunction from left to right."""
    goals: list[ProofTerm] = []
    pending = [term]
    while pending:
        one = walked(pending.pop())
        if type(one) is Compound and one.functor == "," and len(one.args) == 2:
            pending += one.args[::-1]
        elif one != "true":
            goals.append(one)
    return tuple(goals)


_FAILURE = CompiledGoal(FAIL, ("fail", 0), goal="fail")

_ALTERNATIVES = {("once", 1): ((), (_FAILURE,)), ("ignore", 1): ((), ())}
"""Bodies after a condition where it holds and where it does not, of what has none of its own."""

CONTROL_KINDS: dict[Indicator, int] = {
    ("!", 0): CUT,
    ("fail", 0): FAIL,
    ("false", 0): FAIL,
    (";", 2): EITHER,
    (",", 2): GOAL,
    ("true", 0): GOAL,
    ("otherwise", 0): GOAL,
    ("->", 2): IF,
    ("*->", 2): IF,
    ("once", 1): IF,
    ("ignore", 1): IF,
    ("\\+", 1): NOT,
    ("not", 1): NOT,
    ("forall", 2): NOT,
    ("findall", 3): FIND,
    ("catch", 3): CATCH,
    ("throw", 1): THROW,
    ("$finally", 1): FINALLY,
    ("$last", 1): LAST,
    **{("call", size): GOAL for size in range(1, 9)},
}
"""Kinds of the control constructs."""


def pattern(term: PrologTerm) -> Any:
    """An argument of a clause as a pattern; what has no variables is itself."""
    if type(term) is not Compound:
        return term
    made: list[Any] = []
    pending: list[tuple[Compound, bool]] = [(term, False)]
    while pending:
        one, ready = pending.pop()
        if not ready:
            pending.append((one, True))
            pending += [(arg, False) for arg in one.args if type(arg) is Compound]
            continue
        args: list[Any] = list(one.args)
        depth, open_ = 0, False
        for at, arg in enumerate(args):
            if type(arg) is Compound:
                args[at] = made.pop()
            if type(args[at]) is CompiledPattern:
                depth, open_ = max(depth, args[at].depth), True
            elif type(arg) is Var:
                open_ = True
        made.append(CompiledPattern(one.functor, tuple(args), depth + 1, one) if open_ else one)
    return made[0]


def built(one: Any, known: dict[Var, ProofTerm]) -> ProofTerm:
    """The term of a pattern under what is known of its variables; the others become new ones."""
    kind = type(one)
    if kind is Var:
        found = known.get(one)
        if found is None:
            found = known[one] = Fresh()
        return found
    if kind is not CompiledPattern:
        return one
    if one.depth > DEEP:
        return with_fresh(one.term, known)
    args: list[ProofTerm] = []
    for arg in one.args:
        kind = type(arg)
        if kind is Var:
            found = known.get(arg)
            if found is None:
                found = known[arg] = Fresh()
            args.append(found)
        else:
            args.append(built(arg, known) if kind is CompiledPattern else arg)
    return Compound(one.functor, tuple(args))


def unify_head(
    head: tuple[Any, ...], args: Args, known: dict[Var, ProofTerm], trail: Trail
) -> bool:
    """Unify the patterns of a head with a goal's arguments; ``known`` gets what the clause's variables stand for."""
    pending = []
    pairs = zip(head, args, strict=True)
    while True:
        for one, term in pairs:
            kind = type(one)
            if kind is Var:
                found = known.get(one)
                if found is None:
                    known[one] = term
                elif not unify(found, term, trail):
                    return False
                continue
            while type(term) is Fresh and term.value is not None:
                term = term.value
            if type(term) is Fresh:
                if kind is CompiledPattern:
                    made = built(one, known)
                    if occurs_in(term, made):
                        return False
                    term.value = made
                else:
                    term.value = one
                trail.append(term)
            elif kind is CompiledPattern:
                if type(term) is not Compound or one.functor != term.functor:
                    return False
                if len(one.args) != len(term.args):
                    return False
                pending.append((one.args, term.args))
            elif kind is Compound:
                if not unify(one, term, trail):
                    return False
            elif kind is not type(term) or one != term:
                return False
        if not pending:
            return True
        pairs = zip(*pending.pop(), strict=True)
