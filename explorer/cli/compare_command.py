"""``arcwise compare``: the same problems without and with macros, and what the difference is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from ...ebl.example_set import first_start
from ...ebl.files.macro_file import head_of
from ...experiments.board import load_domain
from ...experiments.configuration import Configuration
from ...experiments.designs.compare import COMPARED_ALGORITHMS, compare
from ...experiments.designs.conditions import of_files
from ...experiments.keeping import Keeping
from ...experiments.problem_set import ProblemSet
from ...experiments.result_set import ResultSet
from ...rules.errors import InputError
from ...rules.source import SOURCES, Source, open_source, source_class
from ..views.comparison import comparison_view
from .arguments import DomainArgument, InputFile, OutputFile
from .console import enumerated, progress_over
from .help import LOGIC, command, in_group
from .messages import note
from .options import (
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
def compare_command(theory: str, examples: tuple[str, ...], **given: Any) -> int:
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
    shown = {name: given.pop(name) for name in ("csv_file", "details", "as_json")}
    keeping, configuration = take_keeping(given), take_configuration(given)
    walk, moves = goal_of_moves(given.pop("moves"))
    named = given.pop("algorithms")
    asked = CompareCall(
        theory,
        examples,
        algorithm_names(named) if chosen("algorithms") else None,
        configuration,
        keeping,
        files=[one for one in given["macros"] if one != "none"],
        macros=given.pop("macros"),
        walk=walk,
        moves=moves,
        **{name: given.pop(name) for name in DRAWING},
        domain=given,
    )
    kind = SOURCES["board"] if moves is not None else source_class(theory, examples[:1])
    compared = _on_boards if kind is SOURCES["board"] else _on_source
    found = compared(asked, kind)
    present(comparison_view(found), **shown)
    return ended(found, keeping)


@dataclass(frozen=True)
class CompareCall:
    """The options of a call of ``arcwise compare``.

    Parameters
    ----------
    theory, examples
        The source, and its problems.
    algorithms, configuration, keeping
        How to search, and where it is kept; algorithms are None where none are named.
    macros, files
        What ``--macros`` names, and the files among it.
    walk, moves
        Number of moves of a random walk, and the goal that is asked for moves.
    random_seed, count, distance, goal, beyond, in_order, keep_going
        The options of these names.
    domain
        Options of the domain.
    """

    theory: str
    examples: tuple[str, ...]
    algorithms: list[str] | None
    configuration: Configuration
    keeping: Keeping
    macros: tuple[str, ...]
    files: list[str]
    walk: int | None
    moves: str | None
    random_seed: int | None
    count: int
    distance: int | None
    goal: str | None
    beyond: int
    in_order: str | None
    keep_going: bool
    domain: dict[str, Any]

    def compared(self, source: Any, problems: Any) -> ResultSet:
        """Compare problems of a source under the conditions that the files name."""
        return compare(
            source,
            problems,
            of_files(self.files),
            self.algorithms,
            configuration=self.configuration,
            beyond=self.beyond,
            keeping=self.keeping,
            progress=progress_over,
        )


DRAWING = ("random_seed", "count", "distance", "goal", "beyond", "in_order", "keep_going")
"""Options about problems, by their parameters."""

OF_PAIRS = ("moves", "distance", "goal", "beyond", "keep_going", "engine")
"""Options for problems that are states of a board."""


def _on_source(asked: CompareCall, kind: type[Source]) -> ResultSet:
    """Compare problems of any source but a board; goals of a program may be taken in order."""
    refuse_given((*kind.lacks, *OF_PAIRS), f"does not go with {kind.questions}")
    source = open_source(asked.theory, *asked.examples[:1])
    if asked.in_order is not None:
        return _in_order(asked, source, asked.in_order)
    if asked.random_seed is not None:
        problems = source.draw(asked.count, asked.random_seed)
    else:
        problems = source.problems(source.given(asked.examples) if asked.examples else None)
    if not asked.files:
        raise InputError(
            "nothing to compare with",
            expected="--macros FILE of arcwise learn, or --in-order NAME/ARITY",
            found="--macros none" if asked.macros else None,
        )
    return asked.compared(source, problems)


def _in_order(asked: CompareCall, source: Any, predicate: str) -> ResultSet:
    """Compare problems that are taken in order."""
    if asked.macros or len(asked.algorithms or ()) > 1:
        raise InputError("--in-order learns by itself", expected="no --macros, one algorithm")
    found: ResultSet = source.in_order(
        list(asked.examples) or None,
        predicate,
        algorithm=(asked.algorithms or source.usual_algorithms)[0],
        limits=asked.configuration.limits,
        keeping=asked.keeping,
        progress=progress_over,
    )
    return found


def _on_boards(asked: CompareCall, kind: type[Source]) -> ResultSet:
    """Compare problems between states."""
    theory, examples = asked.theory, asked.examples
    if asked.in_order is not None:
        raise InputError("--in-order is for logic programs", found=theory)
    if not asked.macros:
        load_domain(theory, moves=asked.moves, **asked.domain)  # one without moves is told first
        raise InputError(
            "what to compare with?",
            expected="--macros FILE, or --macros none",
            remedy=f"--macros macros.pl, after arcwise learn {theory} --learner escapes -o macros.pl",
        )
    told = {"--moves": asked.walk, "--distance": asked.distance, "--goal": asked.goal}
    for name, value in told.items():
        if value is not None and asked.random_seed is None:
            raise InputError(f"{name} goes with --random", found="problems from a file")
    of_files(asked.files)  # what is wrong with their names is told first
    heads = [head_of(one) for one in asked.files]
    rules = [one for one in heads if one.proves]
    if bool(examples) == (asked.random_seed is not None):
        goals = 'goals of the program behind it, such as "ancestor(tom,X)"'
        raise InputError(
            "what to compare on?",
            expected="either a file of examples or --random SEED",
            found=f"{examples[0]} and --random" if examples else "neither",
            remedy=None if examples else goals if rules else "--random 1",
        )
    shown = first_start(examples[0]) if examples and theory.lower().endswith(".pl") else None
    engine, moves = asked.configuration.engine, asked.moves
    board = load_domain(theory, engine=engine, start=shown, moves=moves, **asked.domain)
    board = board if len(rules) == len(asked.files) > 0 else enumerated(board)
    followed = any(one.policy for one in heads)
    return asked.compared(board, _problems(asked, board, followed=followed))


def _problems(asked: CompareCall, board: Any, *, followed: bool) -> ProblemSet:
    """The problems of a file, or random ones; those that a policy follows need not be grounded."""
    if not asked.examples:
        seed, goal = asked.random_seed or 0, board.goal(asked.goal)
        walk, distance = asked.walk, asked.distance
        return ProblemSet.random(board, goal, asked.count, seed, moves=walk, distance=distance)
    given, grounded = board.given(asked.examples), None if followed else True
    found: ProblemSet = board.problems(given, keep_going=asked.keep_going, grounded=grounded)
    for fault in found.faults:
        note(f"left out: {fault}")
    return found
