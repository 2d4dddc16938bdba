"""Why a goal fails: a table of resolvents, each with a goal that leads to others of the table only, or nowhere.

A state is the goal as it is by then, and the goals that are left. In each state one goal is resolved by every clause, or computed.
If the table has no state without goals, nothing proves the goal, nor any instance of it. Cuts are passed over, and so are negations
and tests that depend on what is not known: they only take answers away. A goal may be resolved before those on its left if these
can neither raise an error nor do anything but compute.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from heapq import heappop, heappush
from itertools import count, islice
from typing import TypeAlias

from ...rules.errors import InputError
from ...rules.record import record
from ...rules.term import (
    Bindings,
    Compound,
    PrologTerm,
    Terms,
    Var,
    canonical,
    leaves,
    match,
    replaced,
    substitute,
    unify,
    variables,
)
from ...search.limits import Limits
from ...search.result import Status
from ..program.calls import called_goals
from ..program.clause_text import term_text
from ..program.program import Goal, HornClause, Indicator, arguments, conjuncts, indicator, spelled
from ..program.vocabulary import BUILT_IN_PREDICATES, clauses_of, properties
from ..prover.certificate import plain_goal
from ..prover.compiled import Database
from ..prover.prove import prove
from .generalize import NotGeneralizedError

MOST_STATES = 3_000
"""Greatest number of states of a table."""

MOST_GOALS = 60
"""Greatest number of goals of a state."""

MOST_WAYS = 8
"""Ways to resolve a goal that are counted, to choose a goal with few of them."""

ASKED = Limits(nodes=5_000)
"""Limits on a goal that is proved to know whether a condition holds."""

MOST_SYMBOLS = 400
"""Greatest number of symbols of a state, functors too."""

MOST_STEPS = 20_000
"""Greatest number of ways to resolve a goal that are looked at to explain a failure, and to generalize it."""

SYMBOLS_OF_STEP = 8
"""Symbols of a state that are written for a step."""

STEPS_OF_PROOF = 20
"""Steps that count for a goal that is proved."""

Resolvent: TypeAlias = Terms

_VARIABLE = "'variable"
"""Functor of a variable of a state in a pattern, where it stands for itself."""

TYPES = frozenset(
    (name, 1)
    for name in (
        *("atom", "number", "integer", "float", "atomic", "compound", "callable", "string"),
        *("var", "nonvar", "is_list", "ground"),
    )
)

ORDER = frozenset((name, 2) for name in ("@<", "@>", "@=<", "@>="))

COMPARED = frozenset((name, 2) for name in ("<", ">", "=<", ">=", "=:=", "=\\="))

NEGATIONS = frozenset({("\\+", 1), ("not", 1)})

_HARMLESS = (
    TYPES
    | ORDER
    | NEGATIONS
    | {("true", 0), ("fail", 0), ("false", 0), ("otherwise", 0), ("!", 0)}
    | {(name, 2) for name in ("=", "\\=", "==", "\\==", ",", ";", "->", "*->", "forall")}
    | {("once", 1), ("ignore", 1), ("unify_with_occurs_check", 2)}
)
"""Built-in predicates that raise no error, whatever they are called with, and do nothing but compute."""


class NotRefutedError(NotGeneralizedError):
    """A goal of which no table of reasons is made, with the reason; ``large`` where that is the size of the table."""

    def __init__(self, message: str, *, large: bool = False) -> None:
        super().__init__(message)
        self.large = large


@record
class Exclusion:
    """A condition of a rule, under which some goals cannot hold together.

    Parameters
    ----------
    excluded
        The goals; variables that are none of the rule's head stand for any term.
    tests
        The goals by which the rule tells that it is so.
    """

    excluded: Terms
    tests: Terms


@record
class Resolution:
    """A way to resolve or compute a goal.

    Parameters
    ----------
    clause
        The clause; None of a goal that is computed, and of a branch.
    after
        The state that it leads to.
    """

    clause: HornClause | None
    after: Resolvent


@record
class RefutedState:
    """Why nothing is proved from a state.

    Parameters
    ----------
    state
        The goal that was asked, as it is by then, and the goals that are left.
    place
        Number of the goal that is resolved, from 1; 0 where a condition excludes goals of the state.
    ways
        The ways to resolve it, of which none ends.
    condition
        Number of the condition, from 0; None where a goal is resolved.
    """

    state: Resolvent
    place: int
    ways: tuple[Resolution, ...] = ()
    condition: int | None = None

    @property
    def goal(self) -> Goal:
        """The goal that is resolved; where none is, the first one, or that which was asked."""
        return self.state[max(self.place, len(self.state) > 1)]


Refutation: TypeAlias = Mapping[Resolvent, RefutedState]


class FailingTheory:
    """A program as failures are explained by it: its clauses, and which goals may stand in conditions.

    Parameters
    ----------
    database
        The program.
    operational
        Predicates that rules may ask.
    """

    def __init__(self, database: Database, operational: Collection[Indicator]) -> None:
        self.database, self.program = database, database.program
        self._operational = operational
        self._clauses: dict[Indicator, _Renamed | None] = {}
        self._harmless: dict[Indicator, bool] = {}
        self._asked: dict[Terms, bool | None] = {}
        self._ends: dict[Indicator, bool] = {}
        self.steps, self.most = 0, MOST_STEPS

    def count(self, steps: int) -> None:
        """Count steps.

        Raises
        ------
        NotRefutedError
            Too many steps.
        """
        self.steps += steps
        if self.steps > self.most:
            raise NotRefutedError(f"its reasons take more than {self.most:,} steps", large=True)

    def shown(self, goal: PrologTerm) -> str:
        """A goal as the program would write it."""
        return term_text(goal, self.program.operators, 999)

    def clauses(self, predicate: Indicator) -> _Renamed | None:
        """The clauses of a predicate of the program, or of the list library; None of a built-in one.

        Raises
        ------
        NotRefutedError
            A predicate that is not defined.
        """
        if predicate not in self._clauses:
            built_in = predicate in BUILT_IN_PREDICATES and not self.program.defines(predicate)
            found = None if built_in else clauses_of(self.program, predicate)
            if found is None and not built_in:
                raise NotRefutedError(f"{spelled(predicate)} is not defined")
            self._clauses[predicate] = None if found is None else _Renamed(found)
        return self._clauses[predicate]

    def asks(self, goal: Goal) -> bool:
        """Whether a rule may ask a goal: it is operational, ends, and its answers do not depend on when it is called."""
        predicate = ("", 0) if isinstance(goal, Var) else indicator(goal)
        if predicate not in self._operational or not self.program.defines(predicate):
            return False
        if predicate not in self._ends:
            self._ends[predicate] = self._ends_and_computes(predicate)
        return self._ends[predicate]

    def _ends_and_computes(self, predicate: Indicator) -> bool:
        """Whether a predicate is defined by facts and by calls of others, never of itself."""
        below: dict[Indicator, set[Indicator]] = {}
        pending = [predicate]
        while pending:
            one = pending.pop()
            if one in below:
                continue
            called = set()
            for clause in self.program.clauses.get(one, ()):
                for goal in clause.body:
                    name = indicator(goal)
                    if isinstance(goal, Var) or not (
                        self.program.defines(name) or name == ("=", 2)
                    ):
                        return False
                    called.add(name)
            below[one] = called
            pending += called
        left = dict(below)
        while left:
            leaves = [one for one, some in left.items() if left.keys().isdisjoint(some)]
            if not leaves:
                return False
            for one in leaves:
                del left[one]
        return True

    def is_harmless(self, goal: Goal) -> bool:
        """Whether a goal can neither raise an error nor do anything but compute, whatever is known when it is called."""
        if isinstance(goal, Var):
            return False
        return all(self._computes(name) for name, _ in called_goals(goal, self.program.clauses))

    def _computes(self, predicate: Indicator) -> bool:
        if predicate not in self._harmless:
            self._harmless[predicate] = True  # unless something that it calls is not
            own = self.program.clauses.get(predicate)
            if own is None:
                declared = predicate in self.program.declared
                found = declared or predicate in _HARMLESS or self._of_library(predicate)
            else:
                found = all(self.is_harmless(goal) for one in own for goal in one.body)
            self._harmless[predicate] = found
            if not found:  # what was taken for harmless meanwhile may call it
                self._harmless = {one: False for one, known in self._harmless.items() if not known}
        return self._harmless[predicate]

    def _of_library(self, predicate: Indicator) -> bool:
        row = properties(predicate, self.program.clauses)
        return row.kind == "library" and {"monotone", "plain"} <= row.flags

    def holds(self, goals: Sequence[Goal]) -> bool | None:
        """Whether some goals have a proof; None where that is not known."""
        (key,) = canonical(tuple(goals))
        if key not in self._asked:
            whole = key[-1]
            for one in key[-2::-1]:
                whole = Compound(",", (one, whole))
            self._asked[key] = self._proved(whole)
        return self._asked[key]

    def _proved(self, goal: Goal) -> bool | None:
        self.count(STEPS_OF_PROOF)
        try:
            found = prove(self.database, goal, limits=ASKED)
        except InputError:
            return None
        return True if found.solved else False if found.status is Status.UNSOLVABLE else None

    def answers(self, goal: Goal) -> list[Goal]:
        """All answers of a goal.

        Raises
        ------
        NotRefutedError
            An error, or too many.
        """
        self.count(STEPS_OF_PROOF)
        try:
            found = prove(self.database, goal, answers=None, limits=ASKED)
        except InputError as error:
            raise NotRefutedError(f"{self.shown(goal)} raises an error: {error.problem}") from None
        if not found.exhausted and found.status is not Status.UNSOLVABLE:
            raise NotRefutedError(f"{self.shown(goal)} has too many answers")
        return [one.goal for one in found.answers]

    def ways(self, goal: Goal, rest: Terms) -> Iterator[tuple[HornClause | None, Bindings, Terms]]:
        """Ways to resolve or compute a goal: the clause, what it binds, and the goals in the place of the goal.

        Parameters
        ----------
        goal
            The goal.
        rest
            What stands beside it: more may be known of its variables when the goal is called.

        Raises
        ------
        NotRefutedError
            A goal that is not known, or of which an instance may raise an error.
        """
        if isinstance(goal, Var) or not isinstance(goal, str | Compound):
            raise NotRefutedError("a goal is called that is not known")
        clauses = self.clauses(indicator(goal))
        if clauses is not None:
            for clause, head, body in clauses.of(goal):
                self.count(1)
                bindings = unify((goal,), (head,))
                if bindings is not None:
                    yield clause, bindings, body
            return
        for made, goals in self._built_in(goal, frozenset(variables(rest))):
            yield None, made, goals

    def _built_in(self, goal: Goal, others: frozenset[Var]) -> Iterator[tuple[Bindings, Terms]]:
        name, args = indicator(goal), arguments(goal)
        if name in (("fail", 0), ("false", 0)):
            return
        if name in (("true", 0), ("!", 0), ("otherwise", 0)):
            yield {}, ()
        elif name in (("=", 2), ("unify_with_occurs_check", 2)):
            bindings = unify(args[:1], args[1:])
            if bindings is not None:
                yield bindings, ()
        elif name == (";", 2):
            yield from (({}, one) for one in _branches(*args))
        elif name[0] == "call":
            yield {}, (_called(*args),)
        elif name in NEGATIONS:
            if self._may_hold(goal, args[0], others):
                yield {}, ()
        elif name in (("\\=", 2), ("==", 2), ("\\==", 2)) or name in TYPES | ORDER:
            if self._test(goal, others):
                yield {}, ()
        else:
            for answer in self._computed(goal, others):
                bindings = unify((goal,), (answer,))
                if bindings is not None:
                    yield bindings, ()

    def _may_hold(self, negation: Goal, goal: Goal, others: frozenset[Var]) -> bool:
        """Whether a negation may hold; where that depends on what is not known, it may."""
        if others.isdisjoint(variables((goal,))):
            found = self.holds((goal,))
            if found is None:
                raise NotRefutedError(f"{self.shown(negation)} is not decided")
            return not found
        if not self.is_harmless(goal):
            raise NotRefutedError(f"{self.shown(negation)} may raise an error")
        return True

    def _test(self, goal: Goal, others: frozenset[Var]) -> bool:
        """Whether a test holds of some instance."""
        name, args = indicator(goal), arguments(goal)
        if name in (("\\=", 2), ("\\==", 2)):
            return args[0] != args[1]
        if name == ("==", 2):
            return unify(args[:1], args[1:]) is not None
        shallow = "shallow" in properties(name).flags and not isinstance(args[0], Var)
        if shallow or others.isdisjoint(variables(args)):
            return bool(self.holds((goal,)))
        return True

    def _computed(self, goal: Goal, others: frozenset[Var]) -> list[Goal]:
        """The answers of a goal of which all that it looks at is known."""
        name, args = indicator(goal), arguments(goal)
        row = properties(name, self.program.clauses)
        outputs = row.outputs or ()
        inputs = variables([one for place, one in enumerate(args) if place not in outputs])
        left = variables([args[place] for place in outputs])
        if any(one in others or one in left for one in inputs):
            raise NotRefutedError(f"{self.shown(goal)} depends on what is not known")
        fresh = tuple(
            Var(f"Out{place}'") if place in outputs else one for place, one in enumerate(args)
        )
        return self.answers(Compound(name[0], fresh) if fresh else name[0])


class _Renamed:
    """The clauses of a predicate with names of variables that no state has, found by a known argument."""

    def __init__(self, clauses: Iterable[HornClause]) -> None:
        self.all: list[tuple[HornClause, Goal, Terms]] = []
        for clause in clauses:
            plain = (clause.head, *map(plain_goal, clause.body))
            head, *body = replaced(plain, lambda one: Var(one.name + "'"))
            self.all.append((clause, head, tuple(body)))
        self._by: dict[int, dict[object, list[int]]] = {}

    def of(self, goal: Goal) -> Iterable[tuple[HornClause, Goal, Terms]]:
        """The clauses whose heads may match a goal."""
        if len(self.all) < 8:
            return self.all
        for place, one in enumerate(arguments(goal)[:4]):
            if not isinstance(one, Var):
                by = self._index(place)
                mine = by.get(_key(one), [])
                return [self.all[at] for at in sorted([*mine, *by.get(None, [])])]
        return self.all

    def _index(self, place: int) -> Mapping[object, list[int]]:
        if place not in self._by:
            found: dict[object, list[int]] = {}
            for at, (_, head, _) in enumerate(self.all):
                one = arguments(head)[place]
                found.setdefault(None if isinstance(one, Var) else _key(one), []).append(at)
            self._by[place] = found
        return self._by[place]


def _key(term: PrologTerm) -> object:
    return indicator(term) if isinstance(term, Compound) else (type(term), term)


def _branches(one: Goal, other: Goal) -> tuple[Terms, Terms]:
    """Both branches of a disjunction, or of a condition: that it holds, and that it does not."""
    match one:
        case Compound("->" | "*->", (asked, then)):
            return (asked, then), (Compound("\\+", (asked,)), other)
    return (one,), (other,)


def _called(goal: Goal, *more: PrologTerm) -> Goal:
    if not isinstance(goal, str | Compound):
        raise NotRefutedError("a goal is called that is not known")
    every = (*arguments(goal), *more)
    return plain_goal(Compound(indicator(goal)[0], every)) if every else goal


@record
class Refuting:
    """The making of a table for a goal that stands for others.

    Parameters
    ----------
    theory
        The program.
    general
        The goal; its variables stand for any terms.
    example
        The goal that failed, an instance of it.
    conditions
        Conditions that may be made use of.
    proposes
        Greatest number of conditions in all; those of the example may be added.
    most
        Greatest number of states.
    leftmost
        Whether a goal that is to be resolved by several ways has to be the first one.
    longest
        Greatest number of goals of a state.
    """

    theory: FailingTheory
    general: Goal
    example: Goal
    conditions: tuple[Exclusion, ...] = ()
    proposes: int = 0
    most: int = MOST_STATES
    leftmost: bool = False
    longest: int = MOST_GOALS
    found: list[Exclusion] = field(default_factory=list, init=False, compare=False)

    def table(self) -> Refutation:
        """The table; conditions that were added are in `found`.

        Raises
        ------
        NotRefutedError
            A goal that is not refuted by it.
        """
        self.found[:] = self.conditions
        start = _state(self.general, (self.general,))
        rows: dict[Resolvent, RefutedState] = {}
        numbers = count()
        pending = [(0, 0, start)]
        while pending:  # those of few goals first, which come to a proof soon if there is one
            _, _, state = heappop(pending)
            if state in rows:
                continue
            if len(rows) >= self.most or len(state) > self.longest + 1:
                raise NotRefutedError(f"its reasons have more than {self.most:,} goals", large=True)
            rows[state] = row = self._reason(state)
            for way in row.ways:
                heappush(pending, (len(way.after), next(numbers), way.after))
        return _in_depth(rows, start)

    def _reason(self, state: Resolvent) -> RefutedState:
        free = self._free(state)
        for number, one in enumerate(self.found):
            if self._excludes(one, state, free):
                return RefutedState(state, 0, (), number)
        if not free:
            if self._proposed(state, free):
                return RefutedState(state, 0, (), len(self.found) - 1)
            raise NotRefutedError(
                "it would have a proof but for what a cut, a negation or a test leaves out"
            )
        several: list[tuple[int, int, bool]] = []
        unknown: NotRefutedError | None = None
        for place, goal in enumerate(free, start=1):
            try:
                ways = len([*islice(self._found(state, place), MOST_WAYS)])
            except NotRefutedError as error:
                unknown = error
                break
            if not ways:
                return RefutedState(state, place)
            several.append((ways, place, self.theory.asks(goal)))
        if self._proposed(state, free):
            return RefutedState(state, 0, (), len(self.found) - 1)
        if unknown is not None and not several:
            raise unknown
        for ways, place, asked in several:
            if ways == 1 and not asked:
                return RefutedState(state, place, self._ways(state, place))
        if self._joined(state, free):
            return RefutedState(state, 0, (), len(self.found) - 1)
        place = several[0][1] if self.leftmost else min(several)[1]
        return RefutedState(state, place, self._ways(state, place))

    def _free(self, state: Resolvent) -> Terms:
        """The goals of a state that may be resolved: those before them can only compute."""
        goals = state[1:]
        for place, goal in enumerate(goals, start=1):
            if not self.theory.is_harmless(goal):
                return goals[:place]
        return goals

    def _found(
        self, state: Resolvent, place: int
    ) -> Iterator[tuple[HornClause | None, Bindings, Terms]]:
        """Ways to resolve or compute the goal of a state at a place."""
        return self.theory.ways(state[place], (*state[:place], *state[place + 1 :]))

    def _ways(self, state: Resolvent, place: int) -> tuple[Resolution, ...]:
        before, after = state[1:place], state[place + 1 :]
        ways = []
        for clause, bindings, body in self._found(state, place):
            found = _state(state[0], (*before, *body, *after), bindings)
            self.theory.count(sum(1 for _ in symbols(found)) // SYMBOLS_OF_STEP)
            ways.append(Resolution(clause, found))
        return tuple(ways)

    def _excludes(self, condition: Exclusion, state: Resolvent, goals: Terms) -> bool:
        """Whether a condition excludes some goals of a state."""
        frozen = replaced((state[0], *goals), _constant)
        known = match((self.general,), frozen[:1])
        if known is None:
            return False
        patterns = replaced(condition.excluded, lambda one: known.get(one, Var(one.name + "'")))
        if len(patterns) == 1 and indicator(patterns[0]) == ("=", 2):
            sides = arguments(patterns[0])
            both = {sides, sides[::-1]}
            return sides[0] == sides[1] or any(
                arguments(one) in both and indicator(one) in (("=", 2), ("==", 2))
                for one in frozen[1:]
            )
        if indicator(patterns[0]) == ("\\+", 1):
            return any(_fails(patterns[0], one, frozen) for one in frozen[1:])
        return _subsumes(patterns, frozen[1:])

    def _proposed(self, state: Resolvent, goals: Sequence[Goal]) -> bool:
        """Add a condition of the example that excludes one of some goals of a state, if there is one."""
        if len(self.found) >= self.proposes:
            return False
        known = _InExample.of(self.general, self.example, state)
        if known is None:
            return self._apart(state)
        for goal in goals:
            others = frozenset(variables(one for one in state[1:] if one is not goal))
            found = known.condition(self.theory, goal, others)
            if found is not None:
                self.found.append(found)
                return True
        return False

    def _joined(self, state: Resolvent, goals: Sequence[Goal]) -> bool:
        """Add a condition of the example that excludes two goals of a state together, if there is one."""
        if len(self.found) >= self.proposes:
            return False
        known = _InExample.of(self.general, self.example, state)
        asked = [one for one in goals if self.theory.asks(one)]
        if known is None or len(asked) < 2:
            return False
        for place, one in enumerate(asked):
            for other in asked[place + 1 :]:
                if set(variables((one,))) & set(variables((other,))):
                    found = known.failing(self.theory, (one, other))
                    if found is not None:
                        self.found.append(found)
                        return True
        return False

    def _apart(self, state: Resolvent) -> bool:
        """Add the condition that two arguments of the goal are not equal, which a clause makes equal in a state."""
        now = match((self.general,), state[:1]) or {}
        then: Mapping[Var, PrologTerm] = match((self.general,), (self.example,)) or {}
        parts = [*dict.fromkeys(leaves((self.general,)))]
        for one in variables((self.general,)):
            for other in parts:
                same = now[one] == now.get(other, other)  # type: ignore[arg-type]
                value = then.get(other, other)  # type: ignore[arg-type]
                if same and one != other and unify((then[one],), (value,)) is None:
                    self.found.append(_differ(one, other))
                    return True
        return False


@record
class _InExample:
    """The variables of the goal in a state: how the general goal calls them, and what they are in the example."""

    names: Mapping[Var, Var]
    values: Mapping[Var, PrologTerm]
    head: frozenset[Var]

    @classmethod
    def of(cls, general: Goal, example: Goal, state: Resolvent) -> _InExample | None:
        """None of a state that the example does not come to."""
        bound = unify(state[:1], (example,))
        now = match((general,), state[:1])
        if bound is None or now is None:
            return None
        named = variables(state[:1])
        values = dict(zip(named, substitute(named, bound), strict=True))
        names: dict[Var, Var] = {}
        for own, one in now.items():
            if isinstance(one, Var):
                names.setdefault(one, own)
        return cls(names, values, frozenset(named))

    def _written(self, goals: Sequence[Goal]) -> tuple[Terms, Terms] | None:
        """Some goals as a condition writes them, and as they are in the example; None of goals that say no more of it."""
        found = variables(goals)
        own = [one for one in found if one in self.head]
        if not any(not isinstance(self.values[one], Var) for one in own):
            return None
        if any(one not in self.names for one in own):
            return None
        names = {one: self.names.get(one, Var("_" + one.name)) for one in found}
        values = {one: self.values.get(one, Var("_" + one.name)) for one in found}
        return (
            replaced(tuple(goals), names.__getitem__),
            substitute(tuple(goals), values),
        )

    def failing(self, theory: FailingTheory, goals: Sequence[Goal]) -> Exclusion | None:
        """The condition that some goals have no proof together."""
        both = self._written(goals)
        if both is None or theory.holds(both[1]) is not False:
            return None
        whole = both[0][0] if len(goals) == 1 else Compound(",", both[0])
        return Exclusion(both[0], (Compound("\\+", (whole,)),))

    def condition(
        self, theory: FailingTheory, goal: Goal, others: frozenset[Var]
    ) -> Exclusion | None:
        """The condition that a goal does not hold."""
        name = indicator(goal)
        if name in NEGATIONS:
            return self._negated(theory, goal, others)
        if theory.asks(goal):
            return self.failing(theory, (goal,))
        if name in COMPARED and theory.clauses(name) is None:
            return self._compared(theory, goal)
        if name in (("=", 2), ("==", 2)):
            both = self._written((goal,))
            own = self.head.issuperset(variables((goal,)))
            if both is None or not own:
                return None
            sides = arguments(both[1][0])
            if unify(sides[:1], sides[1:]) is not None:
                return None
            return _differ(*arguments(both[0][0]))
        return None

    def _compared(self, theory: FailingTheory, goal: Goal) -> Exclusion | None:
        """The condition that a comparison of numbers fails."""
        both = self._written((goal,))
        own = variables((goal,))
        if both is None or not all(
            one in self.head and isinstance(self.values[one], int | float) for one in own
        ):
            return None
        if theory.holds(both[1]) is not False:
            return None
        numbers = (Compound("number", (self.names[one],)) for one in own)
        return Exclusion(both[0], (*numbers, Compound("\\+", both[0])))

    def _negated(
        self, theory: FailingTheory, goal: Goal, others: frozenset[Var]
    ) -> Exclusion | None:
        """The condition that what is negated holds: its variables are those of the goal, without any in their values."""
        inner = conjuncts(arguments(goal)[0])[:2]
        own = [one for one in variables(inner) if one in self.head]
        rest = [one for one in variables(inner) if one not in self.head]
        if len(inner) != 1 or not theory.asks(inner[0]) or any(one in others for one in rest):
            return None
        if any(variables((self.values[one],)) for one in own):
            return None
        both = self._written(inner)
        if both is None or theory.holds(both[1]) is not True:
            return None
        negation = self._written((goal,))
        assert negation is not None
        known = tuple(Compound("ground", (self.names[one],)) for one in own)
        return Exclusion(negation[0], (*known, *both[0]))


def _in_depth(rows: Refutation, start: Resolvent) -> Refutation:
    """A table in the order in which a depth-first search comes to its states."""
    found: dict[Resolvent, RefutedState] = {}
    pending = [start]
    while pending:
        state = pending.pop()
        if state not in found:
            found[state] = rows[state]
            pending += [way.after for way in rows[state].ways[::-1]]
    return found


def implies(one: Exclusion, other: Exclusion) -> bool:
    """Whether a condition says as much as another: what that one excludes is excluded by it."""
    if one.excluded == other.excluded:
        return True
    local = replaced(
        one.excluded, lambda each: Var(each.name + "'") if each.name[0] == "_" else _constant(each)
    )
    return _subsumes(local, replaced(other.excluded, _constant))


def _differ(one: PrologTerm, other: PrologTerm) -> Exclusion:
    return Exclusion((Compound("=", (one, other)),), (Compound("\\=", (one, other)),))


def _state(head: Goal, goals: Iterable[Goal], bindings: Bindings | None = None) -> Resolvent:
    """A goal as it is under bindings, and the goals that are left, with variables named in order."""
    terms = substitute((head, *goals), bindings or {})
    check_size(terms)
    left = [goal for one in terms[1:] for goal in conjuncts(one)]
    (found,) = canonical((terms[0], *left))
    return found


def _constant(variable: Var) -> PrologTerm:
    return Compound(_VARIABLE, (variable.name,))


def _fails(pattern: PrologTerm, negation: PrologTerm, state: Terms) -> bool:
    """Whether a negation is one that a condition excludes: what only the condition names stands nowhere else in the state."""
    found = match((pattern,), (negation,))
    if found is None:
        return False
    own = [*found.values()]
    elsewhere = [one for one in state if one is not negation]
    return (
        all(isinstance(one, Compound) and one.functor == _VARIABLE for one in own)
        and len(set(own)) == len(own)
        and not any(_within(one, term) for one in own for term in elsewhere)
    )


def _within(one: PrologTerm, term: PrologTerm) -> bool:
    return any(each == one for each in symbols((term,)))


def check_size(terms: Terms) -> None:
    """Refuse terms that are too large to be looked at again and again.

    Raises
    ------
    NotRefutedError
        Terms of too many symbols.
    """
    if len([*islice(symbols(terms), MOST_SYMBOLS + 1)]) > MOST_SYMBOLS:
        raise NotRefutedError(
            f"its reasons have terms of more than {MOST_SYMBOLS} symbols", large=True
        )


def symbols(terms: Terms) -> Iterator[PrologTerm]:
    """All subterms of some terms, themselves too."""
    pending = [*terms]
    while pending:
        term = pending.pop()
        yield term
        pending += arguments(term)


def _subsumes(patterns: Terms, goals: Terms) -> bool:
    """Whether each of some patterns is one of the goals, under the same bindings."""
    if not patterns:
        return True
    for goal in goals:
        found = match(patterns[:1], (goal,))
        if found is not None and _subsumes(substitute(patterns[1:], found), goals):
            return True
    return False
