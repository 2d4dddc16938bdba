"""What a built-in domain is: a family for each of its sizes, and what people want to know of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from ..errors import InputError
from ..family import Family
from ..geometry import Shape

Reader: TypeAlias = Callable[[str, str, float], tuple[Family, Shape]]
"""Reads a size, given the order and the cost of moves, which are for sliding tiles."""


@dataclass(frozen=True)
class BuiltIn:
    """One entry of the table of domains.

    Parameters
    ----------
    name
        What an argument begins with.
    sizes
        How a size is written.
    typical
        The size that the name alone stands for.
    small
        A size with so few states that they are quickly counted.
    summary
        What it is, in a few words.
    cells
        What the symbols of a state mean.
    states
        How many states there are and how far apart, as published.
    source
        Where that is published.
    read
        The family and the shape for a size.
    """

    name: str
    sizes: str
    typical: str
    small: str
    summary: str
    cells: str
    states: str
    source: str
    read: Reader

    @property
    def spelling(self) -> str:
        """How an argument is written, such as ``pancake:N``."""
        return f"{self.name}:{self.sizes}"


def number(text: str, least: int, spelling: str) -> int:
    """A size that is one number of at most four digits.

    Raises
    ------
    InputError
        Anything else, or less than ``least``.
    """
    if not re.fullmatch(r"[0-9]{1,4}", text) or int(text) < least:
        raise InputError("bad size", expected=f"{spelling}, {least} or more", found=repr(text))
    return int(text)


def pair(text: str, spelling: str) -> tuple[int, int]:
    """A size that is two numbers of 1 or more, such as ``3x4``.

    Raises
    ------
    InputError
        Anything else.
    """
    found = re.fullmatch(r"([0-9]{1,4})[xX]([0-9]{1,4})", text.strip())
    if not found or 0 in (int(found.group(1)), int(found.group(2))):
        raise InputError("bad size", expected=spelling, found=repr(text))
    return int(found.group(1)), int(found.group(2))


def fitting(sizes: tuple[Shape, ...], shape: Shape) -> tuple[Shape, ...]:
    """The sizes that are no larger than a shape, or the shape itself."""
    found = tuple(size for size in sizes if size[0] <= shape[0] and size[1] <= shape[1])
    return found or (shape,)
