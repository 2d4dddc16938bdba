"""``arcwise report``: a run as one page to look at, keep and print."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from ...experiments.store import read_run
from ...rules.text.text_file import check_writable, write_text
from ..report import report_page
from ..report.data.graph import MOST_NODES
from ..report.data.headline import headline
from ..report.page import MOST_GRAPHS
from .arguments.help import command
from .console import progress_over, say
from .messages import note


@command(
    "report",
    examples=["arcwise survey 8-puzzle --count 5 --run survey", "arcwise report survey --open"],
)
@click.argument("run", type=click.Path())
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    default="report.html",
    show_default=True,
    help="The page to write; an older one is replaced.",
)
@click.option(
    "--problem-graphs",
    type=click.IntRange(0, 50),
    default=MOST_GRAPHS,
    show_default=True,
    help="How many problems to draw the state space of, near their solutions.",
)
@click.option(
    "--graph-nodes",
    type=click.IntRange(2, 1000),
    default=MOST_NODES,
    show_default=True,
    help="How many states to draw of each.",
)
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser.")
def report_command(
    run: str, output: str, problem_graphs: int, graph_nodes: int, opens: bool
) -> int:
    """Turn a run into one page that works offline.

    RUN is the folder that --run has written. The page needs no server and nothing from elsewhere: open it in any
    browser, send it, print it.
    """
    check_writable(output)
    picture = read_run(run)
    if not picture.searches and not picture.training_records:
        note("no search of this run has finished yet; the page says so")
    with progress_over(None, "making the page"):
        page = report_page(picture, most_graphs=problem_graphs, most_nodes=graph_nodes)
    write_text(output, page)
    where = Path(output).resolve()
    say(headline(picture))
    say(f"{output} ({where.stat().st_size / 1e6:.1f} MB)")
    if not opens:
        note(f"open it in a browser, or say --open: {where.as_uri()}")
    elif not webbrowser.open(where.as_uri()):
        note(f"no browser was found here; this is the page: {where.as_uri()}")
    return 0
