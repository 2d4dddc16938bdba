"""Learning from pieces of plans: macros over parameters for PDDL domains, chosen by what they save."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import cast

from ...rules.errors import ArcwiseError, sentence_of
from ...rules.geometry import Shape
from ...rules.pddl.planning import PlanningDomain
from ...search.macros import theory_with
from ...search.problem import Problem
from ..learner import Learner, Outcome, TrainingPaths, TrainingProblem
from ..library import MacroLibrary
from ..macro import Macro
from ..pddl.choice import PlanPiece, carried_out, choose, pieces_for_goals, short_pieces, visible
from ..pddl.lifted import generalize_steps
from .examples import Search, a_star, those_of_the_course


@dataclass(frozen=True, slots=True)
class Sifting:
    """Which pieces of plans may become macros.

    Parameters
    ----------
    longest
        Steps of a piece at most.
    parameters
        Parameters of a macro at most: a planner looks at all choices of objects for them.
    keep
        How many macros to keep at most.
    entangled
        Whether entangled actions are offered besides, which is for those who try what they learn.
    """

    longest: int = 4
    parameters: int = 6
    keep: int = 3
    entangled: bool = False


USUAL = Sifting()
"""Bounds on pieces if none are given."""


def pieces_of_plans(sifting: Sifting = USUAL) -> Learner:
    """A learner that looks at pieces of the plans of PDDL problems.

    Every piece of two to some steps of every plan, the steps that bring each goal about, and short plans as a whole, are
    generalized. Refused is what
    does nothing, what has steps that no other step of it needs, what has too many parameters, what costs more than an
    action can say, and what another action or macro does as cheaply wherever it applies. Of the rest, one after
    the other, the macro is taken that saves most steps for each of its parameters, of the steps that no macro before it
    covers: parameters are what makes a macro dear to planners, because they look at all choices of objects for
    them. Macros that can be used only once come last.
    """
    return Learner(
        "PDDL problems or their plans; short pieces of the plans",
        those_of_the_course,
        partial(look_at_pieces, longest=sifting.longest),
        partial(acquire, most_parameters=sifting.parameters),
        MacroLibrary.admit,
        selection=partial(choose, keep=sifting.keep, entangled=sifting.entangled),
        from_examples=True,
        lifted=True,
    )


def look_at_pieces(
    library: MacroLibrary,
    problem: TrainingProblem,
    *,
    search: Search = a_star,
    with_macros: bool = False,
    longest: int,
) -> TrainingPaths:
    """Solve one problem by search unless its plan is known, and look at the pieces of the plan."""
    domain = cast(PlanningDomain, problem.domain)
    plan, outcome = problem.plan, Outcome(True, len(problem.plan or ()))
    if plan is None:
        theory = domain.theory(problem.shape)
        if with_macros:
            theory = theory_with(theory, library)
        result = search(Problem(theory, problem.start, problem.goal), problem.limits)
        if result.limit == "interrupt":
            raise KeyboardInterrupt
        plan, outcome = tuple(move.name for move in result.primitives), Outcome.of(result)
        if not result.solved:
            return outcome
    reasons = []
    short = short_pieces(len(plan), longest)
    done = carried_out(domain.grounding.task, plan)
    for steps in dict.fromkeys((*short, *pieces_for_goals(domain.grounding.task, done))):
        answer = yield PlanPiece(domain, plan, steps)
        if isinstance(answer, str):
            reasons.append(answer)
    return replace(outcome, passed_over=tuple(reasons))


def acquire(
    library: MacroLibrary,
    shape: Shape,
    piece: PlanPiece,
    origin: str,
    *,
    most_parameters: int,
) -> Macro | str:
    """The macro of a piece, or the reason why there is none."""
    grounding = piece.domain.grounding
    task, groups = grounding.task, grounding.groups
    done = carried_out(task, piece.plan)
    try:
        macro = generalize_steps(
            task,
            done.states[piece.steps[0]],
            [done.actions[step] for step in piece.steps],
            "macro",
            groups,
            f"{origin}, {piece.words}",
            grounding.static,
        )
    except ArcwiseError as error:
        return sentence_of(error)
    shown = visible(macro, groups)
    if not shown.add and not shown.delete:
        return "does nothing: it ends where it began"
    if not _connected(macro):
        return "has steps that have nothing to do with each other"
    if len(macro.action.parameters) > most_parameters:
        return f"has more than {most_parameters} parameters"
    return macro


def _connected(macro: Macro) -> bool:
    """Whether all steps hang together: one brings about what another needs, or they share a parameter."""
    terms = [{term for term in step[1:] if term.startswith("?")} for step in macro.calls]
    reached, waiting = {0}, [0]
    while waiting:
        step = waiting.pop()
        for other in set(range(len(terms))) - reached:
            links = macro.lifted.links
            linked = (step, other) in links or (other, step) in links
            if linked or terms[step] & terms[other]:
                reached.add(other)
                waiting.append(other)
    return len(reached) == len(terms)


PIECES = pieces_of_plans()
