"""Random boards: arcs of any kind, rearrangements, pushes, and puzzles that people know, by rules of our own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from .boards import Board, Pattern, Rule, State, Symbol, V, applied

COSTS = (
    *((1,), (1,), (0, 1, 1, 2), (1, 1, 2, 3, 0, 0.25, 1.7), (0.1, 0.2, 0.3, 0.7)),
    *((1, 0, 1.7, 1 / 3, 1 / 77), (1, 300, 70_000), (1, 10**9, 10**9 + 1), (0,), (2, 4)),
    *((1e17, 3, 1), (10**17, 10**17 + 1, 3), (1, 1e-17, 2e-17), (2**53 - 1, 2**53, 2**53 + 1, 1)),
    *((0.1, 0.2, 0.3, 0.1 + 0.2), (1, 2**0.5, 2**0.5 + 1), (1e100, 1, 1e-100)),
)
"""Of the rules of one board."""

VOCABULARIES: tuple[tuple[Symbol, ...], ...] = (
    *((0, 1), (0, 1, 2), (1, 2, 3, 4), ("a", "b", "c"), ("A", "B", "C"), ("a", "A", "b", "B")),
    *(
        (1, "1", 2),
        ("Big Box", "X", "x"),
        ("it's", "B", 7),
        (0, "o", "O"),
        (-1, 0, 12),
        ("_1", "V", 3),
        ("other", "goal", "no"),
    ),
)
"""Symbols of one board: some look like variables or numbers, and are neither."""


FOREIGN = "foreign"
"""A symbol that neither a start nor a rule has."""


def random_board(rng: Random) -> Board:
    """A board of a random kind, with one goal or several, open or not, that may be out of reach."""
    make = rng.choice((_any, _any, _any, _rearranging, _rearranging, _pushing, *PUZZLES))
    board = make(rng)
    if rng.random() < 0.2:
        board = _widened(board, rng)
    reached = _walk(board, rng.randrange(14), rng)
    goals = [_goal(board, reached, rng)]
    while rng.random() < 0.2:
        goals.append(_goal(board, _walk(board, rng.randrange(14), rng), rng))
    return replace(board, goals=tuple(dict.fromkeys(goals)))


def _widened(board: Board, rng: Random) -> Board:
    """The board with cells that no rule changes, up to more than a machine word holds."""
    more = rng.choice((2, 8, 20, 31, 60))
    extra = tuple(V(f"W{cell}") for cell in range(more))
    ahead = rng.random() < 0.3

    def wide(cells: tuple[V | Symbol, ...], others: tuple[V | Symbol, ...]) -> Pattern:
        return (*others, *cells) if ahead else (*cells, *others)

    symbols = sorted(set(board.start), key=str)
    rules = tuple(
        replace(r, before=wide(r.before, extra), after=wide(r.after, extra)) for r in board.rules
    )
    start = wide(board.start, tuple(rng.choice(symbols) for _ in range(more)))
    return replace(board, rules=rules, start=start, goals=(start,), symbols=None, shape=None)


def climbable_board(rng: Random) -> Board:
    """A board that climbing may take, perhaps with several blanks, with a goal that may leave cells open."""
    board = rng.choice((_sliding, _blanks, _rearranging, _turning, _switching, _any))(rng)
    reached = _walk(board, rng.randrange(14), rng)
    share = rng.choice((0, 0, 0.3, 0.7))
    goal = (V(f"G{cell}") if rng.random() < share else one for cell, one in enumerate(reached))
    return replace(board, goals=(tuple(goal),))


def mistakable(board: Board, rng: Random) -> Board:
    """Another board that looks nearly the same: a variable is a constant of that name, a number is a text, or a cost differs."""
    rules = list(board.rules)
    place = rng.randrange(len(rules)) if rules else 0
    rule = rules[place] if rules else None
    match rng.randrange(6):
        case 0 | 4 | 5 if (
            rule is not None
        ):  # a variable that stays where it is becomes a constant of that name
            free = [c for c, t in enumerate(rule.before) if isinstance(t, V) and t == rule.after[c]]
            if free:
                name = rule.before[rng.choice(free)].name
                named = replace(
                    rule,
                    before=tuple(name if t == V(name) else t for t in rule.before),
                    after=tuple(name if t == V(name) else t for t in rule.after),
                )
                rules[place] = named
                start = board.start
                if name not in start:
                    start = tuple(name if rng.random() < 0.3 else s for s in start)
                return replace(board, rules=tuple(rules), start=start, symbols=None, blank=None)
        case 1:  # all numbers become texts
            if board.symbols is None or len(set(map(str, board.symbols))) == len(board.symbols):
                return spelled(board, lambda t: str(t) if isinstance(t, int) else t)
        case 2 if rule is not None:
            rules[place] = replace(rule, cost=rng.choice((0, 1, 2, 0.5)))
            return replace(board, rules=tuple(rules))
    return replace(board, goals=(_goal(board, _walk(board, 6, rng), rng),))


def spelled(board: Board, spell: Callable[[Symbol], Symbol]) -> Board:
    """The board with other symbols, in one row."""

    def all_of(pattern: Pattern) -> Pattern:
        return tuple(t if isinstance(t, V) else spell(t) for t in pattern)

    return replace(
        board,
        rules=tuple(
            replace(r, before=all_of(r.before), after=all_of(r.after)) for r in board.rules
        ),
        start=all_of(board.start),
        goals=tuple(map(all_of, board.goals)),
        blank=None if board.blank is None else spell(board.blank),
        symbols=None if board.symbols is None else all_of(board.symbols),
        shape=None,
    )


def _walk(board: Board, steps: int, rng: Random) -> State:
    state = board.start
    for _ in range(steps):
        found = [after for rule in board.rules if (after := applied(rule, state)) is not None]
        if not found:
            break
        state = rng.choice(found)
    return state


def _goal(board: Board, reached: State, rng: Random) -> Pattern:
    """A goal like a state that can be reached; some cells open, some alike, some with what may never be there."""
    goal: list[V | Symbol] = list(reached)
    symbols = sorted(
        {s for r in board.rules for s in (*r.before, *r.after) if not isinstance(s, V)}
        | {*board.start},
        key=str,
    )
    match rng.randrange(6):
        case 0 | 1:
            goal = [
                V(f"G{cell}") if rng.random() < 0.45 else symbol for cell, symbol in enumerate(goal)
            ]
        case 2:
            goal = [rng.choice((V("G"), V("H"), symbol, symbol)) for symbol in goal]
        case 3 if board.symbols is None:
            goal[rng.randrange(len(goal))] = rng.choice([*symbols, FOREIGN])
        case 4 if board.symbols is not None:
            rng.shuffle(goal)
    return tuple(goal)


def _any(rng: Random) -> Board:
    """Rules with constants, variables that are repeated, and cells that are made anew."""
    cells = rng.choice((1, 2, 3, 3, 4, 4, 5))
    symbols = rng.choice(VOCABULARIES)
    few = [V(name) for name in "ABC"]
    costs = rng.choice(COSTS)
    rules = []
    for number in range(rng.choice((1, 2, 3, 5, 8))):
        before: list[V | Symbol] = [V(f"X{cell}") for cell in range(cells)]
        touched = rng.sample(range(cells), rng.randint(1, min(4, cells)))
        for cell in touched:
            before[cell] = rng.choice([*few, *symbols])
        bound = [term for term in dict.fromkeys(before) if isinstance(term, V)]
        after = list(before)
        for cell in rng.sample(touched, rng.randint(0, min(3, len(touched)))):
            after[cell] = rng.choice([*symbols, *bound[:6]])
        rules.append(Rule(f"r{number}", tuple(before), tuple(after), rng.choice(costs)))
    start = tuple(rng.choice(symbols) for _ in range(cells))
    blank = rng.choice((None, None, symbols[0]))
    return Board(tuple(rules), start, (start,), blank)


def _rearranging(rng: Random) -> Board:
    """Rules that move symbols about, each of which there is once, or some twice."""
    cells = rng.choice((2, 3, 4, 5, 5))
    symbols: list[Symbol] = rng.choice(
        (
            list(range(cells)),
            list("ABCDE"[:cells]),
            list("abcde"[:cells]),
            [*"aB", 1, "1", 2][:cells],
            ["x", "other", "y", "goal", "z"][:cells],
        )
    )
    twice = rng.random() < 0.3
    costs = rng.choice(COSTS)
    rules = []
    for number in range(rng.randint(1, 4)):
        touched = rng.sample(range(cells), rng.randint(2, min(4, cells)))
        before: list[V | Symbol] = [V("ABCDE"[cell]) for cell in range(cells)]
        for cell, symbol in zip(touched, rng.sample(symbols, rng.randrange(3)), strict=False):
            before[cell] = symbol
        after = list(before)
        for cell, source in zip(touched, rng.sample(touched, len(touched)), strict=True):
            after[cell] = before[source]
        rules.append(Rule(f"r{number}", tuple(before), tuple(after), rng.choice(costs)))
    start = rng.sample(symbols, cells)
    if twice:
        start[0] = start[-1]
    said = None if twice or rng.random() < 0.5 else tuple(symbols)
    return Board(tuple(rules), tuple(start), (tuple(start),), rng.choice((None, symbols[0])), said)


def _pushing(rng: Random) -> Board:
    """A row or a small room in which one that walks pushes boxes, and cannot pull them; walls may stand there."""
    rows, columns = rng.choice(((1, 5), (1, 6), (2, 3), (2, 4), (3, 3)))
    free, walker, box, wall = rng.choice(((".", "@", "$", "#"), (0, 1, 2, 3), ("f", "W", "B", "w")))
    rules = []
    for y in range(rows):
        for x in range(columns):
            for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                line = [(y + n * dy, x + n * dx) for n in range(3)]
                inside = [y * columns + x for y, x in line if 0 <= y < rows and 0 <= x < columns]
                for length, was, becomes in (
                    (2, (walker, free), (free, walker)),
                    (3, (walker, box, free), (free, walker, box)),
                ):
                    if len(inside) >= length:
                        before = [V(f"C{cell}") for cell in range(rows * columns)]
                        after = list(before)
                        for cell, one, other in zip(inside, was, becomes, strict=False):
                            before[cell], after[cell] = one, other
                        rules.append(Rule(f"r{len(rules)}", tuple(before), tuple(after)))
    cells = rows * columns
    boxes = rng.choice((1, 1, 2))
    walls = rng.choice((0, 0, 1)) if cells > 5 else 0
    start = [walker, *[box] * boxes, *[wall] * walls]
    start += [free] * (cells - len(start))
    rng.shuffle(start)
    shape = (rows, columns) if rng.random() < 0.7 else None
    return Board(tuple(rules), tuple(start), (tuple(start),), rng.choice((None, free)), None, shape)


def _sliding(rng: Random) -> Board:
    """Sliding tiles; moves are called by where the blank goes."""
    rows, columns = rng.choice(((1, 3), (2, 2), (2, 3), (2, 3)))
    cells = rows * columns
    rules = []
    for blank in range(cells):
        y, x = divmod(blank, columns)
        for name, dy, dx in (("up", -1, 0), ("left", 0, -1), ("right", 0, 1), ("down", 1, 0)):
            if 0 <= y + dy < rows and 0 <= x + dx < columns:
                other = (y + dy) * columns + x + dx
                before: list[V | Symbol] = [V(f"T{cell}") for cell in range(cells)]
                before[blank] = 0
                after = list(before)
                after[blank], after[other] = before[other], 0
                rules.append(Rule(name, tuple(before), tuple(after)))
    start = tuple(rng.sample(range(cells), cells))
    return Board(tuple(rules), start, (start,), 0, tuple(range(cells)), (rows, columns))


def _blanks(rng: Random) -> Board:
    """Sliding tiles on a board with two blanks or three, of which some tiles may look alike."""
    board = _sliding(rng)
    alike = {1: 0, 2: rng.choice((0, 2)), 3: rng.choice((3, 4))}
    start = tuple(alike.get(symbol, symbol) for symbol in board.start)
    return replace(board, start=start, goals=(start,), symbols=None)


def _turning(rng: Random) -> Board:
    """Pancakes, a ring with a turntable, or a cycle and a swap."""
    cells = rng.choice((3, 4, 5))
    kind = rng.choice(("pancakes", "ring", "cycle"))
    orders: list[list[int]] = []
    if kind == "pancakes":
        orders = [[*range(n - 1, -1, -1), *range(n, cells)] for n in range(2, cells + 1)]
    elif kind == "ring":
        orders = [[*range(1, cells), 0], [cells - 1, *range(cells - 1)], [1, 0, *range(2, cells)]]
    else:
        orders = [[*range(1, cells), 0], [1, 0, *range(2, cells)]]
    names = [V(f"P{cell}") for cell in range(cells)]
    costs = rng.choice(COSTS)
    rules = tuple(
        Rule(f"r{n}", tuple(names), tuple(names[c] for c in order), rng.choice(costs))
        for n, order in enumerate(orders)
    )
    symbols = tuple(range(1, cells + 1))
    start = tuple(rng.sample(symbols, cells))
    return Board(rules, start, (start,), None, rng.choice((None, symbols)))


def _switching(rng: Random) -> Board:
    """Lights that a press switches with some others; states are no permutations of the goal."""
    cells = rng.choice((2, 3, 4))
    on, off = rng.choice(((1, 0), ("on", "off")))
    rules = []
    for number in range(rng.randint(1, cells)):
        touched = rng.sample(range(cells), rng.randint(1, min(3, cells)))
        for bits in range(2 ** len(touched)):
            before: list[V | Symbol] = [V(f"L{cell}") for cell in range(cells)]
            after = list(before)
            for place, cell in enumerate(touched):
                lit = bits >> place & 1
                before[cell], after[cell] = (on, off) if lit else (off, on)
            rules.append(Rule(f"press{number}", tuple(before), tuple(after)))
    start = tuple(rng.choice((on, off)) for _ in range(cells))
    return Board(tuple(rules), start, (start,), rng.choice((None, off)))


PUZZLES = (_sliding, _sliding, _turning, _switching)
