"""What was learned as a condition of a run: macros as a file, what learning took as facts; and back again."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from ....ebl.files.macro_file import library_text, load_macros
from ....ebl.library import MacroLibrary
from ....rules.errors import InputError, Place
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


def learned_of(kept: Condition, domain: SizedDomain) -> LearnedMacros:
    """What was learned.

    Raises
    ------
    InputError
        A macro file that is damaged or gone.
    """
    facts = kept.facts
    try:
        empty = LearnedMacros(
            facts["kind"],
            facts["size"],
            examples=facts["examples"],
            refused=facts["refused"],
            applications=facts["learning"]["applications"],
            seconds=facts["learning"]["seconds"],
        )
    except KeyError as missing:
        raise InputError(
            f"a damaged run: condition {kept.name} does not say its {missing.args[0]}",
            place=Place(str(kept.folder)) if kept.folder else None,
        ) from None
    text = kept.macro_text
    if text is None:
        return empty
    learned = _loaded(kept, empty, text, domain)
    if len(learned.macros) != facts.get("macros"):
        raise InputError(
            "these are not the macros that were learned",
            place=Place(str(kept.macros or kept.file)),
            expected=f"{facts['macros']} macros",
            found=str(len(learned.macros)),
            remedy="--run with another folder",
        )
    return learned


def _loaded(kept: Condition, empty: LearnedMacros, text: str, domain: SizedDomain) -> LearnedMacros:
    shape = domain.theory.shape
    library = load_macros(kept.file or "macros.pl", domain.domain, shape, text=text)
    macros = {macro.name: macro for macro in library}
    names = kept.chosen or tuple(macros)
    chosen = tuple(macros[name] for name in names if name in macros)
    first = library.blank_first
    return replace(empty, macros=chosen, domain=library.domain, blank_first=first)
