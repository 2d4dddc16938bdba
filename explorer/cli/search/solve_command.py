"""``arcwise solve``: one problem, one search.

Climbing in ``arcwise solve``: where it is stuck, and what was learned from escapes.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from ....experiments.configuration import Configuration
from ....experiments.solving import Posed, pose
from ....rules.errors import ArcwiseError, InputError, Place, on_one_line
from ....rules.solvability import solvability
from ....rules.states.permutation_group import Solvability
from ....rules.text.text_file import check_writable
from ....rules.text.words import counted
from ....rules.view import Heading, Lines, Part, Sentence, View
from ....search.algorithms import ALGORITHMS, CLIMB, SELECTIONS
from ....search.heuristics.boards import heuristic_of
from ....search.limits import Budget, LimitReached
from ....search.part_first import PartFirst
from ....search.problem import Problem, SearchProblem
from ....search.result import Climb, Result, Status
from ...text.boards import path_text
from ..arguments import (
    DomainArgument,
    InputFile,
    NameIn,
    OutputFile,
    StateArgument,
    is_logic_program,
    is_policy,
)
from ..budgeted import exit_code, exit_code_of, interruption, keep, spent
from ..certifying import (
    certificate_option,
    data_of,
    note_found,
    remark_on,
    write_certificate,
    write_plan,
)
from ..console import line_width, progress_over, searching
from ..help import CLIMBING, LOGIC, SEARCH, command, in_group
from ..messages import note
from ..options import (
    OF_STATES,
    chosen,
    goal_of_moves,
    random_start,
    refuse_given,
    search_options,
    start_options,
    take_configuration,
    theory_options,
)
from ..present import present

if TYPE_CHECKING:
    from ....search.plan import Plan

LONGEST_DRAWN = 60
"""Paths of more moves are printed as a list of moves, not as boards, unless asked for."""

LONGEST_LISTED = 500
"""Greatest number of moves of a solution that are all listed; of longer ones the first are."""


OF_PATHS = ("random_seed", "distance", "select", "escape", "learn", "improve", "boards", "plan")
"""Options for problems whose solution is a path."""


@command(
    "solve",
    first=[
        "--algorithm",
        "--fast",
        "--macros",
        "--random",
        "--boards",
        "--improve",
        "--limit-time",
    ],
    examples=[
        'arcwise solve 8-puzzle "2 3 5 0 1 4 6 7 8"',
        "arcwise solve pancake:10 --random 1 --algorithm ida-star --heuristic gaps",
        'echo "8 6 7 2 5 4 3 0 1" | arcwise solve 8-puzzle -',
    ],
)
@click.argument("theory", type=DomainArgument())
@click.argument("states", nargs=-1, type=StateArgument(), metavar="[START] [GOAL]")
@in_group(SEARCH)(
    "--algorithm",
    type=NameIn(ALGORITHMS),
    help="Search algorithm. auto chooses the one expected to prove a cheapest solution soonest, and tells which and why. climb applies macros, and searches only for escapes from local minima (built-in domains in any size). [default: auto]",
)
@in_group(SEARCH)(
    "--fast",
    is_flag=True,
    help="Any solution, as soon as possible: --algorithm fast, which tells what it chose and why.",
)
@click.option("--macros", type=InputFile(), help="Macro file, or a policy, which is then followed.")
@random_start
@start_options
@in_group(CLIMBING)(
    "--select",
    type=click.Choice(SELECTIONS),
    help="For climb: take the cheapest improving step (first), or the most promising one (best). [default: best]",
)
@in_group(CLIMBING)(
    "--escape/--no-escape",
    default=None,
    help="For climb: search for escapes from local minima. [default: escape]",
)
@in_group(CLIMBING)(
    "--learn", is_flag=True, help="For climb: add the escapes found to the macro file."
)
@in_group(CLIMBING)(
    "--improve",
    type=click.FloatRange(min=0),
    default=0.0,
    metavar="SECONDS",
    help="Seconds to spend on shortening a plan that is not proved optimal. Without --algorithm it is a plan of --fast.",
)
@in_group(LOGIC)("--all", "all_answers", is_flag=True, help="Find every answer to a goal.")
@in_group(LOGIC)(
    "--answers",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Number of answers to find at most.",
)
@in_group(LOGIC)("--proof", is_flag=True, help="Show the proof of each answer as a tree.")
@click.option("--boards/--no-boards", default=None, help="Draw every state of the solution.")
@click.option(
    "--plan", type=OutputFile(), help="File for the plan: one move per line, macros unrolled."
)
@certificate_option("the result")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@search_options
@theory_options
def solve_command(
    theory: str,
    states: tuple[str, ...],
    algorithm: str | None,
    fast: bool,
    macros: str | None,
    random_seed: int | None,
    moves: int | str | None,
    distance: int | None,
    select: str | None,
    escape: bool | None,
    learn: bool,
    improve: float,
    all_answers: bool,
    answers: int,
    proof: bool,
    boards: bool | None,
    plan: str | None,
    certificate: str | None,
    as_json: bool,
    **rest: Any,
) -> int:
    """Solve one problem.

    THEORY is a built-in domain such as sliding-tile:3x3, a .pl file with arc/3 or a .psvn file. START and
    GOAL are states such as "2 3 5 0 1 4 6 7 8"; in a goal ? stands for anything. The goal of a built-in domain, or one
    that the file gives, may be left out, as may the standard start; with --random the start is left out.

    With PDDL give DOMAIN.pddl PROBLEM.pddl: the problem is grounded, and its plan printed, macros unrolled.

    With a logic program give PROGRAM.pl "goal(X)": the goal is proved depth-first in clause order, or by --algorithm
    iterative-deepening, breadth-first or greedy (by goals left), and its answers are printed. --limit-nodes then counts
    inferences, and --macros names a file of learned rules.
    """
    if fast and algorithm not in (None, "fast"):
        raise InputError(f"--fast does not go with --algorithm {algorithm}")
    # Who gives seconds for shortening a plan does not wait for a proof that none is shorter.
    algorithm = "fast" if fast else algorithm or ("fast" if improve else "auto")
    options = take_configuration(rest).using(algorithm)
    walk, asked = goal_of_moves(moves)
    if asked is None and is_logic_program(theory, *states):
        from ..logic_commands import solve_logic

        refuse_given((*OF_STATES, *OF_PATHS), "does not go with a goal of a program")
        return solve_logic(
            theory,
            states,
            algorithm,
            options.limits,
            engine=options.engine,
            macros=macros,
            answers=None if all_answers else answers,
            proof=proof,
            certificate=certificate,
            as_json=as_json,
        )
    _refuse({"--all": all_answers, "--proof": proof, "--answers": answers > 1}, "states")
    budget = Budget(options.limits)
    given = {"--learn": learn, "--select": select is not None, "--escape": escape is not None}
    given["--beam-width"] = options.beam_width is not None
    if macros is not None and any(given.values()) and is_policy(macros):
        _refuse(given, "a policy")
    _check_together(algorithm, walk, distance, options, learn)
    if learn:
        if macros is None:
            raise InputError("--learn needs a macro file to add to", remedy="--macros FILE")
        check_writable(macros)
    options.check_used([algorithm])
    row = options.specification.adjusted(select=select, escape=escape)
    if macros is None and options.macro_cost != "true":
        raise InputError("--macro-cost is for macros", expected="--macros FILE")
    try:
        with budget:
            with progress_over(None, f"reading {theory}"):
                posed = pose(
                    theory,
                    *states,
                    macros=macros,
                    climbs=algorithm == CLIMB,
                    seed=random_seed,
                    moves=moves,
                    distance=distance,
                    engine=options.engine,
                    **rest,
                )
            if posed.policy is not None:
                if boards:
                    raise InputError("--boards does not go with a policy, which grounds nothing")
                if chosen("algorithm") and algorithm not in ("auto", CLIMB):
                    note(f"a policy is followed, whatever the algorithm: {algorithm} is not used")
            elif learn:
                _check_boards(posed, macros)
            posed = posed.ready(row, options.macro_cost)
            if posed.joined and row.informed:
                _with_databases(posed.problem, options)
    except LimitReached as reached:
        keep(reached, reached.limit)
        return _never_searched(theory, options, reached.limit, budget, as_json)
    except ArcwiseError as error:
        if error.limit is None:
            raise
        note(f"arcwise: {error}")
        return _never_searched(theory, options, error.limit, budget, as_json)
    options = replace(options, limits=budget.left)
    climbs = algorithm == CLIMB and posed.policy is None

    def tell_found(found: Result) -> None:
        if plan is not None:
            write_plan(plan, posed, found)
        if sys.stderr.isatty():
            note_found(posed, found)

    with searching(f"{algorithm} on {posed.name}") as report:
        result = posed.search(row, report=report, tell=tell_found, **options.arguments)
    if result.limit == "interrupt" and spent():
        result = replace(result, limit=spent())
    if result.climb is not None and climbs:
        _note_table(result.climb, result.statistics.expanded, options.beam_width)
    result = _improved(result, improve, options)
    learned: tuple[str, ...] = ()
    if result.climb is not None and learn and macros is not None:
        learned = posed.learn_escapes(result.climb, macros)
    better = result.improvement
    verdict, problem = None, posed.on_board
    if result.status is Status.UNSOLVABLE and isinstance(problem, Problem):
        verdict = solvability(problem.theory, problem.start, problem.goal)
    if result.solved and plan is not None:
        write_plan(plan, posed, result)

    def parts() -> Iterator[Part]:
        yield from _drawn(posed, result, boards)
        yield from _parts(posed, result, verdict)
        if climbs:
            yield from _climb_parts(posed, result, learned)

    def data() -> dict[str, Any]:
        return {
            **data_of(posed, result),
            **result.to_dict(),
            **({"twin": list(verdict.twin) if verdict.twin else None} if verdict else {}),
            **({"improved": better and better.to_dict(), "learned": learned} if climbs else {}),
        }

    present(View(parts, data), as_json=as_json)
    ended = better is not None and better.limit == "interrupt"
    if not as_json and result.limit == "interrupt":
        note(f"{interruption()}; what was done so far stands above")
    if not as_json and ended:
        note(f"{interruption()}; the plan above is valid")
    code = exit_code_of("interrupt") if ended else exit_code(result)
    if certificate is None:
        return code
    with searching(f"a certificate of {posed.name}"):
        found = posed.certificate(result, budget.left)
    return write_certificate(certificate, found) or code


def _improved(result: Result, seconds: float, options: Configuration) -> Result:
    """Shorten the plan of a result for some seconds, if it is made of arcs or by a policy."""
    if not result.solved or not seconds:
        return result
    from ....search.improve import improved

    try:
        with progress_over(None, "shortening the plan") as tick:

            def report(moves: int) -> None:
                tick(0, counted(moves, "move"))

            return improved(result, seconds, engine=options.search_engine, report=report)
    except InputError as error:
        note(f"the plan is not shortened: {error.problem}")
        return result


def _parts(posed: Posed, result: Result, verdict: Solvability | None) -> Iterator[Part]:
    """The plan, how the search ended, and what else is known of the problem."""
    if result.solved:
        yield _plan(posed, result)
        yield Heading()
    yield Sentence(result.summary(), result.solved, result.status.value)
    if result.solved and result.note:
        yield Sentence(result.note)
    if remark := remark_on(posed, result):
        yield Sentence(remark)
    if verdict is not None and verdict.twin:
        twin = posed.board.theory.format(verdict.twin)
        yield Lines(f"with two symbols exchanged it can be solved: {twin}")


def _drawn(posed: Posed, result: Result, boards: bool | None) -> Iterator[Part]:
    """The path as boards where it is short; of a climb the start and the end."""
    if result.climb is not None and not boards:
        if boards is None:
            yield from _start_and_end(result.climb.plan)
        return
    on_boards = posed.policy is None and not posed.board.domain.lifted
    shown = on_boards and (result.moves or 0) <= LONGEST_DRAWN
    if result.solved and (shown if boards is None else boards):
        theory = posed.searched(result).theory
        yield Lines(path_text(theory, result.states, result.names, line_width()) + "\n")


def _check_together(
    algorithm: str,
    moves: int | None,
    distance: int | None,
    options: Configuration,
    learn: bool,
) -> None:
    """Refuse options that would be passed over."""
    if algorithm == CLIMB:
        asked = {
            "--moves": moves is not None,
            "--distance": distance is not None,
            "--heuristic": options.heuristic is not None,
            "--engine swi": options.engine == "swi",
        }
    else:
        asked = {"--learn": learn}
    remedy = None if algorithm == CLIMB else f"--algorithm {CLIMB}"
    _refuse(asked, f"--algorithm {algorithm}", remedy)


def _refuse(asked: dict[str, bool], what: str, remedy: str | None = None) -> None:
    for name, there in asked.items():
        if there:
            raise InputError(f"{name} does not go with {what}", remedy=remedy)


def _never_searched(
    theory: str, asked: Configuration, limit: str, budget: Budget, as_json: bool
) -> int:
    """Report that a limit was reached before the search began; the exit code."""
    result = Result.not_ready((), limit, budget.elapsed, asked.algorithm, asked.asked_heuristic)
    words = Sentence(f"stopped by {result.limit}: {theory} {result.note}")
    present(View([words], {"theory": theory, **result.to_dict()}), as_json=as_json)
    return exit_code(result)


def _with_databases(problem: SearchProblem | None, options: Configuration) -> None:
    """Make the pattern databases of an informed search ready, and show the progress."""
    if isinstance(problem, PartFirst):
        problem = problem.part
    name, _, partition = (options.heuristic or "").partition(":")
    if name != "patterns" or not isinstance(problem, Problem):
        return
    from ....search.heuristics.patterns.heuristic import PatternDatabases
    from ....search.heuristics.patterns.ready import cache_folder, patterns

    began = monotonic()
    with progress_over(None, "pattern databases") as tick:

        def tell_progress(what: str, count: int, size: int) -> None:
            tick(0, f"{what}: {count:,} of {size:,} entries")

        make = partial(
            patterns,
            name=partition or None,
            limits=options.limits,
            threads=options.threads,
            report=tell_progress,
        )
        made = heuristic_of(problem, make)
    if monotonic() - began > 1:
        what = f", {made}" if isinstance(made, PatternDatabases) else ""
        note(
            f"pattern databases ready after {monotonic() - began:.0f} s{what}, kept in {cache_folder()}"
        )


UNNAMED = {"arc"}
"""Name of moves without a label; a plan of these is printed as its states."""


def _plan(posed: Posed, result: Result) -> Sentence | Lines:
    moves = posed.plan(result)
    if posed.board.domain.lifted:
        more = len(moves) - LONGEST_LISTED
        rest = [f"; and {counted(more, 'more step')}: --plan FILE writes all"] if more > 0 else []
        return Lines("\n".join([*moves[:LONGEST_LISTED], *rest]) or "; the goal is reached already")
    if not moves:
        return Sentence("start and goal are the same")
    if set(moves) <= UNNAMED and len(result.states) == len(moves) + 1 <= LONGEST_LISTED:
        theory = posed.searched(result).theory
        return Sentence("  ->  ".join(map(theory.format, result.states)))
    if len(moves) > LONGEST_LISTED:
        more = len(moves) - 20
        return Sentence(
            f"{' '.join(moves[:20])} ... and {counted(more, 'more move')}, all in --json"
        )
    return Sentence(" ".join(moves))


LARGEST_DRAWN = 100
"""Cells of boards that are drawn before and after."""


def _check_boards(posed: Posed, file: str | None) -> None:
    """Refuse to add escapes to macros of one board, where the climb is on boards of every size.

    Raises
    ------
    InputError
        Macros of one board.
    """
    from ....ebl.library import MacroLibrary

    macros = posed.macros
    if isinstance(macros, MacroLibrary) and macros.domain != posed.board.domain:
        raise InputError(
            "these macros are for one board",
            place=Place(str(file)),
            expected="macros for boards of every size, to which --learn can add",
            remedy="arcwise learn ... --learner escapes",
        )


def _climb_parts(posed: Posed, result: Result, learned: Sequence[str]) -> Iterator[Part]:
    """The local minimum of a climb, and the macros learned from its escapes."""
    climb = result.climb
    if climb is not None and climb.stuck and result.limit in (None, "nodes", "work"):
        yield from _stuck(climb, posed.board.argument)
    new = [line for line in learned if line.startswith("learned")]
    yield from map(Lines, new)
    if len(learned) > len(new):
        yield Heading(f"{len(learned) - len(new)} escapes were known already")


def _note_table(found: Climb, expanded: int, width: int | None) -> None:
    """Report missing entries of a macro table, and a look-ahead that was wider than needed."""
    table = None if found.climber is None else found.climber.table
    missing = 0 if table is None else sum(1 for _ in table.missing())
    if missing:
        note(
            f"the macro table is incomplete: {counted(missing, 'entry', 'entries')} missing; "
            "where one is needed, searching goes on from there"
        )
    if width and found.entries and expanded < width:
        # Each arrangement that is kept stems from another one that was looked at.
        note(
            f"the beam was never full: {expanded:,} arrangements were looked at in all; "
            "a table of more macros for each entry has more: arcwise learn ... --alternatives N"
        )


def _start_and_end(plan: Plan) -> Iterator[Part]:
    """The start and where the plan leads as boards, if these are small."""
    domain, shape, start = plan.domain, plan.shape, plan.start
    if len(start) <= LARGEST_DRAWN:
        yield Lines(f"start\n{domain.picture(start, shape)}\n")
        yield Lines(f"end\n{domain.picture(plan.replay(), shape)}\n")


def _stuck(climb: Climb, argument: str) -> Iterator[Part]:
    domain, shape, stuck, climber = climb.plan.domain, climb.plan.shape, climb.stuck, climb.climber
    with_macros = climber is not None and len(climber.schemas) > len(climber.placements.primitives)
    what = "these macros do not improve" if with_macros else "no single move improves"
    yield Heading(f"stuck in a local minimum that {what}:")
    if stuck is not None and len(stuck) <= LARGEST_DRAWN:
        yield Lines(domain.picture(stuck, shape))
    if stuck is not None and climber is not None:
        from ...text.stuck import turn_words

        yield Sentence(turn_words(climber, stuck))
    if with_macros:
        return
    with suppress(InputError):
        domain.goal(shape)  # which practice aims at
        named = shlex.quote(on_one_line(argument))
        yield Heading(f"arcwise learn {named} --learner escapes -o macros.pl learns macros for it")
