"""A macro-operator: an operator composed of others, with the explanation that it came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from ..rules.arc import Arc, names_along
from ..rules.checked import checked_when_it_fails
from ..rules.errors import InputError
from ..rules.geometry import Shape, Symmetry
from ..rules.later import Later
from ..rules.schema import Schema
from .explanation import CellReason, Explanation, LiftedExplanation, OnlyOne
from .regression import cell_reasons
from .rule import Rule

if TYPE_CHECKING:
    from ..planning.pddl.action_domain import Action, Atom
    from ..planning.pddl.action_schema import ActionSchema
    from ..planning.policy.rule import Purpose
    from ..search.certificate import Certificate

_explained = Later("explorer.text.macros", "explained")

Kind = TypeVar("Kind")


@dataclass(frozen=True)
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


class OriginInFile(str):
    """Origin of a macro, as its file gives it."""

    __slots__ = ()


@dataclass(frozen=True)
class Macro(Rule):
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

    operator: Schema | ActionSchema
    explanation: Explanation | None = None
    origin: str = ""
    lifted: LiftedExplanation = NOTHING_KNOWN
    image: Image | None = None
    purpose: Purpose | None = None

    @property
    def name(self) -> str:
        """Name of the macro."""
        return self.operator.name

    @property
    def cost(self) -> float:
        """Cost of one use."""
        return self.operator.cost

    @property
    def length(self) -> int:
        """Number of primitive moves of one use."""
        return self.operator.length

    @property
    def canonical(self) -> object:
        """Equal exactly for the same rule on the same window, or over parameters of the same types for the same goal."""
        from ..planning.pddl.strips import substituted

        if self.purpose is None:
            return self.operator.canonical
        numbers = {one.name: f"?{n}" for n, one in enumerate(self.action.parameters)}
        goal = substituted(self.purpose.goal, numbers)
        if not self.purpose.again:
            return self.operator.canonical, goal
        asked = (substituted(one.atom, numbers) for one in self.purpose.conditions)
        return self.operator.canonical, goal, frozenset(asked)

    @property
    def does_nothing(self) -> bool:
        """Whether it always ends where it began."""
        return self.operator.does_nothing

    @property
    def schema(self) -> Schema:
        """The operator of a macro on boards.

        Raises
        ------
        InputError
            A macro over parameters.
        """
        return self._as(Schema, "macros on windows or boards")

    @property
    def action_schema(self) -> ActionSchema:
        """The operator of a macro over parameters.

        Raises
        ------
        InputError
            A macro on boards.
        """
        from ..planning.pddl.action_schema import ActionSchema

        return self._as(ActionSchema, "macros over parameters")

    def _as(self, kind: type[Kind], expected: str) -> Kind:
        if not isinstance(self.operator, kind):
            raise InputError(f"macro {self.name} is of another kind", expected=expected)
        return self.operator

    def certificate(self, library: Any) -> Certificate:
        from ..search.certificate import Certificate, macro_action_certificate, macro_certificate

        if self.purpose is not None:
            return Certificate(None, "not certified: rules of policies")
        if isinstance(self.operator, Schema):
            return macro_certificate(self.operator.arc, self.name)
        why = (one for some in self.lifted.shared.values() for one in some)
        shared = {one.uses[0].variable[0] for one in why if isinstance(one, OnlyOne)}
        return macro_action_certificate(library.domain.relations, self.operator, self.name, shared)

    @property
    def entangled(self) -> bool:
        """Whether it is an action that stands in place of the domain's, where something is so; see `ActionSchema`."""
        from ..planning.pddl.action_schema import ActionSchema

        return isinstance(self.operator, ActionSchema) and self.operator.entangled

    @property
    def action(self) -> Action:
        """The rule of a macro over parameters."""
        return self.action_schema.action

    @property
    def calls(self) -> tuple[Atom, ...]:
        """The steps of a macro over parameters, as calls of actions."""
        return self.action_schema.moves

    def unrolled(self, arguments: Sequence[str]) -> tuple[Atom, ...]:
        """The steps of a macro over parameters for given objects."""
        return self.action_schema.unrolled(arguments)

    @property
    def learned_from(self) -> str:
        """Origin of the macro, to be shown; empty if not known. Nothing can check what a file says of it."""
        said = "the file says: " if self.origin and isinstance(self.origin, OriginInFile) else ""
        return f"{said}{self.origin}"

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
        text: str = _explained(self, width)
        return text

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
