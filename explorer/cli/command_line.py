"""The command ``arcwise``."""

from __future__ import annotations

import atexit
import errno
import io
import logging
import os
import signal
import sys
import threading
from _thread import interrupt_main
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from importlib import import_module
from pathlib import Path

import click
from click.shell_completion import shell_complete

from ...rules.errors import (
    FULL,
    ArcwiseError,
    FaultError,
    FullDiskError,
    InputError,
    TooLargeError,
    on_one_line,
)
from ...rules.later import Later
from ...rules.registry import adding, fault_outside, find
from .help import WHOLE, WithHelpAll, write_examples
from .messages import COMPLETE, EXIT_CODES, WARNINGS, note
from .waiting import waiting

COMMANDS = {
    "check": (
        "explorer.cli.check_command",
        "Check whether macros bring every state to the goal by climbing.",
    ),
    "classics": (
        "explorer.cli.classics_command",
        "Measure well-known results of the literature beside what the papers print.",
    ),
    "compare": (
        "explorer.cli.compare_command",
        "Search without and with macros, and judge the difference.",
    ),
    "completion": (
        "explorer.cli.completion_command",
        "Print the script that completes words in a shell.",
    ),
    "course": ("explorer.cli.course_command", "Make a project for each student, or check answers."),
    "doctor": (
        "explorer.cli.domain.doctor_command",
        "Show what is installed here and what it enables.",
    ),
    "domains": (
        "explorer.cli.domain.domains_command",
        "List the built-in domains, or describe one.",
    ),
    "enumerate": (
        "explorer.cli.domain.enumerate_command",
        "Count the states at every distance.",
    ),
    "explain": (
        "explorer.cli.explain_command",
        "Explain the macros of a macro file, or some of them.",
    ),
    "explore": ("explorer.cli.search.explore_command", "Walk through a problem in the terminal."),
    "export": (
        "explorer.cli.export_command",
        "Write a run as CSV, Parquet or for Lab; a policy as a program.",
    ),
    "learn": ("explorer.cli.learn_command", "Learn macro-operators from training examples."),
    "problems": (
        "explorer.cli.domain.problems_command",
        "Make an examples file of random solvable problems.",
    ),
    "report": ("explorer.cli.report_command", "Turn a run into one page that works offline."),
    "reproduce": (
        "explorer.cli.reproduce_command",
        "Measure the figures of the source texts again.",
    ),
    "show": (
        "explorer.cli.domain.show_command",
        "Show the arcs of a theory or the macros of a macro file.",
    ),
    "solve": ("explorer.cli.search.solve_command", "Solve one problem."),
    "survey": (
        "explorer.cli.survey_command",
        "Average algorithms and heuristics over random solvable problems.",
    ),
    "unroll": (
        "planning.unroll_command",
        "Turn a plan with macros into a plan without, and validate it.",
    ),
    "utility": ("explorer.cli.utility_command", "Measure what macros save against what they cost."),
    "validate": ("explorer.cli.verify_command", "Check a plan of a PDDL problem, whoever made it."),
    "verify": (
        "explorer.cli.verify_command",
        "Check a certificate, the reason why a result holds.",
    ),
    "watch": (
        "explorer.cli.search.watch_command",
        "Watch a search step by step, before and after learning.",
    ),
}
"""Every command: its module from the root, where a function of that name is, and what it does in one line."""

OF_POLICIES: Mapping[str, Callable[..., int]] = {
    "check": Later("planning.policy_commands", "check_policy"),
    "export": Later("planning.policy_commands", "export_policy"),
}
"""Commands whose file may be a policy, with what they do then."""

SUMMARY = "Learn macro-operators by explanation, and measure what they are worth in search."
"""The purpose of arcwise in one line."""

EXAMPLES = (
    'arcwise solve 8-puzzle "2 3 5 0 1 4 6 7 8"',
    "arcwise learn sliding-tile --learner escapes -o npuzzle.pl",
    "arcwise solve sliding-tile:10x10 --random 1 --macros npuzzle.pl --fast",
)

SHOW_FAULTS = "ARCWISE_SHOW_FAULTS"
"""The environment variable that lets a fault of arcwise itself end in a traceback."""


class _Commands(WithHelpAll, click.Group):
    """The commands of the table; the file of one is imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"...{COMMANDS[cmd_name][0]}", __package__)
        command: click.Command = getattr(module, f"{cmd_name}_command")
        import_module(".budgeted", __package__).add_budget(command)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words before the name of a command; left are the name and the words after it."""
        return click.Command.parse_args(self, ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not (ctx.resilient_parsing or args[0].startswith("-")):
            _find_command(args[0])
        return super().resolve_command(ctx, args)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if ctx.meta.get(WHOLE):
            super().format_help_text(ctx, formatter)
        else:
            formatter.write(f"\n{SUMMARY}\n")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_examples(formatter, EXAMPLES)


def _find_command(name: str) -> None:
    """Refuse what is no command, with what a newcomer may have meant.

    Raises
    ------
    InputError
        No such command.
    """
    try:
        find(COMMANDS, name, "command")
    except InputError as error:
        if name in ("help", "version"):
            raise error.advising(f"arcwise --{name}") from None
        domains = import_module("...rules.domains.domain_table", __package__).DOMAINS
        if domains.named(name) or Path(name).suffix:
            raise error.advising(f"arcwise solve {on_one_line(name)}") from None
        raise


@click.group(
    cls=_Commands,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "show_default": True,
    },
    invoke_without_command=True,
)
@click.version_option(package_name="arcwise", message="arcwise, version %(version)s")
def arcwise() -> None:
    """Learn macro-operators by explanation, and measure what they are worth in search.

    Limits: --limit-time, --limit-memory, --limit-nodes and --limit-work cover one search, including the preparation of its
    heuristic. --budget and --budget-memory cover the whole command, which then ends as with Ctrl-C and keeps finished work.

    Exit codes: 0 solved or done, 1 a certificate or a plan does not hold, 11 proved unsolvable, 12 gave up (incomplete
    search, limit on nodes or work, nothing was learned, or not certified), 22 limit on memory, 23 limit on time (of solve,
    of a budget, or of preparing all searches), 33 bad input, 34 input that is right but larger than arcwise
    takes or certifies, 70 a fault of arcwise itself or an output that cannot be written, 130 interrupted.
    """


HINTS = "\n  ".join((f"{SUMMARY}\n\nThree things to try:", *EXAMPLES))
"""Text of ``arcwise`` without a command, but for the way to its help."""


class _Messages(logging.Handler):
    """Send messages of the library to stderr."""

    def emit(self, record: logging.LogRecord) -> None:
        words = record.getMessage()
        if record.levelno >= logging.WARNING:
            WARNINGS.append(words)
            words = f"warning: {words}"
        note(words)


_LOG = logging.getLogger("arcwise")
_LOG.addHandler(_Messages())
_LOG.setLevel(logging.INFO)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; every outcome is an exit code, never a traceback.

    Parameters
    ----------
    arguments
        By default those of the process, which then ends at once: what it has in memory is not taken apart.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller: whatever is written to stdout fails
            mode = os.O_RDONLY if name == "stdout" else os.O_WRONLY
            setattr(sys, name, os.fdopen(os.open(os.devnull, mode), "w", encoding="utf-8"))
        stream = getattr(sys, name)
        if isinstance(
            stream, io.TextIOWrapper
        ):  # what its encoding lacks is written as in Python, as on stderr
            stream.reconfigure(errors="backslashreplace")
    try:
        for name in (
            "SIGTERM",
            "SIGHUP",
        ):  # as Ctrl-C: what is done is kept, nothing is left behind
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), signal.default_int_handler)
        code = complete() if arguments is None and COMPLETE in os.environ else run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        note("arcwise: interrupted")
        code = EXIT_CODES["interrupt"]
    except Exception as error:
        code = _last_words(error)
    with suppress(OSError):
        sys.stderr.flush()
    if code == EXIT_CODES["fault"]:
        os._exit(code)  # what could not be written is not written again
    if arguments is None:
        atexit._run_exitfuncs()
        os._exit(code)
    sys.exit(code)


def _last_words(error: Exception) -> int:
    """Report an exception that no command foresaw in one line; its exit code."""
    if isinstance(error, BrokenPipeError):
        _leave_output()
        return 0
    cause: BaseException | None = error
    while cause is not None:  # as Python wraps one that comes while a class is made
        if isinstance(cause, KeyboardInterrupt):
            note("arcwise: interrupted")
            return EXIT_CODES["interrupt"]
        cause = cause.__cause__
    outside = fault_outside(error)
    with suppress(OSError):
        if outside is not None:
            note(f"arcwise: {outside}")
        elif isinstance(error, OSError) and error.errno in (*FULL, errno.EBADF):
            note(f"arcwise: the output cannot be written: {error.strerror}")
        else:
            words = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            others = ", ".join(adding())
            whose = f", or of what {others} adds to it" if others else " itself"
            remedy = "arcwise doctor --domain NAME" if others else "report it with the command line"
            note(
                f"arcwise: a fault of arcwise{whose}: {words}\n"
                f"  try:      {remedy}; {SHOW_FAULTS}=1 shows where it is"
            )
    if os.environ.get(SHOW_FAULTS):
        raise error
    return EXIT_CODES["fault" if outside is None else "bad input"]


def _leave_output() -> None:
    """Write nothing more: the reader of the output has closed it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complete() -> int:
    """Print the words that may complete a command line, as a shell asks; the exit code."""
    try:
        return shell_complete(arcwise, {}, "arcwise", COMPLETE, os.environ[COMPLETE])
    except ArcwiseError:  # what was typed so far is wrong, or a package cannot be loaded
        return EXIT_CODES["bad input"]


def _refusal(error: ArcwiseError) -> int:
    """The exit code of what arcwise refused: that of a limit, of its own fault or a full disk, of what is too large, or of bad input."""
    if error.limit is not None:
        return EXIT_CODES.get(error.limit, EXIT_CODES["gave up"])
    if isinstance(error, FaultError | FullDiskError):
        return EXIT_CODES["fault"]
    return EXIT_CODES["too large" if isinstance(error, TooLargeError) else "bad input"]


def _interrupt_again(lost: sys.UnraisableHookArgs) -> None:
    """Repeat an interrupt that Python dropped, as it does inside ``__del__`` and callbacks of weak references."""
    if isinstance(lost.exc_value, KeyboardInterrupt):
        again = threading.Timer(0.01, interrupt_main)
        if hasattr(signal, "pthread_kill"):  # ends a wait, too
            main_thread = threading.main_thread().ident
            again = threading.Timer(0.01, signal.pthread_kill, (main_thread, signal.SIGINT))
        again.daemon = True
        again.start()
    else:
        sys.__unraisablehook__(lost)


@contextmanager
def _naming_slips(name: str, rest: Sequence[str]) -> Iterator[list[click.Context]]:
    """Replace a command's error by one that names the slip if arguments are swapped.

    Parameters
    ----------
    name, rest
        The command and the words after its name.

    Returns
    -------
    A list that takes the command's context once it is known.

    Raises
    ------
    InputError
        A slip, or the refusal.
    """
    contexts: list[click.Context] = []
    try:
        yield contexts
    except (click.UsageError, InputError) as error:
        if (
            isinstance(error, click.NoSuchOption | TooLargeError | FullDiskError)
            or isinstance(getattr(error, "param", None), click.Option)  # its value is wrong
            or getattr(error, "limit", None) is not None
        ):
            raise
        slips = import_module(".slips", __package__)
        words = slips.arguments_of(contexts[0]) if contexts else rest
        slip = slips.slip_in(name, words)
        if slip is None:
            raise
        raise slip from None


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    before = signal.getsignal(signal.SIGINT)
    WARNINGS.clear()
    try:
        words = list(sys.argv[1:] if arguments is None else arguments)
        if words[:1] == ["help"]:
            words = [*words[1:2], "--help"]
        with arcwise.make_context("arcwise", list(words), obj=words) as context:
            if not context.args:
                click.echo(f"{HINTS}\n\nAll commands: arcwise --help")
                return 0
            name, command, rest = arcwise.resolve_command(context, context.args)
            assert command is not None and command.callback is not None
            if arguments is None:  # modules are loaded: an interrupt now ends work, which is kept
                signal.signal(signal.SIGINT, signal.default_int_handler)
                sys.unraisablehook = _interrupt_again
            budgeted, doing = import_module(".budgeted", __package__), " ".join(("arcwise", *words))
            with (
                _naming_slips(str(name), tuple(rest)) as contexts,
                command.make_context(name, rest, parent=context) as called,
                budgeted.held(called),
                nullcontext() if name in budgeted.UNBOUNDED else waiting(doing),
            ):
                contexts.append(called)
                code = command.callback(**called.params)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        said = io.StringIO()
        error.show(said)
        note(said.getvalue().rstrip("\n"))
        return EXIT_CODES["bad input"]
    except ArcwiseError as error:
        note(f"arcwise: {error}")
        return _refusal(error)
    except (click.Abort, KeyboardInterrupt):
        note("arcwise: interrupted")
        return EXIT_CODES["interrupt"]
    except MemoryError:
        note("arcwise: out of memory")
        return EXIT_CODES["memory"]
    except BrokenPipeError:
        _leave_output()
        return 0
    except OSError as error:
        if error.errno not in (errno.EMFILE, errno.ENFILE):
            raise
        note(
            "arcwise: the system lets this process open too few files\n"
            "  try:      ulimit -n 256, or --jobs 1"
        )
        return EXIT_CODES["bad input"]
    finally:
        if arguments is None:
            signal.signal(signal.SIGINT, before)
            sys.unraisablehook = sys.__unraisablehook__
    return code if isinstance(code, int) else 0
