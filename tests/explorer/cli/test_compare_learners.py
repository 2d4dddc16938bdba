"""``arcwise compare --learners``: what it refuses, and its tables as CSV."""

import csv

import pytest

BOARD = ("compare", "5-puzzle", "--count", 2)
PDDL = tuple(f"examples/pddl/{name}.pddl" for name in ("gripper", "gripper-1", "gripper-1"))


def test_the_rows_of_learners_and_of_their_curves_are_written_as_csv(call, tmp_path):
    file = tmp_path / "rows.csv"
    assert call(*BOARD, "--learners", "escapes,rote", "--csv", file).code == 0
    escapes, rote = csv.DictReader(file.read_text().splitlines())
    assert escapes["verdict"] == "too few" and float(escapes["ratio"]) > 0
    assert rote["reason"] == "rote is for logic programs" and rote["ratio"] == ""
    words = (*BOARD, "--learners", "escapes", "--practice", "1,2", "--csv", file, "--details")
    done = call(*words)
    assert done.code == 0 and "Ratio of work with each seed" in done.out
    points = list(csv.DictReader(file.read_text().splitlines()))
    assert [one["lessons"] for one in points] == ["1", "2"]
    assert len(points[0]["ratios"].split("; ")) == 3


@pytest.mark.parametrize(
    ("learners", "text", "told"),
    [
        ("escapes", "start,goal\n1 2 3 4 _ 5,1 2 3 4 5 _\n", "no learner that learns from them"),
        ("escapes,examples", None, "rows.csv: no such file"),
        ("escapes,examples", "", "rows.csv: no usable example"),
        ("escapes,examples", "start,goal\n1 2 3,1 2\n", "rows.csv:2:1: wrong number of cells"),
    ],
)
def test_bad_examples_end_the_command_with_their_place(call, tmp_path, learners, text, told):
    file = tmp_path / "rows.csv"
    if text is not None:
        file.write_text(text)
    done = call(*BOARD[:2], file, "--learners", learners)
    assert done.code == 33 and told in done.err and not done.out


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("sokoban:1", "--count", 1, "--learners", "traps"), "its own start: it has no dead ends"),
        (
            (*PDDL, "--learners", "escapes,examples"),
            "escapes: learner escapes makes rules on boards; "
            "examples: learner examples does not learn from PDDL problems",
        ),
        (("examples/logic/tower.pl", "--learners", "failures"), "clear(a,[a-floor,b-a]"),
    ],
)
def test_why_a_learner_is_not_compared(call, monkeypatch, examples, asked, told):
    monkeypatch.chdir(examples.parent)
    done = call("compare", *asked)
    assert told in " ".join((done.out + done.err).split())


def test_a_number_of_training_problems_below_one_is_refused_by_its_option(call):
    done = call("compare", "5-puzzle", "--learners", "each-path", "--practice", "0,4")
    assert done.code == 33 and "bad --practice" in done.err
    assert "from 1 to 1,000 with commas" in done.err
