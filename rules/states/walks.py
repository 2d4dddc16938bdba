"""Steps that repeat: arcs that change nothing but where something is, and the arcs that need it somewhere.

A walk is one or more such arcs, each of which asks for the place that the one before made. A place is the symbol of one cell, which
alone is changed; or the cell of one symbol, of which a state has one copy, which changes places with another symbol. A search may
take walks and the arc that needs their ends as one step, an iterated macro-operator, and leave walks alone out: `walks_of` proves of
a theory that it finds every plan then, at the same cost. The proof lets each walk wait until its end is needed. An arc touches a
walk if it looks at what the walk changes, or changes that itself.

- Each arc that touches a walk asks for a place, so it tells where the walk has to end.
- Each arc that makes untrue what an arc of the walk asks for elsewhere touches the walk. So in a plan a walk can wait until just
  before the next arc that touches it: none in between looks at the place, or takes away what the walk needs.
- No arc of another walk asks for a place to which this one leads: a walk never needs another walk.

What is left of walks behind the last arc is left out, unless the goal asks for a place; then it is a step of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple, TypeAlias

from ..arc import Arc
from ..record import record
from ..sparse_arc import SparseArc
from ..term import Pattern, State, Symbol, Var, standard_variables
from ..text.words import counted, listed
from ..theory import Theory

Held: TypeAlias = Mapping[int, Symbol]
"""Cells, each with the symbol that it holds."""


class WalkEnd(NamedTuple):
    """A place to which a walk leads.

    Parameters
    ----------
    cost
        Least cost of a walk to it.
    arcs
        Numbers of the arcs of that walk, in order.
    state
        The state at its end.
    """

    cost: float
    arcs: tuple[int, ...]
    state: State


@record
class ArcWalk:
    """Arcs that change nothing but where something is.

    Parameters
    ----------
    arcs
        Their numbers in the theory, in order.
    cell
        The cell whose symbol is the place; None where the place is a cell.
    symbol, filler
        The symbol whose cell is the place, and the one that it changes places with; None where a place is a symbol.
    cells
        The cells that the arcs change.
    """

    arcs: tuple[int, ...]
    cell: int | None
    symbol: Symbol | None = None
    filler: Symbol | None = None
    cells: frozenset[int] = frozenset()

    def at(self, state: State) -> Any:
        """The place in a state."""
        return state.index(self.symbol) if self.cell is None else state[self.cell]

    def asked(self, facts: Held) -> Any:
        """The place that some facts name; None where they name none."""
        if self.cell is not None:
            return facts.get(self.cell)
        return next((cell for cell, one in facts.items() if one == self.symbol), None)

    def is_touched(self, asked: Held, made: Held) -> bool:
        """Whether an arc that asks for some facts and makes some looks at what the walk changes, or changes it."""
        if self.cell is not None:
            return self.cell in asked or self.cell in made
        return (
            self.symbol in asked.values()
            or self.symbol in made.values()
            or not self.cells.isdisjoint(made)
            or any(asked[cell] == self.filler for cell in self.cells & asked.keys())
        )

    @property
    def words(self) -> str:
        """The thing that walks, in words."""
        return f"cell {self.cell}" if self.cell is not None else f"symbol {self.symbol}"


@record
class NoWalk:
    """Arcs like those of a walk, and why a search may not leave them out.

    Parameters
    ----------
    walk
        The arcs.
    reason
        In words.
    """

    walk: ArcWalk
    reason: str


class ArcWalks:
    """The walks of a theory that a search may take as one step with the arc that needs their ends.

    Parameters
    ----------
    theory
        The theory.
    each
        The walks.
    refused
        Arcs that are no walk, with the reason.
    """

    def __init__(
        self, theory: Theory, each: Sequence[ArcWalk], refused: Sequence[NoWalk] = ()
    ) -> None:
        self.theory, self.each, self.refused = theory, tuple(each), tuple(refused)
        walking = {number for walk in self.each for number in walk.arcs}
        parts = [(_asked(arc), _made(arc)) for arc in theory.arcs] if self.each else []
        self._to = {
            number: walk.asked(parts[number][1]) for walk in self.each for number in walk.arcs
        }
        self._from: list[dict[Any, list[tuple[int, Arc]]]] = []
        for walk in self.each:
            leaving: dict[Any, list[tuple[int, Arc]]] = {}
            for number in walk.arcs:
                place = walk.asked(parts[number][0])
                leaving.setdefault(place, []).append((number, theory.arcs[number]))
            self._from.append(leaving)
        self._acts = [
            (number, theory.arcs[number], self._needs(parts[number][0]))
            for number in range(len(parts))
            if number not in walking
        ]

    def __bool__(self) -> bool:
        return bool(self.each)

    def _needs(self, asked: Held) -> tuple[tuple[int, Any], ...]:
        """Walks that an arc touches, each with the place where it has to end."""
        places = ((n, walk.asked(asked)) for n, walk in enumerate(self.each))
        return tuple((n, place) for n, place in places if place is not None)

    def places(self, state: State, walk: int) -> dict[Any, WalkEnd]:
        """Each place to which a walk leads from a state, at least cost; the first is where it is."""
        at, leaving = self.each[walk].at, self._from[walk]
        found: dict[Any, WalkEnd] = {}
        serial = count()
        waiting: list[tuple[float, int, tuple[int, ...], State]] = [(0, next(serial), (), state)]
        while waiting:
            cost, _, arcs, here = heappop(waiting)
            place = at(here)
            if place in found:
                continue
            found[place] = WalkEnd(cost, arcs, here)
            for number, arc in leaving.get(place, ()):
                if self._to[number] in found:
                    continue
                after = arc.apply(here)
                if after is not None:
                    known = (cost + arc.cost, next(serial), (*arcs, number), after)
                    heappush(waiting, known)
        return found

    def successors(self, state: State, goal: Pattern) -> Iterator[tuple[Arc, State]]:
        """The steps from a state: each arc behind the walks that it needs, and each walk to a place of the goal.

        Parameters
        ----------
        state
            The state.
        goal
            What is to be reached.
        """
        reached: dict[int, dict[Any, WalkEnd]] = {}

        def to(walk: int, place: Any) -> WalkEnd | None:
            if self.each[walk].at(state) == place:
                return WalkEnd(0, (), state)
            if walk not in reached:
                reached[walk] = self.places(state, walk)
            return reached[walk].get(place)

        for number, arc, needs in self._acts:
            walked: list[int] = []
            for walk, place in needs:
                found = to(walk, place)
                if found is None:
                    break
                walked += found.arcs
            else:
                here: State | None = state
                for one in walked:
                    assert here is not None
                    here = self.theory.arcs[one].apply(here)
                assert here is not None
                after = arc.apply(here)
                if after is not None:
                    yield self.joined((*walked, number)), after
        for walk, place in self.ends(goal):
            found = to(walk, place)
            if found is not None and found.arcs:
                yield self.joined(found.arcs), found.state

    def ends(self, goal: Pattern) -> list[tuple[int, Any]]:
        """Walks of which a goal asks for a place, each with the place."""
        named = {cell: term for cell, term in enumerate(goal) if not isinstance(term, Var)}
        places = ((n, walk.asked(named)) for n, walk in enumerate(self.each))
        return [(n, place) for n, place in places if place is not None]

    def told(self) -> str:
        """Sentence on the moves that are walks."""
        arcs = self.theory.arcs
        each = [
            f"{counted(len(walk.arcs), 'move')} like {arcs[walk.arcs[0]].name}"
            for walk in self.each
        ]
        return f"taken with the move that needs where they lead: {listed(each)}"

    def joined(self, numbers: Sequence[int]) -> Arc:
        """The arcs of a step as one, a macro-operator where there are several."""
        steps = tuple(self.theory.arcs[number] for number in numbers)
        if len(steps) == 1:
            return steps[0]
        asked: dict[int, Symbol] = {}
        made: dict[int, Symbol] = {}
        for step in steps:
            asked.update((cell, s) for cell, s in _asked(step).items() if cell not in made | asked)
            made.update(_made(step))
        first, last = steps[0].name, steps[-1].name
        cost = sum(step.cost for step in steps)
        return SparseArc(f"{first} ... {last}", _blank(self.theory), asked, made, cost, steps)


@lru_cache(maxsize=16)
def _blank(theory: Theory) -> Pattern:
    first = theory.arcs[0]
    return first.blank if isinstance(first, SparseArc) else standard_variables(theory.size)


def _asked(arc: Arc) -> Held:
    return arc.asked if isinstance(arc, SparseArc) else dict(arc.conditions[0])


def _made(arc: Arc) -> Mapping[int, Symbol]:
    return arc.made if isinstance(arc, SparseArc) else dict(arc.effects)  # type: ignore[arg-type]


def _is_of_symbols(arc: Arc) -> bool:
    """Whether an arc asks for symbols and makes symbols, and nothing else."""
    if not arc.plain or arc.is_macro:
        return False
    return isinstance(arc, SparseArc) or not (
        arc.conditions[1] or any(isinstance(term, Var) for _, term in arc.effects)
    )


@lru_cache(maxsize=16)
def walks_of(theory: Theory, start: State, goal: Pattern) -> ArcWalks:
    """The walks of a problem that a search may leave out; see the module.

    Parameters
    ----------
    theory
        A theory of arcs. One with macros, conditional effects, derived cells or arcs that move symbols has none.
    start, goal
        The problem.
    """
    if not all(map(_is_of_symbols, theory.arcs)):
        return ArcWalks(theory, ())
    parts = [(_asked(arc), _made(arc)) for arc in theory.arcs]
    kept: list[ArcWalk] = []
    refused: list[NoWalk] = []
    named = {cell: term for cell, term in enumerate(goal) if not isinstance(term, Var)}
    for walk in _candidates(parts, start):
        reason = _objection(walk, theory, parts)
        if not reason and walk.is_touched(named, {}) and walk.asked(named) is None:
            reason = "the goal looks at its places and names none"
        if reason:
            refused.append(NoWalk(walk, reason))
        else:
            kept.append(walk)
    while (pair := _walk_that_needs_another(kept, parts)) is not None:
        walk, other = pair
        kept.remove(walk)
        refused.append(
            NoWalk(walk, f"it asks for a place to which the walk of {other.words} leads")
        )
    return ArcWalks(theory, kept, refused)


def _candidates(parts: Sequence[tuple[Held, Held]], start: State) -> list[ArcWalk]:
    """Arcs that change one cell alone, by the cell; and that swap two symbols, of one of which there is one copy."""
    one: dict[int, list[int]] = {}
    two: dict[tuple[Symbol, Symbol], list[int]] = {}
    for number, (asked, made) in enumerate(parts):
        if not made.keys() <= asked.keys():
            continue
        if len(made) == 1:
            one.setdefault(next(iter(made)), []).append(number)
        elif len(made) == 2:
            here, there = made
            if (asked[here], asked[there]) == (made[there], made[here]):
                for symbol, filler in ((asked[here], asked[there]), (asked[there], asked[here])):
                    if start.count(symbol) == 1:
                        two.setdefault((symbol, filler), []).append(number)
    found = [ArcWalk(tuple(numbers), cell) for cell, numbers in one.items()]
    for (symbol, filler), numbers in two.items():
        cells = frozenset(cell for number in numbers for cell in parts[number][1])
        found.append(ArcWalk(tuple(numbers), None, symbol, filler, cells))
    return found


def _objection(walk: ArcWalk, theory: Theory, parts: Sequence[tuple[Held, Held]]) -> str:
    """Why a walk cannot be left out; empty where it can, as far as other walks let it."""
    own = set(walk.arcs)
    needed = {
        (cell, one)
        for number in walk.arcs
        for cell, one in parts[number][0].items()
        if cell != walk.cell and one != walk.symbol
    }
    needed_cells = {cell for cell, _ in needed}
    places = {walk.asked(parts[number][1]) for number in walk.arcs}
    looked_for = False
    for number, (asked, made) in enumerate(parts):
        name = theory.arcs[number].name
        if walk.is_touched(asked, made):
            if walk.asked(asked) is None or not _keeps_one(walk, asked, made):
                return f"{name} does not tell where it has to be"
            looked_for |= number not in own and walk.asked(asked) in places
            continue
        for cell in made:
            if (cell, asked[cell]) in needed if cell in asked else cell in needed_cells:
                return f"{name} takes away what it needs, wherever it is"
    return "" if looked_for else "no other arc asks where it leads"


def _keeps_one(walk: ArcWalk, asked: Held, made: Held) -> bool:
    """Whether a state with one place has one after an arc too."""
    if walk.cell is not None:
        return True
    if not made.keys() <= asked.keys():
        return False
    before = sum(asked[cell] == walk.symbol for cell in made)
    return before == sum(one == walk.symbol for one in made.values())


def _walk_that_needs_another(
    walks: Sequence[ArcWalk], parts: Sequence[tuple[Held, Held]]
) -> tuple[ArcWalk, ArcWalk] | None:
    """A walk with an arc that asks for a place to which another walk leads, and that one."""
    for other in walks:
        places = {other.asked(parts[number][1]) for number in other.arcs}
        for walk in walks:
            if walk is not other and any(
                other.asked(parts[number][0]) in places for number in walk.arcs
            ):
                return walk, other
    return None
