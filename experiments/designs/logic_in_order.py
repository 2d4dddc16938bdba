"""Goals of a logic program taken in their order, each proved with what was learned from those before it.

So a book of theorems is read: what is proved may be used later, by rote as it was asked, or by explanation as the most
general goal that the same proof proves (O'Rorke 1989, on the Logic Theorist of Newell, Shaw and Simon 1957).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...ebl.logic.generalize import NotGeneralizedError, generalize
from ...ebl.logic.learners import LEMMAS, LOGIC_LEARNERS, ROTE
from ...ebl.logic.operationality import Operationality
from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.logic.clause_text import clause_text, term_text
from ...rules.logic.program import Goal, HornClause, Indicator, LogicProgram, indicator, spelled
from ...rules.term import Compound, PrologTerm, Var, canonical, leaves
from ...search.limits import Limits
from ...search.logic.compiled import Database
from ...search.logic.prove import DEPTH_FIRST, Answer
from ..condition import Condition
from ..keeping import Keeping
from ..progress import Progress, no_progress
from .compare_logic import (
    LEARNED,
    NONE,
    WHOLE,
    LogicComparison,
    bounded,
    goal_instances,
    logic_comparisons,
    prove_row,
    run_settings,
)

IN_ORDER = (ROTE.name, LEMMAS.name)
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
) -> LogicComparison:
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
        Where the run is kept; a run is not gone on with, as what was learned is not in it.
    progress
        Shows how far it is.

    Raises
    ------
    InputError
        A predicate that is not defined, or goals that cannot become its facts.
    """
    _check(program, problems, lemma)
    limits = bounded(limits)
    where = keeping or Keeping()
    if where.resume or where.jobs is not None or where.cluster is not None:
        raise InputError(
            "goals that are taken in order are proved at once, in one process",
            expected="no --resume, no --jobs and no --cluster",
        )
    names = (NONE, *learners)
    conditions = [Condition(name, facts={"macros": 0}) for name in names]
    instances = goal_instances(program, problems)
    settings = run_settings(program, algorithm, limits) | {"in_order": spelled(lemma)}
    finished = True
    with where.begin(settings, instances, conditions) as folder:
        folder.put("searches", len(conditions) * len(problems))
        try:
            with progress(len(conditions) * len(problems), "in order") as tick:
                for name in names:
                    learning = _InOrder(program, lemma, name)
                    for number, problem in enumerate(problems, start=1):
                        proofs = name != NONE and LOGIC_LEARNERS[name].generalizes
                        key = (name, algorithm, number)
                        row, result = prove_row(
                            key, learning.database, problem, limits, proofs=proofs
                        )
                        if result.solved and (fact := learning.take(result.answers[0])):
                            row = replace(row, note=f"{LEARNED}{fact}")
                        folder.record(row)
                        tick()
        except KeyboardInterrupt:
            finished = False
        (found,) = logic_comparisons(folder.read(), program)
        return replace(found, problems=tuple(problems), limits=limits, finished=finished)


def _check(program: LogicProgram, problems: Sequence[PrologTerm], lemma: Indicator) -> None:
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
        self.database = Database(program)

    def take(self, answer: Answer) -> str:
        """Learn from an answer; the fact as text, empty where nothing was learned."""
        goal = None if self._learner == NONE else self._goal(answer)
        if goal is None:
            return ""
        terms = goal.args if isinstance(goal, Compound) else ()
        head: Goal = Compound(self._lemma[0], terms) if terms else self._lemma[0]
        fact = HornClause(canonical((head,))[0][0])
        if any(not one.body and canonical((one.head,))[0][0] == fact.head for one in self._facts):
            return ""
        self._facts.append(fact)
        theory = self._program.with_definition(self._lemma, self._facts)
        self.database = Database(theory)
        return clause_text(fact, self._program.operators)

    def _goal(self, answer: Answer) -> Goal | None:
        """The goal that is learned; None where the proof is not generalized, or only under conditions."""
        if not LOGIC_LEARNERS[self._learner].generalizes:
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
