"""The command ``arcwise``."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from ...rules.errors import ArcwiseError

COMMANDS = {
    "check": (
        "macros.check_command",
        "Check whether macros bring every state of a board to the goal by climbing.",
    ),
    "compare": (
        "compare_command",
        "Search the same problems without and with macros, and judge the difference.",
    ),
    "doctor": ("domain.doctor_command", "Say what is installed here and what it enables."),
    "domains": ("domain.domains_command", "List the built-in domains, or tell all about one."),
    "explain": ("macros.explain_command", "Explain the macros of a macro file, or some of them."),
    "explore": ("search.explore_command", "Walk through a problem in the terminal."),
    "export": (
        "export_command",
        "Write the searches of a run folder as CSV, as Parquet, or for Lab's reports.",
    ),
    "learn": ("learn_command", "Learn macro-operators from training examples."),
    "problems": ("domain.problems_command", "Make an examples file of random solvable problems."),
    "report": ("report_command", "Turn a run into one page that works offline."),
    "reproduce": (
        "reproduce_command",
        "Measure every figure of the five source texts and say whether it comes out.",
    ),
    "show": ("domain.show_command", "Show the arcs of a theory or the macros of a macro file."),
    "solve": ("search.solve_command", "Solve one problem."),
    "survey": (
        "survey_command",
        "Average algorithms and heuristics over random solvable problems.",
    ),
    "unroll": (
        "search.unroll_command",
        "Turn a plan with macros into a plan without, and validate it.",
    ),
    "utility": ("utility_command", "Measure what macros save against what they cost."),
}
"""Every command: its module, where a function of that name is, and what it does in one line."""

EXIT_BAD_INPUT = 33
EXIT_INTERRUPTED = 130


class _Commands(click.Group):
    """The commands of the table; the file of one is imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f".{COMMANDS[cmd_name][0]}", __package__)
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="arcwise")
def arcwise() -> None:
    """Learn macro-operators by explanation, and measure what they are worth in search.

    Exit codes: 0 solved or done, 11 proved unsolvable, 12 gave up (incomplete search or limit on nodes), 22 limit on
    memory, 23 limit on time, 33 bad input, 130 interrupted.
    """


class _Messages(logging.Handler):
    """What the library has to say goes to stderr."""

    def emit(self, record: logging.LogRecord) -> None:
        label = "warning: " if record.levelno >= logging.WARNING else ""
        click.echo(label + record.getMessage(), err=True)


_LOG = logging.getLogger("arcwise")
_LOG.addHandler(_Messages())
_LOG.setLevel(logging.INFO)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; every outcome is an exit code, never a traceback."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    try:
        words = list(sys.argv[1:] if arguments is None else arguments)
        code = arcwise.main(args=words, standalone_mode=False, obj=words)
    except click.ClickException as error:
        error.show()
        return EXIT_BAD_INPUT
    except ArcwiseError as error:
        click.echo(f"arcwise: {error}", err=True)
        return EXIT_BAD_INPUT
    except (click.Abort, KeyboardInterrupt):
        click.echo("arcwise: interrupted", err=True)
        return EXIT_INTERRUPTED
    except MemoryError:
        click.echo("arcwise: out of memory", err=True)
        return 22
    except BrokenPipeError:  # the reader of our output has gone; say nothing more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code if isinstance(code, int) else 0
