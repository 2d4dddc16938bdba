from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from arcwise.experiments.designs.utility.macro_condition import learned_condition, learned_of
from arcwise.experiments.designs.utility.macro_sources import (
    EXAMPLES,
    NOTHING,
    Ground,
    LearnedMacros,
    macro_table,
    random_macros,
)
from arcwise.experiments.sized_domain import SizedDomain, load_domain
from arcwise.experiments.store import RunFolder, read_run
from arcwise.rules.errors import InputError

BOARDS = ("sliding-tile:2x3", "pancake:4")


def ground(domain: SizedDomain, *, windows: bool) -> Ground:
    rules, shape = domain.domain, domain.theory.shape
    assert rules is not None
    draw = rules.draw
    return Ground(
        domain.theory, lambda rng: draw(shape, rng), rules if windows else rules.of_size(shape)
    )


def entered(found: LearnedMacros, domain: SizedDomain, place: Path) -> LearnedMacros:
    """The found after it was in a run folder."""
    with RunFolder.create(
        place, {}, conditions=[learned_condition("a:2:seed7", "a", 7, found, domain)]
    ):
        pass
    (kept,) = read_run(place).conditions
    assert (kept.name, kept.facts["label"], kept.facts["seed"]) == ("a:2:seed7", "a", 7)
    assert kept.facts["macros"] == len(found.macros)
    return learned_of(kept, domain)


@pytest.mark.slow
@pytest.mark.parametrize("windows", [False, True])
@pytest.mark.parametrize("kind", EXAMPLES)
@pytest.mark.parametrize("board", BOARDS)
def test_arms_come_back_as_they_were(tmp_path: Path, board: str, kind: str, windows: bool) -> None:
    domain = load_domain(board)
    found = EXAMPLES[kind].learn(ground(domain, windows=windows), 6, "3")
    assert found.macros
    assert entered(found, domain, tmp_path / "run") == found


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_controls_come_back_as_they_were(tmp_path: Path, board: str) -> None:
    domain = load_domain(board)
    found = random_macros(ground(domain, windows=False), [3, 4], "0")
    assert entered(found, domain, tmp_path / "random") == found
    table = macro_table(domain.domain, domain.theory)
    assert entered(table, domain, tmp_path / "table") == table
    assert entered(NOTHING, domain, tmp_path / "nothing") == NOTHING


def test_a_file_that_lost_macros_is_refused(tmp_path: Path) -> None:
    domain = load_domain(BOARDS[0])
    found = EXAMPLES["good"].learn(ground(domain, windows=False), 2, "3")
    entered(found, domain, tmp_path)
    (kept,) = read_run(tmp_path).conditions
    assert kept.macros is not None
    text = kept.macro_text or ""
    fewer = replace(kept, text=text[: text.index("macro(m2, ")])
    with pytest.raises(InputError, match="not the macros that were learned"):
        learned_of(fewer, domain)
