"""Moves followed by their names in the kernel, against the arcs of the theory applied one by one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from arcwise.rules import Arc, State, Theory, Var, open_source
from arcwise.search.native.walk import walker_of

DOMAINS = (
    "sliding-tile:3x3",
    "pancake:6",
    "topspin:6x3",
    "lights-out:2x3",
    "inverse-tile:2x3",
    "cube:2",
)


def followed(
    theory: Theory, start: State, moves: Sequence[str]
) -> tuple[list[State], float] | None:
    """The states and the cost where each name has one arc that applies; else None."""
    states, cost = [start], 0.0
    for move in moves:
        found = [(arc, after) for arc, after in theory.successors(states[-1]) if arc.name == move]
        if len(found) != 1:
            return None
        states.append(found[0][1])
        cost += found[0][0].cost
    return states, cost


def walked(theory: Theory, start: State, moves: Sequence[str]) -> tuple[list[State], float] | None:
    walker = walker_of(theory)
    assert walker is not None
    found = walker.walk(start, moves)
    return None if found is None else (list(found[0]), found[1])


@pytest.mark.parametrize("name", DOMAINS)
def test_moves_lead_where_the_arcs_do(name: str) -> None:
    domain, shape = open_source(name).sized
    theory = domain.theory(shape)
    rng = Random(1)
    names = sorted({arc.name for arc in theory.arcs})
    made = 0
    for _ in range(40):
        state = start = domain.goal_state(shape)
        moves: list[str] = []
        for _ in range(rng.randrange(12)):
            arc, state = rng.choice(theory.successors(state))
            moves.append(arc.name)
        if rng.random() < 0.3:
            moves.append(rng.choice(names))
        found = followed(theory, start, moves)
        assert walked(theory, start, moves) == found
        made += found is not None
    assert made > 10 or len(names) == 1


def test_what_is_not_certain_is_not_walked() -> None:
    a, b, c = Var("A"), Var("B"), Var("C")
    theory = Theory(
        "turns",
        (
            Arc("turn", (a, b, c), (b, c, a), cost=2),
            Arc("turn", (1, b, c), (1, c, b), cost=0.5),
            Arc("same", (a, a, c), (c, a, a)),
        ),
        (1, 3),
    )
    for start in ((2, 1, 3), (1, 2, 3), ("x", "y", "z"), (5, 5, "y"), (7, 8, 9)):
        for moves in ((), ("turn",), ("turn", "turn"), ("same",), ("turn", "same"), ("none",)):
            assert walked(theory, start, moves) == followed(theory, start, moves)
    assert walked(theory, (1, 2, 3), ("turn",)) is None  # two arcs apply
    assert walked(theory, (2, 1, 3), ("turn",)) == ([(2, 1, 3), (1, 3, 2)], 2)
    assert walked(theory, (1, 2), ()) is None
