"""Learning from failure: the dead ends of small problems, each explained by a trap."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...rules.errors import InputError, Place
from ...search.macros import LiftedProblem
from ...search.problem import Problem
from ..learner import Learner, Outcome, TrainingPaths, TrainingProblem, option
from ..library import MacroLibrary
from ..traps import DeadEndPath, DeadEndsExplained, StateGraph, TrapRule, facts_of

KNOWN = ("traps leave out its other dead ends",)
"""Remark on a problem whose dead ends are all explained."""

MOST_IN_VAIN = 20
"""Dead ends of a problem that no rule explains, after which no more are looked at."""


class FromFailures(Learner):
    """Dead ends of small problems; a trap that explains each.

    The states of each problem are made, and those from which no goal is reached are explained one after the other, nearest
    first, unless a trap has them already. Without examples the problem is that of the board.

    Parameters
    ----------
    states
        Greatest number of states of a problem that are expanded.
    facts
        Greatest number of facts of a pattern.
    saving
        Least share, in percent, of the states left by the traps before that a trap has to leave out.
    """

    name = "traps"
    makes = "traps"
    word = "trap"
    from_examples = True
    searches_examples = False
    lifted = None

    states: int = 50_000
    facts: int = option(default=3)
    saving: int = option(default=5, least=0)

    @property
    def builds_on(self) -> bool:
        """True: dead ends that a trap has teach nothing more."""
        return True

    def training(self, source: Any, examples: Any, configuration: Any) -> Any:
        """Its training on examples, or from the start of the board; see `Learner.training`."""
        found = super().training(source, examples or [_own_problem(source)], configuration)
        course = found.course
        origin = f"{source.domain.spell(source.shape)}, its own start" if examples is None else ""
        own = tuple(
            replace(one, origin=origin or one.origin, domain=one.domain or source.domain)
            for one in course.examples
        )  # macros over parameters may be in the library, whose domain has no board
        return replace(found, domain=source.domain, course=replace(course, examples=own))

    def check_going_on(self, found: MacroLibrary, place: Place, order: Any) -> None:
        """Refuse macro tables; beside the rules of a policy traps may stand. See `Learner.check_going_on`."""
        if found.policy is None:
            super().check_going_on(found, place, order)

    def attend(
        self, library: MacroLibrary, problem: TrainingProblem, search: Any = None
    ) -> TrainingPaths:
        """Make the states of a problem, and yield the dead ends that no trap has; ``search`` is not needed."""
        posed = _posed(library, problem)
        facts = facts_of(posed)
        if facts is None:
            return Outcome(False, passed_over=("its arcs or goals are none that traps are of",))
        space = StateGraph(posed, min(self.states, problem.limits.nodes or self.states))
        failures = DeadEndsExplained(facts, space)
        failures.know(library.traps)
        vain: list[str] = []
        for most in range(1, self.facts + 1):  # what fewer facts explain is learned first
            vain = []
            for state in (space.states[place] for place in space.dead):
                if failures.known.within(state) or failures.aside.within(state):
                    continue
                reply = yield DeadEndPath(failures, state, most)
                if isinstance(reply, str):
                    vain.append(reply)
                    if len(vain) >= MOST_IN_VAIN:
                        break
                elif reply.accepted:
                    failures.know(library.traps)
        if not space.dead:
            vain = ["it has no dead ends"]
        return Outcome(True, None, space.made, passed_over=tuple(vain or KNOWN))

    def acquire(
        self, library: MacroLibrary, shape: Any, path: DeadEndPath, origin: str
    ) -> TrapRule | str:
        """The trap that explains a dead end, or the reason why there is none."""
        return path.rule(library.next_name(TrapRule.initial), origin, self.saving / 100)


def _posed(library: MacroLibrary, problem: TrainingProblem) -> Problem:
    """The training problem, made of arcs."""
    domain = problem.domain or library.domain
    made = LiftedProblem(domain, problem.shape, problem.start, problem.goal).grounded
    return replace(made, theory=made.theory.without_macros()) if made.theory.macros else made


def _own_problem(source: Any) -> tuple[Any, Any]:
    """The start and the goal of a board.

    Raises
    ------
    InputError
        A board without a start of its own.
    """
    domain, shape = source.domain, source.shape
    start = domain.start(shape)
    if start is None:
        raise InputError(
            f"{domain.spell(shape)} has no start of its own",
            expected="problems to learn from: a file of starts and goals",
            found="none",
        )
    return start, domain.goal(shape)
