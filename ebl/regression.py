"""Goal regression: from the steps of an explanation to what they need, what they make, and the reason for each.

A state is a value for every state variable: a cell's symbol, or whether a ground atom is true. A step needs constants in
some variables and equal values in others; it moves values from one variable to another and makes new ones. Followed
backward through the steps, a constant stays exactly where a step needs it, and two values become one exactly where a step
needs them equal (Mitchell, Keller and Kedar-Cabelli 1986; DeJong and Mooney 1986).

Threats: where different names may stand for one state variable, what a step makes may spoil what another one needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, cast

from ..rules.arc import Arc
from ..rules.checked import checked
from ..rules.errors import ArcwiseError, InputError
from ..rules.record import record
from ..rules.term import (
    Pattern,
    Symbol,
    Term,
    Var,
    canonical,
    standard_variables,
    substitute,
    unify,
    walk,
)
from .explanation import FALSE, TRUE, CellReason, Needed, Reason, StepEffect, Threat, Variable

Apart: TypeAlias = Callable[[Threat[Variable]], None]
"""Sees to it that the two state variables of a threat never are one; may raise to give up."""


@record
class RegressionStep(Generic[Variable]):
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
        State variables that get a new value, and that value; of one that stands here twice the later counts.
    """

    name: str
    needs: tuple[Needed[Variable], ...]
    moves: Mapping[Variable, Variable] = field(default_factory=dict)
    makes: tuple[tuple[Variable, Symbol], ...] = ()


@dataclass
class Regression(Generic[Variable]):
    """Conditions and effects of steps together.

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
    makes
        All that the steps make, in order.
    """

    start: dict[Variable, Var] = field(default_factory=dict)
    end: dict[Variable, Term] = field(default_factory=dict)
    bindings: dict[Var, Term] = field(default_factory=dict)
    reasons: dict[Var, list[Reason[Variable]]] = field(default_factory=dict)
    makes: list[StepEffect[Variable]] = field(default_factory=list)

    def value(self, variable: Variable) -> Term:
        """Current value of a state variable, as a logical variable or constant."""
        if variable not in self.end:
            self.start[variable] = Var(f"X{len(self.start) + 1}")
            self.end[variable] = self.start[variable]
        return self.end[variable]

    def before(self, variable: Variable) -> Term:
        """Initial value of a state variable: a constant, or a variable that equal ones share."""
        return walk(self.start[variable], self.bindings)

    def after(self, variable: Variable) -> Term:
        """Value of a state variable after the last step."""
        return walk(self.end[variable], self.bindings)

    def why(self, variable: Variable) -> list[Reason[Variable]]:
        """The steps that need something of what a state variable holds at first."""
        return self.reasons.get(self.start[variable], [])


@checked
def regress(
    steps: Iterable[RegressionStep[Variable]],
    variables: Iterable[Variable] = (),
    apart: Apart[Variable] | None = None,
) -> Regression[Variable]:
    """Follow every value through the steps, and note what each step needs of it.

    Parameters
    ----------
    steps
        In order.
    variables
        State variables to follow whether a step looks at them or not.
    apart
        Is called with every threat; None where state variables of different names are never one.

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
            if apart is not None:
                for threat in threats_to_need(found.makes, Reason(number, step.name, needed)):
                    apart(threat)
            _bind(found, number, step.name, needed)
        taken = {variable: found.value(source) for variable, source in step.moves.items()}
        for variable in (*step.moves, *(made for made, _ in step.makes)):
            found.value(variable)  # so that what it holds at first has a name
        found.end |= taken
        found.end |= step.makes
        found.makes += (StepEffect(number, step.name, made, value) for made, value in step.makes)
    if apart is not None:
        for threat in threats_to_effects(found.makes):
            apart(threat)
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


def arc_step(arc: Arc) -> RegressionStep[int]:
    """An arc as a step: the state variables are the cells, from 0."""
    constants, equal = arc.conditions
    source: dict[Term, int] = {}
    for cell, term in enumerate(arc.before):
        source.setdefault(term, cell)
    return RegressionStep(
        arc.name,
        (
            *(Needed(cell, constant=constant) for cell, constant in constants),
            *(Needed(one, other=other) for one, other in equal),
        ),
        {cell: source[term] for cell, term in enumerate(arc.after) if term in source},
        tuple(
            (cell, term)
            for cell, term in enumerate(arc.after)
            if term not in source and not isinstance(term, Var)
        ),
    )


def regress_arcs(arcs: Sequence[Arc]) -> Regression[int]:
    """The regression of arcs over the same cells.

    Raises
    ------
    ArcwiseError
        Arcs that can never follow each other.
    """
    if not arcs:
        raise InputError("no arcs", expected="one arc or more")
    return regress(map(arc_step, arcs), range(len(arcs[0].before)))


def composed(arcs: Sequence[Arc]) -> tuple[Pattern, Pattern]:
    """Composition of arcs as two patterns with standard variable names.

    Raises
    ------
    ArcwiseError
        Arcs that can never follow each other.
    """
    # As `regress` has it, but without reasons: the arcs are applied to a state of variables, which become what they ask for.
    start: Pattern = standard_variables(len(arcs[0].before))
    held = start
    for number, arc in enumerate(arcs, start=1):
        apply = cast(Callable[[Pattern], Pattern | None], arc.apply)
        after = apply(held) if arc.size == len(held) else None
        if after is None:
            unifier = unify(*_conditions(arc, held)) if arc.size == len(held) else None
            if unifier is None:
                raise ArcwiseError(f"step {number}: {arc.name} cannot follow the steps before it")
            start, held = substitute(start, unifier), substitute(held, unifier)
            after = apply(held)
            assert after is not None
        held = after
    before, after = canonical(start, held)
    return before, after


def _conditions(arc: Arc, held: Pattern) -> tuple[Pattern, Pattern]:
    """Terms that cells hold, and terms that an arc requires there."""
    constants, equal = arc.conditions
    return (
        (*(held[cell] for cell, _ in constants), *(held[one] for one, _ in equal)),
        (*(constant for _, constant in constants), *(held[other] for _, other in equal)),
    )


@checked
def cell_reasons(arcs: Sequence[Arc]) -> list[CellReason]:
    """The reason for each cell of the first step's ``before``; together their terms are the rule's, up to renaming.

    Parameters
    ----------
    arcs
        The steps in order.

    Raises
    ------
    ArcwiseError
        Steps that can never follow each other.
    """
    found = regress_arcs(arcs)
    return [
        CellReason(
            cell,
            found.before(cell),
            tuple(found.why(cell)),
            tuple(end for end, term in found.end.items() if term == start),
        )
        for cell, start in found.start.items()
    ]


def threats_to_need(
    makes: Sequence[StepEffect[Variable]], reason: Reason[Variable]
) -> Iterator[Threat[Variable]]:
    """Threats to a needed value: effects of steps between its producer and its consumer.

    Parameters
    ----------
    makes
        All that the earlier steps make, in order.
    reason
        The need.
    """
    needed = reason.needed
    value = needed.constant
    sources = (
        n for n, made in enumerate(makes) if (made.variable, made.value) == (needed.variable, value)
    )
    for made in makes[max(sources, default=-1) + 1 :]:
        if made.value != value:
            yield Threat((made, reason))


def threats_to_effects(makes: Sequence[StepEffect[Variable]]) -> Iterator[Threat[Variable]]:
    """Threats to an effect: effects of later steps that would undo it.

    Nothing spoils what becomes false: the whole deletes before it adds, as its steps do.
    """
    last = {made.variable: made for made in makes}
    for number, made in enumerate(makes):
        if made.value == TRUE and last[made.variable] is made:
            for later in makes[number + 1 :]:
                if later.value == FALSE:
                    yield Threat((made, later))
