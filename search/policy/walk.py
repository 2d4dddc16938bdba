"""Rules that are applied again until something is where it should be: the shortest way along what links the places.

The way is found by breadth-first search over places, not over states: every condition of every step is looked up as it is
in the state where the walk begins, which does not change but for the place (the number generalized: Shavlik and DeJong 1987).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, product
from typing import TypeAlias

from ...rules.pddl.action_domain import Atom, is_parameter
from ...rules.pddl.strips import substituted
from .rule import Policy, Rule
from .world import Binding, World, clashes

Key: TypeAlias = tuple[str, int]
"""A predicate and the argument that changes."""

Step: TypeAlias = tuple[Rule, Binding]
"""A rule with objects for its parameters."""


MOST_AROUND = 10
"""Obstacles that other ways are looked for around."""


@dataclass
class _Search:
    """Ways from one place: how far each place is, and the last step to it."""

    version: object
    found: dict[str, tuple[int, str, Step | None]]
    waiting: deque[str]


class Walks:
    """The ways that things can walk in a world."""

    def __init__(self, policy: Policy, world: World) -> None:
        self._rules, self._world, self._fluents = policy.walks, world, policy.domain.fluents
        self._searches: dict[tuple[Key, Atom, str], _Search] = {}
        self._near: dict[tuple[Key, Atom, str], list[tuple[str, Step]]] = {}
        self._looked_up = {key: self._changing(rules) for key, rules in self._rules.items()}

    def _changing(self, rules: Iterable[Rule]) -> frozenset[str]:
        """The predicates of conditions that may change, beside the place itself."""
        found = set()
        for rule in rules:
            own = [atom[0] for atom in rule.action.positive if atom != rule.moved]
            own += [atom[0] for atom in rule.action.negative if atom[0] != rule.goal[0]]
            found.update(own)
        return frozenset(found & self._fluents)

    def keys(self, atom: Atom) -> list[Key]:
        """By which rules something walks so that an atom comes true."""
        return [key for key in self._rules if key[0] == atom[0] and self._fits(key, atom)]

    def _fits(self, key: Key, atom: Atom) -> bool:
        return any(self.bound(rule, atom, None, atom[key[1]]) for rule in self._rules[key])

    def sources(self, key: Key, atom: Atom) -> list[str]:
        """Where what should walk is now."""
        place = key[1]
        pattern = (*atom[:place], "?", *atom[place + 1 :])
        return [
            fact[place]
            for fact in self._world.like(pattern, {})
            if fact[:place] == atom[:place] and fact[place + 1 :] == atom[place + 1 :]
        ]

    def distance(self, key: Key, atom: Atom, source: str) -> int | None:
        """How many steps it takes from a place to make an atom true; None where there is no way."""
        search, target = self._search(key, atom, source), atom[key[1]]
        if target in search.found:
            return search.found[target][0]
        for _, step in self._steps(key, atom, source, target):
            search.found[target] = (1, source, step)
            search.waiting.append(target)
            return 1
        found, waiting = search.found, search.waiting
        while waiting:
            place = waiting.popleft()
            far = found[place][0] + 1
            for reached, step in self._neighbours(key, atom, place):
                if reached not in found:
                    found[reached] = (far, place, step)
                    waiting.append(reached)
            if target in found:
                return found[target][0]
        return None

    def nearest(self, key: Key, atom: Atom) -> tuple[int, str] | None:
        """How many steps it takes to make an atom true, and from where; None where there is no way."""
        found = [
            (far, number, source)
            for number, source in enumerate(self.sources(key, atom))
            if (far := self.distance(key, atom, source)) is not None
        ]
        if not found:
            return None
        far, _, source = min(found)
        return far, source

    def way(self, key: Key, atom: Atom, source: str) -> list[Step]:
        """The steps, where there is a way."""
        if self.distance(key, atom, source) is None:
            return []
        found = self._search(key, atom, source).found
        steps = []
        _, place, step = found[atom[key[1]]]
        while step is not None:
            steps.append(step)
            _, place, step = found[place]
        return steps[::-1]

    def obstructed(self, key: Key, atom: Atom) -> Iterator[tuple[int, tuple[Atom, ...]]]:
        """Ways on which something has to be made true first that rules see to: the steps of each, and what that is, in order.

        Those with fewest obstacles come first; after each, the first obstacle of it is gone around.
        """
        around: set[Atom] = set()
        while any(rule.along for rule in self._rules[key]) and len(around) < MOST_AROUND:
            found = self._past_obstacles(key, atom, around)
            if found is None or not found[1]:
                return
            yield found
            around.add(found[1][0])

    def _past_obstacles(
        self, key: Key, atom: Atom, around: Set[Atom]
    ) -> tuple[int, tuple[Atom, ...]] | None:
        """The way with fewest obstacles, then the shortest."""
        target, number = atom[key[1]], count()
        edge: list[tuple[int, int, int, str, tuple[Atom, ...]]] = []
        edge += ((0, 0, next(number), source, ()) for source in self.sources(key, atom))
        seen: set[str] = set()
        while edge:
            _, far, _, place, obstacles = heappop(edge)
            if place == target:
                return far, obstacles
            if place in seen:
                continue
            seen.add(place)
            for reached, (rule, full) in self._steps(key, atom, place, past=True):
                own = (substituted(one, full) for one in rule.along)
                new = tuple(one for one in own if one not in self._world.true)
                if reached not in seen and around.isdisjoint(new):
                    more = *obstacles, *new
                    heappush(edge, (len(more), far + 1, next(number), reached, more))
        return None

    def _search(self, key: Key, atom: Atom, source: str) -> _Search:
        version = tuple(self._world.version[name] for name in sorted(self._looked_up[key]))
        name = key, (*atom[: key[1]], *atom[key[1] + 1 :]), source
        search = self._searches.get(name)
        if search is None or search.version != version:
            search = _Search(version, {source: (0, source, None)}, deque([source]))
            self._searches[name] = search
        return search

    def _neighbours(self, key: Key, atom: Atom, source: str) -> Iterable[tuple[str, Step]]:
        if self._looked_up[key]:
            return self._steps(key, atom, source)
        name = key, (*atom[: key[1]], *atom[key[1] + 1 :]), source
        if name not in self._near:
            self._near[name] = list(self._steps(key, atom, source))
        return self._near[name]

    def _steps(
        self,
        key: Key,
        atom: Atom,
        source: str,
        target: str | None = None,
        *,
        past: bool = False,
    ) -> Iterator[tuple[str, Step]]:
        """The single steps from a place, or those to one place, perhaps past what rules can see to."""
        world, place = self._world, key[1]
        for rule in self._rules[key]:
            binding = self.bound(rule, atom, source, target)
            if binding is None:
                continue
            action = rule.action
            left_out = {rule.moved, *(rule.along if past else ())}
            others = [one for one in action.positive if one not in left_out]
            for found in world.query(others, binding, rule.types, action.unequal):
                for full in completed(world, rule, found):
                    if not self._forbidden(rule, full):
                        yield full.get(rule.goal[place], rule.goal[place]), (rule, full)

    def _forbidden(self, rule: Rule, binding: Mapping[str, str]) -> bool:
        """Whether a step is forbidden by what is true, but for where things are."""
        return any(
            substituted(atom, binding) in self._world.true
            for atom in rule.action.negative
            if atom[0] != rule.goal[0]
        )

    def bound(
        self, rule: Rule, atom: Atom, source: str | None, target: str | None
    ) -> Binding | None:
        """Binding of a rule's parameters for a walking object, with source and target if they are given."""
        assert rule.moved is not None
        wanted = list(zip(rule.goal[1:], atom[1:], strict=True))
        term, _ = wanted.pop(rule.place - 1)
        wanted += [(term, target)] if target is not None else []
        wanted += [(rule.moved[rule.place], source)] if source is not None else []
        binding: Binding = {}
        for term, name in wanted:
            if not is_parameter(term):
                if term != name:
                    return None
            elif binding.setdefault(term, name) != name or not self._world.is_a(
                name, rule.types[term]
            ):
                return None
        return binding


def completed(
    world: World, rule: Rule, binding: Binding, free: Iterable[str] | None = None
) -> Iterator[Binding]:
    """All ways to choose objects for parameters that are not settled."""
    left = [one for one in (rule.types if free is None else free) if one not in binding]
    if not left:
        yield binding
        return
    for objects in product(*(world.task.objects_of(rule.types[one]) for one in left)):
        full = {**binding, **dict(zip(left, objects, strict=True))}
        if not clashes(rule.action.unequal, full):
            yield full
