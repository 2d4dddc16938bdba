"""Searches that leave dead ends out find what the others find, in both engines."""

from dataclasses import replace
from random import Random

import pytest
from arcwise.rules import Arc, InputError, Theory, Var, open_source
from arcwise.rules.states.dead_ends import traps_told
from arcwise.rules.states.traps import Trap, Traps
from arcwise.search import Limits, Problem, Status, default_heuristic, make_heuristic, solve
from arcwise.search.heuristics.combined import AvoidsDeadEnds

from ..engines import same

X = Var("X")

PUSHING = """
(define (domain pushing)
  (:requirements :strips :typing)
  (:types cell way)
  (:predicates (at ?c - cell) (box ?c - cell) (clear ?c - cell) (next ?c ?d - cell ?w - way))
  (:action walk :parameters (?c ?d - cell ?w - way)
    :precondition (and (at ?c) (clear ?d) (next ?c ?d ?w))
    :effect (and (at ?d) (clear ?c) (not (at ?c)) (not (clear ?d))))
  (:action push :parameters (?c ?d ?e - cell ?w - way)
    :precondition (and (at ?c) (box ?d) (clear ?e) (next ?c ?d ?w) (next ?d ?e ?w))
    :effect (and (at ?d) (box ?e) (clear ?c) (not (at ?c)) (not (box ?d)) (not (clear ?e)))))
"""


def level(number):
    domain, shape = open_source(f"sokoban:{number}").sized
    return Problem(domain.theory(shape), domain.start(shape), domain.goal(shape))


def in_pddl(number, folder):
    """A built-in level as a PDDL problem."""
    domain, shape = open_source(f"sokoban:{number}").sized
    signs = {".": "clear", "@": "at", "$": "box"}
    facts = [f"({signs[sign]} c{cell})" for cell, sign in enumerate(domain.start(shape))]
    for cell, (row, column) in enumerate(domain.level.squares):
        for way, (down, right) in {"u": (-1, 0), "l": (0, -1), "r": (0, 1), "d": (1, 0)}.items():
            if (row + down, column + right) in domain.level.squares:
                other = domain.level.squares.index((row + down, column + right))
                facts.append(f"(next c{cell} c{other} {way})")
    names = " ".join(f"c{cell}" for cell in range(shape[1]))
    goals = " ".join(f"(box c{cell})" for cell in sorted(domain.level.goals))
    (folder / "d.pddl").write_text(PUSHING)
    (folder / "p.pddl").write_text(
        f"(define (problem level) (:domain pushing) (:objects {names} - cell u l r d - way)"
        f" (:init {' '.join(facts)}) (:goal (and {goals})))"
    )
    found, shape = open_source(f"{folder / 'd.pddl'}#{folder / 'p.pddl'}").sized
    return Problem(found.theory(shape), found.start(shape), found.goal(shape))


def both_ways(problem, algorithm, heuristic):
    """With dead ends left out and without, the engines alike."""
    names = (heuristic, f"dead-ends:{heuristic}")
    return [same(problem, algorithm, Limits(), heuristic=name) for name in names]


def test_a_cheapest_solution_stays_one_and_takes_less():
    plain, avoiding = both_ways(level(2), "a-star", "manhattan")
    assert avoiding.heuristic == "dead-ends:manhattan"
    assert plain.cost == avoiding.cost
    assert plain.optimal
    assert avoiding.optimal
    assert avoiding.statistics.expanded < plain.statistics.expanded / 2


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("algorithm", "number", "heuristic"),
    [
        *(("a-star", 1, "zero"), ("a-star", 3, "manhattan"), ("a-star", 2, "patterns")),
        *(("ida-star", 2, "misplaced"), ("ida-star", 1, "lm_cut"), ("ida-star", 3, "ff")),
        *(("greedy", 1, "zero"), ("greedy", 3, "manhattan"), ("greedy", 2, "patterns")),
        *(("beam", 2, "misplaced"), ("beam", 1, "lm_cut"), ("beam", 3, "ff")),
        *(("lazy-greedy", 3, "manhattan"), ("lazy-greedy", 1, "lm_cut")),
    ],
)
def test_both_engines_leave_the_same_out(algorithm, number, heuristic):
    plain, avoiding = both_ways(level(number), algorithm, heuristic)
    assert avoiding.solved
    if plain.optimal:
        assert avoiding.cost == plain.cost
        assert avoiding.statistics.expanded <= plain.statistics.expanded


def test_what_is_pushed_in_pddl_has_the_same_dead_ends(tmp_path):
    """There a box that is pushed where it is of no use is no longer told of: it is lost."""
    problem = in_pddl(2, tmp_path)
    h = default_heuristic(problem.theory, problem.goal, problem.start)
    assert isinstance(h, AvoidsDeadEnds)
    assert h.traps.least
    plain, avoiding = both_ways(problem, "a-star", "misplaced")
    assert plain.cost == avoiding.cost == 10
    assert avoiding.statistics.expanded < plain.statistics.expanded / 2


@pytest.mark.parametrize("number", [2, 3])
def test_along_arcs_it_is_what_it_is_of_the_state(number):
    problem = level(number)
    h = make_heuristic("dead-ends:manhattan", problem.theory, problem.goal, problem.start)
    rng = Random(number)
    state, infinite = problem.start, 0
    for _ in range(2000):
        arc, after = rng.choice(problem.theory.successors(state))
        along, anew = h.update(h.estimate(state), arc, state, after), h.estimate(after)
        assert along == anew
        infinite += anew == float("inf")
        state = problem.start if anew == float("inf") else after
    assert infinite > 10


def test_a_start_in_a_dead_end_is_told_with_the_reason_before_and_by_the_search():
    problem = level(2)
    start = problem.theory.parse("@ . . . . . . . . $ $ .")
    lost = Problem(problem.theory, start, problem.goal)
    told = solve(lost, "a-star")
    assert told.status is Status.UNSOLVABLE
    assert "keep each other there" in told.note
    for engine in ("python", "native"):
        searched = solve(lost, "a-star", check=False, engine=engine)
        assert searched.status is Status.UNSOLVABLE
        assert searched.statistics.expanded == 0


def test_it_is_for_starts_with_as_many_copies():
    problem = level(2)
    h = make_heuristic("dead-ends:zero", problem.theory, problem.goal, problem.start)

    few = tuple("." if sign == "$" else sign for sign in problem.start)
    board = replace(problem.theory, domain=None)
    with pytest.raises(InputError, match="states with 2"):
        solve(Problem(board, few, problem.goal), "a-star", heuristic=h, check=False)


def test_where_the_arcs_tell_none_the_heuristic_is_the_other_one():
    domain, shape = open_source("sliding-tile:2x3").sized
    goal = domain.goal(shape)
    assert (
        make_heuristic("dead-ends:manhattan", domain.theory(shape), goal, goal).name == "manhattan"
    )


def leaving_out(number):
    """A level whose problem has the dead ends, whatever the heuristic."""
    problem = level(number)
    return replace(problem, traps=traps_told(problem.theory, problem.goal, problem.start))


@pytest.mark.slow
@pytest.mark.parametrize(
    "algorithm",
    [
        *("breadth-first", "uniform-cost", "depth-first", "iterative-deepening", "a-star"),
        *("greedy", "hill-climbing", "beam", "ida-star", "lazy-greedy", "enforced-hill-climbing"),
    ],
)
def test_every_search_leaves_the_patterns_of_its_problem_out(algorithm):
    plain, avoiding = (same(one, algorithm, Limits()) for one in (level(2), leaving_out(2)))
    if plain.optimal:
        assert avoiding.optimal
        assert avoiding.cost == plain.cost
    assert avoiding.solved >= plain.solved
    for state in avoiding.states:
        assert leaving_out(2).traps.within(state) is None


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_search_from_both_ends_leaves_out_what_the_start_side_makes(engine):
    theory = Theory("one way", (Arc("go", (1, X), (2, X)), Arc("turn", (X, 1), (X, 2))), (1, 2))
    problem = Problem(theory, (1, 1), (2, 1))
    trapped = replace(problem, traps=Traps([Trap(((1, 2),))]))
    plain, avoiding = (solve(one, "bidirectional", engine=engine) for one in (problem, trapped))
    assert (plain.cost, avoiding.cost) == (1, 1)
    assert avoiding.statistics.inserted < plain.statistics.inserted


def test_a_start_that_fits_a_pattern_is_unsolvable():
    problem = level(1)
    trapped = replace(problem, traps=Traps([Trap(((0, "@"), (1, "$")), "t1")]))
    found = solve(trapped, "a-star")
    assert found.status is Status.UNSOLVABLE
    assert "t1" in found.note
