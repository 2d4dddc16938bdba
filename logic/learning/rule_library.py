"""Learned rules, each admitted with a reason or refused with one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from ...rules.checked import checked
from ...rules.later import Later
from ...rules.prolog.operators import OperatorTable
from ...rules.prolog.steps import StepGoal
from ...rules.term import Compound, PrologTerm, Terms, Var, match, replaced, substitute, variables
from ...rules.text.words import counted
from ...rules.view import Viewed
from ...search.certificate import Certificate
from ...search.limits import Limits
from ..program.clause_text import clause_text
from ..program.program import Goal, HornClause, LogicProgram, indicator
from ..prover.certificate import move_macro_certificate, proof_certificates, rule_certificate
from ..prover.compiled import Database
from ..prover.proof import Proof
from ..prover.prove import DEPTH_FIRST, prove
from .cuts import Cut, cuts
from .generalize import CONDITIONS, GeneralProof
from .operationality import Operationality

_save = Later("logic.learning.rule_file", "save_rules")
_load = Later("logic.learning.rule_file", "load_rules")

REPROVED = Limits(nodes=100_000)
"""Limits on the proof of an example for a certificate."""

REFUSED = "the rule is not what its steps leave"
"""Words of the checker for a rule that has other conditions than its proof."""

MOST_TRIES = 20_000
"""Pairs of conditions that a test of subsumption tries at most; what is not shown by then is taken not to hold."""


@dataclass(frozen=True)
class LearnedRule(Viewed):
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
    """

    _view = Later("logic.views", "rule_view")

    clause: HornClause
    example: Goal
    learner: str
    steps: tuple[str, ...] = ()
    explanation: GeneralProof | None = field(default=None, compare=False, repr=False)
    left: tuple[Proof, ...] | None = field(default=None, compare=False, repr=False)

    def __repr__(self) -> str:
        shown = clause_text(self.clause, OperatorTable.default())
        return f"LearnedRule({self.name!r}, {shown!r})"

    @property
    def name(self) -> str:
        """Name of the rule."""
        return self.clause.label

    def cuts(self, program: LogicProgram | Database) -> tuple[Cut, ...]:
        """Rules of its proof, one for each level at which the tree is cut; empty for a rule that is the solved goal itself.

        Parameters
        ----------
        program
            The domain theory, whose operational goals are the last level.
        """
        if self.explanation is None:
            return ()
        database = program if isinstance(program, Database) else Database(program)
        criterion = Operationality.of(database.program)
        return cuts(self.explanation.nodes[0].proof, database, criterion)

    def certificate(
        self, program: LogicProgram, step: StepGoal | None = None, algorithm: str = DEPTH_FIRST
    ) -> Certificate:
        """Certificate that the rule is what the clauses of its proof leave of its head, and as general as that.

        Of a rule that is the solved goal itself it is the proof.

        Parameters
        ----------
        program
            The domain theory.
        step
            Of a macro-operator the goal of a move.
        algorithm
            The strategy that proves the example of a rule that is the solved goal itself.
        """
        asked = clause_text(self.clause, program.operators)
        if self.explanation is None:
            result = prove(program, self.example, algorithm, limits=REPROVED, proofs=True)
            found = proof_certificates(program, self.example, result, asked)
            return next(iter(found.values()))
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


@dataclass(frozen=True)
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


@checked
@dataclass(frozen=True)
class RuleLibrary(Viewed):
    """Learned rules in the order in which they are tried, and the program with them.

    Parameters
    ----------
    program
        The domain theory as it was.
    rules
        The rules.
    learner
        Who learned them.
    learned_program
        The theory with the rules: in front, or in the place of the clauses that they specialize.
    records
        Outcome of each example.
    operational
        The operational goals that were told; None where those of the program count.
    step
        Of macro-operators the goal of a move; None of other rules.
    algorithm
        The strategy that proved the examples.
    finished
        Whether all examples were tried; not if the user interrupted a proof.
    """

    _view = Later("logic.views", "library_view")

    program: LogicProgram
    rules: tuple[LearnedRule, ...]
    learner: str
    learned_program: LogicProgram
    records: tuple[RuleRecord, ...] = ()
    operational: tuple[PrologTerm, ...] | None = None
    step: StepGoal | None = None
    algorithm: str = DEPTH_FIRST
    finished: bool = True

    def __repr__(self) -> str:
        return f"RuleLibrary({self.program.name!r}, {counted(len(self), 'rule')})"

    def __iter__(self) -> Iterator[LearnedRule]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    @property
    def library(self) -> RuleLibrary:
        """Itself, so that what `arcwise.learn` returns has a library, whatever it learned from."""
        return self

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """The rules of a file, each learned again.

        Raises
        ------
        InputError
            A file that holds no rules, or a rule that its examples do not teach; see `load_rules`.
        """
        library: Self = _load(path)
        return library

    def save(self, path: str | Path) -> None:
        """Write the rules to a file.

        Raises
        ------
        InputError
            A place that cannot be written to; see `save_rules`.
        """
        _save(self, path)

    def explain(self, width: int = 80) -> str:
        """Explanation of each rule in words: the proof, its generalization, and the reason for each argument and condition.

        Parameters
        ----------
        width
            Characters of the lines between rules; clauses are not broken.
        """
        return self.view().text(width)

    def certificates(self) -> dict[str, Certificate]:
        """The certificate of each rule, by its name."""
        return {
            rule.name: rule.certificate(self.program, self.step, self.algorithm)
            for rule in self.rules
        }

    def only(self, names: Collection[str]) -> RuleLibrary:
        """Library with some of the rules, by their names; of rules that stand in front of the clauses."""
        rules = tuple(rule for rule in self.rules if rule.name in names)
        program = self.program.with_rules(rule.clause for rule in rules)
        return replace(self, rules=rules, learned_program=program)


def subsumes(general: HornClause, special: HornClause) -> bool:
    """Whether a clause theta-subsumes another: a substitution makes its head the other's and its conditions some of them.

    After Plotkin (1970). The conditions are compared as terms, wherever they stand.
    """
    fixed = replaced((special.head, *special.body), _constant)
    patterns = replaced((general.head, *general.body), lambda one: Var(f"{one.name}'"))
    first = match(patterns[:1], fixed[:1])
    if first is None:
        return False
    conditions = fixed[1:]
    tries = 0
    stack: list[tuple[Terms, int]] = [(_under(patterns[1:], first), 0)]
    while stack:
        left, place = stack.pop()
        if not left:
            return True
        for at in range(place, len(conditions)):
            tries += 1
            if tries > MOST_TRIES:
                return False
            found = match(left[:1], conditions[at : at + 1])
            if found is not None:
                stack.append((left, at + 1))
                stack.append((_under(left[1:], found), 0))
                break
    return False


def _constant(variable: Var) -> PrologTerm:
    return Compound("'variable", (variable.name,))


def _under(terms: Terms, bindings: dict[Var, PrologTerm]) -> Terms:
    return substitute(terms, bindings) if bindings and variables(terms) else terms
