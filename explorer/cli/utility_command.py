"""``arcwise utility``: what macros save against what they cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from ...experiments.designs.learned import EXAMPLES
from ...experiments.designs.sweep import CONTROLS, Findings, Sweep, run_sweep
from ...experiments.domain import load_domain
from ...experiments.execute.perform import CLIMB
from ...experiments.execute.recipe import Recipe
from ...experiments.keeping import Keeping
from ...rules.domains.table import spellings
from ...rules.errors import InputError
from ...rules.registry import find
from ...rules.state_text import goal_cells
from ...rules.text_file import check_writable, write_text
from .console import emit, note, progress_over, say, tell
from .ledger import keep_ledger
from .options import (
    algorithm_names,
    run_options,
    search_options,
    take_configuration,
    take_keeping,
    theory_options,
)
from .present import csv_text
from .sweep_table import rows, searches
from .utility_run import Asked, harness_of
from .utility_tables import heading, print_rows

DEFAULT_ALGORITHMS = "breadth-first,greedy,a-star"
DEFAULT_NODES = 200_000
"""Expansions for one search unless a limit is given, so that large boards end."""


@click.command("utility")
@click.argument("theory")
@click.argument("goal", required=False)
@click.option("--macros", type=click.Path(), help="Keep the ledger of this macro file instead.")
@click.option(
    "--algorithms",
    help=f"Names with commas between them, climb among them. [default: {DEFAULT_ALGORITHMS}]",
)
@click.option(
    "--counts",
    default="0,1,2,5,10,20,50",
    show_default=True,
    help="How many macros to learn (of duplicated examples: how many examples).",
)
@click.option(
    "--examples",
    default="good,random,duplicated",
    show_default=True,
    help=f"Some of {', '.join(EXAMPLES)}.",
)
@click.option(
    "--controls",
    default=",".join(CONTROLS),
    show_default=True,
    help="What to compare with besides no macros at all, or none.",
)
@click.option(
    "--problems",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="Random problems to solve for every seed.",
)
@click.option(
    "--seeds",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="How many times to learn and to draw problems anew; with --macros once.",
)
@click.option(
    "--forget",
    "forgetting",
    is_flag=True,
    help="Drop the macros that do not pay, and try on other problems what that did.",
)
@click.option("-o", "--output", type=click.Path(), help="With --macros and --forget: what is left.")
@click.option(
    "--learning-cost",
    type=click.FloatRange(min=0),
    help="With --macros: operator applications that learning took. [default: what searching the file's examples takes]",
)
@click.option("--csv", "csv_file", type=click.Path(), help="Write the table, intervals and all.")
@click.option("--plot-data", type=click.Path(), help="Write every search as a row, for plots.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@search_options
@theory_options
@run_options
def utility_command(
    theory: str,
    goal: str | None,
    macros: str | None,
    algorithms: str | None,
    counts: str,
    examples: str,
    controls: str,
    problems: int,
    seeds: int,
    forgetting: bool,
    output: str | None,
    learning_cost: float | None,
    csv_file: str | None,
    plot_data: str | None,
    as_json: bool,
    order: str,
    arc_cost: float,
    engine: str,
    **rest: Any,
) -> int:
    """Measure what macros save against what they cost.

    Macros are learned from more and more examples, good, random and duplicated ones, and the same random problems are
    searched with each library and with controls. With --macros FILE every macro of the file gets its ledger instead.

    Work is counted in operator applications, in which a macro counts its moves. A search that a limit stopped counts with
    the work that it did; gains and ratios leave out problems that were solved neither with nor without macros.
    """
    options = take_configuration(rest, engine)
    wanted = take_keeping(rest)
    if options.limits.nodes is None and options.limits.time is None:
        options = options.with_nodes(DEFAULT_NODES)
    domain = load_domain(theory, order=order, arc_cost=arc_cost, engine=engine)
    domain.arcs_only("utility")
    target = domain.goal(goal)
    names = _algorithms(algorithms or DEFAULT_ALGORITHMS)
    if CLIMB in names and domain.family is None:
        raise InputError("climb needs a built-in domain", expected=spellings(), found=repr(theory))
    _check(macros, algorithms, names, forgetting, output, learning_cost, plot_data)
    for path in (output, csv_file, plot_data):
        if path is not None:
            check_writable(path)
    sweep = Sweep(
        domain,
        target,
        names,
        _names(examples, EXAMPLES, "kind of examples"),
        _counts(counts),
        () if controls.strip() == "none" else _names(controls, CONTROLS, "control"),
        problems,
        tuple(range(options.seed, options.seed + seeds)),
        options,
        forgetting,
    )
    recipe = Recipe.of(
        theory,
        order=order,
        arc_cost=arc_cost,
        engine=engine,
        macro_cost=options.macro_cost,
        goal=target,
    )
    asked = Asked(sweep, recipe, macros, learning_cost)
    if macros is not None:
        with harness_of(asked, wanted) as harness:
            code = keep_ledger(sweep, macros, learning_cost, output, csv_file, as_json, harness)
        return _code(code == 0, wanted)
    findings = Findings()
    finished = True
    with (
        harness_of(asked, wanted) as harness,
        progress_over(sweep.searches, "sweeping") as tick,
    ):
        try:
            run_sweep(sweep, findings, tick, harness)
            harness.finish()
        except KeyboardInterrupt:
            finished = False
    found = rows(findings)
    if csv_file is not None:
        write_text(csv_file, csv_text(found))
    if plot_data is not None:
        write_text(plot_data, csv_text(searches(findings)))
    if as_json:
        emit(
            {
                "theory": domain.theory.name,
                "goal": goal_cells(target),
                "problems": problems,
                "seeds": list(sweep.seeds),
                "limit_nodes": options.limits.nodes,
                "rows": found,
                "left_out": findings.left_out,
                "finished": finished,
            }
        )
        return _code(finished, wanted)
    say(heading(sweep))
    print_rows(found)
    for control, why in findings.left_out.items():
        tell(f"left out: {control}, {why}")
    if not finished:
        note("interrupted: what was finished stands above")
    return _code(finished, wanted)


def _code(finished: bool, wanted: Keeping) -> int:
    """The exit code; where the rest can be done later, the user is told."""
    if not finished and wanted.folder is not None:
        note(f"--run {wanted.folder} --resume goes on with the rest")
    return 0 if finished else 130


def _algorithms(text: str) -> tuple[str, ...]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    known = [name for name in names if name != CLIMB]
    spelled = algorithm_names(",".join(known)) if known or not names else []
    if CLIMB not in names:
        return tuple(spelled)
    at = names.index(CLIMB)
    return (*spelled[:at], CLIMB, *spelled[at:])


def _check(
    macros: str | None,
    algorithms: str | None,
    names: Sequence[str],
    forgetting: bool,
    output: str | None,
    learning_cost: float | None,
    plot_data: str | None,
) -> None:
    """Refuse options that do not go together."""
    if output is not None and not (macros and forgetting):
        raise InputError(
            "-o is for what is left of a macro file", expected="--macros FILE --forget -o FILE"
        )
    if learning_cost is not None and macros is None:
        raise InputError("--learning-cost goes with --macros", expected="--macros FILE")
    if plot_data is not None and macros is not None:
        raise InputError("--plot-data goes with the sweep", expected="no --macros")
    if macros is not None and forgetting and len(names) > 1:
        raise InputError(
            "what pays for one algorithm may not pay for another",
            expected="--forget with one algorithm",
            found=", ".join(names) if algorithms else "none, so these: " + ", ".join(names),
            remedy="--algorithms greedy",
        )


def _names(text: str, table: Mapping[str, Any], kind: str) -> tuple[str, ...]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        find(table, name, kind)
    if not names:
        raise InputError(f"no {kind} given", expected=f"some of {', '.join(table)}")
    return tuple(dict.fromkeys(names))


def _counts(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts or not all(part.isdecimal() and int(part) <= 10_000 for part in parts):
        raise InputError(
            "bad counts", expected="numbers from 0 to 10,000 with commas", found=repr(text)
        )
    return tuple(sorted({int(part) for part in parts}))
