"""What a run holds besides problems, conditions and searches."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TrainingRow:
    """What a training example taught."""

    number: int
    problem: int | None
    macro: str | None
    accepted: bool
    reason: str


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """What one macro did in the searches of one configuration; what it saves is per problem, None where not measured."""

    configuration: str
    macro: str
    problems: int
    tried: int | None
    matched: int | None
    applied: int | None
    saved_applications: float | None
    saved_moves: float | None
