"""Every heuristic against exhaustive distances, for goals of every kind: open, several, foreign symbols, costs of all sizes."""

from dataclasses import replace
from math import inf, isclose
from random import Random

import pytest
from arcwise.rules import Arc, InputError, Theory, Var, open_source
from arcwise.search import (
    ALGORITHMS,
    HEURISTICS,
    AbstractSpace,
    Limits,
    PatternDatabase,
    Problem,
    Status,
    problem_with_goals,
    solve,
)
from arcwise.search.algorithms import PLANNER
from arcwise.search.heuristics.combined import of_problem
from arcwise.search.heuristics.heuristic_table import heuristic_maker
from arcwise.search.heuristics.patterns.database import odd_entry

SYMBOLS = ["A", "a", "b", 1, 2, "1", "A b"]
NAMES = [Var(name) for name in ("A", "B", "C", "D")]
COSTS = [[1], [0, 1], [0.5, 1, 2], [0, 0.3, 7], [1, 1000], [1 / 3, 0.1]]
MOST = 400


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def slides(rng, costs):
    rows, columns = rng.choice([(1, 3), (2, 2), (1, 4)])
    cost, arcs = rng.choice(costs), []
    for one in range(rows * columns):
        for other in range(rows * columns):
            down, right = divmod(one, columns), divmod(other, columns)
            if abs(down[0] - right[0]) + abs(down[1] - right[1]) == 1:
                before, after = (list(NAMES[: rows * columns]) for _ in range(2))
                before[one] = after[other] = "_"
                after[one] = NAMES[other]
                arcs.append(Arc(f"slide{one}{other}", tuple(before), tuple(after), cost))
    tiles = rng.sample(SYMBOLS, rows * columns - 1)
    symbols = ("_", *tiles) if rng.random() < 0.5 else None
    return Theory("slides", tuple(arcs), (rows, columns), "_", symbols), ["_", *tiles]


def rearranges(rng, costs):
    size = rng.choice([2, 3, 4])
    symbols = rng.sample(SYMBOLS, size)
    arcs = []
    for number in range(rng.randint(1, 4)):
        before = list(NAMES[:size])
        if rng.random() < 0.4:
            before[rng.randrange(size)] = rng.choice(symbols)
        arcs.append(
            Arc(f"arc{number}", tuple(before), tuple(rng.sample(before, size)), rng.choice(costs))
        )
    blank = rng.choice([None, symbols[0]])
    return Theory("rearranges", tuple(arcs), (1, size), blank), symbols


def changes(rng, costs):
    size = rng.choice([2, 3, 4])
    symbols = rng.sample(SYMBOLS, rng.randint(2, 4))
    arcs = []
    for number in range(rng.randint(1, 5)):
        before = tuple(rng.choice([*symbols, *NAMES[:3], *NAMES[:3]]) for _ in range(size))
        after = tuple(rng.choice([*before, symbols[0]]) for _ in range(size))
        arcs.append(Arc(f"arc{number}", before, after, rng.choice(costs)))
    return Theory("changes", tuple(arcs), (1, size)), symbols


def walk(rng, theory, state, steps):
    for _ in range(steps):
        if successors := theory.successors(state):
            state = rng.choice(successors)[1]
    return state


def random_problem(seed):
    rng = Random(seed)
    kind = rng.choice([slides, rearranges, changes])
    theory, symbols = kind(rng, rng.choice(COSTS))
    loose = theory.symbols is None and kind is not slides

    def any_state():
        if len(symbols) >= theory.size and rng.random() < 0.8:
            held = rng.sample(symbols, theory.size)
        else:
            held = [rng.choice(symbols) for _ in range(theory.size)]
        if loose and rng.random() < 0.2:
            held[rng.randrange(theory.size)] = rng.choice(SYMBOLS)
        return tuple(held)

    start = any_state()
    goals = []
    for _ in range(rng.choice([1, 1, 2])):
        goal = walk(rng, theory, start, rng.randint(0, 6)) if rng.random() < 0.6 else any_state()
        goals.append(opened(rng, goal) if rng.random() < 0.6 else goal)
    return problem_with_goals(theory, start, goals)


def opened(rng, goal):
    """A goal that leaves some cells open, of which some may have to be equal."""
    return tuple(rng.choice([term, Var(rng.choice("XYZ"))]) for term in goal)


def distances_to_goals(problem):
    """Least costs from all states that the start leads to; None where they are many."""
    theory, todo, far, ways = problem.theory, [problem.start], {problem.start: inf}, []
    while todo:
        state = todo.pop()
        for arc, after in theory.successors(state):
            ways.append((state, arc.cost, after))
            if after not in far:
                far[after] = inf
                todo.append(after)
        if len(far) > MOST:
            return None
    far.update((state, 0) for state in far if problem.is_goal(state))
    changed = True
    while changed:
        changed = False
        for state, cost, after in ways:
            if far[after] + cost < far[state] - 1e-12:
                far[state], changed = far[after] + cost, True
    return far


def close(one, other):
    return one == other or isclose(one, other, abs_tol=1e-9)


def check(problem, far, name):
    """Admissible and consistent where it says so, infinite only in dead ends, the same along an arc as anew."""
    maker, parameter = heuristic_maker(name)
    try:
        heuristic = of_problem(problem, maker, *parameter)
    except InputError:
        return  # it has no meaning here, and says so
    theory = problem.theory
    values = {state: heuristic.estimate(state) for state in far}
    for state, h in values.items():
        if heuristic.admissible:
            assert h <= far[state] + 1e-9, (name, state)
        assert h < inf or far[state] == inf, (name, state)
        for arc, after in theory.successors(state):
            assert close(heuristic.update(h, arc, state, after), values[after]), (name, state)
            if heuristic.consistent:
                assert h <= arc.cost + values[after] + 1e-9, (name, state, after)
    for algorithm in ("a-star", "greedy"):
        results = [
            solve(problem, algorithm, heuristic=heuristic, engine=engine)
            for engine in ("python", "native")
        ]
        for result in results:
            assert result.status is (
                Status.SOLVED if far[problem.start] < inf else Status.UNSOLVABLE
            )
            if result.optimal:
                assert close(result.cost, far[problem.start])
        one, other = results
        assert (one.cost, one.statistics.expanded) == (other.cost, other.statistics.expanded), name
    for algorithm in ("ida-star", "batched-ida-star") if 0 < far[problem.start] < inf else ():
        result = solve(problem, algorithm, heuristic=heuristic, limits=Limits(nodes=2_000))
        if result.optimal:
            assert close(result.cost, far[problem.start]), (name, algorithm)
        assert result.status is not Status.UNSOLVABLE


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_every_heuristic_is_true_to_exhaustive_distances(seed):
    try:
        problem = random_problem(seed)
    except InputError:
        return  # symbols that the theory does not know
    far = distances_to_goals(problem)
    assert far is not None
    for name in HEURISTICS:
        check(problem, far, name)


BUILT_IN = [
    "sliding-tile:1x5", "heavy-tile:2x2", "inverse-tile:2x2", "pancake:4", "burnt-pancake:3", "topspin:5x3", "hanoi:3x3",
    "lights-out:2x2", "arrow:5", "gripper:2", "water-jugs:5x3=4",
]  # fmt: skip


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("name", BUILT_IN)
def test_every_heuristic_is_true_for_open_goals_of_built_in_domains(name):
    domain, shape = open_source(name).sized
    theory, end = domain.theory(shape), domain.goal(shape)
    rng = Random(name)
    for _ in range(2):
        first = (
            tuple(end) if not any(isinstance(term, Var) for term in end) else domain.start(shape)
        )
        start = walk(rng, theory, first, 30)
        goal = opened(rng, walk(rng, theory, start, 30))
        problem = problem_with_goals(theory, start, [goal])
        far = distances_to_goals(problem)
        for heuristic in HEURISTICS:
            if far is not None:
                check(problem, far, heuristic)


FOREIGN = [(2, 1), (9, 3), (9, Var("X")), ("2", "3"), (Var("X"), "3")]


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_goal_with_symbols_that_the_start_lacks_is_out_of_reach_or_refused(algorithm, engine):
    if ALGORITHMS[algorithm].loop == PLANNER:
        return
    arcs = (
        Arc("swap", (NAMES[0], NAMES[1]), (NAMES[1], NAMES[0]), 0.2),
        Arc("turn", (0, 1), (1, 0), 0.7),
    )
    theory = Theory("swap", arcs, (1, 2))
    for goal in FOREIGN:
        problem = Problem(theory, (2, 3), goal)
        for heuristic in HEURISTICS if ALGORITHMS[algorithm].informed else (None,):
            try:
                result = solve(problem, algorithm, heuristic=heuristic, engine=engine)
            except InputError:
                continue
            assert not result.solved


def test_learning_and_comparing_say_that_such_a_goal_is_out_of_reach(tmp_path, call):
    (tmp_path / "swap.pl").write_text("arc([A,B],[B,A],0.2).\narc([0,1],[1,0],0.7).\n")
    (tmp_path / "problems.csv").write_text("start,goal\n2 3,2 1\n2 3,3 2\n2 3,9 ?\n")
    files = [str(tmp_path / name) for name in ("swap.pl", "problems.csv")]
    for command in (
        ["learn", *files],
        ["compare", *files, "--macros", "none", "--algorithms", "a-star"],
    ):
        outcome = call(*command)
        assert outcome.code != 70
        assert "fault of arcwise" not in outcome.out + outcome.err


@pytest.mark.parametrize("compression", [1, 2])
@pytest.mark.parametrize("additive", [False, True])
def test_entries_as_they_were_built_are_never_called_wrong(additive, compression):
    looked_at = 0
    for seed in (*range(40), 1201, 1316, 1353, 1416, 1471):
        rng = Random(seed)
        try:
            problem = random_problem(seed)
            whole = AbstractSpace.whole(problem.theory, problem.goal, problem.start)
            parts = tuple(rng.sample(whole.pattern, rng.randint(1, len(whole.pattern))))
            space = replace(whole, pattern=parts, additive=additive, compression=compression)
            database = PatternDatabase.build(space)
        except InputError:
            continue  # symbols that the theory does not know
        assert odd_entry(space, database.entry, [problem.start]) is None, seed
        looked_at += 1
    assert looked_at > 20
