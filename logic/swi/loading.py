"""Loading a program into SWI-Prolog, with Prolog's warnings, and asking it for answers.

Names of a program in files and in Prolog, to give Prolog's messages in the user's terms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from ...rules.errors import InputError, Place, TooLargeError
from ...rules.record import record
from ...rules.term import Var, list_items
from ...rules.text.text_file import SourceText
from .interpreter import INTERPRETER, Note, inferences, notes_of
from .process import QuestionLimits, SwiError
from .terms import decoded

MOST_CELLS = 100_000
"""The cells of a state at most."""

DEEPEST = 2_000
"""Brackets within brackets: Prolog's reader recurses, and deep enough it takes the whole process with it."""

_numbers = count(1)


def load_text(
    text: str, source: str, limits: QuestionLimits, *, ours: bool = False
) -> tuple[ProgramOrigin, tuple[str, ...]]:
    """Load a text into a module of its own; ``ours`` says that arcwise wrote it. Returns where it is, and Prolog's warnings.

    Raises
    ------
    SwiUnavailable
        No pyswip, or no SWI-Prolog.
    InputError
        What Prolog reports as an error, with its place.
    """
    _check_depth(text, source)
    number = next(_numbers)
    name = f"{Path(source).absolute()}~{number}"
    origin = ProgramOrigin(source, f"arcwise_program_{number}", name, limits)
    steps = limits.inferences
    loading = replace(limits, inferences=steps and steps + 100 * len(text))
    try:
        notes = INTERPRETER.load(origin.module, name, text, loading, ours=ours, read=notes_of)
    except SwiError as failure:
        raise origin.error(failure, f"{source} cannot be loaded") from None
    try:
        return origin, tuple(_warnings(notes, origin))
    except InputError:
        INTERPRETER.unload(origin.module)
        raise


def _warnings(notes: Iterable[Note], origin: ProgramOrigin) -> Iterator[str]:
    """Prolog's warnings; its first error is raised."""
    for kind, file, line, column, message in notes:
        place = origin.place(file, line, column)
        text = origin.words(message).removeprefix(f"{place.source}:{line}:{column - 1}: ")
        if kind == "error":
            raise InputError(f"SWI-Prolog: {text}", place=place)
        if text:
            yield f"{place}: {text}"


def _check_depth(text: str, source: str) -> None:
    """Refuse a text whose brackets are nested too deeply for Prolog's reader."""
    located = SourceText(text, source)
    depth = 0
    for bracket in re.finditer(r"[(\[{)\]}]", located.text):
        depth = depth + 1 if bracket.group() in "([{" else max(0, depth - 1)
        if depth > DEEPEST:
            raise TooLargeError(
                "too many brackets within brackets",
                place=located.place(bracket.start()),
                expected=f"{DEEPEST:,} at most",
            )


@record
class ProgramOrigin:
    """Origin of a program.

    Parameters
    ----------
    source
        Its name in error messages.
    module, name
        Its module, and what Prolog takes for its file.
    limits
        Limits on questions about it.
    """

    source: str
    module: str
    name: str
    limits: QuestionLimits

    def place(self, file: str, line: int, column: int = 0) -> Place:
        """A place in the program's own file, or in one that it loads."""
        own = not file or file == self.name or not line
        return Place(self.source if own else file, line, column)

    def words(self, message: str) -> str:
        """Prolog's words without the names that this program has in there."""
        plain = message.replace(self.name, self.source).replace(self.module + ":", "")
        proved = (
            rf"'{self.module} proofs':'?(\w+) proved'?/(\d+)"  # as proofs.pl rewrites a predicate
        )
        return re.sub(proved, lambda found: f"{found[1]}/{int(found[2]) - 2}", plain)

    def answers(self, goal: str, template: str, most: int | None = None) -> list[Any]:
        """Instance of a term for each answer to a goal, both as texts.

        Parameters
        ----------
        goal, template
            A goal of the program, and a term with variables of it.
        most
            Greatest number of answers that are looked for; None if more than the limits allow are an error.

        Raises
        ------
        InputError
            An error or a runaway in the program, a limit.
        """
        limits = self.limits
        asked = goal if most is None else f"limit({most},{goal})"
        bounds = f"{limits.answers},{inferences(limits)}"
        try:
            return INTERPRETER.ask(
                f"answers({self.module},{asked},{template},{bounds})", limits, self.module, _terms
            )
        except SwiError as failure:
            raise self.error(failure, f"{goal[:200]} fails") from None

    def error(self, failure: SwiError, what: str) -> InputError:
        """A question without an answer as an error that names the program and gives Prolog's words."""
        place = self.place(failure.file, failure.line)
        if failure.kind == "limit":
            return InputError(
                f"{what}: no end within {self.limits.inferences:,} inferences",
                place=place,
                remedy="look for a recursion without end, or raise the inference limit",
            )
        if failure.kind == "answers":
            return InputError(
                f"{what}: more than {self.limits.answers:,} answers",
                place=place,
                remedy="look for a move that can be made in infinitely many ways",
            )
        return InputError(f"{what}: {self.words(failure.text)}", place=place)


def _terms(reply: Any) -> list[Any]:
    found = list_items(decoded(reply, lambda number: Var(f"_{number}")))
    if found is None:
        raise ValueError
    return found
