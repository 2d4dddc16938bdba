"""Random theories and walks for property tests."""

from __future__ import annotations

from random import Random

from arcwise.rules import (
    Arc,
    Pattern,
    State,
    Theory,
    Var,
    canonical,
    sliding_tile,
    substitute,
    unify,
)
from arcwise.rules.term import rename_apart

SIZES = ((1, 4), (2, 2), (2, 3), (3, 3), (3, 4))


def random_theory(rng: Random) -> Theory:
    """A few arcs on 2 to 5 cells with constants, repeated variables, and new symbols."""
    size = rng.randint(2, 5)
    arcs = []
    for number in range(rng.randint(1, 6)):
        terms = [Var(name) for name in "ABC"] + [0, 1, 2]
        before = tuple(rng.choice(terms) for _ in range(size))
        known = [term for term in before if isinstance(term, Var)] + [0, 1, 2]
        after = tuple(rng.choice(known) for _ in range(size))
        arcs.append(Arc(f"a{number}", before, after, rng.randint(0, 3)))
    return Theory("random", tuple(arcs), (1, size))


def random_world(rng: Random) -> Theory:
    """A random theory, or a sliding-tile puzzle."""
    return random_theory(rng) if rng.random() < 0.5 else sliding_tile(*rng.choice(SIZES))


def random_state(theory: Theory, rng: Random) -> State:
    """Any state of a theory made here."""
    if theory.symbols is not None:
        return tuple(rng.sample(theory.symbols, theory.size))
    return tuple(rng.randint(0, 3) for _ in range(theory.size))


def random_walk(theory: Theory, rng: Random, longest: int = 8) -> tuple[State, list[Arc]]:
    """A start and the arcs of a walk from it; empty where no arc applies."""
    start = state = random_state(theory, rng)
    arcs = []
    for _ in range(rng.randint(1, longest)):
        pairs = theory.successors(state)
        if not pairs:
            break
        arc, state = rng.choice(pairs)
        arcs.append(arc)
    return start, arcs


def replayed(state: State | None, arcs: list[Arc] | tuple[Arc, ...]) -> State | None:
    """The state after all arcs, or None where one does not apply."""
    for arc in arcs:
        if state is None:
            return None
        state = arc.apply(state)
    return state


def unified(arcs: list[Arc]) -> tuple[Pattern, ...]:
    """The rule of arcs that follow each other, by unifying what each makes with what the next needs."""
    rule = arcs[0].canonical
    for arc in arcs[1:]:
        before, after = rename_apart(rule, "_1")
        needed, made = rename_apart((arc.before, arc.after), "_2")
        unifier = unify(after, needed)
        assert unifier is not None
        rule = canonical(substitute(before, unifier), substitute(made, unifier))
    return rule
