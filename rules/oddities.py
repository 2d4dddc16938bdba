"""Slips in a theory: arcs that break a rule that all others keep, and arcs that are missing among them.

Nothing here knows a puzzle. A rule is whatever all other arcs have in common: they keep every symbol, each can be undone, each lies
at every place of a board where it fits, and so on. A theory may be odd on purpose, so that an oddity is told and never an error.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import product
from math import prod
from typing import NamedTuple

from .arc import UNNAMED, Arc
from .domain import Domain, TheoryDomain
from .errors import InputError
from .geometry import Shape
from .record import record
from .schema import touched
from .term import Pattern, Symbol, Term, Var, canonical, standard_variables, variables
from .text.words import counted
from .theory import Theory

MOST_CELLS = 20_000
"""Cells of all arcs together up to which a theory is looked at."""

MANY = 12
"""Fewest other arcs that make a rule about constants, if they have no more in common than that they are of one theory."""

MOST_TOLD = 5
"""Greatest number of oddities of a theory that are told; of the others the number is."""

FEWEST = 3
"""Fewest other arcs that make a rule."""

SPELLED = 16
"""Cells of a board up to which arcs are spelled out in a sentence."""


@record
class Oddity:
    """An arc that is unlike the others of its theory.

    Parameters
    ----------
    arc
        Number of the arc among the primitive arcs, from 0.
    kind
        One of `KINDS`.
    words
        What is odd, and what the others do.
    meant
        The arc that seems to be meant or to be missing, as text; empty if that cannot be told.
    twin
        Of a duplicate the number of the first of the two arcs.
    """

    arc: int
    kind: str
    words: str
    meant: str = ""
    twin: int | None = None

    def __str__(self) -> str:
        return self.told(lambda number: f"arc {number + 1}")

    def told(self, where: Callable[[int], str]) -> str:
        """The oddity as a sentence, in which a function names arcs."""
        if self.twin is not None:
            return f"{self.words}, as {where(self.twin)}"
        lacks = "missing" if self.kind in ("missing", "one-way") else "meant"
        return f"{self.words}; perhaps {lacks}: {self.meant}" if self.meant else self.words


KINDS = (
    "duplicate",
    "idle",
    "letter",
    "symbols",
    "pattern",
    "place",
    "one-way",
    "missing",
    "cost",
)
"""Kinds of oddities; of several that an arc has the first is told, and its cost."""


@lru_cache(maxsize=32)
def oddities(theory: Theory) -> tuple[Oddity, ...]:
    """Find the arcs that are unlike the others, in their order.

    Parameters
    ----------
    theory
        Its primitive arcs are looked at, if they are plain and have at most `MOST_CELLS` cells together.
    """
    arcs = theory.primitives
    if not FEWEST <= len(arcs) <= MOST_CELLS // theory.size or not theory.plain:
        return ()
    return _Looking(theory).found


def odd_arcs(domain: Domain, shape: Shape) -> tuple[str, ...]:
    """Sentences on the oddities of a domain from a file or in memory, each with the line of the arc in the file, or its number.

    Nothing is said of domains that come with arcwise, of programs, and of arcs that clauses or actions make.
    """
    known = domain if domain.alone is None else domain.alone.domain or domain
    own = type(known).__module__.startswith(f"{_HERE}.") and not isinstance(known, TheoryDomain)
    if own or domain.places is None or domain.program is not None:
        return ()
    try:
        theory = domain.theory(shape)
    except InputError:  # which is said where the arcs are wanted
        return ()
    found, lines = oddities(theory), []
    for one in found[:MOST_TOLD]:
        name = theory.primitives[one.arc].name
        named = "" if name in UNNAMED else f" ({name})"
        if len(domain.places) == len(theory.arcs):
            place, places = domain.places[one.arc], domain.places
            words = one.told(lambda number: f"in line {places[number].line}")  # noqa: B023
            lines.append(f"{place}{named}: {words}")
        else:
            lines.append(f"{theory.name}, arc {one.arc + 1}{named}: {one}")
    if len(found) > MOST_TOLD:
        lines.append(f"{theory.name}: {counted(len(found) - MOST_TOLD, 'more odd arc')}")
    return tuple(lines)


_HERE = __package__.rpartition(".")[0]


class _Arc(NamedTuple):
    """An arc as it is looked at.

    Parameters
    ----------
    arc
        The arc.
    before, after
        Its patterns with standard variables.
    touched
        The cells that it looks at or changes: all others hold a variable of their own.
    changed
        The cells that it changes.
    """

    arc: Arc
    before: Pattern
    after: Pattern
    touched: tuple[int, ...]
    changed: tuple[int, ...]

    @property
    def constants(self) -> tuple[tuple[int, Symbol], ...]:
        """The cells of ``before`` that hold a constant, with it."""
        held = ((cell, self.before[cell]) for cell in self.touched)
        return tuple((cell, one) for cell, one in held if not isinstance(one, Var))

    @property
    def sides(self) -> tuple[Pattern, Pattern]:
        """Both patterns in the touched cells."""
        cells = self.touched
        return tuple([self.before[n] for n in cells]), tuple([self.after[n] for n in cells])

    @property
    def keeps(self) -> bool:
        """Whether the arc leaves the symbols that it finds, in other cells."""
        return _equal_bags(*self.sides)

    @property
    def keeps_variables(self) -> bool:
        """Whether the arc leaves what its variables stand for."""
        before, after = self.sides
        return _equal_bags(_variables_in(before), _variables_in(after))

    @property
    def moves_variables(self) -> bool:
        """Whether a variable stands after the arc where it did not stand before."""
        return any(isinstance(self.after[cell], Var) for cell in self.changed)

    @property
    def balance(self) -> Hashable:
        """The constants of ``after`` and how many more of them there are than before."""
        before, after = self.sides
        found = Counter(one for one in after if not isinstance(one, Var))
        found.subtract(one for one in before if not isinstance(one, Var))
        return frozenset((one, many) for one, many in found.items() if many)

    @property
    def required(self) -> Hashable:
        """The constants of ``before``, each as often as it stands there."""
        return frozenset(Counter(one for _, one in self.constants).items())

    @property
    def pattern(self) -> Hashable:
        """The touched cells with their constants renamed in order."""
        names: dict[Term, int] = {}
        return tuple(
            tuple(names.setdefault(side[cell], len(names)) for cell in self.touched)
            for side in (self.before, self.after)
        )

    @property
    def sum(self) -> int | None:
        """How much larger the numbers in the changed cells become together; None where there are no numbers."""
        cells = [(self.before[cell], self.after[cell]) for cell in self.changed]
        if len(cells) < 2 or not all(isinstance(one, int) for pair in cells for one in pair):
            return None
        return sum(after - before for before, after in cells)  # type: ignore[operator, misc]

    @property
    def signs(self) -> Hashable:
        """For each changed cell with numbers whether these grow."""
        return tuple(
            was < becomes if isinstance(was, int) and isinstance(becomes, int) else None
            for was, becomes in ((self.before[cell], self.after[cell]) for cell in self.changed)
        )

    @property
    def turn(self) -> str | None:
        """How the arc turns what is in the first cells around; None if it does not."""
        if len(set(self.before)) < len(self.before) or self.constants or 0 not in self.changed:
            return None
        end = self.changed[-1] + 1
        row, made = self.before[:end], self.after[:end]
        ways = {
            "reverse": row[::-1],
            "rotate left": (*row[1:], row[0]),
            "rotate right": (row[-1], *row[:-1]),
        }
        return next((way for way, wanted in ways.items() if made == wanted), None)


def _variables_in(pattern: Pattern) -> list[Term]:
    return [one for one in pattern if isinstance(one, Var)]


def _equal_bags(some: Sequence[Term], others: Sequence[Term]) -> bool:
    """Whether two sequences hold the same terms, each as often; they are mostly short and without repetitions."""
    if len(some) != len(others):
        return False
    kinds = set(some)
    if kinds != set(others):
        return False
    return len(kinds) == len(some) or Counter(some) == Counter(others)


_KEEPING: tuple[tuple[Callable[[_Arc], bool], str], ...] = (
    (lambda one: one.keeps, "the other {others} keep{s} every symbol"),
    (lambda one: one.keeps_variables, "the other {others} keep{s} what stands for a variable"),
    (lambda one: not one.moves_variables, "in the other {others} each variable stays in its cell"),
)
"""Rules about symbols, and what the arcs do that keep them."""


_PATTERNS: tuple[Callable[[_Arc], Hashable], ...] = (
    lambda one: one.balance,
    lambda one: one.required,
    lambda one: one.pattern,
)
"""Features that arcs which belong together have in common."""


def _allowed(others: int) -> int:
    """Greatest number of arcs that may break a rule that some others keep."""
    return max(1, others // 8)


class _Looking:
    """The arcs of a theory and what is odd about them."""

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self.arcs = [
            _Arc(arc, *arc.canonical, touched(arc), arc.changed) for arc in theory.primitives
        ]
        self.number: dict[tuple[Pattern, Pattern], int] = {}
        self.twins: dict[int, int] = {}
        for number, one in enumerate(self.arcs):
            first = self.number.setdefault((one.before, one.after), number)
            if first != number:
                self.twins[number] = first
        self.odd: dict[tuple[int, bool], Oddity] = {}
        self.features: dict[Callable[[_Arc], Hashable], list[Hashable]] = {}

    @property
    def found(self) -> tuple[Oddity, ...]:
        """All oddities found, ordered by the number of the arc."""
        self._look_for_twins()
        self._look_at_letters()
        self._look_at_symbols()
        self._look_at_patterns()
        self._look_at_places()
        self._look_at_inverses()
        self._look_at_families()
        self._look_at_costs()
        return tuple(self.odd[key] for key in sorted(self.odd))

    def _add(self, number: int, kind: str, words: str, meant: str = "") -> None:
        """Enter an oddity, unless an earlier kind of the arc is there; what is meant is filled in."""
        key = number, kind == "cost"
        known = self.odd.get(key)
        if known is None:
            self.odd[key] = Oddity(number, kind, words, meant)
        elif meant and not known.meant and known.kind != "duplicate":
            self.odd[key] = replace(known, meant=meant)

    def _few(
        self,
        groups: Iterable[Sequence[int]],
        feature: Callable[[_Arc], Hashable],
        wanted: Hashable = None,
        fewest: int = FEWEST,
    ) -> list[tuple[int, Hashable, int]]:
        """Arcs that break a rule which the others of their groups keep: that a feature has the same value.

        Parameters
        ----------
        groups
            Numbers of arcs. There is a rule if it holds in groups with most of these arcs, but for few of them.
        feature
            Something of an arc.
        wanted
            The only value that makes a rule; None for any.
        fewest
            Fewest others of a group that make a rule.

        Returns
        -------
        For each of the few its number, the value that the others have, and how many these are.
        """
        found: list[tuple[int, Hashable, int]] = []
        everything = kept = 0
        known = self._values(feature)
        for numbers in groups:
            everything += len(numbers)
            values = [(number, known[number]) for number in numbers]
            ((common, others), *_) = Counter(value for _, value in values).most_common(1)
            if others < fewest or (wanted is not None and common != wanted):
                continue
            few = [number for number, value in values if value != common]
            if len(few) > _allowed(others):
                return []
            kept += len(numbers)
            found += [(number, common, others) for number in few]
        return found if 4 * kept >= 3 * everything and len(found) <= _allowed(kept) else []

    def _values(self, feature: Callable[[_Arc], Hashable]) -> list[Hashable]:
        """A feature of all arcs, which is computed once however many groups are looked at."""
        if feature not in self.features:
            self.features[feature] = [feature(one) for one in self.arcs]
        return self.features[feature]

    def _by(self, feature: Callable[[_Arc], Hashable]) -> list[list[int]]:
        """Numbers of the arcs by a feature."""
        groups: dict[Hashable, list[int]] = defaultdict(list)
        for number, one in enumerate(self.arcs):
            groups[feature(one)].append(number)
        return list(groups.values())

    @cached_property
    def is_graph(self) -> bool:
        """Whether the arcs are the edges of a graph of states, which need have nothing in common."""
        return not any(isinstance(term, Var) for one in self.arcs for term in one.before)

    @cached_property
    def alike(self) -> list[int]:
        """The arcs that may be compared with each other: where arcs share names, those whose name is not theirs alone."""
        shared = [number for group in self.named if len(group) > 1 for number in group]
        return shared or list(range(len(self.arcs)))

    @cached_property
    def named(self) -> list[list[int]]:
        """Numbers of the arcs by their names."""
        return self._by(lambda one: one.arc.name.partition("(")[0])

    @cached_property
    def groups(self) -> list[tuple[list[list[int]], int]]:
        """Ways of taking arcs together, each with the fewest arcs that make a rule: all, by name, by the cells that they change."""
        return [
            ([self.alike], MANY),
            ([group for group in self.named if 1 < len(group) < len(self.arcs)], FEWEST),
            (self._by(lambda one: one.changed), FEWEST + 1),
        ]

    def _look_for_twins(self) -> None:
        for number, first in self.twins.items():
            cost, other = (self.arcs[one].arc.cost for one in (number, first))
            at = "" if cost == other else f" at cost {other} and not {cost}"
            self.odd[number, False] = Oddity(
                number, "duplicate", f"this arc is there already{at}", twin=first
            )
        idle = [number for number, one in enumerate(self.arcs) if not one.changed]
        if len(idle) <= _allowed(len(self.arcs) - len(idle)):
            for number in idle:
                self._add(number, "idle", "this arc changes nothing")

    def _look_at_letters(self) -> None:
        """Lower-case letters where arcs beside them have the same letter as a variable."""
        uses: Counter[Term] = Counter(one for arc in self.arcs for one in set(arc.arc.symbols))
        letters = self._letters(uses)
        several = {symbol for symbol, _ in letters.values()}
        if len(several) == 1 and len(letters) <= _allowed(len(self.arcs) - len(letters)):
            for number, (symbol, many) in letters.items():
                has = "has" if many == 1 else "have"
                words = f"{symbol} is a constant here, in lower case; {counted(many, 'other arc')} {has} the variable {_capital(symbol)}"
                self._add(number, "letter", words)
        if self.is_graph or len(self.arcs) <= FEWEST + 1:
            return
        rare = [symbol for symbol, many in uses.items() if many == 1]
        others = [many for symbol, many in uses.items() if many > 1]
        if len(rare) == 1 and min(others, default=FEWEST) >= FEWEST:
            self._alone(rare[0])

    def _letters(self, uses: Counter[Term]) -> dict[int, tuple[Symbol, int]]:
        """By arc, its first constant that more arcs have as a variable than as a constant, and how many do."""
        names = [
            Counter(str(term) for one in self.arcs if isinstance(term := one.arc.before[cell], Var))
            for cell in range(self.theory.size)
        ]
        letters: dict[int, tuple[Symbol, int]] = {}
        for number, one in enumerate(self.arcs):
            for cell, pair in enumerate(zip(one.arc.before, one.arc.after, strict=True)):
                for symbol in pair:
                    if not isinstance(symbol, str) or not symbol[:1].islower():
                        continue
                    name = _capital(symbol)
                    many = names[cell][name] or max(held[name] for held in names)
                    if many > uses[symbol]:
                        letters.setdefault(number, (symbol, many))
        return letters

    def _alone(self, symbol: Term) -> None:
        """Enter the only arc that has a symbol."""
        for number, one in enumerate(self.arcs):
            if symbol in one.arc.symbols:
                self._add(
                    number, "letter", f"{symbol} stands in this arc alone of {len(self.arcs)}"
                )

    def _look_at_symbols(self) -> None:
        """Symbols that are lost or doubled where others keep them."""
        for groups, fewest in [([list(range(len(self.arcs)))], FEWEST - 1), *self.groups[1:]]:
            for feature, words in _KEEPING:
                few = self._few(groups, feature, True, fewest)
                for number, _, others in few:
                    more = words.format(others=counted(others, "arc"), s="s" * (others == 1))
                    self._add(number, "symbols", f"{_lost(self.arcs[number].arc)}; {more}")
                if few:
                    return
                fewest = max(fewest, FEWEST + 1)

    def _look_at_patterns(self) -> None:
        """Constants that are required or made where others require or make others, and rows turned around otherwise."""
        if self.is_graph:
            return
        for number, way, others in self._few([list(range(len(self.arcs)))], lambda one: one.turn):
            if way is not None:
                words = f"{self._effect(self.arcs[number])}; the other {counted(others, 'arc')} {way} the first cells"
                self._add(number, "pattern", words)
        for groups, fewest in self.groups:
            for feature in _PATTERNS:
                for number, _, others in self._few(groups, feature, None, fewest):
                    words = f"{self._effect(self.arcs[number])}, unlike the other {counted(others, 'arc')}"
                    self._add(number, "pattern", words)
            numbers = [[n for n in group if self.arcs[n].sum is not None] for group in groups]
            for number, _, others in self._few(
                filter(None, numbers), lambda one: one.sum, 0, fewest
            ):
                words = f"the numbers become {self.arcs[number].sum:+} together; in the other {counted(others, 'arc')} their sum stays"
                self._add(number, "pattern", words)
        fixed = [
            group
            for group in self._by(lambda one: one.touched)
            if not any(
                isinstance(self.arcs[group[0]].before[n], Var) for n in self.arcs[group[0]].touched
            )
        ]
        for number, common, others in self._few(
            fixed, lambda one: len(one.changed), None, FEWEST + 1
        ):
            words = f"{counted(len(self.arcs[number].changed), 'cell')} changed; the other {counted(others, 'arc')} of the same cells {_do(others, 'change')} {common}"
            self._add(number, "pattern", words)

    def _effect(self, one: _Arc) -> str:
        """Effect of an arc on the cells that it touches, in words."""
        cells = one.touched[:6]
        was, becomes = (
            " ".join(str(side[cell]) for cell in cells) for side in (one.arc.before, one.arc.after)
        )
        more = " ..." if len(one.touched) > len(cells) else ""
        return f"{was}{more} becomes {becomes}{more}"

    def _look_at_inverses(self) -> None:
        """Arcs that none undoes where others are undone."""
        back, others = self._not_undone()
        pair = False
        if len(back) == 2:
            # One may be a slip, the other what the arc that was meant undoes: they are of nearly the same cells.
            one, other = (set(self.arcs[number].touched) for number in back)
            pair = not one ^ other or (len(one ^ other) <= 2 < len(one & other))
        most = max(_allowed(others), 2 if others > FEWEST else 1)
        if not back or ((others < FEWEST or len(back) > most) and not (pair and others > 1)):
            return
        for number in back:
            arc = self.arcs[number]
            words = f"{self._move(arc)}, and no arc undoes that; the other {counted(others, 'arc')} can be undone"
            if set(variables(arc.before)) == set(variables(arc.after)):
                before, after = _undoing(arc.before, arc.after)
                self._lacks(number, "one-way", words, before, after)
            else:
                self._add(number, "one-way", words)

    def _not_undone(self) -> tuple[list[int], int]:
        """Arcs that none undoes, of those that keep their symbols or change cells that arcs which are undone change.

        Beside them the number of arcs that are undone.
        """
        back: list[int] = []
        for number, arc in enumerate(self.arcs):
            if number in self.twins:
                continue
            key = _undoing(arc.before, arc.after)
            if set(variables(arc.before)) != set(variables(arc.after)) or key not in self.number:
                back.append(number)
        undone = set(range(len(self.arcs))).difference(back, self.twins)
        cells = {cell for number in undone for cell in self.arcs[number].changed}
        odd = [n for n in back if self.arcs[n].keeps or cells & set(self.arcs[n].changed)]
        return odd, len(undone)

    def _lacks(self, number: int, kind: str, words: str, before: Pattern, after: Pattern) -> None:
        """Enter that an arc is missing: with the odd arc that stands for it if there is one, else with an arc beside it."""
        if (before, after) in self.number:
            return
        text = self._text(before, after)
        meant = [
            key[0]
            for key, one in self.odd.items()
            if not key[1] and one.kind not in ("one-way", "missing") and one.meant in ("", text)
        ]
        alike = (
            [n for n in meant if self.arcs[n].before == before]
            or [n for n in meant if self.arcs[n].after == after]
            or (meant if len(meant) == 1 else [])
        )
        if len(alike) == 1 and self.odd[alike[0], False].kind != "duplicate":
            self._add(alike[0], kind, words, text)
        elif not any(one.meant == text for one in self.odd.values()):
            self._add(number, kind, words, text)

    def _look_at_places(self) -> None:
        """Arcs that lie at one place of a board only, or at all but one."""
        best = self._best_lying()
        if best is None:
            return
        lying, few = best
        rows, columns = lying.shape
        board = "ring" if lying.ring else f"{rows}x{columns} board" if rows > 1 else "line"
        others = len(self.arcs) - len(few)
        for number in few:
            one = self.arcs[number]
            if self.number.get(_undoing(one.before, one.after), number) != number:
                continue  # forth and back, as a passage that is meant
            words = f"{self._move(one, lying)}, unlike the other {counted(others, 'arc')} on a {board} of {counted(self.theory.size, 'cell')}"
            self._add(number, "place", words)
        lacking = [
            (group, *lying.moved(self.arcs[group[0]], place)) for group, place in lying.lacking
        ]
        left_out = [(before, after) for _, before, after in lacking]
        for group, before, after in lacking:
            back = _undoing(before, after)
            if back in left_out and back != (before, after):
                continue  # forth and back, as a wall that is meant
            count = len(group)
            words = f"this arc and those like it lie at {count} of {count + 1} places of a {board}"
            self._lacks(group[-1], "missing", words, before, after)

    def _best_lying(self) -> tuple[_Lying, list[int]] | None:
        """How the arcs lie on the board that suits most of them best, and those that do not suit; None if no board does."""
        size, rows = self.theory.size, self.theory.shape[0]
        shapes = (
            [self.theory.shape]
            if rows > 1
            else [
                (size // columns, columns) for columns in range(2, size + 1) if size % columns == 0
            ]
        )
        tried = [_Lying(self.arcs, shape) for shape in shapes]
        if rows == 1 and size > 2:
            tried.append(_Lying(self.arcs, (1, size), ring=True))
        if not tried:
            return None
        best = max(tried, key=lambda one: (len(one.explained), -len(one.groups)))
        few = [n for n in range(len(self.arcs)) if n not in best.explained and n not in self.twins]
        others = len(best.explained)
        lacks = len(best.lacking)
        if others <= FEWEST or max(len(few), lacks) > _allowed(others):
            return None
        return best, few

    def _look_at_families(self) -> None:
        """Cells that one arc touches where others are touched by several, and values that are left out."""
        if any(one.kind != "cost" for one in self.odd.values()):
            return
        groups = self._by(lambda one: one.touched)
        sizes = Counter(map(len, groups))
        (usual, many), *_ = sizes.most_common(1)
        rare = [group for group in groups if len(group) < usual]
        alone = [g for g in groups if len(g) == 1]
        if (
            usual > 1
            and many > FEWEST
            and len(rare) == len(groups) - many <= max(2, _allowed(many))
        ):
            for group in rare:
                cells = ", ".join(str(cell + 1) for cell in self.arcs[group[0]].touched[:6])
                words = f"{counted(len(group), 'arc')} for cells {cells}; for all other cells that belong together there are {usual}"
                self._add(group[0], "missing", words)
        elif (
            len(alone) == 1
            and len(groups) > 2
            and all(len(g) > FEWEST for g in groups if g not in alone)
        ):
            words = "no other arc is for just these cells; all others have several"
            self._add(alone[0][0], "place", words)
        self._look_at_turns()
        for numbers in self._by(lambda one: (one.arc.name, one.touched, one.changed, one.signs)):
            self._look_at_values(numbers)

    def _look_at_turns(self) -> None:
        """First cells that are turned around, of all numbers but one."""
        kinds = {one.turn for one in self.arcs}
        if len(kinds) > 1 or None in kinds:
            return
        left = set(range(1, self.theory.size)) - {one.changed[-1] for one in self.arcs}
        if len(left) == 1:
            (kind,), (last,) = kinds, left
            words = f"the {counted(len(self.arcs), 'arc')} {kind} all numbers of first cells but {last + 1}"
            self._add(len(self.arcs) - 1, "missing", words)

    def _look_at_values(self, numbers: list[int]) -> None:
        """Values that one arc is missing for where there is an arc for all others."""
        rows = [tuple(symbol for _, symbol in self.arcs[number].constants) for number in numbers]
        columns = [set(column) for column in zip(*rows, strict=False)]
        wanted = prod(map(len, columns))
        several = [column for column in columns if len(column) > 1]
        if len({len(row) for row in rows}) > 1 or wanted < 6 or len(several) < 2:
            return
        different = set(rows)
        if len(rows) in (wanted, wanted - 1) and len(different) == wanted - 1:
            left = next(one for one in product(*columns) if one not in different)
            cells = [cell + 1 for cell, _ in self.arcs[numbers[0]].constants]
            where = ", ".join(
                f"{one} in cell {cell}" for cell, one in zip(cells, left, strict=True)
            )
            twice = [n for n, row in zip(numbers, rows, strict=True) if rows.count(row) > 1]
            words = f"no arc of this kind is for {where}; for the other {wanted - 1} values there is one"
            self._add((twice or numbers)[-1], "missing", words)

    def _look_at_costs(self) -> None:
        if self.is_graph:
            return
        for groups in ([self.alike], self.groups[1][0]):
            few = self._few(groups, lambda one: one.arc.cost)
            for number, common, others in few:
                cost = self.arcs[number].arc.cost
                words = f"this arc costs {cost}; the other {counted(others, 'arc')} {_do(others, 'cost')} {common}"
                self._add(number, "cost", words)
            if few:
                return

    def _move(self, one: _Arc, lying: _Lying | None = None) -> str:
        """Effect of an arc, in words."""
        swap = one.arc.swap
        if swap is None:
            return f"{self._effect(one)} in cells {', '.join(str(cell + 1) for cell in one.touched[:6])}"
        symbol, cell, to = swap
        words = f"{symbol} moves from cell {cell + 1} to cell {to + 1}"
        if lying is not None and not lying.ring:
            (row, column), (to_row, to_column) = (divmod(n, lying.shape[1]) for n in (cell, to))
            if abs(row - to_row) == abs(column - to_column) == 1:
                words += ", diagonally"
        return words

    def _text(self, before: Pattern, after: Pattern) -> str:
        """An arc as text: whole, or on large boards the cells that it changes."""
        if len(before) <= SPELLED:
            return f"{' '.join(map(str, before))} -> {' '.join(map(str, after))}"
        cells = [
            n for n, (was, becomes) in enumerate(zip(before, after, strict=True)) if was != becomes
        ]
        return ", ".join(f"cell {n + 1}: {before[n]} -> {after[n]}" for n in cells[:6])


class _Lying:
    """How arcs lie on a board of rows and columns, or on a ring: alike ones at different places.

    Parameters
    ----------
    arcs
        The arcs.
    shape
        Rows and columns.
    ring
        Whether the last cell is beside the first.
    """

    def __init__(self, arcs: Sequence[_Arc], shape: Shape, ring: bool = False) -> None:
        self.arcs, self.shape, self.ring = arcs, shape, ring
        self.groups: dict[Hashable, dict[int, int]] = defaultdict(dict)
        for number, one in enumerate(arcs):
            if one.touched:
                key, place = self._key(one)
                self.groups[key].setdefault(place, number)

    def _key(self, one: _Arc) -> tuple[Hashable, int]:
        """The arc as it looks through the smallest window that covers it, and the window's place."""
        size, columns = len(one.before), self.shape[1]
        cells: Sequence[int] = one.touched
        if self.ring:
            gaps = [
                (after - cell) % size or size
                for cell, after in zip(cells, (*cells[1:], cells[0]), strict=True)
            ]
            first = (gaps.index(max(gaps)) + 1) % len(cells)
            cells = (*cells[first:], *cells[:first])
            place = cells[0]
            form: Hashable = tuple((cell - place) % size for cell in cells)
        else:
            where = [divmod(cell, columns) for cell in cells]
            top, left = min(row for row, _ in where), min(column for _, column in where)
            place = top * columns + left
            form = tuple((row - top, column - left) for row, column in where)
        sides = (tuple(side[cell] for cell in cells) for side in (one.before, one.after))
        return (form, canonical(*sides)), place

    def _places(self, form: Sequence[tuple[int, int]]) -> list[int]:
        rows, columns = self.shape
        if self.ring:
            return list(range(columns))
        height = max(row for row, _ in form) + 1
        width = max(column for _, column in form) + 1
        return [
            row * columns + column
            for row in range(rows - height + 1)
            for column in range(columns - width + 1)
        ]

    @cached_property
    def _lacks(self) -> dict[Hashable, list[int]]:
        """For each kind of arcs the places where none of it lies."""
        found = {}
        for key, lie in self.groups.items():
            form: Sequence[tuple[int, int]] = key[0]  # type: ignore[index]
            found[key] = [place for place in self._places(form) if place not in lie]
        return found

    @cached_property
    def explained(self) -> frozenset[int]:
        """The arcs that lie at two places or more, at all places where they fit or at all but one."""
        return frozenset(
            number
            for key, lie in self.groups.items()
            if len(lie) > 1 and len(self._lacks[key]) <= 1
            for number in lie.values()
        )

    @property
    def lacking(self) -> list[tuple[list[int], int]]:
        """The arcs of each kind that lies at all places but one, and that place."""
        return [
            ([*lie.values()], self._lacks[key][0])
            for key, lie in self.groups.items()
            if len(lie) > 1 and len(self._lacks[key]) == 1
        ]

    def moved(self, one: _Arc, place: int) -> tuple[Pattern, Pattern]:
        """The patterns of an arc that is laid at another place."""
        size, columns = len(one.before), self.shape[1]
        _, old = self._key(one)
        goes: dict[int, int] = {}
        for cell in one.touched:
            if self.ring:
                goes[cell] = (cell - old + place) % size
            else:
                (row, column), (top, left), (down, right) = (
                    divmod(n, columns) for n in (cell, old, place)
                )
                goes[cell] = (row - top + down) * columns + column - left + right
        sides = []
        names = standard_variables(size)
        inner = {
            one.before[cell]: names[to]
            for cell, to in goes.items()
            if isinstance(one.before[cell], Var)
        }
        for side in (one.before, one.after):
            cells: list[Term] = [*names]
            for cell, to in goes.items():
                cells[to] = inner.get(side[cell], side[cell])
            sides.append(tuple(cells))
        before, after = canonical(*sides)
        return before, after


def _undoing(before: Pattern, after: Pattern) -> tuple[Pattern, Pattern]:
    """Patterns of the arc that undoes one, with standard variables."""
    one, other = canonical(after, before)
    return one, other


def _capital(symbol: Symbol) -> str:
    """A name with its first letter in upper case, as a variable has it."""
    text = str(symbol)
    return text[:1].upper() + text[1:]


def _lost(arc: Arc) -> str:
    """Which symbols stand more often after an arc than before, and which less often."""
    before, after = Counter(arc.before), Counter(arc.after)
    more = [
        f"{one} stands {_times(after[one])} after this arc"
        for one in after
        if after[one] > before[one]
    ]
    less = [
        f"{one} {'nowhere' if not after[one] else _times(after[one])}"
        for one in before
        if after[one] < before[one]
    ]
    if more:
        return " and ".join([*more[:2], *less[:2]])
    return (
        " and ".join(less[:2]) + " after this arc" if less else "a variable moves to another cell"
    )


def _times(many: int) -> str:
    return {1: "once", 2: "twice"}.get(many, f"{many} times")


def _do(many: int, verb: str) -> str:
    return verb if many != 1 else f"{verb}s"
