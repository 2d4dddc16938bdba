"""Goals in words that a program gives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from arcwise.logic.program.phrases import phrases_of
from arcwise.logic.program.read_program import read_program
from arcwise.rules.prolog.reader import read_clauses

PROGRAM = """\
cup(X) :- liftable(X), holds(X, Y), liquid(Y).
liftable(X) :- light(X).
light(obj1).  holds(obj1, f(tea)).  liquid(f(tea)).
say(light(X), "X is light").
say(holds(X, f(Y)), "X holds Y, as Xavier says").
say(holds(X, Y), "X holds Y").
say(cup(X), "X is a cup").
example(cup(obj1)).
"""


def test_names_of_variables_are_filled_in_and_the_first_words_that_fit_are_taken() -> None:
    program = read_program(PROGRAM)
    assert program.warnings == ()
    said = phrases_of(program)
    assert said is not None
    for goal, words in {
        "light(obj1)": "obj1 is light",
        "holds(obj1, f(tea))": "obj1 holds tea, as Xavier says",
        "holds(obj1, 'Y')": "obj1 holds 'Y'",
        "liftable(obj1)": "liftable(obj1)",
    }.items():
        assert said(next(iter(read_clauses(f"{goal}.", "goal"))).term) == words


def test_a_program_without_words_has_no_tree_of_them(call: Any, tmp_path: Path) -> None:
    assert phrases_of(read_program("a(1).\nsay(a(X), hello(X)).\nsay(b).\n")) is None
    file = tmp_path / "p.pl"
    file.write_text(PROGRAM)
    told = call("explain", file).out
    assert "in words" in told and "A is a cup" in told and "  obj1 is light" in told
    file.write_text("".join(line for line in PROGRAM.splitlines(True) if "say(" not in line))
    assert "in words" not in call("explain", file).out


def test_a_proof_is_told_in_sentences_with_words_for_what_has_none(
    call: Any, tmp_path: Path
) -> None:
    file = tmp_path / "p.pl"
    file.write_text(PROGRAM)
    told = call("explain", file, "--words").out.splitlines()
    assert told[:3] == [
        "obj1 is a cup, because",
        "  liftable holds for obj1, because",
        "    obj1 is light",
    ]
    assert told[-1] == "In general: A is a cup if A is light, A holds B and liquid holds for B."
    found = json.loads(call("explain", file, "--words", "--json").out)
    (rule,) = found["words"].values()
    assert rule["proof"][1] == {"depth": 1, "words": "liftable holds for obj1, because"}
