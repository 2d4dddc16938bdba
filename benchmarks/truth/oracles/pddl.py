"""PDDL by its definition: expressions are evaluated as they stand, states are sets of ground atoms.

Types and ``either`` as in McDermott and others (1998), formulas, quantifiers, conditional effects and metrics as in Fox and
Long (2003), derived predicates as in Edelkamp and Hoffmann (2004). An expression is a nested tuple of lower-case words.
"""

from __future__ import annotations

import heapq
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import inf
from typing import TypeAlias

Tree: TypeAlias = "str | tuple[Tree, ...]"
Atom: TypeAlias = tuple[str, ...]
State: TypeAlias = frozenset[Atom]
Step: TypeAlias = tuple[str, ...]

MOST_STATES = 250
"""States of a task, beyond which nothing is known of it."""


def read(text: str) -> Tree:
    """The expression that a text is."""
    words = iter(re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", text).lower()))

    def items() -> Iterator[Tree]:
        for word in words:
            if word == ")":
                return
            yield tuple(items()) if word == "(" else word

    (tree,) = items()
    return tree


def text_of(tree: Tree) -> str:
    """An expression as text."""
    return tree if isinstance(tree, str) else "(" + " ".join(map(text_of, tree)) + ")"


def typed_list(words: Sequence[Tree]) -> list[tuple[str, tuple[str, ...]]]:
    """Names, each with the types of which one is its own."""
    found: list[tuple[str, tuple[str, ...]]] = []
    waiting: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "-":
            kind = next(rest)
            kinds = (kind,) if isinstance(kind, str) else tuple(map(str, kind[1:]))
            found += [(name, kinds) for name in waiting]
            waiting = []
        else:
            waiting.append(str(word))
    return found + [(name, ("object",)) for name in waiting]


class Task:
    """A domain and a problem, and all the states that the problem leads to.

    Parameters
    ----------
    domain, problem
        Their expressions.
    """

    def __init__(self, domain: Tree, problem: Tree) -> None:
        parts = [part for part in (*domain[2:], *problem[2:]) if isinstance(part, tuple)]

        def all_of(name: str) -> list[tuple[Tree, ...]]:
            return [part for part in parts if part[0] == name]

        self.above = {
            name: kinds for part in all_of(":types") for name, kinds in typed_list(part[1:])
        }
        things = [*all_of(":constants"), *all_of(":objects")]
        self.constants = {name for part in all_of(":constants") for name, _ in typed_list(part[1:])}
        self.objects = dict(one for part in things for one in typed_list(part[1:]))
        self.derived: dict[str, list[tuple[list[tuple[str, tuple[str, ...]]], Tree]]] = {}
        for _, head, body in all_of(":derived"):
            self.derived.setdefault(head[0], []).append((typed_list(head[1:]), body))
        self.recursive = {
            name
            for name, ways in self.derived.items()
            if any(name in re.findall(r"[^\s()]+", text_of(body)) for _, body in ways)
        }
        self.closures: dict[State, State] = {}
        self.actions: dict[str, tuple[list[tuple[str, tuple[str, ...]]], Tree, Tree]] = {}
        for part in all_of(":action"):
            said = dict(zip(part[2::2], part[3::2], strict=True))
            self.actions[str(part[1])] = (
                typed_list(said[":parameters"]),
                said.get(":precondition", ()),
                said.get(":effect", ()),
            )
        facts = [fact for (_, *found) in all_of(":init") for fact in found]
        self.values = {fact[1]: Fraction(fact[2]) for fact in facts if fact[0] == "="}
        self.init: State = frozenset(fact for fact in facts if fact[0] != "=")
        ((_, self.goal),) = all_of(":goal")
        self.by_cost = bool(all_of(":metric"))

    def is_a(self, kind: str, other: str) -> bool:
        """Whether a type is another one, or one below it."""
        if other in ("object", kind):
            return True
        return any(self.is_a(above, other) for above in self.above.get(kind, ()) if above != kind)

    def of(self, kinds: Sequence[str]) -> list[str]:
        """The objects of any of some types."""
        return [
            name
            for name, own in self.objects.items()
            if any(self.is_a(one, kind) for one in own for kind in kinds)
        ]

    def bindings(
        self, parameters: Sequence[tuple[str, tuple[str, ...]]]
    ) -> Iterator[dict[str, str]]:
        """All objects that parameters may stand for."""
        names = [name for name, _ in parameters]
        for chosen in product(*(self.of(kinds) for _, kinds in parameters)):
            yield dict(zip(names, chosen, strict=True))

    def holds(self, formula: Tree, state: State, bound: Mapping[str, str]) -> bool:
        """Whether a formula is true."""
        if not formula:
            return True
        match formula[0]:
            case "and":
                return all(self.holds(one, state, bound) for one in formula[1:])
            case "or":
                return any(self.holds(one, state, bound) for one in formula[1:])
            case "not":
                return not self.holds(formula[1], state, bound)
            case "imply":
                return not self.holds(formula[1], state, bound) or self.holds(
                    formula[2], state, bound
                )
            case "forall" | "exists":
                each = (
                    self.holds(formula[2], state, {**bound, **more})
                    for more in self.bindings(typed_list(formula[1]))
                )
                return all(each) if formula[0] == "forall" else any(each)
            case "=":
                one, other = (bound.get(term, term) for term in formula[1:])
                return one == other
        atom = (formula[0], *(bound.get(term, term) for term in formula[1:]))
        if atom[0] in self.recursive:
            return atom in self.closure(state)
        for parameters, body in self.derived.get(atom[0], ()):
            fits = all(
                thing in self.of(kinds)
                for thing, (_, kinds) in zip(atom[1:], parameters, strict=True)
            )
            names = [name for name, _ in parameters]
            if fits and self.holds(body, state, dict(zip(names, atom[1:], strict=True))):
                return True
        return atom in state

    def closure(self, state: State) -> State:
        """The least set of atoms that rules which depend on themselves make true; while it grows, what there is of it."""
        if state not in self.closures:
            known: State | None = None
            new: State = frozenset()
            while new != known:
                known = self.closures[state] = new
                new = frozenset(
                    (name, *bound.values())
                    for name in self.recursive
                    for parameters, body in self.derived[name]
                    for bound in self.bindings(parameters)
                    if self.holds(body, state, bound)
                )
        return self.closures[state]

    def effects(
        self, effect: Tree, state: State, bound: Mapping[str, str]
    ) -> tuple[set[Atom], set[Atom], Fraction]:
        """The atoms that an effect adds and deletes in a state, and by how much it raises the cost."""
        add, delete, cost = set[Atom](), set[Atom](), Fraction(0)
        parts: list[tuple[set[Atom], set[Atom], Fraction]] = []
        if not effect:
            return add, delete, cost
        match effect[0]:
            case "and":
                parts = [self.effects(one, state, bound) for one in effect[1:]]
            case "forall":
                parts = [
                    self.effects(effect[2], state, {**bound, **more})
                    for more in self.bindings(typed_list(effect[1]))
                ]
            case "when":
                if self.holds(effect[1], state, bound):
                    parts = [self.effects(effect[2], state, bound)]
            case "not":
                delete.add((effect[1][0], *(bound.get(term, term) for term in effect[1][1:])))
            case "increase":
                amount = effect[2]
                if isinstance(amount, str):
                    cost = Fraction(amount)
                else:
                    cost = self.values[(amount[0], *(bound.get(term, term) for term in amount[1:]))]
            case name:
                add.add((name, *(bound.get(term, term) for term in effect[1:])))
        for more_add, more_delete, more in parts:
            add |= more_add
            delete |= more_delete
            cost += more
        return add, delete, cost

    def step(
        self, name: str, arguments: Sequence[str], state: State
    ) -> tuple[State, Fraction] | None:
        """Where an action leads and what it costs; None where it cannot be taken."""
        if name not in self.actions:
            return None
        parameters, precondition, effect = self.actions[name]
        if len(arguments) != len(parameters) or not all(
            one in self.of(kinds) for one, (_, kinds) in zip(arguments, parameters, strict=True)
        ):
            return None
        bound = {name: one for (name, _), one in zip(parameters, arguments, strict=True)}
        if not self.holds(precondition, state, bound):
            return None
        add, delete, cost = self.effects(effect, state, bound)
        return (state - delete) | add, cost if self.by_cost else Fraction(1)

    def is_goal(self, state: State) -> bool:
        """Whether the goal is true."""
        return self.holds(self.goal, state, {})

    @cached_property
    def calls(self) -> list[Step]:
        """All actions with all objects of their types."""
        return [
            (name, *bound.values())
            for name, (parameters, _, _) in self.actions.items()
            for bound in self.bindings(parameters)
        ]

    def explored(
        self, start: State, most: int = MOST_STATES
    ) -> dict[State, list[tuple[Step, State, Fraction]]] | None:
        """All states that a start leads to, with their moves; None where there are more than so many."""
        found: dict[State, list[tuple[Step, State, Fraction]]] = {start: []}
        waiting = deque([start])
        while waiting:
            state = waiting.popleft()
            for name, *arguments in self.calls:
                made = self.step(name, arguments, state)
                if made is None:
                    continue
                after, cost = made
                found[state].append(((name, *arguments), after, cost))
                if after not in found:
                    if len(found) >= most:
                        return None
                    found[after] = []
                    waiting.append(after)
        return found

    @cached_property
    def space(self) -> dict[State, list[tuple[Step, State, Fraction]]] | None:
        """All states that its start leads to."""
        return self.explored(self.init)

    @cached_property
    def to_goal(self) -> dict[State, Fraction]:
        """The least cost to the goal of every state that has a way; only where `space` is known."""
        assert self.space is not None
        backward: dict[State, list[tuple[State, Fraction]]] = {}
        for state, moves in self.space.items():
            for _, after, cost in moves:
                backward.setdefault(after, []).append((state, cost))
        least = {state: Fraction(0) for state in self.space if self.is_goal(state)}
        heap = [(Fraction(0), place, state) for place, state in enumerate(least)]
        count = len(heap)
        while heap:
            far, _, state = heapq.heappop(heap)
            if far > least[state]:
                continue
            for before, cost in backward.get(state, ()):
                if far + cost < least.get(before, inf):
                    least[before] = far + cost
                    count += 1
                    heapq.heappush(heap, (far + cost, count, before))
        return least

    def replay(
        self, plan: Sequence[str], start: State | None = None
    ) -> tuple[Fraction | None, str]:
        """The cost of a plan, and what is wrong with it if anything is."""
        state, total = self.init if start is None else start, Fraction(0)
        for number, text in enumerate(plan, 1):
            name, *arguments = text.strip("()").lower().split()
            made = self.step(name, arguments, state)
            if made is None:
                return None, f"step {number}, {text}, cannot be taken"
            state, total = made[0], total + made[1]
        return (total, "") if self.is_goal(state) else (None, "does not reach the goal")
