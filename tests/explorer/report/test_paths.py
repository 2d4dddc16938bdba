"""Solutions in little space, decoded again here."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from arcwise.experiments.store import read_run
from arcwise.experiments.store.rows import solution_moves
from arcwise.explorer.report import paths
from arcwise.explorer.report.paths import LETTERS, gather
from arcwise.rules import open_source

from .small_runs import FIVE, Filled, everywhere, fill


def decoded(data: dict[str, Any], place: int, start: tuple[Any, ...]) -> list[tuple[str, ...]]:
    """The states of a solution as texts, and as many moves as it has."""
    text, width = data["paths"][place], data["width"]
    state = [str(symbol) for symbol in start]
    states = [tuple(state)]
    for at in range(0, len(text), width):
        number = 0
        for letter in text[at : at + width]:
            number = number * len(LETTERS) + LETTERS.index(letter)
        _, cells, *sources = data["moves"][number]
        new = [state[s] if isinstance(s, int) else s for s in (sources[0] if sources else [])]
        for cell, symbol in zip(cells, new, strict=True):
            state[cell] = symbol
        states.append(tuple(state))
    return states


def test_decoded_solutions_are_the_unrolled_ones(filled: Filled) -> None:
    data = gather(filled.run, everywhere(filled.run, FIVE)).data
    solved = 0
    for place, row in enumerate(filled.run.searches):
        if not row.solved:
            assert data["paths"][place] == 0
            continue
        path = solution_moves(row, FIVE)
        texts = [tuple(map(str, state)) for state in path.states]
        assert decoded(data, place, row.path[0]) == texts
        flat = data["macros"][place] or []
        spans = [(*flat[n : n + 2], data["names"][flat[n + 2]]) for n in range(0, len(flat), 3)]
        assert tuple(spans) == path.macros
        solved += 1
    assert solved > 40
    assert data["width"] == 1
    assert data["whole"] == []


@pytest.mark.parametrize("board", ["lights-out:2x3", "hanoi:3x3", "sliding-tile:5x5", "cube:2"])
def test_moves_that_carry_and_moves_that_write_are_decoded(tmp_path: Path, board: str) -> None:
    domain, shape = open_source(board).sized
    theory = domain.theory(shape)
    goal = domain.goal(shape)
    rng = Random(2)
    start = goal
    for _ in range(6):
        start = rng.choice(theory.successors(start))[1]
    fill(tmp_path / "run", [(start, goal)], {"before": theory}, ["breadth-first"])
    run = read_run(tmp_path / "run")
    data = gather(run, everywhere(run, theory)).data
    texts = [tuple(map(str, state)) for state in run.searches[0].path]
    assert len(texts) > 1
    assert decoded(data, 0, start) == texts


def test_many_different_moves_take_more_letters(filled: Filled) -> None:
    table = paths.MoveTable()
    for symbol in range(70):
        table.number("write", (-1, 0), (symbol, 0))
    assert len(table) == 70
    assert paths._letters([0, 69, 64], 2) == "AABFBA"


def test_the_longest_solutions_are_left_out(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    lengths = sorted(row.moves or 0 for row in filled.run.searches if row.solved)
    monkeypatch.setattr(paths, "MOST_LETTERS", sum(lengths) - 1)
    found = gather(filled.run, everywhere(filled.run, FIVE))
    assert found.left_out == 1
    kept = [
        row.moves
        for row, path in zip(filled.run.searches, found.data["paths"], strict=True)
        if path != 0
    ]
    assert len(kept) == len(lengths) - 1
    assert max(filter(None, kept)) <= lengths[-1]


def test_wide_letters_leave_out_more(filled: Filled, monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = sorted(row.moves or 0 for row in filled.run.searches if row.solved)
    monkeypatch.setattr(paths, "LETTERS", "AB")
    monkeypatch.setattr(paths, "MOST_LETTERS", sum(lengths))
    found = gather(filled.run, everywhere(filled.run, FIVE))
    assert found.data["width"] == 4  # fourteen different moves
    assert found.left_out > len(lengths) // 4
    assert sum(len(path) for path in found.data["paths"] if path) <= sum(lengths)
    assert all(
        not macros or path
        for path, macros in zip(found.data["paths"], found.data["macros"], strict=True)
    )
