"""``arcwise enumerate``: how many states there are at every distance."""

from __future__ import annotations

import click

from ....experiments.board import BoardSource
from ....rules.errors import InputError, Place
from ....rules.term import ground
from ....rules.text.state_text import goal_cells
from ....search.limits import Budget, LimitReached, Limits
from ....search.state_space import enumerate_layers
from ...views.domain import enumeration_view
from ..arguments import DomainArgument, StateArgument
from ..budgeted import exit_code_of, interruption, keep
from ..console import enumerated, progress_over
from ..help import LIMITS, command, in_group
from ..messages import note
from ..options import Bytes, problem_and_goal, trust_option
from ..present import present


@command("enumerate", examples=["arcwise enumerate 8-puzzle"])
@click.argument("theory", type=DomainArgument())
@click.argument("texts", nargs=-1, type=StateArgument(), metavar="[PROBLEM] [STATE]")
@click.option(
    "--threads",
    type=click.IntRange(1, 1000),
    default=1,
    help="Number of threads that enumerate.",
)
@in_group(LIMITS)(
    "--limit-time",
    type=click.FloatRange(min=0, min_open=True),
    help="Time limit in seconds, for reading too.",
)
@in_group(LIMITS)("--limit-nodes", type=click.IntRange(min=1), help="Greatest number of states.")
@in_group(LIMITS)("--limit-memory", type=Bytes(), help="Memory limit, such as 500M.")
@trust_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def enumerate_command(
    theory: str,
    texts: tuple[str, ...],
    threads: int,
    limit_time: float | None,
    limit_nodes: int | None,
    limit_memory: int | None,
    as_json: bool,
) -> int:
    """Count the states at every distance, in moves, from a state: by default from the goal, or the start where it is open.

    THEORY is a domain such as cube:2 or a file of arcs; with PDDL give DOMAIN.pddl PROBLEM.pddl.
    """
    argument, text = problem_and_goal(theory, texts, "state")
    budget = Budget(Limits(time=limit_time))
    try:
        with budget:
            domain = enumerated(BoardSource.opened(argument))
    except LimitReached as reached:
        keep(reached, reached.limit)
        note(f"limit on {reached.limit} while reading {theory}: no layer is complete")
        return exit_code_of(reached.limit)
    rules = domain.arcs_only("enumerate")
    try:
        goal = domain.goal(text)
    except InputError as error:
        raise error.placed(Place("state")) if error.place == Place("goal") else error from None
    state = ground(goal) or (domain.domain.start(rules.shape) if text is None else None)
    if state is None:
        raise InputError(
            "no single state to begin with",
            expected="a state",
            found=" ".join(map(str, goal_cells(goal))),
            remedy=f"arcwise enumerate {argument} STATE",
        )
    limits = Limits(budget.left.time, limit_nodes, limit_memory)
    with progress_over(None, argument) as tick:

        def report(states: int) -> None:
            tick(0, f"{states:,} states")

        found = enumerate_layers(rules, state, threads=threads, limits=limits, report=report)
    present(enumeration_view(found, argument, rules.format(state)), as_json=as_json)
    if found.limit is None:
        return 0
    reason = interruption() if found.limit == "interrupt" else f"limit on {found.limit}"
    note(f"{reason}: the layers above are complete")
    return exit_code_of(found.limit)
