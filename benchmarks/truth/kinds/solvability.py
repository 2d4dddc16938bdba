"""Statements about a start without a search: whether the goal can be reached, why not, and which twin can reach it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from arcwise.rules import solvability
from arcwise.rules.domains.domain_table import domain_of
from torture.attack import Attack, Case

from ..asking import problem_of, written
from ..oracles.boards import Board, State, smaller
from ..oracles.random_boards import random_board
from ..statement import FALSE, hold

STARTS = 12
"""Of each board."""


@dataclass(frozen=True)
class Asked:
    """A board, and arrangements of its symbols that are asked about."""

    board: Board
    starts: tuple[State, ...]


def attack(case: Case) -> None:
    """Ask of many starts of a random board."""
    rng = case.rng
    board = random_board(rng)
    starts = {board.start: None}
    for _ in range(STARTS - 1):
        starts[tuple(rng.sample(board.start, len(board.start)))] = None
    hold(case, Asked(board, tuple(starts)), false_of, fewer, lines)


def fewer(asked: Asked) -> Iterator[Asked]:
    """Inputs with one thing less."""
    if len(asked.starts) > 1:
        for start in asked.starts:
            yield Asked(replace(asked.board, start=start), (start,))
        return
    for board in smaller(asked.board):
        yield Asked(board, (board.start,))


def lines(asked: Asked) -> str:
    """The board, and what is asked."""
    return written(asked.board)


def false_of(asked: Asked, case: Case) -> Iterator[tuple[str, str]]:
    """False statements about the starts."""
    case.count("boards")
    for start in asked.starts:
        board = replace(asked.board, start=start)
        problem = problem_of(board)
        for goal, pattern in zip(board.goals, _patterns(problem), strict=True):
            one = replace(board, goals=(goal,))
            case.count("starts")
            found = solvability(problem.theory, start, pattern)
            if found is None or not one.space.whole:
                case.count("not said")
                continue
            case.count("verdicts")
            if found.solvable != one.space.solvable:
                yield "verdict", f"{start} to {goal}: solvable {found.solvable} ({found.reason})"
            if found.twin is not None:
                twin = replace(one, start=tuple(found.twin))
                if not twin.space.solvable:
                    yield "twin", f"{start} to {goal}: twin {found.twin} cannot reach it"
                if sorted(map(str, found.twin)) != sorted(map(str, start)):
                    yield "twin", f"{start} to {goal}: twin {found.twin} has other symbols"
        told = domain_of(problem.theory).reversible
        if told and board.space.whole:
            yield from _reversible(board)


def _patterns(problem: object) -> tuple:
    return getattr(problem, "goals", None) or (problem.goal,)


def _reversible(board: Board) -> Iterator[tuple[str, str]]:
    """Whether from whatever a move leads to, some moves lead back."""
    back = replace(board, goals=(board.start,))
    for state in back.space.moves:
        if state not in back.space.to_goal:
            yield "reversible", f"nothing leads back from {state} to {board.start}"
            return


SOLVABILITY = Attack(
    name="solvability",
    share=1,
    counted=("boards", "starts", "verdicts", "not said"),
    wrong=(FALSE,),
    attack=attack,
    asked=("verdicts", 5_000),
)
