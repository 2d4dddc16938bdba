"""``arcwise compare``: the same problems without and with macros, and what the difference is."""

from __future__ import annotations

from typing import Any

import click

from ...ebl.example_set import first_start
from ...experiments.asked import problem_set, start_and_goal
from ...experiments.board import load_domain
from ...experiments.designs.compare import COMPARED_ALGORITHMS, compare
from ...experiments.designs.conditions import of_files
from ...experiments.problem_set import ProblemSet
from ...rules.errors import InputError
from ...rules.read_domain import is_prolog
from ..views.comparison import comparison_view
from .arguments import (
    DomainArgument,
    InputFile,
    OutputFile,
    is_logic_program,
    is_policy,
    is_rule_file,
)
from .console import enumerated, progress_over
from .help import LOGIC, command, in_group
from .messages import note
from .options import (
    OF_STATES,
    algorithm_names,
    algorithms_option,
    chosen,
    goal_of_moves,
    random_option,
    refuse_given,
    run_options,
    search_options,
    start_options,
    take_configuration,
    take_keeping,
    theory_options,
)
from .present import ended, present

PAIRS = ("random_seed", "count", "moves", "distance", "goal", "beyond", "keep_going")
"""Options for problems that are pairs of states."""


@command(
    "compare",
    first=[
        "--macros",
        "--algorithms",
        "--heuristic",
        "--random",
        "--count",
        "--beyond",
        "--limit-work",
        "--details",
        "--run",
    ],
    examples=[
        "arcwise learn sliding-tile:2x3 --learner escapes -o macros.pl",
        "arcwise compare 5-puzzle --random 1 --count 10 --macros macros.pl --run run",
    ],
)
@click.argument("theory", type=DomainArgument())
@click.argument("examples", nargs=-1, type=InputFile())
@click.option(
    "--macros",
    type=InputFile(),
    multiple=True,
    help="Macro file or policy; several are compared with no macros and with each other, by the names of their files. none compares the theory with itself, which shows the effect of chance.",
)
@algorithms_option(",".join(COMPARED_ALGORITHMS))
@random_option("Use random problems with this seed instead of a file of examples.")
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    help="With --random: number of problems.",
)
@start_options
@click.option("--goal", help="With --random: the goal. [default: the puzzle's own]")
@click.option(
    "--beyond",
    type=click.IntRange(min=0),
    default=30,
    show_default=True,
    help="Number of random pairs of states to compare in addition, and all pairs of small boards with one macro file; 0 for none, which is faster.",
)
@in_group(LOGIC)(
    "--in-order",
    metavar="NAME/ARITY",
    help="Take the goals in order, and learn each that is proved as a fact of this predicate, by rote and by explanation.",
)
@click.option("--keep-going", is_flag=True, help="Skip faulty examples, and list them.")
@click.option("--csv", "csv_file", type=OutputFile(), help="Write the estimates as a CSV table.")
@click.option("--details", is_flag=True, help="Show every property of every comparison.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@search_options
@theory_options
@run_options
def compare_command(
    theory: str,
    examples: tuple[str, ...],
    macros: tuple[str, ...],
    algorithms: str,
    random_seed: int | None,
    count: int,
    moves: int | str | None,
    distance: int | None,
    goal: str | None,
    beyond: int,
    in_order: str | None,
    keep_going: bool,
    csv_file: str | None,
    details: bool,
    as_json: bool,
    **rest: Any,
) -> int:
    """Search the same problems without and with macros, and judge the difference.

    EXAMPLES is a .json, .csv or .pl file of problems, or a start and a goal. Because a macro learned for one problem says little about
    others, random pairs of states are compared too, and on small boards all of them.

    With PDDL give DOMAIN.pddl PROBLEM.pddl ...: each problem has a theory of its own, and only these are compared.

    With a logic program, EXAMPLES are goals, by default the problem(Goal) facts of the file. They are proved without rules,
    with those of the file, and with those of every other learner; the work is inferences, and a goal that is refuted counts
    too.

    Where the macros are a policy, following it is compared with the search without it. A macro table is used by climb alone,
    unless --algorithms names others.

    With --macros a.pl --macros b.pl the conditions none, a and b are compared, each with each.
    """
    files = [one for one in macros if one != "none"]
    configuration = take_configuration(rest)
    walk, asked = goal_of_moves(moves)
    if asked is None and is_logic_program(theory, *examples[:1]):
        from .logic_commands import compare_on_logic

        refuse_given((*OF_STATES, *PAIRS, "engine"), "does not go with goals of a program")
        keeping = take_keeping(rest)
        found = compare_on_logic(
            theory,
            examples,
            macros,
            algorithm_names(algorithms) if chosen("algorithms") else [],
            configuration,
            keeping,
            in_order=in_order,
        )
        present(comparison_view(found), as_json=as_json, csv_file=csv_file, details=details)
        return ended(found, keeping)
    if in_order is not None:
        raise InputError("--in-order is for logic programs", found=theory)
    keeping = take_keeping(rest)
    if not macros:
        load_domain(theory, moves=asked, **rest)  # a program without moves is told first
        raise InputError(
            "what to compare with?",
            expected="--macros FILE, or --macros none",
            remedy=f"--macros macros.pl, after arcwise learn {theory} --learner escapes -o macros.pl",
        )
    names = algorithm_names(algorithms) if chosen("algorithms") else None
    for name, value in (("--moves", walk), ("--distance", distance), ("--goal", goal)):
        if value is not None and random_seed is None:
            raise InputError(f"{name} goes with --random", found="problems from a file")
    conditions = of_files(files)
    rules = [one for one in files if is_rule_file(one)]
    if bool(examples) == (random_seed is not None):
        goals = 'goals of the program behind it, such as "ancestor(tom,X)"'
        raise InputError(
            "what to compare on?",
            expected="either a file of examples or --random SEED",
            found=f"{examples[0]} and --random" if examples else "neither",
            remedy=None if examples else goals if rules else "--random 1",
        )
    shown = first_start(examples[0]) if examples and is_prolog(theory) else None
    domain = load_domain(theory, engine=configuration.engine, start=shown, moves=asked, **rest)
    if len(rules) < len(files):
        domain = enumerated(domain)
    if examples:
        grounded = None if any(map(is_policy, files)) else True
        problems = problem_set(
            domain, start_and_goal(domain, examples), keep_going=keep_going, grounded=grounded
        )
        for fault in problems.faults:
            note(f"left out: {fault}")
    else:
        problems = ProblemSet.random(
            domain, domain.goal(goal), count, random_seed or 0, moves=walk, distance=distance
        )
    found = compare(
        domain,
        problems,
        conditions,
        names,
        configuration=configuration,
        beyond=beyond,
        keeping=keeping,
        progress=progress_over,
    )
    present(comparison_view(found), as_json=as_json, csv_file=csv_file, details=details)
    return ended(found, keeping)
