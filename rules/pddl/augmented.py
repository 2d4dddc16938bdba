"""A PDDL domain with macros in it, for planners that know nothing of macros."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .action_domain import Action, ActionDomain


def augmented(domain: ActionDomain, macros: Sequence[Action]) -> ActionDomain:
    """The domain with macros before its actions, and with the requirements that their conditions call for."""
    needed = []
    if any(macro.unequal for macro in macros):
        needed += [":negative-preconditions", ":equality"]
    if any(macro.negative for macro in macros):
        needed.append(":negative-preconditions")
    old = domain.requirements or (":strips",)
    return replace(
        domain,
        requirements=tuple(dict.fromkeys((*old, *needed))),
        actions=(*macros, *domain.actions),
    )
