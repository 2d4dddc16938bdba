"""A macro-operator: an operator composed of others, with the explanation that it came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..rules.arc import Arc, names_along
from ..rules.checked import checked_when_it_fails
from ..rules.errors import InputError
from ..rules.geometry import Shape, Symmetry
from ..rules.later import Later
from ..rules.record import record
from ..rules.schema import Schema
from ..rules.term import Atom
from ..rules.view import Viewed
from .explanation import CellReason, Explanation, LiftedExplanation
from .regression import cell_reasons
from .rule import Library, Rule

if TYPE_CHECKING:
    from ..search.certificate import Certificate


@record
class Image:
    """Image of a learned macro under a symmetry.

    Parameters
    ----------
    of
        The name of the macro that was learned.
    symmetry
        What makes the one of the other.
    """

    of: str
    symmetry: Symmetry

    def __str__(self) -> str:
        return f"{self.of} {self.symmetry.name}"


NOTHING_KNOWN = LiftedExplanation({})
"""The explanation of a macro over parameters that was not explained."""


@record
class Macro(Viewed, Rule):
    """A macro-operator: one operator for a sequence of steps.

    Parameters
    ----------
    operator
        What it asks for and does: a schema whose moves are the steps, or an action over parameters that has steps. A
        macro of one board is a schema on the whole board.
    explanation
        The training path that it was generalized from, as far as its window shows it; None where that is not known.
    origin
        Where the training problem stands, such as ``five_puzzle.json:4:5``; empty where not known.
    lifted
        Of an action what its parameters stood for, and the reasons for all it asks for and does.
    image
        Of which macro it is the image under which symmetry; None for one that was learned itself.
    purpose
        Of a rule of a policy, what it is for and what it sees to first; None for others.
    """

    _view = Later("ebl.views", "macro_view")

    operator: Any
    explanation: Explanation | None = None
    origin: str = ""
    lifted: LiftedExplanation = NOTHING_KNOWN
    image: Image | None = None
    purpose: Any = None

    @property
    def name(self) -> str:
        """Name of the macro."""
        name: str = self.operator.name
        return name

    @property
    def cost(self) -> float:
        """Cost of one use."""
        cost: float = self.operator.cost
        return cost

    @property
    def length(self) -> int:
        """Number of primitive moves of one use."""
        length: int = self.operator.length
        return length

    @property
    def canonical(self) -> object:
        """Equal exactly for the same rule on the same window, or over parameters of the same types for the same goal."""
        if self.purpose is None:
            return self.operator.canonical
        return self.operator.canonical, self.purpose.canonical(self.action)

    @property
    def does_nothing(self) -> bool:
        """Whether it always ends where it began."""
        return bool(self.operator.does_nothing)

    @property
    def schema(self) -> Schema:
        """The operator of a macro on boards.

        Raises
        ------
        InputError
            A macro over parameters.
        """
        schema: Schema = self._over("cells", "macros on windows or boards")
        return schema

    @property
    def action_schema(self) -> Any:
        """The operator of a macro over parameters, an `ActionSchema`.

        Raises
        ------
        InputError
            A macro on boards.
        """
        return self._over("parameters", "macros over parameters")

    def _over(self, over: str, expected: str) -> Any:
        if self.operator.over != over:
            raise InputError(f"macro {self.name} is of another kind", expected=expected)
        return self.operator

    @checked_when_it_fails
    def certificate(self, library: Library[Any]) -> Certificate:
        found: Certificate = library.home.certificate_of(self)
        return found

    @property
    def entangled(self) -> bool:
        """Whether it is an action that stands in place of the domain's, where something is so; see `ActionSchema`."""
        return bool(self.operator.entangled)

    @property
    def iterated(self) -> bool:
        """Whether it has a step that is taken any number of times."""
        return bool(getattr(self.operator, "repeated", ()))

    @property
    def action(self) -> Any:
        """The rule of a macro over parameters."""
        return self.action_schema.action

    @property
    def calls(self) -> tuple[Atom, ...]:
        """The steps of a macro over parameters, as calls of actions."""
        calls: tuple[Atom, ...] = self.action_schema.moves
        return calls

    def unrolled(self, arguments: Sequence[str]) -> tuple[Atom, ...]:
        """The steps of a macro over parameters for given objects."""
        calls: tuple[Atom, ...] = self.action_schema.unrolled(arguments)
        return calls

    @property
    def label(self) -> str:
        """Name and cost, to stand under a picture."""
        return self.arc.label

    @property
    def arc(self) -> Arc:
        """The rule over the cells of its window, with the steps as arcs of these."""
        return self.schema.arc

    @property
    def window(self) -> Shape:
        """Rows and columns of the board, or part of a board, that it is a rule on."""
        return self.schema.window

    @property
    def steps(self) -> tuple[tuple[Schema, int], ...]:
        """The primitive operators in order, each with its place in the window."""
        return self.schema.moves

    @property
    def step_names(self) -> list[str]:
        """Name of each step, in the variables of the macro as it is shown."""
        return names_along(self.arc.steps, self.arc.canonical[0])

    @cached_property
    def reasons(self) -> tuple[CellReason, ...]:
        """Why each cell of its pattern is a constant or a variable, by regression through its steps."""
        found = cell_reasons(self.arc.steps)
        return tuple(
            replace(reason, term=term) for reason, term in zip(found, self.arc.before, strict=True)
        )

    @checked_when_it_fails
    def explain(self, width: int = 80) -> str:
        """Explanation in words: the training path, the reason for each condition and effect, and the rule.

        Parameters
        ----------
        width
            Characters of a line.
        """
        return self.view().text(width)

    def __str__(self) -> str:
        return str(self.operator.rule)

    def __repr__(self) -> str:
        return (
            f"Macro({self.name!r}, moves={self.length}, cost={self.cost}, origin={self.origin!r})"
        )

    def renamed(self, name: str, others: Mapping[str, str] | None = None) -> Macro:
        """Copy of the macro under another name; ``others`` are the new names of macros that have one."""
        image = self.image
        if image is not None and others:
            image = replace(image, of=others.get(image.of, image.of))
        return replace(self, operator=self.operator.renamed(name), image=image)
