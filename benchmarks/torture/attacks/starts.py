"""Four processes that begin the same run at the same instant: every search is made once, and each process succeeds."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

from arcwise.experiments.row import Row
from arcwise.experiments.store import RunFolder

from ..attack import Attack, Case
from ..processes import command
from ..runs import check_rows, experiment, search_inline

PROCESSES = 4
WITH_WORKERS = 10
"""Every so many starts the searches are made in worker processes, as they always are but here."""


def attack(case: Case) -> None:
    """Let them go all at once."""
    expected = experiment(case, 3 * case.rng.randrange(2) + 2)
    place, log = case.folder / "run", case.folder / "recorded"
    log.touch()
    reading, writing = os.pipe()
    inline = case.number % WITH_WORKERS != 0

    def first() -> None:
        os.close(writing)
        _log_rows(log)
        if inline:  # quicker to begin with
            search_inline()
        os.read(reading, 1)  # until the other end is closed

    words = (*expected.words, "--run", place, "--resume")
    processes = [
        command(words, case.folder / f"output-{number}", first) for number in range(PROCESSES)
    ]
    os.close(reading)
    os.close(writing)
    for process in processes:
        if code := process.wait():
            case.wrong("failed", f"exit code {code}: {process.said()[-500:]}")
    case.count("starts")
    case.count("with workers", not inline)
    check_rows(case, place, expected)
    made = Counter(log.read_text().splitlines())
    for key, times in made.items():
        if times > 1:
            case.wrong("doubled", f"{key} was made {times} times")
    case.count("searches", made.total())


def _log_rows(log: Path) -> None:
    """Write down in a file, in this process, which rows it makes."""
    record = RunFolder.record

    def recording(self: RunFolder, row: Row) -> bool:
        with log.open("a") as file:
            file.write(f"{row.condition} {row.configuration} {row.problem}\n")
        return record(self, row)

    RunFolder.record = recording


STARTS = Attack(
    name="starts",
    share=20,
    counted=("starts", "with workers", "searches"),
    wrong=("failed", "lost", "doubled", "different"),
    attack=attack,
    asked=("starts", 500),
    ends=True,
)
