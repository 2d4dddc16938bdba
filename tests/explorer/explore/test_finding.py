from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from arcwise.experiments import Configuration
from arcwise.explorer.explore import finding as module
from arcwise.explorer.explore.finding import SearchFinding
from arcwise.explorer.explore.session import CLIMB, Session
from arcwise.explorer.explore.walk import Progress
from arcwise.rules import InputError
from arcwise.search import ALGORITHMS, Limits, Problem, Status, solve

Made = Callable[..., Session]
Walked = Callable[[Session, str], None]


def search(session: Session, algorithm: str, with_macros: bool = True) -> SearchFinding:
    return session.searcher(algorithm, None, with_macros)(Progress())


@pytest.mark.parametrize(
    "algorithm", [name for name in ALGORITHMS if name not in ("depth-first", "climb")]
)
def test_every_algorithm_searches_from_here_as_solve_does(
    algorithm: str, session: Made, walked: Walked
) -> None:
    made = session()
    walked(made, "up right down right")
    made.learn()
    theory = made.domain.theory.with_macros(made.macros.library.arcs(made.domain.theory))
    result = solve(Problem(theory, made.walk.state, made.goal), algorithm)
    finding = search(made, algorithm)
    assert (finding.status, finding.expanded) == (result.status, result.statistics.expanded)
    assert [step.state for step in finding.steps] == list(result.states[1:])
    if finding.steps:
        made.follow(finding)
        made.walk.forward(len(finding.steps))
        assert made.at_goal
        assert made.walk.moves == 4 + result.moves


def test_macros_can_be_left_out(session: Made, walked: Walked) -> None:
    made = session()
    walked(made, "up right down right")
    made.learn()
    made.walk.back(4)
    with_macros, without = search(made, "breadth-first"), search(made, "breadth-first", False)
    assert (with_macros.moves, len(with_macros.steps)) == (18, 12)
    assert (without.moves, len(without.steps)) == (18, 18)
    assert (with_macros.expanded, without.expanded) == (186, 332)
    assert (with_macros.label, without.label) == ("breadth-first, 1 macro", "breadth-first")


def test_a_heuristic_can_be_chosen(session: Made) -> None:
    made = session()
    assert made.heuristics[0] == "manhattan"
    for heuristic in made.heuristics:
        finding = made.searcher("a-star", heuristic, False)(Progress())
        assert finding.label == f"a-star with {heuristic}" and finding.moves >= 18


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_search_that_is_called_off_says_so(session: Made, engine: str) -> None:
    options = Configuration(engine=engine, limits=Limits(time=600))
    start = "14 15 8 12 10 11 9 13 2 6 5 1 3 7 4 0"
    made = session("sliding-tile:4x4", start, options=options)
    progress = Progress()
    progress.call_off()
    finding = made.searcher("breadth-first", None, False)(progress)
    assert (finding.outcome, finding.status, finding.steps) == ("called off", Status.STOPPED, ())


def test_limits_are_kept(session: Made) -> None:
    made = session(options=Configuration(limits=Limits(nodes=5)))
    assert search(made, "breadth-first").outcome == "stopped by nodes"


def test_an_unsolvable_start_is_reported_without_searching(session: Made) -> None:
    made = session(start="5 4 3 0 1 2")
    assert "odd or even" in made.unsolvable
    finding = search(made, "a-star")
    assert (finding.outcome, finding.expanded) == ("unsolvable", 0)


def test_climbing_places_schemas_as_needed(session: Made, schemas: Path) -> None:
    made = session("sliding-tile:3x3", "1 2 3 4 5 6 0 7 8", macros=schemas)
    finding = search(made, CLIMB)
    assert finding.label == "climb, 2 schemas" and finding.status is Status.SOLVED
    made.follow(finding)
    made.walk.forward(len(finding.steps))
    assert made.at_goal


def test_a_climb_that_gets_stuck_can_be_followed_to_where_it_is(session: Made) -> None:
    made = session("sliding-tile:3x3", "8 6 7 2 5 4 3 0 1")
    finding = search(made, CLIMB)
    assert finding.status is Status.INCOMPLETE and "local minimum" in finding.note
    made.follow(finding)
    made.walk.forward(len(finding.steps))
    assert not made.at_goal
    assert search(made, CLIMB).steps == ()


def test_climbing_is_for_files_too(session: Made, tmp_path: Path) -> None:
    file = tmp_path / "own.pl"
    file.write_text("arc([A,B,C],[B,A,C],1).\narc([A,B,C],[A,C,B],1).\n")
    made = session(str(file), "2 1 3", "1 2 3")
    assert CLIMB in dict(made.algorithms) and CLIMB in dict(session().algorithms)
    finding = search(made, CLIMB)
    assert finding.status is Status.SOLVED
    made.follow(finding)
    made.walk.forward(len(finding.steps))
    assert made.at_goal


def test_more_places_than_can_be_spelled_out_are_refused(
    session: Made, schemas: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = session("sliding-tile:3x3", "1 2 3 4 5 6 0 7 8", macros=schemas)
    monkeypatch.setattr(module, "MOST_TERMS", 50)
    with pytest.raises(InputError, match="climb, which places them as needed"):
        search(made, "a-star")
    assert search(made, "a-star", False).status is Status.SOLVED


def test_placing_macros_can_be_called_off(session: Made, schemas: Path) -> None:
    made = session("sliding-tile:3x3", "1 2 3 4 5 6 0 7 8", macros=schemas)
    progress = Progress()
    progress.call_off()
    with pytest.raises(KeyboardInterrupt):
        made.searcher("a-star", None, True)(progress)
    assert progress.doing == "placing macros: 0 of 6"


def test_unit_macro_costs_are_kept_to(session: Made, walked: Walked) -> None:
    made = session(options=Configuration(macro_cost="unit"))
    walked(made, "up right down right")
    made.learn()
    made.walk.back(4)
    finding = search(made, "uniform-cost")
    made.follow(finding)
    made.walk.forward(99)
    assert made.at_goal and made.walk.cost == made.walk.moves == finding.moves


@pytest.mark.slow
def test_a_program_is_searched_too(session: Made, examples: Path) -> None:
    made = session(str(examples / "water_jugs.pl"), "0 0", "2 0")
    finding = search(made, "breadth-first")
    made.follow(finding)
    made.walk.forward(99)
    assert made.at_goal and made.heuristics == ["zero"]


@pytest.mark.slow
def test_the_engine_may_be_prolog(session: Made, swi: str) -> None:
    made = session(engine="swi")
    assert search(made, "breadth-first", False).moves == 18


def test_an_algorithm_that_cannot_serve_says_why(session: Made) -> None:
    made = session(options=Configuration(duplicates="closed"))
    with pytest.raises(InputError, match="ida-star cannot run with duplicates=closed"):
        search(made, "ida-star")


def test_options_for_batches_go_to_the_one_algorithm_that_has_them(session: Made) -> None:
    made = session(options=Configuration(threads=2))
    assert search(made, "batched-ida-star").label == "batched-ida-star with manhattan"
    assert search(made, "a-star").label == "a-star with manhattan"
