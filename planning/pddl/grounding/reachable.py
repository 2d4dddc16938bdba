"""Reachable ground actions, found by joining true facts, never by listing all objects.

Facts that are reachable if nothing is ever deleted are derived one by one; each new fact is joined with the older ones
that the same action needs (semi-naive evaluation of the task as a logic program; Helmert, AIJ 2009, section 6).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

from ....rules.errors import Place, TooLargeError
from ....rules.room import most_that_fit
from ....rules.states.permutation_group import UnionFind
from ..action_domain import (
    EQUAL,
    Action,
    Atom,
    Every,
    Formula,
    Literal,
    PlanningTask,
    Some,
    is_parameter,
)
from ..formula import Alternatives
from ..strips import GroundAction, ground_actions

MOST_ACTIONS = 200_000
"""Ground actions of a task that are made whatever the memory; more are made where they fit."""

ACTION_BYTES = 10_000
"""Bytes of a ground action with its arc and its entries in indexes."""

MOST_WORK = 10_000_000
"""Greatest number of partial choices of objects that are tried."""

MOST_WAYS = 16
"""Greatest number of alternatives of a condition that are joined one by one."""

Arguments = tuple[str, ...]


def reachable_actions(
    task: PlanningTask, alternatives: Alternatives | None = None
) -> list[GroundAction]:
    """Every ground action that could be taken if nothing were ever deleted, in the order of the domain and its objects.

    Parameters
    ----------
    task
        A task.
    alternatives
        Takes axioms for conditions that have too many cases.

    Raises
    ------
    InputError
        A task that is too large, or a cost without a value.
    """
    return Reachability(task, alternatives).run()


def most_actions() -> int:
    """Number of ground actions that the memory has room for, at least `MOST_ACTIONS`."""
    return most_that_fit(MOST_ACTIONS, ACTION_BYTES)


@dataclass(frozen=True)
class _Need:
    """A precondition as the join sees it.

    Parameters
    ----------
    known
        The positions whose value is known when its turn comes, and where from: a slot number or an object's name.
    new
        The positions that give a value to a slot, as (position, slot).
    repeated
        Positions that must agree with an earlier new position.
    checks
        Conditions that can be tested once these slots are filled.
    facts
        The facts of the predicate so far by what is known of them, where they are joined.
    """

    predicate: str
    known: tuple[tuple[int, int | str], ...]
    new: tuple[tuple[int, int], ...]
    repeated: tuple[tuple[int, int], ...]
    checks: tuple[_PreconditionCheck, ...]
    facts: dict[Arguments, list[Arguments]] | None = None


@dataclass(frozen=True)
class _PreconditionCheck:
    """Two terms that must differ, or an atom that no action makes true and that must be false."""

    terms: tuple[int | str, ...]
    predicate: str | None = None

    @property
    def slots(self) -> set[int]:
        return {term for term in self.terms if isinstance(term, int)}


def _ways(task: PlanningTask, formula: Formula | None) -> list[list[Literal]]:
    """Conjunctions of literals for the join, one of which holds wherever the formula can."""
    match formula:
        case Literal(atom, wanted) if wanted or atom[0] not in task.domain.fluents:
            return [[formula]]
        case Every(parts, ()):
            whole: list[list[Literal]] = [[]]
            for part in parts:
                joined = [[*one, *other] for one in whole for other in _ways(task, part)]
                whole = joined if len(joined) <= MOST_WAYS else whole
            return whole
        case Some(parts, ()):
            ways = [way for part in parts for way in _ways(task, part)]
            return ways if len(ways) <= MOST_WAYS and all(ways) else [[]]
    return [[]]


def _joined(equal: UnionFind[str], one: str, other: str) -> bool:
    """Make two terms one, an object if one is an object; False of two objects."""
    left, right = equal.root(one), equal.root(other)
    if left == right:
        return True
    if is_parameter(left):
        equal.join(right, left)
    elif is_parameter(right):
        equal.join(left, right)
    else:
        return False
    return True


def _literals(
    action: Action, way: Sequence[Literal]
) -> tuple[dict[bool, list[tuple[str, str]]], dict[bool, list[Atom]]]:
    """Pairs of terms that must be equal or differ, and atoms that must be true or false, by whether they must."""
    pairs = {True: [*action.equal], False: [*action.unequal]}
    asked = {True: [*action.positive], False: [*action.negative]}
    for one in way:
        if one.atom[0] == EQUAL:
            pairs[one.holds].append((one.atom[1], one.atom[2]))
        else:
            asked[one.holds].append(one.atom)
    return pairs, asked


class _Schema:
    """An action prepared for joining by one alternative of its condition: parameters that must be equal share a slot."""

    def __init__(self, task: PlanningTask, action: Action, way: Sequence[Literal]) -> None:
        self.action = action
        pairs, asked = _literals(action, way)
        equal: UnionFind[str] = UnionFind()
        self.possible = all(_joined(equal, one, other) for one, other in pairs[True])
        roots = {parameter.name: equal.root(parameter.name) for parameter in action.parameters}
        allowed: dict[str, set[str]] = {}
        for parameter in action.parameters:
            objects = set(task.objects_of(parameter.type))
            name = roots[parameter.name]
            allowed[name] = allowed.get(name, objects) & objects
        self.possible &= all(is_parameter(name) or name in some for name, some in allowed.items())
        slots = {name: number for number, name in enumerate(filter(is_parameter, allowed))}
        self.slot_of: dict[str, int | str] = {
            name: slots.get(root, root) for name, root in roots.items()
        }
        self.arguments = tuple(self.slot_of.values())
        strata = task.domain.strata
        self.recursive = any(atom[0] in strata for atom in action.add)
        self.size = len(slots)
        self.allowed = [allowed[name] for name in slots]
        order = {name: number for number, name in enumerate(task.type_of)}
        self.choices = [sorted(objects, key=order.__getitem__) for objects in self.allowed]
        fluents = task.domain.fluents
        # Conditions without parameters are not joined: the schema waits until all of them are true.
        self.lacking = 0
        self.whole: list[Atom] = []
        self.needs: list[tuple[str, tuple[int | str, ...]]] = []
        for name, terms in dict.fromkeys((atom[0], self.terms(atom[1:])) for atom in asked[True]):
            slotless = [term for term in terms if isinstance(term, str)]
            if len(slotless) == len(terms):
                self.whole.append((name, *slotless))
            else:
                self.needs.append((name, terms))
        self.checks = [_PreconditionCheck(self.terms(pair)) for pair in pairs[False]]
        self.checks += [
            _PreconditionCheck(self.terms(atom[1:]), atom[0])
            for atom in asked[False]
            if atom[0] not in fluents
        ]

    def terms(self, names: Sequence[str]) -> tuple[int | str, ...]:
        return tuple(self.slot_of.get(name, name) for name in names)


Places: TypeAlias = tuple[int, ...]
"""Positions of arguments of a predicate."""

Trigger: TypeAlias = tuple[_Schema, tuple[_Need, ...]]
"""A schema with the plan of its join that begins with one of its preconditions."""


class Reachability:
    """The join of a task's actions with its facts, which `reachable_actions` runs.

    Attributes
    ----------
    work
        Partial choices of objects that were tried.
    """

    def __init__(self, task: PlanningTask, alternatives: Alternatives | None) -> None:
        self.task = task
        self.alternatives = alternatives
        self.work = 0
        self.facts: dict[str, list[Arguments]] = {}
        self.indexes: dict[str, dict[Places, dict[Arguments, list[Arguments]]]] = {}
        self.triggers: dict[str, dict[Places, dict[Arguments, list[Trigger]]]] = {}
        self.shares: dict[tuple[str, Places], float] = {}
        self.order = {name: number for number, name in enumerate(task.type_of)}
        self.ready: list[_Schema] = []
        self.waiting: dict[Atom, list[_Schema]] = {}
        self.found: dict[tuple[str, Arguments], list[GroundAction]] = {}
        self.count, self.most = 0, most_actions()
        self.seen: set[Atom] = set(task.init)
        self.queue: deque[Atom] = deque()
        for action in task.domain.actions:
            for way in _ways(task, action.condition):
                self.note(_Schema(task, action, way))

    def note(self, schema: _Schema) -> None:
        """Keep a schema until its conditions without parameters are true; not at all if one never is."""
        fluents = self.task.domain.fluents
        never = (a for a in schema.whole if a[0] not in fluents and a not in self.task.init)
        if not schema.possible or any(never):
            return
        changing = [atom for atom in schema.whole if atom[0] in fluents]
        schema.lacking = len(changing)
        for atom in changing:
            self.waiting.setdefault(atom, []).append(schema)
        if not changing:
            self.ready.append(schema)

    def share(self, predicate: str, places: Places) -> float:
        """Facts of a predicate that agree at some places, on average."""
        if (predicate, places) not in self.shares:
            facts = self.facts.get(predicate, ())
            keys = {tuple([arguments[place] for place in places]) for arguments in facts}
            self.shares[predicate, places] = len(facts) / max(1, len(keys))
        return self.shares[predicate, places]

    def begin(self, schema: _Schema) -> None:
        """Join a schema with the facts so far, and from now on with each new one."""
        plan = self._plan(schema, None)
        self.join(schema, plan, 0, [""] * schema.size)
        for number, (predicate, _) in enumerate(schema.needs):
            if predicate in self.task.domain.fluents:
                plan = self._plan(schema, number)
                places = tuple([position for position, _ in plan[0].known])
                key = tuple([str(name) for _, name in plan[0].known])
                by_places = self.triggers.setdefault(predicate, {})
                by_places.setdefault(places, {}).setdefault(key, []).append((schema, plan))

    def index(self, predicate: str, places: Places) -> dict[Arguments, list[Arguments]]:
        """The facts of a predicate so far by their arguments at some places; later facts are added."""
        indexes = self.indexes.setdefault(predicate, {})
        if places not in indexes:
            found = indexes[places] = {}
            for arguments in self.facts.get(predicate, ()):
                found.setdefault(tuple([arguments[place] for place in places]), []).append(
                    arguments
                )
        return indexes[places]

    def _plan(self, schema: _Schema, trigger: int | None) -> tuple[_Need, ...]:
        """The preconditions in the order of joining: those that leave the fewest choices first."""
        filled: set[int] = set()
        waiting = list(range(len(schema.needs)))
        checks = list(schema.checks)
        plan = []

        def due() -> tuple[_PreconditionCheck, ...]:
            ready = [check for check in checks if check.slots <= filled]
            checks[:] = [check for check in checks if check not in ready]
            return tuple(ready)

        while waiting:
            number = trigger
            if number is None or number not in waiting:
                number = min(
                    waiting, key=lambda one: self.price(schema, *schema.needs[one], filled)
                )
            waiting.remove(number)
            predicate, terms = schema.needs[number]
            open_places: dict[int, int] = {}
            known, repeated = [], []
            for position, term in enumerate(terms):
                if not isinstance(term, int) or term in filled:
                    known.append((position, term))
                elif open_places.setdefault(term, position) != position:
                    repeated.append((position, open_places[term]))
            filled.update(open_places)
            new = [(position, slot) for slot, position in open_places.items()]
            facts = None
            if number != trigger:
                facts = self.index(predicate, tuple([position for position, _ in known]))
            plan.append(_Need(predicate, tuple(known), tuple(new), tuple(repeated), due(), facts))
        for slot in sorted(set(range(schema.size)) - filled, key=lambda s: len(schema.choices[s])):
            filled.add(slot)
            plan.append(_Need("", (), ((0, slot),), (), due()))
        if not plan or checks:
            plan.append(_Need("", (), (), (), tuple(checks)))
        return tuple(plan)

    def price(
        self, schema: _Schema, predicate: str, terms: Sequence[int | str], filled: set[int]
    ) -> tuple[float, bool]:
        """Facts that agree with what is known, on average; of fluents, which are still to come, all that there can be."""
        if predicate not in self.task.domain.fluents:
            known = (p for p, t in enumerate(terms) if not isinstance(t, int) or t in filled)
            return (self.share(predicate, tuple(known)), False)
        slots = {term for term in terms if isinstance(term, int)} - filled
        return (prod(len(schema.choices[slot]) for slot in slots), True)

    def take(self, schema: _Schema, values: Sequence[str]) -> None:
        """Keep the ground actions of a choice of objects; facts that they add first wait for their turn."""
        arguments = tuple([n if isinstance(n, str) else values[n] for n in schema.arguments])
        key = (schema.action.name, arguments)
        if key in self.found:
            return
        # The rules of a recursive predicate are not taken apart, as their strata would not be.
        parts = None if schema.recursive else self.alternatives
        made = self.found[key] = ground_actions(self.task, schema.action, arguments, parts)
        self.count += len(made)
        if self.count > self.most:
            raise self.too_large(f"more than {self.most:,} ground actions")
        for ground in made:
            for add, _ in ground.changes:
                for atom in add:
                    if atom not in self.seen:
                        self.seen.add(atom)
                        self.queue.append(atom)

    def run(self) -> list[GroundAction]:
        task, fluents = self.task, self.task.domain.fluents
        for atom in sorted(task.init):
            if atom[0] in fluents:
                self.queue.append(atom)
            else:
                self.insert(atom)
        for schema in self.ready:
            self.begin(schema)
        while self.queue:
            atom = self.queue.popleft()
            self.insert(atom)
            for schema, plan in self.triggered(atom[0], atom[1:]):
                values = [""] * schema.size
                if self.settle(schema, plan[0], atom[1:], values):
                    self.join(schema, plan, 1, values)
            for schema in self.waiting.pop(atom, ()):
                schema.lacking -= 1
                if not schema.lacking:
                    self.begin(schema)
        number = {action.name: place for place, action in enumerate(task.domain.actions)}
        return sorted(
            (action for made in self.found.values() for action in made),
            key=lambda a: (number[a.name], [self.order[name] for name in a.arguments]),
        )

    def insert(self, atom: Atom) -> None:
        arguments = atom[1:]
        self.facts.setdefault(atom[0], []).append(arguments)
        for positions, entries in self.indexes.get(atom[0], {}).items():
            key = tuple([arguments[position] for position in positions])
            entries.setdefault(key, []).append(arguments)

    def triggered(self, predicate: str, arguments: Arguments) -> list[Trigger]:
        """Joins that begin with a fact."""
        return [
            one
            for places, entries in self.triggers.get(predicate, {}).items()
            for one in entries.get(tuple([arguments[place] for place in places]), ())
        ]

    def settle(self, schema: _Schema, need: _Need, arguments: Arguments, values: list[str]) -> bool:
        """Whether a fact that agrees with what is known serves; the slots that it settles are filled."""
        for position, first in need.repeated:
            if arguments[position] != arguments[first]:
                return False
        for position, slot in need.new:
            if arguments[position] not in schema.allowed[slot]:
                return False
            values[slot] = arguments[position]
        return all(self.holds(check, values) for check in need.checks)

    def holds(self, check: _PreconditionCheck, values: Sequence[str]) -> bool:
        terms = tuple(term if isinstance(term, str) else values[term] for term in check.terms)
        if check.predicate is None:
            return terms[0] != terms[1]
        return (check.predicate, *terms) not in self.task.init

    def join(self, schema: _Schema, plan: tuple[_Need, ...], depth: int, values: list[str]) -> None:
        """Take all ways to fill the open slots; the same list has each of them in turn.

        No generators: closing those at the end of memory would need some.
        """
        if depth == len(plan):
            self.take(schema, values)
            return
        need = plan[depth]
        for arguments in self.matches(schema, need, values):
            self.work += 1
            if self.work > MOST_WORK:
                raise self.too_large(f"more than {MOST_WORK:,} partial choices of objects")
            if self.settle(schema, need, arguments, values):
                self.join(schema, plan, depth + 1, values)

    def matches(self, schema: _Schema, need: _Need, values: Sequence[str]) -> Sequence[Arguments]:
        if need.facts is None:
            return [(name,) for name in schema.choices[need.new[0][1]]] if need.new else [()]
        key = [term if isinstance(term, str) else values[term] for _, term in need.known]
        return need.facts.get(tuple(key), ())

    def too_large(self, found: str) -> TooLargeError:
        return TooLargeError(
            f"problem {self.task.name} is too large to ground",
            place=Place(self.task.source),
            expected=f"{most_actions():,} ground actions at most, for which there is memory",
            found=found,
        )
