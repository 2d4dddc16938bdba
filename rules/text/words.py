"""Sizes of domains as people write them, and numbers and names in sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..errors import InputError, TooLargeError
from ..geometry import Shape

LARGEST = 9_999
"""The largest number in a size."""


def number(digits: str) -> int:
    """The number that digits of a size are.

    Raises
    ------
    TooLargeError
        More than `LARGEST`.
    """
    if len(digits.lstrip("0")) > len(str(LARGEST)):
        raise TooLargeError("a size too large", expected=f"{LARGEST:,} at most", found=digits[:40])
    return int(digits[-len(str(LARGEST)) :])


def whole_number(text: str, least: int, spelling: str) -> int:
    """A size that is one number.

    Raises
    ------
    InputError
        Anything else, less than ``least`` or more than `LARGEST`.
    """
    if not re.fullmatch(r"[0-9]+", text) or number(text) < least:
        raise InputError("bad size", expected=f"{spelling}, {least} or more", found=repr(text))
    return number(text)


def pair(text: str, spelling: str) -> tuple[int, int]:
    """Parse a size of two numbers, each 1 or more, as in ``3x4``.

    Raises
    ------
    InputError
        Anything else, or more than `LARGEST`.
    """
    found = re.fullmatch(r"([0-9]+)[xX]([0-9]+)", text.strip())
    one, other = map(number, found.groups()) if found else (0, 0)
    if 0 in (one, other):
        raise InputError("bad size", expected=spelling, found=repr(text))
    return one, other


def fitting(sizes: tuple[Shape, ...], shape: Shape) -> tuple[Shape, ...]:
    """The sizes that are no larger than a shape, or the shape itself."""
    found = tuple(size for size in sizes if size[0] <= shape[0] and size[1] <= shape[1])
    return found or (shape,)


MOST_WRITTEN = 10**21
"""Whole number from which on digits are left out."""


def amount(value: float) -> str:
    """A cost: commas between thousands, and digits after the point only where it is not whole."""
    if isinstance(value, int) and abs(value) < MOST_WRITTEN:
        return f"{value:,}"
    whole = abs(value) < 1e15 and float(value).is_integer()
    return f"{value:,.0f}" if whole else f"{float(value):g}"


def counted(count: int, what: str, many: str = "") -> str:
    """A number of things: ``1 macro``, ``1,200 searches``; ``many`` where the plural is not made with s."""
    return f"{count:,} {what if count == 1 else many or what + 's'}"


def listed(names: Sequence[str]) -> str:
    """Names in a sentence: a, b and c."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def action_called(call: str) -> str:
    """The action of a call such as ``(move a b)``; of what is no call, itself."""
    return call.strip("()").partition(" ")[0] if call.startswith("(") else call
