"""``arcwise course lecture``: an hour of lecture as slides, each made by the commands that stand on it."""

from __future__ import annotations

import contextlib
import io
import json
import shlex
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from ...rules.errors import InputError, Place, cannot_be_written
from ...rules.text.text_file import check_new, read_text, write_text
from ...rules.text.words import counted
from ...rules.view import Heading, Sentence, View
from ..html.slides import (
    Drawn,
    bars_drawing,
    columns_drawing,
    command_drawing,
    parts_drawings,
    picture_drawing,
    slide_svg,
)
from .budgeted import exit_code_of, held
from .console import progress_over
from .course_notebook import CODE, MARKDOWN, notebook_text
from .present import caught, present

PAIR, TEST = '"4 5 3 0 1 2" "5 1 3 4 2 0"', '"4 5 3 0 1 2" "1 2 3 4 5 0"'
EIGHT = '"2 3 5 0 1 4 6 7 8" "0 1 2 3 4 5 6 7 8"'
BREADTH_FIRST = "--algorithm breadth-first --duplicates path"
"""The pairs of Markov, Russell and Neller, *The N-Puzzle Problem* (2005), and their tree search."""

FILES = {
    "useful.json": [["4 5 3 0 1 2", "5 1 3 4 2 0"]],
    "useless.json": [["4 5 3 0 1 2", "4 5 3 1 2 0"]],
}
"""Training examples that the commands read: starts and goals."""


@dataclass(frozen=True)
class Slide:
    """A slide.

    Parameters
    ----------
    name
        Of its file.
    title, says
        Heading, and what there is to see.
    commands
        What makes it, in this order.
    draws
        Makes the drawings of the views that the commands show.
    """

    name: str
    title: str
    says: str
    commands: tuple[str, ...]
    draws: Callable[[Sequence[View]], Iterator[Drawn]]


def _shown(most: int = 20, last: bool = False) -> Callable[[Sequence[View]], Iterator[Drawn]]:
    """Draw the output of the commands, up to a number of lines; of the last one alone if asked for."""

    def draws(views: Sequence[View]) -> Iterator[Drawn]:
        for view in views[-1:] if last else views:
            parts = view.brief or view.parts
            full = (one for one in parts if not isinstance(one, Heading) or one.text.strip())
            yield from parts_drawings(full, most)

    return draws


def _expanded(*names: str) -> Callable[[Sequence[View]], Iterator[Drawn]]:
    """Draw a bar for each search: the states that it expanded."""

    def draws(views: Sequence[View]) -> Iterator[Drawn]:
        found = [view.data["expanded"] for view in views if "expanded" in view.data]
        yield bars_drawing(list(zip(names, found, strict=True)), "expanded")

    return draws


def _layers(views: Sequence[View]) -> Iterator[Drawn]:
    yield columns_drawing(views[-1].data["layers"], "states at each number of moves from the start")


def _picture(views: Sequence[View]) -> Iterator[Drawn]:
    """Draw the picture that the command has written."""
    yield picture_drawing(read_text(Path(PICTURE)))


PICTURE = "search.svg"
"""The searches that grow beside each other."""

SLIDES = (
    Slide(
        "rules",
        "A move is a rule",
        "Cells that a move does not look at are variables, so that 14 rules make all moves of all 720 boards.",
        ("arcwise show sliding-tile:2x3",),
        _shown(20),
    ),
    Slide(
        "state-space",
        "Half of all boards can be reached",
        "From a start every other board is out of reach: parity. Most states lie half-way.",
        ('arcwise enumerate sliding-tile:2x3 "4 5 3 0 1 2"',),
        _layers,
    ),
    Slide(
        "search",
        "What a search expands",
        "One problem, five searches. A heuristic saves work; only some of them prove that their path is a shortest one.",
        (
            f"arcwise solve sliding-tile:3x3 {EIGHT} --algorithm breadth-first",
            f"arcwise solve sliding-tile:3x3 {EIGHT} --algorithm iterative-deepening",
            f"arcwise solve sliding-tile:3x3 {EIGHT} --algorithm greedy --heuristic misplaced",
            f"arcwise solve sliding-tile:3x3 {EIGHT} --algorithm a-star --ties oldest --heuristic misplaced",
            f"arcwise solve sliding-tile:3x3 {EIGHT} --algorithm a-star --ties oldest --heuristic manhattan",
        ),
        _expanded(
            "breadth-first",
            "iterative deepening",
            "greedy, tiles misplaced",
            "A*, tiles misplaced",
            "A*, Manhattan distance",
        ),
    ),
    Slide(
        "explanation",
        "An example that is explained",
        "The path of a solved example: why does each move apply? What did it look at?",
        (f"arcwise solve sliding-tile:2x3 {PAIR} --algorithm breadth-first",),
        _shown(),
    ),
    Slide(
        "generalization",
        "From the example to a macro",
        "A cell stays a constant only where a step needs it; all other cells become variables.",
        ("arcwise learn sliding-tile:2x3 useful.json -o macros.pl", "arcwise explain macros.pl"),
        _shown(26, last=True),
    ),
    Slide(
        "macro-in-front",
        "The macro stands in front of the moves",
        "The same search of another problem, without and with the macro.",
        (
            f"arcwise solve sliding-tile:2x3 {TEST} {BREADTH_FIRST}",
            f"arcwise solve sliding-tile:2x3 {TEST} {BREADTH_FIRST} --macros macros.pl",
        ),
        _expanded("without the macro", "with the macro"),
    ),
    Slide(
        "both-trees",
        "Both searches grow at the same pace",
        "A row is a move: the macro is one jump over four rows. The picture moves in a browser; the other states of a full row are dots.",
        (
            f"arcwise watch sliding-tile:2x3 {TEST} --algorithm breadth-first --macros macros.pl -o {PICTURE}",
        ),
        _picture,
    ),
    Slide(
        "useless-macro",
        "The cost of a useless macro",
        "A macro that no short solution needs is tried in every state all the same.",
        (
            f"arcwise solve sliding-tile:2x3 {TEST} {BREADTH_FIRST}",
            "arcwise learn sliding-tile:2x3 useless.json -o useless.pl",
            f"arcwise solve sliding-tile:2x3 {TEST} {BREADTH_FIRST} --macros useless.pl",
        ),
        _expanded("without the macro", "with the useless macro"),
    ),
    Slide(
        "utility",
        "Does learning pay?",
        "One problem decides nothing. Over random problems: the useful macro of before, measured.",
        (
            "arcwise compare sliding-tile:2x3 --random 1 --count 50 --macros macros.pl --algorithms a-star,greedy --beyond 0",
        ),
        _shown(22),
    ),
    Slide(
        "dead-ends",
        "Failure is explained too",
        "A box in a corner never comes out. What every move keeps and no goal fits is a dead end.",
        ("arcwise explain sokoban:2",),
        _shown(24),
    ),
    Slide(
        "policies",
        "A policy replaces search",
        "Rules learned on three pancakes sort twenty; nothing is searched.",
        (
            "arcwise learn pancake:3 --learner policy -o pancake.pl",
            "arcwise solve pancake:20 --random 1 --macros pancake.pl --algorithm climb",
        ),
        _shown(18),
    ),
)
"""The lecture, in its order."""


def write_lecture(folder: Path) -> None:
    """Write the slides and the notebook into a new folder.

    Raises
    ------
    InputError
        A folder that holds something, or a command that ends badly.
    KeyboardInterrupt
        The user's; nothing is left of the folder, as after a command that ends badly.
    """
    check_new(folder, "a lecture needs")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_be_written(error, Place(str(folder)), "made") from None
    try:
        _fill(folder)
    except BaseException:  # half a lecture is none, and its folder would not be new
        shutil.rmtree(folder, ignore_errors=True)
        raise
    words = (
        f"{counted(len(SLIDES), 'slide')} in {folder}, and a notebook that runs them, lecture.ipynb"
    )
    present(View([Sentence(words)], {"folder": str(folder), "slides": len(SLIDES)}))


def _fill(folder: Path) -> None:
    for name, pairs in FILES.items():
        write_text(folder / name, json.dumps(pairs) + "\n")
    with progress_over(len(SLIDES), "drawing slides") as tick, contextlib.chdir(folder):
        for number, slide in enumerate(SLIDES, 1):
            commands = list(map(command_drawing, slide.commands))
            drawn = slide_svg(slide.title, slide.says, [*commands, *slide.draws(_views(slide))])
            write_text(Path(_file(number, slide)), drawn + "\n")
            tick(1)
        write_text(Path("lecture.ipynb"), notebook_text(_cells()))


def _file(number: int, slide: Slide) -> str:
    return f"{number:02d}-{slide.name}.svg"


def _views(slide: Slide) -> list[View]:
    """The output of the commands of a slide."""
    arcwise = click.get_current_context().find_root().command
    assert isinstance(arcwise, click.Group)
    quiet = io.StringIO()
    with caught() as views, contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        for line in slide.commands:
            first, *words = shlex.split(line)
            with arcwise.make_context(first, words) as root:
                name, command, rest = arcwise.resolve_command(root, root.args)
                assert command is not None and command.callback is not None
                with command.make_context(name, rest, parent=root) as called, held(called):
                    code = command.callback(**called.params)
            if code == exit_code_of("interrupt"):
                raise KeyboardInterrupt
            if code:
                raise InputError(f"ended with {code}: {line}")
    return views


def _cells() -> Iterator[tuple[Any, ...]]:
    yield MARKDOWN, "# Search, and learning from explanations"
    for number, slide in enumerate(SLIDES, 1):
        picture = f"![{slide.title}]({_file(number, slide)})"
        yield MARKDOWN, f"## {slide.title}\n\n{slide.says}\n\n{picture}"
        yield CODE, "\n".join(f"!{command}" for command in slide.commands)
