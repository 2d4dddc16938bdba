"""Logic programs: predicates with their clauses in order, and what a file tells of examples and operationality."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from ...rules.errors import InputError, Place
from ...rules.later import Later
from ...rules.prolog.operators import OperatorTable
from ...rules.record import record
from ...rules.source import EVERYWHERE, ROOT
from ...rules.term import Compound, PrologTerm, Terms, variables
from ...rules.view import Viewed

Indicator: TypeAlias = tuple[str, int]
"""Name and arity of a predicate."""

Goal: TypeAlias = PrologTerm
"""An atom or a compound term that is called."""


def indicator(goal: Goal) -> Indicator:
    """Name and arity of a goal's predicate."""
    if isinstance(goal, Compound):
        return goal.functor, len(goal.args)
    return str(goal), 0


def spelled(predicate: Indicator) -> str:
    """A predicate as ``name/arity``."""
    return f"{predicate[0]}/{predicate[1]}"


def read_indicator(text: str) -> Indicator:
    """The predicate that ``name/arity`` spells.

    Raises
    ------
    InputError
        A text that spells none.
    """
    name, _, arity = text.strip().rpartition("/")
    if not name or not arity.isdecimal() or len(arity) > 3:
        raise InputError("not a predicate", expected="NAME/ARITY, such as known/1", found=text)
    return name, int(arity)


def arguments(goal: Goal) -> Terms:
    """The arguments of a goal."""
    return goal.args if isinstance(goal, Compound) else ()


def with_name(goal: Goal, name: str | None) -> Goal:
    """The goal of a predicate of another name; as it is where that is None."""
    if name is None:
        return goal
    return Compound(name, goal.args) if isinstance(goal, Compound) else name


def conjunction(goals: Sequence[Goal]) -> Goal:
    """Goals as one term: ``true``, the goal, or a term of commas."""
    if not goals:
        return "true"
    term = goals[-1]
    for goal in reversed(goals[:-1]):
        term = Compound(",", (goal, term))
    return term


def conjuncts(body: Goal) -> tuple[Goal, ...]:
    """The goals of a conjunction from left to right; none of ``true``."""
    goals: list[Goal] = []
    pending = [body]
    while pending:
        goal = pending.pop()
        while type(goal) is Compound and goal.functor == "," and len(goal.args) == 2:
            goal, rest = goal.args
            pending.append(rest)
        if goal != "true":
            goals.append(goal)
    return tuple(goals)


@dataclass(frozen=True, slots=True, eq=False)
class HornClause(Viewed):
    """A clause ``head :- body``: if every goal of the body holds, the head does.

    Parameters
    ----------
    head
        An atom or a compound term.
    body
        The goals; none of a fact. They may be negated, alternatives, conditions.
    place
        Place in the text where it was read.
    label
        The name of a learned rule; empty for a clause of the program.
    """

    _view = Later("logic.views", "clause_view")

    head: Goal
    body: tuple[Goal, ...] = ()
    place: Place | None = None
    label: str = ""

    @property
    def predicate(self) -> Indicator:
        """Name and arity of the head."""
        return indicator(self.head)

    @property
    def term(self) -> PrologTerm:
        """The clause as a Prolog term."""
        return Compound(":-", (self.head, conjunction(self.body))) if self.body else self.head


Clauses: TypeAlias = Sequence[HornClause]
"""The clauses of a predicate: a tuple, or what holds facts and makes a clause of one when it is asked for."""


def having_bodies(clauses: Iterable[HornClause]) -> Iterable[HornClause]:
    """Clauses of a predicate, without those that are known to be facts without anyone looking at them."""
    return clauses if isinstance(clauses, tuple | list) else ()


@record
class StatedGoal:
    """A goal that a file states as an example or a problem, and where."""

    goal: Goal
    place: Place | None = None


@record
class LogicProgram:
    """A domain theory: definite clauses with negation and built-in predicates, in order.

    Parameters
    ----------
    name
        The file, or what messages call the program.
    clauses
        All clauses, by predicate, in the order of the text.
    operators
        The operators at the end of the text.
    examples, problems
        Goals of ``example(Goal)``, to learn from, and of ``problem(Goal)``, to be tried.
    operational
        Arguments of the facts ``operational(Name/Arity)`` and ``operational(Pattern)``; None without such facts.
    declared
        Predicates that may have no clause: those of ``dynamic`` and ``discontiguous``.
    warnings
        Remarks on the text, each with its place.
    tabled
        Predicates whose answers are kept: those of ``table``.
    modes
        Modes of the arguments of tabled predicates of which some answers are kept: ``index``, or how answers that are equal in
        the arguments of that mode are made one, such as ``min``.
    dynamic
        Predicates whose clauses the program may change while it runs: those of ``dynamic``.
    at_load
        Goals of directives that change the program, to be proved once before any other.
    roots
        Copies of predicates with rules, which a goal asks in their place, but no clause does.
    text
        Text from which all of it was read; None of a copy with other clauses.
    """

    name: str
    clauses: Mapping[Indicator, Clauses]
    operators: OperatorTable = field(default_factory=OperatorTable.default, compare=False)
    examples: tuple[StatedGoal, ...] = ()
    problems: tuple[StatedGoal, ...] = ()
    operational: tuple[PrologTerm, ...] | None = None
    declared: frozenset[Indicator] = frozenset()
    warnings: tuple[str, ...] = ()
    tabled: frozenset[Indicator] = frozenset()
    modes: Mapping[Indicator, Terms] = field(default_factory=dict)
    dynamic: frozenset[Indicator] = frozenset()
    at_load: tuple[StatedGoal, ...] = ()
    roots: Roots | None = field(default=None, compare=False)
    text: str | None = field(default=None, init=False, compare=False)

    def __repr__(self) -> str:
        return f"LogicProgram({self.name!r}, clauses={len(self)})"

    def __iter__(self) -> Iterator[HornClause]:
        for clauses in self.clauses.values():
            yield from clauses

    def __len__(self) -> int:
        return sum(map(len, self.clauses.values()))

    def rules(self) -> Iterator[HornClause]:
        """The clauses but those that are known to be facts without anyone looking at them."""
        for clauses in self.clauses.values():
            yield from having_bodies(clauses)

    def defines(self, predicate: Indicator) -> bool:
        """Whether the program has clauses of a predicate, or says that it may have."""
        return predicate in self.clauses or predicate in self.declared

    @cached_property
    def of_facts(self) -> frozenset[Indicator]:
        """Predicates that have only facts without variables; a fact with variables says something of every individual."""
        return frozenset(
            predicate
            for predicate, clauses in self.clauses.items()
            if not any(
                clause.body or variables((clause.head,)) for clause in having_bodies(clauses)
            )
        ) | frozenset(self.declared - self.clauses.keys())

    def with_rules(self, rules: Iterable[HornClause], use: str = EVERYWHERE) -> LogicProgram:
        """The program with rules in front of the clauses of their predicates, in order.

        With ``use`` "root" a goal is asked of the rules, but no clause is: they do not chain (Mooney 1989). A rule that begins with a cut has all answers of the clauses behind it, which are left out, as then is the cut: so algorithms
        that know no cuts search the program too.
        """
        if use == ROOT:
            return self._with_rules_at_root(rules)
        clauses: dict[Indicator, Clauses] = dict(self.clauses)
        front: dict[Indicator, list[HornClause]] = {}
        complete: set[Indicator] = set()
        for rule in rules:
            if rule.predicate in complete:
                continue
            if rule.body[:1] == ("!",):
                complete.add(rule.predicate)
                rule = replace(rule, body=rule.body[1:])
            front.setdefault(rule.predicate, []).append(rule)
        for predicate, some in front.items():
            behind = () if predicate in complete else clauses.get(predicate, ())
            clauses[predicate] = (*some, *behind)
        return replace(self, clauses=clauses)

    def _with_rules_at_root(self, rules: Iterable[HornClause]) -> LogicProgram:
        """The program with copies of the predicates that have rules; what a rule adds for its own use is no such predicate."""
        whole = self.with_rules(rules)
        changed = {one for one in self.clauses if whole.clauses[one] is not self.clauses[one]}
        names = {one: f"{one[0]} at the root" for one in changed}
        own = {
            replace(clause, head=with_name(clause.head, names[one])): clause
            for one in changed
            for clause in whole.clauses[one]
        }
        copies: dict[Indicator, list[HornClause]] = {}
        for copy in own:
            copies.setdefault(copy.predicate, []).append(copy)
        clauses = {**whole.clauses, **{one: self.clauses[one] for one in changed}}
        clauses |= {name: tuple(some) for name, some in copies.items()}
        return replace(self, clauses=clauses, roots=Roots(whole, names, own))

    def with_definition(self, predicate: Indicator, clauses: Iterable[HornClause]) -> LogicProgram:
        """The program with other clauses for a predicate."""
        return replace(self, clauses={**self.clauses, predicate: tuple(clauses)})


@record
class Roots:
    """Copies of predicates whose rules are used at the root of a proof alone.

    Parameters
    ----------
    whole
        The program whose rules are used everywhere.
    names
        Name of the copy of a predicate.
    own
        The clause of the whole program that a copied clause stands for.
    """

    whole: LogicProgram
    names: Mapping[Indicator, str]
    own: Mapping[HornClause, HornClause]
