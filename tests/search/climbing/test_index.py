"""The index of a climb: what is looked at leads on, and what is passed over promises too little."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from arcwise.ebl import Course, Escapes, MacroLibrary, train
from arcwise.rules import SlidingTiles, open_source
from arcwise.search import Climber, climb
from arcwise.search.climbing.climber import CARRY, DRIFT
from arcwise.search.result import SchemaUse

BOARDS = ["topspin:7x4", "pancake:6", pytest.param("sliding-tile:3x4", marks=pytest.mark.slow)]


@cache
def learned(board: str) -> MacroLibrary:
    domain, shape = open_source(board).sized
    library = Escapes().library(domain)
    for _ in train(Escapes(), library, Course(shape, domain.practice(shape)[:2])):
        pass
    return library


def leading(climber: Climber, state):
    """All placed schemas that apply and lead to a better value, each with its score and its promise: by applying them."""
    goal, placed = climber.goal, climber.goal.placed(state)
    value = goal.value(state)
    blank = climber.placements.blank_of(state)
    target = goal.order[placed]
    wanted = goal.goal[target]
    focus = state.index(wanted)
    for number, candidate in enumerate(climber.placements.near(blank, focus)):
        if not candidate.matches(state):
            continue
        cells = list(state)
        candidate.apply(cells)
        after = tuple(cells)
        if goal.placed(after) < placed or not goal.value(after) < value:
            continue
        moved = after.index(wanted)
        carried = goal.distance(moved, target) - goal.distance(focus, target)
        promise = climber.schemas[candidate.number].cost + CARRY * carried
        if goal.blank is not None:
            promise += goal.distance(after.index(goal.blank), moved)
        promise -= DRIFT * sum(
            goal.distance(state.index(after[cell]), cell)
            for cell in range(len(after))
            if after[cell] not in (state[cell], wanted, goal.blank)
        )
        yield (climber._score(candidate, state, placed), number), (promise, number), candidate


@pytest.mark.parametrize("board", BOARDS)
def test_a_better_step_is_passed_over_only_where_it_promises_less_than_was_found(board):
    domain, shape = open_source(board).sized
    climber = Climber(domain, shape, learned(board).schemas, select="best")
    for seed in range(60):
        state = domain.draw(shape, Random(seed))
        if state == climber.goal.goal:
            continue
        every = list(leading(climber, state))
        step = climber.step(state)
        assert (step is None) == (not every)
        if step is None:
            continue
        own = next(score for score, _, candidate in every if candidate == step)
        for score, promise, _ in every:
            assert score >= own or promise > own


@pytest.mark.parametrize("board", BOARDS)
def test_the_first_step_is_the_cheapest_that_leads_on(board):
    domain, shape = open_source(board).sized
    climber = Climber(domain, shape, learned(board).schemas, select="first")
    for seed in range(60):
        state = domain.draw(shape, Random(seed))
        every = [candidate for _, _, candidate in leading(climber, state)]
        if state != climber.goal.goal:
            assert climber.step(state) == next(iter(every), None)


def looked_at(uses: tuple[SchemaUse, ...], schemas) -> int:
    return sum(use.tried * schema.length for use, schema in zip(uses, schemas, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("select", "most"), [pytest.param("first", 1.3, marks=pytest.mark.slow), ("best", 3.5)]
)
def test_little_more_is_looked_at_than_is_applied(select, most):
    domain = SlidingTiles()
    climber = Climber(domain, (5, 5), learned("sliding-tile:3x4").schemas, select=select)
    looked = moves = 0
    for seed in range(10):
        found = climb(climber, domain.draw((5, 5), Random(seed)))
        looked += looked_at(found.climb.uses, found.climb.schemas)
        moves += found.climb.plan.moves
    assert moves <= looked <= most * moves


@pytest.mark.slow
def test_a_full_index_is_begun_anew(monkeypatch):
    domain, shape = open_source("sliding-tile:3x4").sized
    start = domain.draw(shape, Random(2))
    schemas = learned("sliding-tile:3x4").schemas
    whole = Climber(domain, shape, schemas, select="best").advance(start)
    monkeypatch.setattr("arcwise.search.climbing.climber.MOST_INDEXED", 2)
    small = Climber(domain, shape, schemas, select="best")
    again = small.advance(start)
    assert len(small._index) <= 2
    assert again.climb.plan == whole.climb.plan
    assert again.climb.uses == whole.climb.uses
