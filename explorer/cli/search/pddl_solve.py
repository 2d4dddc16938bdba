"""``arcwise solve DOMAIN.pddl PROBLEM.pddl``: ground, search, carry the plan out."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from ....experiments.configuration import Configuration
from ....rules.pddl.plan import plan_text
from ....rules.text_file import check_writable, write_text
from ....search.result import Result
from ..console import emit, note, progress_over, say, searching, tell
from ..pddl_files import (
    carried_out,
    ground_with,
    grounding_data,
    load_domain_and_macros,
    load_problems,
    problem_of,
)

LONGEST_LISTED = 1000
"""Of longer plans only the first steps are listed."""


def solve_pddl(
    path: str,
    problems: Sequence[str],
    algorithm: str,
    options: Configuration,
    *,
    macros: str | None,
    plan_file: str | None,
    as_json: bool,
) -> Result:
    """Solve a problem and print its plan, macros unrolled.

    Parameters
    ----------
    path, problems
        The domain's file, and those of the problems; there must be one.
    macros
        A file of macro actions to search with, or None.
    plan_file
        Where to write the plan too, or None.
    """
    domain, learned = load_domain_and_macros(path, macros)
    task = load_problems(domain, problems, one=True)[0]
    if plan_file is not None:
        check_writable(plan_file)
    began = perf_counter()
    with progress_over(None, f"grounding {task.name}"):
        grounding = ground_with(task, learned)
    seconds = perf_counter() - began
    with searching(f"{algorithm} on {grounding.theory.name}") as report:
        result = options.using(algorithm).search(problem_of(grounding), report)
    steps = [action.text for action in carried_out(task, result).actions] if result.solved else []
    if result.solved and plan_file is not None:
        write_text(plan_file, plan_text(steps, result.cost))
    if as_json:
        emit(
            {
                "domain": domain.name,
                "problem": task.name,
                "grounding": {**grounding_data(grounding), "seconds": round(seconds, 6)},
                "plan": steps,
                **result.to_dict(),
            }
        )
        return result
    if result.solved:
        say("\n".join(steps[:LONGEST_LISTED]) or "; the goal is reached already")
        if len(steps) > LONGEST_LISTED:
            say(f"; and {len(steps) - LONGEST_LISTED:,} more steps: --plan FILE writes all")
        say()
    tell(result.summary())
    tell(
        f"grounded in {seconds:.3f} s: {len(grounding.theory.arcs):,} arcs of {grounding.reachable:,} "
        f"reachable actions, {grounding.facts:,} facts in {len(grounding.cells):,} cells"
    )
    if result.limit == "interrupt":
        note("interrupted; what was done so far stands above")
    return result
