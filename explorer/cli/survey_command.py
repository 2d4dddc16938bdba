"""``arcwise survey``: algorithms and heuristics averaged over random problems."""

from __future__ import annotations

from typing import Any

import click

from ...experiments.board import BoardSource
from ...experiments.designs.survey import SURVEYED_ALGORITHMS, USUAL, survey
from ...rules.text.words import listed
from ...search.heuristics.heuristic_table import HEURISTICS
from .arguments import DomainArgument, NamesIn, StateArgument
from .console import enumerated, progress_over
from .help import SEARCH, command, in_group
from .options import (
    algorithm_names,
    algorithms_option,
    goal_of_moves,
    problem_and_goal,
    random_option,
    run_options,
    search_options,
    start_options,
    take_configuration,
    take_keeping,
    theory_options,
)
from .present import ended, present


@command(
    "survey",
    first=[
        "--algorithms",
        "--heuristics",
        "--random",
        "--count",
        "--distance",
        "--limit-time",
        "--run",
    ],
    examples=["arcwise survey 8-puzzle --random 1 --count 10 --algorithms a-star,greedy"],
)
@click.argument("theory", type=DomainArgument())
@click.argument("texts", nargs=-1, type=StateArgument(), metavar="[PROBLEM] [GOAL]")
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=100,
    help="Number of random problems.",
)
@random_option("Draw the problems with this seed, as --seed does here.")
@start_options
@algorithms_option(",".join(SURVEYED_ALGORITHMS))
@in_group(SEARCH)(
    "--heuristics",
    type=NamesIn(HEURISTICS),
    help="Heuristics of the informed algorithms, with commas between them. "
    f"[default: {listed(USUAL)}, as far as they apply]",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@search_options
@theory_options
@run_options
def survey_command(theory: str, texts: tuple[str, ...], **given: Any) -> int:
    """Average algorithms and heuristics over random solvable problems.

    This is the result table of the k-puzzle text: time and nodes over random instances, and how soon instances without
    a solution are recognised. Means are over the problems solved within the limits.

    With PDDL give DOMAIN.pddl PROBLEM.pddl: starts are drawn between its start and its goal.
    """
    argument, goal = problem_and_goal(theory, texts)
    keeping, configuration = take_keeping(given), take_configuration(given)
    as_json, heuristics = given.pop("as_json"), given.pop("heuristics")
    algorithms = algorithm_names(given.pop("algorithms"))
    walk, asked = goal_of_moves(given.pop("moves"))
    drawing = {"count": given.pop("count"), "seed": given.pop("random_seed")}
    drawing |= {"moves": walk, "distance": given.pop("distance")}
    found = survey(
        enumerated(BoardSource.opened(argument, engine=configuration.engine, moves=asked, **given)),
        goal,
        algorithms,
        [word.strip() for word in (heuristics or "").split(",") if word.strip()],
        **drawing,
        configuration=configuration,
        keeping=keeping,
        progress=progress_over,
    )
    present(found.view(), as_json=as_json)
    return ended(found, keeping)
