"""The design of ``arcwise compare --in-order``: goals as a book of theorems, each proved with what was learned from those before.

Its conditions are libraries that grow from goal to goal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..experiments.configuration import Configuration
from ..experiments.designs.conditions import NONE, each_with_first, growing, without
from ..experiments.experiment import Experiment
from ..experiments.keeping import Keeping, Progress, no_progress
from ..experiments.result_set import ResultSet
from ..experiments.row import LEARNED, Key, Row
from ..experiments.store.rows import READ_SECONDS
from ..rules.checked import checked
from ..rules.errors import InputError
from ..rules.term import Compound, PrologTerm, Var, canonical, leaves
from ..search.limits import NO_LIMITS, Limits
from .learning.generalize import NotGeneralizedError, generalize
from .learning.learners import Lemmas, Rote, proof_learner
from .learning.operationality import Operationality
from .program.clause_text import clause_text, term_text
from .program.program import (
    Goal,
    HornClause,
    Indicator,
    LogicProgram,
    indicator,
    spelled,
)
from .prover.compiled import Database
from .prover.prove import DEPTH_FIRST, Answer, ProofResult, prove
from .source import WHOLE, ProgramSource, performed

IN_ORDER = (Rote.name, Lemmas.name)
"""Learners of facts: the goal that was proved, or the most general goal of the proof."""


@checked
def compare_in_order(
    program: LogicProgram,
    problems: Sequence[PrologTerm],
    lemma: Indicator,
    *,
    learners: Iterable[str] = IN_ORDER,
    algorithm: str = DEPTH_FIRST,
    limits: Limits | None = None,
    keeping: Keeping | None = None,
    progress: Progress = no_progress,
) -> ResultSet:
    """Prove goals in their order, without learning and with each learner.

    A goal that was proved becomes a fact of a predicate, behind its clauses: by ``rote`` the goal itself, with a variable
    for each constant that no clause names; as ``lemmas`` the most general goal that the proof proves. That such facts may
    be used is for the program to see to, as a prover does of its theorems.

    Parameters
    ----------
    program
        The domain theory.
    problems
        The goals, in order.
    lemma
        Name and arity of the predicate of the facts; the goals have as many arguments.
    learners
        Of ``rote`` and ``lemmas``.
    algorithm, limits
        Of each proof search; 100,000 inferences where no limit is given.
    keeping
        Where the run is kept. Goals are proved in this process.
    progress
        Shows how far it is.

    Returns
    -------
    The rows, with each learner compared with no learning; not finished where the user interrupted it.

    Raises
    ------
    InputError
        A predicate that is not defined, goals that cannot become its facts, or a learner that learns no facts.
    """
    learners = tuple(learners)
    _check(program, problems, lemma, learners)
    where = keeping or Keeping()
    if where.jobs is not None or where.cluster is not None:
        raise InputError(
            "goals that are taken in order are proved one after the other",
            expected="no --jobs and no --cluster",
        )
    conditions = (without(NONE), *map(growing, learners))
    source = ProgramSource(program)
    how = source.configured(Configuration(algorithm, limits=limits or NO_LIMITS))
    asked = source.problems(list(problems))
    facts = {"in_order": spelled(lemma), "contrasts": each_with_first(conditions)}
    facts |= {"command": "compare", **source.facts(asked)}
    experiment = Experiment(source, (asked,), conditions, (how,), facts)
    finished = True
    with where.begin(experiment.settings, experiment.problems, conditions) as folder:
        folder.put("searches", experiment.searches)
        known = {row.key: row for row in folder.read().searches}
        try:
            with progress(experiment.searches, "in order") as tick:
                for condition in conditions:
                    learning = _InOrder(program, lemma, condition.name)
                    for instance, goal in zip(experiment.problems, problems, strict=True):
                        key = experiment.task(condition, how, instance).key
                        if key in known:
                            learning.take_up(known[key], goal, how)
                        else:
                            folder.record(learning.proved(key, goal, how))
                        tick()
        except KeyboardInterrupt:
            finished = False
        return ResultSet.of(folder.read(), finished=finished)


def _check(
    program: LogicProgram,
    problems: Sequence[PrologTerm],
    lemma: Indicator,
    learners: Iterable[str],
) -> None:
    for name in learners:
        if name not in IN_ORDER:
            raise InputError(
                f"{name} learns no facts: in order, a goal that was proved becomes one",
                expected=" or ".join(IN_ORDER),
                found=name,
                remedy=f"learn PROGRAM --learner {name}, then compare --macros",
            )
    if not problems:
        raise InputError(
            "nothing to prove", expected="facts problem(Goal) in the program, or goals"
        )
    if not program.defines(lemma):
        raise InputError(
            "what is learned has no predicate",
            expected="a predicate of the program",
            found=spelled(lemma),
        )
    for goal in problems:
        if indicator(goal)[1] != lemma[1] or indicator(goal) not in program.clauses:
            raise InputError(
                "this goal cannot be learned as a fact",
                expected=f"a goal of the program with as many arguments as {spelled(lemma)}",
                found=term_text(goal, program.operators, WHOLE),
            )


class _InOrder:
    """Facts learned so far in one way, and the program with them.

    Parameters
    ----------
    program, lemma
        As for `compare_in_order`.
    learner
        ``none``, ``rote`` or ``lemmas``.
    """

    def __init__(self, program: LogicProgram, lemma: Indicator, learner: str) -> None:
        self._program, self._lemma, self._learner = program, lemma, learner
        self._named = {leaf for clause in program for leaf in leaves((clause.head, *clause.body))}
        self._facts = list(program.clauses.get(lemma, ()))
        self._generalizes = learner != NONE and proof_learner(learner).proves
        self.database = Database(program)

    def proved(self, key: Key, goal: PrologTerm, how: Configuration) -> Row:
        """Prove a goal and learn from its proof; the row, whose note tells the fact.

        Raises
        ------
        KeyboardInterrupt
            The user's.
        """
        result, others = performed(*self._learned(goal, how.algorithm, how.limits))
        return Row.of(key, result, **others)

    def take_up(self, row: Row, goal: PrologTerm, how: Configuration) -> None:
        """Learn again what a row tells that was learned: its goal is proved once more, as a row alone proves nothing.

        Raises
        ------
        InputError
            A row that tells something else than its goal teaches.
        """
        if not row.note and (self._learner == NONE or not row.solved):
            return
        limits = replace(how.limits, time=READ_SECONDS)
        found, note = self._learned(goal, how.algorithm, limits)
        if not found.solved or note != row.note:
            raise InputError(
                f"the row of {row.condition}, problem {row.problem} does not tell what its goal teaches",
                expected=note or ("no fact" if found.solved else "no proof"),
                found=row.note[:80] or "a proof without a fact",
                remedy="--run with another folder",
            )

    def _learned(self, goal: PrologTerm, algorithm: str, limits: Limits) -> tuple[ProofResult, str]:
        """Prove a goal and learn from its proof; the note tells the fact, or is empty."""
        found = prove(self.database, goal, algorithm, limits=limits, proofs=self._generalizes)
        if found.limit == "interrupt":
            raise KeyboardInterrupt
        fact = self._fact(found.answers[0]) if found.solved else None
        if fact is None:
            return found, ""
        self._learn(fact)
        return found, f"{LEARNED}{clause_text(fact, self._program.operators)}"

    def _learn(self, fact: HornClause) -> None:
        self._facts.append(fact)
        self.database = Database(self._program.with_definition(self._lemma, self._facts))

    def _fact(self, answer: Answer) -> HornClause | None:
        """The fact that is learned from an answer; None where nothing new is."""
        goal = None if self._learner == NONE else self._goal(answer)
        if goal is None:
            return None
        terms = goal.args if isinstance(goal, Compound) else ()
        head: Goal = Compound(self._lemma[0], terms) if terms else self._lemma[0]
        fact = HornClause(canonical((head,))[0][0])
        known = (one for one in self._facts if not one.body)
        return None if any(canonical((one.head,))[0][0] == fact.head for one in known) else fact

    def _goal(self, answer: Answer) -> Goal | None:
        """The goal that is learned; None where the proof is not generalized, or only under conditions."""
        if not self._generalizes:
            return self._schematic(answer.goal)
        everything = Operationality.of(self.database.program, ())
        try:
            rule = generalize(answer.proof[0], self.database, everything).rule
        except NotGeneralizedError:
            return None
        return None if rule.body else rule.head

    def _schematic(self, term: PrologTerm) -> PrologTerm:
        """A term with a variable for each constant that no clause names."""
        if isinstance(term, Compound):
            return Compound(term.functor, tuple(map(self._schematic, term.args)))
        if isinstance(term, str) and term not in self._named:
            return Var(f"_{term}")
        return term
