"""Goals to learn from and to prove: texts, files of goals, and the program's own ``example(Goal)`` and ``problem(Goal)``."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ...ebl.example_set import json_entries
from ...rules.checked import checked
from ...rules.errors import InputError, Place, on_one_line
from ...rules.term import PrologTerm
from ...rules.text.text_file import read_text
from ..program.program import Goal, LogicProgram
from ..program.read_program import read_goal
from ..program.recognize import GOAL_FILES
from ..prover.suggested import suggested_goal


def is_goal_file(text: str) -> bool:
    """Whether a text names a file of goals and is no goal."""
    return Path(text).suffix.lower() in GOAL_FILES


def goals_of(
    asked: Sequence[str | Path | PrologTerm],
    program: LogicProgram,
    kind: str,
    command: str | None = None,
) -> list[Goal]:
    """Goals as texts, files and terms; if there are none, the ``example`` or ``problem`` facts of the program, by their kind.

    ``command`` is the one that asks, for the message where there are none.
    """
    goals: list[Goal] = []
    for one in asked:
        if not isinstance(one, str | Path):
            goals.append(one)
        elif is_goal_file(str(one)):
            goals += load_goals(one, program)
        else:
            goals.append(read_goal(str(one), program))
    stated = program.examples if kind == "example" else program.problems
    if not (asked or stated):
        asking = command or {"example": "learn", "problem": "compare"}[kind]
        goal = suggested_goal(program)
        raise InputError(
            f"no {kind}(Goal)",
            place=Place(program.name),
            expected=f"facts {kind}(Goal) in the program, or goals behind it; for moves arc/3, s/2 or --moves GOAL",
            found="none",
            remedy=f'arcwise {asking} {on_one_line(program.name)} "{goal}"' if goal else None,
        )
    return goals if asked else [one.goal for one in stated]


@checked
def load_goals(path: str | Path, program: LogicProgram) -> list[Goal]:
    """Read goals from a file.

    Parameters
    ----------
    path
        A JSON list of goals as texts, or of objects with ``goal``; a CSV file with a column ``goal``; or a goal a line.
        Lines that begin with ``#`` or ``%`` are comments.
    program
        The program whose predicates they call.

    Raises
    ------
    InputError
        A file that cannot be read or has no goal, text that is no goal; with its place.
    """
    text, source = read_text(path), str(path)
    read = _from_json if Path(path).suffix.lower() == ".json" else _from_lines
    found = []
    for goal, place in read(text, source):
        try:
            found.append(read_goal(goal, program))
        except InputError as error:
            raise InputError(
                error.problem,
                place=place,
                expected=error.expected,
                found=error.found,
                remedy=error.remedy,
            ) from None
    if not found:
        raise InputError("no goal", place=Place(source), expected="a goal a line", found="none")
    return found


def _from_json(text: str, source: str) -> Iterator[tuple[str, Place]]:
    for _, value, place in json_entries(text, source):
        goal: Any = value.get("goal") if isinstance(value, dict) else value
        if not isinstance(goal, str):
            raise InputError("not a goal", place=place, expected="a text", found=f"{goal!r:.80}")
        yield goal, place


def _from_lines(text: str, source: str) -> Iterator[tuple[str, Place]]:
    column: int | None = None
    first = True
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip()[0] in "#%":
            continue
        place, cells = Place(source, number), next(csv.reader(io.StringIO(line)))
        names = [one.strip().lower() for one in cells]
        if first and "goal" in names:
            column = names.index("goal") if len(names) > 1 else None
        elif column is None:
            yield cells[0] if len(cells) == 1 else line, place
        elif len(cells) <= column:
            raise InputError("too few columns", place=place, expected="a goal", found=line[:80])
        else:
            yield cells[column], place
        first = False
