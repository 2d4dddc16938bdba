"""``arcwise solve``: one problem, one search."""

from __future__ import annotations

from time import monotonic
from typing import Any

import click

from ....experiments.configuration import Configuration
from ....experiments.domain import Domain, load_domain, parse_argument
from ....experiments.macro_files import load_macros
from ....rules.errors import InputError
from ....rules.solvability import solvability
from ....rules.state_text import goal_cells
from ....rules.term import Pattern, State
from ....search.algorithms import ALGORITHMS
from ....search.climbing.climber import SELECTIONS
from ....search.heuristics.pattern_database import cache_folder, patterns
from ....search.problem import Problem, SearchProblem
from ....search.result import Result, Status
from ....search.solve import with_unit_macro_costs
from ...text.boards import path_text
from ..console import emit, note, out, progress_over, say, searching, tell
from ..options import NameIn, search_options, take_configuration, theory_options
from ..pddl_files import is_pddl
from .climb_solve import ClimbOptions, solve_by_climbing
from .pddl_solve import solve_pddl

CLIMB = "climb"

LONGEST_DRAWN = 60
"""Paths of more moves are printed as a list of moves, not as boards, unless asked for."""

LONGEST_LISTED = 500
"""Of longer solutions only the first moves are listed."""


def exit_code(result: Result) -> int:
    """The documented exit code of a search."""
    if result.status is Status.STOPPED:
        return {"memory": 22, "time": 23, "interrupt": 130}.get(result.limit or "", 12)
    return {Status.SOLVED: 0, Status.UNSOLVABLE: 11}.get(result.status, 12)


@click.command("solve")
@click.argument("theory")
@click.argument("states", nargs=-1, metavar="[START] [GOAL]")
@click.option(
    "--algorithm",
    type=NameIn(ALGORITHMS, CLIMB),
    default="a-star",
    show_default=True,
    help="How to search; climb applies macros, and searches only for escapes from local minima (built-in domains, any size).",
)
@click.option("--macros", type=click.Path(), help="A macro file to put before the arcs.")
@click.option("--random", "random_seed", type=int, metavar="SEED", help="A random start.")
@click.option("--moves", type=click.IntRange(min=0), help="With --random: so many moves away.")
@click.option("--distance", type=click.IntRange(min=0), help="With --random: exactly so far away.")
@click.option(
    "--select",
    type=click.Choice(SELECTIONS),
    default="best",
    show_default=True,
    help="For climb: the cheapest step that is better, or of all better ones the most promising.",
)
@click.option(
    "--escape/--no-escape",
    default=True,
    show_default=True,
    help="For climb: whether to search for escapes from local minima.",
)
@click.option(
    "--learn", is_flag=True, help="For climb: add what such searches find to the macro file."
)
@click.option(
    "--improve",
    type=click.FloatRange(min=0),
    default=0.0,
    metavar="SECONDS",
    help="For climb: shorten the plan for so long.",
)
@click.option("--boards/--no-boards", default=None, help="Draw every state of the solution.")
@click.option("--plan", type=click.Path(), help="For PDDL: a file to write the plan to.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@search_options
@theory_options
def solve_command(
    theory: str,
    states: tuple[str, ...],
    algorithm: str,
    macros: str | None,
    random_seed: int | None,
    moves: int | None,
    distance: int | None,
    select: str,
    escape: bool,
    learn: bool,
    improve: float,
    boards: bool | None,
    plan: str | None,
    as_json: bool,
    order: str,
    arc_cost: float,
    engine: str,
    **rest: Any,
) -> int:
    """Solve one problem.

    THEORY is a built-in domain such as sliding-tile:3x3, a .pl file with arc/3 or a .psvn file. START and
    GOAL are states such as "2 3 5 0 1 4 6 7 8"; in a goal ? stands for anything. The goal of a built-in domain, or one
    that the file gives, may be left out, as may a start that everybody expects; with --random the start is left out.

    With PDDL say DOMAIN.pddl PROBLEM.pddl: the problem is grounded, and its plan printed, macros unrolled.
    """
    options = take_configuration(rest, engine)
    if is_pddl(theory):
        asked = {
            "--algorithm climb": algorithm == CLIMB,
            "--engine swi": engine == "swi",
            "--random": random_seed is not None,
            "--moves": moves is not None,
            "--distance": distance is not None,
            "--boards": bool(boards),
            "--learn": learn,
            "--improve": improve > 0,
        }
        _refuse(asked, "PDDL")
        result = solve_pddl(
            theory, states, algorithm, options, macros=macros, plan_file=plan, as_json=as_json
        )
        return exit_code(result)
    _refuse({"--plan": plan is not None}, f"theory {theory}, only with PDDL")
    _check_together(algorithm, moves, distance, options, engine, learn, improve)
    if algorithm == CLIMB:
        return solve_by_climbing(
            theory,
            states,
            random_seed,
            ClimbOptions(
                macros, select, escape, learn, improve, options.limits, options.search_engine
            ),
            order=order,
            cost=arc_cost,
            as_json=as_json,
        )
    domain = load_domain(theory, order=order, arc_cost=arc_cost, engine=engine)
    start, goals = _states(domain, states, random_seed, moves, distance)
    rules = domain.theory
    if macros is not None:
        rules = rules.with_macros(load_macros(macros, domain, goals[0]))
        if options.macro_cost == "unit":
            rules = with_unit_macro_costs(rules)
    problem = domain.problem_to_any(start, goals, rules)
    if ALGORITHMS[algorithm].informed:
        _with_databases(problem, options)
    with searching(f"{algorithm} on {domain.theory.name}") as report:
        result = options.using(algorithm).search(problem, report)
    verdict = None
    if result.status is Status.UNSOLVABLE and isinstance(problem, Problem):
        verdict = solvability(problem.theory, start, problem.goal)
    if as_json:
        emit(
            {
                "theory": domain.theory.name,
                "start": list(start),
                **_goal_data(goals),
                **result.to_dict(),
                **({"twin": list(verdict.twin) if verdict.twin else None} if verdict else {}),
            }
        )
        return exit_code(result)
    if result.solved:
        drawn = boards if boards is not None else result.moves <= LONGEST_DRAWN
        if drawn:
            names = [operator.name for operator in result.operators]
            say(path_text(domain.theory, result.path, names, out().width))
            say()
        tell(_moves_text(result))
        say()
    tell(result.summary())
    if result.solved and result.note:
        say(result.note)
    if verdict is not None and verdict.twin:
        say(f"its twin can be solved: {domain.theory.format(verdict.twin)}")
    if result.limit == "interrupt":
        note("interrupted; what was done so far stands above")
    return exit_code(result)


def _goal_data(goals: tuple[Pattern, ...]) -> dict[str, Any]:
    """The goals for JSON, an open cell as ``?``, another variable as its name."""
    rows = [goal_cells(goal) for goal in goals]
    return {"goal": rows[0]} if len(rows) == 1 else {"goals": rows}


def _check_together(
    algorithm: str,
    moves: int | None,
    distance: int | None,
    options: Configuration,
    engine: str,
    learn: bool,
    improve: float,
) -> None:
    """Refuse options that would be passed over."""
    if algorithm == CLIMB:
        asked = {
            "--moves": moves is not None,
            "--distance": distance is not None,
            "--heuristic": options.heuristic is not None,
            "--engine swi": engine == "swi",
        }
    else:
        asked = {"--learn": learn, "--improve": improve > 0}
    _refuse(asked, f"--algorithm {algorithm}")


def _refuse(asked: dict[str, bool], what: str) -> None:
    for name, there in asked.items():
        if there:
            raise InputError(f"{name} does not go with {what}")


def _with_databases(problem: SearchProblem, options: Configuration) -> None:
    """Have the pattern databases of an informed search ready, and show how far their building is."""
    name, _, partition = (options.heuristic or "").partition(":")
    if name != "patterns" or not isinstance(problem, Problem):
        return
    began = monotonic()
    with progress_over(None, "pattern databases") as tick:

        def tell_progress(what: str, count: int, size: int) -> None:
            tick(0, f"{what}: {count:,} of {size:,} placements")

        patterns(problem.theory, problem.goal, name=partition or None, report=tell_progress)
    if monotonic() - began > 1:
        note(f"pattern databases ready after {monotonic() - began:.0f} s, kept in {cache_folder()}")


def _moves_text(result: Result) -> str:
    names = [move.name for move in result.primitives]
    if len(names) > LONGEST_LISTED:
        return f"{' '.join(names[:20])} ... and {len(names) - 20:,} more moves, all in --json"
    return " ".join(names) or "start and goal are the same"


def _states(
    domain: Domain,
    texts: tuple[str, ...],
    seed: int | None,
    moves: int | None,
    distance: int | None,
) -> tuple[State, tuple[Pattern, ...]]:
    most = 2 if seed is None else 1
    own_start = domain.start
    if len(texts) > most or (seed is None and not texts and own_start is None):
        raise InputError(
            "wrong number of states",
            expected="a start and perhaps a goal, or --random SEED and perhaps a goal",
            found=f"{len(texts)}: {' | '.join(texts)}" if texts else "none",
            remedy="quotes around each state",
        )
    if seed is None:
        if moves is not None or distance is not None:
            raise InputError("--moves and --distance go with --random SEED")
        goals = domain.goal_patterns(texts[1] if len(texts) > 1 else None)
        if own_start is not None and not texts:
            return own_start, goals
        return parse_argument(domain.theory, "start", texts[0]), goals
    target = texts[0] if texts else None
    goals = domain.goal_patterns(target)
    own = domain.goal_states if target is None else ()
    goal = own[0] if own else domain.goal(target)
    return domain.starts(goal, 1, seed, moves=moves, distance=distance)[0], goals
