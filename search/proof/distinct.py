"""Parameters of a rule that stand for different objects, by its conditions and the invariants."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ...rules.pddl.action_domain import Atom
from ...rules.pddl.grounding.lifted_invariants import LiftedInvariant, exclusive
from ...rules.pddl.strips import substituted
from .calls import Kinds


class Situation:
    """Atoms that are true at once, and what follows from it.

    Parameters
    ----------
    kinds
        The types of terms.
    invariants
        What is never true at once; those that were needed are noted.
    true, false
        Atoms over parameters.
    unequal
        Parameters that are asked to be different.
    """

    def __init__(
        self,
        kinds: Kinds,
        invariants: Sequence[LiftedInvariant],
        true: Sequence[Atom],
        false: Sequence[Atom] = (),
        unequal: Sequence[tuple[str, str]] = (),
    ) -> None:
        self._kinds, self._invariants = kinds, invariants
        self.true, self.false, self.unequal = tuple(true), tuple(false), tuple(unequal)
        self.used: dict[LiftedInvariant, None] = {}

    def possible(self, same: Sequence[tuple[str, str]] = ()) -> bool:
        """Whether all of it can be, with some terms the same; True where nothing is known against it."""
        one_for: dict[str, str] = {}

        def root(term: str) -> str:
            while term in one_for:
                term = one_for[term]
            return term

        for one, other in same:
            left, right = root(one), root(other)
            if left == right:
                continue
            if not self._kinds.may_be_one(left, right):
                return False
            if right.startswith("?"):
                left, right = right, left
            one_for[left] = right
        terms = {term for atom in (*self.true, *self.false) for term in atom[1:]}
        names = {term: root(term) for term in (*terms, *(t for pair in self.unequal for t in pair))}
        if any(names[one] == names[other] for one, other in self.unequal):
            return False
        true = list(dict.fromkeys(substituted(atom, names) for atom in self.true))
        if any(substituted(atom, names) in true for atom in self.false):
            return False
        for first, second in combinations(true, 2):
            found = exclusive(first, second, self._invariants)
            if found is not None and not self._kinds.may_be_same(first, second):
                self.used[found] = None
                return False
        return True

    def apart(self, one: str, other: str) -> bool:
        """Whether two terms surely stand for different objects."""
        return one != other and not self.possible([(one, other)])
