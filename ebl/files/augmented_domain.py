"""Macros over parameters as a PDDL domain that other planners read."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from ...rules.pddl.action_domain import augmented
from ...rules.pddl.planning import PlanningDomain
from ...rules.pddl.write import domain_text
from ...rules.text.text_file import write_text
from ..library import MacroLibrary


def macros_path(output: str | Path) -> Path:
    """The macro file of an output: itself, or beside a domain; ``blocks.pddl`` has ``blocks.pl``."""
    return Path(output).with_suffix(".pl")


def save_augmented(library: MacroLibrary, output: str | Path) -> None:
    """Write a PDDL domain with macros in it.

    Raises
    ------
    InputError
        A place that cannot be written to.
    """
    domain = cast(PlanningDomain, library.domain).actions
    count = len(library)
    remarks = [
        f"{domain.name} with {count} macro action{'s' if count != 1 else ''}, learned by arcwise.",
        f"What each stands for: {macros_path(output).name}. A plan without them: arcwise unroll.",
    ]
    actions = [macro.action for macro in library if macro.name not in domain.by_name]
    write_text(output, domain_text(augmented(domain, actions), remarks))
