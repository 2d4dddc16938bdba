"""``arcwise explore``: a problem walked through by hand."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

import click

from ....experiments.board import BoardSource, load_domain
from ....experiments.board_question import states_of
from ....experiments.configuration import Configuration
from ....logic.learning.rule_library import RuleLibrary
from ....logic.session import ProofSession
from ....rules.errors import InputError, Place
from ....rules.read_domain import with_problem
from ....rules.source import OF_BOARDS, source_class
from ....rules.term import Pattern, State
from ....search.limits import Limits
from ...explore.session import Session, quick_start, read_walk_macros
from ..arguments import (
    DomainArgument,
    OutputFile,
    StateArgument,
    program_of,
    queries,
)
from ..console import progress_over
from ..help import command
from ..options import (
    OF_STATES,
    chosen,
    random_start,
    refuse_given,
    search_options,
    take_configuration,
    theory_options,
)

DEFAULT_LIMITS = Limits(time=10, memory=2 * 2**30)
"""Limits on one search from the current state unless options give others."""

TEXTS_BOARD, TEXTS_START = "sliding-tile:2x3", "4 5 3 0 1 2"
"""The puzzle of Markov, Russell and Neller 2005, which is opened where none is named."""

FIRST_SEED = 1
"""The random start that is shown where none is named."""


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
    with progress_over(None, f"preparing {theory}"):
        kind = source_class(theory, states)
        begin: Begin = SESSIONS.get(kind.kind, _source_session)
        session = begin(theory, states, macros, random_seed, options, **rest)
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


def _walk_session(
    theory: str,
    states: tuple[str, ...],
    macros: str | None,
    seed: int | None,
    options: Configuration,
    **rest: Any,
) -> Session:
    """A walk on a board."""
    named, texts = with_problem(theory, states)
    shown = texts[0] if texts and seed is None else None
    domain = load_domain(named, engine=options.engine, start=shown, **rest)
    start, goal, seed = _states(domain, texts, seed)
    return Session(domain, start, goal, read_walk_macros(domain, goal, macros), options, seed)


def _source_session(
    theory: str,
    states: tuple[str, ...],
    macros: str | None,
    seed: int | None,
    options: Configuration,
    **rest: Any,
) -> Session:
    """A walk through a problem of any other source."""
    from ...explore.source_session import SourceSession

    kind = source_class(theory, states)
    refuse_given(OF_BOARDS, f"does not go with {kind.questions}")
    seed = FIRST_SEED if seed is None and not states else seed
    question = kind.ask(theory, states, seed=seed)
    return SourceSession(question, question.source.library(macros), options, seed)


def _goals_session(
    theory: str,
    states: tuple[str, ...],
    macros: str | None,
    seed: int | None,
    options: Configuration,
    **rest: Any,
) -> ProofSession:
    """Goals of a program."""
    if seed is not None:
        raise InputError("a logic program has goals to prove and no random starts")
    refuse_given((*OF_STATES, "engine"), "does not go with goals of a program")
    return _proof_session(theory, states, macros, options.limits)


def _proof_session(
    path: str, texts: tuple[str, ...], macros: str | None, limits: Limits
) -> ProofSession:
    """The goals of the command line, else the examples and problems of the program, and the rules of a file."""
    program = program_of(path)
    goals = dict.fromkeys(queries(texts, program), "given") if texts else {}
    if not texts:
        for source, stated in (("example", program.examples), ("problem", program.problems)):
            for one in stated:
                known = goals.setdefault(one.goal, source)
                goals[one.goal] = known if source in known else f"{known}, {source}"
    if not goals:
        raise InputError(
            "no goal to prove",
            place=Place(path),
            expected="facts example(Goal) or problem(Goal), or goals behind the program",
            found="none",
        )
    rules = None if macros is None or macros == "none" else RuleLibrary.load(macros, program)
    return ProofSession(program, goals, rules, limits)


Begin: TypeAlias = Callable[..., Session | ProofSession]
"""Begins to explore: theory, words, macros, seed and how to search; then the order and the cost of moves."""

SESSIONS: Mapping[str, Begin] = {
    "board": _walk_session,
    "program": _goals_session,
}
"""Kinds of sources that are walked through, or proved, in another way than `SourceSession`."""


def _states(
    domain: BoardSource, texts: tuple[str, ...], seed: int | None
) -> tuple[State, Pattern, int | None]:
    """The start, the goal, and the number of the random start if it is one."""
    if seed is None and not texts and domain.start is None:
        goal = domain.goal_patterns(None)[0]
        return quick_start(domain, goal, FIRST_SEED), goal, FIRST_SEED
    start, goals = states_of(domain, texts, seed=seed)
    return start, goals[0], seed


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
