"""``arcwise survey``: algorithms and heuristics averaged over random problems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from ...experiments.designs.survey import recognised, survey, usual_heuristics
from ...experiments.domain import load_domain
from ...experiments.estimate import mean_of
from ...experiments.execute.recipe import Recipe
from ...experiments.problem_set import ProblemSet
from ...experiments.row import Row
from ...rules.state_text import goal_cells
from .console import progress_over
from .options import (
    algorithm_names,
    algorithms_option,
    run_options,
    search_options,
    take_configuration,
    take_keeping,
    theory_options,
)
from .present import Heading, Part, Table, View, ended, present


@click.command("survey")
@click.argument("theory")
@click.argument("goal", required=False)
@click.option("--count", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--moves", type=click.IntRange(min=0), help="Starts so many random moves away.")
@click.option("--distance", type=click.IntRange(min=0), help="Starts exactly so far away.")
@algorithms_option("breadth-first,a-star")
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
    goal: str | None,
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
    """
    options = take_configuration(rest, engine).bounded()
    keeping = take_keeping(rest)
    domain = load_domain(theory, order=order, arc_cost=arc_cost, engine=engine)
    rules = domain.arcs_only("survey")
    target = domain.goal(goal)
    problems = ProblemSet.random(
        domain, target, count, options.seed, moves=moves, distance=distance
    )
    asked = options.heuristic or heuristics
    words = [word.strip() for word in asked.split(",")] if asked else None
    experiment = survey(
        Recipe.of(theory, order=order, arc_cost=arc_cost, engine=engine),
        problems,
        options,
        algorithm_names(algorithms),
        words or usual_heuristics(rules, target),
    )
    with progress_over(experiment.searches, "surveying") as tick:
        found = experiment.run(keeping, tick)
    rows = []
    for one in experiment.configurations:
        searched = [row for row in found.rows if row.configuration == one.name]
        rows.append(
            _row(one.algorithm, one.heuristic if one.name != one.algorithm else None, searched)
        )
    unsolvable = recognised(rules, [problem.start for problem in problems], target)
    data = {
        "theory": rules.name,
        "goal": goal_cells(target),
        "count": count,
        "seed": options.seed,
        "limit_nodes": options.limits.nodes,
        "rows": rows,
        "unsolvable_recognised": unsolvable,
        "finished": found.finished,
    }
    limit = f", at most {options.limits.nodes:,} expansions each" if options.limits.nodes else ""
    parts: list[Part] = [
        Heading(
            f"{rules.name}: {count} random solvable problems, seed {options.seed}{limit}; "
            "means over the solved\n"
        ),
        _table(rows),
    ]
    if unsolvable is not None:
        parts.append(
            Heading(
                f"with two tiles swapped, {unsolvable} of {count} are known to be unsolvable, unsearched"
            )
        )
    present(View(parts, data, rows), as_json=as_json)
    return ended(found, keeping)


MEANS = {"expanded": 0, "generated": 0, "moves": 1, "cost": 1, "elapsed": 4}
"""What is averaged, with the digits after the point."""


def _row(algorithm: str, heuristic: str | None, rows: Sequence[Row]) -> dict[str, Any]:
    solved = [row for row in rows if row.solved]
    means = {name: mean_of([[getattr(row, name) for row in solved]]) for name in MEANS}
    return {
        "algorithm": algorithm,
        "heuristic": heuristic,
        "problems": len(rows),
        "solved": len(solved),
        **{name: None if found is None else found.mean for name, found in means.items()},
    }


def _table(rows: Sequence[dict[str, Any]]) -> Table:
    return Table(
        ["", "solved", "expanded", "generated", "moves", "cost", "time (s)"],
        [
            [
                f"{row['algorithm']}{' with ' + row['heuristic'] if row['heuristic'] else ''}",
                f"{row['solved']}/{row['problems']}",
                *(
                    "-" if row[name] is None else f"{row[name]:,.{digits}f}"
                    for name, digits in MEANS.items()
                ),
            ]
            for row in rows
        ],
    )
