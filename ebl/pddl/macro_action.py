"""A macro action of a PDDL domain: steps of the domain composed into one action that is valid in all its problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...rules.pddl.domain import Action, Atom, is_parameter
from ...rules.pddl.strips import substituted


@dataclass(frozen=True)
class MacroAction:
    """An action whose steps are other actions.

    Parameters
    ----------
    action
        The macro as an action of the domain: parameters, regressed preconditions, net effects, cost.
    steps
        The names of the steps' actions with their arguments, which are parameters of the macro or constants.
    why
        For each parameter, condition and effect, by its text, the reasons that it is what it is.
    origin
        Where the plan came from that it was learned from.
    example
        The steps of that plan.
    links
        Pairs of steps, counted from 0, of which the first brings about what the second needs.
    uses
        How often it could stand in the training plans.
    """

    action: Action
    steps: tuple[Atom, ...]
    why: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    origin: str = ""
    example: tuple[Atom, ...] = ()
    links: tuple[tuple[int, int], ...] = ()
    uses: int = 0

    @property
    def name(self) -> str:
        """The action's name."""
        return self.action.name

    @property
    def binding(self) -> dict[str, str]:
        """The objects that the parameters stand for in the example."""
        return {
            term: value
            for step, call in zip(self.steps, self.example, strict=True)
            for term, value in zip(step[1:], call[1:], strict=True)
            if is_parameter(term)
        }

    def unrolled(self, arguments: Sequence[str]) -> tuple[Atom, ...]:
        """The steps for given objects."""
        names = (parameter.name for parameter in self.action.parameters)
        binding = dict(zip(names, arguments, strict=True))
        return tuple(substituted(step, binding) for step in self.steps)
