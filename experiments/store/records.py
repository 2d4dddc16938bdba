"""Records of a run besides problems, conditions and searches."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TrainingRow:
    """Record of a training example and its macro."""

    number: int
    problem: int | None
    macro: str | None
    accepted: bool
    reason: str


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """Uses of one macro in the searches of one configuration; None where they were not counted or measured.

    Parameters
    ----------
    configuration, macro
        The names.
    problems
        How many were searched.
    tried, matched, applied
        How often its conditions were looked at, how often they held, and how often it is a step of a solution.
    solutions
        In how many solutions it is a step.
    match_seconds
        What trying it took.
    saved_applications
        Operator applications without it less those with it, on average over the problems solved one way or the other:
        what it saves less what it costs.
    saved_moves
        The same in moves of a solution, over the problems solved both times; below zero where it makes solutions longer.
    """

    configuration: str
    macro: str
    problems: int
    tried: int | None
    matched: int | None
    applied: int | None
    solutions: int | None
    match_seconds: float | None
    saved_applications: float | None
    saved_moves: float | None
