"""Why a macro asks for what it asks for and does what it does: what its steps need and make, as data.

``explorer/text/explanations.py`` makes sentences of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, Literal, TypeAlias, TypeVar

from ..rules.pddl.action_domain import Atom
from ..rules.pddl.strips import substituted
from ..rules.term import Symbol, Term

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
    atom = substituted(use.variable, names)
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
