"""Learning from escapes: what it teaches on small boards is complete for boards it never saw."""

from collections import Counter
from functools import cache
from importlib import import_module
from itertools import product
from random import Random

import pytest
from arcwise.ebl import Escapes, MacroLibrary, TrainingProblem
from arcwise.ebl.learn import study
from arcwise.ebl.learners import escapes
from arcwise.experiments import learn
from arcwise.rules import SlidingTiles, distances, open_source, sliding_tile, solvability
from arcwise.search import Climber, Evidence, Limits, check_completeness

from .lessons import complete, learn_escapes

TILES = SlidingTiles()
SMALL = [(2, 3), (3, 2)]
SIZES = [*SMALL, (3, 3)]
UNSEEN = [(4, 4), (5, 5), (2, 2), (2, 4), (2, 7), (4, 2), (7, 2), (3, 4), (3, 7), (7, 3), (6, 4)]

SOME = [1, pytest.param(3, marks=pytest.mark.slow)]


@cache
def learned(quiescence=5, seed=0, most=3):
    """A library of so many of the small boards, made complete on them, and what was practised."""
    library, sizes = MacroLibrary(TILES), SIZES[:most]
    practised = list(learn_escapes(library, sizes, quiescence=quiescence, seed=seed))
    return library, practised, list(complete(library, sizes))


def copy(library):
    return MacroLibrary(library.domain, library)


def verdict(library, shape):
    climber = Climber(library.domain, shape, library.schemas, order=library.order)
    return check_completeness(climber)


@pytest.mark.long
@pytest.mark.parametrize("shape", [*SIZES, *UNSEEN], ids=lambda shape: f"{shape[0]}x{shape[1]}")
def test_what_small_boards_teach_is_complete_on_boards_never_trained_on(shape):
    found = verdict(learned()[0], shape)
    assert found.complete
    assert found.evidence is Evidence.SITUATIONS


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("shape", [(5, 5), (2, 9), (9, 2), (3, 7), (6, 6)])
def test_random_boards_never_trained_on_are_solved_without_search(shape):
    library = learned()[0]
    climber = Climber(TILES, shape, library.schemas)
    for seed in range(6):
        start = TILES.draw(shape, Random(seed))
        ended = climber.advance(start)
        assert ended.solved
        assert ended.climb.escapes == ()
        assert ended.climb.plan.replay() == TILES.goal(shape)


@pytest.mark.long
def test_whatever_the_problems_were_the_library_is_complete():
    library, _, _ = learned(2, 1)
    for shape in [*SIZES, (2, 6), (5, 5), (3, 7)]:
        assert verdict(library, shape).complete


@pytest.mark.long
@pytest.mark.slow
def test_the_same_seed_teaches_the_same_and_another_seed_another_way():
    libraries = [MacroLibrary(TILES) for _ in range(3)]
    first, again, other = (
        list(learn_escapes(library, SMALL, quiescence=2, seed=seed))
        for library, seed in zip(libraries, (1, 1, 2), strict=True)
    )
    assert first == again
    assert list(libraries[0]) == list(libraries[1])
    assert [p.problem.start for p in first[:4]] != [p.problem.start for p in other[:4]]


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(("quiescence", "seed"), [(2, 1), (5, 0)])
def test_each_size_ends_when_so_many_problems_in_a_row_taught_nothing(quiescence, seed):
    _, practised, _ = learned(quiescence, seed)
    assert [practice.number for practice in practised] == list(range(1, len(practised) + 1))
    assert list(dict.fromkeys(practice.problem.shape for practice in practised)) == SIZES
    for shape in SIZES:
        taught = [practice.learned > 0 for practice in practised if practice.problem.shape == shape]
        quiet = 0
        for number, something in enumerate(taught, start=1):
            quiet = 0 if something else quiet + 1
            assert (quiet == quiescence) == (number == len(taught))


@pytest.mark.slow
def test_a_size_ends_after_so_many_problems_whatever_they_taught(monkeypatch):
    monkeypatch.setattr(escapes, "MOST_PROBLEMS", 3)
    library = MacroLibrary(TILES)
    practised = list(learn_escapes(library, SMALL, quiescence=99))
    assert Counter(practice.problem.shape for practice in practised) == dict.fromkeys(SMALL, 3)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("most", SOME)
def test_every_problem_is_solved_and_its_numbers_are_those_of_the_solution(most):
    library, practised, _ = learned(most=most)
    theory = sliding_tile(2, 3)
    lengths = distances(theory, TILES.goal((2, 3)))
    admitted = 0
    for practice in practised:
        assert practice.outcome.solved
        assert practice.learned == sum(admission.accepted for admission in practice.admissions)
        admitted += practice.learned
        admitted -= sum(admission.replaced is not None for admission in practice.admissions)
        goal = TILES.goal(practice.problem.shape)
        assert solvability(
            TILES.theory(practice.problem.shape), practice.problem.start, goal
        ).solvable
        assert practice.outcome.applications >= practice.outcome.moves
        if practice.problem.shape == (2, 3):
            assert practice.outcome.moves >= lengths[practice.problem.start]
            assert practice.outcome.moves % 2 == lengths[practice.problem.start] % 2
    assert admitted <= len(library)


@pytest.mark.long
@pytest.mark.parametrize("most", SOME)
def test_with_nothing_left_to_learn_practice_makes_the_moves_of_one_climb(most):
    library, shape = learned(most=most)[0], SIZES[most - 1]
    climber = Climber(TILES, shape, library.schemas)
    for seed in range(5):
        start = TILES.draw(shape, Random(seed))
        problem = TrainingProblem(shape, start, TILES.goal(shape))
        practice = study(Escapes(), copy(library), problem)
        ended = climber.advance(start)
        assert practice.problem is problem
        assert practice.outcome.solved
        assert practice.admissions == ()
        assert practice.outcome.moves == ended.climb.plan.moves
        assert practice.outcome.applications == ended.looked_at >= ended.climb.plan.moves


def test_every_macro_leads_out_of_the_local_minimum_that_it_was_learned_in():
    library = MacroLibrary(TILES)
    start = (5, 2, 6, 3, 1, 4, 0, 8, 7)
    seen = 0
    while True:
        climber = Climber(TILES, (3, 3), library.schemas)
        stuck = climber.advance(start).climb.stuck
        if stuck is None:
            break
        seen += 1
        goal, origin = TILES.goal((3, 3)), f"sliding-tile:3x3, minimum {seen}"
        practice = study(Escapes(), library, TrainingProblem((3, 3), stuck, goal, origin))
        assert practice.learned > 0
        macro = next(iter(practice.admissions)).macro
        assert macro.origin == origin
        schema = next(schema for schema in library if schema is macro)
        assert Climber(TILES, (3, 3), [schema.operator]).step(stuck) is not None
        state = macro.explanation.start
        for arc in macro.arc.steps:
            state = arc.apply(state)
        assert state == macro.explanation.goal == macro.arc.apply(macro.explanation.start)
    assert seen > 0


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("most", SOME)
def test_what_is_there_already_is_not_learned_again(most):
    library, sizes = copy(learned(most=most)[0]), SIZES[:most]
    names = [schema.name for schema in library]
    practised = list(learn_escapes(library, sizes, quiescence=3, seed=9))
    assert len(practised) == 3 * len(sizes)
    assert all(practice.admissions == () for practice in practised)
    assert [schema.name for schema in library] == names
    assert list(complete(library, sizes)) == []


@pytest.mark.long
def test_learning_closed_half_way_leaves_what_was_learned():
    library, sizes = MacroLibrary(TILES), SMALL
    learning = learn_escapes(library, sizes)
    kept = 0
    for practice in learning:
        kept += practice.learned
        if kept >= 3:
            break
    learning.close()
    assert len(library) >= 3 - sum(
        admission.replaced is not None for admission in practice.admissions
    )
    assert [schema.name for schema in library.renamed()] == [
        f"m{number}" for number in range(1, len(library) + 1)
    ]
    starts = list(distances(sliding_tile(2, 3), TILES.goal((2, 3))))[::5]
    none, some, every = (
        sum(Climber(TILES, (2, 3), macros).advance(start).solved for start in starts)
        for macros in ((), library.schemas, learned(most=3)[0].schemas)
    )
    assert none < some <= every == len(starts) == 72
    for _ in learn_escapes(library, sizes):
        pass
    for _ in complete(library, sizes):
        pass
    assert all(verdict(library, shape).complete for shape in sizes)


@pytest.mark.slow
def test_an_interruption_in_the_middle_of_a_problem_leaves_what_was_learned(monkeypatch):
    module = import_module("arcwise.search.climbing.climb")
    library, real, left = MacroLibrary(TILES), module.find_escape, [4]

    def find_escape(*arguments, **traps):
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt
        return real(*arguments, **traps)

    monkeypatch.setattr(module, "find_escape", find_escape)
    with pytest.raises(KeyboardInterrupt):
        list(learn_escapes(library, SIZES))
    assert sum(macro.image is None for macro in library) == 3
    left[0] = 10**9
    assert list(learn_escapes(library, [(3, 3)], quiescence=1))


def test_a_search_that_was_cut_short_is_recorded_as_unsolved():
    library = MacroLibrary(TILES)
    practised = list(learn_escapes(library, [(3, 3)], quiescence=6, limits=Limits(nodes=1)))
    assert not all(practice.outcome.solved for practice in practised)
    goal = TILES.goal((3, 3))
    climber = Climber(TILES, (3, 3))
    for practice in practised:
        assert practice.learned == len(library) == 0
        ended = climber.advance(practice.problem.start)
        assert practice.outcome.solved == (ended.climb.plan.replay() == goal)
        assert practice.outcome.moves == (
            ended.climb.plan.moves if practice.outcome.solved else None
        )
    assert len(practised) == 6


def test_what_cannot_be_made_complete_is_given_up():
    library = MacroLibrary(TILES)
    practised = list(complete(library, [(3, 3)], limits=Limits(nodes=1)))
    said = [(practice.outcome.solved, practice.learned) for practice in practised]
    assert said == [(False, 0)] * 9  # for each cell of the goal's blank
    assert len(library) == 0


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [SMALL[:1], pytest.param(SIZES[:3], marks=pytest.mark.slow)])
def test_completing_learns_from_local_minima_alone(sizes):
    library = MacroLibrary(TILES)
    practised = list(complete(library, sizes))
    for practice in practised:
        assert practice.outcome.solved
        assert practice.learned > 0
        assert Climber(TILES, practice.problem.shape).step(practice.problem.start) is None
    assert [practice.number for practice in practised] == list(range(1, len(practised) + 1))
    for shape in sizes:
        assert verdict(library, shape).complete
    assert all("local minimum" in schema.origin for schema in library)


@pytest.mark.slow
@pytest.mark.parametrize(
    "board", ["pancake:6", "topspin:6x3", "topspin:5x2", "hanoi:3x3", "hanoi:4x2", "lights-out:3x3"]
)
def test_other_families_are_learned_completely_too(board):
    domain, shape = open_source(board).sized
    library = MacroLibrary(domain)
    for practice in learn_escapes(library, domain.practice(shape)):
        assert practice.outcome.solved
    for practice in complete(library, [shape]):
        assert practice.outcome.solved
    climber = Climber(domain, shape, library.schemas)
    assert check_completeness(climber).complete
    for state in distances(domain.theory(shape), domain.goal(shape)):
        assert climber.advance(state).solved


@pytest.mark.slow
def test_macros_of_a_small_ring_do_not_count_on_a_larger_one():
    domain, shape = open_source("topspin:8x4").sized
    library = MacroLibrary(domain)
    for _ in learn_escapes(library, [(1, 6), (1, 7), (1, 8)], limits=Limits(nodes=5000)):
        pass
    assert any(not domain.holds(schema.operator, (1, 8)) for schema in library)
    for seed in range(5):
        ended = Climber(domain, shape, library.schemas).advance(domain.draw(shape, Random(seed)))
        assert ended.climb.plan.replay() == (ended.climb.stuck or domain.goal(shape))


@pytest.mark.long
def test_for_a_table_s_order_the_library_climbs_in_that_order():
    library = MacroLibrary(TILES, order="blank-first")
    practised = list(learn_escapes(library, [(2, 3)], quiescence=8))
    assert all(practice.outcome.solved for practice in practised)
    list(complete(library, [(2, 3)]))
    climber = Climber(TILES, (2, 3), library.schemas, order="blank-first")
    for state in distances(sliding_tile(2, 3), TILES.goal((2, 3))):
        assert climber.advance(state).solved


def vacuum(squares: int) -> str:
    """A vacuum cleaner on a row of squares that are clean or dirty, as arcs; cleaning is not undone."""
    names = [f"S{n}" for n in range(squares)]
    arcs = []
    for at in range(1, squares + 1):
        near = {at - 1, at + 1} & {*range(1, squares + 1)}
        square = ",".join(names)
        arcs += [f"arc([{at},{square}], [{to},{square}], 1)." for to in sorted(near)]
        dirty, clean = list(names), list(names)
        dirty[at - 1], clean[at - 1] = "d", "c"
        arcs.append(f"arc([{at},{','.join(dirty)}], [{at},{','.join(clean)}], 1).")
    return "\n".join([*arcs, f"goal([_,{','.join('c' * squares)}])."])


def test_practice_goes_on_until_no_state_of_a_small_space_is_left(tmp_path) -> None:
    """Climbing with what was learned solves every state, as climbing from each of them shows."""
    path = tmp_path / "vacuum.pl"
    path.write_text(vacuum(4))
    found = learn(path, learner=Escapes(quiescence=1))
    assert found.completeness is not None and "complete (proved" in found.completeness
    shape = found.course.shape
    goal = found.library.domain.goal(shape)
    climber = found.library.climber(shape, goal=goal)
    states = list(product((1, 2, 3, 4), *["cd"] * 4))
    assert len(states) == 64
    for state in states:
        assert climber.advance(state).solved, state
