"""Learned arms in a run folder: their macros as a file, what learning took as facts, and both as an arm again."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from ...ebl.files.macro_file import library_text, load_macros
from ...ebl.library import MacroLibrary
from ...rules.errors import InputError, Place
from ..designs.arms import Arm
from ..domain import Domain
from .folder import NewArm
from .picture import RunArm


def new_arm(name: str, label: str, seed: int, arm: Arm, domain: Domain) -> NewArm:
    """An arm as it is entered into a run.

    Parameters
    ----------
    name
        Of the arm and the seed.
    label
        What it is called in tables.
    seed
        Of its problems.
    arm
        Macros on windows, of which those placed as arcs are left out, or arcs.
    domain
        The board.
    """
    names = [macro.name for macro in arm.schemas or arm.arcs]
    facts: dict[str, Any] = {
        "label": label,
        "kind": arm.name,
        "macros": arm.macros,
        "size": arm.size,
        "seed": seed,
        "examples": arm.examples,
        "refused": arm.refused,
        "learning": {"applications": arm.applications, "seconds": arm.seconds},
    }
    if not names:
        return NewArm(name, facts=facts)
    if len(set(names)) < len(names):
        facts["chosen"] = names  # some come more than once, which a file cannot say
    # Only a macro table is the same for every seed.
    file = f"{_slug(label if arm.blank_first and arm.name != 'forgotten' else name)}.pl"
    return NewArm(name, file, _text(arm, domain), facts)


def _slug(name: str) -> str:
    return re.sub(r"[^\w.]+", "-", name).strip("-")


def _text(arm: Arm, domain: Domain) -> str:
    made_of = domain.family if arm.schemas and domain.family is not None else domain.theory
    shape, blank_first = domain.theory.shape, arm.blank_first
    return library_text(MacroLibrary(made_of, arm.learned, shape=shape, blank_first=blank_first))


def arm_of(kept: RunArm, domain: Domain) -> Arm:
    """The arm that was entered; macros on windows are not placed.

    Raises
    ------
    InputError
        A macro file that is damaged or gone.
    """
    facts = kept.facts
    empty = Arm(
        facts["kind"],
        facts["size"],
        examples=facts["examples"],
        refused=facts["refused"],
        applications=facts["learning"]["applications"],
        seconds=facts["learning"]["seconds"],
    )
    if kept.macros is None:
        return empty
    library = load_macros(kept.macros, domain.theory, domain.family)
    macros = {macro.name: macro for macro in library}
    chosen = tuple(macros[name] for name in facts.get("chosen", macros) if name in macros)
    arm = replace(empty, blank_first=library.blank_first, learned=chosen)
    if library.domain.every_size:
        arm = replace(arm, schemas=tuple(macro.operator for macro in chosen))
    else:
        arm = replace(arm, arcs=tuple(macro.arc for macro in chosen))
    if arm.macros != facts["macros"]:
        raise InputError(
            "these are not the macros that were learned",
            place=Place(str(kept.macros)),
            expected=f"{facts['macros']} macros",
            found=str(arm.macros),
            remedy="--run with another folder",
        )
    return arm
