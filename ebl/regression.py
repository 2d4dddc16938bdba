"""Goal regression: from the steps of an explanation to what they need, what they make, and the reason for each.

One loop follows the steps of an explanation, whatever they are, and cuts it at operational goals (Mitchell, Keller and
Kedar-Cabelli 1986; DeJong and Mooney 1986). What one kind of step knows is its `Unifier`: cells bind constants and equal
symbols, atoms must be kept apart too, and a clause is resolved with a goal (`logic/learning/generalize.py`).

On boards and in plans a state is a value for every state variable: a cell's symbol, or whether a ground atom is true. A step
needs constants in some variables and equal values in others; it moves values from one variable to another and makes new ones.
A constant stays exactly where a step needs it, and two values become one exactly where a step needs them equal.

Threats: where different names may stand for one state variable, what a step makes may spoil what another one needs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, TypeAlias, TypeVar, cast

from ..rules.arc import Arc
from ..rules.checked import checked, checked_when_it_fails
from ..rules.errors import ArcwiseError, InputError
from ..rules.record import record
from ..rules.term import Pattern, Symbol, Term, Var, canonical, standard_variables, substitute, walk
from .explanation import FALSE, TRUE, CellReason, Needed, Reason, StepEffect, Threat, Variable

Step = TypeVar("Step")


class Unifier(ABC, Generic[Step]):
    """One kind of step as regression sees it: how a step is bound to what is there when its turn comes."""

    def operational(self, step: Step) -> bool:
        """Whether the explanation is cut at a step, which stays a condition; no step of a plan is one."""
        return False

    def keep(self, step: Step) -> None:
        """Make a step at which the explanation is cut a condition."""

    @abstractmethod
    def follow(self, step: Step) -> Iterable[Step]:
        """Bind what a step needs, and return the steps that explain it in turn; none of a step of a plan.

        Raises
        ------
        ArcwiseError
            A step that can never follow those before it.
        """

    def finish(self) -> None:
        """Bind what only all steps together show."""


@checked_when_it_fails
def regress(steps: Iterable[Any], unifier: Unifier[Any]) -> None:
    """Follow the steps of an explanation, and note what each needs and why.

    Parameters
    ----------
    steps
        In order; those that explain a step come next to it.
    unifier
        Binds what steps of this kind need; a new one, which has the conditions, the effects and the reasons in the end.

    Raises
    ------
    ArcwiseError
        Steps that can never follow each other.
    """
    pending = [iter(steps)]
    while pending:
        for step in pending[-1]:
            if unifier.operational(step):
                unifier.keep(step)
            elif explained_by := unifier.follow(step):
                pending.append(iter(explained_by))
                break
        else:
            pending.pop()
    unifier.finish()


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
class Regression(Unifier[RegressionStep[Variable]], Generic[Variable]):
    """Conditions and effects of steps together, where state variables of different names are never one, such as cells.

    Parameters
    ----------
    start
        For every state variable looked at or changed, the logical variable for what it holds at first.
    end
        What it holds after the last step: such a logical variable, or a constant that a step made.
    bindings
        What the logical variables must be for the steps to follow each other.
    uses
        For every logical variable the steps that need something of it: number, name, need, and whether it is the other one of a
        need of two.
    makes
        All that the steps make, in order.
    steps
        Number of steps so far.
    """

    start: dict[Variable, Var] = field(default_factory=dict)
    end: dict[Variable, Term] = field(default_factory=dict)
    bindings: dict[Var, Term] = field(default_factory=dict)
    uses: dict[Var, list[tuple[int, str, Needed[Variable], bool]]] = field(default_factory=dict)
    makes: list[StepEffect[Variable]] = field(default_factory=list)
    steps: int = 0

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
        return [
            Reason(
                number,
                name,
                Needed(cast(Variable, needed.other), other=needed.variable) if other else needed,
            )
            for number, name, needed, other in self.uses.get(self.start[variable], ())
        ]

    def follow(self, step: RegressionStep[Variable]) -> tuple[RegressionStep[Variable], ...]:
        self.steps = number = self.steps + 1
        for needed in step.needs:
            self.bind(number, step.name, needed)
        taken: dict[Variable, Term] = {
            one: self.value(source) for one, source in step.moves.items()
        }
        for made, value in step.makes:
            taken[made] = value
            self.makes.append(StepEffect(number, step.name, made, value))
        for variable in taken:
            self.value(variable)  # so that what it holds at first has a name
        self.end |= taken
        return ()

    def bind(self, number: int, name: str, needed: Needed[Variable]) -> None:
        """See to it that a state variable holds what a step needs, and note the use."""
        one, other = self.value(needed.variable), cast(Term, needed.constant)
        if isinstance(one, Var):
            self.uses.setdefault(one, []).append((number, name, needed, False))
        if needed.other is not None:
            other = self.value(needed.other)
            if isinstance(other, Var):
                self.uses.setdefault(other, []).append((number, name, needed, True))
        one, other = walk(one, self.bindings), walk(other, self.bindings)
        if one == other:
            return
        if isinstance(one, Var):
            self.bindings[one] = other
        elif isinstance(other, Var):
            self.bindings[other] = one
        else:
            raise cannot_follow(number, name)


def cannot_follow(step: int, name: str) -> ArcwiseError:
    """The error that a step can never follow those before it."""
    return ArcwiseError(f"step {step}: {name} cannot follow the steps before it")


Apart: TypeAlias = Callable[[Threat[Variable]], None]
"""Sees to it that the two state variables of a threat never are one; may raise to give up."""


@dataclass
class Threatened(Regression[Variable]):
    """Conditions and effects of steps, where different names may stand for one state variable, such as atoms with parameters.

    Parameters
    ----------
    apart
        Is called with every threat.
    """

    apart: Apart[Variable] = lambda threat: None

    def bind(self, number: int, name: str, needed: Needed[Variable]) -> None:
        for threat in threats_to_need(self.makes, Reason(number, name, needed)):
            self.apart(threat)
        super().bind(number, name, needed)

    def finish(self) -> None:
        for threat in threats_to_effects(self.makes):
            self.apart(threat)


@lru_cache(maxsize=1024)  # a library has few arcs, each in many steps
def arc_step(arc: Arc) -> RegressionStep[int]:
    """An arc as a step: the state variables are the cells, from 0."""
    constants, equal = arc.conditions
    before, after = arc.before, arc.after
    moves, makes = dict[int, int](), list[tuple[int, Symbol]]()
    for cell in arc.changed:
        term = after[cell]
        if term in before:
            moves[cell] = before.index(term)
        elif not isinstance(term, Var):
            makes.append((cell, term))
    needs = [Needed(cell, constant=constant) for cell, constant in constants]
    needs += [Needed(one, other=other) for one, other in equal]
    return RegressionStep(arc.name, tuple(needs), moves, tuple(makes))


def regress_arcs(arcs: Sequence[Arc]) -> Regression[int]:
    """The regression of arcs over the same cells.

    Raises
    ------
    ArcwiseError
        Arcs that can never follow each other.
    """
    if not arcs:
        raise InputError("no arcs", expected="one arc or more")
    size = arcs[0].size
    for number, arc in enumerate(arcs, start=1):
        if arc.size != size:
            raise cannot_follow(number, arc.name)
    names = standard_variables(size)
    cells = Regression(dict(enumerate(names)), dict(enumerate(names)))
    regress(map(arc_step, arcs), cells)
    return cells


def composed(arcs: Sequence[Arc]) -> tuple[Pattern, Pattern]:
    """Composition of arcs as two patterns with standard variable names.

    Raises
    ------
    ArcwiseError
        Arcs that can never follow each other.
    """
    found = regress_arcs(arcs)
    start, end = tuple(found.start.values()), tuple(found.end.values())
    before, after = canonical(substitute(start, found.bindings), substitute(end, found.bindings))
    return before, after


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
