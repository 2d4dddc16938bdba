"""Learning as a Python function: the same object from examples and from practice, kept or not."""

from __future__ import annotations

from pathlib import Path

import pytest
from arcwise.ebl import LEARNERS, EachPath, Escapes, Examples, Learner, load_macros
from arcwise.experiments import (
    Configuration,
    Keeping,
    ProblemSet,
    compare,
    learn,
)
from arcwise.experiments.store import read_run
from arcwise.logic.program import read_program
from arcwise.rules import InputError, SlidingTiles, sliding_tile
from arcwise.search import Limits

from ..stopped import interrupt_after

BOARD = "sliding-tile:2x3"
START = (4, 5, 3, 0, 1, 2)
PAIRS = [(START, (5, 1, 3, 4, 2, 0)), (START, START), (START, (1, 2, 3, 4, 5, 0))]


@pytest.mark.long
@pytest.mark.slow
def test_pairs_teach_macros_that_compare_takes() -> None:
    found = learn(BOARD, PAIRS)
    assert (found.learner, found.finished) == (Examples(), True)
    assert [macro.length for macro in found.library] == [4, 18]
    assert [record.learned for record in found.records] == [1, 0, 1]
    assert found.records[1].nothing == "nothing to learn: start and goal are the same"
    assert [row.moves for row in found.rows] == [4, 0, 18]
    assert len(found.to_frame()["expanded"]) == 3
    assert found.completeness is None
    compared = compare(BOARD, PAIRS[2:], found.library, ["breadth-first"])
    assert compared.comparisons[0].pairs[0].after.steps == 1


@pytest.mark.slow
def test_a_learner_teaches_macros_for_every_size() -> None:
    found = learn(BOARD, learner=Escapes(quiescence=2))
    assert found.library.domain.macros_for == "windows"
    assert found.completeness is not None and found.completeness.startswith(f"{BOARD}: ")
    assert [row.configuration for row in found.rows] == ["escapes"] * len(found.records)
    assert all(row.training_paths for row in found.rows if found.records[row.problem - 1].paths)


@pytest.mark.slow
def test_a_row_of_the_table_is_the_learner_of_its_name() -> None:
    row = LEARNERS["each-path"]
    found = learn(BOARD, learner=row)
    assert found.learner == row
    assert list(found.library) == list(learn(BOARD, learner="each-path").library)
    program = read_program("p(X) :- q(X), r(X). q(a). r(a). example(p(a)).")
    rules = learn(program, learner=LEARNERS["rote"])
    assert (rules.learner, len(rules)) == ("rote", 1)


@pytest.mark.slow
def test_the_library_is_kept_in_a_file_and_in_the_run(tmp_path: Path) -> None:
    run, file = tmp_path / "run", tmp_path / "macros.pl"
    found = learn(BOARD, PAIRS, output=file, keeping=Keeping(run))
    assert found.files == (str(file), str(run / "macros.pl"))
    assert load_macros(file, SlidingTiles(), (2, 3)) == found.library
    assert file.read_text() == (run / "macros.pl").read_text()
    assert [row.reason for row in read_run(run).training_records] == [
        "new",
        "nothing to learn: start and goal are the same",
        "new",
    ]
    again = learn(BOARD, PAIRS, keeping=Keeping(run, resume=True))
    assert again.library == found.library
    assert again.records == found.records


def test_what_the_user_interrupts_is_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_after(2, monkeypatch)
    found = learn(BOARD, PAIRS)
    assert not found.finished
    assert len(found.records) == 2
    assert len(found.library) == 1


def test_limits_are_those_of_every_example() -> None:
    found = learn(BOARD, PAIRS, configuration=Configuration(limits=Limits(nodes=5)))
    assert [row.stopped_by for row in found.rows] == [None, None, "nodes"]
    assert "stopped by nodes" in (found.records[2].nothing or "")


def test_macros_learned_so_far_may_take_part() -> None:
    search = Configuration("breadth-first")
    alone = learn(BOARD, PAIRS, configuration=search)
    together = learn(BOARD, PAIRS, Examples(with_macros=True), configuration=search)
    assert (alone.rows[2].steps, together.rows[2].steps) == (18, 12)
    assert alone.library == together.library


def test_faulty_examples_are_left_out_only_if_asked(tmp_path: Path) -> None:
    file = tmp_path / "pairs.csv"
    file.write_text("4 5 3 0 1 2,5 1 3 4 2 0\n4 5 3 0 1 2,1 2 3 5 4 0\n")
    with pytest.raises(InputError, match="no solution"):
        learn(BOARD, file)
    found = learn(BOARD, file, Examples(keep_going=True))
    assert (len(found.records), len(found.faults)) == (1, 1)


def test_a_file_of_problems_only_has_nothing_to_learn_from(tmp_path: Path) -> None:
    file = tmp_path / "problems.csv"
    file.write_text("start,goal,use\n4 5 3 0 1 2,5 1 3 4 2 0,problem\n")
    with pytest.raises(InputError, match="no training examples"):
        learn(BOARD, file)
    theory = sliding_tile(2, 3)
    assert len(learn(BOARD, ProblemSet.from_file(file, theory)).records) == 1


@pytest.mark.slow
@pytest.mark.parametrize("learner", [Escapes(quiescence=1), EachPath(problems=1)])
def test_practice_here_teaches_what_it_teaches_in_another_process(learner: Learner) -> None:
    here = learn(BOARD, learner=learner)
    there = learn(BOARD, learner=learner, keeping=Keeping(jobs=1))
    assert list(here.library) == list(there.library) and len(here.library) > 0
    assert [one.admissions for one in here.records] == [one.admissions for one in there.records]
    assert [one.outcome for one in here.records] == [one.outcome for one in there.records]
    work = [[row.operator_applications for row in one.rows] for one in (here, there)]
    assert work[0] == work[1] and all(row.elapsed > 0 for row in here.rows)
