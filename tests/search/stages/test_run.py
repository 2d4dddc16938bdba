"""The algorithm that is chosen by a first look: cheapest solutions within the limits, and what is said of them."""

import re
from functools import reduce
from itertools import product
from random import Random
from time import perf_counter as clock

import networkx
import pytest
from arcwise.ebl import compose
from arcwise.rules import Var, distances, open_source, read_psvn, sliding_tile
from arcwise.search import (
    ALGORITHMS,
    HEURISTICS,
    ZERO,
    BatchHeuristic,
    FunctionHeuristic,
    FunctionProblem,
    GraphProblem,
    Limits,
    Move,
    Problem,
    Result,
    Statistics,
    Status,
    solve,
)
from arcwise.search.climbing.climb import climb_by_new_table
from arcwise.search.climbing.macro_table import fill_table
from arcwise.search.heuristics.patterns import choice as growth
from arcwise.search.heuristics.patterns import choice as patterns_choice
from arcwise.search.heuristics.patterns import ready
from arcwise.search.heuristics.relaxation import LmCut
from arcwise.search.stages import limits as shared
from arcwise.search.stages import run as choice
from arcwise.search.stages import tables

AUTO = ALGORITHMS["auto"]


def search_by_choice(row, problem, heuristic, limits, run, **options):
    """The result of our table of an algorithm, whose searches are made by ``run``."""
    searches = choice.StagedSearch(shared.Attempts(limits, run), problem, heuristic, **options)
    return searches.run(tables.PORTFOLIOS[row.name]())


def drawn(name, seed=7):
    domain, shape = open_source(name).sized
    return Problem(domain.theory(shape), domain.draw(shape, Random(seed)), domain.goal(shape))


@pytest.mark.parametrize(
    ("name", "algorithm"),
    [
        ("sliding-tile:2x3", "a-star"),
        ("sliding-tile:4x4", "batched-ida-star"),
        ("pancake:9", "a-star"),
        ("cube:2", "bidirectional"),
        ("gripper:8", "bidirectional"),
        ("sokoban:2", "a-star"),
    ],
)
def test_what_is_chosen_solves_with_a_cheapest_solution(name, algorithm):
    result = solve(drawn(name), "auto")
    assert (result.solved, result.optimal, result.algorithm) == (True, True, algorithm)
    assert ("tried first" in result.note) == (result.statistics.expanded <= choice.FIRST_LOOK)
    assert "chosen because" in result.note


@pytest.mark.parametrize("algorithm", ["auto", "fast"])
def test_the_first_look_is_shorter_where_a_start_has_many_successors(algorithm, monkeypatch):
    monkeypatch.setattr(choice, "WIDE", 1)
    problem = Problem(
        drawn("pancake:5").theory, (2, 1, 3, 4, 5), (1, 2, 3, 4, 5)
    )  # four successors
    assert "for 500 expansions" in solve(problem, algorithm).note


def test_what_is_done_between_two_searches_counts_against_the_limit_on_time(monkeypatch):
    clock = iter((0.0, 3.0, 9.0))
    monkeypatch.setattr(shared, "perf_counter", lambda: next(clock))
    given = []

    def run(row, heuristic, limits):
        given.append(limits.time)
        return Result.not_ready((), "time", 0.0, row.name, None)

    several = shared.Attempts(Limits(time=10), run)
    for _ in range(2):
        several.search(ALGORITHMS["a-star"], ZERO, "it is tried")
    assert given == [7, 1]
    assert several.too_few("time") == "no solution was found"


@pytest.mark.parametrize("algorithm", ["auto", "fast"])
def test_a_planning_problem_without_a_plan_is_told_that_learning_may_help(algorithm, examples):
    folder = examples / "pddl"
    rules, shape = open_source(f"{folder / 'blocks.pddl'}#{folder / 'blocks-1.pddl'}").sized
    few = Limits(nodes=1)
    asked = Problem(rules.theory(shape), rules.start(shape), rules.goal(shape))
    note = solve(asked, algorithm, limits=few).note
    assert "learn on smaller problems of the domain may find a policy" in note
    assert "learn on" not in solve(drawn("sliding-tile:3x3"), algorithm, limits=few).note


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_planning_problem_has_a_plan_before_the_proof_goes_on(engine, examples, monkeypatch):
    monkeypatch.setattr(choice, "FIRST_LOOK", 5)
    files = [examples / "pddl" / f"{name}.pddl" for name in ("delivery", "delivery-1")]
    domain, shape = open_source("#".join(map(str, files))).sized
    problem = Problem(domain.theory(shape), domain.start(shape), domain.goal(shape))
    told = []
    result = solve(problem, "auto", engine=engine, tell=told.append)
    assert (result.optimal, result.cost) == (True, 17)
    assert told[0].algorithm == "lazy-greedy"
    assert told[0].heuristic == "ff:steps"
    assert told[0].cost >= 17


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["python", "native"])
def test_whatever_follows_the_first_look_finds_cheapest_solutions(engine, monkeypatch):
    monkeypatch.setattr(choice, "FIRST_LOOK", 5)
    goal = (1, 2, 3, 4, 5, 0)
    theory = sliding_tile(2, 3)
    for state, distance in list(distances(theory, goal).items())[::17]:
        result = solve(Problem(theory, state, goal), "auto", engine=engine)
        assert (result.moves, result.optimal) == (distance, True)


@pytest.mark.slow
def test_the_limits_are_those_of_all_searches_together():
    result = solve(drawn("sliding-tile:5x5"), "auto", limits=Limits(nodes=200))
    assert (result.limit, result.statistics.expanded) == ("nodes", 200)
    result = solve(drawn("sliding-tile:4x4"), "auto", limits=Limits(nodes=choice.FIRST_LOOK + 100))
    assert (result.limit, result.statistics.expanded) == ("nodes", choice.FIRST_LOOK + 100)
    result = solve(drawn("cube:2"), "auto", limits=Limits(nodes=100))
    assert (result.limit, result.statistics.expanded) == ("nodes", 100)


@pytest.mark.parametrize(
    ("heuristic", "expected"),
    [
        (
            FunctionHeuristic("own", lambda state: 40),
            [("batched", "oldest"), ("iterative", "oldest")],
        ),
        (BatchHeuristic("own", lambda states: [40] * len(states)), []),
    ],
)
def test_states_are_evaluated_together_in_best_first_order_only(heuristic, expected):
    problem = drawn("sliding-tile:4x4")
    asked = []

    def run(algorithm, heuristic, within):
        if algorithm.fewest is None:  # finds nothing
            return Result(Status.INCOMPLETE, (), (), Statistics())
        asked.append((algorithm.loop, algorithm.ties))
        counted = Statistics(expanded=100, generated=300, inserted=200)
        return Result(Status.STOPPED, (), (), counted, limit="memory", algorithm=algorithm.name)

    search_by_choice(AUTO, problem, heuristic, Limits(), run)
    last = "lower-h" if expected else "oldest"
    assert asked == [
        ("best-first", "lower-h"),
        *expected,
        ("best-first", last),
        *([] if expected else [("iterative", "oldest")]),  # none is made twice
    ]


def test_what_runs_out_of_memory_is_followed_by_what_needs_little():
    problem = drawn("sokoban:2")  # the goal is a pattern: nothing to search from
    asked = []

    def run(algorithm, heuristic, within):
        if algorithm.name in ("beam", "greedy", "macro-table"):  # find nothing
            return Result(Status.INCOMPLETE, (), (), Statistics())
        asked.append((algorithm.name, within.nodes))
        ends = ["nodes", "memory", "time"][len(asked) - 1]
        counted = Statistics(expanded=100, generated=300, inserted=120)
        return Result(Status.STOPPED, (), (), counted, limit=ends, algorithm=algorithm.name)

    h = FunctionHeuristic("nothing", lambda state: 0)
    found = search_by_choice(AUTO, problem, h, Limits(nodes=90_000), run)
    assert asked == [("a-star", choice.FIRST_LOOK), ("a-star", 89_900), ("ida-star", 89_800)]
    assert (found.algorithm, found.limit, found.statistics.expanded) == ("ida-star", "time", 300)
    assert "A* ran out of memory" in found.note


@pytest.mark.parametrize(
    ("moves", "algorithm"),
    [
        (lambda n: [("on", 1, n + 1), ("twice", 1, 2 * n)], "breadth-first"),
        (lambda n: [("on", 1, n + 1), ("twice", 3, 2 * n)], "uniform-cost"),
        (lambda n: [("on", 1 if n < 200 else 0.5, n + 1), ("far", 1, n + 2)], "uniform-cost"),
    ],
)
def test_without_an_estimate_blind_search_comes_at_once_and_proves_a_cheapest_plan(
    moves, algorithm
):
    problem = FunctionProblem(1, lambda n: n == 300, lambda n: moves(n) if n < 400 else [])
    found, cheapest = solve(problem), solve(problem, "uniform-cost")
    assert (found.algorithm, found.cost, found.optimal) == (algorithm, cheapest.cost, True)
    assert "nothing estimates the remaining cost" in found.note
    assert "cost" in found.note.partition(", and ")[2]


def test_without_an_estimate_moves_that_can_be_undone_are_searched_from_both_ends():
    graph = networkx.grid_2d_graph(20, 20)
    found = solve(GraphProblem(graph, (0, 0), (18, 14)))
    assert (found.algorithm, found.moves, found.optimal) == ("bidirectional", 32, True)
    graph.edges[(0, 0), (0, 1)]["weight"] = 5
    found = solve(GraphProblem(graph, (0, 0), (18, 14)))
    assert (found.algorithm, found.cost, found.optimal) == ("uniform-cost", 32, True)


def test_blind_search_without_memory_is_followed_by_what_needs_little():
    asked = []

    def run(algorithm, heuristic, within):
        asked.append(algorithm.name)
        limit = "nodes" if len(asked) == 1 else "memory" if len(asked) == 2 else "time"
        return Result(Status.STOPPED, (), (), Statistics(expanded=9), limit, algorithm.name)

    problem = FunctionProblem(0, lambda n: n == 3, lambda n: [("on", 1, n + 1)])
    search_by_choice(AUTO, problem, ZERO, Limits(), run)
    assert asked == ["breadth-first", "breadth-first", "ida-star"]


@pytest.mark.parametrize("name", ["sliding-tile:3x3", "topspin:8x4", "blocks:6", "gripper:6"])
@pytest.mark.parametrize("look", [5, 2_000])
def test_any_solution_is_found_by_narrow_beams_and_said_to_be_no_more(name, look, monkeypatch):
    monkeypatch.setattr(choice, "FIRST_LOOK", look)
    problem = drawn(name)
    result = solve(problem, "fast")
    assert (result.solved, result.optimal) == (True, result.algorithm == "bidirectional")
    assert result.algorithm in (
        ("beam", "greedy", "lazy-greedy", "weighted-a-star", "bidirectional")
        if look == 5
        else ("weighted-a-star", "beam")
    )
    assert problem.is_goal(result.path[-1])


def test_a_library_climbs_before_anything_is_searched(replay):
    theory = sliding_tile(2, 3)
    start, goal = (4, 5, 3, 0, 1, 2), (1, 2, 3, 4, 5, 0)
    steps = solve(Problem(theory, start, goal)).operators
    problem = Problem(theory.with_macros([reduce(compose, steps[:4])]), start, goal)
    result = solve(problem, "fast")
    assert (result.solved, result.algorithm) == (True, "climb")
    assert "there are macros to climb with" in result.note
    replay(problem, result)


@pytest.mark.long
def test_whoever_chooses_climbs_with_a_library_as_climb_does(macro_file, monkeypatch):
    monkeypatch.setattr(choice, "FIRST_LOOK", 5)
    problem = drawn("topspin:10x4")
    file = macro_file("topspin:10x4", "--learner", "macro-table")
    climbed = solve(problem, "climb", macros=file)
    assert climbed.climb.entries
    assert solve(problem, "fast", macros=file).path == climbed.path
    told = []
    solve(problem, "auto", macros=file, limits=Limits(nodes=20_000), tell=told.append)
    assert told[0].path == climbed.path


def test_beams_that_are_led_astray_are_followed_by_wider_ones_within_the_limits():
    asked = []

    def run(algorithm, heuristic, within):
        asked.append((algorithm.name, algorithm.beam_width, within.nodes))
        beam_ends = algorithm.name == "beam" and algorithm.beam_width == 100
        status, limit = (Status.INCOMPLETE, None) if beam_ends else (Status.STOPPED, "nodes")
        counted = Statistics(expanded=within.nodes if limit else 7)
        return Result(status, (), (), counted, limit=limit, algorithm=algorithm.name)

    found = search_by_choice(
        ALGORITHMS["fast"], drawn("sliding-tile:2x3"), ZERO, Limits(nodes=50_000), run
    )
    assert asked[:4] == [
        ("weighted-a-star", 100, 2_000), ("greedy", 100, 24_000), ("bidirectional", 100, 12_000), ("beam", 100, 6_000),
    ]  # fmt: skip
    assert asked[4][:2] == ("beam", 1_000)  # the others would see nothing new
    assert found.limit == "nodes"
    assert 49_900 <= found.statistics.expanded <= 50_000


@pytest.mark.parametrize("name", ["topspin:12x4", "pancake:8", "cube:2"])
def test_any_solution_is_no_dearer_than_that_of_greedy_search(name, monkeypatch):
    monkeypatch.setattr(choice, "FIRST_LOOK", 50)
    problem = drawn(name)
    greedy = solve(problem, "greedy")
    assert solve(problem, "fast").cost <= greedy.cost


@pytest.mark.parametrize(("name", "most"), [("inverse-tile:4x4", 25), ("pancake:50", 51)])
@pytest.mark.slow
def test_any_solution_is_shortened_by_a_beam_of_bounded_work(name, most):
    problem = drawn(name)
    found = solve(problem, "fast")
    assert found.algorithm == "beam"
    assert found.cost <= most
    assert found.statistics.expanded <= 5 * shared.NARROWEST * shared.SHORT


@pytest.mark.slow
def test_a_heuristic_that_takes_long_shortens_a_plan_by_a_narrow_beam_only():
    found = solve(drawn("sliding-tile:3x3"), "fast", heuristic="lm_cut")
    assert found.algorithm == "beam"
    assert found.statistics.generated <= 2 * tables.SHORTENING * choice.SLOWER // choice.DEAREST


def test_a_short_proof_comes_before_some_plan_where_nothing_is_limited(monkeypatch):
    start = (0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15)  # the easiest of Korf's
    problem = Problem(sliding_tile(4, 4), start, tuple(range(16)))
    told, told_within = [], []
    proved = solve(problem, tell=told.append)
    limited = solve(problem, limits=Limits(time=600), tell=told_within.append)
    assert [one.algorithm for one in told] == ["batched-ida-star"]
    assert told_within[0].algorithm == "beam"
    assert proved.cost == limited.cost == 42
    assert proved.statistics.expanded < limited.statistics.expanded
    monkeypatch.setattr(tables, "SOON", 3_000)
    again = solve(problem)
    assert (again.cost, again.optimal) == (proved.cost, True)
    assert again.statistics.expanded > limited.statistics.expanded


@pytest.mark.slow
def test_moves_that_generate_a_group_have_a_plan_by_a_macro_table_if_searches_fail(monkeypatch):
    monkeypatch.setattr(choice, "FIRST_LOOK", 20)
    monkeypatch.setattr(tables, "TRIAL", 20)
    monkeypatch.setattr(tables, "LEVELS", 1)
    problem = drawn("topspin:12x4")
    found = solve(problem, "fast")
    assert (found.algorithm, found.states[-1]) == ("macro-table", problem.goal)
    for state, arc, successor in zip(found.states, found.operators, found.states[1:], strict=False):
        assert (arc, successor) in problem.successors(state)
    assert "macro table leads to every state" in found.note
    assert solve(problem, "fast", engine="python", limits=Limits(nodes=500)).limit == "nodes"


@pytest.mark.slow
def test_a_macro_table_is_filled_too_if_only_greedy_search_finds_a_plan():
    problem = drawn("topspin:20x4")
    found = solve(problem, "fast")
    assert (found.algorithm, found.states[-1]) == ("macro-table", problem.goal)
    assert re.search("other searches found a plan of cost [0-9]+, and these moves", found.note)
    assert 2 * found.cost <= solve(problem, "greedy").cost


@pytest.mark.slow
def test_a_plan_far_above_the_lower_bound_is_replaced_by_one_of_a_macro_table():
    problem = drawn("lights-out:6x6")
    found = solve(problem, limits=Limits(nodes=250_000))
    assert (found.algorithm, found.limit) == ("macro-table", "nodes")
    beam = solve(problem, ALGORITHMS["beam"].adjusted(beam_width=shared.NARROWEST))
    assert 3 * found.cost < beam.cost


@pytest.mark.slow
def test_ctrl_c_while_a_macro_table_is_filled_leaves_the_plan_and_is_told(monkeypatch):
    problem = drawn("topspin:20x4")
    ended = Result(Status.STOPPED, (problem.start,), (), Statistics(), "interrupt")
    monkeypatch.setattr("arcwise.search.climbing.climb.climb_by_new_table", lambda *_: ended)
    found = solve(problem, "fast")
    assert (found.solved, found.algorithm, found.limit) == (True, "greedy", "interrupt")


def test_a_goal_that_leaves_cells_open_has_a_plan_by_a_macro_table_too():
    """All moves are even, and so is one of the two goal states."""
    goal = (1, 2, 3, 4, 5, 6, 7, Var("A"), Var("B"))
    problem = Problem(drawn("topspin:9x4").theory, (1, 2, 3, 4, 5, 9, 8, 7, 6), goal)
    found = climb_by_new_table(problem, Limits())
    assert (found.solved, found.states[-1]) == (True, (1, 2, 3, 4, 5, 6, 7, 8, 9))
    repeated = Problem(sliding_tile(2, 2), (1, 2, 3, 0), (Var("A"), Var("B"), 3, 0))
    assert climb_by_new_table(repeated, Limits()).solved


def test_symbols_that_occur_again_have_a_plan_by_a_macro_table_too():
    turn, swap = "A B C D E F G H => B C D E F G H A", "A B C D E F G H => B A C D E F G H"
    theory = read_psvn(f"8\n8 8 8 8 8 8 8 8\n{turn}\n{swap}\nGOAL 0 0 1 1 2 2 3 3\n").theory
    problem = Problem(theory, (3, 1, 2, 0, 0, 3, 1, 2), (0, 0, 1, 1, 2, 2, 3, 3))
    found = climb_by_new_table(problem, Limits())
    assert (found.solved, found.states[0], found.states[-1]) == (True, problem.start, problem.goal)
    for state, arc, successor in zip(found.states, found.operators, found.states[1:], strict=False):
        assert (arc, successor) in problem.successors(state)


def test_a_macro_table_that_was_filled_for_one_search_serves_the_next(monkeypatch):
    filled = []

    def fill(*board, **options):
        filled.append(options["goal"])
        return fill_table(*board, **options)

    monkeypatch.setattr("arcwise.search.climbing.climb.fill_table", fill)
    theory, goal = sliding_tile(3, 4), (*range(1, 12), 0)
    first = (2, 1, 4, 3, *goal[4:])
    at_first, again, other = (
        climb_by_new_table(Problem(theory, start, goal), Limits())
        for start in (first, first, (2, 3, 1, *goal[3:]))
    )
    assert filled == [goal]
    assert all(one.solved for one in (at_first, again, other))
    assert at_first.states == again.states
    assert at_first.statistics.expanded == again.statistics.expanded
    few = Limits(nodes=100)
    assert climb_by_new_table(Problem(theory, first, goal), few).limit == "nodes"


@pytest.mark.parametrize("limit", ["nodes", "work"])
def test_filling_a_macro_table_for_one_search_keeps_to_counted_limits(limit):
    done = climb_by_new_table(drawn("topspin:12x4"), Limits(**{limit: 300}))
    assert (done.status, done.limit is None) == (Status.STOPPED, False)
    assert 0 < done.statistics.expanded <= 300
    assert limit == "nodes" or done.statistics.operator_applications <= 300


@pytest.mark.parametrize(("spelling", "narrower"), [("pancake:12", False), ("pancake:30", True)])
def test_a_first_plan_is_shortened_by_a_beam_as_narrow_as_python_needs_and_ctrl_c_is_told(
    spelling, narrower
):
    problem, asked = drawn(spelling), []

    def run(algorithm, heuristic, within):
        asked.append((algorithm.name, algorithm.beam_width))
        if algorithm.name == "beam":
            return Result(Status.STOPPED, (problem.start,), (), Statistics(), "interrupt")
        return solve(problem, algorithm, heuristic=heuristic, engine="python")

    gaps = HEURISTICS["gaps"](problem.theory, problem.goal, problem.start)
    found = search_by_choice(ALGORITHMS["fast"], problem, gaps, Limits(), run)
    assert (found.solved, found.limit) == (True, "interrupt")
    name, width = asked[-1]
    assert (name, width < shared.NARROWEST) == ("beam", narrower)
    assert width >= shared.NARROWEST // choice.SLOWER


def test_what_has_no_solution_is_proved_by_a_beam_that_drops_nothing():
    problem = FunctionProblem(0, lambda n: n < 0, lambda n: [("one", 1, (n + 1) % 3_000)])
    assert solve(problem, "fast").status is Status.UNSOLVABLE


def test_what_a_trial_does_not_solve_gets_pattern_databases_where_they_say_more(monkeypatch):
    monkeypatch.setattr(choice, "FIRST_LOOK", 20)
    monkeypatch.setattr(tables, "TRIAL", 10)
    problem = drawn("heavy-tile:2x3")
    result = solve(problem, "auto")
    assert (result.algorithm, result.heuristic, result.optimal) == ("a-star", "patterns", True)
    assert "by patterns made in seconds" in result.note
    assert result.statistics.preparation > 0
    assert result.cost == solve(problem, "a-star").cost
    other = solve(problem, "auto", heuristic="manhattan")
    assert (other.heuristic, other.cost) == ("manhattan", result.cost)


def planned(name):
    """Problems where symbols may repeat, with distances from all their states."""
    domain, shape = open_source(name).sized
    theory, goal = domain.theory(shape), domain.goal(shape)
    return theory, goal, distances(theory, goal)


@pytest.mark.parametrize("dearest", [1e-9, 1.0, 1e9])
def test_lm_cut_has_a_trial_and_the_rest_where_it_says_so_much_more(dearest, monkeypatch):
    monkeypatch.setattr(choice, "FIRST_LOOK", 5)
    monkeypatch.setattr(tables, "TRIAL", 8)
    for module in (choice, tables):
        monkeypatch.setattr(module, "DEAREST", dearest)
    theory, goal, costs = planned("blocks:4")
    used = set()
    for start, cost in list(costs.items())[::7]:
        result = solve(Problem(theory, start, goal), "auto")
        assert (result.cost, result.optimal) == (cost, True)
        used.add(result.heuristic)
        assert ("by lm_cut" in result.note) == (result.heuristic == "lm_cut")
    assert ("lm_cut" in used) == (dearest < 1e9)


def test_what_runs_out_of_memory_is_tried_with_lm_cut_before_iterative_deepening():
    theory, goal, costs = planned("blocks:3")
    far = max(costs, key=costs.__getitem__)
    asked = []

    def run(algorithm, heuristic, within):
        asked.append((algorithm.name, heuristic.name, within.nodes))
        ends = [*["nodes"] * 12, "memory", "memory", "time"]
        limit = ends[len(asked) - 1]
        counted = Statistics(expanded=2_000, generated=3_000, inserted=200)
        engine = "native"
        return Result(Status.STOPPED, (), (), counted, limit, algorithm.name, engine=engine)

    def make(name, within):
        known = FunctionHeuristic(name, lambda state: 1, admissible=True)
        return LmCut(theory, goal, far) if name == "lm_cut" else known

    problem = Problem(theory, far, goal)
    found = search_by_choice(AUTO, problem, ZERO, Limits(), run, make=make, blind=False)
    assert asked == [
        ("a-star", "zero", choice.FIRST_LOOK),
        ("beam", "zero", 100 * tables.LEVELS),
        ("greedy", "default", tables.TRIAL),
        ("lazy-greedy", "ff", tables.TRIAL),
        ("macro-table", "zero", tables.TABLE_NODES),
        ("beam", "zero", 1_000 * shared.SHORT),
        ("a-star", "zero", tables.TRIAL),
        ("a-star", "lm_cut", tables.TRIAL // choice.DEAREST),
        *[
            ("beam", h, width * shared.SHORT)
            for width in (100, 1_000, 10_000)
            for h in ("zero", "patterns")
            if h == "patterns" or width == 10_000  # the others were searched before
        ],
        ("a-star", "patterns", None),
        ("a-star", "lm_cut", None),
        ("ida-star", "patterns", None),
    ]
    assert found.limit == "time"


def test_restarts_and_a_narrow_beam_have_turns_after_the_first_part_of_lazy_greedy_search(examples):
    files = [examples / "pddl" / f"{name}.pddl" for name in ("delivery", "delivery-1")]
    domain, shape = open_source("#".join(map(str, files))).sized
    problem = Problem(domain.theory(shape), domain.start(shape), domain.goal(shape))
    asked = []

    def run(algorithm, heuristic, within):
        asked.append((algorithm.name, heuristic.name, algorithm.arc_order, within.nodes))
        counted = Statistics(expanded=2_000, generated=6_000)
        limit = "time" if len(asked) == 4 + tables.RESTARTS else "nodes"
        return Result(Status.STOPPED, (), (), counted, limit, algorithm.name, engine="native")

    def make(name, within):
        return FunctionHeuristic(name, lambda state: 1)

    search_by_choice(ALGORITHMS["fast"], problem, ZERO, Limits(), run, make=make)
    assert asked == [
        ("weighted-a-star", "zero", 0, choice.FIRST_LOOK),
        ("lazy-greedy", "ff", 0, tables.TURN),
        *[
            ("lazy-greedy", "ff", seed + 1, tables.TURN // tables.SHORTER)
            for seed in range(tables.RESTARTS)
        ],
        ("beam", "ff", 0, tables.ASIDE // 3),
        ("lazy-greedy", "ff", 0, tables.PLANS * tables.TRIAL),
    ]


def test_a_heuristic_that_cannot_be_made_in_time_is_done_without(monkeypatch):
    monkeypatch.setattr(choice, "FIRST_LOOK", 20)
    monkeypatch.setattr(tables, "TRIAL", 100)
    monkeypatch.setattr(shared, "ATTEMPT_SHARE", 1e-9)
    result = solve(drawn("inverse-tile:2x3", 8), "auto", limits=Limits(time=1_000))
    assert (result.heuristic, result.optimal) == ("manhattan", True)


def test_a_heuristic_that_is_asked_for_is_used():
    result = solve(drawn("pancake:9"), "auto", heuristic="misplaced", limits=Limits(nodes=80_000))
    assert (result.algorithm, result.heuristic) == ("a-star", "misplaced")


@pytest.mark.slow
def test_successors_of_ones_own_are_searched_too():
    problem = FunctionProblem(
        0, lambda n: n == 9_000, lambda n: [("one", 1, n + 1), ("three", 2.5, n + 3)]
    )
    own = FunctionHeuristic("own", lambda n: max(0, 9_000 - n) * 2.5 / 3, admissible=True)
    result = solve(problem, "auto", heuristic=own)
    assert (result.cost, result.optimal) == (7_500, True)


def test_memory_that_ends_in_the_first_look_is_no_end_of_the_search():
    result = solve(drawn("sliding-tile:3x3", 5), "auto", limits=Limits(memory=60_000))
    assert (result.solved, result.optimal) == (True, True)
    assert result.algorithm in ("batched-ida-star", "ida-star")


@pytest.mark.slow
def test_memory_for_one_path_alone_leaves_a_solution(replay):
    problem = drawn("sliding-tile:5x5", 2)
    result = solve(problem, "auto", limits=Limits(memory=100_000, nodes=4_000_000))
    assert (result.solved, result.optimal, result.limit) == (True, False, "nodes")
    assert result.bound < result.cost
    assert "in hardly any memory" in result.note
    replay(problem, result)


@pytest.mark.slow
def test_little_memory_that_ends_after_the_first_look_leaves_a_solution(replay):
    problem = drawn("sliding-tile:5x5", 4)
    result = solve(problem, "fast", limits=Limits(memory=300_000))
    assert result.solved
    replay(problem, result)


def test_a_limit_that_ends_the_first_look_is_named():
    result = solve(drawn("sliding-tile:4x4"), "auto", limits=Limits(nodes=10))
    assert "limit on nodes ended it" in result.note
    assert "limit" not in solve(drawn("sliding-tile:2x3"), "auto").note


@pytest.mark.parametrize("name", ["auto", "fast"])
def test_ties_that_are_asked_for_are_those_of_every_search(name, monkeypatch):
    monkeypatch.setattr(choice.StagedSearch, "may_be_shortened", False)
    problem = drawn("sliding-tile:2x3")
    looked = {"auto": ALGORITHMS["a-star"], "fast": ALGORITHMS["weighted-a-star"]}[name]
    for ties in ("oldest", "newest"):
        chosen = solve(problem, ALGORITHMS[name].adjusted(ties=ties))
        plain = looked.adjusted(ties=ties, weight=tables.GREED if name == "fast" else None)
        wanted = solve(problem, plain)
        assert (chosen.path, chosen.statistics.expanded) == (
            wanted.path,
            wanted.statistics.expanded,
        )


@pytest.mark.parametrize("limit", ["time", "memory", "nodes", "interrupt"])
@pytest.mark.parametrize("found", [True, False])
def test_a_limit_that_ends_the_proof_leaves_the_cheapest_solution_of_beams(
    limit, found, monkeypatch
):
    problem = drawn("sliding-tile:3x3")
    any_plan = {
        width: solve(problem, ALGORITHMS["beam"].adjusted(beam_width=width)) for width in (10, 100)
    }
    assert any_plan[10].cost > any_plan[100].cost
    for module in (choice, shared, tables):
        monkeypatch.setattr(module, "NARROWEST", 10)
    monkeypatch.setattr(tables, "WIDEST", 1_000)
    beams = {10: any_plan[10], 100: any_plan[100], 1_000: any_plan[10]}
    asked = []

    def run(algorithm, heuristic, within):
        asked.append(algorithm.name)
        if algorithm.name == "beam" and found and heuristic.name == "strong":
            return beams[algorithm.beam_width]
        ended = limit if within.nodes is None and algorithm.name != "beam" else "nodes"
        counted = Statistics(expanded=5, generated=10, inserted=9)
        start, name = (problem.start,), algorithm.name
        return Result(Status.STOPPED, start, (), counted, ended, name, engine="native", bound=7.0)

    def make(name, within):
        strong = FunctionHeuristic("strong", lambda state: 30, admissible=True)
        return strong if name == "patterns" else None

    result = search_by_choice(AUTO, problem, ZERO, Limits(), run, make=make)
    assert (result.solved, result.optimal) == (found, False)
    assert result.limit == limit
    if found:
        assert result.path == any_plan[100].path
        assert "is not proved optimal" in result.note
        assert result.bound == 7 and "at least 7 needed" in result.note
        assert asked.count("beam") == 2 + 3  # what leads nowhere is not asked again
        assert result.statistics.expanded > any_plan[100].statistics.expanded


@pytest.mark.long
def test_a_proof_that_does_not_end_leaves_a_solution_that_is_replayed(replay, monkeypatch):
    monkeypatch.setattr(tables, "TRIAL", 100)
    domain, shape = open_source("sliding-tile:4x5").sized
    theory, goal = domain.theory(shape), domain.goal(shape)
    problem = Problem(theory, tuple(domain.draw(shape, Random(3))), goal)
    result = solve(problem, "auto", limits=Limits(nodes=40_000))
    assert (result.solved, result.optimal, result.limit) == (True, False, "nodes")
    assert result.statistics.expanded == 40_000
    replay(problem, result)


def test_an_interrupt_while_beams_look_for_a_solution_is_the_end():
    problem = drawn("sliding-tile:3x3")

    def run(algorithm, heuristic, within):
        counted = Statistics(expanded=5, generated=10, inserted=9)
        if algorithm.name == "beam" and algorithm.beam_width == shared.NARROWEST:
            return solve(problem, algorithm)
        ended = "interrupt" if algorithm.name == "beam" else "nodes"
        return Result(
            Status.STOPPED, (problem.start,), (), counted, limit=ended, algorithm=algorithm.name
        )

    result = search_by_choice(AUTO, problem, ZERO, Limits(), run, make=lambda name, within: None)
    assert (result.solved, result.optimal, result.limit) == (True, False, "interrupt")
    assert "the user ended beam" in result.note


TWISTED = (1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 0)
"""The transposed 15-puzzle, whose cheapest solution takes long to be proved."""


@pytest.mark.long
@pytest.mark.parametrize(
    "limits",
    [
        Limits(nodes=2_000),
        Limits(nodes=20_000),
        Limits(time=2),
        Limits(memory=30_000_000, time=2),
    ],
)
def test_a_limit_leaves_a_solution_and_a_bound(limits, replay):
    domain, shape = open_source("sliding-tile:4x4").sized
    problem = Problem(domain.theory(shape), TWISTED, domain.goal(shape))
    told = []
    result = solve(problem, "auto", limits=limits, tell=told.append)
    assert (result.solved, result.optimal) == (True, False)
    assert 40 <= result.bound < result.cost
    assert f"at least {result.bound:g} needed" in result.summary()
    assert told and told[-1].cost == result.cost
    replay(problem, result)


SMALL_LIMITS = {
    "sliding-tile:3x3": [Limits(nodes=500), Limits(work=2_000), Limits(memory=30_000)],
    "sliding-tile:4x4": [Limits(nodes=1_000), Limits(work=5_000), Limits(memory=100_000, time=9)],
    "cube:2": [Limits(nodes=2_000), Limits(work=9_000), Limits(memory=100_000)],
    "pancake:10": [Limits(nodes=50), Limits(work=1_000), Limits(memory=30_000)],
    "blocks:6": [Limits(nodes=1_000), Limits(work=9_000), Limits(memory=100_000)],
}
"""Limits too small for a beam of 100 states."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "limits", "algorithm"),
    [
        (name, one, algorithm)
        for name, some in SMALL_LIMITS.items()
        for one, algorithm in product(some, ["auto", "fast"])
    ],
)
def test_small_limits_leave_a_solution(name, limits, algorithm, replay):
    problem = drawn(name)
    if algorithm == "fast" and limits.memory is not None:
        limits = Limits(memory=max(limits.memory, 8 << 20))
    result = solve(problem, algorithm, limits=limits)
    assert result.solved
    assert result.limit is None or getattr(limits, result.limit) is not None
    assert result.bound is None or result.bound <= result.cost
    replay(problem, result)


@pytest.mark.parametrize("algorithm", ["auto", "fast"])
@pytest.mark.parametrize(
    ("limits", "unit"),
    [(Limits(nodes=5), "expansions"), (Limits(work=10), "operator applications")],
)
def test_a_limit_too_small_for_a_solution_is_said_with_one_that_is_not(limits, unit, algorithm):
    result = solve(drawn("sliding-tile:3x3"), algorithm, limits=limits)
    assert result.status is Status.STOPPED
    assert getattr(limits, result.limit) is not None
    enough = re.search(rf"no solution was found; .* in ([\d,]+) {unit}", result.note)[1]
    enough = Limits(**{result.limit: int(enough.replace(",", ""))})
    assert solve(drawn("sliding-tile:3x3"), algorithm, limits=enough).solved
    assert algorithm == "fast" or "at least" in result.summary()


@pytest.mark.long
def test_a_limit_leaves_a_solution_of_a_problem_in_functions_too():
    size = 100
    own = FunctionProblem(
        (0, 0),
        lambda at: at == (size, size),
        lambda at: [
            (f"{dx}{dy}", 1, (at[0] + dx, at[1] + dy))
            for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))
        ],
    )
    least = FunctionHeuristic(
        "half", lambda at: (abs(size - at[0]) + abs(size - at[1])) / 2, admissible=True
    )
    result = solve(own, "auto", heuristic=least, limits=Limits(nodes=12_000))
    assert (result.solved, result.optimal, result.limit) == (True, False, "nodes")
    assert size <= result.bound <= 2 * size <= result.cost


@pytest.mark.long
@pytest.mark.parametrize("name", ["blocks:5", "burnt-pancake:6"])
def test_a_slow_clock_changes_nothing_of_what_is_chosen(name, monkeypatch, tmp_path):
    monkeypatch.setattr(choice, "FIRST_LOOK", 20)
    monkeypatch.setattr(tables, "TRIAL", 100)

    def chosen(folder, factor):
        monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
        ready._PATTERNS.clear()
        for module in (patterns_choice, growth, ready):
            slow = getattr(module, "perf_counter", None)
            if slow is not None:
                monkeypatch.setattr(module, "perf_counter", lambda: factor * clock())
        result = solve(drawn(name, 8), "auto")
        words = result.note.partition("; h of the start")[0], result.algorithm, result.heuristic
        return *words, result.cost, result.statistics.expanded

    assert chosen(tmp_path / "quick", 1) == chosen(tmp_path / "slow", 10_000)


@pytest.mark.parametrize(("of_beam", "asked_greedy", "cost"), [(100, True, 20), (15, False, 15)])
def test_a_plan_far_above_the_lower_bound_is_compared_with_that_of_greedy_search(
    of_beam, asked_greedy, cost
):
    theory, goal, costs = planned("blocks:3")
    asked = []

    def run(algorithm, heuristic, within):
        asked.append(algorithm.name)
        counted = Statistics(expanded=2_000, generated=3_000, inserted=200)
        moves = {"beam": of_beam, "greedy": 20}.get(algorithm.name)
        if moves is None or len(asked) > 3:
            limit = "nodes" if len(asked) == 1 else "time"
            return Result(Status.STOPPED, (), (), counted, limit, algorithm.name, bound=8)
        path = (Move("a", 1),) * moves
        return Result(
            Status.SOLVED, tuple(range(moves + 1)), path, counted, algorithm=algorithm.name
        )

    problem = Problem(theory, max(costs, key=costs.__getitem__), goal)
    h = FunctionHeuristic("nothing", lambda state: 0)
    found = search_by_choice(AUTO, problem, h, Limits(), run, blind=False)
    assert ("greedy" in asked) == asked_greedy
    assert (found.cost, found.bound, found.limit) == (cost, 8, "time")
