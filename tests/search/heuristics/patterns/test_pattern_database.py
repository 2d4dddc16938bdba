"""Pattern databases against a plain search of the abstract space, true costs, and files that are not what they seem."""

import heapq
import os
import subprocess
import sys
from functools import cache

import pytest
from arcwise.rules import InputError, distances, open_source, sliding_tile
from arcwise.search import (
    ALGORITHMS,
    AbstractSpace,
    Limits,
    PatternDatabase,
    PatternDatabases,
    Problem,
    pattern_databases,
    solve,
)
from arcwise.search.heuristics.patterns import ready
from arcwise.search.heuristics.patterns.database import HEADER
from arcwise.search.heuristics.patterns.heuristic import default_partition, partition

from ...engines import same

OUTPUT = {"capture_output": True, "text": True, "check": True}
FIVE = sliding_tile(2, 3)
FIVE_GOAL = (1, 2, 3, 4, 5, 0)
EIGHT = sliding_tile(3, 3)
EIGHT_GOAL = (0, 1, 2, 3, 4, 5, 6, 7, 8)


@pytest.mark.parametrize("asked", [None, 1, 3])
def test_databases_are_built_on_as_many_threads_as_are_asked_for(asked, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(ready, "_PATTERNS", {})
    used = []
    build = PatternDatabase.build_file

    def noted(path, space, *, threads, **others):
        used.append(threads)
        build(path, space, threads=threads, **others)

    monkeypatch.setattr(PatternDatabase, "build_file", noted)
    problem = Problem(FIVE, (4, 5, 3, 0, 1, 2), FIVE_GOAL)
    result = solve(
        problem, ALGORITHMS["batched-ida-star"].adjusted(threads=asked), heuristic="patterns:3-2"
    )
    assert result.optimal
    assert used == [asked or os.cpu_count()] * 2
    kept = solve(problem, "a-star", heuristic="patterns:3-2")
    assert used == [asked or os.cpu_count()] * 2
    assert result.statistics.preparation > 0 and kept.statistics.preparation > 0


def test_databases_are_chosen_anew_where_there_is_more_time_than_they_were_chosen_in(monkeypatch):
    monkeypatch.setattr(ready, "_PATTERNS", {})
    monkeypatch.setattr(ready, "pattern_databases", lambda *asked, **others: object())
    domain, shape = open_source("pancake:6").sized
    theory, goal = domain.theory(shape), domain.goal(shape)
    times = (Limits(time=0.5), Limits(time=0.2), Limits(time=60), Limits(time=1), Limits())
    half, less, minute, second, unlimited = [
        ready.patterns(theory, goal, limits=limits) for limits in times
    ]
    assert less is half
    assert minute is second is not half
    assert unlimited is ready.patterns(theory, goal)
    named = [ready.patterns(theory, goal, (), "3-3", limits=limits) for limits in times]
    assert all(one is named[0] for one in named)


def test_no_more_threads_build_a_database_than_processors_are_worth():
    space = AbstractSpace(EIGHT, EIGHT_GOAL, (1, 2, 3, 4), additive=True)
    many, one = (PatternDatabase.build(space, threads=threads) for threads in (1_000_000, 1))
    assert bytes(many.table) == bytes(one.table)


def plain_costs(rows, columns, goal, pattern):
    """Least moves of the pattern's tiles by their cells, over all cells of the blank: Dijkstra on (cells, blank)."""
    start = (tuple(goal.index(tile) for tile in pattern), goal.index(0))
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        cost, node = heapq.heappop(queue)
        if best[node] < cost:
            continue
        cells, blank = node
        row, column = divmod(blank, columns)
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            if not (0 <= row + down < rows and 0 <= column + right < columns):
                continue
            other = blank + down * columns + right
            after = (tuple(blank if cell == other else cell for cell in cells), other)
            paid = cost + (other in cells)
            if paid < best.get(after, paid + 1):
                best[after] = paid
                heapq.heappush(queue, (paid, after))
    entries = {}
    for (cells, _), cost in best.items():
        entries[cells] = min(cost, entries.get(cells, cost))
    return entries


@pytest.mark.long
@pytest.mark.parametrize(
    ("rows", "columns", "goal", "pattern", "threads"),
    [
        (2, 3, FIVE_GOAL, (1,), 3),
        (2, 3, FIVE_GOAL, (5, 2, 4), 1),
        (2, 3, FIVE_GOAL, (1, 2, 3, 4, 5), 3),
        (3, 3, EIGHT_GOAL, (3, 6, 7), 1),
        (3, 3, (1, 2, 3, 8, 0, 4, 7, 6, 5), (8, 1, 2, 5), 3),
        (1, 4, (1, 2, 3, 0), (3, 1), 1),
        (4, 5, (*range(1, 20), 0), (1, 19), 1),
        (5, 7, (*range(1, 35), 0), (2, 34), 3),
    ],
)
def test_every_entry_is_what_a_plain_search_of_the_abstract_space_finds(
    rows, columns, goal, pattern, threads
):
    theory = sliding_tile(rows, columns)
    database = PatternDatabase.build(
        AbstractSpace(theory, goal, pattern, additive=True), threads=threads
    )
    wanted = plain_costs(rows, columns, goal, pattern)
    placements = [()]
    for _ in pattern:
        placements = [
            (*cells, cell)
            for cells in placements
            for cell in range(rows * columns)
            if cell not in cells
        ]
    assert len(database) == len(placements)
    entries = dict(zip(placements, database.table, strict=True))
    assert {cells: entry for cells, entry in entries.items() if entry != 255} == wanted


def patterns(theory, goal, name, **arguments):
    sets = partition(AbstractSpace.whole(theory, goal), name)
    return PatternDatabases(
        [PatternDatabase.build(AbstractSpace(theory, goal, each, additive=True)) for each in sets],
        **arguments,
    )


@cache
def eight_costs():
    return distances(EIGHT, EIGHT_GOAL)


@pytest.mark.long
def test_sums_never_overestimate():
    costs = eight_costs()
    for reflect in (False, True):
        heuristic = patterns(EIGHT, EIGHT_GOAL, "4-4", reflect=reflect)
        assert heuristic._kernel.reflects == reflect
        for state in list(costs)[::97]:
            assert heuristic.estimate(state) <= costs[state]
    assert heuristic.admissible
    assert not heuristic.consistent


@pytest.mark.long
@pytest.mark.slow
def test_a_sum_adds_the_entries_and_the_reflection_is_the_mirrored_board_s_sum():
    sets = ((1, 4, 7), (2, 3, 5), (6, 8))
    built = [
        PatternDatabase.build(AbstractSpace(EIGHT, EIGHT_GOAL, each, additive=True))
        for each in sets
    ]
    alone = PatternDatabases(built, reflect=False)
    both = PatternDatabases(built)
    entries = [plain_costs(3, 3, EIGHT_GOAL, each) for each in sets]
    for state in list(eight_costs())[::997]:
        sums = [
            sum(
                table[tuple(board.index(tile) for tile in tiles)]
                for table, tiles in zip(entries, sets, strict=True)
            )
            for board in (state, mirrored(state))
        ]
        assert alone.estimate(state) == sums[0]
        assert both.estimate(state) == max(sums)


def mirrored(state):
    """The board seen in its main diagonal, with every tile renamed to the one whose goal cell it then has."""
    turned = [state[column * 3 + row] for row in range(3) for column in range(3)]
    return tuple(EIGHT_GOAL[(tile % 3) * 3 + tile // 3] for tile in turned)


@pytest.mark.slow
@pytest.mark.parametrize("cost", [1, 2.5])
def test_ida_star_is_optimal_and_its_path_replays(cost, eight_sample, replay):
    theory = sliding_tile(3, 3, cost=cost)
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    heuristic = patterns(theory, goal, "4-4")
    for start in eight_sample(25, 0, 31):
        problem = Problem(theory, start, goal)
        result = solve(problem, "ida-star", heuristic=heuristic, engine="native")
        replay(problem, result)
        assert result.cost == solve(problem, "a-star").cost
        assert result.optimal
        assert heuristic.estimate(start) <= result.cost


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["a-star", "greedy", "ida-star", "lazy-greedy", "beam"])
def test_both_engines_use_them_alike_with_macros(algorithm, eight_sample, replay, macros):
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    theory = sliding_tile(3, 3, cost=2.5)
    heuristic = patterns(theory, goal, "3-5")
    theory = theory.with_macros(macros(theory, (8, 6, 7, 2, 5, 4, 3, 0, 1), goal, (2, 4, 3)))
    for start in eight_sample(3, 8, 16):
        problem = Problem(theory, start, goal)
        result = same(problem, algorithm, heuristic=heuristic)
        if result.solved:
            replay(problem, result)


def test_without_moves_back_ida_star_counts_as_korf_and_felner_do():
    heuristic = patterns(EIGHT, EIGHT_GOAL, "4-4")
    start = (8, 6, 7, 2, 5, 4, 3, 0, 1)
    plain = solve(Problem(EIGHT, start, EIGHT_GOAL), "ida-star", heuristic=heuristic)
    pruned = solve(
        Problem(EIGHT, start, EIGHT_GOAL),
        ALGORITHMS["ida-star"].adjusted(move_back=False),
        heuristic=heuristic,
    )
    assert (plain.cost, plain.statistics.expanded) == (pruned.cost, pruned.statistics.expanded)
    assert pruned.statistics.generated < plain.statistics.generated


def test_limits_hold_and_unsolvable_boards_are_recognised():
    heuristic = patterns(EIGHT, EIGHT_GOAL, "4-4")
    odd = Problem(EIGHT, (0, 2, 1, 3, 4, 5, 6, 7, 8), EIGHT_GOAL)

    def search(**arguments):
        return solve(odd, "ida-star", heuristic=heuristic, **arguments)

    assert search().status == "unsolvable"
    result = search(limits=Limits(nodes=2000), check=False)
    assert (result.status, result.limit) == ("stopped", "nodes")
    assert result.statistics.expanded == 2000
    assert search(limits=Limits(time=0.05), check=False).limit == "time"


@pytest.mark.parametrize("memory", [1, 1000, 15_120, 45_000, 58_367])
def test_building_keeps_to_a_limit_on_memory(memory):
    with pytest.raises(InputError, match="limit on memory does not suffice"):
        PatternDatabase.build(
            AbstractSpace(EIGHT, EIGHT_GOAL, (1, 2, 3, 4, 5), additive=True),
            limits=Limits(memory=memory),
        )
    # The table, two bytes a placement for the blank's cells, two sets of placements, and the regions of free cells.
    enough = Limits(memory=15_120 + 2 * 15_120 + 2 * 237 * 8 + 9 * 2**9 * 2)
    assert (
        len(
            PatternDatabase.build(
                AbstractSpace(EIGHT, EIGHT_GOAL, (1, 2, 3, 4, 5), additive=True), limits=enough
            )
        )
        == 15_120
    )


def test_building_keeps_to_a_limit_on_time(tmp_path):
    fifteen = sliding_tile(4, 4)
    with pytest.raises(InputError, match="limit on time does not suffice"):
        pattern_databases(
            fifteen, tuple(range(16)), "6-6-3", folder=tmp_path, limits=Limits(time=0.05)
        )
    assert not list(tmp_path.iterdir())


def test_a_database_is_kept_and_found_again(tmp_path):
    reports = []
    first = pattern_databases(
        FIVE, FIVE_GOAL, "3-2", folder=tmp_path, report=lambda *what: reports.append(what)
    )
    files = sorted(tmp_path.iterdir())
    assert [path.suffix for path in files] == [".patterns"] * 2
    stamps = [path.stat().st_mtime_ns for path in files]
    again = pattern_databases(FIVE, FIVE_GOAL, "3-2", folder=tmp_path)
    assert [path.stat().st_mtime_ns for path in files] == stamps
    for state in distances(FIVE, FIVE_GOAL):
        assert first.estimate(state) == again.estimate(state)


def test_files_that_are_not_what_they_seem_are_refused(tmp_path):
    path = tmp_path / "one.patterns"
    built = PatternDatabase.build(AbstractSpace(FIVE, FIVE_GOAL, (1, 2), additive=True))
    built.save(path)
    good = path.read_bytes()
    assert bytes(
        PatternDatabase.load(path, AbstractSpace(FIVE, FIVE_GOAL, (1, 2), additive=True)).table
    ) == bytes(built.table)
    flipped = bytearray(good)
    flipped[HEADER + 3] ^= 1
    for content, message in (
        (b"", "not a pattern database"),
        (good[:100], "not a pattern database"),
        (b"\x00" * 5000, "not a pattern database"),
        (good[:-1], "cut short"),
        (good + b"x", "cut short"),
        (bytes(flipped), "altered"),
    ):
        path.write_bytes(content)
        with pytest.raises(InputError, match=message):
            PatternDatabase.load(path, AbstractSpace(FIVE, FIVE_GOAL, (1, 2), additive=True))
    path.unlink()
    os.mkfifo(path)  # nobody ever writes into it
    with pytest.raises(InputError, match="no plain file"):
        PatternDatabase.load(path, AbstractSpace(FIVE, FIVE_GOAL, (1, 2), additive=True))
    path.unlink()
    path.write_bytes(bytes(flipped))
    assert (
        len(
            PatternDatabase.load(
                path, AbstractSpace(FIVE, FIVE_GOAL, (1, 2), additive=True), verify=False
            )
        )
        == 30
    )
    path.write_bytes(good)
    for theory, goal, pattern, what in (
        (FIVE, FIVE_GOAL, (2, 1), "pattern"),
        (FIVE, (0, 1, 2, 3, 4, 5), (1, 2), "puzzle"),
        (sliding_tile(3, 2), FIVE_GOAL, (1, 2), "puzzle"),
    ):
        with pytest.raises(InputError, match=f"another {what}"):
            PatternDatabase.load(path, AbstractSpace(theory, goal, pattern, additive=True))
    with pytest.raises(InputError, match="cannot be read"):
        PatternDatabase.load(
            tmp_path / "none", AbstractSpace(FIVE, FIVE_GOAL, (1, 2), additive=True)
        )
    with pytest.raises(InputError, match="cannot write"):
        built.save(path / "below a file")


def test_what_does_not_fit_is_refused(five_with_macros):
    for pattern, message in (
        ((), "no pattern of"),
        ((0, 1), "blank is in no pattern"),
        ((1, 1), "each once"),
        ((9,), "symbols of the goal"),
    ):
        with pytest.raises(InputError, match=message):
            PatternDatabase.build(AbstractSpace(FIVE, FIVE_GOAL, pattern, additive=True))
    left, right = (
        PatternDatabase.build(AbstractSpace(FIVE, FIVE_GOAL, each, additive=True))
        for each in ((1, 2), (2, 3))
    )
    with pytest.raises(InputError, match="disjoint"):
        PatternDatabases([left, right])
    with pytest.raises(InputError, match="at least one"):
        PatternDatabases([])
    with pytest.raises(InputError, match="unknown partition"):
        partition(AbstractSpace.whole(FIVE, FIVE_GOAL), "2-2")
    heuristic = PatternDatabases([left])
    with pytest.raises(InputError, match="another problem"):
        solve(Problem(FIVE, FIVE_GOAL, (0, 1, 2, 3, 4, 5)), heuristic=heuristic)
    # Macros change nothing: the primitive arcs are the same.
    near = Problem(five_with_macros, (1, 2, 3, 4, 0, 5), FIVE_GOAL)
    assert solve(near, "ida-star", heuristic=heuristic).moves == 1


def test_the_known_partitions_divide_the_tiles():
    for side, name in ((4, "5-5-5"), (4, "6-6-3"), (4, "7-8"), (5, "6-6-6-6")):
        theory = sliding_tile(side, side)
        for goal in ((*range(1, side * side), 0), tuple(range(side * side))):
            sets = partition(AbstractSpace.whole(theory, goal), name)
            assert [len(each) for each in sets] == [int(part) for part in name.split("-")]
            assert sorted(tile for each in sets for tile in each) == list(range(1, side * side))


def test_one_limit_on_time_covers_all_databases_of_a_partition(tmp_path, monkeypatch):
    granted, build = [], PatternDatabase.build_file

    def noting(*arguments, limits, **others):
        granted.append(limits.time)
        build(*arguments, limits=limits, **others)

    monkeypatch.setattr(PatternDatabase, "build_file", noting)
    pattern_databases(FIVE, FIVE_GOAL, "3-2", folder=tmp_path, limits=Limits(time=1000))
    first, second = granted
    assert 1000 > first > second > 0


@pytest.mark.slow
def test_a_disk_that_is_full_is_said_and_leaves_nothing(tmp_path):
    """With the means that every user has: a file may not grow beyond a limit of the process."""
    script = (
        "import resource, signal, sys\n"
        "from pathlib import Path\n"
        "from arcwise.rules.domains.sliding_tiles import sliding_tile\n"
        "from arcwise.search.heuristics.patterns.abstract_space import AbstractSpace\n"
        "from arcwise.search.heuristics.patterns.database import NotKept, PatternDatabase\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, resource.RLIM_INFINITY))\n"
        "goal = tuple(range(9))\n"
        "try:\n"
        "    space = AbstractSpace(sliding_tile(3, 3), goal, goal[1:7], additive=True)\n"
        "    PatternDatabase.build_file(Path(sys.argv[1]), space)\n"
        "except NotKept as error:\n"
        "    print(error)\n"
    )
    path = tmp_path / "kept" / "x.patterns"
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "cannot write a pattern database" in done.stdout and "bytes" in done.stdout
    assert list(path.parent.iterdir()) == []


def test_what_dead_processes_have_begun_is_cleared(tmp_path):
    gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], **OUTPUT)
    dead = tmp_path / f".x.patterns.{int(gone.stdout)}-1.part"
    alive = tmp_path / f".x.patterns.{os.getppid()}-1.part"
    for part in (dead, alive):
        part.write_bytes(b"begun")
    others = tmp_path / "mine.7.part"
    others.write_bytes(b"not ours")
    PatternDatabase.build(AbstractSpace(FIVE, FIVE_GOAL, (1, 2), additive=True)).save(
        tmp_path / "y.patterns"
    )
    assert others.exists() and not dead.exists() and alive.exists()


@pytest.mark.parametrize(
    ("shape", "name"),
    [((2, 2), "2-1"), ((3, 3), "4-4"), ((4, 4), "5-5-5"), ((2, 9), "6-6-5"), ((4, 5), "5-5-5-4")],
)
def test_what_nobody_named_is_divided_so_that_it_can_be_kept(shape, name):
    assert default_partition(sliding_tile(*shape)) == name
