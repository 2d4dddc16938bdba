"""Terms as text with operators; what stands around an operator is for subclasses to say."""

from __future__ import annotations

from collections.abc import Sequence

from ..term import PrologTerm
from .operators import OperatorTable, PrologOperator
from .writer import Raw, TermWriter, TextPiece


class OperatorWriter(TermWriter):
    """Writes terms with operators, and with brackets where these need some.

    Parameters
    ----------
    operators
        Operators in force.
    longest
        As for `TermWriter`.
    """

    def __init__(self, operators: OperatorTable, longest: int | None = None) -> None:
        super().__init__(longest)
        self.operators = operators

    def between(self, name: str, infix: PrologOperator) -> str:
        """Write an infix operator with the blanks around it."""
        return self.name(name)

    def before(self, name: str, prefix: PrologOperator, argument: PrologTerm) -> list[TextPiece]:
        """Write a prefix operator with what separates it from its argument; nothing where it is written as a functor."""
        return [self.name(name)]

    def operation(self, name: str, args: Sequence[PrologTerm], priority: float) -> list[TextPiece]:
        """A term of an operator, or in braces; nothing for any other."""
        if name == "{}" and len(args) == 1:
            return [Raw("{"), (args[0], 1200), Raw("}")]
        found: PrologOperator | None
        made: list[TextPiece]
        table = self.operators
        if len(args) == 2 and (found := table.infix.get(name)):
            made = [(args[0], found.left), self.between(name, found), (args[1], found.right)]
        elif len(args) == 1 and (found := table.prefix.get(name)):
            front = self.before(name, found, args[0])
            made = [*front, (args[0], found.right)] if front else []
        elif len(args) == 1 and (found := table.postfix.get(name)):
            made = [(args[0], found.left), self.name(name)]
        else:
            return []
        return ["(", *made, Raw(")")] if made and found.priority > priority else made
