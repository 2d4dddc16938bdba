"""Training, ready to run: a learner that fits its problems and macro file, its course, and its problems as tasks."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from ...ebl.files.macro_file import load_macros
from ...ebl.filters import PAYS
from ...ebl.learner import Course, Learner, TrainingProblem
from ...ebl.learners.learner_table import ChosenLearner, choose_learner
from ...ebl.learners.macro_table import check_table
from ...ebl.library import MacroLibrary
from ...ebl.rule import Library
from ...rules.domain import Domain
from ...rules.domains.domain_table import read_built_in
from ...rules.errors import InputError, Place
from ...rules.source import RuleTexts
from ...rules.theory import Theory
from ...rules.view import View, Viewed
from ...search.climbing.macro_table import table_cells
from ...search.orders import (
    FOUND,
    FoundOrder,
    Order,
    find_order,
    order_of,
)
from ..asked import Problems, problem_set
from ..board import BoardSource
from ..condition import Condition
from ..configuration import Configuration
from ..execute.task import Task
from ..experiment import Experiment
from ..keeping import Keeping, Progress
from ..problem_set import Instance, ProblemSet
from ..result_set import ResultSet
from ..store.run_folder import LIBRARY

LOG = logging.getLogger("arcwise")

TRAINING = "training"
"""The condition under which training examples are searched."""

ENOUGH_FOR_A_TRIAL, MOST_TRIED = 4, 6
"""Least number of PDDL problems of which some are held out for a trial, and the most that are."""

TRIED = 140
"""Random problems on which macros of practice are tried; most are for the verdict, and nothing is chosen by them."""

FROM_EXAMPLES = "examples"
"""The learner that takes training examples."""

FROM_PLANS = "pieces"
"""The learner of PDDL problems."""

EXAMPLES = "a file of training examples, such as a CSV file of starts and goals"


class LearnedLibrary(Viewed):
    """Result of learning with a library, of any kind of source."""

    library: Library[Any]
    results: ResultSet

    @property
    def finished(self) -> bool:
        """Whether the user did not interrupt it."""
        return self.results.finished

    @property
    def nothing(self) -> str:
        """Why the library is empty, where it is."""
        return "nothing was learned"

    def __iter__(self) -> Iterator[Any]:
        return iter(self.library)

    def __len__(self) -> int:
        return len(self.library)

    def learned_view(self) -> View:
        """View of what each example taught."""
        return self.view()

    def explain(self, width: int = 80) -> str:
        """Explanation of each rule in words; see `Library.explain`."""
        return self.library.explain(width)

    def save(self, path: str | Path) -> None:
        """Write the rules to a file; see `Library.save`."""
        self.library.save(path)


@dataclass(frozen=True)
class LearnRequest:
    """The arguments of `learn`, but for the domain."""

    examples: Problems | None
    learner: Learner | None
    macros: str | Path | Library[Any] | None
    output: str | Path | None
    configuration: Configuration | None
    keeping: Keeping | None
    progress: Progress


def usual_learner(
    domain: BoardSource, examples: Problems | None = None, *asked: str | Path | None
) -> ChosenLearner:
    """Choose the learner of boards where none is named; see `BoardSource.usual_learner`.

    Raises
    ------
    InputError
        A theory that is no list of arcs, and what `choose_learner` refuses, where there are no examples.
    """
    if examples is not None:
        return ChosenLearner(FROM_EXAMPLES, "there are training examples to learn from")
    domain.arcs_only("practice")
    try:
        return choose_learner(replace(domain, arcs=False).domain, domain.shape)
    except InputError as error:
        if error.remedy is None:  # examples would not help either
            raise
        raise InputError("nothing to learn from", expected=EXAMPLES, found=error.problem) from None


def no_problems(domain: str) -> InputError:
    """The error of a planning domain without problems."""
    return InputError(
        "nothing to learn from", place=Place(domain), expected="problems: PROBLEM.pddl ..."
    )


def check_learner(
    source: BoardSource, examples: Problems | None, learner: Learner, where: Keeping
) -> None:
    """Refuse options of a learner that exclude each other.

    Raises
    ------
    InputError
        Options, examples or a domain that do not go with the learner.
    """
    domain, lifted = source.argument, source.learns.lifted
    _refuse_for_programs(learner, domain)
    if not learner.from_examples:
        if examples is not None:
            raise InputError(
                f"learner {learner} practises problems of its own",
                found=" ".join(map(str, examples))
                if isinstance(examples, tuple)
                else str(examples),
                remedy=f"--learner policy or {FROM_PLANS}"
                if lifted
                else f"either the examples or --learner {learner}",
            )
        if lifted:
            raise _on_boards(learner, domain, "over parameters")
        if learner.builds_on:
            _refuse_several(
                where, f"learner {learner} builds on what it learned from the problem before"
            )
    elif examples is None:
        _check_alone(source, learner, where)
        return
    elif not learner.searches_examples and read_built_in(domain) is not None:
        raise InputError(
            f"learner {learner} makes problems of a board itself",
            found=f"training examples for {domain}",
            remedy=f"a board alone, such as arcwise learn hanoi:3x4 --learner {learner}",
        )
    elif learner.lifted not in (None, lifted):
        raise InputError(
            f"learner {learner} does not learn from {'boards' if learner.lifted else 'PDDL problems'}",
            found=domain,
            remedy=f"--learner {FROM_PLANS if lifted else FROM_EXAMPLES}",
        )
    if learner.builds_on and learner.searches_examples:
        _refuse_several(where, "--with-macros searches one example after the other")


def _check_alone(source: BoardSource, learner: Learner, where: Keeping) -> None:
    """Refuse no examples, unless a learner from examples makes problems of the board itself."""
    domain = source.argument
    if source.learns.lifted:
        raise no_problems(domain)
    if not learner.searches_examples and not source.domain.lifted:
        _refuse_several(where, f"learner {learner} builds on what it learned before")
    elif not learner.lifted:
        raise InputError(
            "nothing to learn from",
            expected=f"{EXAMPLES}, or another learner",
            remedy=f"arcwise learn {domain}" if read_built_in(domain) is not None else None,
        )
    elif source.domain.relations is None:
        raise InputError(
            f"learner {learner} learns from PDDL problems, or on a domain that is described by relations",
            found=f"{domain}: {source.domain.no_relations}",
            remedy=f"arcwise learn DOMAIN.pddl PROBLEM.pddl ... --learner {learner}",
        )


def _refuse_for_programs(learner: Learner, domain: str) -> None:
    """Refuse what is for Prolog programs, where moves are learned from."""
    own = ("operational", "failures") if learner.lifted else ("operational", "number", "failures")
    asked = next((f"--{one}" for one in own if learner.given.get(one)), None)
    if learner.makes == "rules" or asked:
        raise InputError(
            f"{asked or learner} is for logic programs",
            expected="a program with goals as examples, or --learner examples",
            found=domain,
        )


def _on_boards(learner: Learner, domain: str, macros: str) -> InputError:
    """The error of a learner that practises on boards, on a domain with other macros."""
    return InputError(
        f"learner {learner} makes rules on boards",
        expected="a domain whose macros are such rules",
        found=f"{domain}, whose macros are {macros}",
        remedy=f"--learner {FROM_PLANS}, with problems",
    )


def _refuse_several(where: Keeping, why: str) -> None:
    """Refuse several searches at once where each waits for the one before it."""
    if (where.jobs or 1) > 1 or where.cluster is not None:
        found = f"--jobs {where.jobs}" if where.cluster is None else f"--cluster {where.cluster}"
        raise InputError(why, found=found, remedy=f"leave out {found}")


@dataclass(frozen=True)
class Training:
    """A learner with its course, and how its problems become tasks.

    Of its parameters ``held_out`` has the problems on which the macros are tried in the end, and ``tried_on`` their board.
    """

    learner: Learner
    course: Course
    domain: Domain
    condition: str
    configuration: Configuration
    source: BoardSource
    facts: dict[str, Any]
    instances: tuple[Instance, ...] = ()
    faults: tuple[InputError, ...] = field(default=())
    held_out: ProblemSet = field(default_factory=lambda: ProblemSet(()))
    tried_on: BoardSource | None = None
    subgoals: FoundOrder | None = None
    order: Order | None = None

    @property
    def name(self) -> str:
        """Name of the domain."""
        return self.domain.name

    def library(self, path: str | Path | None, text: str | None) -> MacroLibrary:
        """The macros of a file with a text, or none, for this learner."""
        if path is None:
            order = self.order if self.subgoals is None else self.subgoals.order
            library = self.learner.library(self.domain, order)
            library.shape = self.course.shapes[0]
            return library
        shape = self.course.shape if self.learner.from_examples else None
        self.learner.check_file(path, text)
        found = load_macros(path, self.domain, shape, text=text)
        self.learner.check_going_on(found, Place(str(path)), self.order)
        if found.table:
            try:
                found.check_size(self.domain, self.course.shape)
            except InputError as error:
                raise error.at(Place(str(path))) from None
        return found

    def experiment(self, macros: str | Path | None) -> Experiment:
        """The experiment, with the examples as problems; other learners draw their problems while they learn."""
        shown = None if macros is None else str(macros)
        facts = {"command": "learn", "learner": self.learner.name, **self.facts, "macros": shown}
        plain = Condition.without_macros(self.condition, label=self.condition)
        searched = self.instances and self.learner.searches_examples
        sets = (ProblemSet(self.instances),) if searched else ()
        return Experiment(self.source, sets, (plain,), (self.configuration,), facts)

    def problems(self, library: MacroLibrary) -> Iterable[TrainingProblem]:
        """All training problems, for a learner that does not build on earlier macros."""
        return islice(self.learner.experience(library, self.course, ()), self.learner.lessons)

    def instance(self, number: int, problem: TrainingProblem) -> Instance:
        """A problem as a run has it."""
        if self.instances:
            return self.instances[number - 1]
        return Instance(problem.start, problem.goal, problem.origin)

    def task(self, number: int, problem: TrainingProblem, library: MacroLibrary) -> Task:
        """A problem as a task, with the library so far where the learner builds on it."""
        source = self.source.for_problem(self.instance(number, problem))
        how = self.configuration
        if not self.learner.from_examples:
            if problem.shape != self.course.shape:
                source = source.of_size(problem.shape)
            how = Configuration(how.algorithm, limits=problem.limits, learner=self.learner)
        if self.learner.builds_on and (len(library) or library.order != self.learner.order):
            text = library.text()
            source = source.with_rules(RuleTexts(LIBRARY, text, macro_cost=how.macro_cost))
        key = self.condition, how.name, number
        return Task(key, source.texts, problem.start, problem.goal, how, timing=False)


def training_on(
    learner: Learner,
    source: BoardSource,
    examples: Problems | None,
    configuration: Configuration,
) -> Training:
    """The training of a learner of macros, from examples or by practice; see `Learner.training`.

    Raises
    ------
    InputError
        Faulty examples, or a domain that the learner cannot learn on.
    """
    if examples is not None:
        return training_from_examples(source, learner, examples, configuration)
    return training_by_practice(source, learner, configuration)


def training_from_examples(
    source: BoardSource,
    learner: Learner,
    examples: Problems,
    configuration: Configuration,
) -> Training:
    """A learner from examples; the log names examples that are left out.

    Parameters
    ----------
    source, learner, examples
        The domain, who learns, and from what. Some of the examples are held out for a trial, where the learner selects among
        macros and names no other problems, and there are enough.
    configuration
        How they are searched.

    Raises
    ------
    InputError
        A theory that is no list of arcs, or faulty examples.
    """
    made = source
    own_options = learner.values
    trial, untried = own_options.get("trial"), own_options.get("untried")
    keep_going = bool(own_options.get("keep_going"))
    found = problem_set(made, examples, training=True, keep_going=keep_going)
    for fault in found.faults:
        LOG.info(f"left out: {fault}")
    held_out = ProblemSet(()) if trial is None else problem_set(made, trial)
    chooses = PAYS in learner.filters or (learner.selects and not untried)
    if trial is None and chooses and len(found) >= ENOUGH_FOR_A_TRIAL:
        found, held_out = _share(source, found)
    _check_apart(found, held_out)
    if PAYS in learner.filters and not len(held_out):
        held_out = found
    own = [source.for_problem(one) for one in found] or [made]
    theory = own[0].arcs_only("learn").without_macros()
    problems = tuple(
        TrainingProblem(
            domain.theory.shape,
            one.start,
            one.goal,
            one.place,
            configuration.limits,
            None if one.text is None else domain.domain,
            one.plan,
        )
        for one, domain in zip(found, own, strict=False)
    )
    alone = any(one.text is not None for one in found)
    of = made.domain if alone else own[0].domain.of_size(theory.shape)
    facts = facts_of(theory, configuration, learner, len(problems))
    course = Course(theory.shape, (theory.shape,), examples=problems)
    parts = learner, course, of, TRAINING, configuration, source, facts
    return Training(*parts, found.instances, found.faults, held_out)


def facts_of(
    theory: Theory, configuration: Configuration, learner: Learner, searches: int
) -> dict[str, Any]:
    """The facts that a run of learning keeps of its theory, its searches and their number."""
    return {
        "theory_name": theory.name,
        "shape": list(theory.shape),
        "blank": theory.blank,
        "algorithm": configuration.algorithm,
        "with_macros": learner.builds_on,
        "searches": searches,
    }


def _check_apart(learned: ProblemSet, tried: ProblemSet) -> None:
    """Refuse trial problems that are also training problems."""
    known = {(one.start, one.goal, one.text) for one in learned}
    for one in tried:
        if (one.start, one.goal, one.text) in known:
            raise InputError(
                "a problem of the trial is also learned from",
                place=Place(one.place),
                expected="other problems",
            )


def _share(source: BoardSource, found: ProblemSet) -> tuple[ProblemSet, ProblemSet]:
    """Split problems into training and trial: the trial gets a third, those with most arcs among problems without a
    plan.
    """
    free = [one for one in found if one.plan is None]
    free.sort(key=lambda one: len(source.for_problem(one).theory.arcs))
    tried = free[len(free) - min(len(free), MOST_TRIED, len(found) // 3) :]
    kept = tuple(one for one in found if one not in tried)
    words = f"{len(kept)} of {found.words}"
    return replace(found, instances=kept, words=words), ProblemSet(tuple(tried))


def training_by_practice(
    source: BoardSource, learner: Learner, configuration: Configuration
) -> Training:
    """A learner that practises a domain.

    Parameters
    ----------
    source, learner
        The domain, and who practises.
    configuration
        Seed and limits.

    Raises
    ------
    InputError
        A theory that is no list of arcs, a domain whose macros are over parameters, or one without a goal of its own.
    """
    board = replace(source, arcs=False)
    domain, shape = board.domain, board.arcs_only("practice").shape
    if domain.on_boards(shape) != domain:
        raise _on_boards(learner, domain.name, domain.macros_are)
    domain.goal(shape)  # what is wrong with it is said before anything is begun
    course = Course(
        shape,
        domain.practice(shape),
        configuration.seed,
        limits=configuration.limits,
    )
    if learner.table:
        check_table(domain, shape)
    facts = {
        "theory_name": domain.spell(shape),
        "shape": list(course.shapes[-1]),
        "blank": domain.blank,
    }
    own = {name: value for name, value in learner.values.items() if name != "subgoals"}
    facts |= {**own, "filters": list(learner.filters)}
    how = configuration.using(learner.name)
    subgoals: Order | None = learner.values.get("subgoals")
    found = None
    if learner.table and subgoals is not None:
        subgoals = table_cells(domain, shape, subgoals)
        facts["subgoals"] = subgoals if isinstance(subgoals, str) else list(subgoals)
    elif subgoals == FOUND or (subgoals is None and learner.finds_order):
        found = find_order(domain, shape, course.shapes)
        subgoals = None
    elif subgoals is not None:
        order_of(domain, shape, domain.goal(shape), subgoals)
        facts["subgoals"] = subgoals if isinstance(subgoals, str) else list(subgoals)
    held_out, tried_on = ProblemSet(()), source
    if PAYS in learner.filters:
        largest = source if course.shapes[-1] == shape else source.of_size(course.shapes[-1])
        held_out, tried_on = _drawn_for_trial(largest, configuration.seed), largest
    parts = learner, course, domain, learner.name, how, source, facts
    return Training(*parts, held_out=held_out, tried_on=tried_on, subgoals=found, order=subgoals)


def _drawn_for_trial(board: BoardSource, seed: int) -> ProblemSet:
    """Random problems of a board on which macros are tried; none where no start can be drawn."""
    try:
        return ProblemSet.drawn(board, board.goal(), TRIED, f"{seed}:trial", "trial", seed)
    except InputError as error:
        LOG.info(f"macros are not tried: {error.problem}")
        return ProblemSet(())
