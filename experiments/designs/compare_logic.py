"""The design of ``arcwise compare`` for logic programs: the same goals without rules, and with those of each learner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ...ebl.logic.learners import LOGIC_LEARNERS, learn_rules
from ...ebl.logic.rule_library import RuleLibrary
from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.logic.program import LogicProgram
from ...rules.term import PrologTerm
from ...search.limits import Limits
from ...search.logic.compiled import Database
from ...search.logic.prove import DEPTH_FIRST, ProofResult, prove
from ...search.result import Status
from ..progress import Progress, no_progress
from ..row import Row
from ..statistics.comparison import Comparison, together
from ..statistics.estimate import pairs_of
from ..statistics.verdict import WORK, Verdict

NONE = "none"
"""The condition without rules."""

MOST_INFERENCES = 100_000
"""Inferences of each goal where no limit is given."""


@dataclass(frozen=True)
class LogicCondition:
    """A program whose goals were proved.

    Parameters
    ----------
    name
        ``none``, or the learner.
    rules
        How many rules it has more.
    results
        The outcome of each problem.
    """

    name: str
    rules: int
    results: tuple[ProofResult, ...]

    @property
    def answered(self) -> int:
        """Problems that were answered, by a proof or by a search of the whole space."""
        return sum(one.status is not Status.STOPPED for one in self.results)

    @property
    def inferences(self) -> int:
        """Inferences of all problems together."""
        return sum(one.inferences for one in self.results)


@dataclass(frozen=True)
class LogicComparison:
    """Goals of one program, without rules and with those of several learners.

    Parameters
    ----------
    program
        The program.
    problems
        The goals.
    conditions
        The first is without rules.
    comparisons
        Each other condition against it.
    limits
        Of each goal.
    algorithm
        The strategy.
    """

    program: LogicProgram
    problems: tuple[PrologTerm, ...]
    conditions: tuple[LogicCondition, ...]
    comparisons: tuple[Comparison, ...]
    limits: Limits
    algorithm: str

    def verdict(self, comparison: Comparison) -> Verdict:
        """The judgement on a condition; the work is inferences."""
        found = comparison.own_verdict
        return Verdict(
            found.word, found.evidence.replace(WORK["operator_applications"], "inferences")
        )

    @property
    def different(self) -> list[tuple[str, PrologTerm]]:
        """Conditions and goals whose answer is another than without rules, though both were answered."""
        bare = self.conditions[0].results
        return [
            (condition.name, problem)
            for condition in self.conditions[1:]
            for problem, was, now in zip(self.problems, bare, condition.results, strict=True)
            if Status.STOPPED not in (was.status, now.status) and was.status is not now.status
        ]


@checked
def compare_logic(
    program: LogicProgram,
    problems: Sequence[PrologTerm],
    library: RuleLibrary,
    *,
    learners: Iterable[str] = tuple(LOGIC_LEARNERS),
    algorithm: str = DEPTH_FIRST,
    limits: Limits | None = None,
    progress: Progress = no_progress,
) -> LogicComparison:
    """Prove the same goals without rules, with those of a library, and with those of each other learner.

    A goal counts as answered where it is proved, and where the whole space was searched without a proof: then it has paid for
    each rule that was tried.

    Parameters
    ----------
    program
        The domain theory.
    problems
        The goals.
    library
        Rules; the other learners learn from the same examples.
    learners
        Which others to try.
    algorithm, limits
        Of each proof search; 100,000 inferences where no limit is given.
    progress
        Shows how far it is.

    Raises
    ------
    InputError
        No problem.
    """
    if not problems:
        raise InputError(
            "nothing to compare on", expected="facts problem(Goal) in the program, or goals"
        )
    limits = limits or Limits()
    if limits == Limits():
        limits = Limits(nodes=MOST_INFERENCES)
    examples = [rule.example for rule in library] or [one.goal for one in program.examples]
    programs = [(NONE, 0, program)]
    for name in learners:
        learned = library
        if name != library.learner:
            learned = learn_rules(
                program, examples, name, operational=library.operational, limits=limits
            )
        programs.append((name, len(learned), learned.learned_program))
    conditions = []
    with progress(len(programs) * len(problems), "comparing") as tick:
        for name, count, theory in programs:
            database, results = Database(theory), []
            for problem in problems:
                results.append(prove(database, problem, algorithm, limits=limits))
                tick()
            conditions.append(LogicCondition(name, count, tuple(results)))
    rows = [
        _row(condition.name, algorithm, number, result)
        for condition in conditions
        for number, result in enumerate(condition.results)
    ]
    found = [
        Comparison(algorithm, tuple(pairs_of(rows, NONE, condition.name)), condition.name)
        for condition in conditions[1:]
    ]
    return LogicComparison(
        program, tuple(problems), tuple(conditions), tuple(together(found)), limits, algorithm
    )


def _row(condition: str, algorithm: str, problem: int, result: ProofResult) -> Row:
    answered = result.status is not Status.STOPPED
    row = Row(condition, algorithm, problem)
    return replace(
        row,
        status=Status.SOLVED.value if answered else Status.STOPPED.value,
        stopped_by=result.limit,
        algorithm=result.algorithm,
        engine="python",
        operator_applications=result.inferences,
    )
