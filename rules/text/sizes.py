"""Sizes of domains as people write them."""

from __future__ import annotations

import re

from ..errors import InputError
from ..geometry import Shape


def whole_number(text: str, least: int, spelling: str) -> int:
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
