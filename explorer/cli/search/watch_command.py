"""``arcwise watch``: one search, step by step, in text or as a page; with macros both before and after learning."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ....rules.errors import InputError, on_one_line
from ....rules.source import source_class
from ....rules.text.text_file import write_text
from ....rules.text.words import counted
from ....rules.view import Heading, Lines, Part, Sentence, View
from ....search.algorithms import ALGORITHMS
from ....search.loops.expansion import WATCHED
from ....search.watching import WatchedSearch
from ...html.watched import (
    heat_picture,
    heuristic_sentences,
    step_text,
    watch_page,
    watch_picture,
    watched_data,
)
from ..arguments import (
    PAGES,
    DomainArgument,
    InputFile,
    NameIn,
    OutputFile,
    StateArgument,
    check_ending,
)
from ..budgeted import exit_code
from ..console import line_width, progress_over, say, searching, show_page
from ..help import SEARCH, command, in_group
from ..options import random_start, search_options, take_configuration, theory_options
from ..present import present

CAN_BE_WATCHED = {name: row for name, row in ALGORITHMS.usable().items() if row.loop in WATCHED}
"""The algorithms whose steps can be recorded."""

PICTURE = ".svg"
"""Ending of a picture."""

SHOWN = 3
"""Steps that are printed where none are asked for, from the first on."""


@command(
    "watch",
    first=["--algorithm", "--heuristic", "--macros", "--random", "--step", "--output", "--open"],
    examples=[
        'arcwise watch 8-puzzle "2 3 5 0 1 4 6 7 8"',
        'arcwise watch 8-puzzle "2 3 5 0 1 4 6 7 8" --algorithm greedy --step 5',
        "arcwise learn sliding-tile:2x3 --learner escapes -o macros.pl",
        'arcwise watch sliding-tile:2x3 "4 5 3 0 1 2" --macros macros.pl -o watch.html',
    ],
)
@click.argument("theory", type=DomainArgument())
@click.argument("states", nargs=-1, type=StateArgument(), metavar="[START] [GOAL]")
@in_group(SEARCH)(
    "--algorithm",
    type=NameIn(ALGORITHMS),
    default="a-star",
    help=f"How to search: {', '.join(CAN_BE_WATCHED)}.",
)
@click.option(
    "--macros",
    type=InputFile(),
    help="Macro file: the searches without and with it are shown side by side.",
)
@random_start
@click.option(
    "--step",
    "steps",
    type=click.IntRange(min=1),
    multiple=True,
    help="Number of a step to print; may be given several times.",
)
@click.option(
    "-o",
    "--output",
    type=OutputFile(),
    help="HTML page to write, on which the search is stepped through; or an SVG picture of the tree that grows.",
)
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@search_options
@theory_options
def watch_command(
    theory: str,
    states: tuple[str, ...],
    *,
    macros: str | None,
    steps: tuple[int, ...],
    output: str | None,
    opens: bool,
    as_json: bool,
    **rest: Any,
) -> int:
    """Watch a search: the nodes that each step expands, generates and drops, and the order of the open list.

    THEORY, START and GOAL are as for arcwise solve. It prints how often each g and h was expanded, where h has
    plateaus and local minima, and the first steps, or those of --step. With -o all steps are on a page.
    """
    options = take_configuration(rest).using(rest.pop("algorithm"))
    options.check_used([options.algorithm])
    if opens and output is None:
        raise InputError("--open without a page", remedy="-o watch.html --open")
    if output is not None:
        check_ending(output, "watch writes a page in HTML, or a picture", (*PAGES, PICTURE))
    kind, title, watched = source_class(theory, states), "", {}
    seed = rest.pop("random_seed")
    for name, learned in _sides(options.algorithm, macros).items():
        with progress_over(None, f"preparing {theory}"):
            question = kind.ask(theory, states, macros=learned, seed=seed, **rest)
        title = f"{options.algorithm} on {question.name}"
        with searching(title) as report:
            watched[name] = question.watch(options, report)
    if not as_json:
        for one in watched.values():
            _check_steps(one, steps)
    if output is not None:
        shown = watch_picture if output.lower().endswith(PICTURE) else watch_page
        write_text(output, shown(title, watched))

    def parts() -> Iterator[Part]:
        for name, one in watched.items():
            yield from _parts(name if macros else "", one, steps)

    def data() -> dict[str, Any]:
        searches = [watched_data(one, name) for name, one in watched.items()]
        return {"title": title, "searches": searches}

    present(View(parts, data), as_json=as_json)
    if output is not None:
        if not as_json:
            say(f"{on_one_line(output)} ({Path(output).stat().st_size / 1e6:.1f} MB)")
        show_page(output, opens=opens)
    return max(exit_code(one.result) for one in watched.values())


def _sides(algorithm: str, macros: str | None) -> dict[str, str | None]:
    """Rules learned before each of the searches that are shown side by side."""
    return (
        {algorithm: None} if macros is None else {"before learning": None, "after learning": macros}
    )


def _check_steps(watched: WatchedSearch, steps: tuple[int, ...]) -> None:
    """Refuse steps that a search does not have."""
    last = len(watched.steps)
    beyond = [step for step in steps if step > last]
    if beyond and last:
        raise InputError("no such step", expected=f"1 to {last}", found=str(beyond[0]))


def _parts(name: str, watched: WatchedSearch, steps: tuple[int, ...]) -> Iterator[Part]:
    """A search, under its name where there are several."""
    if name:
        yield Heading(f"== {name}")
    result = watched.result
    yield Sentence(result.summary(), result.solved, result.status.value)
    if not watched.steps:
        yield Heading()
        return
    yield Heading()
    yield heat_picture(watched)
    yield from map(Sentence, heuristic_sentences(watched))
    if watched.unrecorded:
        recorded = counted(len(watched.steps), "step")
        yield Sentence(f"recorded: the first {recorded}; the others are only counted")
    for step in steps or range(1, min(SHOWN, len(watched.steps)) + 1):
        yield Lines(f"\n{step_text(watched, step - 1, line_width())}")
    yield Heading()
