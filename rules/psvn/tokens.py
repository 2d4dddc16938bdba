"""The words of a PSVN file, each with its place."""

from __future__ import annotations

import re
from bisect import bisect_right

from ..errors import InputError, Place, TooLargeError, check_name, is_plain
from ..text.source_text import SourceText

COMMENT_SIGNS = "#;"
"""A word that begins with one of these begins a comment, which goes on to the end of the line."""

MOST_WORDS = 2_000_000
"""Words of a file, comments aside."""

FACT_COMMENT = re.compile(r"(\s*[#;]+\s*arcwise:)(.*)", re.DOTALL)
"""A comment that holds facts about the board, for which PSVN has no words."""


def folded(word: str) -> str:
    """A word with the difference of upper and lower case taken away: PSVN knows none."""
    return word.upper()


class Words:
    """The words of a text, in order.

    Parameters
    ----------
    text
        The text of a PSVN file; where its lines end means nothing, except to comments.
    source
        What error messages call it.
    """

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self.spelt: list[str] = []
        self._lines = text.split("\n")
        self._first: list[int] = []
        self._facts: dict[int, str] = {}
        for number, line in enumerate(self._lines):
            self._first.append(len(self.spelt))
            words = line.split(None, MOST_WORDS)
            if "#" in line or ";" in line:
                for place, word in enumerate(words):
                    if word[0] in COMMENT_SIGNS:
                        del words[place:]
                        break
                found = None if words else FACT_COMMENT.match(line)
                if found:
                    self._facts[number] = " " * len(found.group(1)) + found.group(2)
            self.spelt += words
            if len(self.spelt) > MOST_WORDS:
                raise TooLargeError(
                    "this file is too long",
                    place=Place(source, number + 1),
                    expected=f"{MOST_WORDS:,} words at most",
                    found="more",
                )
        self.folded = [folded(word) for word in self.spelt]
        if not is_plain(re.sub(r"[\t\r\n]+", "", text)):
            self._check_names()

    def _check_names(self) -> None:
        for number, word in enumerate(self.spelt):
            try:
                check_name(word)
            except InputError as error:
                raise error.at(self.place(number)) from None

    def __len__(self) -> int:
        return len(self.spelt)

    @property
    def facts(self) -> str:
        """The facts in comments as Prolog text; every line keeps its number and every character its column."""
        lines = range(max(self._facts) + 1) if self._facts else range(0)
        return "".join(self._facts.get(line, "") + "\n" for line in lines)

    def is_at(self, number: int, word: str) -> bool:
        """Whether a word, in capitals, stands at a place."""
        return number < len(self.folded) and self.folded[number] == word

    def place(self, number: int) -> Place:
        """Where a word stands; of one beyond the last, where the text ends."""
        if number >= len(self.spelt):
            text = "\n".join(self._lines).rstrip()
            return SourceText(text, self.source).place(len(text))
        line = bisect_right(self._first, number) - 1
        starts = [found.start() for found in re.finditer(r"\S+", self._lines[line])]
        return Place(self.source, line + 1, starts[number - self._first[line]] + 1)

    def error(
        self,
        number: int,
        problem: str,
        expected: str,
        found: str | None = None,
        kind: type[InputError] = InputError,
    ) -> InputError:
        """An error of a kind at a word, which is what was found where ``found`` is None."""
        if found is None:
            found = repr(self.spelt[number][:40]) if number < len(self) else "the end of the file"
        return kind(problem, place=self.place(number), expected=expected, found=found)

    def need(self, number: int, count: int, what: str, expected: str) -> None:
        """Refuse a text that has fewer than ``count`` words from a place on.

        Raises
        ------
        InputError
            At the end of the text.
        """
        left = len(self.spelt) - number
        if left < count:
            raise self.error(
                len(self), f"the file ends within {what}", expected, f"{left}, then the end"
            )

    def number(self, number: int, what: str) -> int:
        """The whole number of 1 or more at a place.

        Raises
        ------
        InputError
            Anything else.
        """
        word = self.spelt[number] if number < len(self) else ""
        if not re.fullmatch(r"[0-9]{1,9}", word) or int(word) < 1:
            raise self.error(number, f"this is not {what}", "a whole number of 1 or more")
        return int(word)
