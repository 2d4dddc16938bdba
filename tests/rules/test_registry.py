"""Tables of names: what people call their rows, and what they perhaps meant."""

import math
from collections.abc import Callable
from typing import Any

import arcwise as aw
import pytest
from arcwise.ebl import LEARNERS
from arcwise.experiments import Configuration, learn
from arcwise.rules import DOMAINS, InputError, open_source
from arcwise.rules.registry import Registry, find, folded
from arcwise.search import ALGORITHMS, HEURISTICS, Problem, solve
from hypothesis import given
from hypothesis import strategies as st

TABLES: list[Registry[Any]] = [DOMAINS, ALGORITHMS, HEURISTICS, LEARNERS]

tables = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.kind)


@tables
def test_no_two_names_or_aliases_of_a_table_are_the_same_to_a_person(table: Registry[Any]) -> None:
    known = [*table, *table.aliases]
    assert len({folded(name) for name in known}) == len(known)


@tables
def test_every_alias_stands_for_a_row(table: Registry[Any]) -> None:
    for alias, meant in table.aliases.items():
        assert table.named(alias) == meant
        assert meant.partition(":")[0] in table


def test_an_alias_of_a_domain_can_be_read() -> None:
    for alias in DOMAINS.aliases:
        found = open_source(alias).sized
        assert found[0].name == DOMAINS.aliases[alias].partition(":")[0]


@pytest.mark.long
@tables
@given(st.data())
def test_case_hyphens_underscores_and_blanks_make_no_difference(
    table: Registry[Any], data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(list(table)))
    letters = [
        data.draw(st.sampled_from(["", "-", "_", " "])) if letter in "-_" else letter
        for letter in name
    ]
    written = "".join(letter.upper() if data.draw(st.booleans()) else letter for letter in letters)
    assert table.spelled(written) == name
    assert table.find(written) is table[name]


@pytest.mark.parametrize("sides", [8, pytest.param(32, marks=pytest.mark.slow)])
def test_an_n_puzzle_is_the_square_board_of_n_tiles(sides: int) -> None:
    for tiles in range(1, sides**2):
        check_puzzle(tiles)


def check_puzzle(tiles: int) -> None:
    side = math.isqrt(tiles + 1)
    if side**2 == tiles + 1:
        assert DOMAINS.named(f"{tiles}-puzzle") == f"sliding-tile:{side}x{side}"
    elif tiles != 5:
        assert DOMAINS.named(f"{tiles}-puzzle") is None
        assert DOMAINS.nearest(f"{tiles}-puzzle") == "sliding-tile"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("8-puzzle", "sliding-tile:3x3"), ("15_Puzzle", "sliding-tile:4x4"),
        ("24puzzle", "sliding-tile:5x5"), ("5-puzzle", "sliding-tile:2x3"),
        ("sliding_tile:2x3", "sliding-tile:2x3"), ("rubik:3", "cube:3"),
        ("Rubik's cube:2", "cube:2"), ("top-spin:6x3", "topspin:6x3"),
        ("Towers of Hanoi:3x4", "hanoi:3x4"),
    ],
)  # fmt: skip
def test_a_domain_is_found_by_what_people_call_it(text: str, meant: str) -> None:
    assert aw.open_source(text).argument == meant
    assert open_source(text).sized == open_source(meant).sized


@pytest.mark.parametrize(
    ("table", "text", "meant"),
    [
        (ALGORITHMS, "astar", "a-star"), (ALGORITHMS, "A*", "a-star"),
        (ALGORITHMS, "ida*", "ida-star"), (ALGORITHMS, "wa*", "weighted-a-star"),
        (ALGORITHMS, "bfs", "breadth-first"), (ALGORITHMS, "gbfs", "greedy"),
        (ALGORITHMS, "astar(lmcut())", "astar(lmcut())"), (ALGORITHMS, "lama", "lama"),
        (HEURISTICS, "hmax", "h_max"), (HEURISTICS, "LM-cut", "lm_cut"),
        (HEURISTICS, "pdb:7-8", "patterns:7-8"), (HEURISTICS, "hff", "ff"),
        (LEARNERS, "macro_table", "macro-table"), (LEARNERS, "escape", "escapes"),
    ],
)  # fmt: skip
def test_other_tables_know_what_people_call_their_rows(
    table: Registry[Any], text: str, meant: str
) -> None:
    assert table.named(text) == meant


@pytest.mark.parametrize(
    ("table", "text", "near"),
    [
        (DOMAINS, "panckae:5", "pancake:5"), (DOMAINS, "slidng-tile:3x3", "sliding-tile:3x3"),
        (DOMAINS, "fiften-puzzle", "sliding-tile:4x4"), (ALGORITHMS, "a-sta", "a-star"),
        (ALGORITHMS, "dijkstar", "uniform-cost"), (HEURISTICS, "manhatan", "manhattan"),
        (HEURISTICS, "paterns:7-8", "patterns:7-8"), (LEARNERS, "escpaes", "escapes"),
    ],
)  # fmt: skip
def test_a_slip_is_told_with_the_nearest_name(table: Registry[Any], text: str, near: str) -> None:
    with pytest.raises(InputError, match=rf"unknown {table.kind}\n") as caught:
        table.spelled(text)
    assert caught.value.remedy == near
    assert table.named(near) == near


def test_what_is_near_to_nothing_gets_no_suggestion() -> None:
    assert DOMAINS.nearest("chess") is None
    assert DOMAINS.nearest("") is None
    with pytest.raises(
        InputError, match=r"unknown domain[\s\S]*try: +arcwise domains, which lists all"
    ):
        open_source("chess")


def test_a_board_that_has_its_size_takes_no_other() -> None:
    with pytest.raises(InputError, match=r"domain 8-puzzle says all behind the colon itself"):
        aw.open_source("8-puzzle:4x4")


def test_a_row_without_a_parameter_takes_none() -> None:
    with pytest.raises(InputError, match=r"this algorithm takes no parameter"):
        ALGORITHMS.find("a-star:3")


def test_a_search_reports_the_name_of_the_table() -> None:
    domain = aw.open_source("5-puzzle")
    problem = Problem(domain.theory, (1, 2, 3, 0, 4, 5), domain.goal(None))
    result = solve(problem, "A*", heuristic="Manhattan")
    assert (result.algorithm, result.heuristic) == ("a-star", "manhattan")


def test_a_configuration_is_the_same_whatever_its_parts_are_called() -> None:
    assert Configuration("A*", "pdb:7-8") == Configuration("a-star", "patterns:7-8")


@pytest.mark.slow
def test_a_run_of_learning_has_the_names_of_the_tables() -> None:
    found = learn("3-puzzle", learner="escape")
    assert str(found.learner) == "escapes"
    assert found.library == learn("sliding-tile:2x2", learner="escapes").library


def test_a_plain_table_knows_the_nearest_name_too() -> None:
    with pytest.raises(InputError, match=r"unknown part[\s\S]*try: +handle"):
        find({"handle": 1, "blade": 2}, "hanlde", "part")


@pytest.mark.parametrize(
    ("table", "row", "expected"),
    [
        (DOMAINS, "outside:Thing", "a subclass of arcwise.rules.Domain"),
        (ALGORITHMS, "outside:Thing", "an Algorithm"),
        (HEURISTICS, "outside:of_a_state", "a function of theory, goal and start"),
        (LEARNERS, "outside:of_a_state", "a Learner"),
    ],
)
def test_an_entry_point_of_another_kind_is_refused_and_spoils_no_other_row(
    table: Registry[Any],
    row: str,
    expected: str,
    plugin: Callable[..., None],
) -> None:
    text = "class Thing: pass\ndef of_a_state(state): return 0\n"
    plugin("outside", text, {f"arcwise.{table.kind}s": f"mine = {row}"})
    with pytest.raises(InputError, match=rf"as {table.kind} mine, is none\n.*{expected}"):
        table.find("mine")
    assert "mine" in table
    assert list(table.usable()) == list(table.built_in)


@tables
def test_a_table_prints_as_a_table(table: Registry[Any]) -> None:
    lines = str(table).splitlines()
    assert [line.split()[0] for line in lines] == list(table)
    starts = {line.index(line.split(maxsplit=1)[1]) for line in lines}
    assert starts == {max(map(len, table)) + 2}  # what each row is stands in one column
    assert repr(table).startswith(f"<table of {len(table)} {table.kind}s: ")


def test_a_row_that_cannot_be_had_is_told_in_its_line() -> None:
    class Broken(Registry[Any]):
        def __getitem__(self, name: str) -> Any:
            raise InputError("not installed")

    assert str(Broken("thing", {"one": 1}, "arcwise.none")) == "one  not installed"
