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

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from ..arc import Arc, Way
from ..record import record
from ..sparse_arc import SparseArc
from ..term import Pattern, State, Symbol, Var, standard_variables
from ..text.words import counted, listed
from ..theory import Theory

Held: TypeAlias = Mapping[int, Symbol]
"""Cells, each with the symbol that it holds."""

FactsByArc: TypeAlias = Mapping[int, tuple[Held, Held]]
"""Arcs by number, each with what it asks for and what it makes."""


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


Place = TypeVar("Place", bound=Hashable)
Step = TypeVar("Step")


class Ways(Generic[Place, Step]):
    """Cheapest ways from some places, looked for as far as they are asked for (Dijkstra 1959).

    Parameters
    ----------
    starts
        The places.
    leaving
        The steps from a place: the cost of each, the place to which it leads, and the step.
    least
        Least cost of a step.
    """

    def __init__(
        self,
        starts: Iterable[Place],
        leaving: Callable[[Place], Iterable[tuple[float, Place, Step]]],
        least: float = 0,
    ) -> None:
        self._leaving, self._least, self._serial = leaving, least, count()
        self._known: dict[Place, tuple[float, Place, Step | None]] = {}
        self._waiting: list[tuple[float, int, Place]] = []
        for start in starts:
            self.reach(start, 0, start)

    def __contains__(self, place: Place) -> bool:
        return place in self._known

    def reach(self, place: Place, cost: float, before: Place, step: Step | None = None) -> None:
        """Note that a step from another place leads to one, at some cost of the whole way."""
        if place not in self._known or cost < self._known[place][0]:
            self._known[place] = cost, before, step
            heappush(self._waiting, (cost, next(self._serial), place))

    def _go_on(self) -> None:
        cost, _, place = heappop(self._waiting)
        if cost == self._known[place][0]:
            for more, reached, step in self._leaving(place):
                self.reach(reached, cost + more, place, step)

    def cost(self, place: Place) -> float | None:
        """Cost of the cheapest way to a place; None if there is no way."""
        while self._waiting:
            known = self._known.get(place)
            if known is not None and known[0] <= self._waiting[0][0] + self._least:
                break
            self._go_on()
        return self._known[place][0] if place in self._known else None

    def all(self) -> Iterator[tuple[Place, float]]:
        """Each place to which there is a way, with its cost."""
        while self._waiting:
            self._go_on()
        return ((place, cost) for place, (cost, _, _) in self._known.items())

    def steps(self, place: Place) -> list[Step]:
        """The steps of a way that was found."""
        found = []
        _, before, step = self._known[place]
        while step is not None:
            found.append(step)
            _, before, step = self._known[before]
        return found[::-1]


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


_To: TypeAlias = Callable[..., WalkEnd | None]
"""The end of a walk, by its number, the place, the state and the links before."""

_Before: TypeAlias = tuple[int | tuple[int, Any], ...]
"""Links of an iterated macro-operator."""


class _Taken(NamedTuple):
    """A step from a state: its arcs, the state behind them, and a name of each move, the same for steps that share it, with its
    arc; no name for one that is not shared."""

    arcs: Sequence[int]
    state: State
    moves: Sequence[tuple[object, int]]


def _moves_to(found: WalkEnd, walk: int, before: _Before) -> list[tuple[object, int]]:
    """The moves of a walk behind some links, each named by the way to it."""
    arcs = found.arcs
    return [((walk, before, arcs[:at]), arcs[at - 1]) for at in range(1, len(arcs) + 1)]


class SharedStep(SparseArc):
    """Arcs of a search as one step, some of which other steps of the same state begin with.

    Attributes
    ----------
    applied
        Number of primitive moves that no step before it has.
    """

    applied: int

    @classmethod
    def of(cls, arc: Arc, applied: int) -> SharedStep:
        """A step of an arc that asks for symbols and makes symbols."""
        blank = arc.blank if isinstance(arc, SparseArc) else standard_variables(arc.size)
        made = cls(arc.name, blank, arc.asked, arc.made, arc.cost, arc.steps)
        made.__dict__["applied"] = applied
        return made


_WalkLinks: TypeAlias = tuple[int | tuple[ArcWalk, Any], ...]
"""Parts of an iterated macro-operator: numbers of arcs, and walks with their places."""


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


@record
class WalkAct:
    """An arc as a step of a search, behind walks.

    Parameters
    ----------
    number
        The arc's number in the theory.
    needs
        Walks, each with the place to which it leads, if that is not where it is.
    links
        Of an iterated macro-operator what is taken in place of the arc: numbers of arcs; walks of one or more moves, each with
        the place to which it leads.
    """

    number: int
    needs: tuple[tuple[int, Any], ...] = ()
    links: tuple[int | tuple[int, Any], ...] = ()

    @property
    def covered(self) -> tuple[int, int] | None:
        """Numbers of the walk and the arc of a walk-then-arc macro; None for other macros."""
        match self.links:
            case ((walk, _), int(arc)):
                return walk, arc
        return None


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
    acts
        The steps but for those to a place of the goal.
    left_out
        How many of the walks, the first ones, are no steps of their own.
    """

    def __init__(
        self,
        theory: Theory,
        each: Sequence[ArcWalk] = (),
        refused: Sequence[NoWalk] = (),
        acts: Sequence[WalkAct] = (),
        left_out: int = 0,
    ) -> None:
        self.theory, self.each, self.refused = theory, tuple(each), tuple(refused)
        self.acts, self.left_out = tuple(acts), left_out
        arcs = theory.arcs
        self._to = [
            {number: walk.asked(arcs[number].made) for number in walk.arcs} for walk in self.each
        ]
        self._from: list[dict[Any, list[tuple[int, Arc]]]] = []
        for walk in self.each:
            leaving: dict[Any, list[tuple[int, Arc]]] = {}
            for number in walk.arcs:
                place = walk.asked(arcs[number].asked)
                leaving.setdefault(place, []).append((number, arcs[number]))
            self._from.append(leaving)

    def __bool__(self) -> bool:
        return bool(self.each)

    def places(self, state: State, walk: int) -> dict[Any, WalkEnd]:
        """Each place to which a walk leads from a state, at least cost; the first is where it is."""
        at, steps, to = self.each[walk].at(state), self._from[walk], self._to[walk]
        states = {at: state}

        def leaving(place: Any) -> Iterator[tuple[float, Any, int]]:
            for number, arc in steps.get(place, ()):
                after = arc.apply(states[place])
                if after is not None:
                    states.setdefault(to[number], after)
                    yield arc.cost, to[number], number

        ways = Ways([at], leaving)
        return {
            place: WalkEnd(cost, tuple(ways.steps(place)), states[place])
            for place, cost in ways.all()
        }

    def successors(self, state: State, goal: Pattern) -> Iterator[tuple[Arc, State]]:
        """The steps from a state: each arc behind the walks that it needs, and each walk to a place of the goal.

        Parameters
        ----------
        state
            The state.
        goal
            What is to be reached.
        """
        reached: dict[tuple[int, _Before], dict[Any, WalkEnd]] = {}

        def to(walk: int, place: Any, here: State, before: _Before = ()) -> WalkEnd | None:
            """The end of a walk from the state that is there behind some links."""
            if self.each[walk].at(here) == place:
                return WalkEnd(0, (), here)
            if (walk, before) not in reached:
                reached[walk, before] = self.places(here, walk)
            return reached[walk, before].get(place)

        known: set[object] = set()
        for act in self.acts:
            taken = self._linked(act, state, to) if act.links else self._walked(act, state, to)
            if taken is not None:
                yield self._step(act.number, taken, known), taken.state
        for walk, place in self.ends(goal):
            found = to(walk, place, state)
            if found is not None and found.arcs:
                taken = _Taken(found.arcs, found.state, _moves_to(found, walk, ()))
                yield self._step(found.arcs[-1], taken, known), found.state

    def _walked(self, act: WalkAct, state: State, to: _To) -> _Taken | None:
        """A step that takes an arc behind the walks that it needs; None where that cannot be done."""
        walked: list[int] = []
        moves: list[tuple[object, int]] = []
        for walk, place in act.needs:
            found = to(walk, place, state)
            if found is None:
                return None
            walked += found.arcs
            moves += _moves_to(found, walk, ())
        here: State | None = state
        for one in (*walked, act.number):
            assert here is not None
            here = self.theory.arcs[one].apply(here)
        moves.append((None, act.number))
        return None if here is None else _Taken((*walked, act.number), here, moves)

    def _linked(self, act: WalkAct, state: State, to: _To) -> _Taken | None:
        """A step that is an iterated macro-operator; None where it cannot be taken."""
        taken: list[int] = []
        moves: list[tuple[object, int]] = []
        here = state
        for number, link in enumerate(act.links):
            before = act.links[:number]
            if isinstance(link, int):
                after = self.theory.arcs[link].apply(here)
                if after is None:
                    return None
                here = after
                taken.append(link)
                is_last = number + 1 == len(act.links)
                moves.append((None if is_last else (*before, link), link))
            else:
                found = to(*link, here, before)
                if found is None or not found.arcs:
                    return None
                here = found.state
                taken += found.arcs
                moves += _moves_to(found, link[0], before)
        return _Taken(taken, here, moves)

    def _step(self, act: int, taken: _Taken, known: set[object]) -> Arc:
        """The operator of a step, which counts the moves that no step before it has."""
        joined = self.joined(act, taken.arcs)
        applied = 0
        for name, number in taken.moves:
            if name is None or name not in known:
                applied += self.theory.arcs[number].length
            known.add(name)
        applied = max(1, applied)
        return joined if joined.length == applied else SharedStep.of(joined, applied)

    def ends(self, goal: Pattern) -> list[tuple[int, Any]]:
        """Walks that are no steps of their own and of which a goal asks for a place, each with the place."""
        named = {cell: term for cell, term in enumerate(goal) if not isinstance(term, Var)}
        each = enumerate(self.each[: self.left_out])
        places = ((n, walk.asked(named)) for n, walk in each)
        return [(n, place) for n, place in places if place is not None]

    def told(self) -> str:
        """Sentence on the moves that are walks."""
        arcs = self.theory.arcs
        each = [
            f"{counted(len(walk.arcs), 'move')} like {arcs[walk.arcs[0]].name}"
            for walk in self.each[: self.left_out]
        ]
        if each:
            return f"taken with the move that needs where they lead: {listed(each)}"
        return "moves that macros repeat are steps of their own too"

    def joined(self, act: int, numbers: Sequence[int]) -> Arc:
        """The arcs of a step as one, a macro-operator where there are several.

        Parameters
        ----------
        act
            Number of the arc that the step is for: its last one, or an iterated macro-operator, whose name it keeps.
        numbers
            Numbers of the arcs, in order.
        """
        last = self.theory.arcs[act]
        if len(numbers) == 1:
            return last
        parts = [self.theory.arcs[number] for number in numbers]
        asked: dict[int, Symbol] = {}
        made: dict[int, Symbol] = {}
        for part in parts:
            asked.update((cell, s) for cell, s in part.asked.items() if cell not in made | asked)
            made.update(part.made)
        name = last.name if last.repeats else f"{parts[0].name} ... {last.name}"
        cost = sum(part.cost for part in parts)
        steps = tuple(step for part in parts for step in part.primitives)
        return SparseArc(name, _blank(self.theory), asked, made, cost, steps)


@lru_cache(maxsize=16)
def _blank(theory: Theory) -> Pattern:
    first = theory.arcs[0]
    return first.blank if isinstance(first, SparseArc) else standard_variables(theory.size)


def _is_of_symbols(arc: Arc) -> bool:
    """Whether an arc asks for symbols and makes symbols, and nothing else."""
    if not arc.plain:
        return False
    return isinstance(arc, SparseArc) or not (
        arc.conditions[1] or any(isinstance(term, Var) for _, term in arc.effects)
    )


@lru_cache(maxsize=16)
def walks_of(theory: Theory, start: State, goal: Pattern, in_front: bool = True) -> ArcWalks:
    """The walks of a problem as a search takes them; see the module.

    Parameters
    ----------
    theory
        A theory of arcs. One with conditional effects, derived cells or arcs that move symbols has none.
    start, goal
        The problem.
    in_front
        Whether each arc is taken behind the walks that it needs. Else iterated macro-operators alone are, and a walk is left
        out only where they stand in place of its moves: each arc that needs its end has one.
    """
    symbols = all(_is_of_symbols(arc) for arc in theory.arcs if arc.repeats or not arc.is_macro)
    of_macros = _links_of_macros(theory, start) if symbols else {}
    if not symbols or not (of_macros or in_front):
        return ArcWalks(theory, acts=[WalkAct(n) for n in range(len(theory.arcs))])
    parts = {
        number: (arc.asked, arc.made) for number, arc in enumerate(theory.arcs) if not arc.is_macro
    }
    kept, refused = _deferrable(theory, parts, start, goal)
    kept = _left_out(theory, parts, kept, None if in_front else of_macros, refused)
    each, indexes = _with_own(kept, of_macros)
    waiting = parts if in_front else {}
    walking = {number for walk in kept for number in walk.arcs}
    others = (number for number in range(len(theory.arcs)) if number not in walking)
    acts = [_act(number, of_macros, indexes, waiting, kept) for number in others]
    return ArcWalks(theory, each, refused, acts, len(kept))


def _with_own(
    walks: Sequence[ArcWalk], of_macros: Mapping[int, _WalkLinks]
) -> tuple[list[ArcWalk], dict[int, int]]:
    """Walks, and behind them those that macros alone have; the number of each walk of a macro, by its identity."""
    links = (link for links in of_macros.values() for link in links)
    own = {id(link[0]): link[0] for link in links if isinstance(link, tuple)}
    each = [*walks, *(walk for walk in own.values() if walk not in walks)]
    return each, {name: each.index(walk) for name, walk in own.items()}


def _act(
    number: int,
    of_macros: Mapping[int, _WalkLinks],
    indexes: Mapping[int, int],
    waiting: FactsByArc,
    left_out: Sequence[ArcWalk],
) -> WalkAct:
    """An arc as a step: behind walks that are left out, or with those that it repeats itself."""
    if number in of_macros:
        links = (
            (indexes[id(one[0])], one[1]) if isinstance(one, tuple) else one
            for one in of_macros[number]
        )
        return WalkAct(number, links=tuple(links))
    return WalkAct(number, _needs(left_out, waiting[number][0]) if number in waiting else ())


def _left_out(
    theory: Theory,
    parts: FactsByArc,
    walks: Sequence[ArcWalk],
    of_macros: Mapping[int, _WalkLinks] | None,
    refused: list[NoWalk],
) -> list[ArcWalk]:
    """The walks that can be left out together; with walks of macros those that these stand in place of."""
    if of_macros is None:
        return _apart(walks, parts, refused)
    kept = _covered(theory, parts, walks, of_macros, refused)
    kept = _apart(kept, parts, refused)
    # Moves of walks that were refused are steps, which may ask where others lead.
    return _covered(theory, parts, kept, of_macros, refused)


def _needs(walks: Sequence[ArcWalk], asked: Held) -> tuple[tuple[int, Any], ...]:
    """Walks that an arc touches, each with the place where it has to end."""
    places = ((n, walk.asked(asked)) for n, walk in enumerate(walks))
    return tuple((n, place) for n, place in places if place is not None)


def _links_of_macros(theory: Theory, start: State) -> dict[int, _WalkLinks]:
    """Parts of each iterated macro-operator of which each way is a walk, by the number of its arc."""
    numbers = {id(arc): number for number, arc in enumerate(theory.arcs)}
    known: dict[int, ArcWalk | None] = {}  # macros of one walker share what they repeat

    def linked(link: Arc | Way) -> int | tuple[ArcWalk, Any] | None:
        if isinstance(link, Arc):
            return numbers.get(id(link))
        if id(link.arcs) not in known:
            repeats = tuple(sorted(numbers[id(one)] for one in link.arcs if id(one) in numbers))
            parts = {one: (theory.arcs[one].asked, theory.arcs[one].made) for one in repeats}
            same = [walk for walk in _walks_among(parts, start) if walk.arcs == repeats]
            known[id(link.arcs)] = same[0] if same else None
        walk = known[id(link.arcs)]
        place = None if walk is None else walk.asked(dict(link.end))
        return None if walk is None or place is None else (walk, place)

    found: dict[int, _WalkLinks] = {}
    for number, arc in enumerate(theory.arcs):
        links = [linked(one) for one in arc.repeats]
        some = tuple(one for one in links if one is not None)
        if some and len(some) == len(links):
            found[number] = some
    return found


def _walks_among(parts: FactsByArc, start: State) -> list[ArcWalk]:
    """Arcs as the walk of a cell that all of them ask for and change, or as that of a symbol."""
    if not parts:
        return []
    cells = set.intersection(*(asked.keys() & made.keys() for asked, made in parts.values()))
    by_cell = [ArcWalk(tuple(parts), cell) for cell in sorted(cells)]
    return [*_candidates(parts, start), *by_cell]


def _deferrable(
    theory: Theory, parts: FactsByArc, start: State, goal: Pattern
) -> tuple[list[ArcWalk], list[NoWalk]]:
    """Walks that can wait until their end is needed, as far as other walks let them, and those that cannot."""
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
    return kept, refused


def _apart(walks: Sequence[ArcWalk], parts: FactsByArc, refused: list[NoWalk]) -> list[ArcWalk]:
    """The walks of which none needs another one; those that do are refused."""
    kept = list(walks)
    while (pair := _walk_that_needs_another(kept, parts)) is not None:
        walk, other = pair
        kept.remove(walk)
        refused.append(
            NoWalk(walk, f"it asks for a place to which the walk of {other.words} leads")
        )
    return kept


def _covered(
    theory: Theory,
    parts: FactsByArc,
    walks: Sequence[ArcWalk],
    of_macros: Mapping[int, _WalkLinks],
    refused: list[NoWalk],
) -> list[ArcWalk]:
    """The walks that iterated macro-operators stand in place of; those that they do not are refused."""
    covers: dict[int, set[int]] = {}  # by arc, names of the walks that macros take it with
    names: dict[int, int] = {}  # walks are long: they are compared once
    for links in of_macros.values():
        match links:
            case ((walk, _), int(arc)):
                if id(walk) not in names:
                    names[id(walk)] = next((id(one) for one in walks if one == walk), id(walk))
                covers.setdefault(arc, set()).add(names[id(walk)])
    kept = list(walks)
    while True:
        walking = {number for walk in kept for number in walk.arcs}
        for number, (asked, _) in parts.items():
            needs = () if number in walking else _needs(kept, asked)
            if not needs:
                continue
            first = kept[needs[0][0]]
            if len(needs) > 1 or id(first) not in covers.get(number, ()):
                kept.remove(first)
                name = theory.arcs[number].name
                refused.append(NoWalk(first, f"no macro takes it with {name}"))
                break
        else:
            return kept


def _candidates(parts: FactsByArc, start: State) -> list[ArcWalk]:
    """Arcs that change one cell alone, by the cell; and that swap two symbols, of one of which there is one copy."""
    one: dict[int, list[int]] = {}
    two: dict[tuple[Symbol, Symbol], list[int]] = {}
    for number, (asked, made) in parts.items():
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


def _objection(walk: ArcWalk, theory: Theory, parts: FactsByArc) -> str:
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
    for number, (asked, made) in parts.items():
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
    walks: Sequence[ArcWalk], parts: FactsByArc
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
