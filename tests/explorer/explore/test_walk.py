from __future__ import annotations

from collections.abc import Callable

import arcwise as aw
import pytest
from arcwise.explorer.explore.session import Session
from arcwise.explorer.explore.walk import PlacedArc, WalkStep
from arcwise.rules import ArcwiseError, TheoryDomain
from hypothesis import given
from hypothesis import strategies as st

Made = Callable[..., Session]
Walked = Callable[[Session, str], None]


def names(session: Session) -> tuple[list[str], list[str]]:
    walk = session.walk
    return [s.move.name for s in walk.behind], [s.move.name for s in walk.ahead]


def test_stepping_back_keeps_what_lies_ahead(session: Made, walked: Walked) -> None:
    made = session()
    walked(made, "up right down")
    assert made.walk.back(2)
    assert names(made) == (["up"], ["right", "down"])
    assert made.walk.forward() and names(made) == (["up", "right"], ["down"])


def test_another_move_forgets_what_lay_ahead(session: Made, walked: Walked) -> None:
    made = session()
    walked(made, "up right down")
    made.walk.back(2)
    walked(made, "down")
    assert names(made) == (["up", "down"], [])


def test_the_move_that_lies_ahead_is_a_step_forward(session: Made, walked: Walked) -> None:
    made = session()
    walked(made, "up right down")
    made.walk.back(3)
    walked(made, "up")
    assert names(made) == (["up"], ["right", "down"])


def test_there_is_nothing_before_the_start_and_after_the_end(session: Made, walked: Walked) -> None:
    walk = session().walk
    assert not walk.back() and not walk.forward()
    assert (walk.state, walk.moves, walk.cost) == (walk.start, 0, 0)


def test_an_arc_that_does_not_apply_is_refused_with_its_reasons(session: Made) -> None:
    made = session()
    arc = next(arc for arc in made.domain.theory.arcs if arc.name == "left")
    with pytest.raises(ArcwiseError, match="left does not apply here: cell 2 must be 0, is 5"):
        made.walk.take(PlacedArc.on_board(arc))
    assert made.walk.steps == []


def test_a_macro_is_one_step_of_many_moves(session: Made, walked: Walked) -> None:
    made = session()
    walked(made, "up right down right")
    made.learn()
    made.walk.back(4)
    walked(made, "m1 left")
    assert (len(made.walk.behind), made.walk.moves, made.walk.cost) == (2, 5, 5)


def test_a_path_is_laid_ahead_only_if_it_can_be_walked(session: Made, walked: Walked) -> None:
    made = session()
    walked(made, "up right")
    steps = list(made.walk.steps)
    made.walk.back(2)
    with pytest.raises(ArcwiseError, match="step 1: right"):
        made.walk.lay(steps[1:])
    with pytest.raises(ArcwiseError, match="step 2: right"):
        made.walk.lay([steps[0], WalkStep(steps[1].move, steps[0].state)])
    walked(made, "right")
    assert names(made) == (["right"], [])


def test_the_mark_never_lies_ahead(session: Made, walked: Walked) -> None:
    made = session()
    walked(made, "up right down")
    made.walk.set_mark()
    walked(made, "right")
    assert [step.move.name for step in made.walk.marked] == ["right"]
    made.walk.back(3)
    assert made.walk.mark == 1 and list(made.walk.marked) == []


@pytest.mark.slow
@given(choices=st.lists(st.integers(0, 5), max_size=40))
def test_every_state_of_a_walk_is_made_by_its_arcs(choices: list[int]) -> None:
    from arcwise.ebl import MacroLibrary
    from arcwise.experiments import Configuration
    from arcwise.explorer.explore.session import WalkMacros

    domain = aw.open_source("sliding-tile:2x3")
    macros = WalkMacros(MacroLibrary(TheoryDomain(domain.theory)), domain.theory, domain.goal(None))
    made = Session(domain, (4, 5, 3, 0, 1, 2), domain.goal(None), macros, Configuration())
    walk = made.walk
    for choice in choices:
        if choice == 4:
            walk.back()
        elif choice == 5:
            walk.forward()
        else:
            walk.take(made.here.matches[choice % len(made.here.matches)].move)
        assert 0 <= walk.mark <= walk.at <= len(walk.steps)
        state = walk.start
        for step in walk.steps:
            after = step.move.arc.apply(state)
            assert after == step.state
            state = after
        assert walk.state == walk.state_after(walk.at)
