"""Theories of arcs as people type them, and slips that are planted in them, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from random import Random

from arcwise.rules import Pattern, Term, Theory, Var, canonical, open_source

ARCS = tuple[tuple[Pattern, Pattern, float], ...]


@dataclass(frozen=True)
class Typed:
    """Arcs as they are typed: patterns of symbols and variables, and costs."""

    arcs: ARCS
    labels: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The arcs as a Prolog file, a line each."""
        return "".join(
            f"arc([{_row(before)}],[{_row(after)}],{cost}).{label}\n"
            for (before, after, cost), label in zip(self.arcs, self._labels, strict=True)
        )

    @property
    def _labels(self) -> list[str]:
        if not self.labels:
            return [""] * len(self.arcs)
        return [f" arc_name({n}, '{label}')." for n, label in enumerate(self.labels, start=1)]

    @property
    def rules(self) -> list[tuple[Pattern, ...]]:
        """The arcs with standard variables, by their text."""
        return sorted((canonical(one, other) for one, other, _ in self.arcs), key=str)

    def without(self, number: int) -> Typed:
        """Copy without an arc."""
        labels = self.labels[:number] + self.labels[number + 1 :]
        return Typed(self.arcs[:number] + self.arcs[number + 1 :], labels)

    def instead(self, number: int, before: Pattern, after: Pattern) -> Typed:
        """Copy with another arc in the place of one."""
        arc = before, after, self.arcs[number][2]
        return replace(self, arcs=(*self.arcs[:number], arc, *self.arcs[number + 1 :]))


def _row(pattern: Pattern) -> str:
    return ",".join(map(str, pattern))


def names(size: int) -> list[Var]:
    """Variables as people call them."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return [Var(letters[n] if size <= 26 else f"X{n + 1}") for n in range(size)]


def of_theory(theory: Theory, cost: float = 1, *, named: bool = False) -> Typed:
    """The arcs of a theory, each variable called by the cell that it stands in before."""
    called = names(theory.size)
    found = []
    for arc in theory.primitives:
        inner: dict[Term, Term] = {}
        for cell, term in enumerate(arc.before):
            if isinstance(term, Var):
                inner.setdefault(term, called[cell])
        sides = (tuple(inner.get(term, term) for term in side) for side in (arc.before, arc.after))
        found.append((*sides, cost))
    return Typed(tuple(found), tuple(arc.name for arc in theory.primitives) if named else ())


def built_in(argument: str, *, named: bool = False) -> Typed:
    """The arcs of a built-in domain."""
    domain, shape = open_source(argument).sized
    return of_theory(domain.theory(shape), named=named)


def swaps(size: int, pairs: Iterator[tuple[int, int]], cost: float = 1) -> Typed:
    """Arcs that move a blank from one cell to another, for each pair of cells."""
    found = []
    for one, other in pairs:
        before: list[Term] = [*names(size)]
        before[one] = 0
        after = list(before)
        after[one], after[other] = after[other], after[one]
        found.append((tuple(before), tuple(after), cost))
    return Typed(tuple(found))


def near(rows: int, columns: int, steps: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, int]]:
    """Pairs of cells of a board that lie some rows and columns apart."""
    for row, column in product(range(rows), range(columns)):
        for down, right in steps:
            if 0 <= row + down < rows and 0 <= column + right < columns:
                yield row * columns + column, (row + down) * columns + column + right


ORTHOGONAL = ((-1, 0), (0, -1), (0, 1), (1, 0))
KNIGHT = tuple((a, b) for a, b in product((-2, -1, 1, 2), repeat=2) if abs(a) != abs(b))


def jumps(size: int, lines: Iterator[tuple[int, int, int]]) -> Typed:
    """Arcs of peg solitaire, for each line of three holes."""
    found = []
    for line in lines:
        before: list[Term] = [*names(size)]
        after = list(before)
        for cell, was, becomes in zip(line, (1, 1, 0), (0, 0, 1), strict=True):
            before[cell], after[cell] = was, becomes
        found.append((tuple(before), tuple(after), 1))
    return Typed(tuple(found))


def _in_grid(rows: int, columns: int) -> Iterator[tuple[int, int, int]]:
    for first, last in near(rows, columns, ((-2, 0), (0, -2), (0, 2), (2, 0))):
        yield first, (first + last) // 2, last


def _in_triangle(rows: int) -> Iterator[tuple[int, int, int]]:
    number = {
        (row, column): row * (row + 1) // 2 + column
        for row in range(rows)
        for column in range(row + 1)
    }
    for (row, column), first in number.items():
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)):
            line = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if line[1] in number:
                yield first, number[line[0]], number[line[1]]


def _in_cross() -> Iterator[tuple[int, int, int]]:
    holes = [(r, c) for r in range(7) for c in range(7) if 2 <= r <= 4 or 2 <= c <= 4]
    number = {hole: n for n, hole in enumerate(holes)}
    for (row, column), first in number.items():
        for down, right in ORTHOGONAL:
            line = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if line[1] in number:
                yield first, number[line[0]], number[line[1]]


def jugs(first: int, second: int) -> Typed:
    """Two water jugs; pouring is an arc for each two amounts."""
    x, y = Var("X"), Var("Y")
    found: list[tuple[Pattern, Pattern, float]] = [
        ((x, y), (first, y), 1), ((x, y), (x, second), 1), ((x, y), (0, y), 1), ((x, y), (x, 0), 1),
    ]  # fmt: skip
    for a, b in product(range(1, first + 1), range(second)):
        moved = min(a, second - b)
        found.append(((a, b), (a - moved, b + moved), 1))
    for a, b in product(range(first), range(1, second + 1)):
        moved = min(b, first - a)
        found.append(((a, b), (a + moved, b - moved), 1))
    return Typed(tuple(found))


def lights(rows: int, columns: int) -> Typed:
    """Lights out: an arc for what each lamp and those beside it may show."""
    found = []
    for cell in range(rows * columns):
        lamps = sorted({cell, *(to for one, to in near(rows, columns, ORTHOGONAL) if one == cell)})
        for shown in product((0, 1), repeat=len(lamps)):
            before: list[Term] = [*names(rows * columns)]
            after = list(before)
            for lamp, light in zip(lamps, shown, strict=True):
                before[lamp], after[lamp] = light, 1 - light
            found.append((tuple(before), tuple(after), 1))
    return Typed(tuple(found))


def turns(cells: int, cycles: list[tuple[int, ...]], *, both: bool = True) -> Typed:
    """Arcs that move what is in some cells around, forth and back."""
    found = []
    for cycle in cycles:
        for way in (cycle, cycle[::-1])[: 2 if both else 1]:
            before = names(cells)
            after = list(before)
            for one, other in zip(way, (*way[1:], way[0]), strict=True):
                after[other] = before[one]
            found.append((tuple(before), tuple(after), 1))
    return Typed(tuple(found))


RINGS = [(0, 1, 2, 3, 4, 5), (2, 3, 6, 7, 8, 9)]
"""Two rings that cross in two cells."""


def theories() -> dict[str, Typed]:
    """The theories in which slips are planted."""
    return {
        "5-puzzle": built_in("sliding-tile:2x3"),
        "8-puzzle": swaps(9, near(3, 3, ORTHOGONAL), 2),
        "15-puzzle": built_in("sliding-tile:4x4"),
        "pancakes": built_in("pancake:6"),
        "lights out": built_in("lights-out:3x3"),
        "lights out typed": lights(2, 3),
        "8-puzzle named": built_in("sliding-tile:3x3", named=True),
        "pancakes named": built_in("pancake:5", named=True),
        "hanoi named": built_in("hanoi:3x3", named=True),
        "hanoi": built_in("hanoi:3x3"),
        "jugs": jugs(4, 3),
        "top-spin": built_in("topspin:8x4"),
        "pegs on a square": jumps(16, _in_grid(4, 4)),
        "pegs on a triangle": jumps(15, _in_triangle(5)),
        "pegs on a cross": jumps(33, _in_cross()),
        "cube": built_in("cube:2"),
        "rings": turns(10, RINGS),
        "one-way": swaps(9, near(3, 3, ((0, 1), (1, 0)))),
        "one-way 4x4": swaps(16, near(4, 4, ((0, 1), (1, 0)))),
        "knights": swaps(9, near(3, 3, KNIGHT)),
        "knights 3x4": swaps(12, near(3, 4, KNIGHT)),
    }


Slip = Callable[[Typed, int, Random], Typed | None]


def loses_a_symbol(typed: Typed, number: int, rng: Random) -> Typed | None:
    """A variable after the arc is another one of the arc."""
    before, after, _ = typed.arcs[number]
    cells = [n for n, one in enumerate(after) if isinstance(one, Var)]
    if len(cells) < 2:
        return None
    cell, other = rng.sample(cells, 2)
    return typed.instead(number, before, (*after[:cell], after[other], *after[cell + 1 :]))


def other_cell(typed: Typed, number: int, rng: Random) -> Typed | None:
    """The arc is for another cell than it should be, as no other arc is."""
    before, after, _ = typed.arcs[number]
    cells = range(len(before))
    changed = [n for n in cells if before[n] != after[n]]
    if len(changed) == len(cells):
        return None
    cell = rng.choice(changed)
    others = [n for n in cells if n not in changed and isinstance(before[n], Var)]
    rng.shuffle(others)
    known = set(map(str, typed.rules))
    for other in others:
        sides = []
        for side in (before, after):
            changed_side = list(side)
            changed_side[cell], changed_side[other] = side[other], side[cell]
            sides.append(tuple(changed_side))
        if str(canonical(*sides)) not in known:
            return typed.instead(number, sides[0], sides[1])
    return None


def exchanged(typed: Typed, number: int, rng: Random) -> Typed | None:
    """Two symbols after an arc that moves many are exchanged."""
    before, after, _ = typed.arcs[number]
    changed = [n for n, one in enumerate(after) if before[n] != one]
    if len(changed) < 3 or not all(isinstance(one, Var) for one in before):
        return None
    one, other = rng.sample(changed, 2)
    cells = list(after)
    cells[one], cells[other] = after[other], after[one]
    return typed.instead(number, before, tuple(cells))


def lower_case(typed: Typed, number: int, rng: Random) -> Typed | None:
    """A variable in lower case."""
    before, after, _ = typed.arcs[number]
    held = [one for one in before if isinstance(one, Var)]
    if not held:
        return None
    name = rng.choice(held)
    letter = name.name.lower()
    sides = [tuple(letter if one == name else one for one in side) for side in (before, after)]
    return typed.instead(number, sides[0], sides[1])


def lower_case_after(typed: Typed, number: int, rng: Random) -> Typed | None:
    """A variable in lower case on the right side only."""
    before, after, _ = typed.arcs[number]
    cells = [n for n, one in enumerate(after) if isinstance(one, Var)]
    if not cells:
        return None
    cell = rng.choice(cells)
    letter = str(after[cell]).lower()
    return typed.instead(number, before, (*after[:cell], letter, *after[cell + 1 :]))


def wrong_constant(typed: Typed, number: int, rng: Random) -> Typed | None:
    """A constant on one side, or in both where one symbol moves, is another one."""
    before, after, _ = typed.arcs[number]
    known = {one for side in typed.arcs for one in (*side[0], *side[1]) if not isinstance(one, Var)}
    there = [one for one in (*before, *after) if not isinstance(one, Var)]
    if not there:
        return None
    was = rng.choice(there)
    symbols = sorted(known - {was}, key=str) or [1]
    becomes = rng.choice(symbols)
    sides = [list(before), list(after)]
    if len(known) == 1:
        for side in sides if rng.random() < 0.5 else [rng.choice(sides)]:
            side[:] = [becomes if one == was else one for one in side]
    else:
        side = rng.choice([side for side in sides if was in side])
        side[rng.choice([n for n, one in enumerate(side) if one == was])] = becomes
    return typed.instead(number, tuple(sides[0]), tuple(sides[1]))


def one_way(typed: Typed, number: int, rng: Random) -> Typed | None:
    """The arc that undoes an arc is not there."""
    before, after, _ = typed.arcs[number]
    back = str(canonical(after, before))
    if back == str(canonical(before, after)):
        return None
    for other, (one, two, _) in enumerate(typed.arcs):
        if str(canonical(one, two)) == back:
            return typed.without(other)
    return None


def missing(typed: Typed, number: int, rng: Random) -> Typed:
    """An arc is not there."""
    return typed.without(number)


def duplicate(typed: Typed, number: int, rng: Random) -> Typed:
    """An arc is there twice."""
    at = rng.randrange(len(typed.arcs) + 1)
    labels = typed.labels and (*typed.labels[:at], typed.labels[number], *typed.labels[at:])
    return Typed((*typed.arcs[:at], typed.arcs[number], *typed.arcs[at:]), labels)


def copied(typed: Typed, number: int, rng: Random) -> Typed:
    """An arc is the one before it once more."""
    before, after, _ = typed.arcs[number - 1]
    return typed.instead(number, before, after)


def wrong_cost(typed: Typed, number: int, rng: Random) -> Typed:
    """An arc has another cost."""
    before, after, cost = typed.arcs[number]
    arc = before, after, rng.choice([cost + 1, 10 * cost, 0])
    return replace(typed, arcs=(*typed.arcs[:number], arc, *typed.arcs[number + 1 :]))


def swapped(typed: Typed, number: int, rng: Random) -> Typed | None:
    """The two sides of an arc are exchanged."""
    before, after, _ = typed.arcs[number]
    if canonical(before, after) == canonical(after, before):
        return None
    return typed.instead(number, after, before)


SLIPS: tuple[tuple[str, Slip], ...] = (
    ("symbol lost", loses_a_symbol),
    ("other cells", other_cell),
    ("other cells", exchanged),
    ("lower case", lower_case),
    ("lower case", lower_case_after),
    ("wrong constant", wrong_constant),
    ("one-way", one_way),
    ("missing", missing),
    ("duplicate", duplicate),
    ("duplicate", copied),
    ("wrong cost", wrong_cost),
    ("swapped", swapped),
)
"""Every kind of slip, and how it is made."""


@dataclass(frozen=True)
class Planted:
    """A theory with a slip in one of its arcs.

    ``named`` tells whether the arc of this number has to be named: it does not where the arc is gone, or there twice.
    """

    kind: str
    theory: str
    number: int
    typed: Typed
    named: bool


def planted(every: int) -> Iterator[Planted]:
    """Each slip in one of ``every`` arcs of each theory, from a random one on, as far as there can be one."""
    rng = Random(1)
    for name, typed in theories().items():
        for kind, slip in SLIPS:
            for number in range(rng.randrange(every), len(typed.arcs), every):
                found = slip(typed, number, rng)
                if found is None:
                    continue
                elsewhere = kind in ("missing", "one-way", "duplicate")
                if found.rules != typed.rules or slip in (duplicate, wrong_cost):
                    named = not elsewhere and slip is not swapped
                    yield Planted(kind, name, number, found, named)
