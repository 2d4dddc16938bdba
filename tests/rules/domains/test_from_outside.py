"""A domain that another package brings: one file and one registration."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from arcwise.rules.domains.table import BUILT_IN, DOMAINS, read_built_in
from arcwise.rules.errors import InputError
from arcwise.rules.random_problems import random_problems
from arcwise.rules.solvability import solvability

Install = Callable[..., None]

TURN = """
from arcwise.rules import Arc, Domain, Schema, Var

class Turn(Domain):
    name = "turn"
    typical = small = "5"
    summary = "turn a row around, or swap its first two"

    def schemas(self, shape):
        cells = tuple(Var(f"X{cell}") for cell in range(shape[1]))
        return (
            Schema(Arc("turn", cells, (*cells[1:], cells[0])), shape),
            Schema(Arc("back", cells, (cells[-1], *cells[:-1])), shape),
            Schema(Arc("swap", cells, (cells[1], cells[0], *cells[2:])), shape),
        )

    def goal(self, shape):
        return tuple(range(1, shape[1] + 1))
"""


@pytest.fixture
def turn(plugin: Install) -> None:
    plugin("turning", TURN, {"arcwise.domains": "turn = turning:Turn"})


def test_a_domain_from_outside_is_a_row_of_the_table_and_the_literal_rows_stay_first(turn):
    assert list(DOMAINS)[: len(BUILT_IN)] == [domain.name for domain in BUILT_IN]
    assert list(DOMAINS)[len(BUILT_IN) :] == ["turn"]


def test_what_it_does_not_say_has_a_default(turn):
    domain, shape = read_built_in("turn:4")
    theory, goal = domain.theory(shape), domain.goal(shape)
    assert (domain.spell(shape), theory.size, len(theory.arcs)) == ("turn:4", 4, 3)
    assert solvability(theory, (4, 3, 2, 1), goal).solvable
    assert sorted(random_problems(theory, goal, 1, seed=3)[0]) == [1, 2, 3, 4]
    assert domain.picture((4, 3, 2, 1), shape) == "4 3 2 1"


@pytest.mark.slow
def test_the_command_line_lists_solves_and_compares_it(turn, call: Any, tmp_path: Any):
    listed = json.loads(call("domains", "--json").out)["domains"]
    assert [row["states"] for row in listed if row["name"] == "turn"] == [120]
    solved = json.loads(call("solve", "turn:5", "2 1 3 4 5", "--json").out)
    assert (solved["status"], solved["moves"]) == ("solved", 1)
    examples, macros = tmp_path / "training.json", tmp_path / "macros.pl"
    call("problems", "turn:4", "--count", "2", "--seed", "2", "--training", "-o", str(examples))
    learned = call("learn", "turn:4", str(examples), "-o", str(macros))
    assert learned.code == 0, learned.err
    compared = call(
        "compare", "turn:4", "--macros", str(macros), "--random", "1", "--count", "3", "--json"
    )
    assert compared.code == 0, compared.err
    assert json.loads(compared.out)["theory"] == "turn:4"


def test_a_bad_size_and_a_package_that_cannot_be_loaded_are_clear_errors(turn, plugin: Install):
    with pytest.raises(InputError, match="bad size"):
        read_built_in("turn:x")
    plugin("broken", "import nowhere", {"arcwise.domains": "lost = broken:Lost"})
    with pytest.raises(InputError, match="cannot load the domain lost, which broken adds"):
        read_built_in("lost:3")
