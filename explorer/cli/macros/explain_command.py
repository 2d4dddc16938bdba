"""``arcwise explain``: why a macro is what it is."""

from __future__ import annotations

from collections.abc import Collection

import click

from ....ebl.files.macro_file import load_macros
from ....rules.errors import InputError, Place
from ....search.orders.order import GIVEN, in_words
from ...text.macros import macro_text
from ...text.policies import policy_lines
from ..arguments.files import InputFile
from ..arguments.help import command
from ..console import emit, out, say


@command(
    "explain",
    examples=[
        "arcwise learn sliding-tile:2x3 --learner escapes -o macros.pl",
        "arcwise explain macros.pl",
    ],
)
@click.argument("macros", type=InputFile())
@click.argument("names", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def explain_command(macros: str, names: tuple[str, ...], as_json: bool) -> int:
    """Explain the macros of a macro file, or those NAMES only.

    Shown are the training path as boards, for every cell of the pattern why it is a constant or a variable and which
    step needed it, and the rule as two boards and as Prolog; of macros of a PDDL domain the training plan, the reason for
    every parameter, condition and effect, and the action as PDDL; of rules of a policy what each is for and what is proved of it.
    """
    library = load_macros(macros)
    known = {macro.name: macro for macro in library}
    _check_names(names, known, macros)
    chosen = [known[name] for name in names] or list(library)
    if as_json:
        found = [macro_text(macro, library).explained_data for macro in chosen]
        emit({"theory": library.domain.name, "macros": found})
        return 0
    width = out().width
    if library.order != GIVEN:
        say(
            f"Subgoals are to fill cells in this order: {in_words(library.domain, library.order)}\n"
        )
    if not names and (lines := policy_lines(library)):
        say("\n".join(lines) + "\n")
    rule = "\n\n" + "-" * min(width, 80) + "\n\n"
    say(
        rule.join(macro_text(macro, library).explained(width) for macro in chosen)
        or "no macros in this file"
    )
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
