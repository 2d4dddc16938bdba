"""``arcwise classics``: well-known results on learning in search, published beside measured."""

from __future__ import annotations

import os

import click

from ...experiments.classics.classic_table import classics
from ...experiments.designs.figures import Reproduced, reproduce
from ...rules.text.text_file import write_text
from ..views.classics import classics_page, classics_view, listed_view
from .arguments import PAGES, OutputFile, check_ending
from .budgeted import interrupted
from .console import progress_over
from .help import command
from .options import refuse_given
from .present import present


@command(
    "classics",
    examples=[
        "arcwise classics --list",
        "arcwise classics korf-8-puzzle",
        "arcwise classics --quick",
    ],
)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--list", "only_list", is_flag=True, help="Name the results, and measure nothing.")
@click.option("--quick", is_flag=True, help="Measure fewer problems, in about two minutes.")
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=lambda: os.cpu_count() or 1,
    show_default="one a core",
    help="Processes that measure.",
)
@click.option("--report", type=OutputFile(), help="Also write a page for the browser (.html).")
@click.option("--markdown", is_flag=True, help="Print the page of the documentation.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def classics_command(
    names: tuple[str, ...],
    only_list: bool,
    quick: bool,
    jobs: int,
    report: str | None,
    markdown: bool,
    as_json: bool,
) -> int:
    """Measure well-known results of the literature on learning in search, beside what the papers print.

    Without NAME all are measured, in under ten minutes. Of a result that is named the paper, the claim, what was assumed and the
    commands that measure the same are shown too.

    The verdict is *reproduced*, if all figures are equal; *same shape*, if figures differ, or none could be read, but all that is claimed holds;
    or *not*, with the reason.
    """
    rows = classics(names, quick=quick)
    if only_list:
        refuse_given(("report", "markdown"), "shows what was measured, and --list measures nothing")
        present(listed_view(rows), as_json=as_json)
        return 0
    if report is not None:
        check_ending(report, "--report writes a page in HTML", PAGES)
    found: list[Reproduced] = []
    finished = True

    def place(done: Reproduced) -> int:
        return next(number for number, row in enumerate(rows) if row is done.figure)

    try:
        with progress_over(len(rows), "measuring") as tick:
            for done in reproduce(rows, jobs=jobs):
                found.append(done)
                tick(1, rows[place(done)].name)
    except KeyboardInterrupt:
        finished = False
    found.sort(key=place)
    view = classics_view(found, whole=bool(names))
    if report is not None:
        from ..html.parts import view_page

        write_text(
            report, view_page("Classics of learning in search", classics_view(found, whole=True))
        )
    if markdown and not as_json:
        click.echo(classics_page(found), nl=False)
    else:
        present(view, as_json=as_json)
    return 0 if finished else interrupted(None, "what was measured until then stands above")
