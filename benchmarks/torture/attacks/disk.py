"""A disk that is full at any write: one message, no SIGBUS and no traceback, and the earlier file is whole."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..attack import Attack, Case
from ..full_disk import can_mount, largest_file, mount_small, unmount
from ..processes import Process, command
from ..runs import check_rows, experiment

EARLIER = b"what was there before\n"
CANNOT_BE_WRITTEN = 70
"""The exit code where a disk is full, whatever is written."""

PATTERNS = ("sliding-tile:3x3", "8 6 7 2 5 4 3 0 1", "1 2 3 4 5 6 7 8 0", "--heuristic")
PLAN = ("sliding-tile:2x3", "4 5 3 0 1 2", "1 2 3 4 5 0", "--algorithm", "breadth-first")
SMALL = ("pancake:4", "--macros", "none", "--random", "1", "--count", "5", "--algorithms", "a-star")


@dataclass(frozen=True)
class Writing:
    """A command that writes.

    Parameters
    ----------
    words
        Makes the command for the file or folder that it writes to.
    size
        Bytes of which an undisturbed one needs fewer.
    """

    name: str
    words: Callable[[Case, Path], tuple[str | Path, ...]]
    size: int


def _written(*words: str) -> Callable[[Case, Path], tuple[str | Path, ...]]:
    """A command over a finished run or an example, RUN and EXAMPLE."""

    def make(case: Case, target: Path) -> tuple[str | Path, ...]:
        known = {"TARGET": target}
        if "RUN" in words or "EXAMPLE" in words:
            made = _finished(case)
            known |= {"RUN": made / "run", "EXAMPLE": made / "example.json"}
        return tuple(known.get(word, word) for word in words)

    return make


FILES = (
    Writing("learn", _written("learn", "sliding-tile:2x3", "EXAMPLE", "-o", "TARGET"), 5000),
    Writing("export", _written("export", "RUN", "-o", "TARGET"), 20_000),
    Writing("report", _written("report", "RUN", "-o", "TARGET"), 400_000),
    Writing("problems", _written("problems", "pancake:5", "-o", "TARGET"), 5000),
    Writing("plan", _written("solve", *PLAN, "--plan", "TARGET"), 400),
    Writing("csv", _written("compare", *SMALL, "--csv", "TARGET"), 1500),
)
SUFFIX = {"learn": ".pl", "export": ".csv", "report": ".html", "problems": ".json", "csv": ".csv"}


def attack(case: Case) -> None:
    """Write a file, a run, a pattern database or what is printed."""
    small = case.rng.random() < 0.5 and can_mount()
    case.count("small disks", small)
    case.count("limits on files", not small)
    case.rng.choice((_file, _file, _run, _patterns, _output))(case, small)


def _finished(case: Case) -> Path:
    """A run, an example and the words that made them; made once."""
    made = case.folder.parent / "finished"
    if not made.exists():
        expected = experiment(case, 2)
        new = case.folder / "finished"
        new.mkdir()
        (new / "example.json").write_text('[["4 5 3 0 1 2", "5 1 3 4 2 0"]]')
        process = command((*expected.words, "--run", new / "run"), case.folder / "made")
        assert process.wait() == 0, process.said()
        new.rename(made)
    return made


def _size(case: Case, most: int) -> int:
    """How large files or the disk may be."""
    near = case.rng.choice((0, 1, 511, 4095, 4096, 4097, 8192, 32_768))
    return near if case.rng.random() < 0.3 else case.rng.randrange(most)


def _disk(case: Case, small: bool, size: int) -> tuple[Path, Callable[[], None]]:
    """A folder on a disk so small, or what a process does so that its files stay so small."""
    place = case.folder / "disk"
    if small:
        mount_small(place, size)
        return place, lambda: None
    place.mkdir()
    return place, largest_file(size)


def _file(case: Case, small: bool) -> None:
    """A file that takes the place of an earlier one."""
    writing = case.rng.choice(FILES)
    size = _size(case, writing.size)
    place, first = _disk(case, small, size)
    try:
        target = place / f"file{SUFFIX.get(writing.name, '.txt')}"
        target.write_bytes(EARLIER)
        process = command(writing.words(case, target), case.folder / "said", first, pipe=True)
        code = process.wait()
        case.count("files")
        what = f"{writing.name} at {size}"
        _judge(case, process, code, what)
        data = target.read_bytes() if target.exists() else b""
        if code and data != EARLIER:
            case.wrong("damaged", f"{what}: exit code {code}, {len(data)} bytes: {data[:60]!r}")
        if not code and (data == EARLIER or not data):
            case.wrong("silent", f"{what}: exit code 0, and nothing was written")
        if left := [file.name for file in place.iterdir() if file != target]:
            case.wrong("left behind", f"{what}: {left}")
    finally:
        if small:
            unmount(place)


def _run(case: Case, small: bool) -> None:
    """A run, that is gone on with where there is room."""
    expected = experiment(case, 2)
    size = _size(case, 300_000)
    place, first = _disk(case, small, size)
    try:
        words = (*expected.words, "--run", place / "run", "--resume")
        process = command(words, case.folder / "said", first, pipe=True)
        code = process.wait()
        case.count("runs")
        _judge(case, process, code, f"run at {size}")
        later = case.folder / "later"
        if (place / "run").exists():
            shutil.copytree(place / "run", later)
    finally:
        if small:
            unmount(place)
    process = command((*expected.words, "--run", later, "--resume"), case.folder / "again")
    if code := process.wait():
        case.wrong("damaged", f"run at {size}: later exit code {code}: {process.said()[-300:]}")
    else:
        check_rows(case, later, expected)


def _patterns(case: Case, small: bool) -> None:
    """A pattern database: not kept, but built all the same."""
    pattern = case.rng.choice(("patterns:4-4", "patterns:3-5", "patterns:2-6"))
    size = _size(case, 60_000)
    place, first = _disk(case, small, size)

    def cached() -> None:
        os.environ["XDG_CACHE_HOME"] = str(place)
        first()

    try:
        for step, prepare in (("built", cached), ("read", cached)):
            words = ("solve", *PATTERNS, pattern)
            process = command(words, case.folder / f"said-{step}", prepare, pipe=True)
            code = process.wait()
            said = process.said()
            case.count("pattern databases")
            if code or "31 moves" not in said:
                case.wrong("damaged", f"{step} at {size}: exit code {code}: {said[-300:]}")
            _judge(case, process, code, f"{pattern} at {size}")
            if left := list(place.rglob("*.part")):
                case.wrong("left behind", f"{left}")
    finally:
        if small:
            unmount(place)


def _output(case: Case, small: bool) -> None:
    """What is printed goes to the disk."""
    size = _size(case, 3000)
    place, first = _disk(case, small, size)
    try:
        target = place / "output"
        target.write_bytes(b"x" * (4096 if small else 0))
        words = case.rng.choice((("domains",), ("show", "cube:2"), ("solve", *PLAN, "--json")))

        def redirected() -> None:
            first()
            os.dup2(os.open(target, os.O_WRONLY | os.O_APPEND), 1)

        process = command(words, case.folder / "said", redirected, pipe=True)
        code = process.wait()
        case.count("outputs")
        _judge(case, process, code, f"{words[0]} > at {size}")
    finally:
        if small:
            unmount(place)


def _judge(case: Case, process: Process, code: int | None, what: str) -> None:
    """One message for a failure, and no other exit code than ours."""
    said = process.said()
    case.count("full", code != 0)
    if code not in (0, CANNOT_BE_WRITTEN):
        case.wrong("crashes", f"{what}: exit code {code}: {said[-300:]}")
    if "Traceback" in said or (code and said.count("arcwise: ") != 1):
        case.wrong("messages", f"{what}: {said[-400:]}")


DISK = Attack(
    name="disk",
    share=6,
    counted=(
        *("files", "runs", "pattern databases", "outputs", "full", "limits on files"),
        "small disks",
    ),
    wrong=(
        *("crashes", "messages", "damaged", "silent", "left behind"),
        *("lost", "doubled", "different"),
    ),
    attack=attack,
    asked=("full", 500),
)
