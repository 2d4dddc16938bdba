"""Theories that only Prolog can run: SWI-Prolog through pyswip, an optional extra.

pyswip and SWI-Prolog's library are loaded when the first program is, never by an import of this module.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import metadata
from itertools import count
from pathlib import Path
from shutil import which
from typing import Any

from .arc import Arc
from .errors import ArcwiseError, InputError, Place
from .state_text import format_state
from .swipl import prolog_state, quoted
from .term import State, Symbol, Term, Var, canonical
from .text_file import read_text, write_text
from .theory import Theory
from .theory_file import write_theory

INFERENCE_LIMIT = 10_000_000
"""Inferences for one state or one load: Ctrl-C cannot interrupt Prolog, so that every question has an end."""

ANSWER_LIMIT = 100_000
"""Answers for one state."""

PROBE_TIMEOUT = 30
"""Seconds that the status check gives SWI-Prolog to start."""

BRIDGE = Path(__file__).with_name("swi_bridge.pl")


class SwiUnavailable(ArcwiseError):  # noqa: N818 - the name says what is the matter
    """SWI-Prolog cannot be used from Python here; the message says what to install."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"SWI-Prolog is not available: {reason}\n"
            '  try:      pip install "arcwise[prolog]", and install SWI-Prolog itself '
            "(Debian and Ubuntu: apt install swi-prolog-nox; others: https://www.swi-prolog.org)"
        )


class _RequestError(Exception):
    """A reply that is not an answer: the kind of failure and Prolog's words."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(kind, text)
        self.kind = kind
        self.text = text


class _Bridge:
    """The one Prolog machine of this process. Prolog cannot nest queries, so that one thread asks at a time."""

    def __init__(self) -> None:
        try:
            from pyswip.core import _lib
            from pyswip.prolog import Prolog, PrologError
        except Exception as error:  # without libswipl pyswip raises its own error, not ImportError
            raise SwiUnavailable(str(error) or type(error).__name__) from None
        self._prolog = Prolog
        self._error = PrologError
        self._leave_thread = _lib.PL_thread_destroy_engine
        self._owner = threading.current_thread()
        self._lock = threading.Lock()
        self._query(f"use_module({quoted(str(BRIDGE))})")

    def _query(self, goal: str) -> dict[str, Any]:
        # A query is run to its end at once: one left open crashes the interpreter at exit.
        try:
            answers: list[dict[str, Any]] = list(self._prolog.query(goal, maxresult=1))
        except (
            self._error
        ) as error:  # abort/0 is the one exception that Prolog's catch lets through
            raise _RequestError("aborted", str(error)) from None
        if not answers:
            raise ArcwiseError(f"SWI-Prolog refused {goal[:200]}")
        return answers[0]

    def ask(self, request: str) -> Any:
        """The reply to a request of swi_bridge.pl.

        Raises
        ------
        _RequestError
            Prolog's own error, or a limit.
        """
        with self._lock:
            try:
                answer = self._query(f"arcwise_bridge:answer({quoted(request)}, Status, Reply)")
            finally:
                if threading.current_thread() is not self._owner:
                    self._leave_thread()  # or Prolog cannot shut down with the process
        reply = json.loads(answer["Reply"])
        if answer["Status"] != "ok":
            raise _RequestError(*reply)
        return reply


_bridge: _Bridge | None = None
_bridge_lock = threading.Lock()
_numbers = count(1)


def _machine() -> _Bridge:
    global _bridge
    with _bridge_lock:
        if _bridge is None:
            _bridge = _Bridge()
        return _bridge


def swi_version() -> str | None:
    """The version of SWI-Prolog that Python uses, such as ``9.0.4``, or None where it cannot be used."""
    try:
        return ".".join(map(str, _machine().ask("version")))
    except SwiUnavailable:
        return None


@dataclass(frozen=True, slots=True)
class SwiStatus:
    """What there is of SWI-Prolog on this machine.

    Parameters
    ----------
    pyswip
        The version of the Python package, or None.
    library
        The version of the SWI-Prolog library that pyswip loads, or None.
    executable
        Where the program ``swipl`` is, or None.
    problem
        Why the library cannot be used; empty where it can.
    """

    pyswip: str | None
    library: str | None
    executable: str | None
    problem: str = ""


def swi_status() -> SwiStatus:
    """What is installed. Never raises: the library is tried in a process of its own, which may die."""
    executable = which("swipl")
    try:
        pyswip = metadata.version("pyswip")
    except metadata.PackageNotFoundError:
        return SwiStatus(None, None, executable, "the Python package pyswip is not installed")
    script = (
        "from pyswip import Prolog\n"
        "goal = 'current_prolog_flag(version, V)'\n"
        "print(list(Prolog.query(goal, maxresult=1))[0]['V'])\n"
    )
    try:
        probe = subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            timeout=PROBE_TIMEOUT,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return SwiStatus(pyswip, None, executable, str(error))
    words = probe.stdout.split()
    if probe.returncode or not words or not words[-1].isdigit():
        lines = probe.stderr.strip().splitlines() or [f"exit code {probe.returncode}"]
        return SwiStatus(pyswip, None, executable, lines[-1])
    number = int(words[-1])
    version = f"{number // 10000}.{number // 100 % 100}.{number % 100}"
    return SwiStatus(pyswip, version, executable)


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
    """A Prolog program that defines arc/3, loaded into a module of its own.

    The facts theory(Name), shape(Rows, Columns), blank(Symbol), symbols(List) and arc_name(Number, Name) are
    optional, as in a theory file.

    Parameters
    ----------
    text
        The program.
    source
        What error messages call it; files that it loads are looked for beside it.
    functor
        How its states are written, ``[]`` for lists; None for what the heads of arc/3 show, lists if nothing.
    inference_limit
        The most inferences for one state, and for loading.

    Raises
    ------
    SwiUnavailable
        No pyswip, or no SWI-Prolog.
    InputError
        What Prolog reports as an error while it loads, with its place; no arc/3; a board that contradicts it.
    """

    def __init__(
        self,
        text: str,
        source: str = "program",
        *,
        functor: str | None = None,
        inference_limit: int = INFERENCE_LIMIT,
    ) -> None:
        self._machine = _machine()
        self.source = source
        self._limit = inference_limit
        number = next(_numbers)
        self._module = f"arcwise_program_{number}"
        self._id = f"{Path(source).absolute()}~{number}"
        try:
            notes, forms, facts = self._load(text)
        except _RequestError as failure:
            raise self._error(failure, f"{source} cannot be loaded") from None
        self.warnings: tuple[str, ...] = self._checked(notes)
        self._forms = [(str(name), int(size)) for name, size in forms]
        self._read_facts(facts)
        self.functor: str = functor or (self._forms[0][0] if self._forms else "[]")
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
        # Not as a string: a program may declare its encoding, which Prolog allows for files only.
        with tempfile.TemporaryDirectory(prefix="arcwise-") as folder:
            file = Path(folder, "program.pl")
            write_text(file, text)
            names = f"{self._module},{quoted(self._id)},{quoted(str(file))}"
            return self._machine.ask(f"load({names},{self._limit})")

    def _checked(self, notes: Iterable[Sequence[Any]]) -> tuple[str, ...]:
        """Prolog's warnings; its first error is raised."""
        warnings = []
        for kind, line, column, message in notes:
            place = Place(self.source, line, column)
            text = message.replace(self._id, self.source).replace(self._module + ":", "")
            text = text.removeprefix(f"{self.source}:{line}:{column - 1}: ")
            if kind == "error":
                raise InputError(f"SWI-Prolog: {text}", place=place)
            warnings.append(f"{place}: {text}")
        return tuple(warnings)

    def _read_facts(self, facts: Iterable[Sequence[Any]]) -> None:
        known: dict[str, list[Any]] = {}
        names: dict[int, str] = {}
        for name, arguments in facts:
            if name == "arc_name":
                names.setdefault(*arguments)
            else:
                known.setdefault(name, arguments)
        if "arc" not in known:
            raise InputError(
                "no arc/3",
                place=Place(self.source),
                expected="clauses of arc(Before, After, Cost)",
                found="none",
            )
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
                f"shape({rows},{columns}) does not fit the states of arc/3",
                place=Place(self.source),
                expected="rows and columns of 1 or more, and as many cells as the states have",
                found=f"{rows * columns} cells; states of {', '.join(map(str, sorted(sizes)))}"
                if sizes
                else f"{rows}x{columns}",
            )
        return rows * columns

    def _error(self, failure: _RequestError, what: str) -> InputError:
        """A failed request as an error that names the program and gives Prolog's words."""
        place = Place(self.source)
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
                remedy="look for an arc that can be taken in infinitely many ways",
            )
        if failure.kind in ("halt", "aborted"):
            call = "halt" if failure.kind == "halt" else "abort"
            return InputError(f"{what}: the program calls {call}", place=place)
        text = failure.text.replace(self._id, self.source).replace(self._module + ":", "")
        return InputError(f"{what}: {text}", place=place)

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
        predicate = "arc" if self._arcs is None else "numbered_arc"
        terms = ",".join(prolog_state(self.functor, state) for state in states)
        request = f"successors({self._module},{predicate},{self._limit},{ANSWER_LIMIT},[{terms}])"
        try:
            replies = self._machine.ask(request)
        except _RequestError as failure:
            what = f"arc/3 fails on {format_state(states[0])}"
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
        """Turn the program into plain arcs by asking arc/3 once, with a variable in every cell.

        That is done only where it keeps the meaning: every clause that arc/3 can reach calls nothing but clauses
        of the program and relations such as append/3 and select/3, whose answers for one state are those for the
        most general state that fit it. Arithmetic is allowed: it raises an error where a cell is not known.
        """
        if len(self._forms) > 1 and len({form for form in self._forms if form[1] >= 0}) > 1:
            return Unfolding(None, "the heads of arc/3 show states of several forms")
        if self.size is None:
            return Unfolding(
                None, "the size of a state is not known; a fact shape(Rows, Columns) gives it"
            )
        general = prolog_state(self.functor, tuple(Var(f"X{cell}") for cell in range(self.size)))
        request = f"unfold({self._module},{general},{self._limit},{ANSWER_LIMIT})"
        try:
            kind, answer = self._machine.ask(request)
        except _RequestError as failure:
            problem = self._error(failure, "arc/3 fails on the most general state").problem
            return Unfolding(None, problem)
        if kind == "impure":
            return Unfolding(
                None, f"arc/3 uses {answer}, which may answer differently when cells are unknown"
            )
        if not answer:
            return Unfolding(None, "arc/3 has no answer for the most general state")
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
