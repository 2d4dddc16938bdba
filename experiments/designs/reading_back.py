"""Learned files read back and used on their own input, before they are announced: what arcwise writes, it reads."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any, TypeVar

from ...ebl.files.macro_file import load_library
from ...ebl.learner import TrainingProblem, TrainingRecord
from ...ebl.library import MacroLibrary
from ...ebl.rule import Library
from ...rules.errors import ArcwiseError, FaultError, InputError, on_one_line
from ...rules.text.text_file import check_writable, read_text
from ...search.algorithms import ALGORITHMS, Algorithm
from ...search.limits import Budget, LimitReached, Limits
from ...search.result import Result
from ..board import BoardSource
from ..board_question import BoardQuestion

LOG = logging.getLogger("arcwise")

PATIENCE = 10.0
"""Seconds after which a file that is not yet read back is left unread, with a note."""

EFFORT = Limits(time=2, nodes=2_000)
"""Limits of each search with what was read."""

MOST_PROBLEMS = 3
"""Training problems that a file is used on."""

Read = TypeVar("Read")


def read_back(
    path: str | Path, read: Callable[[], Read], *uses: Callable[[Read], str | None]
) -> None:
    """Read a file that was just written, and use it.

    Parameters
    ----------
    path
        The file.
    read
        Reads it.
    uses
        Each uses what was read, and returns what is wrong with it, or None.

    Raises
    ------
    FaultError
        A file that cannot be read, or that does not do what it was written for.
    """
    budget = Budget(Limits(time=PATIENCE))
    try:
        with budget:
            found = read()
            for use in uses:
                if wrong := use(found):
                    raise _fault(path, wrong)
    except LimitReached as end:
        if end.budget is not budget:
            raise
        LOG.info(f"{on_one_line(str(path))} was not read back to its end within {PATIENCE:g} s")
    except FaultError:
        raise
    except ArcwiseError as error:
        if error.limit is None:
            raise _fault(path, str(error)) from error
    except Exception as error:  # whatever it is, the file cannot be used
        raise _fault(path, f"{type(error).__name__}: {error}") from error


def _fault(path: str | Path, found: str) -> FaultError:
    """The error of a file that cannot be used."""
    name = on_one_line(str(path))
    return FaultError(
        f"{name} was written, and cannot be used: this is a fault of arcwise\n"
        f"  found:    {found}\n"
        "  try:      a report of this fault with the input; another learner"
    )


def read_back_macros(
    library: MacroLibrary,
    path: str | Path,
    board: BoardSource,
    records: Iterable[TrainingRecord] = (),
    *,
    climbs: bool = False,
) -> None:
    """Read a macro file back, and search training problems with it as with the macros in memory.

    Parameters
    ----------
    library
        Macros that were written.
    board
        The domain that they were learned for.
    records
        The training problems.
    climbs
        Whether the macros are meant for climbing; else they go in front of the moves. A policy is followed.

    Raises
    ------
    FaultError
        As for `read_back`.
    """
    from ...ebl.files.macro_file import library_text, load_macros

    def differs(found: MacroLibrary) -> str | None:
        texts = (library_text(one).splitlines() for one in (library, found))
        return next(
            (
                f"{became!r:.200}, where {was!r:.200} was written"
                for was, became in zip_longest(*texts)
                if was != became
            ),
            None,
        )

    climbs = climbs or library.policy is not None
    row = ALGORITHMS["climb" if climbs else "greedy"]

    def fails(found: MacroLibrary) -> str | None:
        for problem in islice(_solved(records), MOST_PROBLEMS):
            was, became = (_searched(board, problem, one, row) for one in (library, found))
            if "time" in (was.limit, became.limit):
                continue
            if (was.status, was.move_names) != (became.status, became.move_names):
                return (
                    f"{problem.origin}: {became.summary()}\n"
                    f"  expected: as with the macros in memory, {was.summary()}"
                )
        return None

    read_back(path, lambda: load_macros(path, board.domain, board.shape), differs, fails)


def _solved(records: Iterable[TrainingRecord]) -> Iterator[TrainingProblem]:
    """The training problems that were solved, those first that taught something."""
    solved = [one for one in records if one.outcome.solved]
    yield from (one.problem for one in sorted(solved, key=lambda one: not one.learned))


def _searched(
    board: BoardSource, problem: TrainingProblem, library: MacroLibrary, row: Algorithm
) -> Result:
    """A short search of a training problem with macros."""
    rules = problem.domain or board.domain
    board = replace(board, domain=rules, shape=problem.shape)
    states = () if rules.lifted else (problem.start, problem.goal)
    return (
        BoardQuestion(board, board.lifted(*states), library)
        .ready(row)
        .search_by(row, limits=EFFORT)
    )


def save_rules_and_read_back(
    library: Library[Any], path: str | Path, read: Callable[[], Library[Any]] | None = None
) -> None:
    """Write rules to a file, read them back, and use them on their examples.

    Parameters
    ----------
    library, path
        The rules, and the file.
    read
        Reads the file; by default for what the rules are of.

    Raises
    ------
    InputError
        A place that cannot be written to.
    FaultError
        As for `read_back`.
    """

    def differs(found: Library[Any]) -> str | None:
        return None if found.text(path) == read_text(path) else "other rules than were written"

    def fails(found: Library[Any]) -> str | None:
        return found.fault(EFFORT, MOST_PROBLEMS)

    library.save(path)
    read_back(path, read or (lambda: load_library(path, library.home)), differs, fails)


def check_rule_file(path: str | Path) -> None:
    """Raise InputError for a file in which rules cannot be kept."""
    if Path(path).suffix.lower() != ".pl":
        raise InputError(
            "rules are kept in a Prolog file", expected="FILE.pl", found=on_one_line(str(path))
        )
    check_writable(path)
