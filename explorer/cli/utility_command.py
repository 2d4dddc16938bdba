"""``arcwise utility``: what macros save against what they cost."""

from __future__ import annotations

from typing import Any, TypeAlias

import click

from ...ebl.files.macro_file import head_of
from ...experiments.board import BoardSource
from ...experiments.designs.reading_back import (
    check_rule_file,
    read_back_macros,
)
from ...experiments.designs.utility.rules import rules_utility
from ...experiments.designs.utility.sweep import CONTROLS, EXAMPLES
from ...experiments.designs.utility.utility import (
    COUNTS,
    KINDS,
    UTILITY_ALGORITHMS,
    macro_utility,
    utility,
)
from ...experiments.result_set import ResultSet
from ...experiments.store.run import csv_text
from ...rules.errors import InputError
from ...rules.read_domain import with_problem
from ...rules.source import Source, open_source, source_class
from ...rules.text.text_file import check_writable, write_text
from ...rules.view import View
from ..views.utility import macro_utility_view
from .arguments import (
    DomainArgument,
    InputFile,
    OutputFile,
    StateArgument,
    check_no_examples,
)
from .budgeted import interrupted
from .console import enumerated, progress_over
from .help import command
from .messages import note
from .options import (
    algorithm_names,
    algorithms_option,
    chosen,
    counts_of,
    problem_and_goal,
    refuse_given,
    refuse_lacking,
    run_options,
    search_options,
    take_configuration,
    take_keeping,
    theory_options,
    use_option,
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
    help="Number of macros to learn (for duplicated examples: number of examples).",
)
@click.option(
    "--examples",
    default=",".join(KINDS),
    help=f"Kinds of training examples, with commas between them: {', '.join(EXAMPLES)}.",
)
@click.option(
    "--controls",
    default=",".join(CONTROLS),
    help="Controls to compare with, besides no macros at all; or none.",
)
@click.option(
    "--problems",
    type=click.IntRange(min=1),
    default=20,
    help="Number of random problems for every seed.",
)
@click.option(
    "--seeds",
    type=click.IntRange(min=1),
    default=3,
    help="Number of repetitions with new examples and problems; with --macros one.",
)
@click.option(
    "--forget",
    "forgetting",
    is_flag=True,
    help="Drop the macros that do not pay, and measure the rest on other problems.",
)
@use_option
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
def utility_command(theory: str, texts: tuple[str, ...], **given: Any) -> int:
    """Measure what macros save against what they cost.

    Macros are learned from more and more examples: good, random and duplicated ones. The same random problems are searched
    with each library, and with controls. With --macros FILE every macro of the file gets its ledger instead.

    Work is counted in operator applications, in which a macro counts its moves. A search that a limit stopped counts with
    the work that it did; gains and ratios leave out problems that were solved neither with nor without macros.

    With PDDL give DOMAIN.pddl PROBLEM.pddl: random problems are drawn between its start and its goal.

    With a logic program, give PROGRAM.pl --macros RULES.pl: each rule is judged by the inferences that it saves on the
    problem(Goal) facts of the file, or on goals behind it, and -o keeps those that save some. Macro-operators with
    conditions are judged by the problems of a file behind the program, or by a start and a goal.
    """
    shown = {name: given.pop(name) for name in ("csv_file", "as_json")}
    output, plot_data = given.pop("output"), given.pop("plot_data")
    keeping = take_keeping(given)
    how = {
        "configuration": take_configuration(given),
        "keeping": keeping,
        "progress": progress_over,
    }
    macros: str | None = given["macros"]
    if macros is not None:
        refuse_given(
            OF_LEARNING, "is for macros that utility learns, and does not go with --macros"
        )
    kind = source_class(theory, texts[:1])
    if not kind.counts_uses or head_of(macros).proves:
        try:
            found, view = _of_rules(theory, texts, kind, given, how, output)
        except KeyboardInterrupt:
            return interrupted(keeping.folder)
    else:
        refuse_given(("use",), "is for rules of a program")
        of = _of_learning if macros is None else _of_macros
        found, view = of(theory, texts, given, how, output)
    if plot_data is not None:
        write_text(plot_data, csv_text(found.records()))
    present(view, **shown)
    return ended(found, keeping)


GivenOptions: TypeAlias = dict[str, Any]
"""Arguments by name."""


def _of_rules(
    theory: str,
    texts: tuple[str, ...],
    kind: type[Source],
    given: GivenOptions,
    how: GivenOptions,
    output: str | None,
) -> tuple[ResultSet, View]:
    """The utility of each rule of a file on problems of any source, or on those of a board whose moves a program makes."""
    macros, algorithms = given["macros"], algorithm_names(given["algorithms"])
    algorithms = algorithms if chosen("algorithms") else []
    refuse_given(("problems", "learning_cost"), "does not go with rules")
    if macros is None:
        raise InputError("no rules", expected="--macros FILE of arcwise learn", found="none")
    if len(algorithms) > 1:
        raise InputError("several algorithms", expected="one", found=", ".join(algorithms))
    if output is not None:
        head = head_of(macros)
        (check_rule_file if head.proves else check_writable)(output)
    others = () if "engine" in kind.compared else ("engine",)
    refuse_lacking(kind, theory)
    refuse_given(others, f"does not go with {kind.questions}")
    source: Any = open_source(theory, *texts[:1]) if texts else theory
    problems = source.given(texts) if texts else None
    algorithm = algorithms[0] if algorithms else None
    how["use"] = given["use"]
    found = rules_utility(source, macros, problems, algorithm=algorithm, **how)
    if output is not None and len(found.left):
        found.save(output)
    elif output is not None and found.finished:
        note(f"no rule is left: {output} is not written")
    return found, found.view()


def _board_and_goal(
    theory: str, texts: tuple[str, ...], given: GivenOptions, how: GivenOptions
) -> tuple[Any, str | None]:
    """The board on which random problems are drawn, and their goal."""
    macros = given["macros"]
    for text in with_problem(theory, texts)[1]:
        comparing = f"arcwise compare {theory} {text} --macros {macros}"
        check_no_examples(text, PROBLEMS_IN_FILES if macros is None else comparing)
    argument, goal = problem_and_goal(theory, texts)
    options = {name: given[name] for name in ("order", "arc_cost") if name in given}
    board = BoardSource.opened(argument, engine=how["configuration"].engine, **options)
    return enumerated(board), goal


def _of_learning(
    theory: str, texts: tuple[str, ...], given: GivenOptions, how: GivenOptions, output: str | None
) -> tuple[ResultSet, View]:
    """The utility of macros that are learned from more and more examples."""
    if output is not None:
        raise InputError(
            "-o is for what is left of a macro file", expected="--macros FILE --forget -o FILE"
        )
    if given["learning_cost"] is not None:
        raise InputError("--learning-cost goes with --macros", expected="--macros FILE")
    board, goal = _board_and_goal(theory, texts, given, how)
    controls = given["controls"]
    found = utility(
        *(board, goal, algorithm_names(given["algorithms"])),
        counts=counts_of("counts", given["counts"]),
        examples=_names(given["examples"], "examples"),
        controls=() if controls.strip() == "none" else _names(controls, "controls"),
        seeds=given["seeds"],
        problems=given["problems"],
        forgetting=given["forgetting"],
        **how,
    )
    return found, found.view()


def _of_macros(
    theory: str, texts: tuple[str, ...], given: GivenOptions, how: GivenOptions, output: str | None
) -> tuple[ResultSet, View]:
    """The ledger of each macro of a file."""
    macros = given["macros"]
    if output is not None and not given["forgetting"]:
        raise InputError(
            "-o is for what is left of a macro file", expected="--macros FILE --forget -o FILE"
        )
    board, goal = _board_and_goal(theory, texts, given, how)
    found = macro_utility(
        *(board, macros, goal, algorithm_names(given["algorithms"])),
        learning_cost=given["learning_cost"],
        problems=given["problems"],
        forgetting=given["forgetting"],
        **how,
    )
    if output is not None and found.left is not None:
        found.left.save(output)
        read_back_macros(found.left, output, board)
    return found, macro_utility_view(found, macros, output)


def _names(text: str, what: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise InputError(f"no {what}", expected="names with commas between them", found=repr(text))
    return names
