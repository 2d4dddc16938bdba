"""Proofs that a relation stays acyclic if it is acyclic at first."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...rules.pddl.action_domain import ActionDomain, Atom, atom_text
from ...rules.pddl.grounding.lifted_invariants import LiftedInvariant, exclusive
from .calls import ANY, Kinds
from .claims import Relation
from .distinct import Situation


def closing(
    domain: ActionDomain, invariants: Sequence[LiftedInvariant], relation: Relation
) -> tuple[str | None, Collection[LiftedInvariant]]:
    """Which action may close a circle, if there was none; an action adds an end of the relation only.

    Parameters
    ----------
    domain, invariants
        The actions, and what is never true at once.
    relation
        The relation.

    Returns
    -------
    The fault, None where it is proved that there is none; and the invariants that the proof rests on.
    """
    used: dict[LiftedInvariant, None] = {}
    for action in domain.cases.values():
        added = [atom for atom in action.add if atom[0] == relation.predicate]
        if not added:
            continue
        if len(added) > 1:
            return f"{action.name} adds two", used
        atom = added[0]
        kinds = Kinds(domain, {one.name: one.type for one in action.parameters})
        situation = Situation(kinds, invariants, action.positive, action.negative, action.unequal)
        if not situation.apart(atom[relation.below], atom[relation.above]):
            return f"{action.name} may add {atom_text(atom)} of one thing", used
        used.update(situation.used)
        free = _free(invariants, action.positive, atom, relation)
        if free is None:
            return f"{action.name} adds {atom_text(atom)} between what may have others", used
        used[free] = None
    if not domain.plain and relation.predicate in domain.fluents:
        return f"effects may change {relation.predicate} of several things at once", used
    return None, used


def _free(
    invariants: Sequence[LiftedInvariant], true: Sequence[Atom], atom: Atom, relation: Relation
) -> LiftedInvariant | None:
    """The invariant by which what an action adds is at an end of a relation: nothing leads on, or nothing leads there."""
    upper, lower = atom[relation.above], atom[relation.below]
    size = len(atom)
    for place, term in ((relation.below, upper), (relation.above, lower)):
        terms = [f"{ANY}{n}" for n in range(size)]
        terms[0], terms[place] = atom[0], term
        for one in true:
            if one[0] != atom[0]:
                found = exclusive(one, tuple(terms), invariants)
                if found is not None:
                    return found
    return None
