"""Random walks as plans."""

from functools import cache
from random import Random

from arcwise.rules import open_source
from arcwise.search import Placements, Plan


def walked(spelling, seed, moves, *, to_goal=False):
    """The plan of a random walk from a random state, or to the goal."""
    domain, shape = open_source(spelling).sized
    return walk(domain, shape, Random(seed), moves, to_goal=to_goal)


def walk(domain, shape, rng, moves, *, to_goal=False):
    """The same for any domain; to the goal where its moves can be undone by others."""
    placements = _placements(domain, shape)
    start = domain.goal(shape) if to_goal else domain.draw(shape, rng)
    state, steps = list(start), []
    for _ in range(moves):
        known = placements.moves(placements.blank_of(state))
        move = rng.choice([one for one in known if one.matches(state)])
        move.apply(state)
        steps.append((placements.schemas[move.number], move.place))
    if not to_goal:
        return Plan(domain, shape, start, tuple(steps))
    by_form = {schema.canonical: schema for schema in domain.schemas(shape)}
    back = [
        (by_form[type(schema)(schema.arc.inverse(), schema.window).canonical], place)
        for schema, place in reversed(steps)
    ]
    return Plan(domain, shape, tuple(state), tuple(back))


@cache
def _placements(domain, shape):
    return Placements(domain, shape)
