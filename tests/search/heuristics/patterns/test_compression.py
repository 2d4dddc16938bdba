"""Compressed databases: against the whole ones, true costs, and what both engines make of values that are inconsistent."""

from random import Random

import pytest
from arcwise.rules import InputError
from arcwise.search import AbstractSpace, Limits, PatternDatabase, Problem, pattern_databases
from arcwise.search.heuristics.patterns import choice
from arcwise.search.heuristics.patterns.choice import chosen_patterns
from arcwise.search.heuristics.patterns.heuristic import named_patterns, of_sums

from ....costs import true_costs
from ...engines import built_in, same


def heuristic_of(theory, goal, name):
    sums = named_patterns(AbstractSpace.whole(theory, goal), name)
    return of_sums(sums, PatternDatabase.build, name)


WHOLE = [
    ("pancake:6", "1..4"),
    ("topspin:7x4", "3-4"),  # arcs that cost nothing
    ("cube:2", "1,5,9"),
    ("heavy-tile:2x3", "1,2,3+4,5"),  # entries of two bytes
    ("sliding-tile:2x3", "2-3"),
    ("sliding-tile:3x3", "1..4/5..9"),
    ("hanoi:3x4", "1..3/2..4"),
    ("lights-out:2x3", "1,2,7,8/3,9"),
    ("arrow:4", "1,2,5,6/3,4,7,8"),  # entries that no goal is reached from
]


@pytest.mark.slow
@pytest.mark.parametrize(("compression", "threads"), [(2, 3), (8, 1), (1024, 3)])
@pytest.mark.parametrize(("domain", "name"), WHOLE)
def test_an_entry_is_the_least_of_its_states(domain, name, compression, threads):
    theory, goal = built_in(domain)
    for patterns in named_patterns(AbstractSpace.whole(theory, goal), name):
        for space in patterns:
            whole = PatternDatabase.build(space).entries.tolist()
            small = AbstractSpace(
                theory, goal, space.pattern, space.additive, compression=compression
            )
            found = PatternDatabase.build(small, threads=threads)
            cut = [whole[at : at + compression] for at in range(0, len(whole), compression)]
            assert found.entries.tolist() == list(map(min, cut))
            assert len(found) == len(whole)
            assert small.bytes == len(found.table) == len(cut) * space.width


@pytest.mark.parametrize("name", ["1..4:2", "1..4:4+5,6:2", "3-3:8", "1..5:16/2..6"])
@pytest.mark.parametrize(
    "domain", ["pancake:6", "topspin:6x3", "sliding-tile:2x3", "heavy-tile:2x3"]
)
def test_compressed_databases_never_overestimate(domain, name):
    theory, goal = built_in(domain)
    if name == "3-3:8" and "tile" in domain:
        name = "3-2:8"
    heuristic = heuristic_of(theory, goal, name)
    whole = heuristic_of(theory, goal, "/".join(_without(each) for each in name.split("/")))
    for state, cost in true_costs(theory, goal).items():
        assert 0 <= heuristic.estimate(state) <= whole.estimate(state) <= cost
    assert not heuristic.consistent


def _without(name):
    return "+".join(one.partition(":")[0] for one in name.split("+"))


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("domain", "name"),
    [
        ("pancake:7", "1..5:4"),
        pytest.param(*("topspin:7x4", "1..7:128"), marks=pytest.mark.slow),
        ("sliding-tile:2x4", "1..6:16"),
        ("heavy-tile:2x3", "1..6:16"),
        ("hanoi:3x4", "1..4:4"),
    ],
)
def test_both_engines_search_alike_and_optimally_with_them(domain, name):
    theory, goal = built_in(domain)
    heuristic = heuristic_of(theory, goal, name)
    far = true_costs(theory, goal)
    rng, reopened = Random(1), 0
    for start in rng.sample(sorted(far), 10):
        for algorithm in ("a-star", "ida-star", "greedy", "enforced-hill-climbing"):
            problem = Problem(theory, start, goal)
            one = same(problem, algorithm, Limits(), heuristic=heuristic)
            if algorithm in ("a-star", "ida-star"):
                assert one.optimal and one.cost == far[start]
            reopened += one.statistics.reopened
    assert reopened > 0  # or nothing here says that inconsistent values are seen to


def test_names_say_how_many_states_have_an_entry():
    whole = AbstractSpace.whole(*built_in("pancake:6"))

    def compressions(name):
        return [[space.compression for space in one] for one in named_patterns(whole, name)]

    assert compressions("2-4:4") == [[4, 4]]
    assert compressions("1..3:2+4,5/1..4:16") == [[2, 1], [16]]
    for name in ("1..3:3", "1..3:0", "3-3:131072"):
        with pytest.raises(InputError, match="cannot be compressed so"):
            named_patterns(whole, name)
    for name in ("1..3:", "3-3:x", ":2", "1:2..3"):
        with pytest.raises(InputError, match="unknown patterns"):
            named_patterns(whole, name)


def test_they_are_kept_in_files_of_their_own(tmp_path):
    theory, goal = built_in("topspin:7x4")
    one, two = (
        pattern_databases(theory, goal, name, folder=tmp_path) for name in ("1..5", "1..5:4")
    )
    sizes = sorted(path.stat().st_size for path in tmp_path.glob("*.patterns"))
    assert len(sizes) == 2
    assert sizes[1] - sizes[0] == one.databases[0].space.bytes * 3 // 4
    again = pattern_databases(theory, goal, "1..5:4", folder=tmp_path)
    assert bytes(again.databases[0].table) == bytes(two.databases[0].table)
    assert again.name == "patterns:1..5:4"
    two.databases[0].save(tmp_path / "other")
    with pytest.raises(InputError, match="another compression"):
        PatternDatabase.load(tmp_path / "other", one.databases[0].space)


@pytest.mark.slow
def test_a_compressed_database_is_built_where_there_is_no_memory_for_the_whole_one():
    theory, goal = built_in("pancake:9")
    patterns = named_patterns(AbstractSpace.whole(theory, goal), "1..8")
    (whole,) = patterns[0]
    half = Limits(memory=whole.bytes // 2)
    with pytest.raises(InputError, match="limit on memory does not suffice"):
        PatternDatabase.build(whole, limits=half)
    small = AbstractSpace(theory, goal, whole.pattern, compression=8)
    assert small.bytes + small.bytes_besides < half.memory
    database = PatternDatabase.build(small, limits=half)
    assert len(database.table) == whole.bytes // 8
    with pytest.raises(InputError, match="limit on memory does not suffice"):
        PatternDatabase.build(small, limits=Limits(memory=small.bytes + small.bytes_besides))


@pytest.mark.slow
def test_larger_databases_are_chosen_compressed_where_that_says_more(monkeypatch):
    theory, goal = built_in("topspin:9x4")
    whole = AbstractSpace.whole(theory, goal)
    states, _ = choice._walk(theory, goal)

    def chosen(memory):
        return chosen_patterns(whole, limits=Limits(memory=memory)).sums

    def said(sums):
        return sum(map(of_sums(sums, PatternDatabase.build, "chosen").estimate, states))

    compressed = chosen(100_000)
    assert all(space.compression > 1 for one in compressed for space in one)
    assert sum(space.bytes for one in compressed for space in one) <= 50_000
    assert all(space.compression == 1 for one in chosen(100_000_000) for space in one)
    monkeypatch.setattr(choice, "COMPRESSIONS", (1,))
    plain = chosen(100_000)
    assert all(space.compression == 1 for one in plain for space in one)
    assert said(compressed) > said(plain)


@pytest.mark.slow
def test_what_was_chosen_compressed_is_kept(tmp_path):
    theory, goal = built_in("topspin:9x4")
    one, other = (
        pattern_databases(theory, goal, folder=tmp_path, limits=Limits(memory=100_000))
        for _ in range(2)
    )
    spaces = [each.space for each in one.databases]
    assert spaces == [each.space for each in other.databases]
    assert max(space.compression for space in spaces) > 1
    assert "states an entry" in str(other)
