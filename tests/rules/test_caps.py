"""Files that hold more than is read are refused with their place, soon; docs/safety.md says what is read."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest
from arcwise.ebl import example_set, load_examples, load_macros
from arcwise.planning.learning import actions
from arcwise.planning.pddl import expression, ground_task, read_task, reading
from arcwise.planning.pddl import read_action_domain as read_pddl
from arcwise.planning.pddl.grounding import reachable
from arcwise.rules import InputError, TooLargeError, read_psvn, sliding_tile
from arcwise.rules.psvn import reader
from arcwise.rules.psvn import reader as domains
from arcwise.rules.psvn import reader as tokens
from arcwise.rules.text import text_file

read_domain = import_module("arcwise.planning.pddl.read_action_domain")
grounding = import_module("arcwise.planning.pddl.grounding.ground_task")

SAFETY = Path(__file__).parents[2] / "docs" / "safety.md"

DOMAIN = (
    "(define (domain d) (:requirements :typing) (:types t) (:predicates (p ?x - t))"
    "(:action a :parameters (?x ?y - t) :precondition (p ?x) :effect (p ?y)))"
)


@pytest.fixture
def little_memory(monkeypatch):
    monkeypatch.setattr("arcwise.rules.room.available_bytes", lambda: 0)


def names(count):
    return " ".join(f"o{number}" for number in range(count))


def problem(objects, goal="(p o0)"):
    return (
        f"(define (problem p) (:domain d) (:objects {names(objects)} - t) (:init (p o0))"
        f" (:goal {goal}))"
    )


def chain(count):
    kinds = " ".join(f"t{number} - t{number + 1}" for number in range(count))
    return f"(define (domain d) (:requirements :typing) (:types {kinds}))"


def refused(message, expected, read):
    """The error of a reading."""
    with pytest.raises(TooLargeError, match=message) as caught:
        read()
    assert caught.value.place is not None
    assert caught.value.place.line
    assert expected in caught.value.expected
    return caught.value


@pytest.mark.parametrize(
    ("module", "name"),
    [
        (text_file, "MOST_CHARACTERS"),
        (expression, "MOST_WORDS"),
        (expression, "DEEPEST"),
        (read_domain, "MOST_TYPES"),
        (read_domain, "DEEPEST_TYPES"),
        (read_domain, "MOST_PARAMETERS"),
        (read_domain, "MOST_CONDITIONS"),
        (reading, "MOST_OBJECTS"),
        (reachable, "MOST_ACTIONS"),
        (reachable, "MOST_WORK"),
        (grounding, "MOST_TERMS"),
        (tokens, "MOST_WORDS"),
        (domains, "MOST_VALUES"),
        (reader, "MOST_RULES"),
        (reader, "MOST_TERMS"),
        (example_set, "MOST_EXAMPLES"),
    ],
)
def test_the_documentation_says_how_much_is_read(module, name):
    table = SAFETY.read_text(encoding="utf-8").partition("## What files may hold")[2]
    assert f"{getattr(module, name):,} " in table.partition("## ")[0]


def test_a_file_that_is_too_long(tmp_path, monkeypatch):
    monkeypatch.setattr(text_file, "MOST_CHARACTERS", 10)
    (tmp_path / "a.txt").write_text("ä" * 10, encoding="utf-8")
    assert text_file.read_text(tmp_path / "a.txt") == "ä" * 10
    (tmp_path / "b.txt").write_text("ä" * 11, encoding="utf-8")
    with pytest.raises(InputError, match="too long") as caught:
        text_file.read_text(tmp_path / "b.txt")
    assert caught.value.expected == "10 characters at most"


def test_a_device_without_end_is_no_text():
    if not Path("/dev/zero").exists():
        pytest.skip("no /dev/zero")
    with pytest.raises(InputError, match="not a text file"):
        text_file.read_text("/dev/zero")


def test_pddl_with_too_many_words(monkeypatch):
    monkeypatch.setattr(expression, "MOST_WORDS", 20)
    refused("too long", "20 words and parentheses", lambda: read_pddl(DOMAIN))


def test_conjunctions_50_000_deep():
    deep = "(and " * 50_000 + "(p o0)" + ")" * 50_000
    domain = read_pddl(DOMAIN)
    refused("nested too deeply", "1,000 groups", lambda: read_task(domain, problem(1, deep)))
    refused("nested too deeply", "100 formulas", lambda: read_task(domain, problem(1, nested(101))))
    assert read_task(domain, problem(1, nested(100))).goal == (("p", "o0"),)


def nested(depth):
    return "(and " * depth + "(p o0)" + ")" * depth


@pytest.mark.slow
def test_too_many_types_and_types_too_deep():
    refused("too long", "2,000 names", lambda: read_pddl(chain(20_000)))
    refused("types above types", "100 above t0", lambda: read_pddl(chain(101)))
    assert len(read_pddl(chain(100)).types) == 101


@pytest.mark.slow
def test_too_many_objects(monkeypatch):
    domain = read_pddl(DOMAIN)
    monkeypatch.setattr(reading, "MOST_OBJECTS", 3)
    assert len(read_task(domain, problem(3)).objects) == 3
    refused("too long", "3 names", lambda: read_task(domain, problem(4)))


@pytest.mark.slow
def test_a_file_of_too_many_words(monkeypatch):
    monkeypatch.setattr("arcwise.planning.pddl.expression.MOST_WORDS", 10_000)
    domain = read_pddl(DOMAIN)
    text = problem(10_000)
    refused("too long", "10,000 words", lambda: read_task(domain, text))


def test_an_action_with_too_many_parameters_or_preconditions():
    action = "(define (domain d) (:predicates {0}) (:action a :parameters ({1}) :precondition {2}))"
    many = " ".join(f"?x{number}" for number in range(101))
    refused("too long", "100 names", lambda: read_pddl(action.format("(p)", many, "(and)")))
    kinds = " ".join(f"(p{number} ?x)" for number in range(501))
    text = action.format(kinds, "?x", f"(and {kinds})")
    refused("too long", "500 conditions", lambda: read_pddl(text))


@pytest.mark.slow
def test_as_many_parameters_and_preconditions_as_may_be_are_grounded():
    count = 500
    kinds = " ".join(f"(p{number} ?x)" for number in range(count))
    many = " ".join(f"?x{number}" for number in range(99))
    domain = read_pddl(
        f"(define (domain d) (:predicates {kinds} (done)) (:action a :parameters (?x {many})"
        f" :precondition (and {kinds}) :effect (done)))"
    )
    init = " ".join(f"(p{number} o0)" for number in range(count))
    task = read_task(
        domain,
        f"(define (problem p) (:domain d) (:objects o0) (:init {init}) (:goal (done)))",
    )
    assert len(ground_task(task).theory.arcs) == 1


@pytest.mark.parametrize(
    ("module", "name", "most"),
    [(reachable, "MOST_ACTIONS", 20), (reachable, "MOST_WORK", 20), (grounding, "MOST_TERMS", 20)],
)
def test_problems_that_are_too_large_as_arcs(monkeypatch, little_memory, module, name, most):
    monkeypatch.setattr(module, name, most)
    everywhere = f"(and {' '.join(f'(p o{number})' for number in range(9))})"
    task = read_task(read_pddl(DOMAIN), problem(9, everywhere), "p.pddl")
    with pytest.raises(InputError, match="too large to ground") as caught:
        ground_task(task)
    assert caught.value.place.source == "p.pddl"


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.usefixtures("little_memory")
def test_3_000_objects_with_3_000_goals(monkeypatch):
    monkeypatch.setattr(reachable, "MOST_ACTIONS", 20_000)
    everywhere = f"(and {' '.join(f'(p o{number})' for number in range(3000))})"
    task = read_task(read_pddl(DOMAIN), problem(3000, everywhere))
    with pytest.raises(InputError, match="too large to ground"):
        ground_task(task)


def test_psvn_with_too_many_words(monkeypatch):
    text = "2\n2 2\n" + "0 X => X 0\n" * 9 + "# and what does not count\n"
    monkeypatch.setattr(tokens, "MOST_WORDS", 48)
    assert len(read_psvn(text).theory.arcs) == 9
    monkeypatch.setattr(tokens, "MOST_WORDS", 47)
    assert refused("too long", "47 words", lambda: read_psvn(text)).place.line == 11


def test_psvn_with_too_many_cells(monkeypatch):
    text = "3\n9 9 9\n- - - => A B 0\n"
    monkeypatch.setattr(reader, "MOST_TERMS", 3 * 81)
    assert len(read_psvn(text).theory.arcs) == 81
    monkeypatch.setattr(reader, "MOST_TERMS", 3 * 81 - 1)
    refused("stands only after", "242 cells", lambda: read_psvn(text))


@pytest.mark.parametrize("ending", [".json", ".csv", ".pl"])
def test_too_many_examples(tmp_path, monkeypatch, ending):
    theory = sliding_tile(2, 2)
    pair = ("1 2 3 0", "1 2 0 3")
    texts = {
        ".json": json.dumps([pair] * 3, indent=1),
        ".csv": "start,goal\n" + f"{pair[0]},{pair[1]}\n" * 3,
        ".pl": "example(board(1,2,3,0),board(1,2,0,3)).\n" * 3,
    }
    path = tmp_path / f"many{ending}"
    path.write_text(texts[ending], encoding="utf-8")
    monkeypatch.setattr(example_set, "MOST_EXAMPLES", 2)
    for keep_going in (False, True):
        refused(
            "too many examples",
            "2 at most",
            lambda keep_going=keep_going: load_examples(path, theory, keep_going=keep_going),
        )


def test_types_too_deep_in_a_macro_file(tmp_path, monkeypatch):
    path = tmp_path / "macros.pl"
    kinds = "".join(f"macro_type(t{n + 1},{f't{n}' if n else 'object'}).\n" for n in range(102))
    path.write_text(f"macro_domain(pddl(d)).\n{kinds}", encoding="utf-8")
    assert refused("too many types", "100 above", lambda: load_macros(path)).place.line == 103
    monkeypatch.setattr(actions, "MOST_TYPES", 7)
    assert refused("too many types", "7 types", lambda: load_macros(path)).place.line == 9
