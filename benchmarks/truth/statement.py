"""Holding what arcwise says against the truth, and making what was false as small as it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from time import monotonic
from typing import TypeVar

from torture.attack import Case

FALSE = "false statements"
"""The word for faults that every kind looks for."""

PATIENCE = 8
"""Seconds for making an input smaller."""

Asked = TypeVar("Asked")


def hold(
    case: Case,
    asked: Asked,
    false_of: Callable[[Asked, Case], Iterable[tuple[str, str]]],
    smaller: Callable[[Asked], Iterable[Asked]],
    written: Callable[[Asked], str],
) -> None:
    """Find what is false of an input, and tell each kind of it once, with a least input.

    Parameters
    ----------
    case
        Counts what was held against the truth, and is told what is false.
    asked
        The input, as plain data.
    false_of
        What is false of it: what kind of statement, and what exactly.
    smaller
        Inputs with one thing less.
    written
        An input in a few lines.
    """
    for label, what in dict(reversed(list(false_of(asked, case)))).items():
        least, what = _least(case, asked, label, what, false_of, smaller)
        text = written(least)
        (case.folder / "least.txt").write_text(f"{label}: {what}\n{text}\n", encoding="utf-8")
        indented = "".join(f"\n        {line}" for line in text.splitlines()[:40])
        case.wrong(FALSE, f"{label}: {what[:400]}{indented}")


def _least(
    case: Case,
    asked: Asked,
    label: str,
    what: str,
    false_of: Callable[[Asked, Case], Iterable[tuple[str, str]]],
    smaller: Callable[[Asked], Iterable[Asked]],
) -> tuple[Asked, str]:
    """The first smaller input of which the same is false, again and again."""
    end = monotonic() + PATIENCE
    place = case.folder / "smaller"
    place.mkdir(exist_ok=True)
    while True:
        for one in smaller(asked):
            if monotonic() > end:
                return asked, what
            found = dict(_tried(one, place, false_of))
            if label in found:
                asked, what = one, found[label]
                break
        else:
            return asked, what


def _tried(
    asked: Asked, place: Path, false_of: Callable[[Asked, Case], Iterable[tuple[str, str]]]
) -> list[tuple[str, str]]:
    try:
        return list(false_of(asked, Case(Random(0), place)))
    except Exception:  # a smaller input may be none
        return []
