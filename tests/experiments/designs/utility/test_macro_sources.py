"""Conditions: what is learned from which examples, and what it takes."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from arcwise.ebl import MacroLibrary
from arcwise.experiments import EXAMPLES, macro_table
from arcwise.experiments.designs.utility.sweep import (
    LONGEST,
    REPEATS,
    SHORTEST,
    Ground,
    LearnedMacros,
    good_samples,
    random_macros,
    random_samples,
    random_walk,
)
from arcwise.rules import Arc, InputError, Theory, distances, open_source
from arcwise.search import Climber, Problem, solve

from ....ebl.worlds import replayed


def ground(board: str = "sliding-tile:2x3", *, windows: bool = False) -> Ground:
    domain, shape = open_source(board).sized
    return Ground(
        domain.theory(shape),
        lambda rng: domain.draw(shape, rng),
        domain if windows else domain.of_size(shape),
    )


def rules(found: LearnedMacros) -> list[object]:
    return [macro.canonical for macro in found.macros]


def test_good_examples_are_pairs_a_few_moves_apart() -> None:
    here = ground()
    for sample in islice(good_samples(here.theory, here.draw, "0"), 20):
        apart = distances(here.theory, sample.start)[sample.goal]
        assert SHORTEST <= apart <= LONGEST
        assert sample.arcs is None
        assert sample.origin.endswith(f"{apart} moves apart")


def test_random_examples_are_walks_that_replay() -> None:
    here = ground()
    lengths = set()
    for sample in islice(random_samples(here.theory, here.draw, "0"), 50):
        assert sample.arcs is not None
        assert replayed(sample.start, sample.arcs) == sample.goal
        lengths.add(len(sample.arcs))
    assert lengths == set(range(SHORTEST, LONGEST + 1))


@pytest.mark.parametrize("move_back", [True, False])
def test_a_walk_goes_straight_back_only_if_it_may(move_back: bool) -> None:
    here = ground("sliding-tile:3x3")
    start = here.draw(Random(1))
    sample = random_walk(here.theory, start, 200, Random(2), "", move_back=move_back)
    states = [start]
    for arc in sample.arcs or ():
        state = arc.apply(states[-1])
        assert state is not None
        states.append(state)
    back = sum(one == other for one, other in zip(states, states[2:], strict=False))
    assert (back > 0) is move_back


def test_a_walk_ends_where_no_arc_leads_on() -> None:
    theory = Theory("line", (Arc("on", (1,), (2,)), Arc("on", (2,), (3,))), (1, 1))
    sample = random_walk(theory, (1,), 5, Random(0), "", move_back=True)
    assert (sample.goal, len(sample.arcs or ())) == ((3,), 2)


@pytest.mark.parametrize("kind", ["good", "random"])
@pytest.mark.parametrize("windows", [False, True])
def test_learning_goes_on_until_there_are_enough_macros(kind: str, windows: bool) -> None:
    found = EXAMPLES[kind].learn(ground("sliding-tile:3x3", windows=windows), 12, "0")
    assert (found.name, found.size, len(found.macros)) == (kind, 12, 12)
    assert len(set(rules(found))) == 12
    assert len(found.records) - found.refused == 12
    assert found.library is not None
    assert found.library.domain == ground("sliding-tile:3x3", windows=windows).domain
    assert found.applications > 0
    assert found.seconds > 0


@pytest.mark.parametrize("kind", list(EXAMPLES))
@pytest.mark.slow
def test_learning_is_the_same_again_and_a_prefix_of_more(kind: str) -> None:
    here = ground("sliding-tile:3x3")
    few, again, many = (EXAMPLES[kind].learn(here, size, "7") for size in (5, 5, 20))
    assert few.macros == again.macros
    assert (len(few.records), few.refused, few.applications) == (
        len(again.records),
        again.refused,
        again.applications,
    )
    if "duplicate" not in kind:
        assert many.macros[:5] == few.macros
    assert EXAMPLES[kind].learn(here, 5, "8").macros != few.macros


def test_macros_of_good_examples_are_shortest_paths() -> None:
    here = ground()
    found = EXAMPLES["good"].learn(here, 10, "0")
    for macro in (one.arc for one in found.macros):
        assert SHORTEST <= macro.length <= LONGEST
        start = next(
            state for state in distances(here.theory, here.draw(Random(0))) if macro.apply(state)
        )
        after = macro.apply(start)
        assert after is not None
        assert solve(Problem(here.theory, start, after), "breadth-first").moves == macro.length
        assert replayed(start, macro.steps) == after


def test_the_cost_of_learning_is_that_of_the_examples_searches() -> None:
    here = ground()
    found = EXAMPLES["good"].learn(here, 5, "0")
    searched = [
        solve(Problem(here.theory, sample.start, sample.goal), "breadth-first")
        for sample in islice(good_samples(here.theory, here.draw, "0"), len(found.records))
    ]
    assert found.applications == sum(r.statistics.operator_applications for r in searched)


def test_duplicates_are_refused_and_paid_for() -> None:
    here = ground("sliding-tile:3x3")
    found = EXAMPLES["duplicated"].learn(here, 20, "0")
    once = EXAMPLES["good"].learn(here, 20 // REPEATS, "0")
    assert (len(found.records), len(found.macros), found.refused) == (20, 4, 16)
    assert found.macros == once.macros
    assert found.applications == REPEATS * once.applications
    kept = EXAMPLES["kept-duplicates"].learn(here, 20, "0")
    assert (len(kept.macros), len(set(rules(kept)))) == (20, 4)


@pytest.mark.long
def test_a_board_with_few_rules_ends_learning() -> None:
    found = EXAMPLES["good"].learn(ground("sliding-tile:1x3"), 12, "0")
    assert 0 < len(found.macros) < 12
    assert found.refused == len(found.records) - len(found.macros)


@pytest.mark.parametrize("windows", [False, True])
def test_random_macros_have_the_lengths_that_were_asked_for(windows: bool) -> None:
    here = ground("sliding-tile:3x3", windows=windows)
    good = EXAMPLES["good"].learn(here, 15, "0")
    lengths = [macro.length for macro in good.macros]
    found = random_macros(here, lengths, "0")
    assert [macro.length for macro in found.macros] == lengths
    assert rules(found) != rules(good)


def test_the_macro_table_solves_every_state_without_search() -> None:
    domain, shape = open_source("sliding-tile:2x3").sized
    entries = []
    found = macro_table(domain, domain.theory(shape), lambda: entries.append(None))
    assert found.library is not None and found.library.order == "blank-first"
    assert len(found.records) == len(entries) >= len(found.macros)
    assert found.applications > 0
    library = MacroLibrary(domain, found.macros, order="blank-first")
    climber = Climber(domain, shape, library.schemas, order="blank-first")
    theory = domain.theory(shape)
    theory = theory.with_macros(library.arcs(theory))
    for seed in range(20):
        start = domain.draw(shape, Random(seed))
        assert climber.advance(start).solved
        # The entries know when they are needed, so that greedy search hardly branches.
        assert solve(Problem(theory, start, domain.goal(shape)), "greedy").statistics.expanded < 40


def test_boards_without_moves_have_no_examples() -> None:
    with pytest.raises(InputError, match="no examples can be drawn"):
        EXAMPLES["good"].learn(ground("sliding-tile:1x1"), 1, "0")


def test_families_without_a_table_say_so() -> None:
    domain, shape = open_source("hanoi:3x3").sized
    with pytest.raises(InputError, match="no macro table"):
        macro_table(domain, domain.theory(shape))
