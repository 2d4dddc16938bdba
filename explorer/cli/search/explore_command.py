"""``arcwise explore``: a problem walked through by hand."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from typing import Any

import click

from ....rules.errors import InputError
from ....rules.source import source_class
from ....search.limits import Limits
from ..arguments import (
    DomainArgument,
    OutputFile,
    StateArgument,
)
from ..console import progress_over
from ..help import command
from ..options import (
    chosen,
    random_start,
    refuse_lacking,
    search_options,
    take_configuration,
    theory_options,
)

DEFAULT_LIMITS = Limits(time=10, memory=2 * 2**30)
"""Limits on one search from the current state unless options give others."""

TEXTS_BOARD, TEXTS_START = "sliding-tile:2x3", "4 5 3 0 1 2"
"""The puzzle of Markov, Russell and Neller 2005, which is opened where none is named."""


@command(
    "explore",
    first=["--macros", "--random", "--output", "--heuristic", "--limit-time"],
    examples=["arcwise explore 8-puzzle"],
)
@click.argument("theory", type=DomainArgument(), default=TEXTS_BOARD)
@click.argument("states", nargs=-1, type=StateArgument(), metavar="[START] [GOAL]")
@click.option(
    "--macros",
    type=click.Path(),
    help="Macro file: its macros come before the arcs, and new macros are added to it.",
)
@click.option("-o", "--output", type=OutputFile(), help="The macro file that key w writes (.pl).")
@random_start
@search_options
@theory_options
def explore_command(
    theory: str,
    states: tuple[str, ...],
    macros: str | None,
    output: str | None,
    random_seed: int | None,
    **rest: Any,
) -> int:
    """Walk through a problem in the terminal.

    It shows the board, which arcs and macros match, and why the others do not. Keys step forward and back, search from
    here, and learn a macro from the path just made. THEORY, START and GOAL are as for arcwise solve; without START a random
    one is taken, without THEORY the source text's puzzle. A search from here may take 10 s and 2 GB unless the options say
    otherwise. With a logic program it lists goals, proves them, draws the proofs, and learns rules.
    """
    if not chosen("theory") and random_seed is None:
        states = (TEXTS_START,)
    options = take_configuration(rest)
    asked = options.limits
    limits = replace(
        asked,
        time=asked.time or DEFAULT_LIMITS.time,
        memory=asked.memory or DEFAULT_LIMITS.memory,
    )
    options = replace(options, limits=limits)
    kind = source_class(theory, states)
    refuse_lacking(kind, theory)
    how: dict[str, Any] = {"macros": macros, "seed": random_seed, "configuration": options}
    with progress_over(None, f"preparing {theory}"):
        session = kind.session(theory, states, **how, **rest)
    _check_terminal()
    try:
        from ...explore.app import ExploreApp
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] != "textual":
            raise
        raise InputError(
            "arcwise explore needs the package textual", remedy="pip install textual"
        ) from None
    for name in ("COLUMNS", "LINES"):  # a size once written down would hide that it changes
        os.environ.pop(name, None)
    ending = kind.endings[0] if kind.endings else ".pl"
    app = ExploreApp(session, output, macros or f"{session.kind}s{ending}")
    code = app.run()
    return code if code is not None else app.return_code or 0


def _check_terminal() -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty()):
        raise InputError(
            "arcwise explore needs a terminal",
            found="input or output that is a file or a pipe",
            remedy="arcwise solve, which prints the solution",
        )
    if os.environ.get("TERM", "") in ("", "dumb", "unknown"):
        raise InputError(
            "this terminal cannot place text on the screen",
            found=f"TERM={os.environ.get('TERM', '')}",
            remedy="TERM=xterm, or arcwise solve, which prints the solution",
        )
