"""What holds of every built-in domain: arcs and their inverses, draws, names, pictures, both engines."""

import pickle
from itertools import combinations, product
from random import Random

import pytest
from arcwise.rules import (
    DOMAINS,
    InputError,
    Var,
    distances,
    match,
    open_source,
    reversed_theory,
    solvability,
)
from arcwise.rules.term import ground
from arcwise.rules.text.state_text import goal_cells, open_cell
from arcwise.search import ALGORITHMS, Limits, NotNativeError, Problem, solve
from hypothesis import given
from hypothesis import strategies as st

NEW = [
    "heavy-tile:2x3", "inverse-tile:3x2", "heavy-tile:1x4", "burnt-pancake:1", "burnt-pancake:3",
    "blocks:1", "blocks:2", "blocks:4", "gripper:1", "gripper:3", "arrow:2", "arrow:6", "cube:3",
    "water-jugs:5x3=4", "water-jugs:1x1=1", "water-jugs:6x9=3", "missionaries:1x1",
    "missionaries:3x2", "missionaries:4x2", "missionaries:6x4", "keys:1x2", "keys:2x1", "keys:3x4",
    "keys:1x8", "keys:5x5", "sokoban:1", "sokoban:2", "sokoban:3",
]  # fmt: skip
EVERY = [*NEW, *(f"{name}:{domain.small}" for name, domain in DOMAINS.items())]
EVERY = list(dict.fromkeys(EVERY))
SMALL = [name for name in EVERY if not name.startswith("cube") and "5x5" not in name]
FAMILY = {spelling: open_source(spelling).sized for spelling in EVERY}
REVERSIBLE = [name for name in SMALL if FAMILY[name][0].reversible]
DECIDED = [
    name
    for name in SMALL
    if not name.startswith(("water-jugs", "missionaries", "sokoban", "sliding", "peg-solitaire"))
]
STARTED = [name for name in EVERY if FAMILY[name][0].start(FAMILY[name][1]) is not None]

LESS_USUAL = ["heavy-tile:2x3", "inverse-tile:2x3", "burnt-pancake:3", "blocks:3", "gripper:2",
              "arrow:5", "water-jugs:5x3=4", "missionaries:3x2", "keys:3x3", "sokoban:2", "cube:3"]  # fmt: skip
SAME_ORDER = [row.name for row in ALGORITHMS.values() if row.loop != "batched"]
"""Algorithms, without the one whose batches have an order of their own."""
EVERY_OTHER = [
    (board, algorithm)
    for (row, board), (column, algorithm) in product(enumerate(LESS_USUAL), enumerate(SAME_ORDER))
    if (row + column) % 2 == 0
]
"""Half of all pairs, in which each board and each algorithm occurs, whatever their number."""

drawn_domains = given(st.sampled_from([*SMALL, "cube:3"]), st.integers(0, 2**32 - 1))


def is_goal(rules, shape, state):
    return match(rules.goal(shape), state) is not None


@pytest.mark.slow
@pytest.mark.parametrize("spelling", EVERY)
def test_a_domain_is_spelled_as_it_is_read(spelling):
    rules, shape = open_source(spelling).sized
    assert rules.spell(shape) == spelling == rules.theory(shape).name
    assert rules.name == spelling.split(":")[0]


@pytest.mark.parametrize("name", DOMAINS)
def test_a_name_alone_is_the_typical_size(name):
    rules, shape = open_source(name).sized
    assert rules.spell(shape) == f"{name}:{DOMAINS[name].typical}"


@pytest.mark.parametrize("name", DOMAINS)
def test_every_domain_says_what_it_is_and_where_its_numbers_come_from(name):
    domain = DOMAINS[name]
    for text in (domain.summary, domain.cells, domain.states, domain.source):
        assert text.strip()
        assert "\n" not in text
    assert len(domain.summary) <= 32  # the table fits 80 columns


@pytest.mark.slow
@drawn_domains
def test_what_is_drawn_is_a_state_from_which_the_goal_can_be_reached(spelling, seed):
    rules, shape = open_source(spelling).sized
    theory, goal = rules.theory(shape), rules.goal(shape)
    start = rules.draw(shape, Random(seed))
    assert theory.check(start) == start == rules.draw(shape, Random(seed))
    verdict = solvability(theory, start, goal)
    assert verdict is None or verdict.solvable
    if spelling != "cube:3":
        result = solve(Problem(theory, start, goal), "breadth-first", check=False)
        assert result.solved
        assert is_goal(rules, shape, result.path[-1])


@pytest.mark.slow
@drawn_domains
def test_a_random_walk_meets_states_only_and_each_step_is_undone_by_its_inverse(spelling, seed):
    rules, shape = open_source(spelling).sized
    theory, rng = rules.theory(shape), Random(seed)
    state = rules.draw(shape, rng)
    for _ in range(8):
        found = theory.successors(state)
        for arc, successor in found:
            assert theory.check(successor) == successor
            assert arc.inverse().apply(successor) == state
        if not found:
            break
        state = rng.choice(found)[1]


@pytest.mark.slow
@drawn_domains
def test_a_walk_backwards_is_a_way_forwards(spelling, seed):
    rules, shape = open_source(spelling).sized
    theory, rng = rules.theory(shape), Random(seed)
    backwards = reversed_theory(theory)
    state = rules.draw(shape, rng)
    for _ in range(6):
        predecessors = backwards.successors(state)
        if not predecessors:
            break
        before = rng.choice(predecessors)[1]
        assert state in [successor for _, successor in theory.successors(before)]
        state = before


@pytest.mark.parametrize("spelling", REVERSIBLE)
def test_where_moves_can_be_undone_every_arc_has_its_inverse_in_the_theory(spelling):
    rules, shape = open_source(spelling).sized
    arcs = rules.theory(shape).arcs
    assert {arc.inverse().canonical for arc in arcs} == {arc.canonical for arc in arcs}


@pytest.mark.parametrize("name", ["water-jugs:5x3=4", "keys:2x2", "sokoban:1"])
def test_what_is_said_to_be_irreversible_has_moves_without_return(name):
    rules, shape = open_source(name).sized
    theory = rules.theory(shape)
    starts = [rules.draw(shape, Random(seed)) for seed in range(20)]
    pairs = [(s, after) for s in starts for _, after in theory.successors(s)]
    assert any(start not in distances(theory, after) for start, after in pairs)


@pytest.mark.slow
@pytest.mark.parametrize("spelling", DECIDED)
def test_solvability_is_what_an_exhaustive_search_finds(spelling):
    rules, shape = open_source(spelling).sized
    theory, goal = rules.theory(shape), rules.goal(shape)
    for seed in range(1 if rules.reversible else 8):
        for start in distances(theory, rules.draw(shape, Random(seed))):
            verdict = solvability(theory, start, goal)
            assert verdict.reason
            if rules.reversible:  # whatever a draw leads to leads back to it and to the goal
                assert verdict.solvable
            else:
                found = any(is_goal(rules, shape, state) for state in distances(theory, start))
                assert verdict.solvable == found


@pytest.mark.slow
@pytest.mark.parametrize("spelling", EVERY)
def test_a_picture_is_drawn_of_every_state_and_differs_where_states_do(spelling):
    rules, shape = open_source(spelling).sized
    theory = rules.theory(shape)
    states = {rules.draw(shape, Random(seed)) for seed in range(30)}
    drawn = {theory.draw(state) for state in states}
    assert len(drawn) == len(states)
    for text in drawn:
        assert text.strip()
        for line in text.splitlines():
            assert len(line) <= 40
            assert line == line.rstrip()


@pytest.mark.slow
@pytest.mark.parametrize("spelling", EVERY)
def test_patterns_are_drawn_and_alike_only_where_they_do_not_contradict_each_other(spelling):
    rules, shape = open_source(spelling).sized
    theory, rng = rules.theory(shape), Random(5)
    states = [rules.draw(shape, rng) for _ in range(12)]
    drawn = {}
    for state in states:
        for share in (0, 0.1, 0.5, 0.9, 1):
            pattern = tuple(
                open_cell(cell) if rng.random() < share else symbol
                for cell, symbol in enumerate(state)
            )
            drawing = theory.drawing(pattern)
            cells = {piece.cell: piece for row in drawing.rows for piece in row}
            known = {cell for cell, piece in cells.items() if piece.is_open}
            assert all(0 <= cell < theory.size for cell in cells if cell is not None)
            assert bool(known) <= (ground(pattern) is None)
            drawn.setdefault(theory.draw(pattern), []).append(pattern)
    for alike in drawn.values():
        for one, other in combinations(alike, 2):
            for term, another in zip(one, other, strict=True):
                assert term == another or isinstance(term, Var) or isinstance(another, Var)


@pytest.mark.slow
@pytest.mark.parametrize("spelling", EVERY)
def test_two_cells_that_are_to_be_equal_are_named_alike(spelling):
    rules, shape = open_source(spelling).sized
    theory = rules.theory(shape)
    words = theory.draw((Var("Same"),) * theory.size).replace("/", " ").replace("-", " ").split()
    assert words.count("Same") == theory.size


@pytest.mark.parametrize("spelling", EVERY)
def test_states_and_goals_are_read_back_as_they_are_written(spelling):
    rules, shape = open_source(spelling).sized
    theory, goal = rules.theory(shape), rules.goal(shape)
    state = rules.draw(shape, Random(3))
    assert theory.parse(theory.format(state)) == state
    again = theory.parse_goal(" ".join(map(str, goal_cells(goal))))
    assert goal_cells(again) == goal_cells(goal)
    assert (ground(again) is None) == (ground(goal) is None)


@pytest.mark.parametrize("spelling", STARTED)
def test_the_start_that_people_expect_can_reach_the_goal_or_the_domain_says_not(spelling):
    rules, shape = open_source(spelling).sized
    theory = rules.theory(shape)
    start = theory.check(rules.start(shape))
    result = solve(Problem(theory, start, rules.goal(shape)), "breadth-first")
    assert result.solved == (spelling not in ("missionaries:1x1", "missionaries:4x2"))


@pytest.mark.slow
@pytest.mark.parametrize("spelling", EVERY)
def test_what_a_theory_knows_of_its_states_can_be_pickled(spelling):
    rules, shape = open_source(spelling).sized
    theory = pickle.loads(pickle.dumps(rules.theory(shape)))
    state = rules.draw(shape, Random(1))
    assert theory.domain == rules
    assert theory.draw(state) == rules.picture(state, shape)


@pytest.mark.slow
@pytest.mark.parametrize(("spelling", "algorithm"), EVERY_OTHER)
def test_both_engines_do_the_same(spelling, algorithm):
    rules, shape = open_source(spelling).sized
    theory, goal = rules.theory(shape), rules.goal(shape)
    start = rules.draw(shape, Random(5))
    if spelling == "cube:3":
        start = theory.arcs[3].apply(theory.arcs[0].apply(goal))
    problem, limits = Problem(theory, start, goal), Limits(nodes=1500)
    try:
        results = [
            solve(problem, algorithm, engine=engine, limits=limits)
            for engine in ("python", "native")
        ]
    except NotNativeError:
        lacks = algorithm == "climb" or (algorithm == "bidirectional" and ground(goal) is None)
        assert lacks, f"{algorithm} of arcwise runs in search/kernel/search/ too"
        return
    except InputError as error:
        assert algorithm == "bidirectional"
        assert "goal" in str(error)
        return
    python, native = results
    assert python.status == native.status
    assert [move.name for move in python.primitives] == [move.name for move in native.primitives]
    assert python.path == native.path
    assert python.cost == native.cost
    for counter in ("expanded", "generated", "inserted", "operator_applications"):
        assert getattr(python.statistics, counter) == getattr(native.statistics, counter)
