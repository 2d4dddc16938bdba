"""Tasks as theories: the same moves, the same states, the same cheapest plans as by the book."""

from random import Random

from arcwise.rules.pddl.grounding import ground
from arcwise.rules.pddl.plan import execute, read_plan
from arcwise.rules.pddl.strips import is_goal
from arcwise.rules.term import match
from arcwise.search.problem import Problem
from arcwise.search.solve import solve
from hypothesis import given, settings
from hypothesis import strategies as st

from ...pddl_worlds import cheapest, random_task, reachable_states


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.integers(0))
def test_arcs_do_in_every_reachable_state_what_their_actions_do(seed):
    task = random_task(Random(seed))
    grounding = ground(task)
    arcs = {arc.name: arc for arc in grounding.theory.arcs}
    for facts, moves in reachable_states(task, arcs).items():
        state = grounding.encode(facts)
        assert (match(grounding.goal, state) is not None) == is_goal(task, facts)
        wanted = {action.text: grounding.encode(after) for action, after in moves}
        made = grounding.theory.successors(state)
        assert {arc.name: after for arc, after in made} == wanted
        assert len(made) == len(wanted)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.integers(0))
def test_cheapest_plans_cost_what_they_cost_by_the_book(seed):
    task = random_task(Random(seed))
    grounding = ground(task)
    for engine in ("python", "native"):
        problem = Problem(grounding.theory, grounding.start, grounding.goal)
        result = solve(problem, "uniform-cost", engine=engine)
        if not result.solved:
            assert cheapest(task) is None
            continue
        assert result.cost == cheapest(task)
        steps = read_plan("\n".join(move.name for move in result.operators))
        assert execute(task, steps).cost == result.cost
