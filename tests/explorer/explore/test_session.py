from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import arcwise as aw
import pytest
from arcwise.experiments.board_question import states_of
from arcwise.explorer.explore.session import SCRAMBLE, Session, quick_start
from arcwise.rules import InputError
from arcwise.search import HEURISTICS

Made = Callable[..., Session]
Walked = Callable[[Session, str], None]


def test_estimates_are_those_of_the_heuristics_that_apply(session: Made) -> None:
    made = session()
    state = made.walk.state
    for name, value in made.estimates(state):
        heuristic = HEURISTICS[name](made.domain.theory, made.goal, state)
        assert value == heuristic.estimate(state)
    assert [name for name, _ in made.estimates(state)] == [
        "misplaced",
        "manhattan",
        "linear-conflict",
    ]
    hanoi = session("hanoi:3x3", "1 1 1")
    assert [name for name, _ in hanoi.estimates((1, 1, 1))] == ["misplaced"]


def test_new_starts_differ_and_come_again_with_their_numbers(session: Made) -> None:
    one, other = session(), session()
    starts = []
    for _ in range(3):
        one.new_start()
        other.new_start()
        assert one.walk.start == other.walk.start and one.seed == other.seed
        starts.append(one.walk.start)
    assert len(set(starts)) == 3 and one.seed == 3
    assert one.walk.start == one.domain.starts(one.goal, 1, 3)[0]


def test_a_new_start_keeps_what_was_learned(session: Made, walked: Walked) -> None:
    made = session()
    walked(made, "up right")
    made.learn()
    made.new_start()
    assert len(made.macros) == 1 and made.unsaved == 1 and made.walk.steps == []


@pytest.mark.parametrize("argument", ["sliding-tile:3x3", "topspin:6x4", "hanoi:3x4"])
def test_starts_are_those_of_solve(argument: str) -> None:
    domain = aw.open_source(argument)
    goal = domain.goal(None)
    start, _ = states_of(domain, (), seed=7)
    assert quick_start(domain, goal, 7) == start


def test_where_states_would_have_to_be_enumerated_a_start_is_scrambled(tmp_path: Path) -> None:
    file = tmp_path / "ring.pl"
    file.write_text("arc([0,B,C],[B,0,C],1).\narc([A,0,C],[0,C,A],1).\narc([A,B,C],[B,C,A],1).\n")
    domain = aw.open_source(str(file))
    start = quick_start(domain, (1, 2, 0), 5)
    assert sorted(start) == [0, 1, 2]
    assert [start] == domain.starts((1, 2, 0), 1, 5, moves=SCRAMBLE)


def test_moves_that_cannot_be_undone_give_no_random_start(session: Made, tmp_path: Path) -> None:
    file = tmp_path / "forgets.pl"
    file.write_text("arc([A,B],[B,B],1).\n")
    made = session(str(file), "1 2", "2 2")
    with pytest.raises(InputError):
        made.new_start()
    assert made.walk.start == (1, 2) and made.seed is None


def test_searches_are_remembered_only_where_they_were_made(session: Made, walked: Walked) -> None:
    from arcwise.explorer.explore.walk import Progress

    made = session()
    made.findings.append(made.searcher("a-star", None, False)(Progress()))
    assert len(made.findings) == 1
    walked(made, "up")
    assert made.findings == []


def test_the_goal_is_recognized(session: Made, walked: Walked) -> None:
    made = session(start="1 2 3 4 0 5")
    assert not made.at_goal
    walked(made, "right")
    assert made.at_goal


def test_macros_are_explained_and_arcs_are_not(
    session: Made, walked: Walked, schemas: Path
) -> None:
    made = session("sliding-tile:2x3", macros=schemas)
    names = {match.move.name: match.move for match in made.here.matches}
    macro, window = made.explained(names["m1"])
    assert macro.name == "m1" and window.shape == (2, 3)
    assert made.explained(names["up"]) is None
