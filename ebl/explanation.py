"""Explanations: a solved path with, for every step, the arc and its bindings; the reasons of a macro's conditions and effects.

Reasons are data: which steps need what, and which make it. `arcwise.ebl.views` makes sentences of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from ..rules.arc import Arc
from ..rules.checked import checked
from ..rules.errors import ArcwiseError
from ..rules.record import record
from ..rules.term import Atom, State, Symbol, Term, Var, match
from ..rules.theory import Theory
from ..search.result import Result

Variable = TypeVar("Variable", bound=Hashable)
"""A state variable: a cell from 0, or an atom."""

TRUE = "true"
FALSE = "false"
"""Values of an atom as a state variable."""


@dataclass(frozen=True, slots=True)
class Needed(Generic[Variable]):
    """Requirement of a step on one state variable.

    Parameters
    ----------
    variable
        The state variable.
    constant
        What it must hold, or None where it must be equal to another.
    other
        The state variable that it must equal, or None.
    """

    variable: Variable
    constant: Symbol | None = None
    other: Variable | None = None


@dataclass(frozen=True, slots=True)
class Reason(Generic[Variable]):
    """A step, by its number from 1, and what it needs. That two objects are the same is an atom too: ``(= ?x ?y)``."""

    step: int
    name: str
    needed: Needed[Variable]

    @property
    def variable(self) -> Variable:
        """The state variable that it needs something of."""
        return self.needed.variable


@dataclass(frozen=True, slots=True)
class StepEffect(Generic[Variable]):
    """A step, by its number from 1, and a value that it makes: of an atom, that it adds or deletes it."""

    step: int
    name: str
    variable: Variable
    value: Symbol


@dataclass(frozen=True, slots=True)
class Together(Generic[Variable]):
    """Needs and makings of several steps that together are a reason."""

    uses: tuple[Reason[Variable] | StepEffect[Variable], ...]


class Link(Together[Variable]):
    """A step needs what an earlier one makes, so their parameters are the same: the need, and the making."""


class Threat(Together[Variable]):
    """A step makes what would spoil what another one needs or made, were their state variables one: in their order."""


class OnlyOne(Together[Variable]):
    """Steps need facts of which only one is ever true at a time, so these are the same."""


Use: TypeAlias = Reason[Atom] | StepEffect[Atom]
"""Atom that a step of a macro over parameters needs or makes."""

Why: TypeAlias = Use | Together[Atom]
"""A reason in a macro over parameters."""


def renamed(why: Why, names: Mapping[str, str]) -> Why:
    """A reason with other names for parameters."""
    if isinstance(why, Together):
        uses: tuple[Use, ...] = tuple(_renamed(use, names) for use in why.uses)
        return type(why)(uses)
    return _renamed(why, names)


def _renamed(use: Use, names: Mapping[str, str]) -> Use:
    predicate, *terms = use.variable
    atom = (predicate, *(names.get(term, term) for term in terms))
    if isinstance(use, StepEffect):
        return replace(use, variable=atom)
    return replace(use, needed=replace(use.needed, variable=atom))


@dataclass(frozen=True, slots=True)
class CellReason:
    """Why one cell of ``before`` is a constant, a shared variable or a variable of its own.

    Parameters
    ----------
    cell
        The cell, from 0.
    term
        What stands there in the rule: a constant, or a variable shared by cells that must be equal.
    steps
        The steps that need something of its symbol; none for a variable of its own.
    ends
        The cells, from 0, in which the symbol stands after the last step.
    """

    cell: int
    term: Term
    steps: tuple[Reason[int], ...] = ()
    ends: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AtomReason:
    """Why a macro over parameters has a condition or an effect.

    Parameters
    ----------
    part
        Which of the two it is.
    atom
        What is asked for or done; ``(= ?x ?y)`` for objects that are asked to be the same.
    value
        Whether it is asked to be true or false, or made so.
    why
        The reasons.
    """

    part: Literal["condition", "effect"]
    atom: Atom
    value: Symbol
    why: tuple[Why, ...]


@record
class ExplainedStep:
    """One use of a primitive arc: where it applied, and what it made."""

    arc: Arc
    before: State
    after: State

    @property
    def bindings(self) -> Mapping[Var, Symbol]:
        """Values of the step's variables."""
        return match(self.arc.before, self.before) or {}


@record
class Explanation:
    """Why ``start`` leads to ``goal``: the steps between them, each justified by an arc of the theory.

    ``theory`` is where the boards are drawn from, if it is known.
    """

    start: State
    steps: tuple[ExplainedStep, ...]
    theory: Theory | None = field(default=None, compare=False, repr=False)

    def __repr__(self) -> str:
        return f"Explanation(start={self.start}, steps={self.names})"

    @property
    def names(self) -> list[str]:
        """Name of each step."""
        return [step.arc.named(step.before) for step in self.steps]

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


@record
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
    repetitions
        Of an iterated macro the steps that repeat, counted from 0, each with how its action repeats.
    """

    shared: Mapping[str, tuple[Why, ...]] = field(hash=False)
    reasons: tuple[AtomReason, ...] = ()
    objects: tuple[str, ...] = ()
    links: tuple[tuple[int, int], ...] = field(default=(), compare=False)
    repetitions: tuple[tuple[int, Any], ...] = field(default=(), compare=False)


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
