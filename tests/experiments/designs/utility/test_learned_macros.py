from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import arcwise as aw
import pytest
from arcwise.experiments import (
    EXAMPLES,
    BoardSource,
    Condition,
    macro_table,
)
from arcwise.experiments.designs.utility.sweep import (
    NOTHING,
    Ground,
    LearnedMacros,
    left_of,
    library_of,
    random_macros,
)
from arcwise.experiments.store import RunFolder, read_run
from arcwise.rules import InputError

BOARDS = ("sliding-tile:2x3", "pancake:4")


def ground(domain: BoardSource, *, windows: bool) -> Ground:
    rules, shape = domain.domain, domain.theory.shape
    assert rules is not None
    draw = rules.draw
    return Ground(
        domain.theory, lambda rng: draw(shape, rng), rules if windows else rules.of_size(shape)
    )


def entered(found: LearnedMacros, place: Path) -> Condition:
    """The condition after it was in a run folder."""
    with RunFolder.create(place, {}, conditions=[found.condition("a:2:seed7", "a", 7)]):
        pass
    (kept,) = read_run(place).conditions
    assert (kept.name, kept.facts["label"], kept.facts["seed"]) == ("a:2:seed7", "a", 7)
    assert kept.facts["macros"] == len(found.macros)
    return kept


def check_same(found: LearnedMacros, board: str, place: Path) -> None:
    """What is learned is what is searched with after it was in a run folder."""
    kept = entered(found, place)
    library = BoardSource.opened(board).with_rules(kept.rules()).macros.library
    known = {macro.name: macro for macro in library or ()}
    assert tuple(known[name] for name in kept.chosen or known) == found.macros
    if library is not None:
        assert found.library is not None
        assert (library.domain, library.order) == (found.library.domain, found.library.order)
    assert kept.facts["learning"] == {"applications": found.applications, "seconds": found.seconds}


@pytest.mark.slow
@pytest.mark.parametrize("windows", [False, True])
@pytest.mark.parametrize("kind", EXAMPLES)
@pytest.mark.parametrize("board", BOARDS)
def test_conditions_come_back_as_they_were(
    tmp_path: Path, board: str, kind: str, windows: bool
) -> None:
    found = EXAMPLES[kind].learn(ground(aw.open_source(board), windows=windows), 6, "3")
    assert found.macros
    check_same(found, board, tmp_path / "run")


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_controls_come_back_as_they_were(tmp_path: Path, board: str) -> None:
    domain = aw.open_source(board)
    found = random_macros(ground(domain, windows=False), [3, 4], "0")
    check_same(found, board, tmp_path / "random")
    check_same(macro_table(domain.domain, domain.theory), board, tmp_path / "table")
    check_same(NOTHING, board, tmp_path / "nothing")


def test_forgetting_measures_the_library_that_it_leaves_a_table_as_a_table(tmp_path: Path) -> None:
    domain = aw.open_source("pancake:4")
    table = macro_table(domain.domain, domain.theory)
    assert table.library is not None
    dropped = {table.macros[0].name}
    left = left_of(table.condition("t", "t", 1), table.library, dropped, 0, "left")
    table.library.without(dropped).save(tmp_path / "left.pl")
    assert left.macro_text == (tmp_path / "left.pl").read_text()
    assert "macro_table." in (left.macro_text or "")


def test_a_file_that_lost_macros_is_refused(tmp_path: Path) -> None:
    domain = aw.open_source(BOARDS[0])
    found = EXAMPLES["good"].learn(ground(domain, windows=False), 2, "3")
    kept = entered(found, tmp_path)
    text = kept.macro_text or ""
    source = BoardSource.opened(BOARDS[0])
    assert library_of(source, kept) is not None
    with pytest.raises(InputError, match="not the macros that were learned"):
        library_of(source, replace(kept, text=text[: text.index("macro(m2, ")]))
