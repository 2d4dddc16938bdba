"""Run folders that were altered: they are read or refused, and nothing outside them is opened."""

from __future__ import annotations

import io
import os
import resource
import shutil
import signal
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arcwise.explorer.cli.command_line import run

from ..alterations import alter
from ..attack import Attack, Case

BOARD = "sliding-tile:2x3"
THEORY = "blank(0). shape(1, 3).\narc([0,A,B], [A,0,B], 1). arc([A,0,B], [0,A,B], 1).\narc([A,0,B], [A,B,0], 1).\n"
EXAMPLES = '[["4 5 3 0 1 2", "5 1 3 4 2 0"], ["1 2 3 4 0 5", "1 2 3 4 5 0"]]'
LEVELS = "#####\n#@$.#\n#####\n"

COMMANDS = (
    ("compare", BOARD, "--macros", "macros.pl", "--random", "1", "--count", "2", "--beyond", "1"),
    ("compare", "theory.pl", "--macros", "none", "--random", "1", "--count", "1", "--beyond", "0", "--goal", "1 2 0"),
    ("survey", BOARD, "--count", "1", "--algorithms", "a-star,greedy"),
    ("survey", "sokoban:levels.txt", "--count", "1", "--algorithms", "a-star"),
    ("learn", BOARD, "examples.json", "-o", "learned.pl"),
    ("learn", "pancake:3", "--learner", "each-path", "--problems", "1", "-o", "learned.pl"),
    ("utility", BOARD, "--counts", "0,1", "--seeds", "1", "--problems", "1", "--algorithms", "greedy"),
    ("utility", BOARD, "--macros", "macros.pl", "--problems", "1", "--algorithms", "greedy"),
)  # fmt: skip
"""Each makes a run."""

SECRET = "the canary of a secret"
LIMIT = 60
"""Seconds that a command may take."""
MEMORY = 4 << 30
FOLDERS = 20
"""Altered runs in a case."""
ENDS = {0, 11, 12, 22, 23, 33}


@dataclass(frozen=True)
class Made:
    """A run that a command has made, in a folder of its own."""

    words: tuple[str, ...]
    folder: Path


class Hang(Exception):  # noqa: N818 - what it is
    """A command that takes too long."""


class Watch:
    """Notices what this process opens of a folder that is none of its business."""

    def __init__(self) -> None:
        self.outside: str | None = None
        self.seen: list[str] = []
        sys.addaudithook(self._look)

    def _look(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.outside is None or event not in ("open", "sqlite3.connect", "os.listdir"):
            return
        path = arguments[0]
        if isinstance(path, bytes | str) and os.path.realpath(os.fsdecode(path)).startswith(
            self.outside
        ):
            self.seen.append(f"{event} {os.fsdecode(path)}")


_made: dict[int, Made] = {}
_watch: list[Watch] = []


def attack(case: Case) -> None:
    """Alter runs of one command, and give them to all that reads runs."""
    if not _watch:
        _watch.append(Watch())
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGALRM, _ring)
    made = _run(case, case.number % len(COMMANDS))
    outside = case.folder / "outside"
    outside.mkdir()
    for name in ("secret.pl", "secret.txt", "secret.psvn", "secret.pddl", "secret.sqlite"):
        (outside / name).write_text(f"% {SECRET}\n{THEORY}", encoding="utf-8")
    before = _state(outside)
    for number in range(FOLDERS):
        place = case.folder / str(number)
        shutil.copytree(made.folder, place, symlinks=True)
        altered = alter(case.rng, place / "run", outside)
        case.count("folders")
        _watch[0].outside, _watch[0].seen = str(outside), []
        words = [
            ["report", "run", "-o", "page.html"],
            ["export", "run", "-o", "rows.csv"],
            *([["export", "run", "--format", "properties"]] if number % 2 else []),
            *([[*made.words, "--run", "run", "--resume"]] if number % 3 == 0 else []),
        ]
        faults = [fault for one in words if (fault := _call(case, one, place))]
        _watch[0].outside = None
        faults += [f"opened: {seen}" for seen in _watch[0].seen[:3]]
        if _state(outside) != before:
            faults.append("files outside were changed")
        for file in ("page.html", "rows.csv"):
            if (place / file).is_file() and SECRET in (place / file).read_text(errors="replace"):
                faults.append(f"the secret is in {file}")
        for fault in faults:
            case.wrong(
                "opened" if fault.startswith("opened") else "faults", f"{altered}: {fault}"[:700]
            )
        if not faults:
            shutil.rmtree(place, ignore_errors=True)
        if case.late:
            return


def _run(case: Case, number: int) -> Made:
    """The run of a command, made once in this process."""
    if number not in _made:
        place = case.folder.parent / f"made-{number}"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        (place / "theory.pl").write_text(THEORY, encoding="utf-8")
        (place / "examples.json").write_text(EXAMPLES, encoding="utf-8")
        (place / "levels.txt").write_text(LEVELS, encoding="utf-8")
        for words in (("learn", BOARD, "examples.json", "-o", "macros.pl"), COMMANDS[number]):
            kept = () if words[-1] == "macros.pl" else ("--run", "run")
            if fault := _call(case, [*words, *kept], place, {0, 12}):
                raise AssertionError(f"{words}: {fault}")
        _made[number] = Made(COMMANDS[number], place)
    return _made[number]


def _call(case: Case, words: list[str], place: Path, ends: set[int] = ENDS) -> str | None:
    """What is wrong with how a command ends, or None."""
    said, before = io.TextIOWrapper(io.BytesIO(), "utf-8", "surrogateescape"), Path.cwd()
    case.count("commands")
    os.chdir(place)
    signal.alarm(LIMIT)
    try:
        with redirect_stdout(said), redirect_stderr(said):
            code = run(words)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        return f"{words[0]}: {type(error).__name__} in {Path(where.filename).name}:{where.lineno}: {error}"
    finally:
        signal.alarm(0)
        os.chdir(before)
    said.seek(0)
    text = said.read()
    case.count("refused" if code == 33 else "read")
    if code not in ends:
        return f"{words[0]}: exit code {code}: {text[:300]}"
    if "\x1b" in text or "\x07" in text or SECRET in text:
        return f"{words[0]}: says what it should not: {text[:300]!r}"
    return None


def _ring(*_: object) -> None:
    raise Hang(f"more than {LIMIT} s")


def _state(folder: Path) -> list[tuple[str, int, bytes]]:
    return [
        (file.name, file.stat().st_mode, file.read_bytes()) for file in sorted(folder.iterdir())
    ]


ALTERED = Attack(
    name="altered",
    share=4,
    counted=("folders", "commands", "read", "refused"),
    wrong=("opened",),
    attack=attack,
    asked=("folders", 1000),
    patience=600,
)
