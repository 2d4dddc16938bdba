"""Making attacks of all kinds: sharing out the time, one line for each."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from .attack import Attack

ALWAYS_WRONG = ("faults", "deaths", "hangs")
"""What can be wrong with every kind: an exception, a process that died, a case that takes too long."""

MOMENT = 2.0
"""Seconds that each kind gets at least, however long the others took to begin."""

MOST_FOUND = 20
"""Things wrong with a kind, after which no more are looked for."""


@dataclass
class Tally:
    """How the cases of a kind ended."""

    kind: Attack
    counts: Counter[str] = field(default_factory=Counter)
    found: list[tuple[int, str, str]] = field(default_factory=list)
    cases: int = 0
    seconds: float = 0

    @property
    def reached(self) -> bool:
        """Whether it was done as often as asked."""
        what, times = self.kind.asked
        return self.counts[what] >= times

    @property
    def enough(self) -> bool:
        """Whether nothing more need be tried."""
        return (self.kind.ends and self.reached) or len(self.found) >= MOST_FOUND

    def line(self) -> str:
        """What was done, and how often something was wrong."""
        wrong = Counter(kind for _, kind, _ in self.found)
        what, times = self.kind.asked
        done = ", ".join(
            f"{self.counts[name]:,} {name}" + f" ({times:,} asked)" * (name == what)
            for name in self.kind.counted
        )
        bad = ", ".join(f"{wrong[name]} {name}" for name in (*self.kind.wrong, *ALWAYS_WRONG))
        return f"{self.kind.name:11} {done}: {bad} ({self.seconds / 60:.1f} min)"


@dataclass(frozen=True)
class Suite:
    """What is made, how, and how long.

    Parameters
    ----------
    name
        The package beside this one whose table has the kinds, and the target of ``make`` that makes them.
    minutes
        For all kinds together.
    seed
        All that is random follows from it, the kind and the number of the case.
    folder
        Where what fails is kept.
    first, most
        The number of the first case, and how many are made; None for as many as there is time for.
    """

    name: str
    minutes: float
    seed: int
    folder: Path
    first: int = 0
    most: int | None = None


def make_all(kinds: Sequence[Attack], suite: Suite) -> int:
    """Make cases of the kinds, and print a line for each; the number of those in which something was wrong."""
    seed, folder, most = suite.seed, suite.folder, suite.most
    print(f"seed {seed}; what fails is kept in {folder}", flush=True)
    bad = 0
    wrong: Counter[str] = Counter()
    end = monotonic() + suite.minutes * 60
    for place, kind in enumerate(kinds):
        if why := kind.missing():
            print(f"{kind.name:11} not run: {why}", flush=True)
            continue
        share = kind.share / sum(other.share for other in kinds[place:])
        tally = Tally(kind)
        try:
            _attack(tally, max(MOMENT, (end - monotonic()) * share), suite)
        except KeyboardInterrupt:
            _tell(tally, suite)
            print("interrupted", flush=True)
            return bad + bool(tally.found)
        _tell(tally, suite)
        wrong.update(dict.fromkeys((*kind.wrong, *ALWAYS_WRONG), 0))
        wrong.update(sort for _, sort, _ in tally.found)
        if most is None and not tally.reached:
            what, times = kind.asked
            print(f"    fewer than asked: {tally.counts[what]:,} of {times:,} {what}", flush=True)
        bad += bool(tally.found)
    if len(kinds) > 1:
        print(
            "in all: " + ", ".join(f"{times} {name}" for name, times in wrong.items()), flush=True
        )
    return bad


def _tell(tally: Tally, suite: Suite) -> None:
    _progress("")
    print(tally.line(), flush=True)
    first = {(number, kind): what for number, kind, what in reversed(tally.found)}
    for (number, kind), what in sorted(first.items()):
        again = f"make {suite.name} SEED={suite.seed} KINDS={tally.kind.name} CASE={number}"
        if tally.kind.lasting and number > suite.first:
            again += f" (or, with what came before, CASE={suite.first}-{number})"
        print(f"    {kind}: {what}\n    again: {again}", flush=True)


def _attack(tally: Tally, seconds: float, suite: Suite) -> None:
    """Make cases, in a new process whenever one died."""
    began = monotonic()
    number = suite.first
    end = None if suite.most is None else suite.first + suite.most
    try:
        while (left := seconds - (monotonic() - began)) > 0 or not tally.cases:
            number = _make_cases(tally, suite, number, end, left)
            if tally.enough or (end is not None and number >= end):
                return
    finally:
        tally.seconds = monotonic() - began


def _make_cases(tally: Tally, suite: Suite, number: int, end: int | None, seconds: float) -> int:
    """Read what a process says of its cases; the number of the next one."""
    words = [suite.name, tally.kind.name, *map(str, (suite.seed, number, end or "", seconds))]
    process = subprocess.Popen(
        [sys.executable, "-m", "torture.inside", *words, str(suite.folder)],
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
    )
    assert process.stdout is not None
    begun = None
    unread = b""
    try:
        while True:
            ready, _, _ = select.select([process.stdout], [], [], tally.kind.patience)
            if not ready:
                tally.found.append((number, "hangs", f"more than {tally.kind.patience:g} s"))
                return number + 1
            data = os.read(process.stdout.fileno(), 1 << 16)
            if not data:
                code = process.wait()
                if code or begun is not None:
                    tally.found.append((number, "deaths", f"exit code {code}"))
                    number += 1
                return number
            *lines, unread = (unread + data).split(b"\n")
            for line in lines:
                said = json.loads(line)
                begun = said.get("begun")
                if begun is None:
                    number = said["done"]
                    tally.cases += 1
                    tally.counts.update(said["counts"])
                    tally.found += [(number, *one) for one in said["found"]]
                    number += 1
                    _progress(tally.line())
            if tally.enough:
                return number
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()


def _progress(line: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line[:150]}", end="", file=sys.stderr, flush=True)
