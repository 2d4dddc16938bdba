"""All learners on one domain: each learns, and what it learned is compared with nothing learned."""

from dataclasses import replace

import pytest
from arcwise.ebl import Escapes
from arcwise.ebl.learners.examples import EachPath
from arcwise.experiments import (
    BoardSource,
    Configuration,
    ProblemSet,
    compare_learners,
    learn,
    learning_curves,
    solve,
)
from arcwise.experiments.designs import learners
from arcwise.experiments.statistics.comparison import Comparison
from arcwise.logic import read_program
from arcwise.rules import InputError

BOARD = "sliding-tile:2x3"


def test_each_learner_is_compared_with_nothing_learned_on_the_same_problems() -> None:
    source = BoardSource.opened(BOARD)
    drawn = ProblemSet.random(source, source.goal(), 12, 3)
    asked = [Escapes(quiescence=2), EachPath(problems=3), "rote"]
    found = compare_learners(BOARD, asked, problems=drawn)
    escapes, paths, rote = found.rows
    assert rote.library is None and rote.comparison is None and "logic programs" in rote.reason
    alone = learn(BOARD, learner=Escapes(quiescence=2))
    assert list(escapes.library) == list(alone.library) and escapes.work == alone.applications
    for row, algorithm in ((escapes, "climb"), (paths, "greedy")):
        pairs = row.comparison.pairs
        assert len(pairs) == len(drawn) and row.seconds > 0 and not row.cut
        for problem, pair in zip(drawn, pairs, strict=True):
            plain = solve(BOARD, problem.start, algorithm="greedy")
            learned = solve(BOARD, problem.start, algorithm=algorithm, macros=row.library)
            assert pair.before.work == plain.statistics.operator_applications
            assert pair.after.work == learned.statistics.operator_applications
    saved = sum(one.before.work - one.after.work for one in escapes.comparison.pairs)
    assert escapes.pays_after == pytest.approx(escapes.work * len(drawn) / saved)
    text = found.view().text(100)
    assert "escapes" in text and "rote is for logic programs" in text
    assert [one["learner"] for one in found.view().data["learners"]] == [
        "escapes",
        "each-path",
        "rote",
    ]


def test_rules_of_a_program_are_compared_in_inferences() -> None:
    program = read_program(
        "p(X) :- q(X), r(X). q(X) :- s(X), t(X). r(a). r(b). s(a). s(b). t(a). t(b). example(p(a)). problem(p(b))."
    )
    found = compare_learners(program, ["examples", "rote", "escapes"])
    assert found.unit == "inferences"
    examples, rote, escapes = found.rows
    assert examples.comparison.finding.work.ratio < 1 <= rote.comparison.finding.work.ratio
    assert escapes.comparison is None and escapes.reason


def test_a_learner_learns_no_longer_than_its_limit_and_from_no_more_problems_than_its_lessons() -> (
    None
):
    source = BoardSource.opened("sliding-tile:3x3")
    drawn = ProblemSet.random(source, source.goal(), 2, 3)
    (cut,) = compare_learners(source, ["focused"], problems=drawn, seconds=0.3).rows
    assert cut.cut or cut.reason
    found = learn(BOARD, learner=EachPath(lessons=2))
    assert [one.number for one in found.records] == [1, 2]
    found = learn(source, learner=EachPath(problems=1, lessons=5))
    sizes = [one.problem.shape for one in found.records]
    assert len(sizes) == 5 and len(set(sizes[:-2])) == 3, "practice goes on with the largest"
    assert set(sizes[-3:]) == {(3, 3)}
    assert learn(BOARD, learner=Escapes(lessons=1)).records[-1].number == 1


def test_learners_of_one_name_are_told_apart_by_their_options() -> None:
    source = BoardSource.opened(BOARD)
    drawn = ProblemSet.random(source, source.goal(), 4, 3)
    asked = [Escapes(), Escapes(quiescence=1, filters="short")]
    both = compare_learners(BOARD, asked, problems=drawn).rows
    assert [one.name for one in both] == ["escapes", "escapes(filters=short, quiescence=1)"]
    for learner, row in zip(asked, both, strict=True):
        (alone,) = compare_learners(BOARD, [learner], problems=drawn).rows
        assert row.comparison.finding.work.ratio == alone.comparison.finding.work.ratio
    with pytest.raises(InputError, match="escapes is named 2 times"):
        compare_learners(BOARD, ["escapes", "escapes"], problems=drawn)


@pytest.mark.parametrize("names", [[], ["all", "escapes"]])
def test_no_learner_and_all_beside_one_are_refused(names: list[str]) -> None:
    with pytest.raises(InputError, match=r"no learner is named|all beside other learners"):
        compare_learners("5-puzzle", names)


def test_examples_that_no_learner_learns_from_are_refused() -> None:
    with pytest.raises(InputError, match="no learner that learns from them"):
        compare_learners(BOARD, ["escapes"], examples="not-there.csv")


def test_a_curve_that_is_interrupted_is_not_finished_and_has_no_ratio_of_some_problems_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = learners.compared
    monkeypatch.setattr(learners, "compared", lambda *asked: replace(whole(*asked), finished=False))
    drawn = BoardSource.opened(BOARD).draw(2, 3)
    found = learning_curves(BOARD, [Escapes()], [1], problems=drawn, seeds=1)
    assert not found.finished and not found.points
    assert "interrupted" in found.view().text()


def test_a_seed_with_which_nothing_is_solved_has_no_ratio() -> None:
    row = learners.LearnerRow(Escapes(), comparison=Comparison("greedy", ()))
    found = learners._point(Escapes(), 1, [row])
    assert isinstance(found, learners.LearnerRow) and "no problem was solved" in found.reason


def test_the_headline_tells_lost_problems_and_the_rest_too_few_and_interrupted() -> None:
    source = BoardSource.opened(BOARD)
    few = compare_learners(BOARD, ["escapes"], problems=source.draw(5, 0))
    text = few.view().text(1000)
    assert text.startswith("too few problems to tell")
    assert "Too few problems for escapes: more are needed" in text
    assert few.rows[0].pays_after is not None
    assert [row[6] for row in few.view().parts[2].rows] == [
        "-"
    ]  # it pays after some only if it pays
    cut = replace(few, rows=(replace(few.rows[0], comparison=None),), finished=False)
    assert cut.view().text().startswith("interrupted before anything was compared")
    unsearched = replace(few.rows[0], comparison=Comparison("climb", ()))
    assert "escapes" in replace(few, rows=(unsearched,), finished=False).view().text()
    none = replace(few, rows=(replace(few.rows[0], comparison=None, reason="nothing"),))
    assert none.view().text().startswith("nothing was learned")
    (row,) = compare_learners(BOARD, ["escapes"], problems=source.draw(20, 3)).rows
    pairs = row.comparison.pairs
    lost = replace(pairs[0], after=replace(pairs[0].after, status="stopped", stopped_by="nodes"))
    worse = replace(row, comparison=replace(row.comparison, pairs=(lost, *pairs[1:])))
    told = replace(few, rows=(worse,)).view().parts[0].text
    assert "pays most" in told and "but 1 fewer of 20 problems solved" in told


def test_a_source_that_no_learner_serves_is_refused() -> None:
    with pytest.raises(InputError, match="no learner learns"):
        compare_learners(BOARD, ["rote", "lemmas"])


def test_a_learning_curve_has_the_ratios_of_single_comparisons_and_their_mean() -> None:
    source = BoardSource.opened(BOARD)
    drawn = ProblemSet.random(source, source.goal(), 5, 3)
    found = learning_curves(BOARD, [EachPath(), "rote"], [3, 1], problems=drawn, seeds=2)
    assert [one.lessons for one in found.points] == [1, 3]
    assert [one.learner.name for one in found.others] == ["rote"]
    last = found.points[-1]
    alone = [
        compare_learners(
            BOARD, [EachPath(lessons=3)], problems=drawn, configuration=Configuration(seed=seed)
        )
        .rows[0]
        .comparison.finding.work.ratio
        for seed in (0, 1)
    ]
    assert last.ratios == pytest.approx(alone)
    assert last.ratio == pytest.approx((alone[0] * alone[1]) ** 0.5)
    low, high = last.interval
    assert low < last.ratio < high
    assert len(found.view().data["points"]) == 2
