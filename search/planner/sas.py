"""A problem as the text of a SAS+ task, which Fast Downward's search reads (its translator's format, version 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from ...rules.arc import Arc
from ...rules.errors import InputError, TooLargeError
from ...rules.term import Symbol, Var
from ...rules.theory import Theory
from ..problem import Problem

MOST_SAS_COST = 2**31 - 1
"""Costs there are whole numbers of 32 bits."""


@dataclass(frozen=True)
class SasTask:
    """A problem as SAS+: a variable for every cell, an operator for every arc, macros included.

    Parameters
    ----------
    text
        What Fast Downward reads. Its operators are called by the numbers of the arcs.
    scale
        By what costs were multiplied to be whole numbers.
    """

    text: str
    scale: int


def sas_task(problem: Problem) -> SasTask:
    """Write a problem whose arcs set cells to constants, as those of planning problems do.

    Raises
    ------
    InputError
        An arc that moves what is in a cell, or costs that have no common measure.
    """
    theory = problem.theory
    scale = _scale(arc.cost for arc in theory.arcs)
    numbers = _values(problem)
    operators = [
        part
        for number, arc in enumerate(theory.arcs)
        if arc.changed
        for part in _operator(number, arc, numbers, scale, theory)
    ]
    goal = [(cell, term) for cell, term in enumerate(problem.goal) if not isinstance(term, Var)]
    lines = [
        *("begin_version", "3", "end_version", "begin_metric", "1", "end_metric"),
        *(str(len(numbers)), *(line for n, v in enumerate(numbers) for line in _variable(n, v))),
        *("0", "begin_state"),  # mutex groups other than the variables themselves
        *(str(values[symbol]) for values, symbol in zip(numbers, problem.start, strict=True)),
        *("end_state", "begin_goal", str(len(goal))),
        *(f"{cell} {numbers[cell][symbol]}" for cell, symbol in goal),
        *("end_goal", str(sum(part == "begin_operator" for part in operators))),
        *(*operators, "0", ""),  # axioms
    ]
    return SasTask("\n".join(lines), scale)


def _values(problem: Problem) -> list[dict[Symbol, int]]:
    """The number of every symbol that can stand in each cell."""
    values: list[dict[Symbol, int]] = [{symbol: 0} for symbol in problem.start]
    pairs = [
        *enumerate(problem.goal),
        *(pair for arc in problem.theory.arcs for pair in (*arc.conditions[0], *arc.effects)),
    ]
    for cell, term in pairs:
        if not isinstance(term, Var):
            values[cell].setdefault(term, len(values[cell]))
    return values


def _variable(number: int, values: dict[Symbol, int]) -> Iterator[str]:
    yield from ("begin_variable", f"var{number}", "-1", str(max(2, len(values))))
    yield from (f"Atom holds({number}, {value})" for value in range(max(2, len(values))))
    yield "end_variable"


def _operator(
    number: int, arc: Arc, numbers: Sequence[dict[Symbol, int]], scale: int, theory: Theory
) -> list[str]:
    asked, equal = arc.conditions
    effects = [(cell, term) for cell, term in arc.effects if not isinstance(term, Var)]
    if equal or len(effects) < len(arc.effects):
        raise InputError(
            f"Fast Downward cannot take {theory.name}",
            expected="arcs that set cells to constants, as those of PDDL problems",
            found=str(arc),
            remedy="--engine auto",
        )
    before = dict(asked)
    changed = {cell for cell, _ in effects}
    kept = [(cell, symbol) for cell, symbol in asked if cell not in changed]
    return [
        *("begin_operator", str(number), str(len(kept))),
        *(f"{cell} {numbers[cell][symbol]}" for cell, symbol in kept),
        str(len(effects)),
        *(
            f"0 {cell} {numbers[cell][before[cell]] if cell in before else -1} {numbers[cell][symbol]}"
            for cell, symbol in effects
        ),
        *(str(round(Fraction(arc.cost) * scale)), "end_operator"),
    ]


def _scale(costs: Iterable[float]) -> int:
    fractions = {Fraction(cost) for cost in costs}
    scale = lcm(*(cost.denominator for cost in fractions))
    if any(cost * scale > MOST_SAS_COST for cost in fractions):
        raise TooLargeError(
            "Fast Downward takes whole costs",
            expected=f"costs that are multiples of one number, up to {MOST_SAS_COST:,} times it",
        )
    return scale
