"""Statements about climbing with macros (complete, proved, stuck); every state is climbed from here too."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from torture.attack import Attack, Case

from ..asking import program_of, typed, written
from ..oracles.boards import Board, State, same, smaller, walked
from ..oracles.random_boards import climbable_board
from ..statement import FALSE, hold
from .commands import FAULT, command

CLIMBED = 12
"""States from which is climbed."""

EXAMPLES = 3
"""Examples that macros are learned from, where they are not practised."""


@dataclass(frozen=True)
class Asked:
    """A board with one goal, starts that are examples, whether to practise instead, and a seed."""

    board: Board
    examples: tuple[State, ...]
    practised: bool
    seed: int


def attack(case: Case) -> None:
    """Learn macros for a random board, check them, and climb."""
    rng = case.rng
    os.environ["XDG_CACHE_HOME"] = str(case.folder)
    board = climbable_board(rng)
    states = [state for state in board.space.to_goal if not board.is_goal(state)]
    if states and board.space.whole:
        examples = tuple(rng.sample(states, min(len(states), EXAMPLES)))
        asked = Asked(
            board, examples, rng.random() < 0.3 or board.shape is not None, rng.randrange(10**6)
        )
        hold(case, asked, false_of, fewer, lines)


def fewer(asked: Asked) -> Iterator[Asked]:
    """Inputs with one thing less."""
    for place in range(len(asked.examples)):
        if len(asked.examples) > 1:
            others = asked.examples[:place] + asked.examples[place + 1 :]
            yield replace(asked, examples=others)
    if asked.board.shape is None:
        for board in smaller(asked.board):
            if len(board.start) == len(asked.board.start):
                yield replace(asked, board=board)


def lines(asked: Asked) -> str:
    """The board, and what is learned from."""
    how = "--learner escapes" if asked.practised else " | ".join(map(typed, asked.examples))
    return f"{written(asked.board)}\nlearn {how}; check; solve --algorithm climb --no-escape"


def false_of(asked: Asked, case: Case) -> Iterator[tuple[str, str]]:
    """All that is said of the macros and is not so."""
    board, rng = asked.board, Random(asked.seed)
    theory, macros, examples = (case.folder / name for name in ("t.pl", "m.pl", "e.json"))
    theory.write_text(program_of(board), encoding="utf-8")
    macros.unlink(missing_ok=True)
    goal = typed(board.goals[0])
    built_in = board.shape and board.symbols
    name = "sliding-tile:{}x{}".format(*board.shape) if built_in else str(theory)
    examples.write_text(json.dumps([[typed(one), goal] for one in asked.examples]))
    how = ["--learner", "escapes"] if asked.practised else [str(examples)]
    code, _, error = command(["learn", name, *how, "-o", str(macros)])
    case.count("boards")
    if code == FAULT:
        yield "fault of learn", error
    if not macros.exists():
        return
    case.count("macro files")
    code, out, error = command(["check", str(macros), name, "--goal", goal, "--json"])
    if code == FAULT or not out:
        case.count("not checked")
        if code == FAULT:
            yield "fault of check", error
        return
    (said,) = json.loads(out)["checks"]
    states = sorted(board.space.to_goal, key=str)
    if "symbols that arcs and goal name" in said["evidence"]:
        patterns = (*board.goals, *(side for r in board.rules for side in (r.before, r.after)))
        named = {symbol for pattern in patterns for symbol in pattern}
        states = [state for state in states if named.issuperset(state)]
    minima = [tuple(state) for state in said["minima"]]
    sure = said["complete"] and said["evidence"].startswith("proved")
    for state in [*minima[:3], *rng.sample(states, min(CLIMBED, len(states)))]:
        words = ["solve", name, typed(state), goal, "--macros", str(macros)]
        code, out, error = command([*words, "--algorithm", "climb", "--no-escape", "--json"])
        if not out and code != FAULT:
            case.count("refused")
            continue
        if code == FAULT:
            yield "fault of climb", f"from {state}: {error}"
            continue
        case.count("climbs")
        found = json.loads(out)
        solved = found["status"] == "solved"
        if sure and not solved:
            yield (
                "complete",
                f"from {state}: {found['status']} ({found['note']}); {said['evidence']}",
            )
        here = replace(board, start=state)
        sampled = said["evidence"].startswith(
            "estimated"
        )  # where climbs got stuck, perhaps for good
        if state in minima and (solved or not (sampled or here.space.solvable)):
            yield "minimum", f"{state} is none: {found['status']}"
        yield from _climbed(here, found)
    if not said["complete"] and said["evidence"].startswith("proved") and not minima:
        yield "incomplete", "and no local minimum"


def _climbed(board: Board, found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """False statements of a climb from a board's start."""
    state = board.start
    if found["status"] == "unsolvable" and board.space.solvable:
        yield "unsolvable", f"from {state}, {board.space.cost(state)} it costs"
    if found["optimal"] and not same(found["cost"], board.space.cost(state) or 0):
        yield "optimal", f"from {state}: {found['cost']}, {board.space.cost(state)} is least"
    if found["status"] == "solved":
        reached = walked(board, found["primitive_moves"])
        ends = [float(cost) for end, cost in reached.items() if board.is_goal(end)]
        if not ends:
            yield "plan", f"from {state}: {found['primitive_moves']}"
        elif not any(same(cost, found["cost"]) for cost in ends):
            yield "cost", f"from {state}: {found['cost']}"


CLIMBS = Attack(
    name="climbs",
    share=2,
    counted=("boards", "macro files", "climbs", "not checked", "refused"),
    wrong=(FALSE,),
    attack=attack,
    asked=("climbs", 2_000),
)
