"""``arcwise export``: a run folder as a file for other programs, a policy as a program or as axioms."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ...experiments.store.run import FORMATS, read_run
from ...rules.errors import InputError, Place, on_one_line
from ...rules.text.text_file import write_bytes
from ...rules.text.words import counted
from .arguments import InputFile, OutputFile
from .command_line import OF_POLICIES
from .console import say
from .help import command
from .messages import note

PDDL_AXIOMS = "pddl"
"""A domain with axioms, which is made for its problems."""

ENDINGS_OF_POLICIES = {".py": "python", ".pddl": PDDL_AXIOMS}

ENDINGS = {".csv": "csv", ".parquet": "parquet", ".json": "properties", "": "properties"}


@command(
    "export",
    examples=[
        "arcwise survey 8-puzzle --count 5 --run survey",
        "arcwise export survey -o survey.csv",
        "arcwise learn blocks:3 --learner policy -o policy.pl",
        "arcwise export policy.pl -o policy.py",
    ],
)
@click.argument("run", type=click.Path())
@click.argument("files", nargs=-1, type=InputFile(), metavar="[DOMAIN.pddl PROBLEM.pddl ...]")
@click.option(
    "-o", "--output", type=OutputFile(), help="The file to write. [default: standard output]"
)
@click.option(
    "--format",
    "form",
    type=click.Choice([*FORMATS, *ENDINGS_OF_POLICIES.values()]),
    help="File format. [default: by the ending of the file: .csv, .parquet, properties or .json; of a policy .py or .pddl]",
)
def export_command(run: str, files: tuple[str, ...], output: str | None, form: str | None) -> int:
    """Write the searches of a run folder as CSV, as Parquet, or as the properties file that Lab's reports read.

    RUN is a folder that --run DIR has written; it may still be being written.

    RUN may also be the file of a policy. It becomes a Python program that solves problems of any size without arcwise
    (python policy.py PROBLEM.pddl). With its domain and problems it becomes PDDL axioms, which keep planners from steps that the
    policy has no use for.
    """
    if Path(run).is_file():
        return OF_POLICIES["export"](run, files, output, form)
    if files:
        raise InputError("PDDL files are needed only to export a policy", place=Place(run))
    form = form or _form(output)
    if form not in FORMATS:
        raise InputError(
            "a run is no policy", place=Place(run), expected=f"--format {', '.join(FORMATS)}"
        )
    found = read_run(run)
    if not found.searches:
        raise InputError("no search in this run is done yet", place=Place(run))
    data = FORMATS[form](found)
    if output is None:
        if form == "parquet" and sys.stdout.isatty():
            raise InputError("Parquet is not for a terminal", remedy="-o run.parquet")
        if sys.stdout.isatty():
            say(data.decode().rstrip("\n"))
        else:
            click.echo(data, nl=False)
    else:
        write_bytes(output, data)
        note(f"{counted(len(found.searches), 'search', 'searches')} in {on_one_line(output)}")
    return 0


def _form(output: str | None) -> str:
    if output is None:
        return "csv"
    ending = Path(output).suffix.lower()
    if ending not in ENDINGS:
        raise InputError(
            "what kind of file is that to be?",
            place=Place(output),
            expected=f"a name that ends in {', '.join(end for end in ENDINGS if end)}, or --format",
            found=ending,
        )
    return ENDINGS[ending]
