"""Macros of recorded solutions, unrolled into moves and states."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from arcwise.experiments import Row
from arcwise.experiments.store.rows import followed, solution_moves, walked
from arcwise.rules import Arc, Theory, Var
from arcwise.rules.theory import ArcIndex

from .small_runs import FIVE, Filled


def rows_with_macros(filled: Filled) -> list[Row]:
    return [row for row in filled.run.searches if row.solved and row.steps != row.moves]


def test_unrolled_solutions_are_the_primitive_paths(filled: Filled) -> None:
    rows = rows_with_macros(filled)
    assert len(rows) > 5
    for row in rows:
        states = [row.path[0]]
        spans = []
        for operator in filled.results[row.condition, row.algorithm, row.problem].operators:
            if operator.length > 1:
                spans.append((len(states) - 1, operator.length, operator.name))
            for arc in operator.primitives:
                assert isinstance(arc, Arc)
                states.append(arc.apply(states[-1]))
        found = solution_moves(row, FIVE)
        assert found.whole
        assert found.states == tuple(states)
        assert found.moves == row.primitive_moves
        assert found.macros == tuple(spans)


def test_without_a_theory_macros_stay_whole(filled: Filled) -> None:
    row = rows_with_macros(filled)[0]
    found = solution_moves(row, None)
    assert not found.whole
    assert found.states == row.path
    assert found.moves == row.arcs
    assert {name for _, _, name in found.macros} <= {"m1", "m2"}
    assert all(count == 1 for _, count, _ in found.macros)


def test_moves_that_do_not_lead_along_the_path_stay_whole(filled: Filled) -> None:
    row = rows_with_macros(filled)[0]
    other = tuple(reversed(row.primitive_moves))
    assert other != row.primitive_moves
    assert not solution_moves(replace(row, primitive_moves_json=json.dumps(other)), FIVE).whole


def test_solutions_without_macros_need_no_theory(filled: Filled) -> None:
    row = next(row for row in filled.run.searches if row.solved and row.steps == row.moves)
    found = solution_moves(row, None)
    assert found.whole
    assert (found.states, found.moves, found.macros) == (row.path, row.primitive_moves, ())


def test_arcs_of_one_name_and_macros_through_their_own_end_are_read_right(filled: Filled) -> None:
    """From 1 2 3, `turn` leads to two states, and the macro comes by its end before it ends."""
    a, b, c = Var("A"), Var("B"), Var("C")
    theory = Theory(
        "turns", (Arc("turn", (a, b, c), (b, c, a)), Arc("turn", (a, b, c), (b, a, c))), (1, 3)
    )
    row = replace(
        filled.run.searches[0],
        status="solved",
        path_json=json.dumps([[1, 2, 3], [2, 1, 3], [1, 2, 3]]),
        arcs_json=json.dumps(["m", "turn"]),
        primitive_moves_json=json.dumps(["turn"] * 4),
    )
    found = solution_moves(row, theory)
    assert found.whole
    assert found.macros == ((0, 3, "m"),)
    assert found.states[3:] == ((2, 1, 3), (1, 2, 3))
    for one, other in zip(found.states, found.states[1:], strict=False):
        assert other in [successor for _, successor in theory.successors(one)]


def test_the_kernel_replays_solutions_as_python_does(filled: Filled) -> None:
    rows = [row for row in filled.run.searches if row.solved]
    assert {row.steps == row.moves for row in rows} == {True, False}
    for row in rows:
        found = walked(row, FIVE)
        assert found is not None and found == followed(row, FIVE)
        moves = [*row.primitive_moves]
        for place, other in enumerate(moves[::-1]):
            changed = json.dumps([*moves[:place], other, *moves[place + 1 :]])
            wrong = replace(row, primitive_moves_json=changed)
            assert (walked(wrong, FIVE) or followed(wrong, FIVE)) == followed(wrong, FIVE)
            assert (walked(wrong, FIVE) is None) == (other != moves[place])


def test_a_macro_that_has_ended_is_not_followed_further(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[object] = []
    successors = ArcIndex.successors

    def counted(index: ArcIndex, state: Any) -> list[tuple[Arc, Any]]:
        looked.append(state)
        return successors(index, state)

    row = max(rows_with_macros(filled), key=lambda row: row.moves or 0)
    monkeypatch.setattr(ArcIndex, "successors", counted)
    assert followed.__wrapped__(row, FIVE) is not None
    assert len(looked) == row.moves
