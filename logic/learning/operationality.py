"""Operationality: which goals a learned rule may ask, and which built-in predicates depend on when they are called."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ...rules.errors import InputError
from ...rules.term import Compound, PrologTerm, Var, match
from ..program.calls import called_goals
from ..program.clause_text import term_text
from ..program.program import Goal, Indicator, LogicProgram, indicator, spelled
from ..program.vocabulary import BUILT_IN_PREDICATES, is_known, library, properties
from ..prover.compiled import Database
from .groundness import compared_goals, grounding


def predicates_of(patterns: Iterable[PrologTerm]) -> tuple[frozenset[Indicator], tuple[Goal, ...]]:
    """Predicates that ``Name/Arity`` names, and goals that are patterns."""
    named, goals = set(), []
    for one in patterns:
        match one:
            case Compound("/", (str(name), int(arity))):
                named.add((name, arity))
            case str() | Compound():
                goals.append(one)
            case _:
                raise InputError("not an operational goal", expected="Name/Arity or a goal")
    return frozenset(named), tuple(goals)


@dataclass
class Operationality:
    """The operationality criterion: goals that a learned rule may ask as they are.

    Parameters
    ----------
    program
        The domain theory.
    predicates
        Operational predicates; None for those of ``operational`` in the program, and where it tells nothing for those that
        have only facts without variables. Built-in predicates and the list library are operational always.
    patterns
        Goals whose instances are operational.
    choices
        Predicates of the list library whose goals a rule chooses an answer of as the proof did, unless they are operational.
    """

    program: LogicProgram
    predicates: frozenset[Indicator] | None = None
    patterns: tuple[Goal, ...] = ()
    choices: frozenset[Indicator] = frozenset()
    _database: Database | None = field(default=None, repr=False)
    _grounding: frozenset[Indicator] | None = field(default=None, repr=False)
    _known: dict[str, set[Indicator]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.predicates is not None:
            return
        if self.program.operational is None:
            self.predicates = self.program.of_facts
        else:
            self.predicates, self.patterns = predicates_of(self.program.operational)

    @classmethod
    def of(cls, program: LogicProgram, told: Iterable[PrologTerm] | None = None) -> Operationality:
        """The given criterion, or else the program's.

        Raises
        ------
        InputError
            A predicate that the program does not define.
        """
        if told is None:
            return cls(program)
        named, goals = predicates_of(told)
        for one in (*named, *map(indicator, goals)):
            built_in = one in BUILT_IN_PREDICATES or one in library()
            if not program.defines(one) and not built_in:
                raise InputError(
                    "an operational predicate is not defined",
                    expected="a predicate of the program, as Name/Arity or as a goal",
                    found=spelled(one),
                )
        return cls(program, named, goals)

    def holds(self, goal: Goal) -> bool:
        """Whether a goal of a proof, under its bindings, may stand in a rule as it is."""
        predicate = indicator(goal)
        if predicate not in self.program.clauses and predicate not in self.program.declared:
            return True
        if predicate in (self.predicates or ()):
            return True
        return any(match((pattern,), (goal,)) is not None for pattern in self.patterns)

    @property
    def grounding(self) -> frozenset[Indicator]:
        """Predicates of the program whose answers have no variables."""
        if self._grounding is None:
            self._grounding = grounding(self.program)
        return self._grounding

    @property
    def database(self) -> Database:
        """The program, compiled once for all questions that are asked of it."""
        if self._database is None:
            self._database = Database(self.program)
        return self._database

    def chooses(self, predicate: Indicator) -> bool:
        """Whether a goal of the list library is resolved as the proof resolved it."""
        return predicate in self.choices and predicate not in (self.predicates or ())

    def sensitive(self, goal: Goal) -> tuple[PrologTerm, ...]:
        """Arguments of a goal that a call must not instantiate further than the proof did.

        A goal of facts holds of an instance whenever it holds of the goal and its answer is that instance. Negation, tests and
        computations do not: called later, with more known, they may answer otherwise.
        """
        if not isinstance(goal, Compound):
            return ()
        if indicator(goal) in ((",", 2), (";", 2)):
            parts = [name for name, _ in called_goals(goal, self.program.clauses)]
            return () if all(map(self.monotone, parts)) else goal.args
        if self.monotone(indicator(goal)):
            return ()
        outputs = properties(indicator(goal), self.program.clauses).outputs or ()
        return tuple(one for place, one in enumerate(goal.args) if place not in outputs)

    def monotone(self, predicate: Indicator) -> bool:
        """Whether a predicate's answers do not depend on when it is called: no negation, cut, test or computation in it."""
        return self._only("monotone", predicate)

    def computes(self, goal: Goal) -> bool:
        """Whether calling a goal too early can at worst raise an error: it has no negation, no cut and only numeric tests."""
        compared = compared_goals(goal)
        if compared is not None and indicator(goal) not in self.program.clauses:
            return bool(compared)
        return self._only("arithmetic", indicator(goal))

    def is_theory(self, goal: Goal) -> bool:
        """Whether all that a goal calls are clauses of the theory, none of them operational, and built-in predicates."""
        program = self.program
        pending = [name for name, _ in called_goals(goal, program.clauses)]
        seen: set[Indicator] = set()
        while pending:
            one = pending.pop()
            if one in seen:
                continue
            seen.add(one)
            if self.patterns or one in (self.predicates or ()) or one in program.declared:
                return False
            if one not in program.clauses and not is_known(one):
                return False
            for clause in program.clauses.get(one, ()):
                for asked in clause.body:
                    if isinstance(asked, Var):
                        return False
                    pending += [name for name, _ in called_goals(asked, program.clauses)]
        return True

    def _only(self, kind: str, predicate: Indicator) -> bool:
        """Whether all that a predicate calls is monotone, or else of a kind."""
        known = self._known.setdefault(kind, set())
        pending, seen = [predicate], set()
        while pending:
            one = pending.pop()
            row = properties(one, self.program.clauses)
            if one in seen or "monotone" in row.flags or row.kind == kind:
                continue
            seen.add(one)
            if one in known:
                continue
            clauses = self.program.clauses.get(one)
            if clauses is None and one in self.program.declared:
                continue
            if clauses is None and (one in BUILT_IN_PREDICATES or one in library()):
                if one in ((",", 2), (";", 2)):
                    continue
                return False
            for clause in clauses or ():
                for goal in clause.body:
                    if isinstance(goal, Var):
                        return False
                    pending += [name for name, _ in called_goals(goal, self.program.clauses)]
        known |= seen
        return True

    def words(self) -> str:
        """The criterion in a sentence."""
        named = sorted(map(spelled, self.predicates or ()))
        shown = [*named, *(term_text(one, self.program.operators) for one in self.patterns)]
        if not shown:
            return "operational: built-in predicates only"
        return f"operational: {', '.join(shown)}, and built-in predicates"


def committed(program: LogicProgram) -> dict[Indicator, Goal]:
    """Predicates of which some clause takes the first answer only, or all in order, each with that goal or clause.

    These are called before a cut, in a condition, in ``once/1`` or ``findall/3``, directly or by what is called there. A rule in
    front of their clauses would change which answer comes first.
    """
    found: dict[Indicator, Goal] = {}
    pending: list[tuple[Goal, Goal]] = []
    for clause in program:
        pending += [(goal, clause.term) for goal in _committed_goals(clause.body, program)]
    while pending:
        goal, why = pending.pop()
        for predicate, _ in called_goals(goal, program.clauses):
            if predicate in found or predicate not in program.clauses:
                continue
            found[predicate] = why
            for clause in program.clauses[predicate]:
                pending += [(one, why) for one in clause.body]
    return found


def _committed_goals(body: Iterable[Goal], program: LogicProgram) -> list[Goal]:
    found: list[Goal] = []
    pending = [list(body)]
    while pending:
        goals: list[Goal] = []
        for goal in pending.pop():
            while isinstance(goal, Compound) and goal.functor == "," and len(goal.args) == 2:
                goals.append(goal.args[0])
                goal = goal.args[1]
            goals.append(goal)
        cut = max((place for place, goal in enumerate(goals) if goal == "!"), default=0)
        found += [one for one in goals[:cut] if one != "!" and not isinstance(one, Var)]
        for goal in goals:
            if not isinstance(goal, Compound):
                continue
            row = properties(indicator(goal), program.clauses)
            found += [goal.args[at] for at in row.takes_first]
            if row.kind == "control":
                pending += [[goal.args[at]] for at in row.calls]
    return [one for one in found if isinstance(one, str | Compound)]
