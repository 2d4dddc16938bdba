"""Help: options in groups, and an example of every command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import click

Function = TypeVar("Function", bound=Callable[..., Any])

OPTIONS, SEARCH, CLIMBING, LOGIC, LIMITS, PDDL, RUNS = GROUPS = (
    *("Options", "Search", "Climbing", "Logic programs", "Limits", "PDDL", "Runs"),
)
"""The headings under which options stand, in this order."""


class GroupedOption(click.Option):
    """An option that stands under a heading.

    Parameters
    ----------
    group
        One of `GROUPS`.
    """

    def __init__(self, *names: Any, group: str = OPTIONS, **settings: Any) -> None:
        super().__init__(*names, **settings)
        self.group = group


class Command(click.Command):
    """A command whose help has the options in groups, and examples.

    Parameters
    ----------
    examples
        Command lines that can be run as they are, one after the other, those of other commands before them.
    """

    def __init__(self, *names: Any, examples: Sequence[str] = (), **settings: Any) -> None:
        super().__init__(*names, **settings)
        self.examples = tuple(examples)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, group by group."""
        groups: dict[str, list[tuple[str, str]]] = {name: [] for name in GROUPS}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is None or isinstance(parameter, click.Argument):
                continue
            usage, words = record
            listed = getattr(parameter.type, "listed", "")
            row = usage, f"{words} {listed}" if listed else words
            groups[getattr(parameter, "group", OPTIONS)].append(row)
        for name, records in groups.items():
            if records:
                with formatter.section(name):
                    formatter.write_dl(records)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        write_examples(formatter, self.examples)


def write_examples(formatter: click.HelpFormatter, examples: Sequence[str]) -> None:
    """Command lines as they are typed, never broken."""
    if not examples:
        return
    with formatter.section("Example" if len(examples) == 1 else "Examples"):
        for line in examples:
            formatter.write(f"{'':>{formatter.current_indent}}{line}\n")


command = partial(click.command, cls=Command)
"""`click.command` for a `Command`, which takes ``examples`` too."""


def in_group(group: str) -> Callable[..., Callable[[Function], Function]]:
    """`click.option` for options of a group."""
    return partial(click.option, cls=GroupedOption, group=group)
