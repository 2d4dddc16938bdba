"""Macros over parameters on boards whose moves are actions: the walks of Sokoban."""

from __future__ import annotations

from collections import deque
from functools import cache
from random import Random

import arcwise as aw
import pytest
from arcwise.ebl import MacroLibrary, library_text, load_macros, save_macros
from arcwise.planning.learning.pieces import Pieces
from arcwise.planning.pddl.related_board import RelatedBoard, calls_of
from arcwise.rules import InputError, open_source
from arcwise.rules.states.walks import walks_of
from arcwise.search import NO_LIMITS, Problem, Status
from arcwise.search.certificate import walks_certificate
from arcwise.search.macros import theory_with
from arcwise.verify import check

from ...search.engines import same


@cache
def learned(level: int) -> MacroLibrary:
    library = aw.learn(f"sokoban:{level}", learner=Pieces(number=True, untried=True)).library
    assert isinstance(library, MacroLibrary)
    return library


def posed(spelling: str, library: MacroLibrary | None = None) -> Problem:
    domain, shape = open_source(spelling).sized
    theory = domain.theory(shape)
    joined = theory if library is None else theory_with(theory, library)
    return Problem(joined, domain.start(shape), domain.goal(shape))


def simulated(rows: list[str]) -> int | None:
    """The fewest moves that solve a level, by breadth-first search on its map; None where there are none."""
    squares = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}
    floor = {square for square, sign in squares.items() if sign != "#"}
    goals = {square for square, sign in squares.items() if sign in ".*"}
    boxes = frozenset(square for square, sign in squares.items() if sign in "$*")
    (man,) = (square for square, sign in squares.items() if sign == "@")
    known, waiting = {(man, boxes)}, deque([(man, boxes, 0)])
    while waiting:
        (row, column), boxes, moves = waiting.popleft()
        if boxes == goals:
            return moves
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            ahead, beyond = (row + down, column + right), (row + 2 * down, column + 2 * right)
            pushed = boxes
            if ahead in boxes:
                if beyond not in floor or beyond in boxes:
                    continue
                pushed = boxes - {ahead} | {beyond}
            if ahead in floor and (ahead, pushed) not in known:
                known.add((ahead, pushed))
                waiting.append((ahead, pushed, moves + 1))
    return None


def random_level(random: Random) -> list[str]:
    """A room of 4x4 with some walls, and one or two boxes, most of them away from the edge."""
    inside = ["#" if random.random() < 0.08 else " " for _ in range(16)]
    boxes = random.randint(1, 2)
    middle = random.sample([5, 6, 9, 10], boxes) if random.random() < 0.7 else []
    free = [n for n, sign in enumerate(inside) if sign == " " and n not in middle]
    places = [*middle, *random.sample(free, 2 * boxes + 1 - len(middle))]
    for sign, place in zip("$" * boxes + "." * boxes + "@", places, strict=True):
        inside[place] = sign
    rows = ["#" + "".join(inside[4 * row : 4 * row + 4]) + "#" for row in range(4)]
    return ["######", *rows, "######"]


def test_a_walk_with_the_push_that_needs_its_end_is_a_macro_of_every_level():
    """Learned on one level and proved on another: no walk is a step of its own, and the cost is the same."""
    library = learned(2)
    macro = next(iter(library))
    assert macro.calls == (("walk+", "?a", "?b"), ("push", "?b", "?b-2", "?c"))
    text = " ".join(macro.explain().split())
    assert "walk, one or more times, from ?a to ?b" in text
    assert "it ends at ?b, as step 2 (push) asks for (player ?b)" in text
    problem = posed("sokoban:3", library)
    assert walks_of(problem.theory, problem.start, problem.goal, in_front=False).left_out == 1
    plain = same(posed("sokoban:3"), "a-star", NO_LIMITS, heuristic="manhattan")
    found = same(problem, "a-star", NO_LIMITS, heuristic="manhattan")
    assert (found.cost, found.moves, found.optimal) == (16, 16, True)
    assert found.statistics.expanded < plain.statistics.expanded
    state = problem.start
    for move in found.primitives:
        assert move.name in {"up", "left", "right", "down"} or move.name.startswith("push-")
        state = move.apply(state)
        assert state is not None
    assert problem.is_goal(state)
    assert "macros stand in place of 36 arcs" in check(
        walks_certificate(problem, in_front=False).data
    )


def test_on_random_levels_no_plan_is_lost_and_costs_are_those_of_a_simulation(tmp_path):
    random, library = Random(5), learned(2)
    solved = unsolvable = walked = 0
    for number in range(24):
        rows = random_level(random)
        (tmp_path / f"{number}.txt").write_text("\n".join(rows) + "\n")
        try:
            problem = posed(f"sokoban:{tmp_path / f'{number}.txt'}", library)
        except InputError:
            continue  # something stands where the player never comes
        found = same(problem, "uniform-cost", NO_LIMITS)
        cost = simulated(rows)
        assert found.status is (Status.UNSOLVABLE if cost is None else Status.SOLVED)
        solved += found.solved
        unsolvable += cost is None
        if cost is not None:
            assert found.cost == found.moves == cost
            walked += found.steps < found.moves
    assert min(solved, unsolvable, walked) > 5


def test_each_arc_is_the_action_that_its_call_names():
    """What an action does to the facts of a state is what the arc does to the board."""
    domain, shape = open_source("sokoban:2").sized
    theory, goal = domain.theory(shape), domain.goal(shape)
    board = RelatedBoard.of(theory, domain.start(shape), goal)
    actions = dict(zip(theory.arcs, board.grounding.actions, strict=True))
    states, waiting = {domain.start(shape)}, [domain.start(shape)]
    while waiting and len(states) < 200:
        state = waiting.pop()
        facts = frozenset(domain.related(shape, state))
        for arc, action in actions.items():
            after = arc.apply(state)
            assert (after is not None) == (action.positive <= facts)
            if after is None:
                continue
            assert action.result(facts) == frozenset(domain.related(shape, after))
            if after not in states:
                states.add(after)
                waiting.append(after)
    arc, after = theory.successors(domain.start(shape))[0]
    (call,) = calls_of(theory, [arc])
    assert domain.played(shape, domain.start(shape), call) == (arc.name, after)


def test_the_file_is_proved_again_with_the_board_and_without(tmp_path):
    library = learned(2)
    save_macros(library, tmp_path / "m.pl")
    for home in (None, open_source("sokoban:3").sized[0]):
        again = load_macros(tmp_path / "m.pl", home)
        assert library_text(again) == library_text(library)
    found = aw.solve("sokoban:3", "a-star", macros=tmp_path / "m.pl")
    assert found.cost == 16


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("gripper:2", "gripper:2: where a ball is picked or dropped, only the state says"),
        ("blocks:3", "blocks:3: what a block is taken from, only the state says"),
        ("hanoi:3x3", "hanoi:3x3: on which disk or peg a disk lies, only the state says"),
        ("keys:3x4", "keys:3x4: the map is part of each state, and the walker is another symbol"),
        ("water-jugs:5x3=4", "water-jugs:5x3=4: it does not say which action each of its moves is"),
        ("sliding-tile:2x3", "its moves are not described by relations"),
    ],
)
def test_boards_without_such_moves_are_refused(board, message):
    with pytest.raises(InputError, match=message):
        aw.learn(board, learner=Pieces(number=True))


def test_macros_are_for_boards_that_relations_describe(tmp_path):
    save_macros(learned(2), tmp_path / "m.pl")
    with pytest.raises(InputError, match="not described by relations"):
        load_macros(tmp_path / "m.pl", open_source("sliding-tile:3x3").sized[0])
