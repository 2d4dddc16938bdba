"""``arcwise problems``: random problems that can be solved."""

from __future__ import annotations

import json

import click

from ....experiments.board import BoardSource
from ....rules.errors import on_one_line
from ....rules.text.state_text import goal_cells
from ....rules.text.text_file import write_text
from ....rules.text.words import counted
from ..arguments import DomainArgument, OutputFile, StateArgument
from ..console import enumerated, say
from ..help import command
from ..options import goal_of_moves, problem_and_goal, start_options, trust_option


@command(
    "problems", examples=["arcwise problems 8-puzzle --count 5 --distance 20 -o problems.json"]
)
@click.argument("theory", type=DomainArgument())
@click.argument("texts", nargs=-1, type=StateArgument(), metavar="[PROBLEM] [GOAL]")
@click.option("--count", type=click.IntRange(min=1), default=10, help="Number of problems.")
@click.option("--seed", type=int, default=0, help="Seed of the random number generator.")
@start_options
@click.option("--training", is_flag=True, help="Write training examples for arcwise learn.")
@click.option("-o", "--output", type=OutputFile(), help="Write the file here instead of stdout.")
@trust_option
@click.option(
    "--json", "as_json", is_flag=True, help="Accepted for symmetry: the output is JSON anyway."
)
def problems_command(
    theory: str,
    texts: tuple[str, ...],
    count: int,
    seed: int,
    moves: int | str | None,
    distance: int | None,
    training: bool,
    output: str | None,
    as_json: bool,
) -> int:
    """Make an examples file of random solvable problems.

    They are uniform, or what a built-in domain draws for its own goal, or --moves or --distance from the goal. With PDDL give
    DOMAIN.pddl PROBLEM.pddl: they are between its start and its goal.
    """
    argument, goal = problem_and_goal(theory, texts)
    walk, asked = goal_of_moves(moves)
    domain = enumerated(BoardSource.opened(argument, moves=asked))
    rules = domain.theory
    target = domain.goal(goal)
    starts = domain.starts(target, count, seed, moves=walk, distance=distance)
    told = {"goal": rules.format(tuple(goal_cells(target)))}
    if target == domain.domain.any_goal:  # a problem without a goal has the goals of its theory
        told = {}
    pairs = [{"start": rules.format(start), **told} for start in starts]
    rows = ",\n    ".join(json.dumps(pair, ensure_ascii=False) for pair in pairs)
    use = "training" if training else "problems"
    text = f'{{\n  "theory": {json.dumps(rules.name)},\n  "{use}": [\n    {rows}\n  ]\n}}\n'
    if output is None:
        say(text.rstrip())
    else:
        write_text(output, text)
        say(f"{counted(count, 'problem')} in {on_one_line(output)}")
    return 0
