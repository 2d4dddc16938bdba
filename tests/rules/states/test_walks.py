"""Walks as steps: every plan is still found at the same cost, whatever the theory, and both engines take the same steps."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import inf
from random import Random

import networkx
import pytest
from arcwise.rules import State, Theory, Var, open_source
from arcwise.rules.arc import Way
from arcwise.rules.sparse_arc import SparseArc
from arcwise.rules.states.walks import Ways, walks_of
from arcwise.search import ALGORITHMS, NO_LIMITS, Problem, Status, solve
from arcwise.search.certificate import walks_certificate
from arcwise.verify import NotShownError, check
from hypothesis import given
from hypothesis import strategies as st

from ...search.engines import same


def theory_of(size: int, rows: list[tuple[str, dict[int, str], dict[int, str], int]]) -> Theory:
    blank = tuple(Var(f"X{n}") for n in range(size))
    return Theory(
        "walks",
        tuple(SparseArc(name, blank, asked, made, cost) for name, asked, made, cost in rows),
        (1, size),
    )


def walks_in(problem: Problem):
    return walks_of(problem.theory, problem.start, problem.goal)


def corridor(length: int) -> Theory:
    """A robot in a corridor that fetches a thing at its far end; a door in the middle is opened from beside it."""
    middle = str(length // 2)
    rows = []
    for here in range(length - 1):
        for one, other in ((here, here + 1), (here + 1, here)):
            door = {1: "open"} if str(max(one, other)) == middle else {}
            rows.append((f"go {one} {other}", {0: str(one), **door}, {0: str(other)}, 1))
    beside = str(length // 2 - 1)
    rows.append(("open", {0: beside, 1: "shut"}, {1: "open"}, 1))
    rows.append(("take", {0: str(length - 1), 2: "there"}, {2: "held"}, 1))
    return theory_of(3, rows)


def test_a_walk_and_what_needs_its_end_are_one_step():
    theory = corridor(10)
    problem = Problem(theory, ("0", "shut", "there"), ("0", Var("A"), "held"))
    (walk,) = walks_in(problem).each
    assert (walk.cell, len(walk.arcs)) == (0, 18)
    result = same(problem, "a-star", heuristic="zero", iterated=True)
    assert [one.name for one in result.operators] == [
        "go 0 1 ... open",
        "go 4 5 ... take",
        "go 9 8 ... go 1 0",
    ]
    assert result.moves == result.cost == solve(problem, "a-star", heuristic="zero").cost == 20
    assert result.statistics.expanded == 4
    state = problem.start
    for move in result.primitives:
        state = move.apply(state)
        assert state is not None
    assert state == ("0", "open", "held")


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (
            [("drop", {1: "a"}, {0: "x", 1: "b"}, 1)],
            "drop does not tell where it has to be",
        ),
        (
            [("shut", {1: "open"}, {1: "closed"}, 1)],
            "shut takes away what it needs, wherever it is",
        ),
        ([], "no other arc asks where it leads"),
    ],
)
def test_what_is_no_walk_is_told_why(rows, reason):
    go = ("go", {0: "x", 1: "open"}, {0: "y"}, 1)
    walks = walks_in(Problem(theory_of(2, [go, *rows]), ("x", "open"), ("y", Var("A"))))
    assert not walks
    assert [one.reason for one in walks.refused if one.walk.cell == 0] == [reason]


def test_a_walk_that_needs_another_walk_stays_a_move():
    """A ride needs the lift above, and the lift never comes down."""
    rows = [
        ("up", {0: "low"}, {0: "high"}, 1),
        ("ride", {0: "high", 1: "below"}, {1: "above"}, 1),
        ("work", {1: "above", 2: "no"}, {2: "yes"}, 1),
    ]
    problem = Problem(theory_of(3, rows), ("low", "below", "no"), (Var("A"), Var("B"), "yes"))
    walks = walks_in(problem)
    assert [one.cell for one in walks.each] == [0]
    ride = next(one for one in walks.refused if one.walk.cell == 1)
    assert ride.reason == "it asks for a place to which the walk of cell 0 leads"


def random_problem(random: Random) -> Problem:
    """Movers on graphs whose arcs may ask for doors, things that they carry, and doors that are opened or shut."""
    movers, others = random.randrange(1, 3), random.randrange(1, 3)
    size = movers + others
    rows = []
    places = "abcd"
    for mover in range(movers):
        for number in range(random.randrange(3, 7)):
            one, other = random.sample(places, 2)
            asked = {mover: one}
            if random.random() < 0.3:
                asked[random.randrange(movers, size)] = random.choice("01")
            if random.random() < 0.1:
                asked[random.randrange(size)] = random.choice(places[:2])
            asked[mover] = one
            rows.append((f"go{mover}{number}", asked, {mover: other}, random.randrange(4)))
    for number in range(random.randrange(2, 6)):
        cell = random.randrange(movers, size)
        asked = {cell: random.choice("012")}
        made = {cell: random.choice("012")}
        for mover in range(movers):
            if random.random() < 0.6:
                asked[mover] = random.choice(places)
                if random.random() < 0.2:
                    made[mover] = random.choice(places)
            elif random.random() < 0.05:
                made[mover] = random.choice(places)
        rows.append((f"act{number}", asked, made, random.randrange(3)))
    random.shuffle(rows)
    start = [random.choice("abcd" if cell < movers else "01") for cell in range(size)]
    ends = [random.choice("abcd" if cell < movers else "012") for cell in range(size)]
    goal = [end if random.random() < 0.5 else Var(f"G{n}") for n, end in enumerate(ends)]
    return Problem(theory_of(size, rows), tuple(start), tuple(goal))


def random_board(random: Random) -> Problem:
    """A player on a graph of cells who pushes, pulls and changes what stands there; of some boards an arc does so without him."""
    size = random.randrange(4, 7)
    rows = []
    for number in range(random.randrange(4, 10)):
        one, other = random.sample(range(size), 2)
        rows.append((f"go{number}", {one: "@", other: "."}, {one: ".", other: "@"}, 1))
    for number in range(random.randrange(2, 6)):
        one, other, third = random.sample(range(size), 3)
        asked, made = random.choice(
            [
                ({one: "@", other: "$", third: "."}, {one: ".", other: "@", third: "$"}),
                ({one: "@", other: ".", third: "$"}, {one: "$", other: "@", third: "."}),
                ({one: "@", other: "$"}, {other: "x"}),
                ({one: "@", other: "x"}, {one: ".", other: "@"}),
            ]
        )
        if random.random() < 0.05:
            asked, made = {other: "$", third: "."}, {other: ".", third: "$"}
        rows.append((f"act{number}", asked, made, random.randrange(3)))
    random.shuffle(rows)
    cells = ["@", "$", *random.choices(".$x", k=size - 2)]
    random.shuffle(cells)
    marks = random.choices("@$.x", k=size)
    goal = [mark if random.random() < 0.4 else Var(f"G{n}") for n, mark in enumerate(marks)]
    return Problem(theory_of(size, rows), tuple(cells), tuple(goal))


@pytest.mark.slow
def test_no_plan_is_lost_and_costs_are_equal():
    random = Random(3)
    walked = solved = unsolvable = 0
    for number in range(200):
        problem = random_board(random) if number % 2 else random_problem(random)
        if not walks_in(problem):
            continue
        plain = solve(problem, "uniform-cost", engine="python")
        folded = solve(problem, ALGORITHMS["uniform-cost"].adjusted(iterated=True))
        assert folded.status is plain.status
        solved += plain.solved
        unsolvable += plain.status is Status.UNSOLVABLE
        if plain.solved:
            assert folded.cost == plain.cost
            state = problem.start
            for move in folded.primitives:
                state = move.apply(state)
            assert problem.is_goal(state)
            walked += folded.steps < folded.moves
    assert min(solved, unsolvable) > 10
    assert walked > 1


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["a-star", "greedy", "breadth-first", "lazy-greedy"])
def test_both_engines_take_the_same_steps(algorithm):
    random = Random(7)
    compared = 0
    for _ in range(60):
        problem = random_problem(random)
        if not walks_in(problem):
            continue
        same(problem, algorithm, heuristic="ff" if "greedy" in algorithm else "zero", iterated=True)
        compared += 1
    assert compared > 10


@pytest.mark.slow
@pytest.mark.parametrize("level", [2, 3])
def test_walking_is_folded_into_pushes_of_sokoban(level):
    domain, shape = open_source(f"sokoban:{level}").sized
    problem = Problem(domain.theory(shape), domain.start(shape), domain.goal(shape))
    (walk,) = walks_in(problem).each
    assert walk.symbol == "@"
    plain = solve(problem, "a-star", heuristic="manhattan")
    folded = same(problem, "a-star", heuristic="manhattan", limits=NO_LIMITS, iterated=True)
    assert folded.cost == plain.cost
    assert folded.statistics.expanded < plain.statistics.expanded


def joined(parts: tuple[SparseArc, ...]) -> SparseArc | None:
    """Arcs one after the other as one; None where they can never follow."""
    asked: dict[int, str] = {}
    now: dict[int, str] = {}
    for part in parts:
        for cell, symbol in part.asked.items():
            if now.setdefault(cell, symbol) != symbol:
                return None
            asked.setdefault(cell, symbol) if cell not in asked else None
        now.update(part.made)
    cost = sum(part.cost for part in parts)
    name = "+".join(part.name for part in parts)
    return SparseArc(name, parts[0].blank, asked, now, cost, parts)


def with_iterated(
    problem: Problem, random: Random, share: float, elsewhere: float = 0.2
) -> Problem:
    """A problem with iterated macros: moves of one thing, and behind them an arc or two; and others with moves elsewhere."""
    arcs = problem.theory.arcs
    moves: dict[str, list[SparseArc]] = {}
    for arc in arcs:
        if arc.name.startswith("go"):
            moves.setdefault(arc.name[:3] if len(arc.made) == 1 else "go", []).append(arc)
    acts = [arc for arc in arcs if arc.name.startswith("act")]
    tails = [(act,) for act in acts]
    if share < 1:
        tails += [(one, other) for one in acts for other in acts]
    macros = []

    def add(tail: tuple[SparseArc, ...], repeats: list[SparseArc | Way | None]) -> None:
        found = joined(tail)
        if found is not None and None not in repeats:
            values = (f"m{len(macros)}", found.blank, found.asked, found.made, found.cost)
            macros.append(SparseArc(*values, tail, repeats=tuple(repeats)))

    for walk in map(tuple, moves.values()):
        for tail in tails:
            if random.random() < share:
                add(tail, [way_to(walk, tail[0].asked), *tail])
            if random.random() < elsewhere:
                act = random.choice(acts)
                there = way_to(walk, tail[0].asked)
                anywhere = way_to(walk, random.choice(walk).made)
                front = way_to(walk, act.asked)
                add(tail, random.choice([[act, there, *tail], [front, act, there, *tail]]))
                add(tail, [*tail, anywhere])
    return problem.with_theory(problem.theory.with_macros(macros))


def way_to(walk: tuple[SparseArc, ...], asked: dict[int, str]) -> Way | None:
    """The walk to where something is asked to be."""
    if len(walk[0].made) == 1:
        (cell,) = walk[0].made
        end = (cell, asked[cell]) if cell in asked else None
    else:
        end = next(((cell, mark) for cell, mark in asked.items() if mark == "@"), None)
    return None if end is None else Way(walk, (end,))


@pytest.mark.slow
@pytest.mark.parametrize("share", [1, 0.3])
def test_iterated_macros_lose_no_plan_and_no_cost(share):
    """Where they stand in place of the moves that they repeat, and where these stay."""
    random = Random(11)
    solved = unsolvable = used = replaced = stayed = 0
    for number in range(200):
        plain = random_board(random) if number % 2 else random_problem(random)
        problem = with_iterated(plain, random, share)
        walks = walks_of(problem.theory, problem.start, problem.goal, in_front=False)
        replaced += walks.left_out > 0
        stayed += bool(walks) and not walks.left_out
        before = solve(plain, "uniform-cost", engine="python")
        after = solve(problem, "uniform-cost", engine="python")
        assert after.status is before.status
        solved += before.solved
        unsolvable += before.status is Status.UNSOLVABLE
        if before.solved:
            assert after.cost == before.cost
            state = problem.start
            for move in after.primitives:
                assert not move.is_macro
                state = move.apply(state)
            assert problem.is_goal(state)
            used += any(one.name.startswith("m") for one in after.operators)
    assert min(solved, unsolvable, stayed) > 10
    assert used > 1
    assert replaced > 10 or share < 1


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["a-star", "greedy", "breadth-first", "lazy-greedy"])
def test_both_engines_take_the_same_iterated_macros(algorithm):
    random = Random(13)
    for number in range(60):
        problem = random_board(random) if number % 2 else random_problem(random)
        problem = with_iterated(problem, random, random.choice([0.3, 1]))
        heuristic = "ff" if "greedy" in algorithm else "zero"
        same(problem, algorithm, heuristic=heuristic, iterated=number % 4 == 0)


def test_a_macro_repeats_at_least_one_move():
    theory = corridor(6)
    go = tuple(arc for arc in theory.arcs if arc.name.startswith("go"))
    take = theory.arcs[-1]
    repeats = (Way(go, ((0, take.asked[0]),)), take)
    macro = SparseArc("walk-take", take.blank, take.asked, take.made, 1, (take,), repeats=repeats)
    there = Problem(theory.with_macros([macro]), ("5", "open", "there"), (Var("A"), "open", "held"))
    assert [one.name for one in solve(there, "a-star", heuristic="zero").operators] == ["take"]
    away = Problem(there.theory, ("4", "open", "there"), there.goal)
    (step,) = solve(away, "a-star", heuristic="zero", engine="python").operators
    assert step.name == "walk-take"
    assert [one.name for one in step.primitives] == ["go 4 5", "take"]


@pytest.mark.slow
@pytest.mark.parametrize("in_front", [True, False])
def test_walks_that_are_left_out_are_certified_and_no_others(in_front):
    """The checker sees each walk that is left out, and refuses what is refused."""
    random = Random(17)
    certified = refused = 0
    for number in range(150):
        problem = random_board(random) if number % 2 else random_problem(random)
        if not in_front:
            problem = with_iterated(problem, random, 1)
        walks = walks_of(problem.theory, problem.start, problem.goal, in_front)
        found = walks_certificate(problem, in_front=in_front)
        assert (found.data is not None) == (walks.left_out > 0), found.note
        if found.data is None:
            continue
        certified += 1
        assert check(found.data).startswith("no plan" if in_front else "macros stand")
        for one in walks.refused:
            first = len(problem.theory.macros)
            own = [arc - first for arc in one.walk.arcs]
            at = {"symbol": one.walk.symbol, "filler": one.walk.filler}
            at = at if one.walk.cell is None else {"cell": one.walk.cell}
            more = {**found.data, "walks": [*found.data["walks"], {**at, "arcs": own}]}
            if one.reason.startswith(("no other arc", "it asks for" if not in_front else "no")):
                continue  # of no use, or because of a walk that was refused later
            refused += 1
            with pytest.raises(NotShownError):
                check(more)
    assert min(certified, refused) > 10


def test_a_forged_certificate_of_walks_is_refused_or_says_less():
    theory = corridor(4)
    take, (go, opens) = theory.arcs[-1], (theory.arcs[:-2], theory.arcs[-2])
    macros = [
        SparseArc(
            f"walk-{one.name}",
            one.blank,
            one.asked,
            one.made,
            1,
            (one,),
            repeats=(Way(go, ((0, one.asked[0]),)), one),
        )
        for one in (take, opens)
    ]
    goal = (Var("A"), "open", "held")
    problem = Problem(theory.with_macros(macros), ("0", "shut", "there"), goal)
    data = walks_certificate(problem, in_front=False).data
    assert data is not None and data["macros"] == [[0, 7], [0, 6]]
    assert check(data).startswith("macros stand in place of 6 arcs of 1 walk")
    (walk,) = data["walks"]
    arcs = walk["arcs"]
    changed = [{**walk, "cell": cell} for cell in (1, 2, 3, -1, None, "0")]
    changed += [{**walk, "arcs": [*arcs, more]} for more in (6, 7, 8, -1)]
    changed += [{"arcs": arcs}, {"cell": 0}, {"arcs": arcs, "symbol": "0", "filler": "1"}]
    forged = [{**data, "walks": walks} for walks in ([], [walk, walk], *([one] for one in changed))]
    pairs = [[0, 7], [0, 6]]
    forged += [{**data, "macros": some} for some in ([], pairs[:1], pairs[1:], [[1, 7], [0, 6]])]
    for one in forged:
        with pytest.raises(Exception):  # noqa: B017 - whatever a hostile file leads to
            check(one)
    for one in arcs:  # a move that is no part of the walk asks for its place, and no macro takes it
        with pytest.raises(NotShownError):
            check({**data, "walks": [{**walk, "arcs": [arc for arc in arcs if arc != one]}]})


def ends_by_force(state: State, links: tuple[SparseArc | Way, ...]) -> dict[State, float]:
    """The states behind some arcs, and behind one or more arcs of each way, at least cost."""
    here: dict[State, float] = {state: 0}
    for link in links:
        behind: dict[State, float] = {}
        arcs = (link,) if isinstance(link, SparseArc) else link.arcs
        waiting = list(here.items())
        while waiting:
            state, cost = waiting.pop()
            for arc in arcs:
                after = arc.apply(state)
                if after is not None and cost + arc.cost < behind.get(after, inf):
                    behind[after] = cost + arc.cost
                    if isinstance(link, Way):
                        waiting.append((after, cost + arc.cost))
        if isinstance(link, Way):
            end = dict(link.end)
            behind = {
                one: cost
                for one, cost in behind.items()
                if all(one[cell] == mark for cell, mark in end.items()) and one not in here
            }
        here = behind
    return here


def test_a_macro_ends_wherever_its_parts_can_lead_at_least_cost():
    """The repeating part anywhere: beside all runs by brute force, in random states."""
    random = Random(23)
    shapes: Counter[str] = Counter()
    for number in range(200):
        problem = random_board(random) if number % 2 else random_problem(random)
        problem = with_iterated(problem, random, 0.3, 1)
        walks = walks_of(problem.theory, problem.start, problem.goal, in_front=False)
        states = {problem.start}
        for _ in range(6):
            states |= {after for state in states for _, after in problem.theory.successors(state)}
        for state in random.sample(sorted(states), min(30, len(states))):
            found = {arc.name: (after, arc.cost) for arc, after in walks.successors(state, ())}
            for act in walks.acts:
                arc = problem.theory.arcs[act.number]
                if not act.links:
                    continue
                ends = ends_by_force(state, arc.repeats)
                assert len(ends) <= 1
                assert found.get(arc.name) == next(iter(ends.items()), None)
                if ends:
                    shapes[
                        "".join("w" if isinstance(one, Way) else "a" for one in arc.repeats)
                    ] += 1
    assert min(shapes[one] for one in ("wa", "awa", "aw")) > 5, shapes


@given(st.integers(1, 8), st.integers(0, 10_000), st.sampled_from([0, 1]))
def test_ways_are_cheapest_however_far_they_are_looked_for(size, seed, least):
    """Against Dijkstra's search of networkx, asked for one place after the other in random order."""
    rng = Random(seed)
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(size))
    for one, other in product(range(size), repeat=2):
        if rng.random() < 0.3:
            graph.add_edge(one, other, weight=rng.randint(least, 4))
    ways = Ways(
        [0],
        lambda place: ((graph[place][one]["weight"], one, (place, one)) for one in graph[place]),
        least,
    )
    known = networkx.single_source_dijkstra_path_length(graph, 0)
    for place in rng.sample(range(size), size):
        assert ways.cost(place) == known.get(place)
        if place in known:
            steps = ways.steps(place)
            assert sum(graph.edges[step]["weight"] for step in steps) == known[place]
            assert [0, *(after for _, after in steps)] == [*(before for before, _ in steps), place]
    assert dict(ways.all()) == known
