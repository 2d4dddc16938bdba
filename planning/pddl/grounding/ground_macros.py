"""Ground macros of a task: chains of its ground actions, found by joining the facts that steps share.

Nothing is grounded twice: the steps are arcs that the task has already, and what a chain of them asks for and does is
worked out on the cells. A step that can never be taken, or that matters to no goal, has no arc, and so ends every chain
that would need it.
"""

from __future__ import annotations

import logging
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from ....rules.arc import Arc, Way
from ....rules.cost import total_cost
from ....rules.room import no_collection
from ....rules.sparse_arc import Cells, SparseArc
from ....rules.term import Symbol
from ..action_domain import Atom, PlanningTask, atom_text, is_parameter, substituted
from ..action_schema import ActionSchema
from ..repeated import REPEATED, Repeated, is_repeated, repeated
from .ground_task import Encoder, Grounding

LOG = logging.getLogger("arcwise")

FEW, MOST_FOR_EACH_ARC = 100, 2
"""Greatest number of instances of a macro, and of instances for each arc of its task: more would cost more than the task itself."""

LOOKS = 2
"""Greatest number of partial choices of objects that are looked at for each instance."""

GroundRow: TypeAlias = tuple[tuple[str, ...], int]
"""Objects, and the number of the arc of an action that takes them."""


def ground_macros(grounding: Grounding, macros: Sequence[ActionSchema]) -> tuple[Arc, ...]:
    """All instances of macros in a task, as arcs of its theory with their steps and the cost of these.

    Instances with a step that matters to no goal are left out, and those that repeat a cheaper instance. So are macros with
    too many instances, which are logged. An iterated macro is made of the steps that do not repeat, with the arcs that may be
    taken between them.
    """
    found: dict[object, Arc] = {}
    macros = [macro for macro in macros if not macro.entangled]  # these are arcs of the task
    if not macros:
        return ()
    with no_collection():
        steps = {move[0] for macro in macros for move in macro.moves}
        tables = _Tables(grounding, steps | {name.removesuffix(REPEATED) for name in steps})
        for macro in macros:
            instances = _Instances(grounding, tables, macro)
            if instances.too_many:
                _say_left_out(macro.name, grounding.task.name, _most(grounding))
                continue
            for rule, arc in instances.found:
                if rule not in found or arc.cost < found[rule].cost:
                    found[rule] = arc
    return tuple(found.values())


@lru_cache(maxsize=128)
def _say_left_out(macro: str, problem: str, most: int) -> None:
    """Log, once, that a macro is left out."""
    LOG.info(
        f"{macro} is left out of problem {problem}: more than {most:,} instances, or too many choices to find them"
    )


def _most(grounding: Grounding) -> int:
    """Greatest number of instances of one macro."""
    return max(FEW, MOST_FOR_EACH_ARC * len(grounding.theory.arcs))


class _Tables:
    """Rows of objects by name: those of the arcs of the actions that are steps, of the facts of the start, of the goals."""

    def __init__(self, grounding: Grounding, steps: Container[str]) -> None:
        self._rows: dict[tuple[str, str], list[GroundRow]] = {}
        for number, action in enumerate(grounding.actions):
            if action.name in steps:
                self._enter("action", action.name, action.arguments, number)
        for atom in grounding.task.goal:
            self._enter("goal", atom[0], atom[1:])
        self._start = grounding.task.init
        self._indexes: dict[object, dict[tuple[str, ...], list[GroundRow]]] = {}
        self._arcs = grounding.theory.arcs
        self._rules: dict[int, tuple[Cells, Cells]] = {}
        self._ways: dict[tuple[str, tuple[str, ...]], tuple[Way, frozenset[int]] | None] = {}
        self._by_name = grounding.task.domain.by_name
        self._repeats: dict[
            tuple[str, tuple[str, ...]], tuple[tuple[Arc, ...], frozenset[int]]
        ] = {}
        self.encoder = Encoder(grounding.cells, grounding.axioms)
        axioms = grounding.axioms
        self._derived = frozenset(() if axioms is None else (cell for cell, _ in axioms.cells))

    def _enter(self, kind: str, name: str, objects: Sequence[str], number: int = -1) -> None:
        self._rows.setdefault((kind, name), []).append((tuple(objects), number))

    def index(
        self, kind: str, name: str, positions: tuple[int, ...]
    ) -> Mapping[tuple[str, ...], list[GroundRow]]:
        """The rows of a table by their objects at some positions."""
        key = kind, name, positions
        if key not in self._indexes:
            if (kind, name) not in self._rows and kind == "start":
                # In an order of their own, so that searches with macros are the same in every process.
                for atom in sorted(atom for atom in self._start if atom[0] == name):
                    self._enter("start", name, atom[1:])
            index = self._indexes[key] = {}
            for row in self._rows.get((kind, name), ()):
                index.setdefault(tuple([row[0][place] for place in positions]), []).append(row)
        return self._indexes[key]

    def rule(self, number: int) -> tuple[Cells, Cells]:
        """The cells that an arc tests, and those that it sets, with their symbols."""
        if number not in self._rules:
            arc = self._arcs[number]
            self._rules[number] = arc.conditions[0], tuple(arc.made.items())
        return self._rules[number]

    def way(self, call: Atom) -> tuple[Way, frozenset[int]] | None:
        """A repeated action with objects as arcs and their end, and the cells that these arcs change; None where none ends there."""
        found = self._repeated(call[0])
        key = found.step.name, tuple([call[1 + place] for _, place in found.end_places])
        if key not in self._ways:
            last = self._arcs_with(call, found.end_places)
            self._ways[key] = self._way(call, found, last) if last else None
        return self._ways[key]

    def _way(self, call: Atom, found: Repeated, last: Sequence[int]) -> tuple[Way, frozenset[int]]:
        """The way that ends with one of some arcs."""
        key = found.step.name, tuple([call[1 + place] for _, place in found.shared_places])
        if key not in self._repeats:
            numbers = self._arcs_with(call, found.shared_places)
            changed = frozenset(cell for number in numbers for cell, _ in self.rule(number)[1])
            self._repeats[key] = tuple([self._arcs[number] for number in numbers]), changed
        arcs, changed = self._repeats[key]
        end = set.intersection(*(set(self.rule(number)[1]) for number in last))
        return Way(arcs, tuple(sorted(end))), changed

    def _arcs_with(self, call: Atom, places: Sequence[tuple[int, int]]) -> list[int]:
        """Numbers of the arcs of an action that have the objects of a repeated one at some places."""
        name = call[0].removesuffix(REPEATED)
        rows = self.index("action", name, tuple([inside for inside, _ in places]))
        return sorted(
            number for _, number in rows.get(tuple([call[1 + at] for _, at in places]), ())
        )

    def end_of(self, call: Atom) -> _Part:
        """The relation between what the steps of a repeated action share and where they can lead."""
        found = self._repeated(call[0])
        inside, outside = zip(*found.end_places, strict=True)
        if ("end", call[0]) not in self._rows:
            rows = self._rows.get(("action", found.step.name), ())
            for ends in dict.fromkeys(tuple(objects[at] for at in inside) for objects, _ in rows):
                self._enter("end", call[0], ends)
        return _Part("end", call[0], tuple(call[1 + at] for at in outside))

    def _repeated(self, name: str) -> Repeated:
        found = repeated(self._by_name[name.removesuffix(REPEATED)])
        assert found is not None  # as the macro is proved
        return found

    def depends(self, number: int) -> bool:
        """Whether an arc has conditional effects or asks for derived cells, which the steps before it may change unseen."""
        arc = self._arcs[number]
        conditional = isinstance(arc, SparseArc) and bool(arc.conditional)
        return conditional or not self._derived.isdisjoint(arc.asked)


@dataclass(frozen=True)
class _Part:
    """A relation by which a macro's parameters are joined: a step, a fact of the start, or a goal."""

    kind: str
    name: str
    terms: tuple[str, ...]
    step: int = -1


@dataclass(frozen=True)
class _Turn:
    """A part of a chain, joined in its turn.

    Parameters
    ----------
    part
        The part.
    known
        Its terms that have objects by then, as the index has them.
    new
        Positions whose parameters get their objects here.
    repeated
        Pairs of positions that must agree.
    rows
        Rows that the part is joined with.
    rows_each
        Average number of these rows, for known objects with at least one row.
    """

    part: _Part
    known: tuple[str, ...]
    new: tuple[int, ...]
    repeated: tuple[tuple[int, int], ...]
    rows: Mapping[tuple[str, ...], list[GroundRow]]
    rows_each: float


def _parts(task: PlanningTask, macro: ActionSchema, ends: Iterable[_Part]) -> Iterator[_Part]:
    yield from ends
    for number, (name, *terms) in enumerate(macro.moves):
        yield _Part("action", name, tuple(terms), number)
    by_name, fluents = task.domain.by_name, task.domain.fluents
    said: set[Atom] = set()
    for name, *terms in macro.moves:
        step = by_name[name]
        binding = dict(zip((one.name for one in step.parameters), terms, strict=True))
        said |= {substituted(a, binding) for a in step.positive}
    for atom in macro.action.positive:
        if atom[0] not in fluents and atom not in said:
            yield _Part("start", atom[0], atom[1:])
    for atom in macro.initial:
        yield _Part("start", atom[0], atom[1:])
    for atom in macro.goals:
        yield _Part("goal", atom[0], atom[1:])


def _turns(tables: _Tables, parts: Iterable[_Part]) -> list[_Turn]:
    """The parts in the order of joining: next is always the one with the fewest rows for what is known by then."""
    known: set[str] = set()
    waiting = list(parts)
    turns = []

    def seen(part: _Part) -> tuple[int, ...]:
        return tuple(
            place
            for place, term in enumerate(part.terms)
            if term in known or not is_parameter(term)
        )

    def rows_each(part: _Part) -> float:
        return _rows_each(tables.index(part.kind, part.name, seen(part)))

    while waiting:
        part = min(waiting, key=rows_each)
        waiting.remove(part)
        positions = seen(part)
        new, repeated = [], []
        first: dict[str, int] = {}
        for place, term in enumerate(part.terms):
            if place in positions:
                continue
            if term in first:
                repeated.append((first[term], place))
            else:
                first[term] = place
                new.append(place)
        index = tables.index(part.kind, part.name, positions)
        terms = tuple(part.terms[place] for place in positions)
        turns.append(_Turn(part, terms, tuple(new), tuple(repeated), index, _rows_each(index)))
        known |= set(part.terms)
    return turns


def _rows_each(index: Mapping[tuple[str, ...], list[GroundRow]]) -> float:
    return sum(map(len, index.values())) / max(1, len(index))


class _Instances:
    """The instances of one macro.

    Parameters
    ----------
    grounding, tables
        The task.
    macro
        The macro.
    """

    def __init__(self, grounding: Grounding, tables: _Tables, macro: ActionSchema) -> None:
        self._calls, ends = macro.moves, list[_Part]()
        if macro.repeated:
            terms = {
                term for call in macro.moves if call not in macro.repeated for term in call[1:]
            }
            ends = [
                one
                for call in macro.repeated
                if not terms.issuperset((one := tables.end_of(call)).terms)
            ]
            macro = macro.within(terms.union(*(one.terms for one in ends)))
        task, action = grounding.task, macro.action
        self._grounding, self._tables, self._macro = grounding, tables, macro
        self._turns = _turns(tables, _parts(task, macro, ends))
        self._most = _most(grounding)
        self._allowed = {
            one.name: frozenset(task.objects_of(one.type)) for one in action.parameters
        }
        self._unequal = action.unequal
        self._binding = {
            one.name: next(iter(task.objects_of(one.type)), "") for one in action.parameters
        }
        self._chain = [-1] * len(macro.moves or (macro.name,))
        self._work = 0
        self.found: list[tuple[object, Arc]] = []
        self.too_many = self._expected() > LOOKS * self._most
        if not self.too_many:
            self._join(0, frozenset())

    def _expected(self) -> float:
        """Estimated number of choices of objects: the product of the average numbers of rows of all turns."""
        expected = 1.0
        for turn in self._turns:
            expected *= turn.rows_each
        return expected

    def _join(self, place: int, bound: frozenset[str]) -> None:
        """Take all rows of a turn, and with each those of the turns behind it."""
        if place == len(self._turns):
            self._take()
            return
        turn, binding = self._turns[place], self._binding
        terms, step = turn.part.terms, turn.part.step
        new = {terms[position]: position for position in turn.new}
        now = bound | new.keys()
        different = [
            pair
            for pair in self._unequal
            if not new.keys().isdisjoint(pair)
            and all(term in now or not is_parameter(term) for term in pair)
        ]
        for objects, number in turn.rows.get(tuple(binding.get(t, t) for t in turn.known), ()):
            self._work += 1
            if self.too_many or self._work > LOOKS * self._most:
                self.too_many = True
                return
            if any(objects[one] != objects[other] for one, other in turn.repeated):
                continue
            if any(objects[position] not in self._allowed[term] for term, position in new.items()):
                continue
            binding.update((term, objects[position]) for term, position in new.items())
            if any(binding.get(a, a) == binding.get(b, b) for a, b in different):
                continue
            if step >= 0:
                self._chain[step] = number
            self._join(place + 1, now)

    def _take(self) -> None:
        """Add the chain as an arc, if its steps can follow each other and change anything."""
        if any(map(self._tables.depends, self._chain)):
            return
        links = self._links()
        if links is None:
            return
        arcs, asked, made = self._last_arcs(links)
        if not made:
            return
        self.too_many = len(self.found) >= self._most
        objects = (self._binding[one.name] for one in self._macro.action.parameters)
        name = atom_text((self._macro.name, *objects))
        cost = total_cost([step.cost for step in arcs])
        repeats = links if len(arcs) < len(links) else ()
        arc = self._tables.encoder.spelled(name, asked, made, cost, arcs, repeats=repeats)
        ways = tuple(
            id(one) if isinstance(one, Arc) else (id(one.arcs), one.end) for one in repeats
        )
        self.found.append(((frozenset(asked.items()), frozenset(made.items()), ways), arc))

    def _links(self) -> tuple[Arc | Way, ...] | None:
        """The arcs and ways of the chain; None if they cannot follow each other."""
        links: list[Arc | Way] = []
        known: dict[int, Symbol | None] = {}  # None where a way may have changed it
        chain = iter(self._chain)
        for call in self._calls:
            if not is_repeated(call[0]):
                number = next(chain)
                conditions, effects = self._tables.rule(number)
                if any(
                    known.get(cell, symbol) not in (None, symbol) for cell, symbol in conditions
                ):
                    return None
                known.update(conditions)
                known.update(effects)
                links.append(self._grounding.theory.arcs[number])
                continue
            found = self._tables.way(substituted(call, self._binding))
            if found is None or all(known.get(cell) == one for cell, one in found[0].end):
                return None  # no way, or a way to where it is
            if known:
                known.update(dict.fromkeys(found[1]))
            known.update(found[0].end)
            links.append(found[0])
        return tuple(links)

    @staticmethod
    def _last_arcs(
        links: Sequence[Arc | Way],
    ) -> tuple[tuple[Arc, ...], dict[int, Symbol], dict[int, Symbol]]:
        """The last arcs between ways, what they ask for together, and what they change."""
        arcs: list[Arc] = []
        for place, link in enumerate(links):
            if isinstance(link, Arc):
                arcs = [*arcs, link] if place and isinstance(links[place - 1], Arc) else [link]
        asked: dict[int, Symbol] = {}
        cells: dict[int, Symbol] = {}
        for arc in arcs:
            asked.update((cell, symbol) for cell, symbol in arc.asked.items() if cell not in cells)
            cells.update(arc.asked)
            cells.update(arc.made)
        made = {cell: symbol for cell, symbol in cells.items() if asked.get(cell) != symbol}
        return tuple(arcs), asked, made
