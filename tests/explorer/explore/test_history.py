from __future__ import annotations

from collections.abc import Callable

from arcwise.explorer.explore.session import Session
from arcwise.explorer.explore.walk import Progress

Made = Callable[..., Session]


def take(session: Session, names: str) -> None:
    for name in names.split():
        session.take(next(m.move for m in session.here.matches if m.move.name == name))


def test_what_was_done_last_is_undone_first(session: Made) -> None:
    made = session()
    start = made.walk.state
    take(made, "up right")
    assert made.jump(-2) and made.walk.at == 0
    take(made, "right")  # what lay ahead is lost, until this is undone
    assert [step.move.name for step in made.walk.steps] == ["right"]
    assert made.undo() == "right"
    assert [step.move.name for step in made.walk.steps] == ["up", "right"] and made.walk.at == 0
    assert made.undo() == "a jump" and made.walk.at == 2
    made.new_start()
    assert made.seed == 1 and made.walk.start != start
    assert made.undo() == "a new start"
    assert made.seed is None and made.walk.start == start and made.walk.at == 2
    assert [made.undo(), made.undo(), made.undo()] == ["right", "up", None]
    assert made.walk.state == start and not made.walk.steps


def test_a_step_that_leads_nowhere_is_not_remembered(session: Made) -> None:
    made = session()
    assert not made.jump(-1) and not made.jump(3)
    assert made.undo() is None


def test_a_learned_macro_is_undone_and_a_refused_one_was_never_done(session: Made) -> None:
    made = session()
    take(made, "up right down right")
    assert made.learn().admission.accepted
    assert not made.learn().admission.accepted
    assert (len(made.macros), made.unsaved, made.rulebook.size) == (1, 1, 15)
    assert made.undo() == "a learned macro"
    assert (len(made.macros), made.unsaved, made.rulebook.size) == (0, 0, 14)
    assert made.learn().macro.name == "m1"


def test_a_path_laid_ahead_and_a_mark_are_undone(session: Made) -> None:
    made = session()
    take(made, "up")
    made.follow(made.searcher("breadth-first", None, False)(Progress()))
    made.set_mark()
    assert made.walk.ahead and made.walk.mark == 1
    assert made.undo() == "the mark" and made.walk.mark == 0
    assert made.undo() == "a path laid ahead" and not made.walk.ahead
