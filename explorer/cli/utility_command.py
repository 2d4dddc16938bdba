"""``arcwise utility``: what macros save against what they cost."""

from __future__ import annotations

from typing import Any

import click

from ...ebl.files.macro_file import save_macros
from ...experiments.board import load_domain
from ...experiments.designs.reading_back import read_back_macros
from ...experiments.designs.utility.sweep import CONTROLS, EXAMPLES
from ...experiments.designs.utility.utility import (
    COUNTS,
    KINDS,
    UTILITY_ALGORITHMS,
    macro_utility,
    utility,
)
from ...experiments.store.run import csv_text
from ...rules.errors import InputError
from ...rules.read_domain import has_problem_files
from ...rules.text.text_file import write_text
from ..views.utility import macro_utility_view, utility_view
from .arguments import (
    DomainArgument,
    InputFile,
    OutputFile,
    StateArgument,
    check_no_examples,
    is_logic_program,
    is_rule_file,
)
from .console import enumerated, progress_over
from .help import command
from .options import (
    OF_STATES,
    algorithm_names,
    algorithms_option,
    chosen,
    problem_and_goal,
    refuse_given,
    run_options,
    search_options,
    take_configuration,
    take_keeping,
    theory_options,
)
from .present import ended, present

PROBLEMS_IN_FILES = (
    "--macros FILE, where arcwise learn has learned from a program whose moves compute; "
    "arcwise compare, which reads files of problems"
)
"""Commands that measure macros on the problems of a file."""

OF_LEARNING = ("counts", "examples", "controls", "seeds")
"""Options about macros that are learned here, without meaning for those of a file."""


@command(
    "utility",
    first=[
        "--macros",
        "--algorithms",
        "--counts",
        "--problems",
        "--seeds",
        "--forget",
        "--limit-work",
    ],
    examples=["arcwise utility 5-puzzle --counts 0,5 --seeds 2 --problems 10"],
)
@click.argument("theory", type=DomainArgument())
@click.argument("texts", nargs=-1, type=StateArgument(files=True), metavar="[PROBLEM] [GOAL]")
@click.option("--macros", type=InputFile(), help="Keep the ledger of this macro file instead.")
@algorithms_option(",".join(UTILITY_ALGORITHMS))
@click.option(
    "--counts",
    default=",".join(map(str, COUNTS)),
    show_default=True,
    help="Number of macros to learn (for duplicated examples: number of examples).",
)
@click.option(
    "--examples",
    default=",".join(KINDS),
    show_default=True,
    help=f"Kinds of training examples, with commas between them: {', '.join(EXAMPLES)}.",
)
@click.option(
    "--controls",
    default=",".join(CONTROLS),
    show_default=True,
    help="Controls to compare with, besides no macros at all; or none.",
)
@click.option(
    "--problems",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="Number of random problems for every seed.",
)
@click.option(
    "--seeds",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="Number of repetitions with new examples and problems; with --macros one.",
)
@click.option(
    "--forget",
    "forgetting",
    is_flag=True,
    help="Drop the macros that do not pay, and measure the rest on other problems.",
)
@click.option(
    "-o",
    "--output",
    type=OutputFile(),
    help="With --macros and --forget: file for the remaining macros.",
)
@click.option(
    "--learning-cost",
    type=click.FloatRange(min=0),
    help="With --macros: cost of learning in operator applications. [default: that of searching the file's examples]",
)
@click.option(
    "--csv", "csv_file", type=OutputFile(), help="Write the table with its intervals as CSV."
)
@click.option("--plot-data", type=OutputFile(), help="Write every search as a CSV row, for plots.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@search_options
@theory_options
@run_options
def utility_command(
    theory: str,
    texts: tuple[str, ...],
    macros: str | None,
    algorithms: str,
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
    **rest: Any,
) -> int:
    """Measure what macros save against what they cost.

    Macros are learned from more and more examples, good, random and duplicated ones, and the same random problems are
    searched with each library and with controls. With --macros FILE every macro of the file gets its ledger instead.

    Work is counted in operator applications, in which a macro counts its moves. A search that a limit stopped counts with
    the work that it did; gains and ratios leave out problems that were solved neither with nor without macros.

    With PDDL give DOMAIN.pddl PROBLEM.pddl: random problems are drawn between its start and its goal.

    With a logic program, give PROGRAM.pl --macros RULES.pl: each rule is judged by the inferences that it saves on the
    problem(Goal) facts of the file, or on goals behind it, and -o keeps those that save some. Macro-operators with
    conditions are judged by the problems of a file behind the program, or by a start and a goal.
    """
    configuration = take_configuration(rest)
    if macros is not None:
        refuse_given(
            OF_LEARNING, "is for macros that utility learns, and does not go with --macros"
        )
    ruled = macros is not None and is_rule_file(macros)
    if ruled or is_logic_program(theory, *texts[:1]):
        from .logic_commands import utility_of_rules

        refuse_given(("problems", "learning_cost"), "does not go with rules")
        moves = ruled and not is_logic_program(theory, *texts[:1])
        if not moves:
            refuse_given((*OF_STATES, "engine"), "does not go with goals of a program")
        names = algorithm_names(algorithms) if chosen("algorithms") else []
        return utility_of_rules(
            *(theory, texts, macros, names, configuration),
            moves=moves,
            keeping=take_keeping(rest),
            output=output,
            csv_file=csv_file,
            plot_data=plot_data,
            as_json=as_json,
        )
    if not has_problem_files(theory):
        for text in texts:
            comparing = f"arcwise compare {theory} {text} --macros {macros}"
            check_no_examples(text, PROBLEMS_IN_FILES if macros is None else comparing)
    argument, goal = problem_and_goal(theory, texts)
    common: dict[str, Any] = {
        "problems": problems,
        "forgetting": forgetting,
        "configuration": configuration,
        "keeping": take_keeping(rest),
        "progress": progress_over,
    }
    names = algorithm_names(algorithms)
    if output is not None and not (macros and forgetting):
        raise InputError(
            "-o is for what is left of a macro file", expected="--macros FILE --forget -o FILE"
        )
    if learning_cost is not None and macros is None:
        raise InputError("--learning-cost goes with --macros", expected="--macros FILE")
    domain = enumerated(load_domain(argument, engine=configuration.engine, **rest))
    if macros is None:
        found = utility(
            *(domain, goal, names),
            counts=_counts(counts),
            examples=_names(examples, "examples"),
            controls=() if controls.strip() == "none" else _names(controls, "controls"),
            seeds=seeds,
            **common,
        )
        view = utility_view(found)
    else:
        found = judged = macro_utility(
            domain, macros, goal, names, learning_cost=learning_cost, **common
        )
        if output is not None and judged.left is not None:
            save_macros(judged.left, output)
            read_back_macros(judged.left, output, domain)
        view = macro_utility_view(judged, macros, output)
    if plot_data is not None:
        write_text(plot_data, csv_text(found.records()))
    present(view, as_json=as_json, csv_file=csv_file)
    return ended(found, common["keeping"])


def _names(text: str, what: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise InputError(f"no {what}", expected="names with commas between them", found=repr(text))
    return names


def _counts(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts or not all(part.isdecimal() and int(part) <= 10_000 for part in parts):
        raise InputError(
            "bad counts", expected="numbers from 0 to 10,000 with commas", found=repr(text)
        )
    return [int(part) for part in parts]
