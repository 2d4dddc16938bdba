"""Reachable ground actions, found by joining true facts, never by listing all objects.

Facts that are reachable if nothing is ever deleted are derived one by one; each new fact is joined with the older ones
that the same action needs (semi-naive evaluation of the task as a logic program; Helmert, AIJ 2009, section 6).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

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
    return _Reach(task, alternatives).run()


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


class _Schema:
    """An action prepared for joining by one alternative of its condition: parameters that must be equal share a slot."""

    def __init__(self, task: PlanningTask, action: Action, way: Sequence[Literal]) -> None:
        self.action = action
        pairs = {True: [*action.equal], False: [*action.unequal]}
        asked = {True: [*action.positive], False: [*action.negative]}
        for one in way:
            if one.atom[0] == EQUAL:
                pairs[one.holds].append((one.atom[1], one.atom[2]))
            else:
                asked[one.holds].append(one.atom)
        equal: UnionFind[str] = UnionFind()
        self.possible = all(_joined(equal, one, other) for one, other in pairs[True])
        allowed: dict[str, set[str]] = {}
        for parameter in action.parameters:
            objects = set(task.objects_of(parameter.type))
            name = equal.root(parameter.name)
            allowed[name] = allowed.get(name, objects) & objects
        self.possible &= all(is_parameter(name) or name in some for name, some in allowed.items())
        slots = {name: number for number, name in enumerate(filter(is_parameter, allowed))}
        self.slot_of: dict[str, int | str] = {}
        for parameter in action.parameters:
            name = equal.root(parameter.name)
            self.slot_of[parameter.name] = slots.get(name, name)
        self.arguments = self.terms([parameter.name for parameter in action.parameters])
        strata = task.domain.strata
        self.recursive = any(atom[0] in strata for atom in action.add)
        self.size = len(slots)
        self.allowed = [allowed[name] for name in slots]
        order = {name: number for number, name in enumerate(task.type_of)}
        self.choices = [sorted(objects, key=order.__getitem__) for objects in self.allowed]
        fluents = task.domain.fluents
        self.needs = [(atom[0], self.terms(atom[1:])) for atom in asked[True]]
        self.checks = [_PreconditionCheck(self.terms(pair)) for pair in pairs[False]]
        self.checks += [
            _PreconditionCheck(self.terms(atom[1:]), atom[0])
            for atom in asked[False]
            if atom[0] not in fluents
        ]

    def terms(self, names: Sequence[str]) -> tuple[int | str, ...]:
        return tuple(self.slot_of.get(name, name) for name in names)


class _Reach:
    def __init__(self, task: PlanningTask, alternatives: Alternatives | None) -> None:
        self.task = task
        self.alternatives = alternatives
        self.work = 0
        self.facts: set[Atom] = set()
        self.indexes: dict[str, dict[tuple[int, ...], dict[Arguments, list[Arguments]]]] = {}
        self.count: dict[str, int] = {}
        fluents = task.domain.fluents
        for atom in task.init:
            self.count[atom[0]] = self.count.get(atom[0], 0) + 1
        self.order = {name: number for number, name in enumerate(task.type_of)}
        self.schemas = [
            _Schema(task, action, way)
            for action in task.domain.actions
            for way in _ways(task, action.condition)
        ]
        self.triggers: dict[str, list[tuple[_Schema, int, tuple[_Need, ...]]]] = {}
        self.at_once: list[tuple[_Schema, tuple[_Need, ...]]] = []
        for schema in self.schemas:
            if not schema.possible:
                continue
            changing = [n for n, need in enumerate(schema.needs) if need[0] in fluents]
            if not changing:
                self.at_once.append((schema, self._plan(schema, None)))
            for number in changing:
                entry = (schema, number, self._plan(schema, number))
                self.triggers.setdefault(schema.needs[number][0], []).append(entry)

    def _plan(self, schema: _Schema, trigger: int | None) -> tuple[_Need, ...]:
        """The preconditions in the order of joining: those with few open positions and few facts first."""
        fluents = self.task.domain.fluents
        filled: set[int] = set()
        waiting = list(range(len(schema.needs)))
        checks = list(schema.checks)
        plan = []

        def due() -> tuple[_PreconditionCheck, ...]:
            ready = [check for check in checks if check.slots <= filled]
            checks[:] = [check for check in checks if check not in ready]
            return tuple(ready)

        def price(number: int) -> tuple[int, int, int]:
            predicate, terms = schema.needs[number]
            open_slots = len({t for t in terms if isinstance(t, int)} - filled)
            changing = predicate in fluents
            return (open_slots, changing, 0 if changing else self.count.get(predicate, 0))

        while waiting:
            number = trigger if trigger in waiting else min(waiting, key=price)
            assert number is not None
            waiting.remove(number)
            predicate, terms = schema.needs[number]
            known, new, repeated = [], [], []
            fresh: dict[int, int] = {}
            for position, term in enumerate(terms):
                if not isinstance(term, int) or term in filled:
                    known.append((position, term))
                elif term in fresh:
                    repeated.append((position, fresh[term]))
                else:
                    fresh[term] = position
                    new.append((position, term))
            filled |= set(fresh)
            facts = None
            if number != trigger:
                index = self.indexes.setdefault(predicate, {})
                facts = index.setdefault(tuple(position for position, _ in known), {})
            plan.append(_Need(predicate, tuple(known), tuple(new), tuple(repeated), due(), facts))
        for slot in sorted(set(range(schema.size)) - filled, key=lambda s: len(schema.choices[s])):
            filled.add(slot)
            plan.append(_Need("", (), ((0, slot),), (), due()))
        if not plan or checks:
            plan.append(_Need("", (), (), (), tuple(checks)))
        return tuple(plan)

    def run(self) -> list[GroundAction]:
        task, fluents = self.task, self.task.domain.fluents
        found: dict[tuple[str, Arguments], list[GroundAction]] = {}
        count, most = 0, most_actions()
        queue: deque[Atom] = deque()
        seen: set[Atom] = set(task.init)

        def take(schema: _Schema, values: Sequence[str]) -> None:
            nonlocal count
            arguments = tuple([n if isinstance(n, str) else values[n] for n in schema.arguments])
            key = (schema.action.name, arguments)
            if key in found:
                return
            # The rules of a recursive predicate are not taken apart, as their strata would not be.
            parts = None if schema.recursive else self.alternatives
            made = found[key] = ground_actions(task, schema.action, arguments, parts)
            count += len(made)
            if count > most:
                raise self.too_large(f"more than {most:,} ground actions")
            for ground in made:
                for add, _ in ground.changes:
                    for atom in add:
                        if atom not in seen:
                            seen.add(atom)
                            queue.append(atom)

        for atom in sorted(task.init):
            if atom[0] in fluents:
                queue.append(atom)
            else:
                self.insert(atom)
        for schema, plan in self.at_once:
            self.join(schema, plan, 0, [""] * schema.size, take)
        while queue:
            atom = queue.popleft()
            self.insert(atom)
            for schema, _, plan in self.triggers.get(atom[0], ()):
                values = [""] * schema.size
                if self.fill(schema, plan[0], atom[1:], values):
                    self.join(schema, plan, 1, values, take)
        number = {action.name: place for place, action in enumerate(task.domain.actions)}
        return sorted(
            (action for made in found.values() for action in made),
            key=lambda a: (number[a.name], [self.order[name] for name in a.arguments]),
        )

    def insert(self, atom: Atom) -> None:
        arguments = atom[1:]
        self.facts.add(atom)
        for positions, entries in self.indexes.get(atom[0], {}).items():
            key = tuple([arguments[position] for position in positions])
            entries.setdefault(key, []).append(arguments)

    def fill(self, schema: _Schema, need: _Need, arguments: Arguments, values: list[str]) -> bool:
        """Whether a fact serves a precondition; the slots that it settles are filled."""
        for position, term in need.known:
            if arguments[position] != (term if isinstance(term, str) else values[term]):
                return False
        return self.settle(schema, need, arguments, values)

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

    def join(
        self,
        schema: _Schema,
        plan: tuple[_Need, ...],
        depth: int,
        values: list[str],
        take: Callable[[_Schema, list[str]], None],
    ) -> None:
        """Yield all ways to fill the open slots; the same list is yielded each time.

        No generators: closing those at the end of memory would need some.
        """
        if depth == len(plan):
            take(schema, values)
            return
        need = plan[depth]
        for arguments in self.matches(schema, need, values):
            self.work += 1
            if self.work > MOST_WORK:
                raise self.too_large(f"more than {MOST_WORK:,} partial choices of objects")
            if self.settle(schema, need, arguments, values):
                self.join(schema, plan, depth + 1, values, take)

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
