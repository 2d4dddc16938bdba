"""Boards as arcwise takes them: as objects, and as the text of a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from arcwise.rules import Arc, Theory, Var
from arcwise.search import Problem, problem_with_goals

from .oracles.boards import Board, Pattern, Symbol, V


def theory_of(board: Board, name: str = "truth") -> Theory:
    """The rules as a theory."""
    arcs = (Arc(r.name, _terms(r.before), _terms(r.after), r.cost) for r in board.rules)
    shape = board.shape or (1, len(board.start))
    return Theory(name, tuple(arcs), shape, board.blank, board.symbols)


def problem_of(board: Board) -> Problem:
    """The whole problem."""
    goals = [_terms(goal) for goal in board.goals]
    return problem_with_goals(theory_of(board), board.start, goals)


def _terms(pattern: Pattern) -> tuple[Var | Symbol, ...]:
    return tuple(Var(term.name) if isinstance(term, V) else term for term in pattern)


def program_of(board: Board) -> str:
    """The rules as a Prolog file of facts; moves are numbered, as facts have no names."""
    lines = [f"arc({_list(r.before)}, {_list(r.after)}, {r.cost})." for r in board.rules]
    names = [f"arc_name({n}, {quoted(r.name)})." for n, r in enumerate(board.rules, 1)]
    if board.shape:
        names.append(f"shape({board.shape[0]}, {board.shape[1]}).")
    if board.blank is not None:
        names.append(f"blank({quoted(board.blank)}).")
    if board.symbols is not None:
        names.append(f"symbols({_list(board.symbols)}).")
    return "\n".join((*lines, *names, ""))


def _list(terms: Iterable[V | Symbol]) -> str:
    return "[" + ",".join(t.name if isinstance(t, V) else quoted(t) for t in terms) + "]"


def quoted(symbol: Symbol) -> str:
    """A symbol as Prolog reads it."""
    text = str(symbol)
    if isinstance(symbol, int) or re.fullmatch(r"[a-z][a-zA-Z0-9_]*", text):
        return text
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def typed(pattern: Sequence[V | Symbol]) -> str:
    """A state or goal as people type it."""
    return _list(pattern)


def written(board: Board) -> str:
    """All of a board in a few lines, for a report."""
    goals = " or ".join(map(typed, board.goals))
    said = f"start {typed(board.start)}, goal {goals}"
    return f"{program_of(board).strip()}\n{said}"
