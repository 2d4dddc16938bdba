"""The process in which cases of one kind are made: what a case does to it, others do not feel."""

from __future__ import annotations

import json
import os
import shutil
import sys
import traceback
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic

from .attack import Case


def make_cases(
    suite: str,
    name: str,
    seed: int,
    first: int,
    end_number: int | None,
    seconds: float,
    folder: Path,
) -> None:
    """Make cases one after the other, and report each in a line of JSON; up to a number, or so many seconds long."""
    kind = import_module(f"{suite}.table").KINDS[name]
    said = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # the lines are ours
    end = monotonic() + seconds
    for number in count(first):
        if end_number is not None and number >= end_number:
            return
        place = folder / f"{name}-{number}"
        place.mkdir(parents=True)
        print(json.dumps({"begun": number}), file=said)
        case = Case(Random(f"{seed}:{name}:{number}"), place, number, end)
        try:
            kind.attack(case)
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            place_of = f"{Path(where.filename).name}:{where.lineno}"
            case.wrong("faults", f"{type(error).__name__} at {place_of}: {error}"[:600])
        done = {"done": number, "counts": dict(case.counts), "found": case.found}
        print(json.dumps(done), file=said)
        if not case.found:
            shutil.rmtree(place, ignore_errors=True)
        if case.late:
            return


if __name__ == "__main__":
    word = iter(sys.argv[1:])
    make_cases(
        next(word),
        next(word),
        int(next(word)),
        int(next(word)),
        int(end) if (end := next(word)) else None,
        float(next(word)),
        Path(next(word)),
    )
