"""Novelty search: what is pruned, that a failure proves nothing, and that both engines prune alike."""

from collections import deque
from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import pytest
from arcwise.planning.pddl import PlanningDomain
from arcwise.rules import Arc, Theory, Var, sliding_tile
from arcwise.search import FunctionProblem, LiftedProblem, Limits, Problem, Status, solve

from ...planning.policy.hand_made import BLOCKS, tower

GOAL = (1, 2, 3, 4, 5, 0)
ENGINES = ("python", "native")
WIDTHS = (1, 2)


def iw(problem, width):
    """States that IW(width) expands before the goal, as in the paper: each generated state has a new tuple."""
    seen, expanded, waiting = set(), [], deque()

    def put(state):
        atoms = sorted(enumerate(state), key=str)
        tuples = {one for size in range(1, width + 1) for one in combinations(atoms, size)}
        if tuples - seen:
            seen.update(tuples)
            waiting.append(state)

    put(problem.start)
    while waiting:
        state = waiting.popleft()
        if problem.is_goal(state):
            return expanded, True
        expanded.append(state)
        for _, after in problem.successors(state):
            put(after)
    return expanded, False


def block_problems(goal):
    for names in map("".join, [*permutations("abcd", 4)][::3]):
        domain = PlanningDomain(BLOCKS, tower(names, goal))
        yield LiftedProblem(domain, domain.theory((1, 1)).shape).grounded


def random_problems():
    """Theories of a few symbols, some of whose arcs carry symbols from cell to cell."""
    rng = Random(5)
    for _ in range(20):
        cells, symbols = rng.randint(1, 5), range(rng.randint(2, 20))
        arcs = []
        for number in range(rng.randint(1, 8)):
            before = tuple(
                rng.choice([Var(f"X{cell}"), rng.choice(symbols)]) for cell in range(cells)
            )
            after = list(before)
            after[rng.randrange(cells)] = rng.choice(symbols)
            rng.shuffle(after)
            arcs.append(Arc(f"a{number}", before, tuple(after)))
        start, goal = (tuple(rng.choice(symbols) for _ in range(cells)) for _ in range(2))
        yield Problem(Theory("random", tuple(arcs), (1, cells)), start, goal)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.slow
def test_both_engines_expand_what_the_paper_says(width):
    boards = [
        Problem(sliding_tile(2, 3), start, GOAL) for start in [(4, 5, 3, 0, 1, 2), GOAL[::-1]]
    ]
    outcomes = set()
    for problem in [*boards, *random_problems(), *block_problems("(on a b) (clear c)")]:
        expanded, reached = iw(problem, width)
        results = [solve(problem, f"iw-{width}", engine=one, check=False) for one in ENGINES]
        for result in results:
            assert (result.statistics.expanded, result.solved) == (len(expanded), reached)
            assert reached or result.status is Status.INCOMPLETE
        python, native = results
        counted = replace(
            python.statistics,
            elapsed=native.statistics.elapsed,
            peak_memory=native.statistics.peak_memory,
        )
        assert (native.path, native.statistics) == (python.path, counted)
        outcomes.add(reached)
    assert outcomes == {True, False}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_failure_is_never_called_unsolvable(width, engine):
    swapped = Problem(sliding_tile(2, 3), (2, 1, 3, 4, 5, 0), GOAL)
    result = solve(swapped, f"iw-{width}", engine=engine, check=False)
    assert result.status is Status.INCOMPLETE
    assert "nothing is proved" in result.note
    assert result.bound is None
    assert solve(swapped, f"iw-{width}", engine=engine).status is Status.UNSOLVABLE  # by parity


@pytest.mark.parametrize("goal", ["(clear d)", "(holding b)", "(on a c)"])
@pytest.mark.slow
def test_goals_of_one_atom_in_blocks_have_width_two_at_most(goal):
    for problem in block_problems(goal):
        result, least = solve(problem, "iw-2"), solve(problem, "breadth-first")
        assert result.moves == least.moves
        assert result.statistics.expanded <= least.statistics.expanded
        if goal != "(on a c)":
            assert solve(problem, "iw-1").moves == least.moves


@pytest.mark.parametrize("engine", ENGINES)
def test_tuples_of_all_cells_are_states_so_that_nothing_is_pruned(engine):
    x, y = Var("X"), Var("Y")
    steps = [Arc(f"to{n}", (x, y), (y, n)) for n in range(4)]
    problem = Problem(Theory("two", tuple(steps), (1, 2)), (0, 0), (3, 2))
    broad = solve(problem, "breadth-first", engine=engine)
    assert solve(problem, "iw-2", engine=engine).statistics.generated == broad.statistics.generated


def test_members_of_a_set_are_atoms_and_any_other_state_is_one():
    def add(state):
        return [(one, 1, state | {one}) for one in "abc"]

    expanded = {}
    for size in (1, 2, 3):
        problem = FunctionProblem(frozenset(), lambda state, size=size: len(state) == size, add)
        for width in WIDTHS:
            result = solve(problem, f"iw-{width}")
            assert result.solved == (size <= width)
            expanded[size, width] = result.statistics.expanded
    assert (expanded[3, 1], expanded[3, 2]) == (4, 7)
    line = FunctionProblem("0", lambda state: state == "9", lambda n: [("on", 1, str(int(n) + 1))])
    assert solve(line, "iw-1").moves == 9


def test_pairs_count_in_the_memory_of_the_kernel():
    problem = Problem(sliding_tile(4, 4), (*range(1, 14), 15, 14, 0), (*range(1, 16), 0))
    whole = solve(problem, "iw-2", engine="native", check=False)
    few = Limits(memory=whole.statistics.peak_memory // 2)
    cut = solve(problem, "iw-2", engine="native", check=False, limits=few)
    assert (cut.status, cut.limit) == (Status.STOPPED, "memory")
