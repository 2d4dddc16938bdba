"""Training of policies, from planning problems or on boards that relations describe, and the usual learner of such problems."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ..ebl.learner import Course, Learner, TrainingProblem
from ..ebl.learners.learner_table import ChosenLearner
from ..experiments.asked import Problems, problem_set
from ..experiments.board import BoardSource
from ..experiments.configuration import Configuration
from ..experiments.designs.training import (
    FROM_PLANS,
    TRAINING,
    Training,
    facts_of,
    no_problems,
    training_on,
)
from ..experiments.problem_set import Instance, ProblemSet
from ..rules.domain import Domain
from ..rules.domains.domain_table import PDDL
from ..rules.errors import InputError
from ..rules.geometry import Shape
from ..rules.solvability import random_problems
from ..rules.term import State
from .learning.policy_experience import space_of
from .pddl.planning import PlanningDomain
from .pddl.read_task import load_task, read_task
from .pddl.related_board import RelatedBoard

PROBLEMS = 5
"""Random problems of a board from which pieces of solutions are taken, or on which macros of them are tried."""


def usual_learner(
    source: BoardSource, examples: Problems | None, output: str | Path | None, pieces: str | None
) -> ChosenLearner:
    """Choose the learner of planning problems where none is named; see `BoardSource.usual_learner`.

    Raises
    ------
    InputError
        No problems, or a faulty one.
    """
    own = source.domain
    if examples is None:
        raise no_problems(source.argument)
    files = examples if isinstance(examples, list | tuple) else (examples,)
    problems = [one for one in files if isinstance(one, str | Path) and _is_pddl(one)]
    asked = pieces
    if output is not None and _is_pddl(output):
        asked = f"{output} to write"
    elif len(problems) < len(files):
        other = next(one for one in files if not (isinstance(one, str | Path) and _is_pddl(one)))
        asked = f"the plan {other}" if isinstance(other, str | Path) else "what is no PDDL file"
    if asked is not None:
        return ChosenLearner(FROM_PLANS, f"with {asked}, macros are made of pieces of plans")
    beyond = load_task(own.relations, problems[0]).beyond_atoms
    if beyond:
        why = f"rules of a policy are for goals that are literals, and the problems have {beyond}"
        return ChosenLearner(FROM_PLANS, f"{why}; macros are made of pieces of plans")
    return ChosenLearner(
        "policy",
        f"the moves of {own.name} are described by relations; rules over parameters are followed in every size "
        "without search",
    )


def _is_pddl(path: str | Path) -> bool:
    return Path(path).suffix.lower() == PDDL


def training_of_policy(
    learner: Learner, source: BoardSource, examples: Problems | None, configuration: Configuration
) -> Training:
    """The training of a policy; see `Learner.training`."""
    if examples is None:
        return _by_relations(source, learner, configuration)
    asked = problem_set(source, examples, grounded=False)
    return _from_problems(source, learner, source.domain, asked, configuration)


def _from_problems(
    source: BoardSource,
    learner: Learner,
    domain: Domain,
    found: ProblemSet,
    configuration: Configuration,
) -> Training:
    """A policy from PDDL problems, which are read and not grounded."""
    actions = domain.relations
    problems = tuple(
        TrainingProblem(
            (1, 1),
            (),
            (),
            one.place,
            configuration.limits,
            PlanningDomain(actions, read_task(actions, one.text or "", one.place)),
        )
        for one in found
    )
    facts = {
        "theory_name": domain.name,
        "shape": [1, 1],
        "blank": None,
        "algorithm": configuration.algorithm,
        "with_macros": True,
        "searches": len(problems),
    }
    course = Course((1, 1), ((1, 1),), examples=problems)
    parts = learner, course, domain, TRAINING, configuration, source, facts
    return Training(*parts, found.instances)


def _by_relations(source: BoardSource, learner: Learner, configuration: Configuration) -> Training:
    """A policy for a domain of boards, from its own start and random problems of its small sizes.

    Parameters
    ----------
    source, learner
        The domain, and who learns, with the number of problems of each size.
    configuration
        Seed and limits.

    Raises
    ------
    InputError
        A domain that is not described by relations; why not.
    """
    board = replace(source, arcs=False)
    domain, shape = board.domain, board.shape
    if domain.relations is None or domain.no_policy:
        raise InputError(
            "a policy is learned from PDDL problems, or on a domain that is described by relations",
            found=f"{domain.name}: {domain.no_policy or domain.no_relations}",
            remedy="arcwise learn DOMAIN.pddl PROBLEM.pddl ... --learner policy",
        )
    boards = domain.training(shape)
    problems: int = learner.values["problems"]

    def examples_of(own: Domain, size: Shape, count: int) -> tuple[TrainingProblem, ...]:
        """The start that people expect, and random ones."""
        return tuple(
            TrainingProblem(
                size,
                start,
                own.goal(size),
                f"{own.spell(size)}, {words}",
                configuration.limits,
                PlanningDomain(own.relations, own.task_of(size, start, own.goal(size))),
            )
            for words, start in _starts(own, size, count, configuration.seed)
        )

    examples = tuple(one for own, size in boards for one in examples_of(own, size, problems))
    tried = () if (domain, shape) in boards else examples_of(domain, shape, 1)[:1]
    facts = {
        "theory_name": domain.spell(shape),
        "shape": list(shape),
        "blank": domain.blank,
        "problems": problems,
        "searches": len(examples),
    }
    small = tuple(one for one in tried if space_of(one) is not None)
    shapes = tuple(dict.fromkeys(size for _, size in boards))
    course = Course(shape, shapes, examples=examples, tried=small)
    of = PlanningDomain(domain.relations)
    return Training(learner, course, of, TRAINING, configuration, source, facts)


def training_of_pieces(
    learner: Learner, source: BoardSource, examples: Problems | None, configuration: Configuration
) -> Training:
    """The training of a learner of macros over parameters, on boards from their own start and random problems; see `Learner.training`."""
    if examples is not None or source.learns.lifted:
        return training_on(learner, source, examples, configuration)
    theory, goal = source.arcs_only("learn").without_macros(), source.goal(None)
    origin = source.domain.spell(theory.shape)
    starts = dict(_starts(source.domain, theory.shape, PROBLEMS, configuration.seed))
    found = tuple(Instance(one, goal, f"{origin}, {words}") for words, one in starts.items())
    kept, tried = found, ProblemSet(())
    if (trial := learner.values.get("trial")) is not None:
        tried = problem_set(source, trial)
    elif not learner.values.get("untried"):
        kept, tried = found[: -(len(found) // 3)], ProblemSet(found[-(len(found) // 3) :])
    problems = tuple(
        TrainingProblem(
            theory.shape,
            one.start,
            goal,
            one.place,
            configuration.limits,
            RelatedBoard.of(theory, one.start, goal),
        )
        for one in kept
    )
    facts = facts_of(theory, configuration, learner, len(problems))
    course = Course(theory.shape, (theory.shape,), examples=problems)
    of = PlanningDomain(source.domain.relations)
    return Training(
        learner, course, of, TRAINING, configuration, source, facts, kept, held_out=tried
    )


def _starts(domain: Domain, shape: Shape, count: int, seed: int) -> Iterator[tuple[str, State]]:
    """The start that people expect, and random ones."""
    own, goal = domain.start(shape), domain.goal(shape)
    if own is not None:
        yield "its own start", own
    drawn = random_problems(domain.board(shape), goal, count, seed)
    yield from (
        (f"random problem {number}, seed {seed}", one) for number, one in enumerate(drawn, 1)
    )
