"""Explanations: a solved path with, for every step, the arc and its bindings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..rules.arc import Arc
from ..rules.checked import checked
from ..rules.errors import ArcwiseError
from ..rules.term import State, Symbol, Var, match
from ..rules.theory import Theory
from ..search.result import Result
from .reasons import AtomReason, Why


@dataclass(frozen=True)
class ExplainedStep:
    """One use of a primitive arc: where it applied, and what it made."""

    arc: Arc
    before: State
    after: State

    @property
    def bindings(self) -> Mapping[Var, Symbol]:
        """Values of the step's variables."""
        return match(self.arc.before, self.before) or {}


@dataclass(frozen=True)
class Explanation:
    """Why ``start`` leads to ``goal``: the steps between them, each justified by an arc of the theory.

    ``theory`` is where the boards are drawn from, if it is known.
    """

    start: State
    steps: tuple[ExplainedStep, ...]
    theory: Theory | None = field(default=None, compare=False, repr=False)

    def __repr__(self) -> str:
        return f"Explanation(start={self.start}, steps={[step.arc.name for step in self.steps]})"

    @property
    def goal(self) -> State:
        """The state after the last step."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def states(self) -> tuple[State, ...]:
        """All states from start to goal."""
        return (self.start, *(step.after for step in self.steps))

    @property
    def arcs(self) -> tuple[Arc, ...]:
        """The arcs in order."""
        return tuple(step.arc for step in self.steps)


@dataclass(frozen=True)
class LiftedExplanation:
    """Why a macro over parameters is what it is.

    Parameters
    ----------
    shared
        For each parameter that steps share, why they do.
    reasons
        Why it has its conditions and effects, in their order.
    objects
        What the parameters stood for in the training plan, in their order; empty where that is not known.
    links
        Pairs of steps, counted from 0, of which the first brings about what the second needs.
    """

    shared: Mapping[str, tuple[Why, ...]] = field(hash=False)
    reasons: tuple[AtomReason, ...] = ()
    objects: tuple[str, ...] = ()
    links: tuple[tuple[int, int], ...] = field(default=(), compare=False)


@checked
def explain(start: State, arcs: Iterable[Arc], theory: Theory | None = None) -> Explanation:
    """Replay arcs from a state; macros are unrolled, so the explanation has primitive arcs only.

    Parameters
    ----------
    start, arcs
        The path.
    theory
        How its boards look, if that is known.

    Raises
    ------
    ArcwiseError
        An arc that does not apply where its turn comes.
    """
    state = start
    steps: list[ExplainedStep] = []
    for arc in (primitive for operator in arcs for primitive in operator.primitives):
        after = arc.apply(state) if arc.size == len(state) else None
        if after is None:
            raise ArcwiseError(f"step {len(steps) + 1}: arc {arc.name} does not apply to {state}")
        steps.append(ExplainedStep(arc, state, after))
        state = after
    return Explanation(start, tuple(steps), theory)


@checked
def explain_result(result: Result) -> Explanation:
    """The explanation of a solved search over a theory.

    Raises
    ------
    ArcwiseError
        A result without a solution, or one whose operators are not arcs.
    """
    arcs = [operator for operator in result.operators if isinstance(operator, Arc)]
    if not result.solved or len(arcs) != result.steps:
        raise ArcwiseError(f"nothing to explain: {result.summary()}")
    return explain(result.start, arcs, result.theory)
