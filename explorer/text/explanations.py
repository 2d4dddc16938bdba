"""An explanation of a macro that a person can read.

The reasons in a macro as sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...ebl.explanation import (
    FALSE,
    TRUE,
    AtomReason,
    CellReason,
    Link,
    OnlyOne,
    Reason,
    StepEffect,
    Threat,
    Use,
    Variable,
    Why,
)
from ...ebl.macro import Image, Macro
from ...rules.pddl.action_domain import atom_text
from ...rules.prolog.writer import arc_clause
from ...rules.term import Symbol, Var, canonical
from ...rules.text.state_text import cell_names
from ...rules.text.words import amount, counted
from ...rules.theory import Theory
from .boards import cells_named, path_text, rule_text


def explain_macro(
    macro: Macro, theory: Theory, width: int = 80, entries: str = "", *, everywhere: bool = False
) -> str:
    """The training path as boards, the reason for every cell, and the rule as boards and as Prolog.

    Of a macro table also which entries it is, in words. ``everywhere`` says that its window is all of the board.
    """
    explanation = macro.explanation
    parts = [f"{macro.name}: {', '.join(macro.step_names)} (cost {amount(macro.cost)})"]
    if theory.name.startswith("a window") and not everywhere:
        parts.append(f"Holds in {theory.name} wherever it fits on a board.")
    if entries:
        parts.append(entries)
    if macro.image is not None:
        parts.append(_image_words(macro.image))
    if explanation is not None:
        source = f" ({macro.learned_from})" if macro.learned_from else ""
        names = explanation.names
        parts.append(
            f"{'Training path' if macro.image is None else 'Image of the training path'}{source}:\n\n{path_text(theory, explanation.states, names, width)}"
        )
    found = macro.reasons
    rounds = None if any(reason.steps for reason in found) else _rounds(found)
    if rounds is not None:
        parts.append(
            f"It asks for nothing, as no step looks at what a cell holds. The symbols go round:\n\n{rounds}"
        )
    else:
        lines = "\n".join(map(_cell_line, found))
        parts.append(f"Why each cell is what it is:\n\n{lines}")
    constants = sum(not isinstance(reason.term, Var) for reason in found)
    parts.append(
        f"The rule: {counted(constants, 'constant')}, "
        f"{counted(len(found) - constants, 'cell')} that may hold anything\n\n"
        + rule_text(theory, macro.arc.before, macro.arc.after)
    )
    before, after = canonical(macro.arc.before, macro.arc.after)
    parts.append("As Prolog:\n\n" + arc_clause(before, after, macro.cost, theory))
    return "\n\n".join(parts)


def _rounds(reasons: Sequence[CellReason]) -> str | None:
    """From which cell to which the symbols go; None where one is lost or comes to several."""
    goes = {reason.cell: reason.ends[0] for reason in reasons if len(reason.ends) == 1}
    if len(set(goes.values())) < len(reasons):
        return None
    lines, left = [], {cell for cell, end in goes.items() if cell != end}
    stay = [cell for cell in goes if cell not in left]
    while left:
        first = cell = min(left)
        turn = [first]
        while (cell := goes[cell]) != first:
            turn.append(cell)
        left.difference_update(turn)
        lines.append("  cell " + " to ".join(str(one + 1) for one in (*turn, first)))
    if stay:
        lines.append(f"  {cells_named(stay)}: unchanged")
    return "\n".join(lines)


def _image_words(image: Image) -> str:
    return (
        f"It is {image}: each of its steps is the image of a step of {image.of} and a move too, so that it holds for the "
        "same reasons."
    )


def _cell_line(reason: CellReason) -> str:
    kind = "variable" if isinstance(reason.term, Var) else "constant"
    return f"  cell {reason.cell + 1}: {kind} {reason.term} - {cell_words(reason)}"


def explanation_data(macro: Macro) -> dict[str, Any]:
    """The explanation of a macro as plain values for JSON."""
    explanation = macro.explanation
    return {
        "name": macro.name,
        "before": cell_names(macro.arc.before),
        "after": cell_names(macro.arc.after),
        "cost": macro.cost,
        "steps": macro.step_names,
        "origin": macro.origin,
        "image_of": macro.image
        and {"macro": macro.image.of, "symmetry": macro.image.symmetry.name},
        "training_path": [list(state) for state in explanation.states] if explanation else [],
        "cells": [
            {
                "cell": reason.cell + 1,
                "term": str(reason.term) if isinstance(reason.term, Var) else reason.term,
                "kind": "variable" if isinstance(reason.term, Var) else "constant",
                "reason": cell_words(reason),
                "needed_by_steps": sorted({why.step for why in reason.steps}),
            }
            for reason in macro.reasons
        ],
    }


_MAKES: dict[Symbol, str] = {TRUE: "adds", FALSE: "deletes"}


def cell_words(reason: CellReason) -> str:
    """Reason why a cell is a constant or a variable, as part of a sentence."""
    if reason.steps:
        return "; ".join(map(_cell_need, reason.steps))
    journey = "no step asks what it is"
    if reason.ends == (reason.cell,):
        return f"{journey}, and it stays"
    if not reason.ends:
        return f"{journey}, and it is gone in the end"
    return f"{journey}; it ends in cell {', '.join(str(end + 1) for end in reason.ends)}"


def _cell_need(reason: Reason[int]) -> str:
    needed = reason.needed
    what = (
        f"{needed.constant} in cell {needed.variable + 1}"
        if needed.other is None
        else f"equal symbols in cells {needed.variable + 1} and {needed.other + 1}"
    )
    return f"{_step(reason)} needs {what}"


def atom_title(reason: AtomReason) -> str:
    """Title of a condition or effect of a macro over parameters: ``adds (clear ?x)``."""
    text = atom_text(reason.atom)
    if reason.part == "effect":
        return f"{_MAKES[reason.value]} {text}"
    return f"needs {text if reason.value == TRUE else f'(not {text})'}"


def why_words(why: Why) -> str:
    """A reason in a macro over parameters as a sentence."""
    match why:
        case Link(uses=(need, made)):
            if isinstance(made, StepEffect) and made.value == TRUE:
                return f"{_use(need)}, which {_step(made)} adds"
            return f"{_use(need)}, and {_step(made)} deletes it"
        case Threat(uses=(first, second)):
            return f"{_use(first)}, and {_use(second)}"
        case OnlyOne(uses=uses):
            steps = " and ".join(map(_step, uses))
            return (
                f"{steps} need {atom_text(uses[0].variable)}, and only one such fact is ever true"
            )
        case Reason(needed=needed) if needed.variable[0] == "=":
            what = "equal objects" if needed.constant == TRUE else "it"
            return f"{_step(why)} asks for {what}"
        case Reason() | StepEffect():
            return _use(why, "it")
    raise ValueError(f"no reason: {why}")


def _use(use: Use, what: str = "") -> str:
    what = what or atom_text(use.variable)
    if isinstance(use, StepEffect):
        return f"{_step(use)} {_MAKES[use.value]} {what}"
    return f"{_step(use)} needs {what}{' to be false' if use.needed.constant == FALSE else ''}"


def _step(use: Reason[Variable] | StepEffect[Variable]) -> str:
    return f"step {use.step} ({use.name})"
