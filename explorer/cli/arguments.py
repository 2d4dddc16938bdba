"""Arguments of commands: files, with ``-`` for standard input, names in tables, domains and states."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from ...rules.domains.domain_table import DOMAINS
from ...rules.errors import InputError, Place, on_one_line
from ...rules.read_domain import with_problem
from ...rules.registry import Registry
from ...rules.text.text_file import (
    check_writable,
    ending_of,
    holding,
    read_standard_input,
    with_examples,
)
from ...search.heuristics.heuristic_table import HEURISTICS, heuristic_maker

PAGES = (".html", ".htm")
"""Endings of pages for the browser."""

LOG = logging.getLogger("arcwise")

STANDARD_INPUT = "stdin"
"""Name of standard input in messages, with the ending that a file of its notation has."""

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


class OutputFile(click.Path):
    """The name of a file to write, in a folder that can be written to."""

    def convert(
        self,
        value: str | PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        """The name; a place where writing would fail is refused before long work is done for it."""
        file = super().convert(value, param, ctx)
        if ctx is None or not ctx.resilient_parsing:
            check_writable(str(file))
        return file


def check_ending(file: str, what: str, endings: Sequence[str]) -> None:
    """Refuse to write over a file whose name tells that it is something else.

    Parameters
    ----------
    file
        The name of the output; a device may have any.
    what
        What is written, such as ``watch writes a page in HTML``.
    endings
        Those that it may have, the usual one first.

    Raises
    ------
    InputError
        Another ending, or none.
    """
    path = Path(file)
    if path.suffix.lower() not in endings and (path.is_file() or not path.exists()):
        raise InputError(what, place=Place(file), expected=f"a name that ends in {endings[0]}")


def standard_input(context: click.Context | None) -> str:
    """All that comes on standard input.

    Raises
    ------
    InputError
        Input that is no text, or a second ``-``.
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
        Ending of the name, which decides the notation; by default guessed from the text.
    text
        Text that was read already.

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
            remedy="a file, whose ending tells the notation",
        )
    name = f"{STANDARD_INPUT}{kind}"
    context.with_resource(holding({name: held}))
    return name


def completions(table: Registry[Any], begun: str) -> list[CompletionItem]:
    """The names of a table that begin so, each with what it is."""
    names = [name for name in table if name.startswith(begun)]
    return [CompletionItem(name, help=_summary(table, name)) for name in names]


def _summary(table: Registry[Any], name: str) -> str | None:
    """Summary of a row; None for one of another package that cannot be loaded."""
    try:
        return getattr(table[name], "summary", None)
    except InputError:
        return None


class NameIn(click.ParamType[str]):
    """A name in a table, which is looked at when it is needed.

    Parameters
    ----------
    table
        Where the names are.
    """

    name = "name"

    def __init__(self, table: Registry[Any]) -> None:
        self.table = table

    @property
    def listed(self) -> str:
        """The names, for the help of an option."""
        return f"One of {', '.join(self.table)}."

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        """The name as the table spells it, if it has the row; during completion the typed text."""
        if ctx is not None and ctx.resilient_parsing:
            return str(value)
        return self._row(str(value))

    def _row(self, text: str) -> str:
        return self.table.spelled(text)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names that begin with the typed text."""
        return completions(self.table, incomplete)


class HeuristicName(NameIn):
    """A heuristic, with a parameter behind a colon where it takes one."""

    def __init__(self) -> None:
        super().__init__(HEURISTICS)

    def _row(self, text: str) -> str:
        heuristic_maker(text)
        return super()._row(text)


class NamesIn(click.ParamType[str]):
    """Names of a table with commas between them; the command takes them apart.

    Parameters
    ----------
    table
        Where the names are.
    others
        Words that the command takes besides.
    """

    name = "text"

    def __init__(self, table: Registry[Any], others: Iterable[str] = ()) -> None:
        self.table = table
        self.others = tuple(others)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Completions of the last name, behind the others."""
        done, comma, begun = incomplete.rpartition(",")
        found = completions(self.table, begun)
        if not comma:
            found += [CompletionItem(word) for word in self.others if word.startswith(begun)]
        return [CompletionItem(f"{done}{comma}{one.value}", help=one.help) for one in found]


class DomainArgument(click.ParamType[str]):
    """Argument that names a domain: a built-in one, a file of arcs, or ``-`` for arcs on standard input."""

    name = "domain"

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        """The argument; where standard input is to be read, the name under which it is held."""
        text = str(value)
        if text == "-":
            return standing_for_standard_input(ctx)
        name, colon, rest = text.partition(":")
        if rest == "-" and colon and name in DOMAINS and DOMAINS[name].levels:
            return f"{name}:{standing_for_standard_input(ctx, '.txt')}"
        return text

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Domains whose names begin with the word; files if there are none."""
        return completions(DOMAINS, incomplete) or [CompletionItem(incomplete, type="file")]


def check_no_examples(
    text: str, remedy: str = "arcwise compare or arcwise learn, which read files of problems"
) -> None:
    """Refuse the name of a file of problems where a state is wanted.

    Raises
    ------
    InputError
        Such a file, with what takes it.
    """
    named = len(text) < LONGEST_NAME and text.lower().endswith(EXAMPLES)
    if named and with_examples(Path(text)).is_file():
        raise InputError(
            "this is a file",
            expected='a state, such as "2 3 5 0 1 4 6 7 8"',
            found=on_one_line(text),
            remedy=remedy,
        )


EXAMPLES = (".json", ".csv", ".tsv", ".txt")
"""Endings of files of problems, but for Prolog's."""

LONGEST_NAME = 255
"""Characters of a name that may be that of a file."""


class StateArgument(click.ParamType[str]):
    """A state, or the file of a PDDL problem, or ``-`` for one of these on standard input.

    Parameters
    ----------
    files
        Whether files of problems may stand there too.
    """

    name = "state"

    def __init__(self, *, files: bool = False) -> None:
        self._files = files

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        """The state, or the name of the file."""
        if value != "-" or ctx.resilient_parsing:
            named = "" if ctx is None else str(ctx.params.get("theory", ""))
            for state in () if self._files else with_problem(named, (str(value),))[1]:
                check_no_examples(state)
            return str(value)
        text = standard_input(ctx)
        if text.lstrip().startswith(("(", ";")):
            return standing_for_standard_input(ctx, text=text)
        return text.strip("\n")

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Files: a state cannot be guessed."""
        return [CompletionItem(incomplete, type="file")]
