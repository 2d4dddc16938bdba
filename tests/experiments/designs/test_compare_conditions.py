"""Several libraries in one comparison: every pair of conditions on the same problems, corrected together."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import exp, gamma, log, pi, sqrt
from pathlib import Path
from statistics import fmean, stdev

import arcwise as aw
import pytest
from arcwise.experiments import Comparison, Keeping, ResultSet, compare, load_run
from arcwise.experiments.execute.pool import InlinePool
from arcwise.experiments.store import LedgerRow
from arcwise.explorer.report import report_page
from arcwise.explorer.report.headline import headline
from arcwise.explorer.views.comparison import comparison_view
from arcwise.rules import InputError

BOARDS = ("sliding-tile:2x3", "pancake:5")

ALGORITHMS = ["greedy", "a-star"]

NAMES = ("none", "escapes", "table")


@cache
def library(board: str, kind: str) -> aw.MacroLibrary:
    return (aw.Escapes() if kind == "escapes" else aw.MacroTable()).fit(board)


@cache
def pairs(board: str, count: int = 24) -> tuple[tuple[object, object], ...]:
    problems = aw.open_source(board).random_problems(count, seed=3)
    return tuple((one.start, one.goal) for one in problems)


def asked(board: str, *names: str) -> dict[str, aw.MacroLibrary | None]:
    return {name: None if name == "none" else library(board, name) for name in names}


@cache
def of_three(board: str) -> ResultSet:
    found = compare(board, list(pairs(board)), asked(board, *NAMES), ALGORITHMS)
    assert isinstance(found, ResultSet)
    return found


def work(found: ResultSet, condition: str, algorithm: str) -> dict[int, int]:
    """The operator applications of each problem that counts, by the rows alone."""
    return {
        row.problem: row.operator_applications
        for row in found.rows
        if (row.condition, row.configuration) == (condition, algorithm)
        and row.problem not in found.run.repeats
        and row.operator_applications is not None
    }


def logs_of(found: ResultSet, before: str, after: str, algorithm: str) -> list[float]:
    was, now = work(found, before, algorithm), work(found, after, algorithm)
    assert was.keys() == now.keys()
    return [log(now[problem] / was[problem]) for problem in was if was[problem] and now[problem]]


def below(t: float, freedom: int, steps: int = 40_000) -> float:
    """Student's distribution below t, by Simpson's rule on its density."""
    scale = gamma((freedom + 1) / 2) / (sqrt(freedom * pi) * gamma(freedom / 2))
    width = abs(t) / steps
    density = [
        scale * (1 + (k * width) ** 2 / freedom) ** (-(freedom + 1) / 2) for k in range(steps + 1)
    ]
    area = (
        width / 3 * (density[0] + 4 * sum(density[1::2]) + 2 * sum(density[2:-1:2]) + density[-1])
    )
    return 0.5 + area if t > 0 else 0.5 - area


def t_test(logs: list[float]) -> float:
    """Two-sided chance that the mean lies beyond 2 % on either side."""
    error = stdev(logs) / sqrt(len(logs))
    sides = ((-log(1.02) - fmean(logs)) / error, (fmean(logs) - log(1.02)) / error)
    return min(1.0, 2 * min(1 - below(t, len(logs) - 1) for t in sides))


def step_down(chances: list[float], level: float = 0.05) -> list[bool]:
    """Which hypotheses Holm's procedure rejects, one after the other from the least chance."""
    rejected = [False] * len(chances)
    for done, place in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        if chances[place] > level / (len(chances) - done):
            break
        rejected[place] = True
    return rejected


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_every_pair_of_conditions_has_a_verdict_for_each_algorithm(board: str) -> None:
    found = of_three(board)
    expected = {(*pair, name) for pair in combinations(NAMES, 2) for name in ALGORITHMS}
    assert set(found.verdicts) == expected
    assert len(found.comparisons) == len(expected)
    assert {row.condition for row in found.rows} == set(NAMES)
    frame = found.columns()
    assert not any(frame["ablation"])


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_the_ratios_of_a_pair_are_those_of_its_own_rows(board: str) -> None:
    found = of_three(board)
    for before, after in combinations(NAMES, 2):
        for algorithm in ALGORITHMS:
            estimate = found.estimates[before, after, algorithm, "operator_applications"]
            assert estimate.ratio == pytest.approx(
                exp(fmean(logs_of(found, before, after, algorithm)))
            )


@pytest.mark.long
@pytest.mark.parametrize("board", BOARDS)
def test_a_pair_is_judged_before_correction_as_if_it_were_compared_alone(board: str) -> None:
    found = of_three(board)
    equal = 0
    for before, after in combinations(NAMES, 2):
        alone = compare(board, list(pairs(board)), asked(board, before, after), ALGORITHMS)
        assert isinstance(alone, ResultSet)
        for one in found.comparisons:
            if one.conditions != (before, after):
                continue
            (other,) = (
                same for same in alone.comparisons if same.configuration == one.configuration
            )
            assert one.finding == other.finding
            uncorrected = Comparison(one.configuration, one.pairs).own_verdict.word
            assert uncorrected == Comparison(other.configuration, other.pairs).own_verdict.word
            chance = t_test(logs_of(found, before, after, one.configuration))
            assert one.finding.chance >= chance - 1e-6  # kinds of problems not seen may raise it
            equal += one.finding.chance == pytest.approx(chance, abs=1e-6)
    assert equal >= 4


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_holm_corrects_over_all_pairs_and_algorithms(board: str) -> None:
    found = of_three(board)
    assert all(len(one.others) == len(found.comparisons) - 1 for one in found.comparisons)
    chances = [one.finding.chance for one in found.comparisons]
    for one, rejected in zip(found.comparisons, step_down(chances), strict=True):
        change = fmean(logs_of(found, *(one.conditions or ("", "")), one.configuration))
        word = one.own_verdict.word
        if rejected:
            assert word in ("pays" if change < 0 else "does not pay", "mixed")
        else:
            assert word in ("too few", "no difference")


@pytest.mark.slow
def test_conditions_that_all_have_macros_are_compared_without_a_reference() -> None:
    board = BOARDS[0]
    found = compare(board, list(pairs(board)), asked(board, "escapes", "table"), "greedy")
    assert isinstance(found, ResultSet)
    (one,) = found.comparisons
    assert one.reference is None and found.verdict == one.own_verdict
    assert not any("without macros" in row.configuration for row in found.rows)
    assert str(found).splitlines()[1].startswith("table against escapes, greedy with manhattan: ")
    shown = comparison_view(found).brief
    assert shown is not None and str(shown[0]).count("table against escapes")
    assert "table against escapes" in headline(found.run)


@pytest.mark.slow
def test_the_best_without_macros_is_told_beside_pairs_with_the_condition_without() -> None:
    for one in of_three(BOARDS[0]).comparisons:
        assert one.conditions is not None
        assert (one.reference is not None) == (one.conditions[0] == "none")


@pytest.mark.slow
def test_a_mapping_of_no_macros_and_a_library_is_the_plain_comparison() -> None:
    board = BOARDS[0]
    plain = compare(board, list(pairs(board)), library(board, "escapes"), ALGORITHMS)
    named = compare(board, list(pairs(board)), asked(board, "none", "escapes"), ALGORITHMS)
    assert isinstance(plain, ResultSet) and isinstance(named, ResultSet)
    for name in ALGORITHMS:
        one, other = plain.verdicts["", name], named.verdicts["none", "escapes", name]
        assert one.word == other.word
        assert (
            plain.estimates["", name, "expanded"]
            == named.estimates["none", "escapes", name, "expanded"]
        )


@pytest.mark.long
def test_a_run_of_several_conditions_is_kept_resumed_and_reported(tmp_path: Path) -> None:
    board, folder = BOARDS[0], tmp_path / "run"
    words = (board, list(pairs(board)), asked(board, *NAMES), ALGORITHMS)
    kept = compare(*words, keeping=Keeping(folder, jobs=2))
    assert isinstance(kept, ResultSet)
    assert sorted(one.name for one in folder.glob("*.pl")) == ["escapes.pl", "table.pl"]
    again = compare(*words, keeping=Keeping(folder, resume=True))
    assert isinstance(again, ResultSet)
    assert again.rows == kept.rows == load_run(folder).rows

    def words_of(found: ResultSet) -> dict[tuple[str, ...], str]:
        return {key: one.word for key, one in found.verdicts.items()}

    # Times, which may make a verdict mixed, differ from run to run; the counts do not.
    for one, other in zip(kept.comparisons, of_three(board).comparisons, strict=True):
        assert (one.conditions, one.finding) == (other.conditions, other.finding)
    assert words_of(load_run(folder)) == words_of(kept)
    page = report_page(kept.run)
    for before, after in combinations(NAMES, 2):
        assert f"{after} against {before}, greedy with manhattan" in page
    for other in (asked(board, "none", "escapes"), library(board, "escapes")):
        with pytest.raises(InputError, match="cannot be resumed"):
            compare(
                board,
                list(pairs(board)),
                other,
                ALGORITHMS,
                keeping=Keeping(folder, resume=True),
            )
    assert load_run(folder).rows == kept.rows


@pytest.mark.slow
def test_names_that_no_file_can_have_get_files_of_their_own(tmp_path: Path) -> None:
    board = BOARDS[0]
    named = {"a/b": library(board, "escapes"), "a:b": library(board, "table"), "A_b": None}
    found = compare(
        board, list(pairs(board, 3)), named, "greedy", keeping=Keeping(tmp_path / "run")
    )
    assert isinstance(found, ResultSet)
    assert [one.file for one in found.run.conditions] == ["a_b.pl", "a_b-2.pl", None]
    assert ("a/b", "a:b", "greedy") in load_run(tmp_path / "run").verdicts


@pytest.mark.parametrize(
    ("conditions", "told"),
    [
        ({}, "nothing to compare with"),
        ({"none": None}, "nothing to compare with"),
        ({"": None, "other": None}, "a condition needs a name"),
        ({1: None, "other": None}, "a condition needs a name"),
        ({"none": None, "other": 3}, "no macros for condition 'other'"),
        ({"none": None, "a\nb": None}, "control characters"),
        ({"none": None, "other": "missing.pl"}, "missing.pl"),
    ],
)
def test_faulty_conditions_are_refused(conditions: object, told: str) -> None:
    with pytest.raises(InputError, match=told):
        compare(BOARDS[0], list(pairs(BOARDS[0], 3)), conditions, "greedy")  # type: ignore[arg-type]


GRAMMAR = Path(__file__).parents[3] / "examples" / "logic" / "grammar.pl"


@pytest.mark.slow
def test_goals_of_a_program_are_compared_under_several_conditions_as_boards_are(
    tmp_path: Path,
) -> None:
    rules = {name: aw.learn(GRAMMAR, learner=name) for name in ("examples", "unfold")}
    rules["unfold"].save(tmp_path / "unfold.pl")
    named = {"none": None, "examples": rules["examples"], "file": tmp_path / "unfold.pl"}
    asked = (GRAMMAR, None, named, ("depth-first", "breadth-first"))
    found = compare(*asked, keeping=Keeping(tmp_path / "run", jobs=2))
    expected = {(*pair, name) for pair in combinations(named, 2) for name in asked[3]}
    assert set(found.verdicts) == expected
    assert all(len(one.others) == len(expected) - 1 for one in found.comparisons)
    assert [(one.macros, one.answered, one.work) for one in found.totals][:3] == [
        *((0, 6, 106), (2, 6, 66), (2, 6, 46))
    ]
    assert found.different == []
    frame = found.columns()
    assert None not in frame["inferences"]
    assert set(frame["operator_applications"]) == {None} and not any(frame["ablation"])
    assert {row.status for row in found.rows} == {"solved", "unsolvable"}
    assert all(row.answered for row in found.rows)
    again = load_run(tmp_path / "run")
    assert again.verdicts == found.verdicts == compare(*asked).verdicts


@pytest.mark.slow
def test_several_verdicts_without_a_reference_are_counted_in_the_headline() -> None:
    board = BOARDS[0]
    found = compare(board, list(pairs(board, 3)), asked(board, "escapes", "table"), ALGORITHMS)
    assert isinstance(found, ResultSet)
    shown = comparison_view(found).brief
    assert shown is not None
    assert "the later condition of a pair pays with none of the 2 comparisons" in str(shown[0])
    assert "2 conditions, the later condition of a pair pays" in headline(found.run)


@pytest.mark.slow
def test_each_library_has_its_ledger_and_its_census_as_compared_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Macros of both libraries have the same names, and a library whose macros are others' has other figures."""
    board = aw.sliding_tile(2, 2)
    goal = (1, 2, 3, 0)
    states = [(1, 0, 3, 2), (0, 1, 3, 2), (3, 1, 0, 2), (3, 1, 2, 0), (3, 0, 2, 1)]
    problems = [(state, goal) for state in states]
    learned = [aw.Examples().fit(board, [pair]) for pair in (problems[1], problems[3])]
    assert [[macro.name for macro in one] for one in learned] == [["m1"], ["m1"]]
    named = {"none": None, "short": learned[0], "long": learned[1]}
    monkeypatch.setattr(Keeping, "pool", lambda keeping: InlinePool())
    keeping = Keeping(tmp_path / "all", jobs=1)
    found = compare(board, problems, named, ["greedy"], beyond=2, keeping=keeping)
    assert isinstance(found, ResultSet)
    alone = {}
    for name, library in [*named.items()][1:]:
        where = Keeping(tmp_path / name, jobs=1)
        alone[name] = compare(board, problems, library, ["greedy"], beyond=2, keeping=where)
    ledger = {(row.condition, row.macro): counted(row) for row in found.run.ledger}
    assert ledger == {
        (name, row.macro): counted(row) for name, one in alone.items() for row in one.run.ledger
    }
    assert ledger["short", "m1"] != ledger["long", "m1"]
    assert found.censuses == {name: one.censuses["after"] for name, one in alone.items()}
    data = comparison_view(found).data["all_pairs"]
    assert {name: one["pairs"] for name, one in data.items()} == {"short": 132, "long": 132}
    facts = found.run.settings["ledger"]
    assert {name: one["problems"] for name, one in facts.items()} == {"short": 5, "long": 5}
    page = report_page(found.run)
    assert "greedy, short" in page and "The ledger of long was kept for greedy" in page


def counted(row: LedgerRow) -> tuple[object, ...]:
    """All of a row that is the same in every run."""
    return (
        row.problems,
        row.tried,
        row.matched,
        row.applied,
        row.saved_applications,
        row.saved_moves,
    )
