"""Blocks world, against towers held as lists and the published numbers of states."""

from collections import Counter
from random import Random

import pytest
from arcwise.rules import Blocks, InputError, distances, open_source
from arcwise.search import enumerate_layers


def towers(state):
    """The towers of a state, from the table up."""
    count = len(state) // 2
    above = {state[block - 1]: block for block in range(1, count + 1) if state[block - 1]}
    found = []
    for block in range(1, count + 1):
        if state[block - 1] == 0:
            tower = [block]
            while tower[-1] in above:
                tower.append(above[tower[-1]])
            found.append(tuple(tower))
    return frozenset(found)


def moved(stacks):
    """Every set of towers that one move makes."""
    for tower in stacks:
        rest, top = stacks - {tower}, tower[-1]
        lower = {tower[:-1]} - {()}
        if lower:
            yield rest | lower | {(top,)}
        for other in rest:
            yield (rest - {other}) | lower | {(*other, top)}


@pytest.mark.parametrize(
    ("count", "states"), [(1, 1), (2, 3), (3, 13), (4, 73), (5, 501), (6, 4051)]
)
def test_there_are_as_many_states_as_sets_of_lists(count, states):
    """OEIS A000262; Slaney and Thiébaux 2001."""
    shape = (2, count)
    found = enumerate_layers(Blocks().theory(shape), Blocks().goal(shape))
    assert found.states == states


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_moves_are_those_of_towers(count):
    theory = Blocks().theory((2, count))
    states = distances(theory, Blocks().goal((2, count)))
    assert len({towers(state) for state in states}) == len(states)
    for state in states:
        found = Counter(towers(after) for _, after in theory.successors(state))
        assert found == Counter(moved(towers(state)))


@pytest.mark.parametrize(("count", "moves"), [(1, 0), (2, 2), (3, 4), (4, 6), (5, 8)])
def test_no_state_is_farther_from_the_goal_tower_than_counted(count, moves):
    shape = (2, count)
    found = enumerate_layers(Blocks().theory(shape), Blocks().goal(shape))
    assert len(found.layers) - 1 == moves


def test_every_state_is_drawn_equally_often():
    rng = Random(1)
    drawn = Counter(Blocks().draw((2, 3), rng) for _ in range(1300))
    assert len(drawn) == 13
    assert all(65 < count < 140 for count in drawn.values())


def test_the_picture_has_the_towers_side_by_side():
    assert Blocks().picture((2, 0, 0, 3, 1, 0, 0, 1), (2, 4)) == "1 4\n2 3"


def test_the_arcs_are_named_by_what_they_put_where():
    names = [arc.name for arc in Blocks().theory((2, 2)).arcs]
    assert names == ["1-onto-2", "1-onto-the-table", "2-onto-1", "2-onto-the-table"]


@pytest.mark.parametrize(
    ("state", "fault"),
    [
        ("3 0 1 1", "block 1 stands on 3"),
        ("0 0 0 1", "cell 3 should be 1, whether block 1 is clear"),
        ("2 1 0 0", "some blocks stand on each other in a circle"),
        ("table 0 1 1", "block 1 stands on table"),
    ],
)
def test_what_is_no_state_is_refused_with_the_reason(state, fault):
    theory = Blocks().theory((2, 2))
    with pytest.raises(InputError, match="not a state of blocks:2") as caught:
        theory.parse(state)
    assert fault in caught.value.problem


def test_a_block_carries_one_block_at_most():
    with pytest.raises(InputError, match="block 3 carries 2 blocks"):
        Blocks().theory((2, 3)).parse("3 3 0 1 1 0")


@pytest.mark.parametrize("size", ["0", "31", "3x3", "-1", ""])
def test_a_bad_number_of_blocks_is_refused(size):
    with pytest.raises(InputError):
        open_source(f"blocks:{size}")
