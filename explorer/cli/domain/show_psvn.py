"""A theory as PSVN, with its goal and with learned macros if wanted."""

from __future__ import annotations

from dataclasses import replace

from ....ebl.files.macro_file import macros_in
from ....experiments.sized_domain import SizedDomain, load_domain
from ....rules.domains.table import domain_of
from ....rules.errors import InputError, Place
from ....rules.psvn.writer import write_psvn
from ....rules.random_problems import random_problems
from ....rules.term import Pattern, State
from ..messages import note

DRAWN = 100
"""Random states of a built-in domain that are looked at for what its cells may hold."""


def psvn_text(
    argument: str, goal: str | None, macros: str | None, *, order: str = "ULRD", arc_cost: float = 1
) -> str:
    """The theory or domain that an argument of ``arcwise show`` names, as PSVN.

    Parameters
    ----------
    argument
        A theory, or a macro file, whose macros are then all the rules.
    goal
        The goal; None for the theory's own.
    macros
        A macro file whose macros become the first rules, or None.
    order, arc_cost
        For built-in puzzles.

    Raises
    ------
    InputError
        What cannot be read, or cannot be written as PSVN.
    """
    library = macros_in(argument)
    if library is not None:
        if library.domain.macros_for != "board":
            raise InputError(
                "these macros are rules of no certain size",
                place=Place(argument),
                expected="a theory, or macros for one board",
                remedy=f"arcwise show BOARD --psvn --macros {argument}",
            )
        rules = library.primitives((1, 1))
        domain = SizedDomain(argument, domain_of(rules), rules.shape)
        arcs = library.arcs(rules)
    else:
        domain = load_domain(argument, order=order, arc_cost=arc_cost)
        rules = domain.arcs_only("--psvn")
        arcs = rules.arcs
    goals = _goals(domain, goal)
    if macros is not None:
        arcs = (*domain.macros(macros).arcs(domain.theory, goals[0] if goals else None), *arcs)
    if not goals:
        note("no goal: the file has no GOAL, which other programs want; --goal gives one")
    states = _states(domain)
    if rules.symbols is None and rules.values is None and not states:
        note("the values of state variables are those that arcs and goal name")
    return write_psvn(replace(rules, arcs=arcs), goals, states)


def _states(domain: SizedDomain) -> list[State]:
    """Some states of a domain that draws them at once, which tell what its cells may hold."""
    known, shape = domain.domain, domain.theory.shape
    at_once = any(known.draws_at_once(shape, goal) for goal in known.goals(shape))
    if not at_once or domain.theory.symbols is not None:
        return []
    return random_problems(domain.theory, known.goals(shape)[0], DRAWN, 0)


def _goals(domain: SizedDomain, goal: str | None) -> tuple[Pattern, ...]:
    own = domain.domain.goals(domain.theory.shape)
    return own if goal is None else domain.goal_patterns(goal)
