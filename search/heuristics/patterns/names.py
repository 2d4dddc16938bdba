"""Patterns by name: partitions, and lists of cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import perm
from typing import TypeAlias

from ....rules.domains.table import domain_of
from ....rules.errors import InputError
from ....rules.term import Symbol
from ....rules.theory import Theory
from .abstract_space import AbstractSpace, shared_symbols

Sums: TypeAlias = Sequence[Sequence[AbstractSpace]]
"""What is added up, of which the most counts."""

PARTITIONS: dict[tuple[int, int], dict[str, tuple[tuple[int, ...], ...]]] = {
    (4, 4): {
        "5-5-5": ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10), (11, 12, 13, 14, 15)),
        "6-6-3": ((1, 5, 6, 9, 10, 13), (7, 8, 11, 12, 14, 15), (2, 3, 4)),
        "7-8": ((1, 4, 5, 8, 9, 12, 13), (2, 3, 6, 7, 10, 11, 14, 15)),
    },
    (5, 5): {
        "6-6-6-6": (
            (1, 2, 5, 6, 7, 12),
            (3, 4, 8, 9, 13, 14),
            (10, 11, 15, 16, 20, 21),
            (17, 18, 19, 22, 23, 24),
        ),
    },
}
"""Partitions by board and name, the default first: rows of five do better than 6-6-3, in a seventh of its memory.

A number is the goal cell, counted from 0, of a tile; see `partition`.
"""


MOST_PLACEMENTS = 1 << 25
"""Ways to place the tiles of a pattern that nobody named: a byte each."""

CELLS = re.compile(r"\d+(\.\.\d+)?(,\d+(\.\.\d+)?)*(:\d+)?")
"""A list of cells, counted from 1, such as ``1,3,7..9``; behind a colon how many abstract states have one entry."""

PARTITION = re.compile(r"([\d-]*-[\d-]*)(:\d+)?")
"""Lengths of patterns, such as ``7-8``, and the same for all of them."""


def named_patterns(whole: AbstractSpace, name: str) -> Sums:
    """The patterns that a name stands for.

    Parameters
    ----------
    whole
        The space of all parts that a pattern can have.
    name
        A partition, such as ``7-8``: see `partition`. Or lists of cells, counted from 1: ``1,2,3`` is one pattern,
        ``1..3+4,5`` are two that count their own costs and are added up, ``1..3/2..4`` two of which the larger entry
        counts. Where patterns are sets of symbols, those are meant that stand in these cells in the goal. A number behind
        a colon, as in ``7-8:4`` or ``1..3:2+4,5``, compresses: so many abstract states have one entry.

    Raises
    ------
    InputError
        A name that is none of these.
    """
    if PARTITION.fullmatch(name):
        lengths, compression = _compression(name)
        sums = [tuple((parts, compression) for parts in partition(whole, lengths))]
    elif all(CELLS.fullmatch(part) for part in re.split(r"[+/]", name)):
        sums = [
            tuple((_parts(whole, cells), compression) for cells, compression in each)
            for each in (map(_compression, one.split("+")) for one in name.split("/"))
        ]
    else:
        raise InputError(
            "unknown patterns",
            expected="a partition such as 7-8, or cells such as 1,2,3 or 1..3+4..6 (added up) or "
            "1..3/2..4 (the larger one), and :4 behind what is to have four abstract states an entry",
            found=repr(name),
        )
    return [
        tuple(
            replace(
                whole,
                pattern=pattern,
                additive=len(one) > 1 or "-" in name,
                compression=compression,
            )
            for pattern, compression in one
        )
        for one in sums
    ]


def _compression(text: str) -> tuple[str, int]:
    """Split a name at its colon into the text before and the compression factor after; 1 without a colon."""
    before, _, number = text.partition(":")
    return before, int(number or 1)


def _parts(whole: AbstractSpace, text: str) -> tuple[Symbol, ...]:
    """The parts that a list of cells stands for, but for what is in every pattern."""
    cells: list[int] = []
    for item in text.split(","):
        first, _, last = item.partition("..")
        cells += range(int(first) - 1, int(last or first))
    if not cells or min(cells) < 0 or max(cells) >= whole.theory.size:
        raise InputError("no such cells", expected=f"1 to {whole.theory.size}", found=text)
    if not whole.of_symbols:
        return tuple(cells)
    shared = shared_symbols(whole.theory)
    return tuple(whole.home[cell] for cell in cells if whole.home[cell] not in shared)


def partition(whole: AbstractSpace, name: str) -> tuple[tuple[Symbol, ...], ...]:
    """The parts of every pattern of a named partition.

    ``7-8``, ``6-6-3`` and ``6-6-6-6`` are those of Korf and Felner (2002), laid out from the blank's corner in the goal.
    For other boards a name such as ``4-4`` cuts the parts into runs of those lengths, in the order of the goal's cells.

    Raises
    ------
    InputError
        A name that does not say how to divide the parts.
    """
    theory, parts = whole.theory, whole.pattern
    cells = PARTITIONS.get(theory.shape, {}).get(name)
    if (
        cells is not None
        and domain_of(theory).slides
        and theory.blank in (whole.home[0], whole.home[-1])
    ):
        # From the last corner the board is seen upside down.
        seen = whole.home if whole.home[0] == theory.blank else whole.home[::-1]
        return tuple(tuple(seen[cell] for cell in pattern) for pattern in cells)
    lengths = [int(part) for part in name.split("-") if part]
    if not lengths or min(lengths) < 1 or sum(lengths) != len(parts):
        half = len(parts) // 2
        raise InputError(
            "unknown partition",
            expected=f"lengths that add up to {len(parts)}, such as "
            + ("7-8" if len(parts) == 15 else f"{half}-{len(parts) - half}"),
            found=repr(name),
        )
    return runs(parts, lengths)


def runs(parts: Sequence[Symbol], lengths: Sequence[int]) -> tuple[tuple[Symbol, ...], ...]:
    """Parts, cut into runs of some lengths."""
    ends = [sum(lengths[: place + 1]) for place in range(len(lengths))]
    return tuple(
        tuple(parts[end - length : end]) for end, length in zip(ends, lengths, strict=True)
    )


def default_partition(theory: Theory) -> str:
    """The partition that is meant where none is named: few patterns, of up to `MOST_PLACEMENTS` each."""
    named = PARTITIONS.get(theory.shape)
    if named is not None:
        return next(iter(named))
    kept = (
        lengths
        for lengths in balanced(theory.size - 1)
        if len(lengths) > 1 and perm(theory.size, lengths[0]) <= MOST_PLACEMENTS
    )
    return "-".join(map(str, next(kept, [theory.size - 1])))


def balanced(count: int) -> Iterator[list[int]]:
    """Lengths of runs, ever more of them and all about the same."""
    for runs_of_it in range(1, count + 1):
        each, more = divmod(count, runs_of_it)
        yield [each + (number < more) for number in range(runs_of_it)]
