"""Random problems: random arcs, random rearrangements, and built-in domains with random macros."""

from __future__ import annotations

from random import Random

from arcwise.ebl import MacroLibrary, explain, generalize
from arcwise.rules import Arc, State, Theory, Var, open_source
from arcwise.rules.errors import InputError
from arcwise.search import Problem

COSTS = (
    (1,),
    (0, 1, 1, 2),
    (1, 1, 1, 2, 3, 0, 0.25, 1.7),
    (1, 0, 1.7, 1 / 3, 1 / 77),
    (1, 300, 70_000),
)
"""Of the arcs of one theory."""

SMALL = (
    *("sliding-tile:2x2", "sliding-tile:2x3", "sliding-tile:3x3", "sliding-tile:1x4", "pancake:4"),
    *("pancake:6", "burnt-pancake:3", "topspin:6x3", "hanoi:3x3", "lights-out:2x2", "arrow:4"),
    *("water-jugs", "missionaries", "keys", "blocks:3", "gripper:2", "cube:2"),
)


def random_problem(rng: Random) -> Problem:
    """A problem of a random kind; in half of them a goal that can be reached."""
    make = rng.choice((_arcs, _arcs, _rearrangements, _built_in))
    theory, start = make(rng)
    goal = walked(theory, start, rng.randrange(12), rng)
    if rng.random() < 0.3:  # some cells open
        goal = tuple(Var(f"G{n}") if rng.random() < 0.4 else cell for n, cell in enumerate(goal))
    elif rng.random() < 0.2:
        shuffled = tuple(rng.sample(start, len(start)))
        try:
            return Problem(theory, start, shuffled)
        except InputError:  # not a state of its domain
            pass
    return Problem(theory, start, goal)


def walked(theory: Theory, state: State, steps: int, rng: Random) -> State:
    """Where a random walk leads."""
    for _ in range(steps):
        pairs = theory.successors(state)
        if not pairs:
            break
        state = rng.choice(pairs)[1]
    return state


def _arcs(rng: Random) -> tuple[Theory, State]:
    """Arcs with constants, variables that are repeated, and cells that are made anew."""
    cells = rng.choice((1, 2, 3, 4, 5, 6, 9, 16, 17, 33))
    symbols = rng.choice(((0, 1), (0, 1, 2), ("a", "b", 3), tuple(range(20))))
    few = [Var(name) for name in "ABC"]
    costs = rng.choice(COSTS)
    arcs = []
    for number in range(rng.choice((1, 2, 3, 5, 8, 20, 60))):
        before = [Var(f"X{cell}") for cell in range(cells)]
        touched = rng.sample(range(cells), rng.randint(1, min(4, cells)))
        for cell in touched:
            before[cell] = rng.choice([*few, *symbols])
        bound = [term for term in dict.fromkeys(before) if isinstance(term, Var)]
        after = list(before)
        for cell in rng.sample(touched, rng.randint(0, min(3, len(touched)))):
            after[cell] = rng.choice([*symbols, *bound[:6]])
        arcs.append(Arc(f"arc{number}", tuple(before), tuple(after), rng.choice(costs)))
    blank = rng.choice((None, symbols[0]))
    start = tuple(rng.choice(symbols) for _ in range(cells))
    return Theory("random", tuple(arcs), (1, cells), blank), start


def _rearrangements(rng: Random) -> tuple[Theory, State]:
    """Arcs that move symbols about, each of which there is once."""
    cells = rng.choice((2, 3, 4, 5, 6, 9, 16, 17))
    symbols = tuple(range(cells)) if rng.random() < 0.5 else tuple(f"s{n}" for n in range(cells))
    costs = rng.choice(COSTS)
    arcs = []
    for number in range(rng.randint(1, 8)):
        touched = rng.sample(range(cells), rng.randint(2, min(4, cells)))
        before = [Var(f"X{cell}") for cell in range(cells)]
        for cell, symbol in zip(touched, rng.sample(symbols, rng.randrange(3)), strict=False):
            before[cell] = symbol
        after = list(before)
        for cell, source in zip(touched, rng.sample(touched, len(touched)), strict=True):
            after[cell] = before[source]
        arcs.append(Arc(f"arc{number}", tuple(before), tuple(after), rng.choice(costs)))
    blank = rng.choice((None, symbols[0]))
    theory = Theory("random", tuple(arcs), (1, cells), blank, symbols)
    return theory, tuple(rng.sample(symbols, cells))


def _built_in(rng: Random) -> tuple[Theory, State]:
    """A domain that people know, with macros from random walks in front of its arcs or without."""
    domain, shape = open_source(rng.choice(SMALL)).sized
    theory = domain.theory(shape)
    start = domain.draw(shape, rng)
    library = MacroLibrary(domain)
    for _ in range(rng.choice((0, 0, 1, 3))):
        here, operators = walked(theory, start, 5, rng), []
        at = here
        for _ in range(rng.randint(2, 5)):
            pairs = theory.successors(at)
            if not pairs:
                break
            operator, at = rng.choice(pairs)
            operators.append(operator)
        if len(operators) < 2 or at == here:
            continue
        try:
            library.add(generalize(explain(here, operators, theory), library.next_name()))
        except InputError:
            continue
    return theory.with_macros(library.arcs(theory)), start
