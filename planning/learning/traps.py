"""Single facts of a planning problem, of which traps are made: atoms, each with its predicate and the types of its objects."""

from __future__ import annotations

from collections.abc import Hashable

from ...ebl.traps import FactTable
from ...rules.states.traps import Fact
from ...search.problem import Problem
from ..pddl.action_domain import Atom, atom_text
from ..pddl.grounding.ground_task import Grounding
from ..pddl.grounding.mutex import LiftedInvariant, equality_cases
from ..pddl.strips import GroundAction


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
        others = _others(grounding, frozenset(cell.values))
        of_kinds = {kind(each) for each in others}
        kinds[nothing] = f"{'not' if one else 'no'} {kind(atom)}"
        if len(of_kinds) == 1:
            (kinds[nothing],) = of_kinds
        texts[nothing] = f"not {atom_text(atom)}" if one else f"no {_shared(grounding, number)}"
        if len(others) == 1:
            texts[nothing] = atom_text(next(iter(others)))
    groups: dict[Fact, list[Hashable]] = {}
    for place, group in enumerate(grounding.groups):
        for atom in group.atoms:
            if atom in facts:
                groups.setdefault(facts[atom], []).append(place)
    most: dict[Hashable, int] = dict.fromkeys(range(len(grounding.groups)), 1)

    own = {fact: tuple(places) for fact, places in groups.items()}
    return FactTable(problem, kinds, own, most, texts.__getitem__)


def _others(grounding: Grounding, atoms: frozenset[Atom]) -> frozenset[Atom]:
    """The atoms one of which is true whenever none of some is; none where that is not known.

    They are the others of a group of which one is true at first, and of which each action that deletes one makes one true.
    """
    domain = grounding.task.domain
    for group in grounding.groups:
        if atoms < group.atoms.keys() and domain.plain and not domain.axioms:
            cases = (one for action in domain.actions for one in equality_cases(domain, action))
            invariant = LiftedInvariant(group.guess)
            if all(_keeps_one(invariant, one) for one in cases):
                return frozenset(group.atoms) - atoms
    return frozenset()


def _keeps_one(invariant: LiftedInvariant, case: GroundAction) -> bool:
    """Whether an action makes one atom true of each group of which it deletes some."""
    made, lost = (
        {group for atom in atoms for group in invariant.groups_of(atom)}
        for atoms in (case.add, case.delete)
    )
    return lost <= made


def _shared(grounding: Grounding, number: int) -> str:
    """The atoms of a cell in words: what differs between them is left open."""
    atoms = [*grounding.cells[number].values]
    name, *first = atoms[0]
    same = [
        one if all(other[0] == name and other[place] == one for other in atoms) else "?"
        for place, one in enumerate(first, start=1)
    ]
    return atom_text((name, *same))
