"""Pattern databases that are kept: what is told apart, who is believed, and which entries are found to be wrong."""

import json
import logging
import os
import zlib

import pytest
from arcwise.rules import Var, read_theory
from arcwise.search import (
    AbstractSpace,
    PatternDatabase,
    Problem,
    pattern_databases,
    solve,
)
from arcwise.search.heuristics.patterns.database import HEADER, MAGIC
from arcwise.search.heuristics.patterns.ready import patterns

from ...engines import built_in

WITH_CONSTANTS = "arc([A,B,'C','D'],[B,A,'C','D'],1).\narc([A,B,C,D],[B,C,D,A],1).\n"
WITH_VARIABLES = "arc([A,B,C,D],[B,A,C,D],1).\narc([A,B,C,D],[B,C,D,A],1).\n"
RING = "shape(1,6).\narc([A,B,C,D,E,F],[B,A,C,D,E,F],1).\narc([A,B,C,D,E,F],[B,C,D,E,F,A],1).\n"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "arcwise"


def found(text, start, goal):
    problem = Problem(read_theory(text), tuple(start), tuple(goal))
    return [
        (result.status.value, result.moves)
        for engine in ("python", "native")
        for result in [solve(problem, "a-star", heuristic="patterns", engine=engine)]
    ]


def test_variables_and_constants_of_one_name_have_databases_of_their_own(cache):
    for _ in range(2):  # the second time all is remembered
        assert found(WITH_CONSTANTS, "BCDA", "ABCD") == [("solved", 3)] * 2
        assert found(WITH_VARIABLES, "CBAD", "ABCD") == [("solved", 5)] * 2


def test_numbers_and_strings_of_one_spelling_have_databases_of_their_own(cache):
    one, other = read_theory("arc([A,1],[1,A],1).\n"), read_theory("arc([A,'1'],['1',A],1).\n")
    for theory, symbol in ((one, 1), (other, "1"), (one, 1)):
        problem = Problem(theory, ("x", symbol), (symbol, "x"))
        assert solve(problem, "a-star", heuristic="patterns").moves == 1
    assert len(list(cache.glob("*.patterns"))) == 2


def test_where_every_arc_names_all_symbols_patterns_are_cells(cache):
    assert found("arc([a,'B'],['B',a],1).\nsymbols([a,'B']).\n", "aB", "Ba") == [("solved", 1)] * 2


def test_a_start_without_the_goal_s_symbols_is_unsolvable_with_both_engines(cache):
    problem = Problem(read_theory("arc([A,B],[B,A],0.2).\narc([0,1],[1,0],0.7).\n"), (2, 3), (2, 1))
    for engine in ("python", "native", "python"):
        result = solve(problem, "a-star", heuristic="patterns", engine=engine)
        assert (result.status.value, result.statistics.expanded) == ("unsolvable", 0)


@pytest.mark.parametrize("engine", ["python", "native"])
def test_open_cells_of_a_goal_may_hold_anything(engine, cache):
    theory, _ = built_in("sliding-tile:2x3")
    goal = (3, Var("A"), Var("B"), 2, Var("C"), 4)
    for _ in range(2):
        problem = Problem(theory, (0, 1, 3, 5, 4, 2), goal)
        result = solve(problem, "a-star", heuristic="patterns", engine=engine)
        assert result.optimal
        assert result.cost == 17


SPACES = [
    ("pancake:5", (1, 2, 3), False),
    ("pancake:5", (1, 2, 3, 4, 5), False),
    ("topspin:6x4", (2, 3, 6), True),
    ("sliding-tile:2x3", (1, 2, 3), True),
    ("sliding-tile:3x3", (1, 2, 3, 4), True),
    ("sliding-tile:2x3", (1, 2, 3), False),
    ("heavy-tile:2x3", (1, 2, 3), True),
    ("hanoi:3x4", (0, 1, 2), False),
    ("hanoi:3x4", (0, 1), True),
    ("lights-out:2x3", (0, 1, 6, 8), False),
    ("arrow:4", (0, 1, 4), True),
    ("burnt-pancake:3", (1, 2), False),
]


@pytest.mark.parametrize("compression", [1, 4])
@pytest.mark.parametrize(("name", "pattern", "additive"), SPACES)
def test_a_kept_database_is_believed_only_as_it_was_built(
    name, pattern, additive, compression, tmp_path
):
    theory, goal = built_in(name)
    space = AbstractSpace(theory, goal, pattern, additive, compression=compression)
    built = PatternDatabase.build(space)
    path = tmp_path / "kept"
    built.save(path)
    assert bytes(PatternDatabase.load(path, space, states=[goal]).table) == bytes(built.table)
    whole = len(built.table)
    for table in (b"\xff" * whole, b"\x09" * whole, bytes(min(b + 7, 200) for b in built.table)):
        forge(path, table)
        with pytest.raises(Exception, match="a pattern database that is wrong"):
            PatternDatabase.load(path, space, states=[goal])


def forge(path, table):
    """Put another table into a file, with the checksum that anybody can make."""
    words = json.loads(path.read_bytes()[:HEADER][len(MAGIC) :])
    words["checksum"] = zlib.crc32(table)
    path.write_bytes((MAGIC + json.dumps(words).encode()).ljust(HEADER) + table)


@pytest.mark.parametrize("byte", [0, 1, 60, 255])
def test_a_forged_cache_is_built_anew_with_a_note(byte, cache, caplog):
    theory = read_theory(RING)
    goal = tuple("ABCDEF")
    start = tuple("FEDCBA")
    right = pattern_databases(theory, goal, start=start).estimate(start)
    (path,) = cache.glob("*.patterns")
    good = path.read_bytes()
    forge(path, bytes([byte]) * (len(good) - HEADER))
    with caplog.at_level(logging.WARNING):
        again = pattern_databases(theory, goal, start=start)
    assert "it is built anew" in caplog.text
    assert again.estimate(start) == right
    assert path.read_bytes() == good


def make_group_writable(path):
    path.chmod(0o666)


def make_another_users(path):
    if os.geteuid():
        pytest.skip("only root can give files away")
    os.chown(path, 65534, -1)


def lead_elsewhere(path):
    path.rename(path.with_suffix(".other"))
    path.symlink_to(path.with_suffix(".other"))


@pytest.mark.parametrize("kind", ["patterns", "chosen"])
@pytest.mark.parametrize("spoil", [make_group_writable, make_another_users, lead_elsewhere])
def test_files_that_others_can_have_written_are_made_anew(kind, spoil, cache, caplog):
    theory = read_theory(RING)
    goal = tuple("ABCDEF")
    pattern_databases(theory, goal)
    (path,) = cache.glob(f"*.{kind}")
    spoil(path)
    with caplog.at_level(logging.WARNING):
        pattern_databases(theory, goal)
    assert "anew" in caplog.text
    about = path.lstat()
    assert about.st_uid == os.geteuid()
    assert not about.st_mode & 0o022
    caplog.clear()
    pattern_databases(theory, goal)
    assert not caplog.text


@pytest.mark.parametrize("above", [False, True])
@pytest.mark.parametrize("owner", [False, True])
def test_folders_that_others_can_write_are_not_used(above, owner, cache, caplog):
    theory = read_theory(RING)
    goal = tuple("ABCDEF")
    pattern_databases(theory, goal)
    (path,) = cache.glob("*.patterns")
    forge(path, b"\xff" * (path.stat().st_size - HEADER))
    forged = path.read_bytes()
    folder = cache.parent if above else cache
    if owner:
        make_another_users(folder)
    else:
        folder.chmod(0o777)
    with caplog.at_level(logging.WARNING):
        heuristic = pattern_databases(theory, goal)
    assert "it is not kept" in caplog.text
    assert heuristic.estimate(tuple("BACDEF")) == 1
    assert path.read_bytes() == forged


@pytest.mark.parametrize(
    "text",
    [
        "", "7", "null", "[]", "[[]]", "[[[]]]", "{}", "[" * 2000, "[" * 200_000, "[[[true, 1, []]]]", "[[[true, 1, [99]]]]",
        "[[[true, 1, [-1]]]]", "[[[true, 3, [1]]]]", "[[[1, 1, [1]]]]", "[[[false, true, [1]]]]", "[[[false, 1, [1, 1]]]]",
        "[[[false, 1, [0]], [false, 1, [0]]]]", '[[["a", "b", "c"]]]', "[[[false, 1, [1.0]]]]", "\0", "é", "[1e999]",
    ],
)  # fmt: skip
def test_a_choice_that_names_no_patterns_is_made_anew_with_a_note(text, cache, caplog):
    theory = read_theory(RING)
    goal = tuple("ABCDEF")
    pattern_databases(theory, goal)
    (path,) = cache.glob("*.chosen")
    good = path.read_text()
    path.write_text(text)
    with caplog.at_level(logging.WARNING):
        pattern_databases(theory, goal)
    assert "chosen anew" in caplog.text
    assert path.read_text() == good


def test_a_choice_of_patterns_too_large_to_be_chosen_is_made_anew(tmp_path, caplog):
    theory, goal = built_in("topspin:8x4")
    pattern_databases(theory, goal, folder=tmp_path, effort=1 << 12)
    (path,) = tmp_path.glob("*.chosen")
    path.write_text(json.dumps([[[False, 1, list(range(8))]]]))
    with caplog.at_level(logging.WARNING):
        heuristic = pattern_databases(theory, goal, folder=tmp_path, effort=1 << 12)
    assert sum(len(database) for database in heuristic.databases) <= 1 << 12
    assert "too large" in caplog.text


def test_a_database_for_an_open_goal_is_used_for_no_other_arrangement():
    theory = read_theory("arc([A,B,C],[B,C,A],1).\n")
    goal = ("a", Var("X"), Var("Y"))
    heuristic = patterns(theory, goal, ("b", "c", "a"))
    assert heuristic.estimate(("b", "c", "a")) == 2
    for start in (("c", "b", "a"), ("a", "b", "d")):
        with pytest.raises(Exception, match="for other states"):
            heuristic.check(Problem(theory, start, goal))
