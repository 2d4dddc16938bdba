"""Where in a text a character stands."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from ..errors import InputError, Place


class SourceText:
    """A text that knows the line and column of each of its characters.

    Parameters
    ----------
    text
        The text; a byte order mark in front is dropped.
    source
        What error messages call it.
    """

    def __init__(self, text: str, source: str) -> None:
        self.text = text.removeprefix("\ufeff")
        self.source = source

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    def place(self, offset: int) -> Place:
        """Place of a character."""
        line = bisect_right(self._line_starts, offset)
        return Place(self.source, line, offset - self._line_starts[line - 1] + 1)

    def error(
        self,
        problem: str,
        offset: int,
        *,
        expected: str | None = None,
        found: str | None = None,
        kind: type[InputError] = InputError,
    ) -> InputError:
        """An error of a kind at a character."""
        return kind(problem, place=self.place(offset), expected=expected, found=found)
