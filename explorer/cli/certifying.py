"""A problem that a command has searched, in words and as JSON, and the certificates written for `arcwise verify`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...experiments.board_question import BoardQuestion
from ...rules.term import Pattern
from ...rules.text.state_text import goal_cells
from ...rules.text.text_file import write_text
from ...rules.text.words import amount, counted, listed
from ...search.plan import plan_text
from ...search.result import Result
from .arguments import OutputFile
from .messages import EXIT_CODES, note

if TYPE_CHECKING:
    from ...search.certificate import Certificate, Data

FEW = 20
"""Moves that are shown of a solution while the proof goes on."""


def note_found(posed: BoardQuestion, found: Result) -> None:
    """Show a solution on stderr, while the proof that none is cheaper goes on."""
    plan = posed.plan(found)
    listed = " ".join(plan[:FEW]) + (" ..." if len(plan) > FEW else "")
    least = "" if found.bound is None else f", at least {amount(found.bound)} needed"
    note(f"{counted(len(plan), 'move')} found{least}; the proof goes on, Ctrl-C ends it: {listed}")


def write_plan(file: str, posed: BoardQuestion, found: Result) -> None:
    """Write the plan of a solution into a file, one move a line."""
    write_text(file, plan_text(posed.plan(found), found.cost))


def data_of(posed: BoardQuestion, result: Result) -> dict[str, Any]:
    """The problem for JSON: its board, start and goals, and the plan where it says more than the result."""
    board = posed.searched(result)
    domain = board.domain
    if (
        posed.policy is not None and domain.lifted
    ):  # whatever else is known of it would need its arcs
        names = posed.name.split(":", 1)
        return {"domain": names[0], "problem": names[1], **_plan_data(posed, result)}
    start, goals = posed.states
    if hasattr(posed.problem, "part"):
        start, goals = board.start or (), domain.goals(board.shape)
    data = {**domain.facts(board.shape), "start": list(start), **_goal_data(goals)}
    if (count := posed.macro_arcs(result)) is not None:
        data["macro_arcs"] = count
    return {**data, **_plan_data(posed, result)}


def _plan_data(posed: BoardQuestion, result: Result) -> dict[str, Any]:
    if not posed.board.domain.lifted:
        return {}
    return {"plan": posed.plan(result) if result.solved else []}


def _goal_data(goals: Sequence[Pattern]) -> dict[str, Any]:
    """The goals for JSON, an open cell as ``?``, another variable as its name."""
    rows = [goal_cells(goal) for goal in goals]
    return {"goal": rows[0]} if len(rows) == 1 else {"goals": rows}


def remark_on(posed: BoardQuestion, result: Result) -> str:
    """Sentence on how the arcs were made; empty if there is none."""
    if posed.policy is not None:
        return ""
    board, count = posed.searched(result), posed.macro_arcs(result)
    remark = board.domain.remark(board.shape)
    return (
        f"{remark}, and {counted(count, 'arc')} of macros"
        if remark and count is not None
        else remark
    )


MOST_NAMES = 5
"""Names in a remark on several certificates."""


def certificate_option(what: str) -> Callable[[Any], Any]:
    """The option, for a command that certifies something."""
    return click.option(
        "--certificate",
        type=OutputFile(),
        metavar="FILE",
        help=f"Write a certificate of {what}, which arcwise verify checks.",
    )


def write_certificate(path: str, found: Certificate) -> int:
    """Write a certificate and say what it does not certify; the exit code, 0 where all is certified."""
    _write(path, found.data)
    if found.note:
        note(found.note)
    return _code(found)


def write_certificates(path: str, found: Mapping[str, Certificate]) -> int:
    """Write the certificates of several, by their names, into one file; the exit code as `write_certificate`.

    A remark on several is made once.
    """
    each = [one.data for one in found.values() if one.data is not None]
    _write(path, each or None)
    names: dict[Certificate, list[str]] = {}
    for name, one in found.items():
        names.setdefault(replace(one, data=None), []).append(name)
    for one, some in names.items():
        if one.note:
            note(f"{_named(some)}: {one.note}")
    return max(map(_code, found.values()), default=0)


def _named(names: list[str]) -> str:
    if len(names) <= MOST_NAMES:
        return listed(names)
    return f"{', '.join(names[:MOST_NAMES])} and {len(names) - MOST_NAMES:,} more"


def _write(path: str, data: Data | list[Data] | None) -> None:
    import json

    if data is not None:
        write_text(path, json.dumps(data, ensure_ascii=True) + "\n")
    elif Path(path).is_file():
        note(f"{path} is an earlier certificate: nothing was certified now")


def _code(found: Certificate) -> int:
    if found.data is not None and found.lacking is None:
        return 0
    return EXIT_CODES.get(found.lacking or "gave up", EXIT_CODES["gave up"])
