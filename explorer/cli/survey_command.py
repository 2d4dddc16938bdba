"""``arcwise survey``: algorithms and heuristics averaged over random problems."""

from __future__ import annotations

from contextlib import suppress
from statistics import fmean
from typing import Any

import click

from ...experiments.configuration import Configuration
from ...experiments.domain import Domain, load_domain
from ...rules.errors import InputError
from ...rules.sliding_tile import is_sliding_tile
from ...rules.state_text import goal_cells
from ...rules.states.solvability import solvability
from ...rules.term import Pattern, State, ground
from ...rules.theory import Theory
from ...search.algorithms import ALGORITHMS
from ...search.heuristics.table import HEURISTICS
from ...search.result import Result
from ...search.solve import named
from .console import emit, note, out, plain_table, progress_over, say
from .options import algorithm_names, search_options, take_configuration, theory_options

DEFAULT_NODES = 200_000
"""Expansions for one search unless a limit is given, so that a survey of a large board ends."""


@click.command("survey")
@click.argument("theory")
@click.argument("goal", required=False)
@click.option("--count", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--moves", type=click.IntRange(min=0), help="Starts so many random moves away.")
@click.option("--distance", type=click.IntRange(min=0), help="Starts exactly so far away.")
@click.option(
    "--algorithms", default="breadth-first,a-star", show_default=True, help="Names with commas."
)
@click.option(
    "--heuristics",
    help="Names with commas, for the informed algorithms. "
    "[default: misplaced, manhattan and linear-conflict, as far as they apply]",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@search_options
@theory_options
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
    options = take_configuration(rest, engine)
    if options.limits.nodes is None and options.limits.time is None:
        options = options.with_nodes(DEFAULT_NODES)
    domain = load_domain(theory, order=order, arc_cost=arc_cost, engine=engine)
    rules = domain.arcs_only("survey")
    target = domain.goal(goal)
    starts = domain.starts(target, count, options.seed, moves=moves, distance=distance)
    arms = _arms(
        algorithm_names(algorithms), _heuristics(heuristics, options, rules, target), options
    )
    results = _search(domain, starts, target, arms)
    rows = [_row(label, found) for label, found in results.items()]
    unsolvable = _recognised(rules, starts, target)
    finished = all(row["problems"] == count for row in rows)
    if as_json:
        emit(
            {
                "theory": rules.name,
                "goal": goal_cells(target),
                "count": count,
                "seed": options.seed,
                "limit_nodes": options.limits.nodes,
                "rows": rows,
                "unsolvable_recognised": unsolvable,
                "finished": finished,
            }
        )
        return 0 if finished else 130
    limit = f", at most {options.limits.nodes:,} expansions each" if options.limits.nodes else ""
    say(
        f"{rules.name}: {count} random solvable problems, seed {options.seed}{limit}; "
        "means over the solved\n"
    )
    table = plain_table("", "solved", "expanded", "generated", "moves", "cost", "time (s)")
    for row in rows:
        table.add_row(
            f"{row['algorithm']}{' ' + row['heuristic'] if row['heuristic'] else ''}",
            f"{row['solved']}/{row['problems']}",
            *(
                "-" if row[name] is None else f"{row[name]:,.{digits}f}"
                for name, digits in (
                    ("expanded", 0),
                    ("generated", 0),
                    ("moves", 1),
                    ("cost", 1),
                    ("elapsed", 4),
                )
            ),
        )
    out().print(table)
    if unsolvable is not None:
        say(
            f"with two tiles swapped, {unsolvable} of {count} are known to be unsolvable, unsearched"
        )
    if not finished:
        note("interrupted: what was finished stands above")
    return 0 if finished else 130


Arm = tuple[str, Configuration]


def _heuristics(
    wanted: str | None, options: Configuration, rules: Theory, goal: Pattern
) -> list[str]:
    if wanted is not None or options.heuristic is not None:
        return [word.strip() for word in (options.heuristic or wanted or "").split(",")]
    chosen = []
    for name in ("misplaced", "manhattan", "linear-conflict"):
        with suppress(InputError):  # one that has no meaning for this theory
            HEURISTICS[name](rules, goal, ground(goal) or ())
            chosen.append(name)
    return chosen


def _arms(names: list[str], heuristics: list[str], options: Configuration) -> dict[str, Arm]:
    arms: dict[str, Arm] = {}
    for name in names:
        if not ALGORITHMS[name].informed:
            arms[name] = (name, options)
            continue
        for heuristic in heuristics:
            named(HEURISTICS, heuristic, "heuristic")
            arms[f"{name} {heuristic}"] = (name, options.with_heuristic(heuristic))
    return arms


def _search(
    domain: Domain, starts: list[State], goal: Pattern, arms: dict[str, Arm]
) -> dict[str, list[Result]]:
    results: dict[str, list[Result]] = {label: [] for label in arms}
    with progress_over(len(starts) * len(arms), "surveying") as tick:
        for start in starts:
            for label, (algorithm, options) in arms.items():
                result = options.using(algorithm).search(domain.problem(start, goal))
                if result.limit == "interrupt":
                    return results
                results[label].append(result)
                tick(1, label)
    return results


def _row(label: str, results: list[Result]) -> dict[str, Any]:
    solved = [result for result in results if result.solved]

    def mean(values: list[float]) -> float | None:
        return fmean(values) if values else None

    algorithm, _, heuristic = label.partition(" ")
    return {
        "algorithm": algorithm,
        "heuristic": heuristic or None,
        "problems": len(results),
        "solved": len(solved),
        "expanded": mean([result.statistics.expanded for result in solved]),
        "generated": mean([result.statistics.generated for result in solved]),
        "moves": mean([result.moves for result in solved]),
        "cost": mean([result.cost for result in solved]),
        "elapsed": mean([result.statistics.elapsed for result in solved]),
    }


def _recognised(rules: Theory, starts: list[State], goal: Pattern) -> int | None:
    """How many of the starts, two tiles swapped, are known to be unsolvable; None where that is not decided."""
    if not is_sliding_tile(rules):
        return None
    swapped = []
    for start in starts:
        cells = list(start)
        tiles = [cell for cell, symbol in enumerate(cells) if symbol != rules.blank]
        if len(tiles) < 2:
            return None
        one, other = tiles[:2]
        cells[one], cells[other] = cells[other], cells[one]
        swapped.append(tuple(cells))
    verdicts = [solvability(rules, start, goal) for start in swapped]
    if any(verdict is None for verdict in verdicts):
        return None
    return sum(verdict is not None and not verdict.solvable for verdict in verdicts)
