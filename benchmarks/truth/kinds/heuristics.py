"""Promises of heuristics: never more than the true cost if admissible, no fall steeper than a move costs if consistent."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf, isinf

from arcwise.rules import InputError
from arcwise.search import HEURISTICS, Heuristic
from arcwise.search.heuristics.combined import of_problem
from arcwise.search.heuristics.heuristic_table import heuristic_maker
from torture.attack import Attack, Case

from ..asking import problem_of, written
from ..oracles.boards import Board, smaller
from ..oracles.random_boards import mistakable, random_board
from ..statement import FALSE, hold

SLOW = ("h_max", "lm_cut", "h_add", "ff", "dead-ends:lm_cut")
FEW = 50
"""Heuristics that look at every arc for each state, and of how many states they are asked."""

MORE = 1e-9
"""By how much an estimate may be off, as a part of it."""


@dataclass(frozen=True)
class Asked:
    """Boards, which are asked one after the other with one cache, and the heuristics."""

    boards: tuple[Board, ...]
    names: tuple[str, ...]


def attack(case: Case) -> None:
    """Look at the estimates of all states of a random board."""
    rng = case.rng
    cold = rng.random() < 0.5
    os.environ["XDG_CACHE_HOME"] = str(case.folder if cold else case.folder.parent / "cache")
    board = random_board(rng)
    before = [mistakable(board, rng) for _ in range(rng.choice((0, 0, 1)))]
    names = (*HEURISTICS, "dead-ends:lm_cut", "dead-ends:manhattan")
    hold(case, Asked((*before, board), names), false_of, fewer, lines)


def fewer(asked: Asked) -> Iterator[Asked]:
    """Inputs with one thing less."""
    if len(asked.names) > 1:
        for name in asked.names:
            yield replace(asked, names=(name,))
    if len(asked.boards) > 1:
        for board in asked.boards:
            yield replace(asked, boards=(board,))
    for place, board in enumerate(asked.boards):
        for one in smaller(board):
            yield replace(asked, boards=(*asked.boards[:place], one, *asked.boards[place + 1 :]))


def lines(asked: Asked) -> str:
    """The boards, and what estimates them."""
    return "\n".join([*map(written, asked.boards), f"heuristics {', '.join(asked.names)}"])


def false_of(asked: Asked, case: Case) -> Iterator[tuple[str, str]]:
    """Promises about the estimates that are not kept."""
    for board in asked.boards:
        problem = problem_of(board)
        case.count("boards")
        if not board.space.whole:
            continue
        for name in asked.names:
            maker, parameter = heuristic_maker(name)

            def made(*given: object, maker=maker, parameter=parameter) -> Heuristic:
                return maker(*given, *parameter)

            try:
                heuristic = of_problem(problem, made)
            except InputError:
                case.count("refused")
                continue
            if (prepare := getattr(heuristic, "prepare", None)) is not None:
                prepare()
            case.count("heuristics")
            yield from _held(board, name, heuristic, case)


def _held(board: Board, name: str, heuristic: Heuristic, case: Case) -> Iterator[tuple[str, str]]:
    space = board.space
    operators = problem_of(board).theory.arcs
    states = list(space.moves)[: FEW if name in SLOW else None]
    estimates = {state: heuristic.estimate(state) for state in states}
    case.count("estimates", len(estimates))
    safe = heuristic.admissible or getattr(heuristic, "safe", False)
    for state, said in estimates.items():
        true = space.cost(state)
        if true is None or said <= true * (1 + MORE) + MORE:
            continue
        if heuristic.admissible or (safe and isinf(said)):
            yield "admissible", f"{name} of {state}: {said}, {true} it costs"
            return
    for state in states:
        for number, after in space.moves[state]:
            if after not in estimates:
                continue
            fall = estimates[state] - estimates[after] if estimates[after] < inf else 0
            cost = board.rules[number].cost
            if heuristic.consistent and fall > cost * (1 + MORE) + MORE:
                yield "consistent", f"{name} falls by {fall} from {state} to {after} at {cost}"
                return
            updated = heuristic.update(estimates[state], operators[number], state, after)
            if updated != estimates[after] and abs(updated - estimates[after]) > MORE * cost + MORE:
                yield "update", f"{name} of {after}: {estimates[after]}, {updated} from {state}"
                return


HEURISTICS_KIND = Attack(
    name="heuristics",
    share=2,
    counted=("boards", "heuristics", "estimates", "refused"),
    wrong=(FALSE,),
    attack=attack,
    asked=("heuristics", 5_000),
    lasting=True,
)
