from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import arcwise as aw
import pytest
from arcwise.ebl import MacroLibrary, load_macros, save_macros
from arcwise.experiments import Configuration
from arcwise.explorer.explore.session import Session, WalkMacros, read_walk_macros
from arcwise.rules import ArcwiseError, InputError, open_source

from ...ebl.learners.lessons import learn_macro_table

Made = Callable[..., Session]
Walked = Callable[[Session, str], None]


def test_a_path_becomes_the_macro_of_the_source_text(
    session: Made, walked: Walked, tmp_path: Path
) -> None:
    made = session()
    walked(made, "up right down right")
    learned = made.learn()
    assert learned.admission.accepted and made.unsaved == 1
    assert str(learned.macro) == "m1: A B C 0 D E -> B D C A E 0, cost 4"
    made.save(str(tmp_path / "m.pl"))
    assert made.unsaved == 0
    library = load_macros(tmp_path / "m.pl", made.domain.domain, made.domain.theory.shape)
    assert [str(macro) for macro in library] == [str(learned.macro)]


def test_the_same_path_is_refused_the_second_time(session: Made, walked: Walked) -> None:
    made = session()
    walked(made, "up right down right")
    made.learn()
    again = made.learn()
    assert not again.admission.accepted
    assert again.admission.reason == "same rule as m1, which costs 4"
    assert (len(made.macros), made.unsaved) == (1, 1)


@pytest.mark.parametrize(
    ("names", "reason"),
    [("up", "is the single move up"), ("up down", "does nothing: it ends where it began")],
)
def test_what_is_no_macro_is_refused(
    session: Made, walked: Walked, names: str, reason: str
) -> None:
    made = session()
    walked(made, names)
    learned = made.learn()
    assert (learned.admission.accepted, learned.admission.reason) == (False, reason)
    assert (len(made.macros), made.unsaved) == (0, 0)


def test_a_macro_is_made_of_moves_even_where_macros_were_used(
    session: Made, walked: Walked
) -> None:
    made = session()
    walked(made, "up right down right")
    made.learn()
    made.walk.back(4)
    walked(made, "m1 left")
    macro = made.learn().macro
    assert [step.name for step, _ in macro.steps] == ["up", "right", "down", "right", "left"]


def test_only_what_comes_after_the_mark_is_learned(session: Made, walked: Walked) -> None:
    made = session()
    walked(made, "up right")
    made.walk.set_mark()
    walked(made, "down right")
    assert [step.name for step, _ in made.learn().macro.steps] == ["down", "right"]


def test_there_must_be_a_path_to_learn_from(session: Made, walked: Walked) -> None:
    made = session()
    with pytest.raises(ArcwiseError, match="no path to learn from"):
        made.learn()
    walked(made, "up")
    made.walk.back()
    with pytest.raises(ArcwiseError, match="F walks the path that lies ahead"):
        made.learn()


def test_a_path_without_end_is_not_learned_from(session: Made, walked: Walked) -> None:
    made = session()
    walked(made, "up down " * 501)
    with pytest.raises(ArcwiseError, match="too long to learn from"):
        made.learn()


@pytest.mark.slow
def test_a_program_cannot_be_generalized(session: Made, examples: Path) -> None:
    made = session(str(examples / "water_jugs.pl"), "4 0", "2 0")
    made.walk.take(made.here.matches[0].move)
    with pytest.raises(InputError, match="learning needs a theory that is a list of arcs"):
        made.learn()


@pytest.mark.slow
@pytest.mark.parametrize(
    "argument",
    [
        "sliding-tile:3x4",
        "pancake:5",
        "topspin:6x4",
        "topspin:4x3",
        "hanoi:3x3",
        "lights-out:2x2",
        "cube:2",
    ],
)
def test_schemas_are_learned_from_walks_in_every_family_and_read_back(
    argument: str, tmp_path: Path
) -> None:
    rules, shape = open_source(argument).sized
    domain = aw.open_source(argument)
    macros = WalkMacros(MacroLibrary(rules), domain.theory, domain.goal(None))
    rng = Random(argument)
    start = rules.draw(shape, rng)
    session = Session(domain, start, domain.goal(None), macros, Configuration())
    for _ in range(12):
        for _ in range(rng.randint(2, 4)):
            session.walk.take(rng.choice(session.here.matches).move)
        before = session.walk.state_after(session.walk.mark)
        learned = session.learn()
        placed = [move for move in macros.placed() if move.name == learned.macro.name]
        if learned.admission.accepted:
            assert session.walk.state in [move.apply(before) for move in placed]
        session.walk.set_mark()
    assert len(macros) > 0
    session.save(str(tmp_path / "s.pl"))
    library = load_macros(tmp_path / "s.pl", rules)
    assert library == macros.library and library.shape == shape


def test_what_is_learned_on_a_window_is_placed_everywhere(
    session: Made, walked: Walked, schemas: Path
) -> None:
    made = session("sliding-tile:3x4", "1 2 3 4 5 0 7 8 9 10 6 11", macros=schemas)
    walked(made, "left up right")
    learned = made.learn()
    assert learned.macro.name == "m3" and learned.board.shape == (2, 2)
    assert sum(move.name == "m3" for move in made.macros.placed()) == 6


def test_a_macro_table_is_shown_but_not_added_to(
    session: Made, walked: Walked, tmp_path: Path
) -> None:
    rules, shape = open_source("sliding-tile:2x2").sized
    table = MacroLibrary(rules, shape=shape, order="blank-first", table=True)
    assert list(learn_macro_table(table, shape))
    save_macros(table, tmp_path / "table.pl")
    made = session("sliding-tile:2x2", "0 1 3 2", macros=tmp_path / "table.pl")
    assert any(match.move.is_macro for match in made.here.matches)
    walked(made, "right down")
    with pytest.raises(ArcwiseError, match="a macro table is complete"):
        made.learn()


def test_macros_for_another_board_are_refused(
    session: Made, walked: Walked, tmp_path: Path
) -> None:
    made = session()
    walked(made, "up right")
    made.learn()
    made.save(str(tmp_path / "m.pl"))
    with pytest.raises(InputError, match="these macros are for another board"):
        session("sliding-tile:3x3", "1 2 3 4 5 6 7 8 0", macros=tmp_path / "m.pl")


def test_schemas_are_for_their_own_domain(schemas: Path, tmp_path: Path) -> None:
    file = tmp_path / "own.pl"
    file.write_text("arc([A,B],[B,A],1).\n")
    with pytest.raises(InputError, match="are for another domain"):
        read_walk_macros(aw.open_source(str(file)), (1, 2), str(schemas))


def test_a_folder_that_is_not_there_is_reported(session: Made, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        session().save(str(tmp_path / "none" / "m.pl"))
