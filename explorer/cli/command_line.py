"""The command ``arcwise``."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence

import click

from ...rules.errors import ArcwiseError
from .compare_command import compare_command
from .domain.doctor_command import doctor_command
from .domain.domains_command import domains_command
from .domain.problems_command import problems_command
from .domain.show_command import show_command
from .export_command import export_command
from .learn_command import learn_command
from .macros.check_command import check_command
from .macros.explain_command import explain_command
from .report_command import report_command
from .reproduce_command import reproduce_command
from .search.explore_command import explore_command
from .search.solve_command import solve_command
from .search.unroll_command import unroll_command
from .survey_command import survey_command
from .utility_command import utility_command

EXIT_BAD_INPUT = 33
EXIT_INTERRUPTED = 130


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="arcwise")
def arcwise() -> None:
    """Learn macro-operators by explanation, and measure what they are worth in search.

    Exit codes: 0 solved or done, 11 proved unsolvable, 12 gave up (incomplete search or limit on nodes), 22 limit on
    memory, 23 limit on time, 33 bad input, 130 interrupted.
    """


for _command in (
    solve_command,
    learn_command,
    explain_command,
    compare_command,
    export_command,
    unroll_command,
    check_command,
    show_command,
    explore_command,
    domains_command,
    problems_command,
    survey_command,
    utility_command,
    report_command,
    reproduce_command,
    doctor_command,
):
    arcwise.add_command(_command)


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
