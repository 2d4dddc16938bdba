"""``arcwise explain``: why a macro is what it is."""

from __future__ import annotations

import click

from ..ebl.library_file import load_library
from ..rules.errors import InputError, Place
from .console import emit, out, say
from .explain_text import explain_macro, explanation_data


@click.command("explain")
@click.argument("macros", type=click.Path())
@click.argument("names", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def explain_command(macros: str, names: tuple[str, ...], as_json: bool) -> int:
    """Explain the macros of a macro file, or those NAMES only.

    Shown are the training path as boards, for every cell of the pattern why it is a constant or a variable and which
    step needed it, and the rule as two boards and as Prolog.
    """
    library = load_library(macros)
    known = {macro.name: macro for macro in library}
    for name in names:
        if name not in known:
            raise InputError(
                "no such macro",
                place=Place(macros),
                expected=f"one of {', '.join(known)}",
                found=name,
            )
    chosen = [known[name] for name in names] or list(library)
    if as_json:
        emit({"theory": library.theory.name, "macros": [explanation_data(m) for m in chosen]})
        return 0
    width = out().width
    rule = "\n\n" + "-" * min(width, 80) + "\n\n"
    say(rule.join(explain_macro(macro, library.theory, width) for macro in chosen))
    if not chosen:
        say("no macros in this file")
    return 0
