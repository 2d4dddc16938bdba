"""``kill -9`` at random moments of a run, its beginning included, and ``--resume``: no result is lost or made twice."""

from __future__ import annotations

import signal

from ..attack import Attack, Case
from ..processes import command
from ..runs import check_rows, compare_rows, experiment, rows_of, search_inline

MOST_LIVES = 30
WITH_WORKERS = 3
"""In every so many runs the searches are made in worker processes, as they always are but here."""

BEGINNING = 0.08
"""Seconds in which a run is created, roughly."""


def attack(case: Case) -> None:
    """Kill a run and go on with it until it is done."""
    expected = experiment(case, case.rng.randrange(3))
    workers = case.number % WITH_WORKERS == 0
    first = (lambda: None) if workers else search_inline
    seconds = expected.seconds if workers else expected.seconds_inline
    place = case.folder / "run"
    known = rows_of(place)
    case.count("runs")
    case.count("with workers", workers)
    for life in range(MOST_LIVES):
        resume = () if life == 0 and case.rng.random() < 0.3 else ("--resume",)
        words = (*expected.words, "--run", place, *resume)
        early = not known and case.rng.random() < 0.5
        delay = case.rng.uniform(0, BEGINNING if early else 0.8 * seconds)
        delay = None if case.late else delay
        process = command(words, case.folder / "output", first)
        code = process.wait(delay)
        if code is None:
            process.kill(group=case.rng.random() < 0.5)
            code = process.wait()
            process.kill()  # what it had begun
        if code == -signal.SIGKILL:
            case.count("kills")
            case.count("before any row", not known)
        elif code:
            case.wrong("refused", f"exit code {code}: {process.said()[-500:]}")
            return
        found = rows_of(place)
        for key in known.keys() - found.keys():
            case.wrong("lost", f"{key} after a kill")
        compare_rows(case, found, expected.rows)
        known = found
        if code == 0:
            break
    else:
        process = command((*expected.words, "--run", place, "--resume"), case.folder / "output")
        if code := process.wait():
            case.wrong("refused", f"exit code {code}: {process.said()[-500:]}")
            return
    check_rows(case, place, expected)
    ours = {"run.sqlite", "run.sqlite-wal", "run.sqlite-shm", *expected.files}
    if left := sorted({file.name for file in place.iterdir()} - ours):
        case.wrong("left behind", ", ".join(left))


KILLS = Attack(
    name="kills",
    share=20,
    counted=("kills", "before any row", "runs", "with workers"),
    wrong=("lost", "doubled", "different", "refused", "left behind"),
    attack=attack,
    asked=("kills", 1000),
    ends=True,
)
