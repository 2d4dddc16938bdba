"""A small experiment that is run again and again, and what it has to come to."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from arcwise.experiments import keeping
from arcwise.experiments.execute.pool import InlinePool
from arcwise.experiments.row import Key
from arcwise.experiments.store import read_run
from arcwise.rules.errors import InputError

from .attack import Case
from .processes import command

Rows = dict[Key, tuple[Any, ...]]

BOARD = "sliding-tile:2x3"
VARIANTS = (
    ("--count", "6", "--beyond", "0", "--algorithms", "a-star,greedy"),
    ("--count", "5", "--beyond", "0", "--algorithms", "breadth-first,ida-star", "--jobs", "2"),
    ("--count", "3", "--beyond", "0", "--algorithms", "greedy"),
)
STEADY = ("status", "stopped_by", "moves", "cost", "expanded", "generated", "arcs", "path", "note")


@dataclass(frozen=True)
class Experiment:
    """A command that makes a run, what an undisturbed run holds, and how long that took, by workers and inline."""

    words: tuple[str, ...]
    rows: Rows
    files: dict[str, str]
    seconds: float
    seconds_inline: float


def rows_of(folder: Path) -> Rows:
    """The searches of a run, without what differs from one time to the next; none where there is no run yet."""
    try:
        run = read_run(folder)
    except InputError as error:
        if "no run in" in str(error) or "no such folder" in str(error):
            return {}
        raise
    return {
        (row.condition, row.configuration, row.problem): tuple(getattr(row, n) for n in STEADY)
        for row in run.searches
    }


def files_of(folder: Path) -> dict[str, str]:
    """The files that people read."""
    return {file.name: file.read_text() for file in sorted(folder.glob("*.pl"))}


_made: dict[int, Experiment] = {}


def experiment(case: Case, variant: int) -> Experiment:
    """The experiment of a number, run once undisturbed; it is the same in every process."""
    if variant not in _made:
        place = case.folder / f"undisturbed-{variant}"
        place.mkdir()
        kept = case.folder.parent / "macros.pl"  # outlives this case
        if not kept.exists():
            example = place / "example.json"
            example.write_text('[["4 5 3 0 1 2", "5 1 3 4 2 0"]]')
            _do(case, ("learn", BOARD, example, "-o", kept), place)
        more = VARIANTS[variant % len(VARIANTS)]
        words = ("compare", BOARD, "--macros", str(kept), "--random", str(variant), *more)
        seconds = _do(case, (*words, "--run", place / "run"), place)
        inline = _do(case, (*words, "--run", place / "inline"), place, search_inline)
        rows, files = rows_of(place / "run"), files_of(place / "run")
        assert rows and rows == rows_of(place / "inline")
        _made[variant] = Experiment(words, rows, files, seconds, inline)
    return _made[variant]


def _do(
    case: Case,
    words: tuple[str | Path, ...],
    place: Path,
    first: Callable[[], object] = lambda: None,
) -> float:
    """Run a command that must succeed; the seconds that it took."""
    began = monotonic()
    process = command(words, place / "output", first)
    assert process.wait() == 0, process.said()
    return monotonic() - began


def search_inline() -> None:
    """Let this process make the searches of runs itself, which is quicker to begin with than worker processes are."""
    keeping.LocalPool = lambda jobs: InlinePool()


def check_rows(case: Case, place: Path, expected: Experiment) -> None:
    """Whether a finished run holds what an undisturbed one does, each once."""
    found = rows_of(place)
    compare_rows(case, found, expected.rows)
    for key in expected.rows.keys() - found.keys():
        case.wrong("lost", f"{key} at the end")
    with sqlite3.connect(f"file:{place / 'run.sqlite'}?mode=ro", uri=True) as connection:
        keys = Counter(connection.execute("SELECT condition, configuration, problem FROM search"))
        claims = connection.execute("SELECT * FROM claim").fetchall()
        whole = connection.execute("PRAGMA integrity_check").fetchone()
    connection.close()
    for key, times in keys.items():
        if times > 1:
            case.wrong("doubled", f"{key}: {times} times")
    if claims or whole != ("ok",):
        case.wrong("different", f"claims left: {claims}; integrity: {whole}")
    if files_of(place) != expected.files:
        case.wrong("different", f"files {sorted(files_of(place))}")


def compare_rows(case: Case, found: Rows, expected: Rows) -> None:
    """Whether what is there is what has to be there."""
    for key, row in found.items():
        if row != expected.get(key):
            words = json.dumps([row, expected.get(key)], default=str)
            case.wrong("different", f"{key}: {words[:500]}")
