"""Cells as people name them: by numbers from 1."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby


def cells_listed(cells: Iterable[int]) -> str:
    """Cells by their numbers, from 1, those that follow each other as ranges: ``1-4, 7``; a hyphen where there is none."""
    found = []
    for _, run in groupby(enumerate(sorted(cells)), key=lambda pair: pair[1] - pair[0]):
        numbers = [cell + 1 for _, cell in run]
        ends = f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 2 else ", ".join(map(str, numbers))
        found.append(ends)
    return ", ".join(found) or "-"
