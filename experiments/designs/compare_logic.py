"""The design of ``arcwise compare`` for logic programs: the same goals without rules, and with those of each learner.

Goals may also be taken in their order, each proved with what was learned from those before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ...logic.learning.generalize import NotGeneralizedError, generalize
from ...logic.learning.learners import LEMMAS, LOGIC_LEARNERS, ROTE, learn_rules
from ...logic.learning.operationality import Operationality
from ...logic.learning.rule_file import goals_of, load_rules, rules_text
from ...logic.learning.rule_library import RuleLibrary
from ...logic.program.clause_text import clause_text, term_text
from ...logic.program.program import Goal, HornClause, Indicator, LogicProgram, indicator, spelled
from ...logic.program.read_program import load_program, read_goal, read_program
from ...logic.program.recognize import is_logic_program
from ...logic.prover.compiled import Database
from ...logic.prover.prove import DEPTH_FIRST, Answer, ProofResult, prove
from ...logic.source import ProgramSource, performed
from ...rules.checked import checked
from ...rules.errors import InputError, Place
from ...rules.read_domain import is_prolog
from ...rules.term import Compound, PrologTerm, Var, canonical, leaves
from ...rules.text.words import counted
from ...rules.trust import of_one_goal
from ...search.limits import Limits
from ...search.result import Status
from ..condition import Condition
from ..configuration import Configuration
from ..experiment import Experiment
from ..keeping import Keeping, Progress, no_progress
from ..problem_set import Instance, ProblemSet, repeats
from ..result_set import frame_of
from ..row import Key, Row
from ..statistics.comparison import Comparison, together
from ..statistics.estimate import pairs_of
from ..statistics.verdict import WORK, Verdict, only_verdict
from ..store.rows import DATABASE, READ_SECONDS
from ..store.run import Run

NONE = "none"
"""The condition without rules."""

EVERY, KEPT = "all", "kept"
"""Conditions of ``utility``: with all rules, and with those that are kept."""

JUDGING = "judging"
"""Fact of a condition that only judges a rule, and is no part of the comparison."""

LOGIC = "logic program"
"""The setting ``kind`` of a run whose problems are goals."""

MOST_INFERENCES = 100_000
"""Inferences of each goal where no limit is given."""

RELEARNED = Limits(nodes=1_000_000, work=10_000_000, time=READ_SECONDS)
"""Limits on each proof by which a rule of a run is learned again: counts decide, and the clock ends what no count sees."""

LEARNED = "learned "
"""How the note of a search begins from which something was learned; the clause follows."""

WHOLE = 1200
"""The priority of a term that stands alone."""


@dataclass(frozen=True)
class LogicCondition:
    """A program whose goals were proved.

    Parameters
    ----------
    name
        ``none``, or the learner.
    rules
        How many rules it has more.
    rows
        The searches, one for each problem that was tried; their operator applications are inferences.
    """

    name: str
    rules: int
    rows: tuple[Row, ...]

    @property
    def answered(self) -> int:
        """Problems that were answered, by a proof or by a search of the whole space."""
        return sum(not row.stopped for row in self.rows)

    @property
    def proved(self) -> int:
        """Problems that were proved."""
        return sum(row.solved for row in self.rows)

    @property
    def inferences(self) -> int:
        """Inferences of all problems together."""
        return sum(row.operator_applications or 0 for row in self.rows)


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
    limits
        Of each goal.
    algorithm
        The strategy.
    finished
        Whether all searches were made.
    learner
        Learner of the rules that were to be compared; None where all conditions count alike.
    """

    program: LogicProgram
    problems: tuple[PrologTerm, ...]
    conditions: tuple[LogicCondition, ...]
    limits: Limits
    algorithm: str
    finished: bool = True
    learner: str | None = None

    def __repr__(self) -> str:
        """The program and what it was asked, without the searches."""
        sizes = [counted(len(self.problems), "problem"), counted(len(self.conditions), "condition")]
        return f"LogicComparison({self.program.name!r}, {', '.join(sizes)})"

    def __str__(self) -> str:
        """The program, and the verdict on each learner."""
        lines = (f"{name}, {how}: {verdict}" for (name, how), verdict in self.verdicts.items())
        return "\n".join([repr(self), *lines])

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Each other condition against the one without rules."""
        variants = (canonical((goal,)) for goal in self.problems)
        repeated = repeats(enumerate(variants, start=1))
        rows = [
            row
            if row.stopped
            # A goal that is refuted is answered too; expansions and inferences are one here.
            else replace(row, status=Status.SOLVED.value, expanded=None, generated=None)
            for condition in self.conditions
            for row in condition.rows
            if row.problem not in repeated
        ]
        found = [
            Comparison(self.algorithm, tuple(pairs_of(rows, NONE, one.name)), one.name)
            for one in self.conditions[1:]
        ]
        return tuple(together(found))

    @cached_property
    def verdicts(self) -> dict[tuple[str, str], Verdict]:
        """By learner and strategy, whether its rules pay; the work is inferences."""
        found = {(one.group, one.configuration): one.own_verdict for one in self.comparisons}
        return {
            key: replace(
                one,
                evidence=one.evidence.replace(WORK["operator_applications"], "inferences"),
                figures=tuple(
                    figure.replace("times the work", "times the inferences")
                    for figure in one.figures
                ),
            )
            for key, one in found.items()
        }

    @property
    def verdict(self) -> Verdict:
        """Whether the rules pay that were to be compared, or those of the only learner.

        Raises
        ------
        InputError
            Several learners, or none, for which `verdicts` has one each.
        """
        known = self.verdicts.get((self.learner or "", self.algorithm))
        return known or only_verdict(self.verdicts, "one learner")

    def records(self) -> list[dict[str, Any]]:
        """The searches as plain values: condition, goal, status and inferences of each."""
        operators = self.program.operators
        return [
            {
                "condition": row.condition,
                "goal": term_text(self.problems[row.problem - 1], operators),
                "status": row.status,
                "inferences": row.operator_applications,
            }
            for condition in self.conditions
            for row in condition.rows
        ]

    def to_frame(self) -> Any:
        """The searches as a pandas DataFrame where pandas is installed, else a dict of columns."""
        return frame_of(self.records())

    @property
    def different(self) -> list[tuple[str, PrologTerm]]:
        """Conditions and goals whose answer is another than without rules, though both were answered."""
        bare = {row.problem: row for row in self.conditions[0].rows}
        return [
            (condition.name, self.problems[row.problem - 1])
            for condition in self.conditions[1:]
            for row in condition.rows
            if (was := bare.get(row.problem)) is not None
            and not (was.stopped or row.stopped)
            and was.status != row.status
        ]


def asked_program(
    domain: object, goals: object, kind: str
) -> tuple[LogicProgram, list[Goal]] | None:
    """A logic program, and the goals that are given for it or stated in it.

    None of anything else, such as a program that is asked for states.

    Parameters
    ----------
    domain, goals
        As for `learn` and `compare`.
    kind
        ``example`` or ``problem``.
    """
    asked = () if goals is None else (goals,) if isinstance(goals, str | Path) else goals
    if not isinstance(asked, list | tuple) or not all(
        isinstance(one, str | Path | Compound) for one in asked
    ):
        if isinstance(domain, LogicProgram):
            raise InputError(
                "a logic program has goals to prove",
                expected="goals, as texts, terms or files",
                found=f"{goals!r}"[:90],
            )
        return None
    if isinstance(domain, LogicProgram):
        program = domain
    else:
        texts = [str(one) for one in asked if isinstance(one, str | Path)]
        if not isinstance(domain, str | Path) or not is_prolog(str(domain)):
            return None
        if not is_logic_program(str(domain), *texts[:1]):
            return None
        try:
            program = load_program(domain)
        except InputError as error:
            raise of_one_goal(error, str(domain)) from None
    if goals is not None and not asked:
        raise InputError(
            f"no {kind}", expected="goals, or None for those that the program states", found="none"
        )
    return program, goals_of(asked, program, kind)


@checked
def compare_logic(
    program: LogicProgram,
    problems: Sequence[PrologTerm],
    library: RuleLibrary,
    *,
    learners: Iterable[str] = tuple(LOGIC_LEARNERS),
    algorithms: Iterable[str] = (DEPTH_FIRST,),
    limits: Limits | None = None,
    keeping: Keeping | None = None,
    progress: Progress = no_progress,
) -> list[LogicComparison]:
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
    algorithms, limits
        Strategies, and limits of each proof search; 100,000 inferences where no limit is given.
    keeping
        Where the run is kept, and who proves the goals; in this process and nowhere, if None.
    progress
        Shows how far it is.

    Returns
    -------
    A comparison for each strategy; not finished where the user interrupted it.

    Raises
    ------
    InputError
        No problem, or a folder that cannot be used.
    """
    if not problems:
        raise InputError(
            "nothing to compare on", expected="facts problem(Goal) in the program, or goals"
        )
    conditions = _conditions(program, library, learners, bounded(limits))
    experiment = goals_experiment(
        program, problems, conditions, algorithms, limits, {"learner": library.learner}
    )
    with progress(experiment.searches, "comparing") as tick:
        found = experiment.run(keeping, tick)
    known = {one.algorithm: one for one in logic_comparisons(found.run, program)}
    return [
        replace(
            known[how.name], problems=tuple(problems), limits=how.limits, finished=found.finished
        )
        for how in experiment.configurations
    ]


def goals_experiment(
    program: LogicProgram,
    goals: Sequence[PrologTerm],
    conditions: Iterable[Condition],
    algorithms: Iterable[str],
    limits: Limits | None,
    facts: Mapping[str, Any],
) -> Experiment:
    """The experiment whose problems are goals of a program, and whose conditions are rules.

    Parameters
    ----------
    program, goals
        The domain theory, and the problems.
    conditions
        With which rules.
    algorithms, limits
        Strategies, and limits of each proof search; `MOST_INFERENCES` where no limit is given.
    facts
        What else a run keeps of it.
    """
    problems = tuple(
        Instance((), (), f"goal {number}", text=term_text(goal, program.operators, WHOLE))
        for number, goal in enumerate(goals, start=1)
    )
    kept = {"command": "compare", "kind": LOGIC, "theory_name": Path(program.name).name}
    return Experiment(
        ProgramSource(program),
        (ProblemSet(problems),),
        tuple(conditions),
        tuple(Configuration(name, limits=bounded(limits)) for name in algorithms),
        {**kept, **facts},
        timing=False,
    )


def _conditions(
    program: LogicProgram, library: RuleLibrary, learners: Iterable[str], limits: Limits
) -> list[Condition]:
    """The condition without rules, and one for each learner."""
    examples = [rule.example for rule in library] or [one.goal for one in program.examples]
    found = [Condition.without_macros(NONE)]
    for name in learners:
        learned = library
        if name != library.learner:
            learned = learn_rules(
                program,
                examples,
                name,
                operational=library.operational,
                algorithm=library.algorithm,
                limits=limits,
            )
            if not learned.finished:
                raise KeyboardInterrupt
        found.append(library_condition(learned, name))
    return found


def library_condition(library: RuleLibrary, name: str) -> Condition:
    """The condition of the rules of a library."""
    file = f"{name}.pl"
    text = rules_text(library, Path(library.program.name).resolve().parent / file)
    return Condition(name, file, text, {"macros": len(library), "label": name})


def only_limits(configuration: Configuration | None) -> Limits | None:
    """The limits of a configuration, which is all that goals take of it; None where no configuration is given.

    Raises
    ------
    InputError
        A configuration that differs in something else.
    """
    if configuration is None:
        return None
    if configuration != Configuration(limits=configuration.limits):
        raise InputError(
            "goals of a logic program take only the limits of a configuration",
            found=f"{configuration!r}"[:90],
            remedy="an algorithm as an argument, and Configuration(limits=...)",
        )
    return configuration.limits


def bounded(limits: Limits | None) -> Limits:
    """Limits of each proof search: `MOST_INFERENCES` where no limit is given."""
    return Limits(nodes=MOST_INFERENCES) if limits is None or limits == Limits() else limits


def is_logic_run(run: Run) -> bool:
    """Whether the problems of a run are goals of a logic program."""
    return run.settings.get("kind") == LOGIC


def program_of_run(run: Run) -> LogicProgram:
    """The domain theory of a run.

    Raises
    ------
    InputError
        A run that does not have its text.
    """
    text = run.settings.get("theory_text")
    name = str(run.settings.get("theory_name") or "program.pl")
    if not isinstance(text, str):
        raise InputError("this run has no program", expected="a run of arcwise compare PROGRAM.pl")
    with _placed(run, name):
        return read_program(text, name)


@contextmanager
def _placed(run: Run, what: str) -> Iterator[None]:
    """Tell a fault of a text that stands in a run with the file of the run, and what the text is there."""
    try:
        yield
    except InputError as error:
        raise error.placed(Place(f"{run.path / DATABASE}, {what}")) from None


def logic_comparisons(run: Run, program: LogicProgram | None = None) -> list[LogicComparison]:
    """The comparisons of a run as far as it has come, one for each strategy.

    Parameters
    ----------
    run
        The run.
    program
        The domain theory; by default the one that stands in the run.

    Raises
    ------
    InputError
        A run whose program cannot be read.
    """
    theory = program_of_run(run) if program is None else program
    problems = goals_of_run(run, theory)
    measured = run.settings.get("measured") or range(1, len(problems) + 1)
    places = {number: place for place, number in enumerate(measured, start=1)}
    asked = tuple(problems[number - 1] for number in measured)
    found = []
    for algorithm in run.settings.get("configurations", []):
        rows = [
            replace(row, problem=places[row.problem])
            for row in run.searches
            if row.configuration == algorithm and row.problem in places
        ]
        conditions = tuple(
            LogicCondition(
                one.name,
                int(one.facts.get("macros", 0))
                + sum(row.note.startswith(LEARNED) for row in rows if row.condition == one.name),
                tuple(row for row in rows if row.condition == one.name),
            )
            for one in run.conditions
            if not one.facts.get(JUDGING)
        )
        whole = sum(len(one.rows) for one in conditions) == len(asked) * len(conditions)
        limits = limits_of_run(run)
        found.append(
            LogicComparison(
                theory, asked, conditions, limits, algorithm, whole, run.settings.get("learner")
            )
        )
    return found


def goals_of_run(run: Run, program: LogicProgram) -> tuple[PrologTerm, ...]:
    """The goals of a run.

    Raises
    ------
    InputError
        A text that is no goal of the program, with the run and the number of the goal.
    """
    found = []
    for one in run.problems:
        with _placed(run, one.place):
            found.append(read_goal(one.text or "", program))
    return tuple(found)


def limits_of_run(run: Run) -> Limits:
    """Limits of each goal of a run."""
    told = run.settings.get("options", {}).get("limits", {})
    return Limits(*(told.get(name) for name in ("time", "nodes", "memory", "work")))


def rules_of_run(run: Run, program: LogicProgram) -> list[RuleLibrary]:
    """The rules of the conditions of a run, each learned again from its example.

    Raises
    ------
    InputError
        A file that is none, or that has a rule that does not come of its example.
    """
    files = dict.fromkeys(one.macros for one in run.conditions if one.macros is not None)
    return [load_rules(file, program, limits=RELEARNED) for file in files]


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
        Where the run is kept. Goals are proved in this process.
    progress
        Shows how far it is.

    Raises
    ------
    InputError
        A predicate that is not defined, or goals that cannot become its facts.
    """
    _check(program, problems, lemma)
    where = keeping or Keeping()
    if where.jobs is not None or where.cluster is not None:
        raise InputError(
            "goals that are taken in order are proved one after the other",
            expected="no --jobs and no --cluster",
        )
    conditions = tuple(map(Condition.without_macros, (NONE, *learners)))
    experiment = goals_experiment(
        program, problems, conditions, [algorithm], limits, {"in_order": spelled(lemma)}
    )
    (how,) = experiment.configurations
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
        (compared,) = logic_comparisons(folder.read(), program)
        return replace(compared, problems=tuple(problems), limits=how.limits, finished=finished)


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
        self._generalizes = learner != NONE and LOGIC_LEARNERS[learner].generalizes
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
