"""Which parameters are different objects, because of their types or because it is asked for."""

from __future__ import annotations

from collections.abc import Mapping

from ...rules.pddl.action_domain import Atom, common_type, is_a, is_parameter
from ..reasons import Why


class Distinct:
    """Which terms are different objects, because of their types or because it is asked for.

    Parameters
    ----------
    types
        The domain's types.
    type_of
        The type of every parameter and constant.
    """

    def __init__(self, types: Mapping[str, str], type_of: Mapping[str, str]) -> None:
        self.types = types
        self.type_of = type_of
        self.asked: dict[tuple[str, str], list[Why]] = {}

    def ask(self, one: str, other: str, *why: Why) -> None:
        """Ask for different objects."""
        self.asked.setdefault((min(one, other), max(one, other)), []).extend(why)

    def by_type(self, one: str, other: str) -> bool:
        """Whether no object can be both."""
        if not is_parameter(one) and not is_parameter(other):
            return one != other
        left, right = self.type_of[one], self.type_of[other]
        if not is_parameter(one):
            return not is_a(self.types, left, right)
        if not is_parameter(other):
            return not is_a(self.types, right, left)
        return common_type(self.types, left, right) is None

    def apart(self, one: Atom, other: Atom, *why: Why) -> bool:
        """Whether two atoms are surely not the same; the reason is noted where that rests on what was asked for."""
        if one[0] != other[0]:
            return True
        pairs = [(min(a, b), max(a, b)) for a, b in zip(one[1:], other[1:], strict=True) if a != b]
        if any(self.by_type(*pair) for pair in pairs):
            return True
        for pair in pairs:
            if pair in self.asked:
                self.asked[pair].extend(why)
                return True
        return False
