"""A theory in which nothing is lost: a cell may hold several symbols at once, and arcs only add to them.

A fact says that a cell holds a symbol. An arc with variables adds conditionally: of a variable that moves from one cell to
another there is an operator for every symbol, which adds the symbol there where it stands here. All operators of an arc
are one use of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from ...rules.arc import Arc
from ...rules.term import Pattern, State, Symbol, Var
from ...rules.theory import Theory

ALWAYS = 0
"""The fact that holds in every state, for operators that need nothing else."""

GOAL = 1
"""The fact that the goal is reached."""

NO_ARC = -1


class RelaxedOperator(NamedTuple):
    """What makes facts hold for good.

    Parameters
    ----------
    arc
        The number of its arc in the theory; `NO_ARC` of an operator that only concludes, at no cost.
    needs, adds
        Facts; what is needed is never nothing.
    """

    arc: int
    needs: tuple[int, ...]
    adds: tuple[int, ...]


@dataclass(frozen=True)
class RelaxedTask:
    """What is left of a theory and a goal where nothing is lost, as far as it matters to the goal.

    Parameters
    ----------
    theory
        The theory.
    numbers
        For every cell the numbers of its facts, by symbol.
    facts
        How many facts there are.
    operators
        In the order of the arcs; those that only conclude come last, and of these the one that adds `GOAL`.
    """

    theory: Theory
    numbers: tuple[Mapping[Symbol, int], ...]
    facts: int
    operators: tuple[RelaxedOperator, ...]

    @cached_property
    def costs(self) -> list[float]:
        """The cost of every operator."""
        arcs = self.theory.arcs
        return [0.0 if o.arc == NO_ARC else float(arcs[o.arc].cost) for o in self.operators]

    @cached_property
    def needing(self) -> Sequence[Sequence[int]]:
        """For every fact the operators that need it."""
        lists: list[list[int]] = [[] for _ in range(self.facts)]
        for number, operator in enumerate(self.operators):
            for fact in operator.needs:
                lists[fact].append(number)
        return lists

    def true_in(self, state: State) -> list[int]:
        """The facts that hold in a state, cell by cell."""
        found = [ALWAYS]
        for numbers, symbol in zip(self.numbers, state, strict=True):
            fact = numbers.get(symbol)
            if fact is not None:
                found.append(fact)
        return found


def relaxed_task(theory: Theory, goal: Pattern, start: State = ()) -> RelaxedTask:
    """The relaxation of a theory's primitive arcs, for states of the symbols of theory, start and goal.

    Macros are left out: at their true cost they make nothing cheaper. Facts and operators that no way to the goal
    needs are left out too.
    """
    return _Relaxing(theory, goal, start).task()


class _Holds(NamedTuple):
    cell: int
    symbol: Symbol


class _Equal(NamedTuple):
    """Some cells hold the same symbol, whichever it is."""

    cells: tuple[int, ...]


_Fact: TypeAlias = _Holds | _Equal
_Rule: TypeAlias = tuple[tuple[_Fact, ...], tuple[_Fact, ...]]
"""What an operator needs and adds, without numbers yet."""


class _Relaxing:
    """Goes backwards from what the goal needs to what adds it, to what that needs, and so on."""

    def __init__(self, theory: Theory, goal: Pattern, start: State) -> None:
        self.theory = theory
        self.goal = Arc("goal", goal, goal)
        in_arcs = (symbol for arc in theory.primitives for symbol in arc.symbols)
        named = (*(theory.symbols or ()), *start, *self.goal.symbols, *in_arcs)
        self.symbols = tuple(dict.fromkeys(named))
        self.setters: dict[_Fact, list[int]] = {}
        self.movers: dict[int, list[tuple[int, int]]] = {}
        for number, arc in enumerate(theory.arcs):
            for cell, term in () if arc.is_macro else arc.effects:
                if isinstance(term, Var):
                    mover = (number, arc.before.index(term))
                    self.movers.setdefault(cell, []).append(mover)
                else:
                    self.setters.setdefault(_Holds(cell, term), []).append(number)
        self.conditions: dict[int, _Conditions] = {}
        self.by_arc: dict[tuple[int, int, Symbol | None], _Rule] = {}
        self.concluding: list[_Rule] = []

    def task(self) -> RelaxedTask:
        wanted = _Conditions(self.goal).without()
        known: dict[_Fact, None] = {}
        todo = list(wanted)
        while todo:
            fact = todo.pop()
            if fact not in known:
                known[fact] = None
                todo.extend(need for needs in self.ways_to(fact) for need in needs)
        of_cells = sorted((fact for fact in known if isinstance(fact, _Holds)), key=_cell)
        others = (fact for fact in known if isinstance(fact, _Equal))
        number = {fact: place for place, fact in enumerate((*of_cells, *others), GOAL + 1)}
        numbers: list[dict[Symbol, int]] = [{} for _ in range(self.theory.size)]
        for fact in of_cells:
            numbers[fact.cell][fact.symbol] = number[fact]

        def operator(arc: int, needs: tuple[_Fact, ...], adds: tuple[int, ...]) -> RelaxedOperator:
            return RelaxedOperator(
                arc, tuple(sorted({number[f] for f in needs})) or (ALWAYS,), adds
            )

        def added(rule: _Rule) -> tuple[int, ...]:
            return tuple(number[fact] for fact in rule[1] if fact in number and fact not in rule[0])

        operators = [
            operator(arc, rule[0], added(rule))
            for (arc, _, _), rule in sorted(self.by_arc.items(), key=lambda item: item[0][:2])
        ]
        operators += [operator(NO_ARC, rule[0], added(rule)) for rule in self.concluding]
        operators = [found for found in operators if found.adds]
        operators.append(operator(NO_ARC, wanted, (GOAL,)))
        return RelaxedTask(self.theory, tuple(numbers), GOAL + 1 + len(number), tuple(operators))

    def ways_to(self, fact: _Fact) -> Iterator[tuple[_Fact, ...]]:
        """What one thing or another needs that adds a fact; notes them."""
        if isinstance(fact, _Equal):
            for symbol in self.symbols:
                needs = tuple(_Holds(cell, symbol) for cell in fact.cells)
                self.concluding.append((needs, (fact,)))
                yield needs
            return
        for arc in self.setters.get(fact, ()):
            yield self.rule(arc, -1, None)[0]
        for arc, source in self.movers.get(fact.cell, ()):
            yield self.rule(arc, source, fact.symbol)[0]

    def rule(self, number: int, source: int, symbol: Symbol | None) -> _Rule:
        """What an arc does with the symbol that it moves from a cell, or, from cell -1, with any."""
        key = (number, source, symbol)
        if key not in self.by_arc:
            arc = self.theory.arcs[number]
            if number not in self.conditions:
                self.conditions[number] = _Conditions(arc)
            conditions = self.conditions[number]
            if symbol is None:
                needs = conditions.without()
                adds = [_Holds(c, term) for c, term in arc.effects if not isinstance(term, Var)]
            else:
                there = (_Holds(cell, symbol) for cell in conditions.equal.get(source, (source,)))
                needs = (*conditions.without(source), *there)
                moved = arc.before[source]
                adds = [_Holds(cell, symbol) for cell, term in arc.effects if term == moved]
            self.by_arc[key] = (needs, tuple(adds))
        return self.by_arc[key]


class _Conditions:
    """What an arc needs: symbols in cells, and cells that hold the same, by the first of them."""

    def __init__(self, arc: Arc) -> None:
        tests, pairs = arc.conditions
        self.tests = [_Holds(cell, symbol) for cell, symbol in tests]
        self.equal: dict[int, tuple[int, ...]] = {}
        for first, other in pairs:
            self.equal[first] = (*self.equal.get(first, (first,)), other)

    def without(self, source: int = -1) -> tuple[_Fact, ...]:
        """All of it, but for what concerns the variable that is first met in a cell."""
        equal = (_Equal(cells) for first, cells in self.equal.items() if first != source)
        return (*self.tests, *equal)


def _cell(fact: _Holds) -> int:
    return fact.cell
