from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from unittest.mock import MagicMock

import pytest
from arcwise.experiments.configuration import Configuration
from arcwise.experiments.designs.compare import compare, comparison
from arcwise.experiments.designs.survey import survey
from arcwise.experiments.designs.text_problems import MARKOV_5, markov_library
from arcwise.experiments.execute import timing
from arcwise.experiments.execute.recipe import Recipe
from arcwise.experiments.keeping import Keeping
from arcwise.experiments.problem_set import ProblemSet
from arcwise.experiments.result_set import load_run
from arcwise.experiments.row import PROPERTIES, Row, method_of
from arcwise.experiments.sized_domain import load_domain
from arcwise.experiments.statistics.comparison import Comparison
from arcwise.experiments.statistics.estimate import Pair
from arcwise.rules.errors import InputError
from arcwise.search.result import NOT_READY

COUNTED = [name for name in PROPERTIES if name != "elapsed"]


def row(work: int, status: str = "solved", elapsed: float | None = None) -> Row:
    return Row(
        "x",
        "breadth-first",
        1,
        status,
        expanded=work,
        operator_applications=work,
        elapsed=work / 1000 if elapsed is None else elapsed,
        repetitions=1,
    )


def compared(*works: tuple[int, int]) -> Comparison:
    pairs = tuple(Pair(row(one), row(other)) for one, other in works)
    return Comparison("breadth-first", pairs)


@pytest.mark.parametrize(
    ("works", "word"),
    [
        ([(100, 50 + i) for i in range(10)], "pays"),
        ([(100, 150 + i) for i in range(10)], "does not pay"),
        ([(100, 100)] * 10, "no difference"),
        ([(100, 101)] * 5, "no difference"),
        ([(100, 50)], "too few problems"),
        ([(100, 150)] * 4, "too few problems"),
        ([(100, 50), (100, 210)] * 5, "too few problems"),
        ([], "too few problems"),
        ([(0, 0)], "too few problems"),
    ],
)
def test_verdict_follows_the_evidence(works: list[tuple[int, int]], word: str) -> None:
    assert compared(*works).verdict.word == word


def test_work_and_time_that_disagree_make_no_difference_and_are_both_said() -> None:
    pairs = tuple(Pair(row(100, elapsed=2.0), row(130, elapsed=1.0)) for _ in range(6))
    verdict = Comparison("breadth-first", pairs).verdict
    assert verdict.word == "no difference"
    assert "work and time disagree" in verdict.evidence
    assert "1.30 times the primitive operator applications" in verdict.evidence
    assert "0.50 times the time" in verdict.evidence


def test_fewer_problems_solved_does_not_pay_whatever_the_work() -> None:
    pairs = (*[Pair(row(100), row(1))] * 4, Pair(row(5), row(9, "stopped")))
    verdict = Comparison("greedy", pairs).verdict
    assert verdict.word == "does not pay"
    assert "4 of 5 problems solved with what was learned, 5 without" in verdict.evidence


@pytest.mark.parametrize(
    ("left", "word"), [(9, "no difference"), (4, "too few problems"), (0, "too few problems")]
)
def test_a_problem_that_was_not_ready_one_time_is_not_counted(left: int, word: str) -> None:
    late = Row.without_result(("x", "a-star", 1), "time", NOT_READY, "", "")
    pairs = (*[Pair(row(100), row(100))] * left, Pair(late, row(100)), Pair(row(100), late))
    verdict = Comparison("a-star", pairs).verdict
    assert verdict.word == word
    assert verdict.evidence.endswith("; 2 not counted, not ready to be searched both times")


def test_the_texts_own_pair_halves_the_expansions() -> None:
    found = compare(
        "sliding-tile:2x3",
        [(MARKOV_5.start, (1, 2, 3, 4, 5, 0))],
        markov_library(),
        ["breadth-first"],
    )
    change = found.estimates["", "breadth-first", "expanded"]
    assert (change.before, change.after) == (332, 186)
    assert found.verdicts["", "breadth-first"].word == "too few problems"
    assert [one.name for one in found.run.conditions] == ["before", "after"]


def random_problems(board: str, count: int) -> ProblemSet:
    domain = load_domain(board)
    return ProblemSet.random(domain, domain.goal(None), count)


def test_a_theory_compared_with_itself_takes_exactly_the_same_work() -> None:
    problems = random_problems("sliding-tile:3x3", 8)
    found = compare("sliding-tile:3x3", problems, None, ["a-star", "greedy", "beam"])
    for name in COUNTED:
        for configuration in ("a-star", "greedy", "beam"):
            change = found.estimates["", configuration, name]
            assert (change.ratio, change.low, change.high) == (1, 1, 1)
    assert {verdict.word for verdict in found.verdicts.values()} == {"no difference"}


def test_conditions_take_turns_problem_by_problem_in_random_order() -> None:
    problems = random_problems("sliding-tile:2x3", 40)
    made = comparison("sliding-tile:2x3", problems, None, ["greedy"], Configuration())
    keys = [task.key for task in made.tasks()]
    assert [key[2] for key in keys] == [number for number in range(1, 41) for _ in range(2)]
    first = [key[0] for key in keys[::2]]
    assert 10 < first.count("before") < 30
    assert keys == [task.key for task in made.tasks()]


def test_rows_are_columns_or_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    found = compare("sliding-tile:2x3", random_problems("sliding-tile:2x3", 3), None, ["greedy"])
    columns = found.columns()
    assert len(found.rows) == 6
    assert columns["condition"] == [row.condition for row in found.rows]
    # A frame is made of a dict of lists, equally long, of single values.
    assert {len(column) for column in columns.values()} == {6}
    single = (str, int, float, bool, type(None))
    assert all(type(value) in single for column in columns.values() for value in column)
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert found.to_frame() == columns
    pandas = ModuleType("pandas")
    pandas.DataFrame = lambda data: ("a frame", data)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pandas", pandas)
    assert found.to_frame() == ("a frame", columns)


def test_a_plot_has_a_point_for_every_problem_solved_both_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = compare("sliding-tile:2x3", random_problems("sliding-tile:2x3", 3), None, ["greedy"])
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(InputError, match="matplotlib"):
        found.plot()
    figures = ModuleType("matplotlib.figure")
    figures.Figure = MagicMock()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "matplotlib", ModuleType("matplotlib"))
    monkeypatch.setitem(sys.modules, "matplotlib.figure", figures)
    assert found.plot("expanded") is figures.Figure.return_value
    axes = figures.Figure.return_value.subplots.return_value
    works = [row.expanded for row in found.rows if row.condition == "before"]
    axes.scatter.assert_called_once_with(
        works, works, s=9, label="greedy with manhattan, ratio 1.00"
    )
    (one, other), _ = axes.plot.call_args
    assert one == other == [1.0, max(work or 0 for work in works)]
    assert axes.set.call_args.kwargs["xlabel"] == "expanded, before"
    axes.legend.assert_called_once_with()


def test_short_searches_are_timed_in_repetitions(monkeypatch: pytest.MonkeyPatch) -> None:
    for what in ("LONG_FROM_COLD", "LONG_ENOUGH"):  # a busy machine may make any search a long one
        monkeypatch.setattr(timing, what, float("inf"))
    monkeypatch.setattr(timing, "PATIENCE", 0)
    found = compare("sliding-tile:2x3", random_problems("sliding-tile:2x3", 3), None, ["greedy"])
    assert [row.repetitions for row in found.rows] == [timing.FEWEST] * 6


def test_a_recipe_is_made_once_for_all_tasks_of_a_condition() -> None:
    made = comparison(
        "sliding-tile:2x3",
        random_problems("sliding-tile:2x3", 3),
        None,
        ["greedy"],
        Configuration(),
    )
    assert len({id(task.recipe) for task in made.tasks()}) == 2
    assert isinstance(made.recipe, Recipe)


def searched(configuration: str, algorithm: str, heuristic: str | None = None) -> Row:
    return Row("", configuration, 1, algorithm=algorithm, heuristic=heuristic)


@pytest.mark.parametrize(
    ("configuration", "ran", "words"),
    [
        ("a-star", [("a-star", "manhattan")], "a-star with manhattan"),
        ("breadth-first", [("breadth-first", None)], "breadth-first"),
        ("fast", [("weighted-a-star", "ff")], "fast: weighted-a-star with ff"),
        ("fast with ff", [("weighted-a-star", "ff")], "fast: weighted-a-star with ff"),
        ("auto with ff", [("bidirectional", None)], "auto with ff: bidirectional"),
        (
            "auto",
            [("a-star", "ff"), ("ida-star", "ff")],
            "auto: a-star with ff or ida-star with ff",
        ),
        ("auto", [], "auto"),
    ],
)
def test_what_searched_is_named_with_what_was_asked_for(
    configuration: str, ran: list[tuple[str, str | None]], words: str
) -> None:
    assert method_of(configuration, [searched(configuration, *one) for one in ran]) == words


@pytest.mark.slow
def test_a_run_is_read_back_as_results_that_make_frames_and_plots(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas", reason="the extra `plot` brings it")
    pytest.importorskip("matplotlib", reason="the extra `plot` brings it")
    folder = tmp_path / "run"
    problems = random_problems("sliding-tile:2x3", 3)
    made = compare("sliding-tile:2x3", problems, None, ["greedy"], keeping=Keeping(folder))
    found = load_run(folder)
    assert repr(found) == "ResultSet(6 searches, 3 problems)"
    assert found.columns() == made.columns()
    frame = found.to_frame()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == 6
    axes = found.plot("expanded").axes[0]
    assert len(axes.collections[0].get_offsets()) == 3
    assert axes.get_xlabel() == "expanded, before"
    with pytest.raises(InputError, match="unknown property"):
        found.plot("nope")
    with pytest.raises(InputError, match="no run"):
        load_run(tmp_path)


@pytest.mark.slow
def test_one_condition_alone_is_compared_with_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    survey("sliding-tile:2x3", count=3, algorithms=["greedy"], keeping=Keeping(folder))
    found = load_run(folder)
    assert len(found.rows) % 3 == 0
    assert (found.comparisons, found.verdicts, found.estimates) == ((), {}, {})


def test_a_run_is_read_back_as_the_results_it_was(tmp_path: Path) -> None:
    problems = random_problems("sliding-tile:2x3", 2)
    keeping = Keeping(tmp_path / "run")
    made = compare("sliding-tile:2x3", problems, None, ["greedy"], keeping=keeping)
    assert load_run(tmp_path / "run").columns() == made.columns()
