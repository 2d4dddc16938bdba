"""Loading a program into SWI-Prolog: what it defines, what it says of the board, what Prolog says of it.

Names of a program in files and in Prolog, to give Prolog's messages in the user's terms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from ..errors import InputError, Place, TooLargeError, check_name
from ..prolog.steps import STEPS, no_steps
from ..prolog.writer import SINGLE
from ..term import EMPTY_LIST, Symbol
from ..text.state_text import written_functor, written_size
from ..text.text_file import SourceText
from .interpreter import INTERPRETER, Note, notes_of
from .process import QuestionLimits, SwiError

MOST_CELLS = 100_000
"""The cells of a state at most."""

DEEPEST = 2_000
"""Brackets within brackets: Prolog's reader recurses, and deep enough it takes the whole process with it."""

_numbers = count(1)


@dataclass(frozen=True, slots=True)
class LoadedProgram:
    """A program in SWI-Prolog.

    Parameters
    ----------
    origin
        Where it comes from.
    predicate
        The one that says how states lead to others, such as ``arc/3``.
    forms
        How the heads of its clauses show states: functor and size, -1 where the end is open.
    warnings
        What Prolog warns of, each with its place.
    name, shape, blank, symbols
        The facts about the board.
    names
        What arc_name/2 says, by number from 1.
    changes
        Why its answers for a state may be others another time; empty where they are not.
    """

    origin: ProgramOrigin
    predicate: str
    forms: tuple[tuple[str, int], ...]
    warnings: tuple[str, ...]
    name: str
    shape: tuple[int, int] | None
    blank: Symbol | None
    symbols: tuple[Symbol, ...] | None
    names: dict[int, str]
    changes: str

    def form(self, functor: str | None, start: str | None) -> tuple[str, int | None]:
        """How its states are written and how many cells they have, if that is known.

        The functor is the given one, or that of the heads of its clauses; what these leave open, a start as a text shows.
        Else states are lists, or single symbols.

        Raises
        ------
        InputError
            A board that contradicts the states.
        """
        written = None if start is None else written_functor(start)
        shown = [name for name, _ in self.forms]
        if functor is None and written is not None and (written in shown or not shown):
            functor = written
        elif functor is None and shown:
            functor = shown[0]
        alone = self.shape == (1, 1)
        size = self.size(EMPTY_LIST if functor is None else functor)
        if size is None and start:
            size = written_size(start)
            alone = size == 1
        if functor is None:
            functor = SINGLE if alone else EMPTY_LIST
        return functor, size

    def size(self, functor: str) -> int | None:
        """Number of cells of a state; None if that is not known.

        Raises
        ------
        InputError
            A board that contradicts the states.
        """
        sizes = {size for name, size in self.forms if name == functor and size >= 0}
        if self.shape is None:
            return sizes.pop() if len(sizes) == 1 else None
        rows, columns = self.shape
        if rows * columns > MOST_CELLS:
            raise TooLargeError(
                f"shape({rows},{columns}) is too large",
                place=Place(self.origin.source),
                expected=f"{MOST_CELLS:,} cells at most",
                found=f"{rows * columns:,}",
            )
        if rows < 1 or columns < 1 or (sizes and rows * columns not in sizes):
            raise InputError(
                f"shape({rows},{columns}) does not fit the states of {self.predicate}",
                place=Place(self.origin.source),
                expected="rows and columns of 1 or more, and as many cells as the states have",
                found=f"{rows * columns} cells; states of {', '.join(map(str, sorted(sizes)))}"
                if sizes
                else f"{rows}x{columns}",
            )
        return rows * columns


@dataclass(frozen=True, slots=True)
class LoadReply:
    """Reply of bridge.pl on a program that it has loaded; see the fields of `LoadedProgram`."""

    notes: Sequence[Note]
    steps: tuple[str, ...]
    forms: tuple[tuple[str, int], ...]
    facts: tuple[tuple[str, Sequence[Any]], ...]
    changes: str

    @classmethod
    def of_reply(cls, reply: Any) -> LoadReply:
        """The reply as that, or ValueError."""
        _, steps, forms, facts, changes = reply
        if not set(steps) <= set(STEPS):
            raise ValueError
        for fact in facts:
            match fact:
                case ["theory", [str() | int() | float()]] | ["arc_name", [int(), str()]]:
                    pass
                case ["shape", [int(), int()]] | ["blank", [int() | str()]]:
                    pass
                case ["symbols", [[*symbols]]] if all(map(_is_symbol, symbols)):
                    pass
                case _:
                    raise ValueError
        known = tuple((_str(functor), _int(size)) for functor, size in forms)
        return cls(notes_of(reply), tuple(steps), known, tuple(map(tuple, facts)), _str(changes))


def _is_symbol(value: Any) -> bool:
    return type(value) in (int, str)


def _str(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError
    return value


def _int(value: Any) -> int:
    if not isinstance(value, int):
        raise ValueError
    return value


def consult(text: str, source: str, limits: QuestionLimits, *, ours: bool = False) -> LoadedProgram:
    """Load a program into a module of its own; ``ours`` says that arcwise wrote it.

    Raises
    ------
    SwiUnavailable
        No pyswip, or no SWI-Prolog.
    InputError
        What Prolog reports as an error, with its place; no such predicate; states that are no vectors of symbols.
    """
    origin, said, warnings = load_text(text, source, limits, ours=ours)
    try:
        return _loaded(origin, said, warnings)
    except InputError:
        INTERPRETER.unload(origin.module)
        raise


def load_text(
    text: str, source: str, limits: QuestionLimits, *, ours: bool = False
) -> tuple[ProgramOrigin, LoadReply, tuple[str, ...]]:
    """Load a text into a module of its own: where it is, what Prolog says of its moves, and warnings.

    Raises
    ------
    SwiUnavailable, InputError
        As for `consult`; moves are not asked for.
    """
    _check_depth(text, source)
    number = next(_numbers)
    name = f"{Path(source).absolute()}~{number}"
    origin = ProgramOrigin(source, f"arcwise_program_{number}", name, limits)
    try:
        said = INTERPRETER.load(
            origin.module, name, text, limits, ours=ours, read=LoadReply.of_reply
        )
    except SwiError as failure:
        raise origin.error(failure, f"{source} cannot be loaded") from None
    try:
        return origin, said, _checked(said.notes, origin)
    except InputError:
        INTERPRETER.unload(origin.module)
        raise


def _loaded(origin: ProgramOrigin, said: LoadReply, warnings: tuple[str, ...]) -> LoadedProgram:
    source = origin.source
    if not said.steps:
        raise no_steps(source)
    predicate, *others = said.steps
    if others:
        ignored = " and ".join(others)
        warnings += (f"{source}: the moves are those of {predicate}; {ignored} passed over",)
    known: dict[str, Sequence[Any]] = {}
    names: dict[int, str] = {}
    for fact, arguments in said.facts:
        if fact == "arc_name":
            names.setdefault(*arguments)
        else:
            known.setdefault(fact, arguments)
    shape = known.get("shape")
    symbols = known.get("symbols")
    name = str(known.get("theory", [Path(source).stem])[0])
    try:
        for one in (name, *names.values(), *known.get("blank", ()), *(symbols or [()])[0]):
            check_name(str(one))
    except InputError as error:
        raise error.at(Place(source)) from None
    return LoadedProgram(
        origin,
        predicate,
        said.forms,
        warnings,
        name=name,
        shape=(shape[0], shape[1]) if shape else None,
        blank=known.get("blank", [None])[0],
        symbols=tuple(symbols[0]) if symbols else None,
        names=names,
        changes=said.changes,
    )


def _checked(notes: Iterable[Note], origin: ProgramOrigin) -> tuple[str, ...]:
    """Prolog's warnings; its first error is raised."""
    warnings = []
    states: list[InputError] = []
    for kind, file, line, column, message in notes:
        place = origin.place(file, line, column)
        text = origin.words(message).removeprefix(f"{place.source}:{line}:{column - 1}: ")
        if kind == "error":
            raise InputError(f"SWI-Prolog: {text}", place=place)
        if kind == "state":
            states.append(
                InputError(
                    "a state is not a vector of symbols",
                    place=place,
                    expected="a list or a compound term of atoms and whole numbers, such as [1,2,0] or board(1,2,0)",
                    found=text,
                    remedy="a cell of its own for every part of the state",
                )
            )
        elif text:
            warnings.append(f"{place}: {text}")
    if states:
        raise states[0]
    return tuple(warnings)


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


@dataclass(frozen=True, slots=True)
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
