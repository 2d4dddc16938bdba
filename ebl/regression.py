"""Goal regression: from the steps of an explanation to what they need, what they make, and the reason for each.

A state is a value for every state variable: a cell's symbol, or whether a ground atom is true. A step needs constants in
some variables and equal values in others; it moves values from one variable to another and makes new ones. Followed
backward through the steps, a constant stays exactly where a step needs it, and two values become one exactly where a step
needs them equal (Mitchell, Keller and Kedar-Cabelli 1986; DeJong and Mooney 1986).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ..rules.arc import Arc, conditions
from ..rules.errors import ArcwiseError
from ..rules.term import Pattern, Symbol, Term, Var, canonical, unify, walk

Variable = TypeVar("Variable", bound=Hashable)
"""A state variable: a cell from 0, or a ground atom."""


@dataclass(frozen=True, slots=True)
class Needed(Generic[Variable]):
    """What a step needs of one state variable.

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


@dataclass(frozen=True)
class Step(Generic[Variable]):
    """An operator as regression sees it.

    Parameters
    ----------
    name
        The operator's name.
    needs
        Its conditions.
    moves
        For variables that take over a value: the variable that held it before the step.
    makes
        For variables that get a new value: that value.
    """

    name: str
    needs: tuple[Needed[Variable], ...]
    moves: Mapping[Variable, Variable] = field(default_factory=dict)
    makes: Mapping[Variable, Symbol] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reason(Generic[Variable]):
    """A step, by its number from 1, and what it needs of a value that was there at first."""

    step: int
    name: str
    needed: Needed[Variable]


@dataclass
class Regression(Generic[Variable]):
    """What steps need and make together.

    Parameters
    ----------
    start
        For every state variable looked at or changed, the logical variable for what it holds at first.
    end
        What it holds after the last step: such a logical variable, or a constant that a step made.
    bindings
        What the logical variables must be for the steps to follow each other.
    reasons
        For every logical variable, which steps need something of it, and what.
    """

    start: dict[Variable, Var] = field(default_factory=dict)
    end: dict[Variable, Term] = field(default_factory=dict)
    bindings: dict[Var, Term] = field(default_factory=dict)
    reasons: dict[Var, list[Reason[Variable]]] = field(default_factory=dict)

    def value(self, variable: Variable) -> Term:
        """What a state variable holds now, as the logical variable or constant that came there."""
        if variable not in self.end:
            self.start[variable] = Var(f"X{len(self.start) + 1}")
            self.end[variable] = self.start[variable]
        return self.end[variable]

    def before(self, variable: Variable) -> Term:
        """What a state variable must hold at first: a constant, or a variable that equal ones share."""
        return walk(self.start[variable], self.bindings)

    def after(self, variable: Variable) -> Term:
        """What it holds after the last step."""
        return walk(self.end[variable], self.bindings)

    def why(self, variable: Variable) -> list[Reason[Variable]]:
        """The steps that need something of what a state variable holds at first."""
        return self.reasons.get(self.start[variable], [])


def regress(
    steps: Iterable[Step[Variable]], variables: Iterable[Variable] = ()
) -> Regression[Variable]:
    """Follow every value through the steps, and note what each step needs of it.

    Parameters
    ----------
    steps
        In order.
    variables
        State variables to follow whether a step looks at them or not.

    Raises
    ------
    ArcwiseError
        Steps that can never follow each other.
    """
    found: Regression[Variable] = Regression()
    for variable in variables:
        found.value(variable)
    for number, step in enumerate(steps, start=1):
        for needed in step.needs:
            _bind(found, number, step.name, needed)
        taken = {variable: found.value(source) for variable, source in step.moves.items()}
        for variable in (*step.moves, *step.makes):
            found.value(variable)  # so that what it holds at first has a name
        found.end |= taken
        found.end |= step.makes
    return found


def _bind(found: Regression[Variable], number: int, name: str, needed: Needed[Variable]) -> None:
    """See to it that a state variable holds what a step needs, and note the reason."""

    def noted(needed: Needed[Variable]) -> Term:
        value = found.value(needed.variable)
        if isinstance(value, Var):
            found.reasons.setdefault(value, []).append(Reason(number, name, needed))
        return value

    value = noted(needed)
    wanted: Term | None = needed.constant
    if needed.other is not None:
        wanted = noted(Needed(needed.other, other=needed.variable))
    assert wanted is not None
    unifier = unify((value,), (wanted,), found.bindings)
    if unifier is None:
        raise ArcwiseError(f"step {number}: {name} cannot follow the steps before it")
    found.bindings = unifier


def arc_step(arc: Arc) -> Step[int]:
    """An arc as a step: the state variables are the cells, from 0."""
    constants, equal = conditions(arc.before)
    source: dict[Term, int] = {}
    for cell, term in enumerate(arc.before):
        source.setdefault(term, cell)
    return Step(
        arc.name,
        (
            *(Needed(cell, constant=constant) for cell, constant in constants),
            *(Needed(one, other=other) for one, other in equal),
        ),
        {cell: source[term] for cell, term in enumerate(arc.after) if term in source},
        {
            cell: term
            for cell, term in enumerate(arc.after)
            if term not in source and not isinstance(term, Var)
        },
    )


def regress_arcs(arcs: Sequence[Arc]) -> Regression[int]:
    """The regression of arcs over the same cells.

    Raises
    ------
    ArcwiseError
        Arcs that can never follow each other.
    """
    return regress(map(arc_step, arcs), range(len(arcs[0].before)))


def composed(arcs: Sequence[Arc]) -> tuple[Pattern, Pattern]:
    """What arcs need and make together, as patterns with standard variable names.

    Raises
    ------
    ArcwiseError
        Arcs that can never follow each other.
    """
    found = regress_arcs(arcs)
    cells = range(len(arcs[0].before))
    before, after = canonical(tuple(map(found.before, cells)), tuple(map(found.after, cells)))
    return before, after
