"""Names of a program in files and in Prolog, to give Prolog's messages in the user's terms."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import InputError, Place
from .errors import SwiError
from .limits import QuestionLimits


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a program comes from.

    Parameters
    ----------
    source
        What error messages call it.
    module, name
        Its module, and what Prolog takes for its file.
    limits
        What questions about it may cost.
    """

    source: str
    module: str
    name: str
    limits: QuestionLimits

    def place(self, file: str, line: int, column: int = 0) -> Place:
        """A place in the program's own file, or in one that it loads."""
        own = not file or file == self.name or not line
        return Place(self.source if own else file, line, column)

    def words(self, message: str) -> str:
        """Prolog's words without the names that this program has in there."""
        return message.replace(self.name, self.source).replace(self.module + ":", "")

    def error(self, failure: SwiError, what: str) -> InputError:
        """A question without an answer as an error that names the program and gives Prolog's words."""
        place = self.place(failure.file, failure.line)
        if failure.kind == "limit":
            return InputError(
                f"{what}: no end within {self.limits.inferences:,} inferences",
                place=place,
                remedy="look for a recursion without end, or raise the inference limit",
            )
        if failure.kind == "answers":
            return InputError(
                f"{what}: more than {self.limits.answers:,} answers",
                place=place,
                remedy="look for a move that can be made in infinitely many ways",
            )
        if failure.kind == "refused":
            return refused(self.words(failure.text), place)
        return InputError(f"{what}: {self.words(failure.text)}", place=place)


def refused(what: str, place: Place) -> InputError:
    """Error for an act that only a trusted program may do."""
    return InputError(
        "this program could reach your files and processes",
        place=place,
        expected="a program that only computes",
        found=what,
        remedy="--trust (trust=True in Python), if you know what it does or who wrote it",
    )
