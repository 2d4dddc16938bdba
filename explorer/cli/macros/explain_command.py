"""``arcwise explain``: why a macro is what it is."""

from __future__ import annotations

from collections.abc import Collection

import click

from ....ebl.files.action_file import holds_actions, load_entries
from ....ebl.files.macro_file import load_macros
from ....rules.errors import InputError, Place
from ...text.actions import entry_data, explain_entry
from ...text.explanations import explain_macro, explanation_data
from ..console import emit, out, say


@click.command("explain")
@click.argument("macros", type=click.Path())
@click.argument("names", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def explain_command(macros: str, names: tuple[str, ...], as_json: bool) -> int:
    """Explain the macros of a macro file, or those NAMES only.

    Shown are the training path as boards, for every cell of the pattern why it is a constant or a variable and which
    step needed it, and the rule as two boards and as Prolog.
    """
    if holds_actions(macros):
        return _explain_actions(macros, names, as_json)
    library = load_macros(macros)
    known = {macro.name: (macro, library.board(macro)) for macro in library}
    _check_names(names, known, macros)
    chosen = [known[name] for name in names] or list(known.values())
    if as_json:
        emit(
            {
                "theory": library.domain.name,
                "macros": [explanation_data(macro) for macro, _ in chosen],
            }
        )
        return 0
    width = out().width
    rule = "\n\n" + "-" * min(width, 80) + "\n\n"
    say(rule.join(explain_macro(macro, theory, width) for macro, theory in chosen))
    if not chosen:
        say("no macros in this file")
    return 0


def _explain_actions(path: str, names: tuple[str, ...], as_json: bool) -> int:
    domain, entries = load_entries(path)
    known = {entry.name: entry for entry in entries}
    _check_names(names, known, path)
    chosen = [known[name] for name in names] or entries
    if as_json:
        emit({"theory": domain, "macros": [entry_data(entry) for entry in chosen]})
        return 0
    rule = "\n\n" + "-" * min(out().width, 80) + "\n\n"
    say(rule.join(map(explain_entry, chosen)) or "no macros in this file")
    return 0


def _check_names(names: tuple[str, ...], known: Collection[str], path: str) -> None:
    for name in names:
        if name not in known:
            raise InputError(
                "no such macro",
                place=Place(path),
                expected=f"one of {', '.join(known)}",
                found=name,
            )
