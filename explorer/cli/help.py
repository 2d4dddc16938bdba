"""Help: options in groups, and an example of every command."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from inspect import cleandoc
from textwrap import wrap
from types import MappingProxyType
from typing import Any, TypeVar

import click

from ...rules.errors import InputError, on_one_line

Function = TypeVar("Function", bound=Callable[..., Any])

OPTIONS, OF_LEARNERS, SEARCH, CLIMBING, LOGIC, LIMITS, PDDL, RUNS = GROUPS = (
    *("Options", "Options of learners", "Search", "Climbing", "Logic programs", "Limits", "PDDL"),
    "Runs",
)
"""The headings under which options stand, in this order."""


WHOLE = f"{__name__}.whole"
"""Says in a context that all of the help is wanted."""

PARAGRAPHS = SHORT_EXAMPLES = 2
"""Number of paragraphs and of examples in the short help."""


DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212"

_DASH = re.compile(f"[{DASHES[1:]}][{DASHES}]?[A-Za-z]")
"""An option whose hyphens a text made longer."""

_NEGATIVE = re.compile(r"-\d+[\s,]")
"""A state of several symbols whose first is a negative number."""


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


def _hyphened(option: str) -> str:
    return f"-{option}" if len(option) == 1 else f"--{option}"


class WithHelpAll(click.Command):
    """A command, or a group of commands, that takes ``--help-all``."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The parameters, with ``--help-all``."""
        return [*super().get_params(ctx), HELP_ALL]


class Command(WithHelpAll):
    """A command whose help fits a screen: its first two paragraphs, a few options, and examples.

    ``--help-all`` shows the whole text and every option, in groups. A command without first options has one help for both.

    Parameters
    ----------
    examples
        Command lines that can be run as they are, one after the other, those of other commands before them.
    first
        The options that a beginner needs, as they are typed, in the order in which the short help lists them.
    choices
        Functions that make tables of names that an option takes, under their headings.
    """

    def __init__(
        self,
        *names: Any,
        examples: Sequence[str] = (),
        first: Sequence[str] = (),
        choices: Mapping[str, Callable[[], Sequence[tuple[str, str]]]] = MappingProxyType({}),
        **settings: Any,
    ) -> None:
        super().__init__(*names, **settings)
        self.examples, self.first, self.choices = tuple(examples), tuple(first), choices

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words of a command line; a state that begins with a negative number is no option."""
        for one in filter(_DASH.match, args):
            raise InputError(
                "a dash that is no hyphen begins an option",
                found=on_one_line(one),
                remedy=_hyphened(on_one_line(one).lstrip(DASHES)),
            )
        words = [f" {one}" if _NEGATIVE.match(one) else one for one in args]
        try:
            return super().parse_args(ctx, list(words))
        except click.MissingParameter as error:
            lacking = error.param.make_metavar(ctx) if error.param else "something"
            if isinstance(error.param, click.Option):
                lacking = f"{error.param.opts[0]} {lacking}"
            raise InputError(
                f"{ctx.command_path} needs {lacking.rstrip('.')}",
                expected=ctx.get_usage().removeprefix("Usage: "),
                found=on_one_line(" ".join(args)) or "nothing",
                remedy=self._first_example(ctx.command_path),
            ) from None

    def _first_example(self, command: str) -> str | None:
        """The first example that runs the command, after the examples that it depends on."""
        for count, one in enumerate(self.examples, 1):
            if command in one:
                return "; then ".join(self.examples[:count])
        return None

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the short help, or all of it where ``--help-all`` asks for that."""
        if ctx.meta.get(WHOLE) or not self.first:
            super().format_help(ctx, formatter)
            return
        self.format_usage(ctx, formatter)
        for paragraph in cleandoc(self.help or "").split("\n\n")[:PARAGRAPHS]:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(paragraph)
        known = {one: parameter for parameter in self.get_params(ctx) for one in parameter.opts}
        records = [known[name].get_help_record(ctx) for name in (*self.first, "--help-all")]
        with formatter.section("Options"):
            formatter.write_dl([(one[0], _sentence(one[1])) for one in records if one])
        self._write_choices(formatter)
        write_examples(formatter, self.examples[:SHORT_EXAMPLES])

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
            if name == OPTIONS:
                self._write_choices(formatter)

    def _write_choices(self, formatter: click.HelpFormatter) -> None:
        for heading, rows in self.choices.items():
            with formatter.section(heading):
                formatter.write_dl(rows())

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        write_examples(formatter, self.examples)


def _whole_help(ctx: click.Context, parameter: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        ctx.meta[WHOLE] = True
        click.echo(ctx.get_help())
        ctx.exit()


HELP_ALL = click.Option(
    ["--help-all"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_whole_help,
    help="Show the whole help, with every option, and exit.",
)
"""The option of every command that shows its whole help."""


def _sentence(words: str) -> str:
    """The first sentence of an option's help, with its default if it has a short one."""
    first = re.match(r".*?\.(?=\s|$)", words)
    said = first.group() if first else words
    default = re.search(r"\[default: [^;\]]{1,24}(?=[;\]])", words)
    return f"{said}  {default.group()}]" if default else said


def write_examples(formatter: click.HelpFormatter, examples: Sequence[str]) -> None:
    """Write command lines as they are typed."""
    if not examples:
        return
    with formatter.section("Example" if len(examples) == 1 else "Examples"):
        for line in examples:
            for part in command_lines(line, formatter.width - formatter.current_indent):
                formatter.write(f"{'':>{formatter.current_indent}}{part}\n")


def command_lines(command: str, width: int) -> list[str]:
    """A command on as many lines as it needs, each but the last ended by a backslash, as a shell reads it."""
    lines = wrap(
        command, width - 2, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
    return [*(f"{line} \\" for line in lines[:-1]), lines[-1]]


command = partial(click.command, cls=Command)
"""`click.command` for a `Command`, which takes ``examples`` too."""


def in_group(group: str) -> Callable[..., Callable[[Function], Function]]:
    """`click.option` for options of a group."""
    return partial(click.option, cls=GroupedOption, group=group)
