from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import geometric_mean
from types import ModuleType
from unittest.mock import MagicMock

import arcwise as aw
import pytest
from arcwise.experiments import (
    MARKOV_5,
    PROPERTIES,
    Comparison,
    Configuration,
    Keeping,
    ProblemSet,
    Row,
    compare,
    load_run,
    markov_library,
    survey,
)
from arcwise.experiments.designs.compare import COMPARED_ALGORITHMS, comparison
from arcwise.experiments.execute import task as timing
from arcwise.experiments.row import method_of
from arcwise.experiments.statistics.comparison import (
    is_one_of,
    overall,
    tally,
    telling,
    together,
    with_references,
)
from arcwise.experiments.statistics.estimate import Pair
from arcwise.experiments.statistics.verdict import change
from arcwise.explorer.views.pictures import work_picture
from arcwise.rules import InputError
from arcwise.search import NOT_READY, Limits

COUNTED = [name for name in PROPERTIES if name not in ("elapsed", "inferences")]


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
        ([(100, 50 + i) for i in range(20)], "pays"),
        ([(100, 200 + i) for i in range(20)], "does not pay"),
        ([(1000, 50 + i) for i in range(6)], "pays"),
        ([(100, 100)] * 14, "no difference"),
        ([(100, 101)] * 14, "no difference"),
        ([(100, 100)] * 13, "too few"),
        ([(100, 50)], "too few"),
        ([(100, 50)] * 10, "too few"),
        ([(1000, 5)] * 4, "too few"),
        ([(100, 50), (100, 210)] * 5, "too few"),
        ([], "too few"),
        ([(0, 0)], "too few"),
    ],
)
def test_verdict_follows_the_evidence(works: list[tuple[int, int]], word: str) -> None:
    assert compared(*works).verdict.word == word


@pytest.mark.parametrize(("repeats", "told"), [(5, True), (1, False)])
def test_enough_problems_whose_interval_includes_1_are_told(repeats: int, told: bool) -> None:
    verdict = compared(*[(100, 50), (100, 210)] * repeats).verdict
    assert ("times the work is possible, and 1 is no change; " in verdict.evidence) == told


def test_problems_that_may_be_missing_are_told_where_all_others_agree() -> None:
    verdict = compared(*[(100, 50)] * 10).verdict
    assert verdict.evidence.startswith(
        "more are needed: 10 problems can miss a kind that is one in 3; 50% fewer primitive"
    )


def test_work_and_time_that_disagree_are_mixed_and_both_said() -> None:
    pairs = tuple(Pair(row(100, elapsed=4.0), row(150, elapsed=1.0)) for _ in range(30))
    verdict = Comparison("breadth-first", pairs).verdict
    assert (verdict.word, verdict.time) == ("mixed", "less time")
    assert verdict.label == "mixed (more work, less time)"
    assert str(verdict).startswith("mixed (more work, less time): 50% more primitive")
    assert "4 times less time" in verdict.evidence
    other = tuple(Pair(row(150, elapsed=1.0), row(100, elapsed=4.0)) for _ in range(30))
    assert Comparison("a-star", other).verdict.label == "mixed (less work, more time)"


@pytest.mark.parametrize(
    ("spread", "time"), [(0.01, "more time"), (0.2, "more time"), (0.6, ""), (None, "more time")]
)
def test_time_has_a_word_only_beyond_the_noise_of_its_repetitions(
    spread: float | None, time: str
) -> None:
    pairs = [
        Pair(*(replace(row(100, elapsed=t), elapsed_spread=spread) for t in (1.0, 1.5 + n % 3 / 9)))
        for n in range(40)
    ]
    verdict = Comparison("breadth-first", tuple(pairs)).verdict
    assert (verdict.word, verdict.time) == ("no difference", time)


def test_the_same_counts_get_the_same_word_whatever_the_clock_shows() -> None:
    """Times that differ by chance from run to run, by a quarter either way, are in no word."""
    words = set()
    for run in range(40):
        chance = Random(run)
        pairs = [
            Pair(
                row(100, elapsed=chance.uniform(0.8, 1.25)),
                row(40 + n, elapsed=chance.uniform(0.8, 1.25)),
            )
            for n in range(20)
        ]
        words.add(Comparison("greedy", tuple(pairs)).verdict.label)
    assert words == {"pays"}


def test_the_headline_says_what_is_mixed() -> None:
    searched = [replace(row(100, elapsed=4.0), problem=number) for number in range(30)]
    pairs = tuple(
        Pair(one, replace(one, operator_applications=150, elapsed=1.0)) for one in searched
    )
    (one,) = with_references([Comparison("breadth-first", pairs)], {"breadth-first": searched})
    whole = overall([one])
    assert whole is not None and str(whole).startswith("mixed (more work, less time): ")
    assert "; 50% more primitive operator applications" in whole.evidence
    assert "4 times less time" in whole.evidence


def test_times_of_two_engines_are_in_no_verdict() -> None:
    """The work says one thing, and the time would say the other."""
    python = [replace(row(100, elapsed=2.0), engine="python")] * 30
    native = [replace(row(200, elapsed=0.1), engine="native")] * 30
    one = Comparison("climb", tuple(map(Pair, python, native)))
    assert one.verdict.word == "does not pay"
    assert "elapsed" not in one.estimates
    assert not re.search(r"(less|more|as much) time\b", one.verdict.evidence)
    assert "times of two engines are not compared (30 of 30 problems)" in one.verdict.evidence
    same = Comparison("climb", (*one.pairs, *[Pair(native[0], native[0])] * 5))
    assert same.estimates["elapsed"].problems == 5
    assert "(30 of 35 problems)" in same.verdict.evidence


def stopped(work: int) -> Row:
    return replace(row(work, "stopped"), stopped_by="work")


def test_one_problem_more_or_less_decides_nothing() -> None:
    for first, second in ((row(5), stopped(9)), (stopped(9), row(5))):
        pairs = (*[Pair(row(100), row(100))] * 15, Pair(first, second))
        assert Comparison("greedy", pairs).verdict.word == "too few"


def test_many_problems_solved_more_pay_and_as_many_lost_do_not() -> None:
    both = [Pair(row(100), row(100))] * 10
    gained = Comparison("greedy", (*both, *[Pair(stopped(900), row(300))] * 8)).verdict
    assert gained.word == "pays"
    assert "18 of 18 problems solved with what was learned, 10 without" in gained.evidence
    assert "8 only with and 0 only without, p = 0.0078" in gained.evidence
    lost = Comparison("greedy", (*both, *[Pair(row(300), stopped(900))] * 8)).verdict
    assert lost.word == "does not pay"


def test_problems_solved_with_more_work_than_the_other_search_was_allowed_decide_nothing() -> None:
    """A limit on nodes gives one condition more work than the other: here 33 times as much."""
    pairs = (
        *(Pair(row(100 + i), row(3300 + i)) for i in range(10)),
        *(Pair(stopped(750), row(9000 + i)) for i in range(12)),
    )
    verdict = Comparison("greedy", pairs).verdict
    assert verdict.word == "does not pay"
    assert "12 left open by the limit" in verdict.evidence
    assert "32 times as many primitive operator applications" in verdict.evidence


def test_a_search_that_gave_up_would_not_have_found_it_with_more_work() -> None:
    """A beam that ends with nothing is no search that a limit stopped, however little it did."""
    gave_up = row(3, "incomplete")
    pairs = (*[Pair(row(100), row(100))] * 10, *[Pair(gave_up, row(300))] * 8)
    assert Comparison("beam", pairs).verdict.word == "pays"


def test_verdicts_bear_that_stopped_searches_had_gone_on_for_ten_times_as_long() -> None:
    """Less work where it was solved both times is no gain while what was lost may have taken any work."""
    pairs = (
        *(Pair(row(100), row(88 + i % 5)) for i in range(150)),
        *[Pair(row(100), stopped(110))] * 5,
    )
    assert Comparison("greedy", pairs[:150]).verdict.word == "pays"
    assert Comparison("greedy", pairs).verdict.word == "too few"


def test_pays_stands_beside_more_work_only_in_the_same_sentence() -> None:
    both = [Pair(row(100), row(103 + i % 3)) for i in range(5)]
    pairs = (*both, *[Pair(stopped(900), row(3))] * 12)
    verdict = Comparison("greedy", pairs).verdict
    assert verdict.word == "pays"
    assert "4% more primitive operator applications" in verdict.evidence


def test_several_comparisons_at_once_are_corrected_by_holm() -> None:
    """One of five that would be significant alone is what chance gives."""
    works = [(100, (10, 90, 30, 285)[i % 4]) for i in range(26)]
    alone = compared(*works)
    assert alone.verdict.word == "pays"
    noise = [compared(*[(100, 60 + (17 * (i + k)) % 90) for i in range(26)]) for k in range(4)]
    among, *_ = together([alone, *noise])
    assert among.verdict.word == "too few"
    assert "1 of 5 comparisons tried: by Holm's correction p = " in among.verdict.evidence


@pytest.mark.slow
@pytest.mark.parametrize("limit", [250, 400, None])
def test_a_limit_on_nodes_does_not_change_the_verdict(limit: int | None) -> None:
    """Fifty macros take 33 times the work of greedy search, be they tried with a limit or without."""
    problems = random_problems("sliding-tile:3x3", 30, 1)
    found = compare(
        "sliding-tile:3x3",
        problems,
        Path(__file__).with_name("fifty_macros.pl"),
        ["greedy"],
        configuration=Configuration(limits=Limits(nodes=limit)),
    )
    assert found.verdicts["", "greedy"].word == "does not pay"


@pytest.mark.parametrize(("left", "word"), [(14, "no difference"), (4, "too few"), (0, "too few")])
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
    assert found.verdicts["", "breadth-first"].word == "too few"
    assert [one.name for one in found.run.conditions] == ["before", "after"]


def random_problems(board: str, count: int, seed: int = 0) -> ProblemSet:
    domain = aw.open_source(board)
    return ProblemSet.random(domain, domain.goal(None), count, seed)


@pytest.mark.slow
def test_a_theory_compared_with_itself_takes_exactly_the_same_work() -> None:
    problems = random_problems("sliding-tile:3x3", 14)
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


def test_a_source_is_opened_once_for_all_tasks_of_a_condition() -> None:
    made = comparison(
        "sliding-tile:2x3",
        random_problems("sliding-tile:2x3", 3),
        None,
        ["greedy"],
        Configuration(),
    )
    assert len({id(task.source) for task in made.tasks()}) == 1


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
        ("greedy without macros", [("greedy", "ff")], "greedy with ff without macros"),
        ("fast without macros", [("greedy", "ff")], "fast without macros: greedy with ff"),
    ],
)
def test_what_searched_is_named_with_what_was_asked_for(
    configuration: str, ran: list[tuple[str, str | None]], words: str
) -> None:
    assert method_of(configuration, [searched(configuration, *one) for one in ran]) == words


@pytest.mark.long
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


@pytest.mark.long
def test_one_condition_alone_is_compared_with_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    survey("sliding-tile:2x3", count=3, algorithms=["greedy"], keeping=Keeping(folder))
    found = load_run(folder)
    assert len(found.rows) % 3 == 0
    assert (found.comparisons, found.verdicts, found.estimates) == ((), {}, {})


@pytest.mark.slow
def test_a_run_is_read_back_as_the_results_it_was(tmp_path: Path) -> None:
    problems = random_problems("sliding-tile:2x3", 2)
    keeping = Keeping(tmp_path / "run")
    made = compare("sliding-tile:2x3", problems, None, ["greedy"], keeping=keeping)
    assert load_run(tmp_path / "run").columns() == made.columns()


@pytest.mark.slow
def test_every_verdict_is_measured_against_the_best_search_without_macros_too() -> None:
    """Breadth-first search is a weak opponent: greedy search without macros takes a fraction of it."""
    problems = random_problems("sliding-tile:2x3", 30)
    found = compare("sliding-tile:2x3", problems, markov_library(), ["breadth-first"])
    (one,) = found.comparisons
    assert one.reference is not None
    assert {*one.reference.tried} == {"breadth-first", "greedy", "a-star"}
    bare: dict[str, list[Row]] = {}
    for made in found.rows:
        if made.condition == "before":
            bare.setdefault(made.configuration, []).append(made)
    assert {len(rows) for rows in bare.values()} == {30}
    means = {
        name: geometric_mean(row.operator_applications for row in rows)
        for name, rows in bare.items()
    }
    best = min(means, key=means.__getitem__)
    assert best.removesuffix(" without macros") == one.reference.method != "breadth-first"
    after = geometric_mean(pair.after.operator_applications for pair in one.pairs)
    ratio = change(after / means[best], "primitive operator applications")
    assert f"against {one.reference.method}, the best without macros of " in one.verdict.evidence
    assert ratio in one.verdict.evidence
    whole = overall(found.comparisons)
    assert whole is not None and ratio in whole.evidence
    assert str(whole).startswith("does not pay: breadth-first with macros against ")
    same = replace(whole, word=one.verdict.word, work=one.finding.work)
    assert is_one_of(same, [one]) and not is_one_of(replace(same, word="other"), [one])
    assert len(work_picture([one], same).rows) == 1
    assert len(work_picture([one], replace(same, word="other")).rows) == 2
    few, more = ([replace(one, pairs=one.pairs[:n], reference=None)] for n in (1, 3))
    assert telling([few, [one]]) == [one] and telling([few, more]) is more
    two = [one, replace(one, configuration="greedy", group="others")]
    for tried, words in ((two, "pairs of algorithm and macros"), ([one, one], "kinds of macros")):
        said = overall(tried, kinds=True)
        assert said is not None and f" of the 2 {words} tried" in said.evidence


def test_a_theory_compared_with_itself_has_no_reference() -> None:
    found = compare("sliding-tile:2x3", random_problems("sliding-tile:2x3", 3), None, ["greedy"])
    assert len(found.rows) == 6
    assert found.comparisons[0].reference is None
    assert "without macros" not in found.comparisons[0].verdict.evidence


def test_algorithms_that_pay_are_counted_in_words() -> None:
    found = together([compared(*[(100, 150 + i) for i in range(10)]) for _ in range(4)])
    assert tally(found).startswith("pays with none of the 4 algorithms tried")


@pytest.mark.slow
def test_a_macro_table_is_climbed_with_within_a_bound_unless_algorithms_are_named(monkeypatch):
    problems = [((2, 1, 4, 3), (1, 2, 3, 4))]
    table = aw.learn("pancake:4", learner="macro-table").library
    found = aw.compare("pancake:4", problems, table)
    assert {row.algorithm for row in found.rows if row.condition == "after"} == {"climb"}
    design = sys.modules["arcwise.experiments.designs.compare"]
    monkeypatch.setattr(design, "REFERENCE_WORK", 1)
    stopped = aw.compare("pancake:4", problems, table)
    assert "stopped" in {row.status for row in stopped.rows if row.algorithm == "climb"}
    named = aw.compare("pancake:4", problems, table, ["greedy"])
    assert {row.algorithm for row in named.rows if row.condition == "after"} == {"greedy"}
    other = aw.compare("pancake:4", problems)
    assert {row.algorithm for row in other.rows} == set(COMPARED_ALGORITHMS)


def test_what_was_compared_prints_its_verdicts() -> None:
    problems = random_problems("sliding-tile:2x3", 3)
    found = compare("sliding-tile:2x3", problems, None, ["greedy", "a-star"])
    head, *verdicts = str(found).splitlines()
    assert head == repr(found) == "ResultSet(12 searches, 3 problems)"
    assert verdicts == [f"{one.method}: {one.verdict}" for one in found.comparisons]
    assert verdicts[0].startswith("greedy with manhattan: too few: as many primitive")
    family = str(Path(__file__).parents[3] / "examples" / "logic" / "family.pl")
    rules = aw.compare(family, macros=aw.learn(family))
    assert str(rules).splitlines()[1:] == [
        f"{after} against {before}, {how}: {verdict}"
        for (before, after, how), verdict in rules.verdicts.items()
    ]


def test_a_problem_asked_several_times_counts_once() -> None:
    same = [(MARKOV_5.start, (1, 2, 3, 4, 5, 0))] * 20
    found = compare("sliding-tile:2x3", same, markov_library(), ["breadth-first"])
    (one,) = found.comparisons
    assert (len(one.pairs), one.solved, one.verdict.word) == (1, (1, 1), "too few")
    assert found.columns()["repeats"].count(False) == 4  # before, after, and twice without macros
