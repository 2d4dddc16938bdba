"""Problems with several goals, any one of which will do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..rules.checked import checked
from ..rules.errors import InputError
from ..rules.term import Pattern, State, Term, Var, ground, match, rename_apart
from ..rules.theory import Theory
from .problem import Problem


@checked
@dataclass(frozen=True)
class AnyGoalProblem(Problem):
    """A problem whose goal states match one of several patterns.

    A heuristic is the least of those of its goals (`heuristic_of`). What can take one goal alone sees ``goal``, a pattern
    that every goal matches, so that it stays a lower bound.

    Parameters
    ----------
    goals
        The patterns; `problem_with_goals` makes ``goal`` from them.

    Raises
    ------
    InputError
        A start or goal that is not a state of the theory.
    """

    goals: tuple[Pattern, ...] = field(kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        for goal in self.goals:
            Problem(self.theory, self.start, goal)  # refuses goals that are not the theory's

    @property
    def ground_goals(self) -> tuple[State, ...] | None:
        """All goal states, or None where a pattern with variables stands for some."""
        states = tuple(filter(None, map(ground, self.goals)))
        return states if len(states) == len(self.goals) else None

    @cached_property
    def is_goal(self) -> Callable[[State], bool]:
        """The goal test."""
        ground = {goal for goal in self.goals if not any(isinstance(term, Var) for term in goal)}
        open_goals = [goal for goal in self.goals if goal not in ground]
        if not open_goals:
            return ground.__contains__
        return lambda state: (
            state in ground or any(match(goal, state) is not None for goal in open_goals)
        )


@checked
def problem_with_goals(theory: Theory, start: State, goals: Sequence[Pattern]) -> Problem:
    """The problem of reaching any of some goals, which is a plain `Problem` where there is one.

    Raises
    ------
    InputError
        No goal; a start or goal that is not a state of the theory.
    """
    different = tuple(dict.fromkeys(goals))
    if not different:
        raise InputError("no goal", expected="one goal or more", found="none")
    if len(different) == 1:
        return Problem(theory, start, different[0])
    if len({len(goal) for goal in different}) > 1:
        for goal in different:
            Problem(theory, start, goal)
    return AnyGoalProblem(theory, start, generalization(different), goals=different)


def generalization(patterns: Sequence[Pattern]) -> Pattern:
    """The least general pattern that all the patterns are instances of (Plotkin 1970)."""
    apart = [rename_apart((pattern,), f"~{number}")[0] for number, pattern in enumerate(patterns)]
    names: dict[tuple[Term, ...], Term] = {}
    for column in zip(*apart, strict=True):
        same = len(set(column)) == 1 and not isinstance(column[0], Var)
        names.setdefault(column, column[0] if same else Var(f"X{len(names) + 1}"))
    return tuple(names[column] for column in zip(*apart, strict=True))
