"""A domain that another package brings: one file and one registration."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from arcwise.rules import DOMAINS, InputError, open_source, random_problems, solvability

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
    assert list(DOMAINS) == [*DOMAINS.built_in, "turn"]
    assert all(DOMAINS[name].name == name for name in DOMAINS)


def test_what_it_does_not_say_has_a_default(turn):
    domain, shape = open_source("turn:4").sized
    theory, goal = domain.theory(shape), domain.goal(shape)
    assert (domain.spell(shape), theory.size, len(theory.arcs)) == ("turn:4", 4, 3)
    assert solvability(theory, (4, 3, 2, 1), goal).solvable
    assert sorted(random_problems(theory, goal, 1, seed=3)[0]) == [1, 2, 3, 4]
    assert domain.picture((4, 3, 2, 1), shape) == "4 3 2 1"


@pytest.mark.long
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
    for size in ("x", "2x3", "0", "3x"):
        with pytest.raises(InputError, match="bad size"):
            open_source(f"turn:{size}")
    of_rows = type("Rows", (DOMAINS["turn"],), {"sizes": "ROWSxCOLUMNS"})
    assert of_rows.read("2x3")[1] == (2, 3)
    plugin("broken", "import nowhere", {"arcwise.domains": "lost = broken:Lost"})
    with pytest.raises(InputError, match="cannot load the domain lost, which broken adds"):
        open_source("lost:3")


OTHERS = """
from arcwise.rules import Arc, Domain, Schema, Var


class Coins(Domain):
    name = "coins"; typical = small = "3"; summary = "flip coins"
    def schemas(self, shape):
        x = tuple(Var(f"X{i}") for i in range(shape[1]))
        return tuple(Schema(Arc(f"flip{i}-{a}", (*x[:i], a, *x[i+1:]), (*x[:i], 1-a, *x[i+1:])), shape)
                     for i in range(shape[1]) for a in (0, 1))
    def goal(self, shape): return (0,) * shape[1]


class Counter(Domain):
    name = "counter"; typical = small = "3"; summary = "count up and down"
    def schemas(self, shape):
        x = tuple(Var(f"X{i}") for i in range(shape[1]))
        return tuple(Schema(Arc(f"{i}:{a}-{b}", (*x[:i], a, *x[i+1:]), (*x[:i], b, *x[i+1:])), shape)
                     for i in range(shape[1]) for a in range(14) for b in (a-1, a+1) if 0 <= b < 14)
    def goal(self, shape): return (7, 12, 0)


class Up(Counter):
    name = "up"; summary = "count up, and once round"
    def schemas(self, shape):
        x = tuple(Var(f"X{i}") for i in range(shape[1]))
        return tuple(Schema(Arc(f"{i}:{a}", (*x[:i], a, *x[i+1:]), (*x[:i], a+1, *x[i+1:])), shape)
                     for i in range(shape[1]) for a in range(4))
    def goal(self, shape): return (3, 4, 2)


class Lane(Domain):
    name = "lane"; typical = small = "5"; summary = "cars; the red one to the exit"; blank = "-"
    def schemas(self, shape):
        return (Schema(Arc("right", (Var("C"), "-"), ("-", Var("C"))), (1, 2)),
                Schema(Arc("left", ("-", Var("C")), (Var("C"), "-")), (1, 2)))
    @property
    def geometry(self):
        from arcwise.rules.geometry import GRID
        return GRID
    def goal(self, shape): return (*(Var(f"G{i}") for i in range(shape[1] - 1)), "red")
    def start(self, shape): return ("red", *("-",) * (shape[1] - 1))


class Broken(Coins):
    name = "broken"
    def goal(self, shape): return 1 / 0
"""


@pytest.fixture
def others(plugin: Install) -> None:
    names = ("coins", "counter", "up", "lane", "broken")
    plugin(
        "others_of_tests",
        OTHERS,
        {"arcwise.domains": "\n".join(f"{one} = others_of_tests:{one.title()}" for one in names)},
    )


@pytest.mark.parametrize(
    ("name", "permutes"), [("coins", False), ("counter", False), ("up", False), ("lane", False)]
)
def test_whether_states_are_permutations_is_read_off_the_moves_and_the_goal(others, name, permutes):
    domain, shape = open_source(name).sized
    assert domain.permutes(shape) == permutes
    assert domain.theory(shape).symbols is None


@pytest.mark.parametrize(
    ("board", "start", "moves"),
    [("coins:3", "1 1 0", 2), ("counter:3", "6 12 2", 3), ("up:3", "1 4 0", 4), ("lane:4", "red - - -", 3)],
)  # fmt: skip
def test_domains_whose_states_are_no_permutations_are_solved(
    others, call: Any, board, start, moves
):
    found = json.loads(call("solve", board, start, "--json").out)
    assert (found["status"], found["moves"]) == ("solved", moves)


@pytest.mark.long
@pytest.mark.parametrize("learner", ["escapes", "macro-table", "focused"])
@pytest.mark.parametrize("board", ["coins:3", "counter:3", "up:3", "lane:4"])
def test_learners_learn_for_them_or_say_why_not(others, call: Any, tmp_path: Any, board, learner):
    done = call("learn", board, "--learner", learner, "-o", tmp_path / "m.pl", "--limit-nodes", 200)
    assert done.code in (0, 33) or "nothing" in done.out, (done.code, done.out, done.err)
    assert "exactly once" not in done.out + done.err
    assert "Error:" not in done.err


@pytest.mark.long
def test_the_list_of_domains_has_a_row_for_a_broken_one(others, call: Any):
    done = call("domains")
    assert done.code == 0
    said = " ".join(done.out.split())
    assert "broken - - - cannot be used: ZeroDivisionError: division by zero" in said
    assert "coins:3 3 8" in said


@pytest.mark.slow
def test_starts_for_an_open_goal_are_drawn_from_what_the_own_start_reaches(others, call: Any):
    found = json.loads(call("solve", "lane:5", "--random", "1", "--seed", "2", "--json").out)
    assert found["status"] == "solved"
    done = call("compare", "lane:5", "--random", "1", "--count", "5", "--macros", "none")
    assert done.code == 0, done.err
