"""Heuristics of the relaxed task: against a relaxation worked out in the plainest way, true distances, and the kernel."""

from itertools import product
from math import inf

import pytest
from arcwise.ebl import compose
from arcwise.rules import Arc, Theory, Var, sliding_tile, substitute
from arcwise.rules.sparse_arc import SparseArc
from arcwise.rules.term import variables
from arcwise.search import HEURISTICS, Limits, Problem, Status, solve
from hypothesis import given
from hypothesis import strategies as st

from ...costs import true_costs

SYMBOLS = (0, 1, "a")
RELAXED = ("h_max", "lm_cut", "ff", "h_add")


@st.composite
def problems(draw):
    """Random arcs over few cells and symbols, some of which move symbols or ask for equal ones; goals may be open."""
    cells = draw(st.integers(2, 4))
    own = [Var(f"X{cell}") for cell in range(cells)]
    terms = [*SYMBOLS, Var("A"), Var("B")]
    arcs = []
    for number in range(draw(st.integers(1, 6))):
        before = [draw(st.sampled_from([own[cell], own[cell], *terms])) for cell in range(cells)]
        after = [draw(st.sampled_from([before[cell], *SYMBOLS, *before])) for cell in range(cells)]
        cost = draw(st.sampled_from([0, 1, 1, 2, 0.5]))
        arcs.append(Arc(f"arc{number}", tuple(before), tuple(after), cost))
    theory = Theory("random", tuple(arcs), (1, cells))
    start = draw(st.tuples(*[st.sampled_from(SYMBOLS)] * cells))
    goal = tuple(draw(st.sampled_from([*SYMBOLS, own[cell], Var("A")])) for cell in range(cells))
    return Problem(theory, start, goal)


def bindings(pattern):
    names = variables(pattern)
    for symbols in product(SYMBOLS, repeat=len(names)):
        yield dict(zip(names, symbols, strict=True))


def plainest(state, arcs, goal, combine):
    """What the goal costs where a cell may hold several symbols: all bindings of all arcs, until nothing gets cheaper."""
    worth = dict.fromkeys(enumerate(state), 0)

    def cost_of(pattern, bound):
        cells = enumerate(substitute(pattern, bound))
        return combine([worth.get((cell, symbol), inf) for cell, symbol in cells])

    before = None
    while before != worth:
        before = dict(worth)
        for arc in arcs:
            for bound in bindings(arc.before):
                cost = arc.cost + cost_of(arc.before, bound)
                made = substitute(arc.after, bound)
                for cell in arc.changed if cost < inf else ():
                    fact = (cell, made[cell])
                    worth[fact] = min(worth.get(fact, inf), cost)
    return min(cost_of(goal, bound) for bound in bindings(goal))


def met(pattern, bound, facts):
    return facts.issuperset(enumerate(substitute(pattern, bound)))


def without_losses(facts, arcs):
    """What holds after one use of every arc, in turn, where all stays that held."""
    for arc in arcs:
        ways = [bound for bound in bindings(arc.before) if met(arc.before, bound, facts)]
        facts = facts.union(*(enumerate(substitute(arc.after, bound)) for bound in ways))
    return facts


def distances_to_goal(problem):
    """The true distance from every state that can be reached, by relaxing edges."""
    states = [problem.start]
    edges = []
    for state in states:
        for arc, made in problem.successors(state):
            edges.append((state, arc.cost, made))
            if made not in states:
                states.append(made)
    far = {state: 0 if problem.is_goal(state) else inf for state in states}
    for _ in states:
        for state, cost, made in edges:
            far[state] = min(far[state], cost + far[made])
    return far, edges


@given(problems())
def test_h_max_and_h_add_are_what_the_plainest_relaxation_says(problem):
    arcs, goal = problem.theory.arcs, problem.goal
    for name, combine in (("h_max", max), ("h_add", sum)):
        heuristic = HEURISTICS[name](problem.theory, goal, problem.start)
        assert heuristic.estimate(problem.start) == plainest(problem.start, arcs, goal, combine)


@given(problems())
def test_h_max_and_lm_cut_are_admissible_and_all_know_dead_ends(problem):
    far, edges = distances_to_goal(problem)
    made = {n: HEURISTICS[n](problem.theory, problem.goal, problem.start) for n in RELAXED}
    values = {name: {state: h.estimate(state) for state in far} for name, h in made.items()}
    for state, distance in far.items():
        assert values["h_max"][state] <= distance
        assert values["h_max"][state] <= values["ff"][state] <= values["h_add"][state]
        assert values["h_max"][state] <= values["lm_cut"][state] <= distance
        assert values["lm_cut"][state] <= values["ff"][state]
        if values["ff"][state] == inf:
            assert values["h_max"][state] == distance == inf
    for state, cost, successor in edges:
        assert values["h_max"][state] <= cost + values["h_max"][successor]


@given(problems())
def test_the_arcs_of_a_relaxed_plan_reach_the_goal_and_helpful_ones_can_be_taken_at_once(problem):
    theory, start = problem.theory, problem.start
    heuristic = HEURISTICS["ff"](theory, problem.goal, start)
    plan, helpful = heuristic.plan(start), heuristic.helpful(start)
    if plan is None:
        assert heuristic.estimate(start) == inf
        assert helpful == ()
        return
    arcs = [theory.arcs[number] for number in plan]
    assert heuristic.estimate(start) == sum(arc.cost for arc in arcs)
    free = [arc for arc in arcs if arc.cost == 0]
    facts = set(enumerate(start))
    for arc in arcs:
        facts = without_losses(facts, [arc, *free * len(free)])
    assert any(met(problem.goal, bound, facts) for bound in bindings(problem.goal))
    assert bool(helpful) == bool(plan)
    assert all(arc in arcs and arc.apply(start) is not None for arc in helpful)


def with_pairs(problem):
    """The problem with a macro in front for every two of its arcs that may follow each other."""
    pairs = product(problem.theory.arcs, repeat=2)
    macros = [macro for pair in pairs if (macro := compose(*pair)) is not None]
    return Problem(problem.theory.with_macros(macros), problem.start, problem.goal)


def test_a_macro_is_helpful_that_makes_what_the_plan_needs_after_its_first_arcs():
    """A token may go from 0 to 3; 9 leads back to 1, and no way of it is as short."""
    go, on, last, aside, back = (
        Arc(f"{here}-{to}", (here,), (to,)) for here, to in ((0, 1), (1, 2), (2, 3), (0, 9), (9, 1))
    )
    further = [compose(go, on), compose(compose(go, on), last)]
    others = [compose(aside, back), compose(on, last)]
    theory = Theory("token", (go, on, last, aside, back), (1, 1))
    theory = theory.with_macros([others[0], *further, others[1]])
    assert HEURISTICS["ff"](theory, (3,), (0,)).helpful((0,)) == (*further, go)


@pytest.mark.parametrize("engine", ["python", "native"])
def test_of_two_arcs_that_make_the_same_fact_the_one_that_needs_less_is_helpful(engine):
    swap = Arc("swap", ("there", "held"), ("gone", "put"))
    put = Arc("put", (Var("X"), "held"), (Var("X"), "put"))
    theory = Theory("hands", (swap, put), (1, 2))
    start, goal = ("there", "held"), ("there", "put")
    heuristic = HEURISTICS["ff"](theory, goal, start)
    assert heuristic.helpful(start) == (put,)
    result = solve(Problem(theory, start, goal), "lazy-greedy", heuristic=heuristic, engine=engine)
    assert (result.operators, result.statistics.expanded) == ((put,), 1)


@pytest.mark.parametrize("engine", ["python", "native"])
def test_an_operator_of_no_cost_is_supported_by_what_is_in_the_zone_so_that_cuts_stay_small(engine):
    """Two of the cuts would be one if the last arc, once it costs nothing, drew its other need into the zone."""
    moves = (({0, 2}, {3}), ({0}, {1, 4}), ({0}, {2}), ({2, 3}, {1}), ({2, 4}, {3}))
    own = [Var(f"X{cell}") for cell in range(5)]

    def having(facts):
        return tuple(1 if cell in facts else own[cell] for cell in range(5))

    arcs = [
        Arc(f"arc{number}", having(needs), having(needs | adds))
        for number, (needs, adds) in enumerate(moves)
    ]
    theory = Theory("facts", tuple(arcs), (1, 5))
    problem = Problem(theory, (1, 0, 0, 0, 0), having({3, 4}))
    found = solve(problem, "a-star", heuristic="lm_cut", engine=engine, limits=Limits(nodes=1))
    assert found.bound == solve(problem, "uniform-cost").cost == 3


@pytest.mark.parametrize("engine", ["python", "native"])
def test_of_two_ways_that_cost_the_same_a_relaxed_plan_takes_the_one_that_became_known_last(engine):
    """Both cells may be set by one arc each, and either leads to the goal."""
    arcs = [
        Arc(f"set{n}", (0, 0, Var("X")), (*map(int, bits), Var("X")))
        for n, bits in ((0, "10"), (1, "01"))
    ]
    arcs += [
        Arc("from0", (1, Var("X"), 0), (1, Var("X"), 1)),
        Arc("from1", (Var("X"), 1, 0), (Var("X"), 1, 1)),
    ]
    theory = Theory("two ways", tuple(arcs), (1, 3))
    start, goal = (0, 0, 0), (Var("A"), Var("B"), 1)
    heuristic = HEURISTICS["ff"](theory, goal, start)
    assert [arc.name for arc in heuristic.helpful(start)] == ["set1"]
    result = solve(Problem(theory, start, goal), "lazy-greedy", heuristic=heuristic, engine=engine)
    assert [arc.name for arc in result.operators] == ["set1", "from1"]


@given(problems())
def test_helpful_macros_make_what_no_helpful_arc_makes_and_change_no_helpful_arc(problem):
    more = with_pairs(problem)
    plain, helpful = (
        HEURISTICS["ff"](one.theory, one.goal, one.start).helpful(one.start)
        for one in (problem, more)
    )
    assert tuple(arc for arc in helpful if not arc.is_macro) == plain
    made = [set(enumerate(arc.apply(problem.start))) for arc in plain]
    known = set(enumerate(problem.start)).union(*made)
    for macro in (arc for arc in helpful if arc.is_macro):
        assert not known.issuperset(enumerate(macro.apply(problem.start)))


@pytest.mark.long
@pytest.mark.parametrize(("columns", "cost"), [(2, 0.5), (3, 1)])
def test_relaxations_of_every_board(columns, cost):
    theory, goal = sliding_tile(2, columns, cost=cost), (*range(1, 2 * columns), 0)
    h_max, lm_cut, ff, h_add = (HEURISTICS[name](theory, goal, goal) for name in RELAXED)
    for state, distance in true_costs(theory, goal).items():
        assert h_max.estimate(state) <= lm_cut.estimate(state) <= distance
        assert lm_cut.estimate(state) <= ff.estimate(state) <= h_add.estimate(state) < inf
        assert (ff.estimate(state) == 0) == (state == goal)


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("name", RELAXED)
def test_a_dead_end_is_left_out_and_a_start_that_is_one_is_proved_unsolvable(name, engine):
    """A token may fall from 1 to 0, from where no arc leads on, or climb to 2 and 3."""
    arcs = [Arc(f"to{to}", (here,), (to,)) for here, to in ((1, 0), (1, 2), (2, 0), (2, 3), (0, 0))]
    theory = Theory("token", tuple(arcs), (1, 1))
    up = solve(Problem(theory, (1,), (3,)), "a-star", heuristic=name, engine=engine)
    assert up.steps == 2
    assert up.statistics.evaluated == up.statistics.inserted + 2  # the start and 0
    dead = solve(Problem(theory, (0,), (3,)), "greedy", heuristic=name, engine=engine)
    assert (dead.status, dead.statistics.expanded) == (Status.UNSOLVABLE, 0)
    deep = solve(Problem(theory, (0,), (3,)), "ida-star", heuristic=name, engine=engine)
    assert deep.status is Status.UNSOLVABLE


@pytest.mark.slow
def test_macros_at_their_true_cost_change_nothing(five_with_macros):
    plain, goal = sliding_tile(2, 3), (1, 2, 3, 4, 5, 0)
    for name in RELAXED:
        one, other = (HEURISTICS[name](t, goal, goal) for t in (plain, five_with_macros))
        for state in list(true_costs(plain, goal))[::20]:
            assert one.estimate(state) == other.estimate(state)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_limit_on_time_holds_while_a_task_is_relaxed(engine):
    """All of 20,000 cells are to hold the same of 20,000 symbols: some 400 million facts."""
    cells = 20_000
    arc = SparseArc("go", tuple(Var(f"X{cell}") for cell in range(cells)), {0: 0}, {0: 1})
    theory = Theory("wide", (arc,), (1, cells))
    problem = Problem(theory, tuple(range(cells)), (Var("A"),) * cells)
    result = solve(
        problem, "greedy", heuristic="ff", engine=engine, limits=Limits(time=0.3, memory=2 * 2**30)
    )
    assert (result.status, result.limit) == (Status.STOPPED, "time")
