"""Learned rules, each admitted with a reason or refused with one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import Any, Self

from ...ebl.learner import Outcome
from ...ebl.rule import Admission, Library, Rule
from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.later import Later
from ...rules.prolog.operators import OperatorTable
from ...rules.prolog.steps import StepGoal
from ...rules.record import record
from ...rules.source import EVERYWHERE, ROOT
from ...rules.term import Compound, PrologTerm, canonical
from ...rules.view import View, Viewed
from ...search.certificate import Certificate
from ...search.limits import Limits
from ...search.result import Status
from ..program.clause_text import clause_text, term_text
from ..program.program import Goal, HornClause, Indicator, LogicProgram, indicator
from ..prover.certificate import (
    failure_certificate,
    move_macro_certificate,
    proof_certificates,
    recursion_certificate,
    rule_certificate,
)
from ..prover.compiled import Database
from ..prover.proof import Proof
from ..prover.prove import DEPTH_FIRST, prove
from .cuts import Cut, cuts
from .failures import FAILS, GoalFailure
from .generalize import CONDITIONS, GeneralProof, quiet_clause
from .number import Recursion
from .operationality import Operationality, committed
from .subsumption import subsumes

REPROVED = Limits(nodes=100_000)
"""Limits on the proof of an example for a certificate."""

_learned_view = Later("logic.views", "learned_view")
_words_view = Later("logic.views", "words_view")

REFUSED = "the rule is not what its steps leave"
"""Words of the checker for a rule that has other conditions than its proof."""


@record
class LearnedRule(Rule, Viewed):
    """A rule that was learned from an example.

    Parameters
    ----------
    clause
        The rule, with its name for a label.
    example
        The goal that was proved.
    learner
        Who learned it.
    steps
        The clauses of the proof, each as its predicate and its number from 1, in the order in which they were used.
    explanation
        The generalized proof; None of a rule that is the solved goal itself.
    left
        Of an unfolded clause the proofs of the goals of its body; None of others.
    recursion
        Of a rule for any number of repetitions the clauses of its own predicates, which its clause asks; None of others.
    failure
        Of a rule that fails why it does; None of others, and of one that is the failed goal itself.
    """

    _view = Later("logic.views", "rule_view")

    clause: HornClause
    example: Goal
    learner: str
    steps: tuple[str, ...] = ()
    explanation: GeneralProof | None = field(default=None, compare=False, repr=False)
    left: tuple[Proof, ...] | None = field(default=None, compare=False, repr=False)
    recursion: Recursion | None = field(default=None, compare=False, repr=False)
    failure: GoalFailure | None = field(default=None, compare=False, repr=False)

    def __repr__(self) -> str:
        shown = clause_text(self.clause, OperatorTable.default())
        return f"LearnedRule({self.name!r}, {shown!r})"

    @property
    def name(self) -> str:
        """Name of the rule."""
        return self.clause.label

    @property
    def clauses(self) -> tuple[HornClause, ...]:
        """The clause in front of the program's, then those of the rule's own predicates."""
        cases = () if self.recursion is None else self.recursion.cases
        return (self.clause, *(one.clause for one in cases))

    @property
    def canonical(self) -> object:
        if self.recursion is not None:
            return self.recursion.canonical
        return canonical((self.clause.head, *self.clause.body))[0]

    @property
    def fails(self) -> bool:
        """Whether it is a clause that fails in front of the others."""
        return self.clause.body[-2:] == FAILS

    @property
    def is_of_proof(self) -> bool:
        """Whether it is a generalized proof, neither the solved goal nor a clause that was unfolded."""
        return self.explanation is not None and self.left is None

    def renamed(self, name: str, others: Mapping[str, str] | None = None) -> LearnedRule:
        clause, recursion = replace(self.clause, label=name), self.recursion
        if recursion is not None:
            recursion = recursion.renamed(self.name, name)
            clause = recursion.first.clause
        return replace(self, clause=clause, recursion=recursion)

    def cuts(self, program: LogicProgram | Database) -> tuple[Cut, ...]:
        """Rules of its proof, one for each level at which the tree is cut; empty for a rule that is the solved goal itself.

        Parameters
        ----------
        program
            The domain theory, whose operational goals are the last level.
        """
        if self.explanation is None or self.recursion is not None:
            return ()
        database = program if isinstance(program, Database) else Database(program)
        criterion = Operationality.of(database.program)
        return cuts(self.explanation.nodes[0].proof, database, criterion)

    def certificate(self, library: Any) -> Certificate:
        """Certificate that the rule is what the clauses of its proof leave of its head, and as general as that.

        Of a rule that is the solved goal itself it is the proof.
        """
        program, step = library.program, library.step
        asked = clause_text(self.clause, program.operators)
        if self.fails:
            rows = {} if self.failure is None else self.failure.table
            reasons = [(one.state, one.place, one.condition) for one in rows.values()]
            return failure_certificate(program, self.clause, reasons, asked)
        if self.explanation is None:
            result = prove(program, self.example, library.algorithm, limits=REPROVED, proofs=True)
            found = proof_certificates(program, self.example, result, asked)
            return next(iter(found.values()))
        if self.recursion is not None:
            whole, asked = self.recursion, library.shown(self)
            return recursion_certificate(program, whole.own, whole.proved, whole.complete, asked)
        nodes = self.explanation.nodes
        conditions = [node.proof for node in nodes if node.kind in CONDITIONS]
        kept = conditions if self.left is None else self.left
        kept = [node for node in kept if indicator(node.goal) != ("=", 2)]
        kept += self.explanation.tests
        if step is not None and nodes[0].clause is not None:
            labels = [
                None
                if not step.labels or not isinstance(goal, Compound)
                else goal.args[step.labels[0]]
                for goal in nodes[0].clause.body
            ]
            moves = list(zip(nodes[0].proof.parts, labels, strict=True))
            made = move_macro_certificate(program, step, self.clause, moves, kept, asked)
        else:
            made = rule_certificate(program, self.clause, nodes[0].proof, kept, asked)
        if made.data is None and len(self.clause.body) < len(conditions) and REFUSED in made.note:
            return replace(made, note="not certified: it leaves out a condition that is implied")
        return made


@record
class RuleRecord:
    """Outcome of one example.

    Parameters
    ----------
    example
        The goal.
    outcome
        ``new``, ``covered`` (a learned rule proves it), ``subsumed`` (a rule of the library says as much), ``refused``,
        ``no proof``.
    reason
        In words.
    rule
        The rule that was learned, or that covers or subsumes.
    inferences
        Work of the proof.
    """

    example: Goal
    outcome: str
    reason: str
    rule: LearnedRule | None = None
    inferences: int = 0

    @classmethod
    def of(cls, example: Goal, reply: Admission | str, inferences: int) -> RuleRecord:
        """The record of a solved example, by what was said to its rule; a text says why there is none."""
        if isinstance(reply, str):
            return cls(example, "refused", reply, None, inferences)
        if reply.accepted:
            return cls(example, "new", "new", reply.macro, inferences)
        if reply.known is None:
            return cls(example, "refused", reply.reason, None, inferences)
        known = reply.known if isinstance(reply.known, LearnedRule) else None
        return cls(example, "subsumed", reply.reason, known, inferences)


@checked
class RuleLibrary(Library[LearnedRule], Viewed):
    """Learned rules of a program in the order in which they are tried, and the program with them.

    Parameters
    ----------
    program
        The domain theory as it was.
    rules
        Rules that are taken as they are.
    learner
        Who learned them.
    operational
        The operational goals that were told; None where those of the program count.
    step
        Of macro-operators the goal of a move; None of other rules.
    algorithm
        The strategy that proved the examples.
    unfolded
        The theory in which the rules stand in the place of the clauses that they specialize; None of rules in front.
    criterion
        The operationality criterion; None for that of ``operational``.

    Attributes
    ----------
    records
        Outcome of each example.
    finished
        Whether all examples were tried; not if the user interrupted a proof.
    """

    initial = "r"
    word = "rule"
    _view = Later("logic.views", "library_view")

    def learned_view(self) -> View:
        """View of what each example taught."""
        found: View = _learned_view(self)
        return found

    def words_view(self) -> View:
        """View of the proofs and rules as sentences."""
        found: View = _words_view(self)
        return found

    def __init__(
        self,
        program: LogicProgram,
        rules: Iterable[LearnedRule] = (),
        learner: str = "examples",
        *,
        operational: tuple[PrologTerm, ...] | None = None,
        step: StepGoal | None = None,
        algorithm: str = DEPTH_FIRST,
        unfolded: LogicProgram | None = None,
        criterion: Operationality | None = None,
    ) -> None:
        self.program, self.learner, self.algorithm = program, learner, algorithm
        self._criterion = criterion
        self.records, self.finished = list[RuleRecord](), True
        self.operational, self.step, self.unfolded = operational, step, unfolded
        self._unfolded: Database | None = None
        super().__init__()
        for rule in rules:
            self.put(rule)

    @property
    def notation(self) -> str:
        return "program"

    @property
    def home(self) -> LogicProgram:
        return self.program

    @property
    def criterion(self) -> Operationality:
        """The operationality criterion: which goals its rules may ask."""
        if self._criterion is None:
            self._criterion = Operationality.of(self.program, self.operational)
        return self._criterion

    @property
    def database(self) -> Database:
        """The theory in which examples are proved, compiled: the program, with clauses that were unfolded."""
        if self.unfolded is None:
            return self.criterion.database
        if self._unfolded is None or self._unfolded.program is not self.unfolded:
            self._unfolded = Database(self.unfolded)
        return self._unfolded

    @cached_property
    def committed(self) -> dict[Indicator, Goal]:
        """Predicates that rules must not stand in front of, as the order of their answers counts, with the goals where it does."""
        return committed(self.program)

    def enter(self, record: RuleRecord) -> Outcome:
        """Add the record of an example, and say how it ended."""
        self.records.append(record)
        solved = record.outcome not in ("no proof", "no path")
        limit = None if self.finished else "interrupt"
        why = () if record.outcome == "new" else (record.reason,)
        return Outcome(solved, applications=record.inferences, limit=limit, passed_over=why)

    @property
    def rules(self) -> tuple[LearnedRule, ...]:
        """The rules in order."""
        return tuple(self)

    @property
    def work(self) -> int:
        """Inferences of the proofs of the examples."""
        return sum(one.inferences for one in self.records)

    @property
    def nothing(self) -> str:
        """Why it is empty, where it is: each reason, after the first example that it is of."""
        first: dict[str, str] = {}
        for one in self.records:
            first.setdefault(one.reason, term_text(one.example, self.program.operators))
        return "; ".join(f"{goal}: {why}" for why, goal in first.items()) or "nothing was learned"

    @property
    def library(self) -> RuleLibrary:
        """Itself, so that what `arcwise.learn` returns has a library, whatever it learned from."""
        return self

    def fault(self, limits: Limits, most: int) -> str | None:
        """The first rule with which its own example has no proof."""
        for rule in self.rules[:most]:
            if rule.fails:
                continue
            found = prove(self.learned_program, rule.example, self.algorithm, limits=limits)
            if found.status is Status.UNSOLVABLE:
                shown = term_text(rule.example, self.program.operators)
                return f"{rule.name}: its example {shown} has no proof"
        return None

    def shown(self, rule: LearnedRule) -> str:
        """A rule in a line, as the program would write it."""
        return " ".join(clause_text(one, self.program.operators) for one in rule.clauses)

    @property
    def replaces(self) -> bool:
        """Whether the rules stand in the place of the clauses that they specialize."""
        return self.unfolded is not None

    @property
    def learned_program(self) -> LogicProgram:
        """The theory with the rules: in front, or in the place of the clauses that they specialize."""
        return self.program_in(EVERYWHERE)

    def program_in(self, use: str) -> LogicProgram:
        """The theory with the rules where they are used, as for `LogicProgram.with_rules`.

        Raises
        ------
        InputError
            Clauses in the place of others, which every goal uses, for use at the root.
        """
        check_use(use, replaces=self.replaces)
        if self.unfolded is not None:
            return self.unfolded
        return self.program.with_rules((one for rule in self for one in rule.clauses), use)

    def admit(self, rule: LearnedRule) -> Admission:
        """Whether the library would take a rule: none of it, and no clause of the program, says as much."""
        for known in self:
            if known.fails is not rule.fails:
                continue
            same = rule.recursion is not None and known.canonical == rule.canonical
            if same or subsumes(known.clause, rule.clause):
                return Admission(rule, False, f"{known.name} says as much", known=known)
        own = self.program.clauses.get(rule.clause.predicate, ())
        for clause in () if rule.fails else own:
            if subsumes(quiet_clause(clause, self.program)[0], rule.clause):
                return Admission(rule, False, "a clause of the program says as much", known=clause)
        return Admission(rule, True, "new")

    def _with(self, rules: Iterable[LearnedRule]) -> Self:
        found = super()._with(rules)
        found.records = list(self.records)
        return found

    def explain(self, width: int = 80) -> str:
        """Explanation of each rule in words: the proof, its generalization, and the reason for each argument and condition.

        Parameters
        ----------
        width
            Characters of the lines between rules; clauses are not broken.
        """
        return self.view().text(width)


def check_use(use: str, *, replaces: bool) -> None:
    """Refuse an unknown use, and that at the root of clauses that stand in the place of others.

    Raises
    ------
    InputError
        Such clauses, which every goal uses, or no use.
    """
    if use not in (EVERYWHERE, ROOT):
        raise InputError("no use of rules", expected=f"{EVERYWHERE} or {ROOT}", found=use)
    if use == ROOT and replaces:
        raise InputError(
            "unfolded clauses stand in the place of others, so that every goal uses them",
            expected="rules of another learner for --use root",
            found="rules of learner unfold",
        )
