"""``arcwise survey``: algorithms and heuristics averaged over random problems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from ...experiments.configuration import Configuration
from ...experiments.designs.survey import ALGORITHMS, Survey, survey
from ...rules.state_text import goal_cells
from .console import progress_over
from .options import (
    algorithm_names,
    algorithms_option,
    problem_and_goal,
    run_options,
    search_options,
    take_configuration,
    take_keeping,
    theory_options,
)
from .present import Heading, Part, Table, View, ended, present


@click.command("survey")
@click.argument("theory")
@click.argument("texts", nargs=-1, metavar="[PROBLEM] [GOAL]")
@click.option("--count", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--moves", type=click.IntRange(min=0), help="Starts so many random moves away.")
@click.option("--distance", type=click.IntRange(min=0), help="Starts exactly so far away.")
@algorithms_option(",".join(ALGORITHMS))
@click.option(
    "--heuristics",
    help="Names with commas, for the informed algorithms. "
    "[default: misplaced, manhattan and linear-conflict, as far as they apply]",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@search_options
@theory_options
@run_options
def survey_command(
    theory: str,
    texts: tuple[str, ...],
    count: int,
    moves: int | None,
    distance: int | None,
    algorithms: str,
    heuristics: str | None,
    as_json: bool,
    order: str,
    arc_cost: float,
    engine: str,
    **rest: Any,
) -> int:
    """Average algorithms and heuristics over random solvable problems.

    This is the result table of the k-puzzle text: time and nodes over random instances, and how soon instances without
    a solution are recognised. Means are over the problems solved within the limits.

    With PDDL say DOMAIN.pddl PROBLEM.pddl: starts are drawn between its start and its goal.
    """
    argument, goal = problem_and_goal(theory, texts)
    keeping = take_keeping(rest)
    found = survey(
        *(argument, goal, algorithm_names(algorithms)),
        [word.strip() for word in (heuristics or "").split(",") if word.strip()],
        count=count,
        moves=moves,
        distance=distance,
        configuration=take_configuration(rest, engine),
        order=order,
        arc_cost=arc_cost,
        keeping=keeping,
        progress=progress_over,
    )
    present(survey_view(found), as_json=as_json)
    return ended(found, keeping)


DIGITS = {"expanded": 0, "generated": 0, "moves": 1, "cost": 1, "elapsed": 4}
"""Digits after the point of each mean."""


def survey_view(found: Survey) -> View:
    """Everything about a survey."""
    settings, count = found.run.settings, len(found.run.problems)
    nodes = settings["options"]["limits"]["nodes"]
    records = [_record(found, one) for one in found.configurations]
    limit = f", at most {nodes:,} expansions each" if nodes else ""
    parts: list[Part] = [
        Heading(
            f"{settings['theory_name']}: {count} random solvable problems, seed {settings['seed']}{limit}; "
            "means over the solved\n"
        ),
        _table(records),
    ]
    if found.unsolvable is not None:
        words = f"with two tiles swapped, {found.unsolvable} of {count} are known to be unsolvable, unsearched"
        parts.append(Heading(words))
    data = {
        "theory": settings["theory_name"],
        "goal": goal_cells(found.run.problems[0].goal),
        "count": count,
        "seed": settings["seed"],
        "limit_nodes": nodes,
        "rows": records,
        "unsolvable_recognised": found.unsolvable,
        "finished": found.finished,
    }
    return View(parts, data, records)


def _record(found: Survey, one: Configuration) -> dict[str, Any]:
    means = found.means[one.name]
    return {
        "algorithm": one.algorithm,
        "heuristic": one.heuristic if one.name != one.algorithm else None,
        "problems": sum(row.configuration == one.name for row in found.rows),
        "solved": found.solved[one.name],
        **{name: None if mean is None else mean.mean for name, mean in means.items()},
    }


def _table(records: Sequence[dict[str, Any]]) -> Table:
    return Table(
        ["", "solved", "expanded", "generated", "moves", "cost", "time (s)"],
        [
            [
                f"{row['algorithm']}{' with ' + row['heuristic'] if row['heuristic'] else ''}",
                f"{row['solved']}/{row['problems']}",
                *(
                    "-" if row[name] is None else f"{row[name]:,.{digits}f}"
                    for name, digits in DIGITS.items()
                ),
            ]
            for row in records
        ],
    )
