"""Macros over parameters as a PDDL domain that other planners read, and beside it the macro file."""

from __future__ import annotations

from pathlib import Path

from ...rules.pddl.augmented import augmented
from ...rules.pddl.domain import Domain
from ...rules.pddl.write import domain_text
from ...rules.text_file import write_text
from ..library import MacroLibrary
from .macro_file import save_macros


def macros_path(output: str | Path) -> Path:
    """The macro file of an output: itself, or beside a domain; ``blocks.pddl`` has ``blocks.pl``."""
    return Path(output).with_suffix(".pl")


def save_augmented(domain: Domain, library: MacroLibrary, output: str | Path) -> None:
    """Write a macro file; for an output that is a PDDL file the domain with the macros as well.

    Raises
    ------
    InputError
        A place that cannot be written to.
    """
    beside = macros_path(output)
    save_macros(library, beside)
    if beside == Path(output):
        return
    count = len(library)
    remarks = [
        f"{domain.name} with {count} macro action{'s' if count != 1 else ''}, learned by arcwise.",
        f"What each stands for: {beside.name}. A plan without them: arcwise unroll.",
    ]
    actions = [macro.action for macro in library]
    write_text(output, domain_text(augmented(domain, actions), remarks))
