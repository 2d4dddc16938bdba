"""The reasons in a macro as sentences."""

from __future__ import annotations

from ...ebl.reasons import (
    FALSE,
    TRUE,
    AtomReason,
    CellReason,
    Effect,
    Link,
    OnlyOne,
    Reason,
    Threat,
    Use,
    Variable,
    Why,
)
from ...rules.pddl.action_domain import atom_text
from ...rules.term import Symbol

_MAKES: dict[Symbol, str] = {TRUE: "adds", FALSE: "deletes"}


def cell_words(reason: CellReason) -> str:
    """Why a cell is what it is, as part of a sentence."""
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
            if isinstance(made, Effect) and made.value == TRUE:
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
        case Reason() | Effect():
            return _use(why, "it")
    raise ValueError(f"no reason: {why}")


def _use(use: Use, what: str = "") -> str:
    what = what or atom_text(use.variable)
    if isinstance(use, Effect):
        return f"{_step(use)} {_MAKES[use.value]} {what}"
    return f"{_step(use)} needs {what}{' to be false' if use.needed.constant == FALSE else ''}"


def _step(use: Reason[Variable] | Effect[Variable]) -> str:
    return f"step {use.step} ({use.name})"
