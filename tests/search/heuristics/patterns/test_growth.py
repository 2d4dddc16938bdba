"""Patterns that are grown from the goal."""

from dataclasses import replace
from itertools import combinations, product
from math import inf

import pytest
from arcwise.rules import Arc, InputError, Theory, Var, open_source
from arcwise.search import AbstractSpace, PatternDatabase
from arcwise.search.heuristics.patterns import choice
from arcwise.search.heuristics.patterns.choice import _cliques, chosen_patterns, grown_patterns
from arcwise.search.heuristics.patterns.heuristic import of_sums
from hypothesis import given
from hypothesis import strategies as st

from .test_abstractions import costs_to, holds_everywhere, problems

A = Var("A")


def grown(whole, states, most=10_000, effort=1e7):
    return grown_patterns(whole, states, most=most, effort=effort, branching=3.0)


def counters(count, length):
    """Counters side by side, of which one moves at a time, the second only where the first is at 0 or 1."""
    arcs = []
    for cell in range(count):
        for number in range(length - 1):
            before, after = ([Var(f"X{each}") for each in range(count)] for _ in range(2))
            before[cell], after[cell] = number + 1, number
            if cell == 1:
                before[0] = after[0] = number % 2
            arcs.append(Arc(f"{cell}:{number}", tuple(before), tuple(after)))
    return Theory("counters", tuple(arcs), (1, count), None, None, (tuple(range(length)),) * count)


@pytest.mark.long
@given(problems())
def test_grown_patterns_never_overestimate(problem):
    theory, goal = problem
    states = list(product(*theory.values))
    sums = grown(AbstractSpace.whole(theory, goal, states[0]), states)
    if sums:
        heuristic = of_sums(sums, PatternDatabase.build, "patterns")
        holds_everywhere(heuristic, theory, costs_to(theory, goal, states))


def test_patterns_grow_where_more_is_said_and_add_up_where_no_arc_changes_two():
    theory, goal = counters(3, 4), (0, 0, 0)
    states = list(product(range(4), repeat=3))
    far = costs_to(theory, goal, states)
    sums = grown(AbstractSpace.whole(theory, goal), states)
    assert {space.pattern for each in sums for space in each} == {(0, 1), (2,)}
    heuristic = of_sums(sums, PatternDatabase.build, "patterns")
    assert all(heuristic.estimate(state) == far[state] for state in states)
    assert inf in far.values()


def test_patterns_do_not_outgrow_their_room():
    whole = AbstractSpace.whole(counters(3, 4), (0, 0, 0))
    states = list(product(range(4), repeat=3))
    for most in (3, 4, 8, 12, 20):
        sums = grown(whole, states, most)
        spaces = {space for each in sums for space in each}
        assert sum(space.size for space in spaces) <= most
        assert bool(spaces) == (most >= 4)
    assert not grown(whole, states, effort=10)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cells", "trial", "better"),
    [(range(12), 300, True), pytest.param((0,), 3_000, False, marks=pytest.mark.slow)],
)
def test_they_are_chosen_where_they_say_more(cells, trial, better, monkeypatch):
    theory, goal = counters(12, 6), (0,) * 12
    theory = replace(
        theory, arcs=tuple(replace(arc, cost=1 + arc.changed[0]) for arc in theory.arcs)
    )
    start = (5, 0, *[5] * 10)
    whole = AbstractSpace.whole(theory, goal, start)
    shapes = chosen_patterns(whole, start).sums
    singles = [tuple(replace(whole, pattern=(cell,), additive=False) for cell in cells)]
    monkeypatch.setattr(choice, "grown_patterns", lambda *_, **__: singles)
    monkeypatch.setattr(choice, "TRIAL", trial)  # 300 are too few for any shape
    assert (chosen_patterns(whole, start).sums == singles) == better
    assert shapes != singles


def test_whole_costs_do_not_add_up_where_an_arc_changes_cells_of_both():
    both = Theory("both", (Arc("both", (1, 1), (0, 0)),), (1, 2), None, None, ((0, 1), (0, 1)))
    alone = Theory("alone", (Arc("one", (1, A), (0, A)), Arc("two", (A, 1), (A, 0))), (1, 2), None, None, ((0, 1), (0, 1)))  # fmt: skip
    sums = {
        theory.name: [[AbstractSpace(theory, (0, 0), (cell,)) for cell in range(2)]]
        for theory in (both, alone)
    }
    assert of_sums(sums["alone"], PatternDatabase.build, "patterns").estimate((1, 1)) == 2
    with pytest.raises(InputError, match="do not add up"):
        of_sums(sums["both"], PatternDatabase.build, "patterns")


@given(st.integers(1, 7), st.data())
def test_cliques_are_the_largest_sets_that_are_apart(count, data):
    pairs = list(combinations(range(count), 2))
    edges = set(data.draw(st.lists(st.sampled_from(pairs), unique=True))) if pairs else set()

    def apart(one, other):
        return tuple(sorted((*one, *other))) in edges

    def stand(subset):
        return all(pair in edges for pair in combinations(sorted(subset), 2))

    subsets = [set(s) for size in range(1, count + 1) for s in combinations(range(count), size)]
    standing = [subset for subset in subsets if stand(subset)]
    largest = [subset for subset in standing if not any(subset < other for other in standing)]
    patterns = [frozenset({number}) for number in range(count)]
    found = [set().union(*clique) for clique in _cliques(patterns, apart)]
    assert sorted(map(sorted, found)) == sorted(map(sorted, largest))


def test_where_cliques_are_too_many_one_stands_for_each_pattern():
    pairs = [frozenset({number}) for number in range(60)]  # 2 ** 30 largest sets

    def apart(one, other):
        return min(one) // 2 != min(other) // 2

    found = _cliques(pairs, apart)
    assert len(found) <= len(pairs) and set().union(*found) == set(pairs)
    for clique in found:
        assert all(apart(one, other) for one, other in combinations(clique, 2))
        assert len(clique) == 30


@pytest.mark.slow
def test_patterns_of_a_large_board_are_chosen():
    domain, shape = open_source("lights-out:6x6").sized
    theory, goal = domain.theory(shape), domain.goal(shape)
    whole = AbstractSpace.whole(theory, goal)
    states = [goal, *(state for _, state in theory.successors(goal))]
    heuristic = of_sums(grown(whole, states), PatternDatabase.build, "patterns")
    assert heuristic.estimate(goal) == 0
    assert all(heuristic.estimate(state) == 1 for state in states[1:])
