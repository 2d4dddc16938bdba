"""A PDDL domain as a domain: what its macros are made of."""

from __future__ import annotations

from dataclasses import dataclass

from ..domain import Domain
from ..errors import InputError, Place
from ..geometry import Shape
from ..theory import Theory
from .action_schema import ActionSchema
from .domain import Domain as Actions


@dataclass(frozen=True)
class PlanningDomain(Domain):
    """A PDDL domain.

    Parameters
    ----------
    actions
        What its file says.
    """

    actions: Actions

    permutation = False
    reversible = False
    lifted = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.actions.name)

    def spell(self, shape: Shape) -> str:
        """The domain's name."""
        return self.name

    def theory(self, shape: Shape) -> Theory:
        """The arcs of a problem.

        Raises
        ------
        InputError
            A domain without a problem.
        """
        raise InputError(
            "a PDDL domain needs a problem",
            place=Place(self.actions.source),
            expected="DOMAIN.pddl PROBLEM.pddl",
        )

    def move_like(self, operator: ActionSchema) -> str | None:
        """The action of the domain that an operator of one move is."""
        return operator.moves[0][0] if len(operator.moves) == 1 else None
