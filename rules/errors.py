"""Errors of arcwise, each one clear message without a traceback, and how messages show any text."""

from __future__ import annotations

import re
from contextlib import suppress
from errno import EDQUOT, EFBIG, EIO, ENOSPC
from typing import Self

from .record import record


class ArcwiseError(Exception):
    """Anything arcwise refuses. The command line prints it and ends with `limit`'s exit code, with 34 for a
    `TooLargeError`, with 70 for a `FaultError` or a `FullDiskError`, else with 33.

    Attributes
    ----------
    limit
        ``time`` or ``memory`` where that did not suffice, else None.
    """

    limit: str | None = None


@record
class Place:
    """A place in a source text; line and column count from 1, 0 means not known."""

    source: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        source = on_one_line(self.source)  # the name of a file may have line ends
        if not self.line:
            return source
        return f"{source}:{self.line}:{self.column or 1}"


_INDENTED = "\n" + 12 * " "


class InputError(ArcwiseError):
    """Bad input: where it is, what was expected, what was found and what to do.

    Parameters
    ----------
    problem
        The fault, in one clause.
    place
        Where, as far as it is known.
    expected, found, remedy
        The right input, the input found, and advice to the user.
    """

    def __init__(
        self,
        problem: str,
        *,
        place: Place | None = None,
        expected: str | None = None,
        found: str | None = None,
        remedy: str | None = None,
    ) -> None:
        self.problem = problem
        self.place = place
        self.expected = expected
        self.found = found
        self.remedy = remedy
        head = f"{place}: {problem}" if place else problem
        details = (("expected", expected), ("found", found), ("try", remedy))
        labelled = [f"  {label + ':':<10}{text}" for label, text in details if text]
        # What is said may have lines of its own, but none looks like one of ours.
        super().__init__("\n".join(line.replace("\n", _INDENTED) for line in [head, *labelled]))

    def at(self, place: Place) -> Self:
        """Copy of the error with its place filled in; a place already known is kept."""
        return self._with(self.place or place, self.remedy)

    def placed(self, place: Place) -> Self:
        """Copy of the error with another place."""
        return self._with(place, self.remedy)

    def advising(self, remedy: str) -> Self:
        """Copy of the error with another remedy."""
        return self._with(self.place, remedy)

    def expecting(self, expected: str) -> Self:
        """Copy of the error with another text of what was expected."""
        return self._with(self.place, self.remedy, expected)

    def _with(self, place: Place | None, remedy: str | None, expected: str | None = None) -> Self:
        """Copy in the same class, which decides how a command ends, with the attributes that the class adds."""
        found = type(self).__new__(type(self))
        found.__dict__.update(self.__dict__)
        InputError.__init__(
            found,
            self.problem,
            place=place,
            expected=expected or self.expected,
            found=self.found,
            remedy=remedy,
        )
        return found


class FaultError(ArcwiseError):
    """Error for a fault of arcwise that one of its own checks found; exit code 70."""


class TooLargeError(InputError):
    """Input that is right, and larger than arcwise takes: a limit of arcwise itself. The command line ends with 34."""


FULL = frozenset({ENOSPC, EDQUOT, EFBIG, EIO})
"""Error numbers of a write that fails because a disk is full, broken or limited, and not because of the path."""


class FullDiskError(InputError):
    """Error for a file that cannot be written because the disk is full or broken; exit code 70."""


def cannot_be_written(error: OSError, place: Place, done: str = "written") -> InputError:
    """The error of a write that the system refused: a place that is wrong, or a disk that is full or fails."""
    kind = FullDiskError if error.errno in FULL else InputError
    return kind(
        f"cannot be {done}: {error.strerror or error}", place=place, remedy="another folder"
    )


def refuse_more(
    count: int,
    most: int,
    problem: str,
    unit: str = "",
    *,
    place: Place | None = None,
    remedy: str | None = None,
) -> None:
    """Raise TooLargeError for a number, of cells say, that is larger than arcwise takes."""
    if count > most:
        words = f"{most:,} {unit} at most" if unit else f"{most:,} at most"
        raise TooLargeError(problem, expected=words, found=f"{count:,}", place=place, remedy=remedy)


_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff"
    "\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001-\U000e007f]"
)


def visible(text: str) -> str:
    r"""Text in which what cannot be seen, but for blanks, line ends and tabs, is written as in Python: ESC as ``\x1b``.

    These are the control characters of ASCII and Latin-1, the marks that change the direction of writing, joiners and
    blanks without width or that look like letters, other line ends, and halves of characters. A file name that the locale
    could not decode is read as UTF-8.
    """
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    with suppress(UnicodeEncodeError):  # a half of a character that stands for no byte
        text = text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
    return _HIDDEN.sub(lambda found: found.group().encode("unicode_escape").decode(), text)


def visible_json(text: str) -> str:
    r"""JSON with the same characters escaped as JSON has it: ``\u009b``; the values stay what they are."""
    return _HIDDEN.sub(
        lambda found: "".join(
            f"\\u{int.from_bytes(half, 'big'):04x}" for half in _halves(found.group())
        ),
        text,
    )


def _halves(character: str) -> list[bytes]:
    code = character.encode("utf-16-be", "surrogatepass")
    return [code[at : at + 2] for at in range(0, len(code), 2)]


def on_one_line(text: object) -> str:
    """Make text visible on one line, line ends and tabs included; also for file names, which may hold anything."""
    return visible(str(text)).replace("\n", "\\n").replace("\t", "\\t")


def is_plain(text: str) -> bool:
    """Whether all of a text can be seen and stands on one line."""
    return text.isprintable() and (text.isascii() or not _HIDDEN.search(text))


def check_name(name: str) -> None:
    """Check a name that a reader found: the one gate for all names that people and programs are shown.

    Raises
    ------
    InputError
        Control characters or hidden ones: in a line of output the name could pass for something else.
    """
    if not is_plain(name):
        raise InputError(
            "control characters or hidden ones in a name",
            expected="what can be printed and seen",
            found=ascii(name[:60]),
        )


def sentence_of(error: BaseException) -> str:
    """Message of an error as part of a sentence or a table cell."""
    if not isinstance(error, InputError):
        return " ".join(str(error).split())
    details = (("expected", error.expected), ("found", error.found), ("try", error.remedy))
    parts = [f"{label}: {text}" for label, text in details if text]
    head = f"{error.place}: {error.problem}" if error.place else error.problem
    return " ".join("; ".join([head, *parts]).split())
