"""Databases of abstractions of any theory: against plain searches of the abstract space, and true costs."""

from itertools import product
from math import inf
from random import Random

import pytest
from arcwise.rules import Arc, InputError, Theory, Var, load_psvn, match
from arcwise.rules.states.abstraction import Abstraction, cell_values, reference_cell
from arcwise.search import (
    AbstractSpace,
    Limits,
    PatternDatabase,
    PatternDatabases,
    Problem,
    pattern_databases,
    solve,
)
from arcwise.search.heuristics.patterns import choice, ready
from arcwise.search.heuristics.patterns.abstract_space import cost_unit
from arcwise.search.heuristics.patterns.choice import chosen_patterns
from arcwise.search.heuristics.patterns.heuristic import named_patterns, of_sums
from arcwise.search.limits import LimitError
from arcwise.search.native.compiled import kernel_limits
from hypothesis import given
from hypothesis import strategies as st

from ....costs import true_costs
from ...engines import built_in

CLOSE = 1e-9
"""Costs such as 1/3 are added up in different orders."""


def heuristic_of(theory, goal, name, start=()):
    return of_sums(
        named_patterns(AbstractSpace.whole(theory, goal, start), name),
        PatternDatabase.build,
        name,
    )


def costs_to(theory, goal, states):
    """Least costs to a goal pattern among some states, by looking at every arc until nothing gets better."""
    far = {state: 0 if match(goal, state) is not None else inf for state in states}
    ways = [(state, arc.cost, after) for state in far for arc, after in theory.successors(state)]
    changed = True
    while changed:
        changed = False
        for state, cost, after in ways:
            if far[after] + cost < far[state]:
                far[state] = far[after] + cost
                changed = True
    return far


def holds_everywhere(heuristic, theory, far):
    """Admissible in every state and, where it says so, consistent along every arc."""
    values = {state: heuristic.estimate(state) for state in far}
    for state, h in values.items():
        assert 0 <= h <= far[state] + CLOSE
        if heuristic.consistent:
            for arc, after in theory.successors(state):
                assert h <= arc.cost + values.get(after, inf) + CLOSE
    return values


DOMAINS = [
    ("pancake:5", "1,2,3"),
    ("pancake:5", "1..5"),
    ("pancake:5", "2-3"),
    ("burnt-pancake:3", "1,2/4..6"),
    ("topspin:6x3", "1..3+4..6/1..4"),
    ("topspin:7x4", "3-4"),
    ("heavy-tile:2x3", "1,2,3+4,5"),
    ("inverse-tile:2x3", "3-2"),
    ("sliding-tile:2x3", "1,2,3/4..6"),
    ("sliding-tile:2x3", "2-3"),
    ("hanoi:3x4", "1,2+3,4"),
    ("hanoi:4x3", "1..3"),
    ("lights-out:2x2", "1,5+2,6+3,4,7,8"),
    ("lights-out:2x3", "1,2,7,8/3,9"),
    ("arrow:4", "1,2,5,6/3,4,7,8"),
]


@pytest.mark.parametrize(("domain", "name"), DOMAINS)
def test_databases_of_every_domain_never_overestimate_and_fall_no_faster_than_costs(domain, name):
    theory, goal = built_in(domain)
    far = true_costs(theory, goal)
    values = holds_everywhere(heuristic_of(theory, goal, name), theory, far)
    assert max(values.values()) > 0


@pytest.mark.parametrize("domain", ["pancake:5", "topspin:6x3", "hanoi:3x4", "heavy-tile:2x3"])
def test_a_database_of_everything_says_the_true_cost(domain):
    theory, goal = built_in(domain)
    space = AbstractSpace.whole(theory, goal)
    heuristic = PatternDatabases([PatternDatabase.build(space)])
    for state, cost in true_costs(theory, goal).items():
        assert heuristic.estimate(state) == cost


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("domain", "symbols"), [("pancake:5", (1, 4)), ("topspin:6x4", (2, 3, 6)), ("cube:2", (1, 5))]
)
def test_entries_of_symbols_are_least_costs_by_where_they_stand(domain, symbols, threads):
    theory, goal = built_in(domain)
    database = PatternDatabase.build(AbstractSpace(theory, goal, symbols), threads=threads)
    heuristic = PatternDatabases([database])

    def placed(state):
        return tuple(state.index(symbol) for symbol in symbols)

    # Where moves ask for nothing, the abstract space is that of the places, whatever else there is.
    found, layer, depth = {placed(goal): 0}, [goal], 0
    while layer:
        assert all(heuristic.estimate(state) == depth for state in layer)
        depth, following = depth + 1, []
        for state in layer:
            for _, after in theory.successors(state):
                if placed(after) not in found:
                    found[placed(after)] = depth
                    following.append(after)
        layer = following
    assert len(found) == len(database)
    assert sorted(database.table) == sorted(found.values())


def test_the_corners_of_a_cube_have_no_gaps():
    theory, goal = built_in("cube:3")
    corners = [9 * face + cell for face in range(6) for cell in (0, 2, 6, 8)]
    edges = [9 * face + cell for face in range(6) for cell in (1, 3, 5, 7)]
    space = AbstractSpace(theory, goal, tuple(goal[cell] for cell in corners))
    assert space.size == 88_179_840  # Korf 1997
    seen = {}
    for cell in edges:  # one sticker of each of six edges
        cubie = (
            next(c for c in seen if _same_edge(theory, c, cell))
            if seen and any(_same_edge(theory, c, cell) for c in seen)
            else cell
        )
        seen.setdefault(cubie, []).append(cell)
    six = tuple(goal[cell] for cell in list(seen)[:6])
    assert len(seen) == 12
    assert AbstractSpace(theory, goal, six).size == 42_577_920  # Korf 1997


def _same_edge(theory, one, other):
    """Whether two stickers always move together."""
    return all((one in arc.changed) == (other in arc.changed) for arc in theory.primitives)


@st.composite
def problems(draw):
    """A theory of a few cells and symbols that may do anything, what a state may hold, and a goal."""
    cells = draw(st.integers(2, 4))
    symbols = "abc"[: draw(st.integers(2, 3))]
    names = [Var(letter) for letter in "XYZ"]
    arcs = []
    for number in range(draw(st.integers(1, 5))):
        before = tuple(draw(st.sampled_from([*symbols, *names, *names])) for _ in range(cells))
        after = tuple(draw(st.sampled_from([*before, *symbols])) for _ in range(cells))
        arcs.append(Arc(f"arc{number}", before, after, draw(st.sampled_from([0, 0.5, 1, 2, 3]))))
    values = (tuple(symbols),) * cells
    theory = Theory("anything", tuple(arcs), (1, cells), None, None, values)
    goal = tuple(draw(st.sampled_from([*symbols, *names[:2]])) for _ in range(cells))
    return theory, goal


@pytest.mark.long
@given(problems(), st.data())
def test_any_theory_s_databases_never_overestimate(problem, data):
    theory, goal = problem
    cells = list(range(theory.size))
    order = data.draw(st.permutations(cells))
    cut = data.draw(st.integers(1, theory.size))
    parts = [part for part in (tuple(order[:cut]), tuple(order[cut:])) if part]
    far = costs_to(theory, goal, product(*theory.values))
    for additive in (False, True):
        spaces = [AbstractSpace(theory, goal, part, additive) for part in parts]
        sums = [spaces] if additive else [(space,) for space in spaces]
        holds_everywhere(of_sums(sums, PatternDatabase.build, "patterns"), theory, far)


@pytest.mark.long
@given(problems(), st.data())
def test_entries_of_cells_are_least_costs_of_the_abstract_theory(problem, data):
    theory, goal = problem
    kept = data.draw(st.lists(st.integers(0, theory.size - 1), min_size=1, unique=True))
    abstraction = Abstraction(tuple(kept))
    values = cell_values(theory, goal)
    abstract = abstraction.theory(theory, values)
    states = list(product(*abstraction.values(values)))
    far = costs_to(abstract, abstraction.pattern(goal), states)
    space = AbstractSpace(theory, goal, tuple(kept))
    never = 256**space.width - 1
    units = [never if cost == inf else cost / space.unit for cost in far.values()]
    assert units == list(PatternDatabase.build(space).entries)


@pytest.mark.long
@given(problems(), st.data())
def test_an_arc_leads_where_an_arc_of_the_abstraction_leads(problem, data):
    theory, _ = problem
    kept = tuple(data.draw(st.lists(st.integers(0, theory.size - 1), min_size=1, unique=True)))
    images = data.draw(st.sampled_from([(), (("b", "a"),), (("b", "*"), ("a", "*"))]))
    abstraction = Abstraction(kept, images)
    forth = abstraction.theory(theory, theory.values)
    back = abstraction.theory(theory, theory.values, backwards=True)
    for state in product(*theory.values):
        one = abstraction.state(state)
        for arc, after in theory.successors(state):
            other = abstraction.state(after)
            ways = [a.cost for a, reached in forth.successors(one) if reached == other]
            undone = [a.cost for a, reached in back.successors(other) if reached == one]
            assert one == other or min(ways) <= arc.cost >= min(undone)


@pytest.mark.slow
@pytest.mark.parametrize("file", ["examples/eight_puzzle.psvn", "examples/pancakes.psvn"])
def test_a_psvn_file_is_solved_with_patterns_chosen_for_it(file, tmp_path):
    found = load_psvn(file)
    theory, goal = found.theory, found.goals[0]
    heuristic = pattern_databases(theory, goal, start=goal, folder=tmp_path)
    state, rng = goal, Random(1)
    for _ in range(31):
        state = rng.choice(theory.successors(state))[1]
    plain = solve(Problem(theory, state, goal), "uniform-cost")
    for engine in ("python", "native"):
        for algorithm in ("a-star", "ida-star"):
            made = solve(
                Problem(theory, state, goal), algorithm, heuristic=heuristic, engine=engine
            )
            assert made.optimal and made.cost == plain.cost
            assert made.statistics.expanded < plain.statistics.expanded


def test_costs_are_counted_in_units():
    def unit(*costs):
        arcs = tuple(Arc(f"{cost}", ("a",), ("b",), cost) for cost in costs)
        return cost_unit(Theory("costs", arcs, (1, 1)))

    assert [unit(1, 1), unit(4, 6, 0), unit(0.5, 2), unit(0, 0)] == [1, 2, 0.5, 1]
    assert unit(1, 5000) == 4  # rounded down, so that two bytes hold many of the dearest


@pytest.mark.parametrize(("dear", "most"), [(1, 254), (1024, 65534)])
def test_costs_beyond_an_entry_count_as_the_most(dear, most):
    arcs = tuple(Arc(f"{n}", (n,), (n - 1,), dear if n % 2 else 1) for n in range(1, 300))
    theory = Theory("line", arcs, (1, 1), None, None, (tuple(range(301)),))
    heuristic = heuristic_of(theory, (0,), "1")
    far = costs_to(theory, (0,), [(n,) for n in range(301)])
    assert max(far[(n,)] for n in range(300)) > most
    assert all(heuristic.estimate((n,)) == min(most, far[(n,)]) for n in range(300))
    assert heuristic.estimate((300,)) == inf  # from there no way leads to the goal


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 3])
def test_every_entry_is_expanded_once_where_every_arc_costs_something(threads):
    arcs = tuple(Arc(f"{n}", (n,), (n - 1,), 1000 + n % 2) for n in range(1, 70))
    theory = Theory("line", arcs, (1, 1), None, None, (tuple(range(1 << 16)),))
    space = AbstractSpace(theory, (0,), (0,))
    table = bytearray(space.bytes)
    made = space.own.build(table, threads, kernel_limits(Limits()), None)
    entries = PatternDatabase(space, table).entries
    reached = [entry for entry in entries if entry < 65535]
    assert max(reached) == 65534 and len(reached) == 70
    assert made.counters.expanded == len(reached)


@pytest.mark.parametrize("engine", ["python", "native"])
def test_dead_ends_that_databases_know_are_left_out(engine):
    ways = (("s", "a", 1), ("a", "b", 1), ("s", "g", 5), ("b", "b", 1))
    arcs = tuple(Arc(one + other, (one,), (other,), cost) for one, other, cost in ways)
    theory = Theory("graph", arcs, (1, 1), None, None, (("s", "a", "b", "g"),))
    heuristic = heuristic_of(theory, ("g",), "1")
    found = solve(Problem(theory, ("s",), ("g",)), "a-star", heuristic=heuristic, engine=engine)
    assert (found.cost, found.optimal, found.statistics.inserted) == (5, True, 1)
    dead = solve(Problem(theory, ("a",), ("g",)), "a-star", heuristic=heuristic, engine=engine)
    assert (dead.status.value, dead.statistics.expanded) == ("unsolvable", 0)


def test_the_cell_that_costs_are_counted_for_is_no_blank_s():
    one, other = Var("X"), Var("Y")
    assert reference_cell(Arc("slide", ("b", one, other), (one, "b", other)), ("b",)) == 1
    assert reference_cell(Arc("nothing", (one, other), (one, other))) == -1


def test_names_that_stand_for_nothing_are_refused():
    whole = AbstractSpace.whole(*built_in("hanoi:3x4"))
    for name, message in (
        ("x", "unknown patterns"),
        ("1,,2", "unknown patterns"),
        ("0,1", "no such cells"),
        ("4..9", "no such cells"),
        ("1-1", "unknown partition"),
        ("1,1", "each once"),
    ):
        with pytest.raises(InputError, match=message):
            named_patterns(whole, name)
    with pytest.raises(InputError, match="do not add up"):
        of_sums(named_patterns(whole, "1,2+2,3"), PatternDatabase.build, "patterns")


def test_chosen_patterns_fit_the_limits():
    theory, goal = built_in("topspin:9x4")
    whole = AbstractSpace.whole(theory, goal)
    small = chosen_patterns(whole, limits=Limits(memory=20_000)).sums
    assert 0 < sum(space.bytes for each in small for space in each) <= 10_000


@pytest.mark.slow
def test_a_limit_on_memory_that_no_choice_fits_is_named(monkeypatch):
    whole = AbstractSpace.whole(*built_in("inverse-tile:3x3"))
    with pytest.raises(LimitError, match=r"1152 bytes") as raised:
        chosen_patterns(whole, limits=Limits(memory=1024))
    assert raised.value.limit == "memory"
    monkeypatch.setattr(choice, "TRIAL", 100)  # too few without a limit, too
    with pytest.raises(InputError) as refused:
        chosen_patterns(whole, limits=Limits(memory=1024))
    assert not isinstance(refused.value, LimitError)


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["a-star", "greedy"])
def test_a_search_that_no_patterns_are_small_enough_for_is_stopped_by_memory(algorithm):
    theory, goal = built_in("inverse-tile:3x3")
    start = theory.successors(goal)[0][1]
    result = solve(
        Problem(theory, start, goal),
        algorithm,
        heuristic="patterns",
        limits=Limits(memory=1024),
    )
    assert (result.status.value, result.limit) == ("stopped", "memory")


def test_what_was_chosen_is_kept_and_chosen_again_where_it_was_altered(tmp_path, monkeypatch):
    theory, goal = built_in("topspin:6x3")
    chosen = []

    def noting(*arguments):
        chosen.append(chosen_patterns(*arguments))
        return chosen[-1]

    monkeypatch.setattr(ready, "chosen_patterns", noting)
    one, other = (pattern_databases(theory, goal, folder=tmp_path) for _ in range(2))
    assert len(chosen) == 1
    assert [each.space for each in one.databases] == [each.space for each in other.databases]
    (kept,) = tmp_path.glob("*.chosen")
    for text in ("", "[[[true, [99]]]]", "7"):
        kept.write_text(text)
        pattern_databases(theory, goal, folder=tmp_path)
    assert len(chosen) == 4
    pattern_databases(theory, goal, folder=tmp_path, limits=Limits(time=1))
    assert len(chosen) == 5  # with less effort


def test_a_start_that_holds_what_no_state_held_is_refused():
    theory = Theory("copy", (Arc("copy", (Var("X"), "a"), (Var("X"), Var("X"))),), (1, 2))
    heuristic = heuristic_of(theory, ("a", "b"), "1,2", ("b", "a"))
    with pytest.raises(InputError, match="other states"):
        heuristic.check(Problem(theory, ("c", "a"), ("a", "b")))
