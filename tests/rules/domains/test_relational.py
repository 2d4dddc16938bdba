"""Boards described by relations: the actions are the moves of the board, in every state."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from arcwise.planning.pddl import PlanningTask, in_state, instantiate
from arcwise.planning.policy.small_problems import Space
from arcwise.rules import InputError, distances, match, open_source
from arcwise.rules.domains.relational import RelationalDomain
from arcwise.rules.term import ground


def steps(task: PlanningTask):
    """Every action that can be taken at first, and what is true then, by trying all objects.

    What was carried home in keys is not seen on the board.
    """
    for action in task.domain.actions:
        choices = (task.objects_of(one.type) for one in action.parameters)
        for objects in product(*choices):
            ground = instantiate(task, action, objects)
            if ground and ground.positive <= task.init and not ground.negative & task.init:
                done = in_state(task, action, ground, task.init)
                yield (action.name, *objects), done.result(task.init)


BOARDS = (
    *("hanoi:3x3", "hanoi:4x2", "blocks:3", "gripper:2", "pancake:4"),
    pytest.param("keys:3x4", marks=pytest.mark.slow),
    "burnt-pancake:2",
    "water-jugs:2x3=1",
)


@pytest.mark.long
@pytest.mark.parametrize("name", BOARDS)
def test_actions_are_the_moves_of_the_board_in_every_state(name):
    domain, shape = open_source(name).sized
    assert isinstance(domain, RelationalDomain)
    theory, goal = domain.theory(shape), domain.goal(shape)
    first = ground(goal) or domain.draw(shape, Random(3))
    states = list(distances(theory, first))
    assert len(states) >= 8
    for state in states[:: 1 + len(states) // 60]:
        task = domain.task_of(shape, state, goal)
        found = {}
        for call, facts in steps(task):
            move, after = domain.played(shape, state, call)
            there = domain.task_of(shape, after, goal).init
            assert there == {one for one in facts if call[0] != "leave" or one[0] != "has"}
            found[move] = after
        assert found == {arc.name: after for arc, after in theory.successors(state)}
        assert (set(task.goal) <= task.init) == (match(goal, state) is not None)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["missionaries:3x2", "missionaries:4x4", "water-jugs:7x5=3"])
def test_the_states_by_relations_are_those_of_the_board(name):
    domain, shape = open_source(name).sized
    theory, goal, start = domain.theory(shape), domain.goal(shape), domain.start(shape)
    space = Space(domain.task_of(shape, start, goal), 1000)
    numbers = {facts: number for number, facts in enumerate(space.states)}
    seen, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        facts = domain.task_of(shape, state, goal).init
        found = {}
        for action in space.actions_in(numbers[facts]):
            move, after = domain.played(shape, state, (action.name, *action.arguments))
            assert domain.task_of(shape, after, goal).init == action.result(facts)
            found[move] = after
        assert found == {arc.name: after for arc, after in theory.successors(state)}
        waiting += [one for one in found.values() if one not in seen]
        seen.update(found.values())
    assert len(seen) == len(space.states)


def test_a_goal_with_open_cells_is_refused():
    domain, shape = open_source("hanoi:3x3").sized
    theory = domain.theory(shape)
    with pytest.raises(InputError, match="leaves no cell open"):
        domain.task_of(shape, (1, 1, 1), theory.parse_goal("? ? 3"))


def test_a_goal_of_keys_says_where_home_is_and_nothing_else():
    domain, shape = open_source("keys:1x3").sized
    start, theory = ("@", ".", ">"), domain.theory(shape)
    assert domain.task_of(shape, start, theory.parse_goal("? ? home")).goal == (("home", "cell3"),)
    with pytest.raises(InputError, match="where home is and nothing else"):
        domain.task_of(shape, start, theory.parse_goal("? @ ?"))
