"""Triangle tables of macros over parameters: where each step's conditions come from (Fikes, Hart and Nilsson 1972)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..pddl.action_domain import ActionDomain, Atom
from .lifted import step_action

SignedAtom = tuple[Atom, bool]
"""An atom, and whether it is true."""


@dataclass(frozen=True)
class TableFact:
    """A fact in a cell of a triangle table.

    Parameters
    ----------
    fact
        The atom, and whether it is true.
    marked
        Whether the step of the row needs it.
    """

    fact: SignedAtom
    marked: bool


@dataclass(frozen=True)
class TriangleTable:
    """Where the conditions of each step come from, and what is left of each step's effects.

    Parameters
    ----------
    steps
        The steps, with the macro's parameters.
    rows
        For each step, and for the end, its cells: of the start, then of each step before. That of the start holds what the step needs
        and no step before it makes; that of a step holds what it makes and no step in between undoes.
    """

    steps: tuple[Atom, ...]
    rows: tuple[tuple[tuple[TableFact, ...], ...], ...]

    @classmethod
    def of(cls, domain: ActionDomain, steps: Sequence[Atom]) -> TriangleTable:
        """The table of some steps.

        Parameters
        ----------
        domain
            The actions.
        steps
            Names of actions with their arguments.
        """
        left: list[dict[SignedAtom, None]] = []
        rows = []
        for step in steps:
            action = step_action(domain, step)
            needs = {**_facts(action.positive, True), **_facts(action.negative, False)}
            made = {fact for cell in left for fact in cell}
            first = tuple(TableFact(fact, True) for fact in needs if fact not in made)
            rows.append((first, *_cells(left, needs)))
            makes = {**_facts(action.delete, False), **_facts(action.add, True)}
            changed = {atom for atom, _ in makes}
            left = [{one: None for one in cell if one[0] not in changed} for cell in left]
            left.append(dict.fromkeys(makes))
        rows.append(((), *_cells(left, {})))
        return cls(tuple(steps), tuple(rows))

    def kernel(self, step: int) -> tuple[SignedAtom, ...]:
        """Facts that must hold before a step so that it and all steps after it can be taken.

        Parameters
        ----------
        step
            Its number, from 0.
        """
        found = {
            entry.fact: None
            for row in self.rows[step:]
            for cell in row[: step + 1]
            for entry in cell
            if entry.marked
        }
        return tuple(found)


def _facts(atoms: Sequence[Atom], sign: bool) -> dict[SignedAtom, None]:
    return {(atom, sign): None for atom in atoms}


def _cells(
    left: Sequence[dict[SignedAtom, None]], needs: dict[SignedAtom, None]
) -> list[tuple[TableFact, ...]]:
    return [tuple(TableFact(one, one in needs) for one in cell) for cell in left]
