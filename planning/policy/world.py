"""A state of a PDDL problem as facts that are found by predicate and argument, changed in place and changed back."""

from __future__ import annotations

from collections import Counter
from collections.abc import (
    Callable,
    Collection,
    Hashable,
    Iterable,
    Iterator,
    KeysView,
    Mapping,
    Sequence,
)
from itertools import chain, product
from typing import TypeAlias

from ..pddl.action_domain import (
    Action,
    ActionDomain,
    Atom,
    PlanningTask,
    Signature,
    denial,
    is_parameter,
    substituted,
)
from ..pddl.denials import needed_for

Binding: TypeAlias = dict[str, str]
"""Objects for parameters."""

Types: TypeAlias = Mapping[str, str]
"""The type of every parameter."""

Pairs: TypeAlias = Sequence[tuple[str, str]]
"""Terms that must differ."""

NONE: dict[Atom, None] = {}

STRIDE = 1_000
"""Atoms that are made between two looks at the limits."""


class World:
    """The facts that are true in a problem now.

    Parameters
    ----------
    task
        The problem; the state is its first.
    domain
        The domain of a policy, if that has atoms for what is not so, or for conditions for all objects.
    look
        Called now and then while such atoms are made, of which there may be many; ends that by an exception.

    Attributes
    ----------
    true
        All facts.
    version
        For each predicate a number that is another after each change of its facts.
    changes
        The same for all of them.
    compared
        Number of facts that were compared with atoms over parameters so far.
    """

    def __init__(
        self,
        task: PlanningTask,
        domain: ActionDomain | None = None,
        look: Callable[[], None] = lambda: None,
    ) -> None:
        self.task, self._domain = task, domain or task.domain
        self._denied = {one.name for one in self._domain.denials.values()}
        self._follows = self._domain.denials.keys() | self._domain.universals.keys()
        self._needed: dict[Atom, tuple[Atom, ...]] = {}
        self._needed_by: dict[Atom, list[Atom]] = {}
        self._lacking: Counter[Atom] = Counter()
        self.true: set[Atom] = set()
        self.version: Counter[str] = Counter()
        self.changes = 0
        self.compared = 0
        self._of_predicate: dict[str, dict[Atom, None]] = {}
        self._of_argument: dict[tuple[str, int, str], dict[Atom, None]] = {}
        self._types: dict[str, frozenset[str]] = {}
        self._kinds: dict[str, int] | None = None
        self._changing = [
            (one.name, place)
            for one in task.domain.predicates
            if one.name in task.domain.fluents
            for place in range(1, len(one.parameters) + 1)
        ]
        self._trail: list[tuple[Atom, bool]] = []
        for atom in sorted(task.init):
            self._set(atom, True)
        for one in self._domain.denials.values():
            for atom in self._all(one, look):
                if atom not in self.true:
                    self._put(denial(atom), True)
        for universal in self._domain.universals.values():
            for atom in self._all(universal.signature, look):
                self._needed[atom] = tuple(needed_for(task, self._domain, atom))
                for needed in self._needed[atom]:
                    self._needed_by.setdefault(needed, []).append(atom)
                    self._lacking[atom] += needed not in self.true
                if not self._lacking[atom]:
                    self._put(atom, True)

    def _all(self, found: Signature, look: Callable[[], None]) -> Iterator[Atom]:
        """All atoms of a predicate."""
        kinds = (self.task.objects_of(parameter.type) for parameter in found.parameters)
        for number, objects in enumerate(product(*kinds)):
            if number % STRIDE == 0:
                look()
            yield (found.name, *objects)

    def lacking(self, atom: Atom) -> tuple[Atom, ...] | None:
        """Atoms that a condition for all objects still lacks; None for another atom."""
        needed = self._needed.get(atom)
        return None if needed is None else tuple(one for one in needed if one not in self.true)

    @property
    def mark(self) -> int:
        """A point to go back to."""
        return len(self._trail)

    def back(self, mark: int) -> None:
        """Undo all changes since a point."""
        while len(self._trail) > mark:
            atom, there = self._trail.pop()
            self._set(atom, not there)

    def change(self, add: Collection[Atom], delete: Iterable[Atom]) -> None:
        """Delete facts, and after that add some; what follows from them changes with them."""
        if self._follows:
            add = [one for one in add if one[0] not in self._follows]
            delete = [one for one in delete if one[0] not in self._follows]
        for atom in delete:
            if atom in self.true and atom not in add:
                self._set(atom, False)
                self._trail.append((atom, False))
        for atom in add:
            if atom not in self.true:
                self._set(atom, True)
                self._trail.append((atom, True))

    def _set(self, atom: Atom, there: bool) -> None:
        self._put(atom, there)
        if atom[0] in self._denied and (denial(atom) in self.true) == there:
            self._put(denial(atom), not there)

    def _put(self, atom: Atom, there: bool) -> None:
        predicate = atom[0]
        self.version[predicate] += 1
        self.changes += 1
        if there:
            self.true.add(atom)
            self._of_predicate.setdefault(predicate, {})[atom] = None
            for place in range(1, len(atom)):
                self._of_argument.setdefault((predicate, place, atom[place]), {})[atom] = None
            if atom in self._needed_by:
                self._one_more(atom, -1)
            return
        self.true.discard(atom)
        del self._of_predicate[predicate][atom]
        for place in range(1, len(atom)):
            del self._of_argument[predicate, place, atom[place]][atom]
        if atom in self._needed_by:
            self._one_more(atom, 1)

    def _one_more(self, needed: Atom, change: int) -> None:
        """Count what is lacking for conditions for all objects, after one atom came true or ended."""
        for atom in self._needed_by[needed]:
            before = self._lacking[atom]
            self._lacking[atom] += change
            if not before or not self._lacking[atom]:
                self._put(atom, not self._lacking[atom])

    def is_a(self, name: str, kind: str) -> bool:
        """Whether an object is of a type."""
        if kind not in self._types:
            self._types[kind] = frozenset(self.task.objects_of(kind))
        return name in self._types[kind]

    def alike(self, name: str) -> Hashable:
        """A key of an object, which others have that it can be exchanged for: of their type, with the same facts and goals.

        Many objects have none like them, by what never changes; their key is their name.
        """
        if self._kinds is None:
            self._kinds = self._alike_for_good()
        kind = self._kinds.get(name)
        if kind is None:
            return name
        places = ((*one, name) for one in self._changing)
        facts = (
            _without(fact, name) for one in places for fact in self._of_argument.get(one, NONE)
        )
        return kind, frozenset(facts)

    def _alike_for_good(self) -> dict[str, int]:
        """Number the groups of objects that types, goals and facts that never change do not tell apart."""
        own: dict[str, list[Atom]] = {one.name: [] for one in self.task.objects}
        fluents = self.task.domain.fluents
        fixed = (("", *fact) for fact in self.task.init if fact[0] not in fluents)
        for fact in chain(fixed, (("goal", *goal) for goal in self.task.wanted)):
            for name in own.keys() & fact[2:]:
                own[name].append(_without(fact, name))
        groups: dict[tuple[str, frozenset[Atom]], list[str]] = {}
        for name, found in own.items():
            groups.setdefault((self.task.type_of[name], frozenset(found)), []).append(name)
        numbered = enumerate(group for group in groups.values() if len(group) > 1)
        return {name: number for number, group in numbered for name in group}

    def like(self, atom: Atom, binding: Mapping[str, str]) -> Collection[Atom]:
        """Facts among which are all that an atom with parameters may be: itself, or the fewest that an index knows."""
        fact = tuple([binding.get(term, term) for term in atom])
        if fact in self.true:
            return (fact,)
        predicate, settled = fact[0], True
        best = self._of_predicate.get(predicate, NONE)
        for place in range(1, len(fact)):
            if not best:
                break
            if fact[place][0] == "?":  # as in `is_parameter`; a call takes longer
                settled = False
                continue
            found = self._of_argument.get((predicate, place, fact[place]), NONE)
            if len(found) < len(best):
                best = found
        return NONE if settled else best

    def query(
        self, atoms: Sequence[Atom], binding: Binding, types: Types, unequal: Pairs = ()
    ) -> Iterator[Binding]:
        """All ways to make atoms facts: the atom with the fewest candidates is matched first.

        Parameters
        ----------
        atoms
            Atoms with parameters.
        binding
            Objects that are already chosen for some parameters.
        types
            Types of the parameters.
        unequal
            Parameters that must differ.
        """
        if not atoms:
            yield binding
            return
        first, fewest = atoms[0], self.like(atoms[0], binding)
        for atom in atoms[1:]:
            if not fewest:
                return
            found = self.like(atom, binding)
            if len(found) < len(fewest):
                first, fewest = atom, found
        rest = [atom for atom in atoms if atom is not first]
        for fact in list(fewest):
            more = self.bind(first, fact, binding, types)
            if more is None or clashes(unequal, more):
                continue
            if rest:
                yield from self.query(rest, more, types, unequal)
            else:
                yield more

    def matches(
        self, action: Action, binding: Binding, fixed: Collection[str] | None = None
    ) -> Iterator[Binding]:
        """All ways to choose objects for what is left of an action's parameters so that it can be taken now.

        Parameters
        ----------
        action
            Conjunctions of literals.
        binding
            The objects that are chosen.
        fixed
            If given, only its conditions with these predicates count.
        """
        types = {one.name: one.type for one in action.parameters}
        asked = [one for one in action.positive if fixed is None or one[0] in fixed]
        denied = [one for one in action.negative if fixed is None or one[0] in fixed]
        for found in self.query(asked, binding, types, action.unequal):
            left = [one for one in types if one not in found]
            for objects in product(*(self.task.objects_of(types[one]) for one in left)):
                full = {**found, **dict(zip(left, objects, strict=True))}
                different = not clashes(action.unequal, full)
                if different and self.true.isdisjoint(ground_atoms(denied, full)):
                    yield full

    def outcome(self, call: Atom) -> tuple[KeysView[Atom], KeysView[Atom]]:
        """Atoms that an applicable action adds and deletes, for all objects of its effects, in order."""
        # the policy's domain has cases for conditions that are no conjunctions in the task's
        action = self._domain.by_name.get(call[0]) or self.task.domain.by_name[call[0]]
        own = dict(zip((one.name for one in action.parameters), call[1:], strict=True))
        add, delete = ground_atoms(action.add, own), ground_atoms(action.delete, own)
        for case in action.cases if action.effects else ():
            for full in self.matches(case, own):
                add |= ground_atoms(case.add, full)
                delete |= ground_atoms(case.delete, full)
        if self._denied:
            add, delete = self._without_denials(add), self._without_denials(delete)
        for atom in add:
            delete.pop(atom, None)
        if self._denied:
            ended = [denial(atom) for atom in add if atom[0] in self._denied]
            add |= {denial(atom): None for atom in delete if atom[0] in self._denied}
            delete |= dict.fromkeys(ended)
        if self._needed_by:
            lost = [one for atom in delete for one in self._needed_by.get(atom, ())]
            delete |= dict.fromkeys(one for one in lost if one in self.true)
        return add.keys(), delete.keys()

    def _without_denials(self, atoms: Mapping[Atom, None]) -> dict[Atom, None]:
        """Changed atoms that are no denials: those follow from the others."""
        return dict.fromkeys(one for one in atoms if one[0] not in self._domain.denials)

    def bind(self, atom: Atom, fact: Atom, binding: Binding, types: Types) -> Binding | None:
        """The binding that makes an atom with parameters a fact, or None."""
        self.compared += 1
        found = binding
        for term, name in zip(atom, fact, strict=True):
            known = found.get(term, term)
            if known == name:
                continue
            if known[0] != "?" or not self.is_a(name, types[term]):
                return None
            if found is binding:
                found = dict(binding)
            found[term] = name
        return found


def _without(fact: Atom, name: str) -> Atom:
    """A fact with "?" in the place of an object."""
    return tuple("?" if term == name else term for term in fact)


def clashes(unequal: Pairs, binding: Mapping[str, str]) -> bool:
    """Whether two terms that must differ are the same."""
    return bool(unequal) and any(
        binding.get(one, one) == binding.get(other, other) for one, other in unequal
    )


def is_ground(atom: Atom) -> bool:
    """Whether an atom has no parameters."""
    return not any(map(is_parameter, atom[1:]))


def ground_atoms(atoms: Iterable[Atom], binding: Mapping[str, str]) -> dict[Atom, None]:
    """Atoms with objects for their parameters, in order."""
    return dict.fromkeys(substituted(atom, binding) for atom in atoms)
