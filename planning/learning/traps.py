"""Single facts of a planning problem, of which traps are made: atoms, each with its predicate and the types of its objects."""

from __future__ import annotations

from collections.abc import Hashable

from ...ebl.traps import FactTable
from ...rules.states.traps import Fact
from ...search.problem import Problem
from ..pddl.action_domain import Atom, atom_text
from ..pddl.grounding.ground_task import Grounding


def planning_facts(grounding: Grounding, problem: Problem) -> FactTable:
    """Facts of a problem: the atoms of each cell, and that none of these is true; of a cell with one atom that is its denial.

    Atoms of a mutex group exclude each other.
    """
    types = grounding.task.type_of

    def kind(atom: Atom) -> str:
        name, *objects = atom
        own = ", ".join(types.get(one, "object") for one in objects)
        return f"{name}({own})" if own else name

    kinds: dict[Fact, str] = {}
    texts: dict[Fact, str] = {}
    facts: dict[Atom, Fact] = {}
    for number, cell in enumerate(grounding.cells):
        for atom, symbol in cell.values.items():
            facts[atom] = fact = (number, symbol)
            kinds[fact], texts[fact] = kind(atom), atom_text(atom)
        atom = next(iter(cell.values))
        one, nothing = len(cell.values) == 1, (number, cell.otherwise)
        kinds[nothing] = f"{'not' if one else 'no'} {kind(atom)}"
        texts[nothing] = f"not {atom_text(atom)}" if one else f"no {_shared(grounding, number)}"
    groups: dict[Fact, list[Hashable]] = {}
    for place, group in enumerate(grounding.groups):
        for atom in group.atoms:
            if atom in facts:
                groups.setdefault(facts[atom], []).append(place)
    most: dict[Hashable, int] = dict.fromkeys(range(len(grounding.groups)), 1)

    own = {fact: tuple(places) for fact, places in groups.items()}
    return FactTable(problem, kinds, own, most, texts.__getitem__)


def _shared(grounding: Grounding, number: int) -> str:
    """The atoms of a cell in words: what differs between them is left open."""
    atoms = [*grounding.cells[number].values]
    name, *first = atoms[0]
    same = [
        one if all(other[0] == name and other[place] == one for other in atoms) else "?"
        for place, one in enumerate(first, start=1)
    ]
    return atom_text((name, *same))
