"""A theory in which nothing is lost: a cell may hold several symbols at once, and arcs only add to them.

A fact says that a cell holds a symbol. An arc with variables adds conditionally: of a variable that moves from one cell to
another there is an operator for every symbol, which adds the symbol there where it stands here. Where an arc moves one
variable each of these is a use of its own; where it moves several one use may be all of them. A conditional effect is an
operator that needs its condition too, and one use of an arc is all of its effects. An axiom is an operator without cost;
what derived cells hold where no axiom applies is there for nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from ...rules.arc import Arc
from ...rules.sparse_arc import Cells, ConditionalEffect, SparseArc
from ...rules.term import Pattern, State, Symbol, Var
from ...rules.theory import Theory

ALWAYS = 0
"""The fact that holds in every state, for operators that need nothing else."""

GOAL = 1
"""The fact that the goal is reached."""

NO_ARC = -1


class RelaxedOperator(NamedTuple):
    """A relaxed operator, which makes facts true for good.

    Parameters
    ----------
    arc
        The number of its arc in the theory; `NO_ARC` of an operator that only concludes, at no cost.
    use
        A number that operators share, one behind the other, if one use of their arc may be all of them.
    needs, adds
        Facts. What is needed is never nothing, and the fewer operators need it the later it comes.
    """

    arc: int
    use: int
    needs: tuple[int, ...]
    adds: tuple[int, ...]


@dataclass(frozen=True)
class RelaxedTask:
    """Delete relaxation of a theory and a goal, reduced to the facts that matter to the goal.

    Parameters
    ----------
    theory
        The theory.
    numbers
        For every cell the numbers of its facts, by symbol.
    facts
        Number of facts.
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
        """Operators that need each fact, those with few needs first: of two with the same effect the simpler one counts."""
        lists: list[list[int]] = [[] for _ in range(self.facts)]
        in_order = sorted(enumerate(self.operators), key=lambda one: len(one[1].needs))
        for number, operator in in_order:
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
    """Condition that some cells hold the same symbol, whichever it is."""

    cells: tuple[int, ...]


_Fact: TypeAlias = _Holds | _Equal
_Facts: TypeAlias = tuple[_Fact, ...]


class _Rule(NamedTuple):
    """An operator whose facts have no numbers yet; it may be one use of its arc with the one before it."""

    arc: int
    joined: bool
    needs: _Facts
    adds: _Facts


class _Relaxing:
    """Builder that goes backwards from the needs of the goal to their operators, to the needs of these, and so on."""

    def __init__(self, theory: Theory, goal: Pattern, start: State) -> None:
        self.theory = theory
        self.goal = Arc("goal", goal, goal)
        in_arcs = (symbol for arc in theory.primitives for symbol in arc.symbols)
        named = (*(theory.symbols or ()), *start, *self.goal.symbols, *in_arcs)
        self.symbols = tuple(dict.fromkeys(named))
        self.setters: dict[_Fact, list[int]] = {}
        self.movers: dict[int, list[tuple[int, int]]] = {}
        self.conditional: dict[_Fact, list[tuple[int, int]]] = {}
        self.noted: set[tuple[int, int]] = set()
        self.axioms: dict[_Fact, list[_Facts]] = {}
        if theory.axioms is not None:
            for cell, symbol in theory.axioms.cells:
                self.axioms[_Holds(cell, symbol)] = [()]
            for axiom in chain.from_iterable(theory.axioms.strata):
                needs: _Facts = tuple(_Holds(*pair) for pair in axiom.asked)
                self.axioms.setdefault(_Holds(axiom.cell, axiom.symbol), []).append(needs)
        for number, arc in enumerate(theory.arcs):
            if not arc.plain and not arc.is_macro:
                for unit, effects in enumerate(_units(arc)):
                    for fact in effects.sets:
                        self.conditional.setdefault(fact, []).append((number, unit))
                continue
            for cell, term in () if arc.is_macro else arc.effects:
                if isinstance(term, Var):
                    mover = (number, arc.before.index(term))
                    self.movers.setdefault(cell, []).append(mover)
                else:
                    self.setters.setdefault(_Holds(cell, term), []).append(number)
        self.effects: dict[int, _Effects] = {}
        self.concluding: list[_Rule] = []

    def task(self) -> RelaxedTask:
        wanted = _Effects(self.goal).conditions()
        known = self._known(wanted)
        of_cells = sorted((fact for fact in known if isinstance(fact, _Holds)), key=_cell)
        others = (fact for fact in known if isinstance(fact, _Equal))
        every: _Facts = (*of_cells, *others)
        number = {fact: place for place, fact in enumerate(every, GOAL + 1)}
        numbers: list[dict[Symbol, int]] = [{} for _ in range(self.theory.size)]
        for fact in of_cells:
            numbers[fact.cell][fact.symbol] = number[fact]
        operators = self._operators(wanted, number)
        return RelaxedTask(self.theory, tuple(numbers), GOAL + 1 + len(number), tuple(operators))

    def _known(self, wanted: _Facts) -> dict[_Fact, None]:
        """The facts that matter, from those of the goal backwards."""
        known: dict[_Fact, None] = {}
        todo = list(wanted)
        while todo:
            fact = todo.pop()
            if fact not in known:
                known[fact] = None
                todo.extend(need for needs in self.ways_to(fact) for need in needs)
        return known

    def _operators(self, wanted: _Facts, number: Mapping[_Fact, int]) -> list[RelaxedOperator]:
        """The operators of all rules with the numbers of their facts, and one that makes the goal."""
        rules = [
            rule._replace(adds=adds)
            for rule in self.rules()
            if (adds := tuple(f for f in rule.adds if f in number and f not in rule.needs))
        ]
        needing = Counter(fact for rule in rules for fact in rule.needs)

        def needs(facts: _Facts) -> tuple[int, ...]:
            order = sorted(set(facts), key=lambda fact: (-needing[fact], number[fact]))
            return tuple(number[fact] for fact in order) or (ALWAYS,)

        operators: list[RelaxedOperator] = []
        for rule in rules:
            use = len(operators)
            if rule.joined and operators and operators[-1].arc == rule.arc:
                use = operators[-1].use
            added = tuple(number[fact] for fact in rule.adds)
            operators.append(RelaxedOperator(rule.arc, use, needs(rule.needs), added))
        return [*operators, RelaxedOperator(NO_ARC, len(operators), needs(wanted), (GOAL,))]

    def ways_to(self, fact: _Fact) -> Iterator[_Facts]:
        """Conditions of each way to add a fact; they are recorded."""
        if isinstance(fact, _Equal):
            for symbol in self.symbols:
                needs = tuple(_Holds(cell, symbol) for cell in fact.cells)
                self.concluding.append(_Rule(NO_ARC, False, needs, (fact,)))
                yield needs
            return
        for body in self.axioms.get(fact, ()):
            self.concluding.append(_Rule(NO_ARC, False, body, (fact,)))
            yield body
        for number, unit in self.conditional.get(fact, ()):
            self.noted.add((number, unit))
            yield _units(self.theory.arcs[number])[unit].needs
        for arc in self.setters.get(fact, ()):
            effects = self.effects_of(arc)
            effects.sets = True
            yield effects.conditions()
        for arc, source in self.movers.get(fact.cell, ()):
            effects = self.effects_of(arc)
            effects.moved.setdefault(source, {})[fact.symbol] = None
            yield effects.conditions(source, fact.symbol)

    def effects_of(self, number: int) -> _Effects:
        if number not in self.effects:
            self.effects[number] = _Effects(self.theory.arcs[number])
        return self.effects[number]

    def rules(self) -> Iterator[_Rule]:
        """Recorded rules, in the order of the arcs."""
        for number in sorted({*self.effects, *(number for number, _ in self.noted)}):
            if number not in self.effects:
                for unit, one in enumerate(_units(self.theory.arcs[number])):
                    if (number, unit) in self.noted:
                        yield _Rule(number, True, one.needs, one.sets)
                continue
            effects = self.effects[number]
            joined = len(effects.sources) > 1
            set_too = () if joined else effects.added()
            covered = False
            for source, symbols in sorted(effects.moved.items()):
                covered = not joined and symbols.keys() >= self.possible(effects, source)
                for symbol in symbols:
                    needs = effects.conditions(source, symbol)
                    yield _Rule(number, joined, needs, (*effects.added(source, symbol), *set_too))
            if effects.sets and not covered:
                yield _Rule(number, joined, effects.conditions(), effects.added())
        yield from self.concluding

    def possible(self, effects: _Effects, source: int) -> set[Symbol]:
        """The symbols that an arc may move from a cell."""
        values = self.theory.values
        found = set(self.symbols if values is None else values[source])
        if self.theory.symbols is not None:  # each of which is in one cell
            found -= {test.symbol for test in effects.tests}
        return found


class _Unit(NamedTuple):
    """Facts that an arc makes always, or by one of its conditional effects, and their needs."""

    needs: _Facts
    sets: _Facts


@lru_cache(maxsize=4096)
def _units_of(asked: Cells, made: Cells, conditional: tuple[ConditionalEffect, ...]) -> list[_Unit]:
    own = tuple(_Holds(*pair) for pair in asked)
    return [
        _Unit(own, tuple(_Holds(*pair) for pair in made)),
        *(
            _Unit(
                (*own, *(_Holds(*pair) for pair in one.asked)),
                tuple(_Holds(*pair) for pair in one.made),
            )
            for one in conditional
        ),
    ]


def _units(arc: Arc) -> list[_Unit]:
    """Units of a sparse arc: its own effects, and each of its conditional effects."""
    assert isinstance(arc, SparseArc)
    return _units_of(tuple(arc.asked.items()), tuple(arc.made.items()), arc.conditional)


class _Effects:
    """Needs and effects of an arc, and which of the effects matter.

    Parameters
    ----------
    arc
        The arc. `sets` says whether a symbol that it sets matters; `moved` has the symbols that matter of those that it
        moves, by the first cell of their variable.
    """

    def __init__(self, arc: Arc) -> None:
        constants, pairs = arc.conditions
        self.arc = arc
        self.tests = tuple(_Holds(cell, symbol) for cell, symbol in constants)
        self.equal: dict[int, tuple[int, ...]] = {}
        for first, other in pairs:
            self.equal[first] = (*self.equal.get(first, (first,)), other)
        self.sources = {arc.before.index(t) for _, t in arc.effects if isinstance(t, Var)}
        self.sets = False
        self.moved: dict[int, dict[Symbol, None]] = {}

    def conditions(self, source: int | None = None, symbol: Symbol = 0) -> _Facts:
        """Conditions of the arc, perhaps to move a symbol from a cell: constants, and cells that must be equal."""
        found: list[_Fact] = [*self.tests]
        found += [_Equal(cells) for first, cells in self.equal.items() if first != source]
        if source is not None:
            found += [_Holds(cell, symbol) for cell in self.equal.get(source, (source,))]
        return tuple(found)

    def added(self, source: int | None = None, symbol: Symbol = 0) -> _Facts:
        """Facts that the arc sets, or that it makes by moving a symbol from a cell."""
        if source is None:
            effects = self.arc.effects
            return tuple(_Holds(cell, term) for cell, term in effects if not isinstance(term, Var))
        moved = self.arc.before[source]
        return tuple(_Holds(cell, symbol) for cell, term in self.arc.effects if term == moved)


def _cell(fact: _Holds) -> int:
    return fact.cell
