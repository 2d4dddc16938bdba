"""Files of goals of a logic program."""

import pytest
from arcwise.logic.learning import load_goals
from arcwise.logic.program import read_program, term_text
from arcwise.rules import InputError

PROGRAM = read_program("likes(ann, bob). happy(X) :- likes(X, _).")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("goals.txt", "# two\nlikes(ann,X)\n\nhappy(ann)\n"),
        ("goals.csv", 'goal\nlikes(ann,X)\n"happy(ann)"\n'),
        ("goals.csv", 'use,goal\ntraining,"likes(ann,X)"\n,happy(ann)\n'),
        ("goals.json", '["likes(ann,X)", {"goal": "happy(ann)"}]'),
    ],
)
def test_goals_are_read_from_files(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    goals = load_goals(tmp_path / name, PROGRAM)
    assert [term_text(one, PROGRAM.operators) for one in goals] == ["likes(ann,X)", "happy(ann)"]


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("goals.txt", "happy(ann)\nhappy(", "goals.txt:2:1: syntax error"),
        ("goals.txt", "sad(ann)", "goals.txt:1:1: unknown predicate sad/1"),
        ("goals.csv", "use,goal\nx", "goals.csv:2:1: too few columns"),
        ("goals.json", "[3]", "goals.json:1:2: not a goal"),
        ("goals.csv", "goal", "goals.csv: no goal"),
    ],
)
def test_faults_in_a_file_of_goals_are_told_with_their_place(tmp_path, name, text, fault):
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError) as caught:
        load_goals(tmp_path / name, PROGRAM)
    assert str(caught.value).startswith(f"{tmp_path}/{fault}")
