"""Compound terms of atoms, variables and whole numbers, which most of a large file is made of, read from one token."""

from __future__ import annotations

from ..term import Var
from ..text.text_file import SourceText
from .term import Compound, PrologTerm
from .tokens import Token, integer


class FlatTerms:
    """Reads tokens of kind `FLAT`, and remembers what their arguments stand for."""

    def __init__(self, source: SourceText) -> None:
        self._arguments = _Arguments(source)

    def read(self, token: Token) -> Compound:
        """The term of a token.

        Raises
        ------
        InputError
            A number of too many digits; with the place of the term.
        """
        functor, _, rest = str(token.value).partition("(")
        self._arguments.start = token.start
        found = map(self._arguments.__getitem__, rest[:-1].split(","))
        return Compound(functor, tuple(found))


class _Arguments(dict[str, PrologTerm]):
    """Arguments by their texts; ``start`` is where in the source the term begins that is read."""

    def __init__(self, source: SourceText) -> None:
        self.source, self.start = source, 0

    def __missing__(self, text: str) -> PrologTerm:
        argument = text.lstrip(" ")
        found: PrologTerm = argument
        if argument[0] == "'":
            found = argument[1:-1].replace("\\'", "'")
        elif argument < ":":
            found = integer(self.source, argument, self.start)
        elif argument < "[":
            found = Var(argument)
        self[text] = found
        return found
