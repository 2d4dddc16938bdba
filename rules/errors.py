"""What arcwise raises when it cannot go on: one clear message, never a bare traceback."""

from __future__ import annotations

from dataclasses import dataclass


class ArcwiseError(Exception):
    """Anything arcwise refuses. The command line prints it and exits with code 33."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a source text; line and column count from 1, 0 means not known."""

    source: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        source = self.source.replace("\n", "\\n")  # the name of a file may have line ends
        if not self.line:
            return source
        return f"{source}:{self.line}:{self.column or 1}"


_INDENTED = "\n" + 12 * " "


class InputError(ArcwiseError):
    """Bad input: where it is, what was expected, what was found and what to do.

    Parameters
    ----------
    problem
        What is wrong, in one clause.
    place
        Where, as far as it is known.
    expected, found, remedy
        What would have been right, what stood there, and what the user can do.
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

    def at(self, place: Place) -> InputError:
        """The same error with its place filled in; a place already known is kept."""
        return InputError(
            self.problem,
            place=self.place or place,
            expected=self.expected,
            found=self.found,
            remedy=self.remedy,
        )
