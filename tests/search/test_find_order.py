"""Orders of subgoals are found from small state spaces: what is expected of each is what learning and climbing come to."""

from itertools import permutations

import pytest
from arcwise.ebl import LEARNERS, Course, train
from arcwise.rules import (
    Arc,
    InputError,
    Theory,
    TheoryDomain,
    Var,
    distances,
    match,
    open_source,
)
from arcwise.search import Evidence, check_completeness, find_order
from arcwise.search.orders import SmallSpace

SCRAMBLED = (2, 0, 3, 1)
"""In which cell each disk is, the smallest first."""


def scrambled():
    """A tower whose disks are in other cells, under names that do not tell."""
    domain, shape = open_source("hanoi:3x4").sized

    def moved(pattern):
        place = {cell: pattern[disk] for disk, cell in enumerate(SCRAMBLED)}
        return tuple(place[cell] for cell in range(len(SCRAMBLED)))

    arcs = tuple(
        Arc(f"move{number}", moved(arc.before), moved(arc.after))
        for number, arc in enumerate(domain.theory(shape).arcs)
    )
    return TheoryDomain(Theory("scrambled", arcs, shape), (domain.goal_state(shape),)), shape


def learned(domain, shape, order):
    learner = LEARNERS["escapes"]
    library = learner.library(domain, order)
    list(train(learner, library, Course(shape, (shape,))))
    return library


def test_the_only_order_that_takes_one_macro_a_cell_is_found_in_a_theory_that_names_nothing():
    domain, shape = scrambled()
    goal = domain.goal_state(shape)
    space = SmallSpace(domain.theory(shape), goal, reversible=False)
    worth = {order: space.of(order) for order in permutations(range(4))}
    few = min(one.macros for one in worth.values())
    assert [order for order, one in worth.items() if one.macros == few] == [SCRAMBLED]
    found = find_order(domain, shape)
    assert found.expected == worth[SCRAMBLED]
    assert "no move asks about a cell whose turn comes later" in found.why
    assert learned(domain, shape, found.order).climber(shape).goal.order == SCRAMBLED


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    "board",
    [
        "hanoi:3x3",
        "missionaries:3x2",
        "blocks:3",
    ],
)
def test_where_symbols_repeat_as_many_macros_are_learned_as_expected(board):
    domain, shape = open_source(board).sized
    goal = domain.goal_state(shape)
    space = SmallSpace(domain.theory(shape), goal, reversible=True)
    for rule in ("given", "first-to-last", "last-to-first"):
        library = learned(domain, shape, rule)
        order = library.climber(shape).goal.order
        assert len(library) == space.of(order).macros


@pytest.mark.long
@pytest.mark.parametrize(
    "board", ["hanoi:3x3", pytest.param("hanoi:3x4", marks=pytest.mark.slow)]
)  # shortest paths are unique
@pytest.mark.parametrize("rule", ["given", "first-to-last"])
def test_plans_are_as_long_as_expected(board, rule):
    domain, shape = open_source(board).sized
    goal = domain.goal_state(shape)
    space = SmallSpace(domain.theory(shape), goal, reversible=True)
    climber = learned(domain, shape, rule).climber(shape)
    climbs = [climber.advance(state) for state in distances(domain.theory(shape), goal)]
    moves = [ended.statistics.operator_applications for ended in climbs]
    assert space.of(climber.goal.order).moves == pytest.approx(sum(moves) / space.states)


@pytest.mark.parametrize("board", ["hanoi:3x3", "missionaries:3x2", "pancake:4"])
def test_the_order_found_is_worth_most_of_all_or_the_domains_own(board):
    domain, shape = open_source(board).sized
    space = SmallSpace(domain.theory(shape), domain.goal_state(shape), reversible=True)
    found = find_order(domain, shape, (shape,))
    worth = [space.of(order) for order in permutations(range(len(domain.goal(shape))))]
    best = min(one.price for one in worth)
    assert best <= found.expected.price <= best / 0.9
    assert found.expected.price <= found.given.price


@pytest.mark.long
@pytest.mark.parametrize(("disks", "macros"), [(4, 6), (5, 8)])
def test_towers_are_solved_smallest_disk_first_whatever_their_size(disks, macros):
    domain, shape = open_source(f"hanoi:3x{disks}").sized
    found = find_order(domain, shape)
    library = LEARNERS["escapes"].library(domain, found.order)
    list(train(LEARNERS["escapes"], library, Course(shape, domain.practice(shape))))
    assert "smallest disk first" in str(found)
    assert len(library) == found.expected.macros == macros
    climber = library.climber(shape)
    for state in distances(domain.theory(shape), domain.goal_state(shape)):
        ended = climber.advance(state)
        assert ended.solved
        assert ended.climb.plan.replay() == domain.goal_state(shape)
    proof = check_completeness(climber)
    assert (proof.complete, proof.evidence, proof.checked) == (True, Evidence.STATES, 3**disks)
    for macro in library:
        rest = library.without([macro.name]).climber(shape)
        assert not check_completeness(rest).complete


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ("sliding-tile:5x5", "sliding-tile names one"),
        ("cube:3", "too many states"),
        ("water-jugs:5x3=4", "asks about one cell only"),
        ("pancake:5", "no better one was found on pancake:5"),
    ],
)
def test_where_the_domains_own_order_stays_the_reason_is_said(board, why):
    found = find_order(*open_source(board).sized)
    assert found.order == "given"
    assert why in found.why


@pytest.mark.long
def test_where_the_goal_leaves_cells_open_all_states_that_can_reach_one_are_looked_at():
    """Sokoban, where a crate in a corner is stuck: every state has a path, and is led to where both crates are right."""
    domain, shape = open_source("sokoban:2").sized
    theory, goal = domain.theory(shape), domain.goal(shape)
    asked = [cell for cell, term in enumerate(goal) if not isinstance(term, Var)]
    start = domain.start(shape)
    space = SmallSpace(theory, goal, reversible=False, starts=[start])
    reached = list(distances(theory, start))
    able = [
        state
        for state in reached
        if any(match(goal, end) is not None for end in distances(theory, state))
    ]
    assert space.states == len(able) < len(reached)
    found = find_order(domain, shape, (shape,))
    worth = {order: space.of(order) for order in permutations(asked)}
    assert found.expected == worth[tuple(asked)] == min(worth.values(), key=lambda one: one.price)
    assert found.order == "first-to-last"
    assert found.expected.price < found.given.price


def test_a_goal_with_open_cells_that_no_start_leads_to_is_refused():
    theory = Theory("away", (Arc("away", (0, Var("A")), (1, Var("A"))),), (1, 2))
    with pytest.raises(InputError, match="no start leads to the goal"):
        SmallSpace(theory, (0, Var("X")), reversible=False, starts=[(1, 1)])
    assert SmallSpace(theory, (1, Var("X")), reversible=False, starts=[(0, 1)]).states == 2
