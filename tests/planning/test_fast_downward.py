"""Fast Downward as an engine: the same arcs, its plans replayed, one message where it cannot serve."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from arcwise.experiments import Configuration, compare
from arcwise.planning import fast_downward, find_planner
from arcwise.planning.fast_downward import HEURISTICS_THERE, run_within, sas_task
from arcwise.rules import Arc, InputError, Theory, open_source
from arcwise.rules.arc import replace_arc
from arcwise.search import HEURISTICS, Limits, Problem, Status, solve

installed = pytest.mark.skipif(find_planner() is None, reason="Fast Downward is not installed")


def blocks(examples: Path) -> Problem:
    return problem_of(f"{examples}/pddl/blocks.pddl#{examples}/pddl/blocks-1.pddl")


def problem_of(text: str) -> Problem:
    domain, shape = open_source(text).sized
    start = domain.start(shape)
    assert start is not None
    return Problem(domain.theory(shape), start, domain.goal(shape))


def test_a_problem_is_written_with_a_variable_for_every_cell_and_an_operator_for_every_arc() -> (
    None
):
    problem = problem_of("hanoi:3x2")
    text = sas_task(problem).text
    assert text.count("begin_variable") == 2
    assert text.count("begin_operator") == len(problem.theory.arcs)
    assert "begin_state\n0\n0\nend_state\nbegin_goal\n2\n" in text


def test_costs_become_whole_numbers() -> None:
    problem = problem_of("hanoi:3x2")
    arcs = tuple(replace_arc(arc, cost=0.75) for arc in problem.theory.arcs)
    task = sas_task(replace(problem, theory=replace(problem.theory, arcs=arcs)))
    assert task.scale == 4
    assert task.text.count("\n3\nend_operator") == len(arcs)


def test_arcs_that_move_what_is_in_a_cell_are_refused() -> None:
    with pytest.raises(InputError, match="arcs that set cells to constants"):
        domain, shape = open_source("pancake:4").sized
        sas_task(Problem(domain.theory(shape), (2, 1, 3, 4), (1, 2, 3, 4)))


def test_without_the_planner_the_message_says_what_to_install(
    examples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast_downward, "find_planner", lambda: None)
    with pytest.raises(InputError, match=r"pip install up-fast-downward"):
        solve(blocks(examples), "lama-first")


def test_a_process_ends_with_its_time() -> None:
    assert run_within(["sleep", "60"], "", 0.01) == (None, "")


@installed
@pytest.mark.parametrize("algorithm", ["auto", "a-star", "uniform-cost", "seq-opt-lmcut"])
def test_optimal_searches_find_what_the_kernel_finds(examples: Path, algorithm: str) -> None:
    problem = blocks(examples)
    found = solve(problem, algorithm, engine="fast-downward")
    assert found.optimal
    assert found.engine == "fast-downward"
    assert found.cost == solve(problem, "uniform-cost").cost
    assert found.statistics.expanded > 0


@installed
@pytest.mark.parametrize("algorithm", ["auto", "a-star", "uniform-cost", "seq-opt-lmcut"])
@pytest.mark.parametrize(("macro_cost", "cost", "optimal"), [(3, 2, True), (1, 3, False)])
def test_macros_that_cost_less_than_their_moves_prove_nothing(
    algorithm: str, macro_cost: int, cost: int, optimal: bool
) -> None:
    arcs = [Arc(one + other, (one,), (other,)) for one, other in ("ab", "bc", "cd", "ax", "xd")]
    macro = Arc("long", ("a",), ("d",), cost=macro_cost, steps=tuple(arcs[:3]))
    theory = Theory("line", (macro, *arcs), (1, 1))
    found = solve(Problem(theory, ("a",), ("d",)), algorithm, engine="fast-downward")
    assert (found.cost, found.optimal) == (cost, optimal)


@installed
@pytest.mark.parametrize("name", HEURISTICS_THERE)
def test_heuristics_go_by_the_names_that_they_have_everywhere(examples: Path, name: str) -> None:
    found = solve(blocks(examples), "a-star", heuristic=name, engine="fast-downward")
    assert found.heuristic == name
    assert found.optimal is (name not in ("ff", "h_add"))
    assert name in HEURISTICS


@installed
@pytest.mark.parametrize("most", [100, 2**20, 5 * 2**20])
@pytest.mark.parametrize("algorithm", ["auto", "lama-first"])
def test_a_limit_on_memory_stops_it_however_small(
    examples: Path, algorithm: str, most: int
) -> None:
    found = solve(blocks(examples), algorithm, engine="fast-downward", limits=Limits(memory=most))
    assert found.status is Status.STOPPED
    assert found.limit == "memory"


@installed
@pytest.mark.parametrize(
    "algorithm", ["greedy", "lama-first", "lazy_greedy([ff()],preferred=[ff()])"]
)
def test_satisficing_searches_reach_the_goal(examples: Path, algorithm: str) -> None:
    found = solve(blocks(examples), algorithm, engine="fast-downward")
    assert found.solved
    assert not found.optimal


@installed
@pytest.mark.parametrize(
    ("algorithm", "limits", "said"),
    [
        ("beam", Limits(), "no such algorithm"),
        ("nothing()", Limits(), "nothing"),
        ("greedy", Limits(nodes=3), "limit on nodes"),
    ],
)
def test_what_it_cannot_do_is_named(
    examples: Path, algorithm: str, limits: Limits, said: str
) -> None:
    with pytest.raises(InputError, match=said):
        solve(blocks(examples), algorithm, engine="fast-downward", limits=limits)


@installed
def test_a_limit_on_time_stops_it(examples: Path) -> None:
    found = solve(blocks(examples), "lama-first", limits=Limits(time=0.0001))
    assert found.status is Status.STOPPED
    assert found.limit == "time"


@installed
@pytest.mark.slow
def test_its_searches_are_compared_in_the_same_rows(examples: Path, tmp_path: Path) -> None:
    folder = examples / "pddl"
    found = compare(
        str(folder / "blocks.pddl"),
        [str(folder / "blocks-1.pddl")],
        None,
        ["lama-first"],
        configuration=Configuration(engine="fast-downward"),
    )
    pairs = found.comparisons[0].pairs
    assert [pair.after.engine for pair in pairs] == ["fast-downward"]
    assert pairs[0].before.expanded == pairs[0].after.expanded
