"""What was learned as a condition of a run: macros as a file, what learning took as facts."""

from __future__ import annotations

import re
from typing import Any

from ....ebl.files.macro_file import library_text
from ....ebl.library import MacroLibrary
from ...condition import Condition
from ...sized_domain import SizedDomain
from .macro_sources import LearnedMacros


def learned_condition(
    name: str, label: str, seed: int, learned: LearnedMacros, domain: SizedDomain
) -> Condition:
    """What was learned as a condition.

    Parameters
    ----------
    name
        Of the condition and the seed.
    label
        What it is called in tables.
    seed
        Of its problems.
    learned
        The macros, and what they took.
    domain
        The board.
    """
    names = [macro.name for macro in learned.macros]
    facts: dict[str, Any] = {
        "label": label,
        "kind": learned.name,
        "macros": len(names),
        "size": learned.size,
        "seed": seed,
        "examples": learned.examples,
        "refused": learned.refused,
        "learning": {"applications": learned.applications, "seconds": learned.seconds},
    }
    if not names:
        return Condition(name, facts=facts)
    if len(set(names)) < len(names):
        facts["chosen"] = names  # some come more than once, which a file cannot say
    # Only a macro table is the same for every seed.
    file = f"{_slug(label if learned.blank_first and learned.name != 'forgotten' else name)}.pl"
    return Condition(name, file, _text(learned, domain), facts)


def _slug(name: str) -> str:
    return re.sub(r"[^\w.]+", "-", name).strip("-")


def _text(learned: LearnedMacros, domain: SizedDomain) -> str:
    of, shape, first = learned.domain or domain.domain, domain.theory.shape, learned.blank_first
    return library_text(MacroLibrary(of, learned.macros, shape=shape, blank_first=first))
