"""Files on the command line, where ``-`` is standard input."""

from __future__ import annotations

from os import PathLike
from typing import Any

import click

from ...rules.errors import InputError, Place
from ...rules.text.text_file import ending_of, holding, read_standard_input, read_text

STANDARD_INPUT = "stdin"
"""What standard input is called in messages, with the ending that a file of its notation has."""

_READ = "arcwise.standard_input"


class InputFile(click.Path):
    """The name of a file to read; ``-`` is standard input, whose notation is recognised."""

    def convert(
        self,
        value: str | PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        """The name; where standard input is to be read, that under which it is held."""
        if value == "-":
            return standing_for_standard_input(ctx)
        return super().convert(value, param, ctx)


def standard_input(context: click.Context | None) -> str:
    """All that comes on standard input.

    Raises
    ------
    InputError
        What is no text, or a second ``-``.
    """
    context = context or click.get_current_context()
    if context.meta.get(_READ):
        raise InputError(
            "standard input can be read only once", found="- twice", remedy="a file for one of them"
        )
    context.meta[_READ] = True
    return read_standard_input()


def standing_for_standard_input(
    context: click.Context | None, ending: str | None = None, *, text: str | None = None
) -> str:
    """A name under which standard input is held, as if it were a file, until the command ends.

    Parameters
    ----------
    ending
        Of the name, which says the notation; by default what the text looks like.
    text
        What was read already.

    Raises
    ------
    InputError
        A text of which it cannot be said what it is.
    """
    context = context or click.get_current_context()
    if context.resilient_parsing:  # a shell asks how the line may go on
        return "-"
    held = standard_input(context) if text is None else text
    kind = ending or ending_of(held)
    if kind is None:
        raise InputError(
            "what is this?",
            place=Place(STANDARD_INPUT),
            expected="arcs in Prolog or PSVN, PDDL, or examples as JSON, CSV or Prolog",
            found=repr(held[:40]),
            remedy="a file, whose name says it",
        )
    name = f"{STANDARD_INPUT}{kind}"
    context.with_resource(holding({name: held}))
    return name


def is_policy(macros: str) -> bool:
    """Whether a macro file says what its rules are for."""
    from ...ebl.files.macro_file import holds_policy

    return holds_policy(read_text(macros), macros)
