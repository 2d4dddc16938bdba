"""Theories that only Prolog can run: programs in SWI-Prolog, asked once or step by step."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from ..arc import Arc
from ..errors import ArcwiseError, InputError, Place
from ..prolog.steps import STEPS, STEPS_EXPECTED
from ..prolog.term import EMPTY_LIST
from ..prolog.theory_file import write_theory
from ..prolog.writer import SINGLE
from ..state_text import format_state
from ..term import State, Symbol, Term, Var, canonical
from ..text_file import read_text, write_text
from ..theory import Theory
from .machine import RequestError, SwiUnavailable, machine, swi_version
from .status import SwiStatus, swi_status
from .swipl import prolog_state, quoted

__all__ = [
    "ANSWER_LIMIT",
    "INFERENCE_LIMIT",
    "SwiProgram",
    "SwiStatus",
    "SwiUnavailable",
    "Unfolding",
    "swi_status",
    "swi_version",
    "theory_in_swi",
]

INFERENCE_LIMIT = 10_000_000
"""Inferences for one state or one load: Ctrl-C cannot interrupt Prolog, so that every question has an end."""

ANSWER_LIMIT = 100_000
"""Answers for one state."""

DEEPEST = 2_000
"""Brackets within brackets: Prolog's reader recurses, and deep enough it takes the whole process with it."""

_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Unfolding:
    """What became of an attempt to turn a program into plain arcs.

    Parameters
    ----------
    theory
        The arcs in the order in which Prolog finds them, or None.
    reason
        Why there is no theory, in words; empty where there is one.
    """

    theory: Theory | None
    reason: str = ""


class SwiProgram:
    """A Prolog program that says how states lead to others, loaded into a module of its own.

    It does so by arc(Before, After, Cost), arc(Before, After), s(Before, After, Cost) or s(Before, After), as in
    Bratko's textbook; the first of these that it defines counts, and where no cost is said it is 1. The facts theory(Name), shape(Rows, Columns), blank(Symbol), symbols(List) and arc_name(Number, Name) are
    optional, as in a theory file.

    Parameters
    ----------
    text
        The program.
    source
        What error messages call it; files that it loads are looked for beside it.
    functor
        How its states are written, ``[]`` for lists, empty for single symbols; None for what the heads of its clauses
        show. Where they show nothing, states are lists, or single symbols if there is one cell.
    inference_limit
        The most inferences for one state, and for loading.

    Raises
    ------
    SwiUnavailable
        No pyswip, or no SWI-Prolog.
    InputError
        What Prolog reports as an error while it loads, with its place; no such predicate; states that are no vectors
        of atoms and whole numbers; a board that contradicts them.

    Attributes
    ----------
    predicate
        The one that counts, such as ``arc/3``.
    warnings
        What Prolog warns of, each with its place.
    """

    def __init__(
        self,
        text: str,
        source: str = "program",
        *,
        functor: str | None = None,
        inference_limit: int = INFERENCE_LIMIT,
    ) -> None:
        self._machine = machine()
        self.source = source
        self._limit = inference_limit
        number = next(_numbers)
        self._module = f"arcwise_program_{number}"
        self._id = f"{Path(source).absolute()}~{number}"
        try:
            notes, steps, forms, facts = self._load(text)
        except RequestError as failure:
            raise self._error(failure, f"{source} cannot be loaded") from None
        self.warnings: tuple[str, ...] = self._checked(notes)
        self.predicate: str = self._chosen(steps)
        self._forms = [(str(name), int(size)) for name, size in forms]
        self._read_facts(facts)
        single = SINGLE if self.shape == (1, 1) else EMPTY_LIST
        shown = self._forms[0][0] if self._forms else single
        self.functor: str = shown if functor is None else functor
        self.size: int | None = self._board_size()
        self._arcs: Sequence[Arc] | None = None

    @classmethod
    def read(cls, path: str | Path, *, inference_limit: int = INFERENCE_LIMIT) -> SwiProgram:
        """The program in a file.

        Raises
        ------
        SwiUnavailable, InputError
            As for the class; a file that cannot be read.
        """
        return cls(read_text(path), str(path), inference_limit=inference_limit)

    def _load(self, text: str) -> Any:
        _check_depth(text, self.source)
        # Not as a string: a program may declare its encoding, which Prolog allows for files only.
        with tempfile.TemporaryDirectory(prefix="arcwise-") as folder:
            file = Path(folder, "program.pl")
            write_text(file, text)
            names = f"{self._module},{quoted(self._id)},{quoted(str(file))}"
            return self._machine.ask(f"load({names},{self._limit})")

    def _checked(self, notes: Iterable[Sequence[Any]]) -> tuple[str, ...]:
        """Prolog's warnings; its first error is raised."""
        warnings = []
        states: list[InputError] = []
        for kind, file, line, column, message in notes:
            place = self._place(file, line, column)
            text = self._words(message)
            text = text.removeprefix(f"{place.source}:{line}:{column - 1}: ")
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
            else:
                warnings.append(f"{place}: {text}")
        if states:
            raise states[0]
        return tuple(warnings)

    def _place(self, file: str, line: int, column: int = 0) -> Place:
        """A place in the program's own file, or in one that it loads."""
        own = not file or file == self._id or not line
        return Place(self.source if own else file, line, column)

    def _words(self, message: str) -> str:
        """Prolog's words without the names that this program has in there."""
        return message.replace(self._id, self.source).replace(self._module + ":", "")

    def _chosen(self, steps: Sequence[str]) -> str:
        if not steps:
            raise InputError(
                f"no {STEPS[0]}", place=Place(self.source), expected=STEPS_EXPECTED, found="none"
            )
        if len(steps) > 1:
            others = " and ".join(steps[1:])
            self.warnings += (
                f"{self.source}: the moves are those of {steps[0]}; {others} passed over",
            )
        return steps[0]

    def _read_facts(self, facts: Iterable[Sequence[Any]]) -> None:
        known: dict[str, list[Any]] = {}
        names: dict[int, str] = {}
        for name, arguments in facts:
            if name == "arc_name":
                names.setdefault(*arguments)
            else:
                known.setdefault(name, arguments)
        self._names = names
        self.name: str = str(known.get("theory", [Path(self.source).stem])[0])
        shape = known.get("shape")
        self.shape: tuple[int, int] | None = (shape[0], shape[1]) if shape else None
        self.blank: Symbol | None = known.get("blank", [None])[0]
        symbols = known.get("symbols")
        self.symbols: tuple[Symbol, ...] | None = tuple(symbols[0]) if symbols else None

    def _board_size(self) -> int | None:
        sizes = {size for name, size in self._forms if name == self.functor and size >= 0}
        if self.shape is None:
            return sizes.pop() if len(sizes) == 1 else None
        rows, columns = self.shape
        if rows < 1 or columns < 1 or (sizes and rows * columns not in sizes):
            raise InputError(
                f"shape({rows},{columns}) does not fit the states of {self.predicate}",
                place=Place(self.source),
                expected="rows and columns of 1 or more, and as many cells as the states have",
                found=f"{rows * columns} cells; states of {', '.join(map(str, sorted(sizes)))}"
                if sizes
                else f"{rows}x{columns}",
            )
        return rows * columns

    def _error(self, failure: RequestError, what: str) -> InputError:
        """A failed request as an error that names the program and gives Prolog's words."""
        place = self._place(failure.file, failure.line)
        if failure.kind == "limit":
            return InputError(
                f"{what}: no end within {self._limit:,} inferences",
                place=place,
                remedy="look for a recursion without end, or raise the inference limit",
            )
        if failure.kind == "answers":
            return InputError(
                f"{what}: more than {ANSWER_LIMIT:,} answers",
                place=place,
                remedy="look for a move that can be made in infinitely many ways",
            )
        if failure.kind in ("halt", "aborted"):
            call = "halt" if failure.kind == "halt" else "abort"
            return InputError(f"{what}: the program calls {call}", place=place)
        return InputError(f"{what}: {self._words(failure.text)}", place=place)

    def successors(self, state: State) -> list[tuple[Arc, State]]:
        """Every (arc, successor) pair of a state, in the order in which Prolog finds them.

        The arcs are ground, one for each answer, and called ``arc``; a program made from a theory gives the
        theory's own arcs. An answer that Prolog gives twice is there twice.

        Raises
        ------
        InputError
            A state of the wrong size, an error or a runaway in the program, a successor that is no state.
        """
        return self.successors_of([state])[0]

    def successors_of(self, states: Sequence[State]) -> list[list[tuple[Arc, State]]]:
        """The successors of several states, asked for together; see `successors`."""
        for state in states:
            if len(state) != (self.size or len(state)):
                raise InputError(
                    "wrong number of cells",
                    place=Place(self.source),
                    expected=f"{self.size} symbols",
                    found=f"{len(state)} in {format_state(state)}",
                )
        step = self.predicate if self._arcs is None else "numbered_arc/3"
        terms = ",".join(prolog_state(self.functor, state) for state in states)
        request = f"successors({self._module},{step},{self._limit},{ANSWER_LIMIT},[{terms}])"
        try:
            replies = self._machine.ask(request)
        except RequestError as failure:
            what = f"{self.predicate} fails on {format_state(states[0])}"
            if len(states) > 1:
                what += f" or one of {len(states) - 1} others"
            raise self._error(failure, what) from None
        try:
            return [
                [self._pair(state, label, tuple(cells)) for label, *cells in rows]
                for state, rows in zip(states, replies, strict=True)
            ]
        except InputError as error:  # a cost below 0
            raise error.at(Place(self.source)) from None

    def _pair(self, state: State, label: float, successor: State) -> tuple[Arc, State]:
        if self._arcs is not None:
            return self._arcs[int(label)], successor
        return Arc("arc", state, successor, label), successor

    def unfold(self) -> Unfolding:
        """Turn the program into plain arcs by asking arc/3 (or what it has) once, with a variable in every cell.

        That is done only where it keeps the meaning: every clause that can be reached calls nothing but clauses
        of the program and relations such as append/3 and select/3, whose answers for one state are those for the
        most general state that fit it. Arithmetic is allowed: it raises an error where a cell is not known.
        """
        if len(self._forms) > 1 and len({form for form in self._forms if form[1] >= 0}) > 1:
            return Unfolding(None, f"the heads of {self.predicate} show states of several forms")
        if self.size is None:
            return Unfolding(
                None, "the size of a state is not known; a fact shape(Rows, Columns) gives it"
            )
        general = prolog_state(self.functor, tuple(Var(f"X{cell}") for cell in range(self.size)))
        limits = f"{self._limit},{ANSWER_LIMIT}"
        request = f"unfold({self._module},{self.predicate},{general},{limits})"
        try:
            kind, answer = self._machine.ask(request)
        except RequestError as failure:
            problem = self._error(
                failure, f"{self.predicate} fails on the most general state"
            ).problem
            return Unfolding(None, problem)
        if kind == "impure":
            return Unfolding(
                None,
                f"{self.predicate} uses {answer}, which may answer differently when cells are unknown",
            )
        if not answer:
            return Unfolding(None, f"{self.predicate} has no answer for the most general state")
        names = self._names if kind == "facts" else {}
        try:
            arcs = tuple(
                _pattern_arc(names.get(number, "arc"), *row)
                for number, row in enumerate(answer, start=1)
            )
            theory = Theory(
                self.name,
                arcs,
                self.shape or (1, self.size),
                self.blank,
                self.symbols,
                self.functor,
                predicate=self.predicate,
            )
        except InputError as error:
            return Unfolding(None, error.problem)
        return Unfolding(theory)

    def _use_arcs(self, arcs: Sequence[Arc]) -> None:
        """Answer with these arcs, which are the program's clauses in order."""
        numbered = self._machine.ask(f"number_arcs({self._module})")
        if numbered != len(arcs):
            raise ArcwiseError(f"{self.source}: {len(arcs)} arcs became {numbered} Prolog facts")
        self._arcs = arcs

    def close(self) -> None:
        """Forget the program in Prolog; it can answer no more questions."""
        self._machine.ask(f"unload({self._module})")


def _check_depth(text: str, source: str) -> None:
    """Refuse a text whose brackets are nested too deeply for Prolog's reader."""
    depth = 0
    for bracket in re.finditer(r"[(\[{)\]}]", text):
        depth = depth + 1 if bracket.group() in "([{" else max(0, depth - 1)
        if depth > DEEPEST:
            line = text.count("\n", 0, bracket.start()) + 1
            column = bracket.start() - text.rfind("\n", 0, bracket.start())
            raise InputError(
                "too many brackets within brackets",
                place=Place(source, line, column),
                expected=f"{DEEPEST:,} at most",
            )


def _pattern_arc(name: str, before: Iterable[Any], after: Iterable[Any], cost: float) -> Arc:
    was, becomes = canonical(tuple(map(_term, before)), tuple(map(_term, after)))
    return Arc(name, was, becomes, cost)


def _term(cell: Any) -> Term:
    return Var(cell["var"]) if isinstance(cell, dict) else cell


def theory_in_swi(theory: Theory, *, inference_limit: int = INFERENCE_LIMIT) -> SwiProgram:
    """A theory handed to Prolog: its successors are what Prolog finds, its arcs the theory's own.

    Raises
    ------
    SwiUnavailable
        No pyswip, or no SWI-Prolog.
    """
    program = SwiProgram(
        write_theory(theory), theory.name, functor=theory.functor, inference_limit=inference_limit
    )
    program._use_arcs(theory.arcs)
    return program
