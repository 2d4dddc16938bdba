from __future__ import annotations

from pathlib import Path

import pytest
from arcwise.ebl import load_examples
from arcwise.rules import InputError, sliding_tile

PUZZLE = sliding_tile(2, 3)
START, GOAL = (4, 5, 3, 0, 1, 2), (5, 1, 3, 4, 2, 0)


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("kind", ["json", "csv", "pl"])
def test_every_kind_of_file_holds_the_same_examples(kind: str, examples: Path) -> None:
    found = load_examples(examples / f"five_puzzle.{kind}", PUZZLE)
    assert [(e.start, e.goal) for e in found.training] == [(START, GOAL)]
    assert [(e.start, e.goal) for e in found.problems] == [(START, (1, 2, 3, 4, 5, 0))]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", '[["4 5 3 0 1 2", [5, 1, 3, 4, 2, 0]]]'),
        ("b.json", '{"note": [1, 2], "examples": [{"start": "4,5,3 _,1,2", "goal": "513420"}]}'),
        ("c.csv", "4 5 3 0 1 2,5 1 3 4 2 0\n"),
        ("d.csv", "# comment\ngoal,start\n5 1 3 4 2 0,4 5 3 _ 1 2\n\n"),
        ("e.csv", '\ufeffstart,goal\n"4,5,3,0,1,2","5,1,3,4,2,0"\n'),
        ("g.json", '{"initial": [4, 5, 3, 0, 1, 2], "target": "5 1 3 4 2 0"}'),
        ("h.csv", "4,5,3,,1,2,5,1,3,4,2,\n"),
        ("i.csv", "Start\n4 5 3 0 1 2 -> 5 1 3 4 2 0\n"),
        ("j.csv", "sep=;\nInitial State;goal_state\n453012;513420\n"),
        ("p.csv", "s0,s1,s2,s3,s4,s5,g0,g1,g2,g3,g4,g5\n4,5,3,0,1,2,5,1,3,4,2,0\n"),
        ("k.tsv", "start\tgoal\n4 5 3 0 1 2\t5 1 3 4 2 0\n"),
        ("l.txt", "1 453012 513420\n"),
        ("m.txt", "453012 -> 513420\n"),
        ("n.json", "[[4,5,3,0,1,2], [5,1,3,4,2,0]]"),
        ("o.json", '["453012", "513420"]'),
        ("f.pl", "note(x).\nexample([4,5,3,0,1,2], [5,1,3,4,2,0]). % the pair\n"),
    ],
)
def test_forms_of_a_pair(tmp_path: Path, name: str, text: str) -> None:
    found = load_examples(written(tmp_path, name, text), PUZZLE)
    assert [(e.start, e.goal) for e in found.training] == [(START, GOAL)]
    assert found.problems == found.training


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "453012\n053412\n453102\n"),
        ("b.txt", "1. 4 5 3 0 1 2\n2. 0 5 3 4 1 2\n3. 4 5 3 1 0 2\n"),
        (
            "c.csv",
            "cell 1,cell 2,cell 3,cell 4,cell 5,cell 6\n4,5,3,0,1,2\n0,5,3,4,1,2\n4,5,3,1,0,2\n",
        ),
        ("f.txt", "1  4 5 3 0 1 2  4 57\n2  0 5 3 4 1 2  7 61\n3  4 5 3 1 0 2  9 4\n"),
        ("g.csv", "1,4,5,3,0,1,2,4\n2,0,5,3,4,1,2,7\n3,4,5,3,1,0,2,9\n"),
        ("d.csv", "board\n453012\n053412\n453102\n"),
        ("e.json", "[[4,5,3,0,1,2], [0,5,3,4,1,2], [4,5,3,1,0,2]]"),
    ],
)
def test_forms_of_starts_alone(tmp_path: Path, name: str, text: str) -> None:
    found = load_examples(written(tmp_path, name, text), PUZZLE)
    assert [e.start for e in found.training] == [START, (0, 5, 3, 4, 1, 2), (4, 5, 3, 1, 0, 2)]


def test_a_file_without_examples_tells_what_it_holds_and_what_to_write(tmp_path: Path) -> None:
    path = written(tmp_path, "a.pl", "train([4,5,3,0,1,2], [5,1,3,4,2,0]).\n")
    with pytest.raises(InputError, match=r"such as example\(Start, Goal\)\.(?s:.)*found: +train\("):
        load_examples(path, PUZZLE)


@pytest.mark.parametrize(
    ("name", "text", "place", "message"),
    [
        ("a.json", '[\n  ["4 5 3 0 1", "5 1 3 4 2 0"]\n]', "a.json:2:3", "wrong number of cells"),
        ("a.json", '[\n  ["4 5 3 0 1 1", "5 1 3 4 2 0"]]', "a.json:2:3", "more than one 1"),
        ("a.json", '[\n["4 5 3 0 1 2", "5 1 3 4 2 0"],\n 7]', "a.json:3:2", "not a pair"),
        ("a.json", '[[[4, 5, 3, 0, 1, 2.5], "5 1 3 4 2 0"]]', "a.json:1:2", "not a state"),
        ("a.json", '[["4 5 3 0 1 2", "5 1 3 4 2 0"],', "a.json:1:33", "bad JSON"),
        ("a.json", '[["5 4 3 0 1 2", "5 1 3 4 2 0"]]', "a.json:1:2", "no solution"),
        ("a.csv", "start,goal\n4 5 3 0 1 2\n", "a.csv:2", "too few columns"),
        ("a.csv", "use,start,goal\ntest,4 5 3 0 1 2,5 1 3 4 2 0\n", "a.csv:2", "unknown use"),
        ("a.csv", "start,cost\n4 5 3 0 1 2,5 1 3 4 2 0\n", "a.csv:1", "without goal"),
        ("a.pl", "\n example(foo, [5,1,3,4,2,0]).", "a.pl:2:2", "not a state"),
        ("a.pl", "example([A,5,3,0,1,2], [5,1,3,4,2,0]).", "a.pl:1:1", "no variables"),
        ("a.pl", "example([4,5,3,0,1,2], [5,1,3,4,2,0]", "a.pl:1", "syntax error"),
        ("a.xls", "", "a.xls", "unknown kind"),
        ("a.json", "", "a.json:1:1", "bad JSON"),
        ("a.json", '[{"start": 1, "goal": 2, "start": 3}]', "a.json:1:2", "each key once"),
        ("a.csv", "", "a.csv", "no usable example"),
        ("a.pl", "% nothing\n", "a.pl", "no usable example"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    tmp_path: Path, name: str, text: str, place: str, message: str
) -> None:
    path = written(tmp_path, name, text)
    with pytest.raises(InputError, match=message) as caught:
        load_examples(path, PUZZLE)
    assert str(caught.value).startswith(str(tmp_path / place))


@pytest.mark.parametrize(
    ("name", "text", "faults"),
    [
        ("a.json", '[["4 5", "1"], ["4 5 3 0 1 2", "5 1 3 4 2 0"], 3, {"start": 1}', 4),
        ("a.csv", "start,goal\nx\n4 5 3 0 1 2,5 1 3 4 2 0\n1 2,3\n", 2),
        ("a.pl", "example(a,b).\nexample([4,5,3,0,1,2],[5,1,3,4,2,0]).\nexample([1],[2]).", 2),
    ],
)
def test_good_examples_count_if_the_user_says_so(
    tmp_path: Path, name: str, text: str, faults: int
) -> None:
    path = written(tmp_path, name, text)
    found = load_examples(path, PUZZLE, keep_going=True)
    assert [(e.start, e.goal) for e in found.training] == [(START, GOAL)]
    assert len(found.faults) == faults
    assert all(str(fault).startswith(str(path)) for fault in found.faults)
    with pytest.raises(InputError, match="--keep-going"):
        load_examples(path, PUZZLE)


def test_a_syntax_error_in_prolog_leaves_the_facts_before_it(tmp_path: Path) -> None:
    text = "example([4,5,3,0,1,2],[5,1,3,4,2,0]).\nexample([4,5"
    found = load_examples(written(tmp_path, "a.pl", text), PUZZLE, keep_going=True)
    assert len(found.training) == len(found.faults) == 1


def test_no_good_example_is_an_error_even_when_going_on(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no usable example among 1 faulty"):
        load_examples(written(tmp_path, "a.csv", "x\n"), PUZZLE, keep_going=True)


def test_unreadable_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "dir.json").mkdir()
    (tmp_path / "binary.csv").write_bytes(b"\xff\xfe\x00")
    for name, message in (
        ("missing.json", "no such file"),
        ("dir.json", "folder"),
        ("binary.csv", "not a text file"),
    ):
        with pytest.raises(InputError, match=message):
            load_examples(tmp_path / name, PUZZLE)
