"""``arcwise solve --algorithm climb``: one problem of any size, by climbing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from ....ebl.files.macro_file import load_macros, save_macros
from ....ebl.learner import TrainingPath, learn_path
from ....ebl.library import MacroLibrary
from ....rules.domain import Domain
from ....rules.domains.table import read_built_in, spellings
from ....rules.errors import InputError, Place
from ....rules.geometry import Shape
from ....rules.random_problems import drawn
from ....rules.state_text import format_state, goal_cells, parse_pattern
from ....rules.states.moves_group import Solvability
from ....rules.term import Pattern, State, Var, ground, match
from ....rules.text_file import check_writable
from ....search.budget import Budget
from ....search.climbing.climb import climb
from ....search.climbing.climber import Climb, Climber
from ....search.climbing.improve import Improvement, improve
from ....search.climbing.ordered import ordered_goal
from ....search.climbing.plan import Plan
from ....search.limits import Limits
from ....search.result import Status
from ..budgeted import exit_code_of, interruption
from ..console import emit, note, say, searching, tell

MAX_CELLS = 65_536
"""As many as the kernel climbs on."""

ESCAPE = Limits(nodes=1_000_000)
"""What one search for an escape from a local minimum may take."""

LONGEST_LISTED = 500
"""Moves of plans that are listed."""

LARGEST_DRAWN = 100
"""Cells of boards that are drawn before and after."""


@dataclass(frozen=True)
class ClimbOptions:
    """How to climb, as the user asked for it.

    Parameters
    ----------
    macros
        A library of schemas, or None.
    select
        As for `Climber`.
    escape
        Whether to search for escapes from local minima.
    learn
        Whether to add what such searches find to the library's file.
    improve
        Seconds to spend on shortening the plan.
    budget
        What all of it may take.
    engine
        As for searches.
    """

    budget: Budget
    macros: str | None = None
    select: str = "best"
    escape: bool = True
    learn: bool = False
    improve: float = 0.0
    engine: str = "auto"


def solve_by_climbing(
    argument: str,
    texts: tuple[str, ...],
    seed: int | None,
    options: ClimbOptions,
    *,
    order: str,
    cost: float,
    as_json: bool,
) -> int:
    """Solve and print; the command's exit code."""
    with options.budget:
        built_in = read_built_in(
            argument, order=order, cost=int(cost) if cost == int(cost) else cost
        )
        if built_in is None:
            raise InputError(
                "climbing needs a built-in domain", expected=spellings(), found=repr(argument)
            )
        family, shape = built_in
        if shape[0] * shape[1] > MAX_CELLS:
            raise InputError(
                "this board is too large",
                expected=f"{MAX_CELLS:,} cells at most",
                found=f"{shape[0] * shape[1]:,}",
            )
        start, goal = _states(family, shape, texts, seed)
        library = MacroLibrary(family)
        if options.macros is not None:
            library = load_macros(options.macros, family=family)
            if options.learn:
                check_writable(options.macros)
        elif options.learn:
            raise InputError("--learn needs a macro file to add to", remedy="--macros FILE")
        verdict = family.solvable(shape, start, goal)
        if verdict is not None and not verdict.solvable:
            return _unsolvable(family, shape, start, goal, verdict, as_json)
        climber = Climber(
            family,
            shape,
            library.schemas,
            goal,
            blank_first=library.blank_first,
            select=options.select,
        )
    with searching(f"climbing on {family.spell(shape)}") as report:
        result = climb(
            climber,
            start,
            escape=ESCAPE if options.escape else None,
            limits=options.budget.left,
            engine=options.engine,
            report=report,
        )
    shorter = None
    if result.solved and options.improve:
        with searching("shortening the plan") as report:
            shorter = improve(result.plan, Limits(time=options.improve), report=report)
        result = replace(result, plan=shorter.plan)
    ended = result.plan.replay()
    if result.solved and match(goal, ended) is None:
        raise AssertionError("the plan does not lead to the goal")
    learned = _learn(library, shape, result, options.macros) if options.learn else []
    if as_json:
        emit(_data(family, shape, start, goal, result, shorter, learned))
    else:
        _print(family, shape, start, ended, result, shorter, learned, options.macros)
    if shorter is not None and shorter.limit == "interrupt":
        note(f"{interruption()}; the plan above is valid")
        return exit_code_of("interrupt")
    return _exit_code(result)


def _unsolvable(
    family: Domain, shape: Shape, start: State, goal: Pattern, verdict: Solvability, as_json: bool
) -> int:
    if as_json:
        emit(
            {
                "theory": family.spell(shape),
                "start": list(start),
                "goal": goal_cells(goal),
                "algorithm": "climb",
                "status": Status.UNSOLVABLE.value,
                "note": verdict.reason,
                "twin": list(verdict.twin) if verdict.twin else None,
            }
        )
        return 11
    tell(f"climb: {Status.UNSOLVABLE.value} ({verdict.reason})")
    if verdict.twin and len(start) <= LARGEST_DRAWN:
        say(f"its twin can be solved: {format_state(verdict.twin)}")
    return 11


def _states(
    family: Domain, shape: Shape, texts: tuple[str, ...], seed: int | None
) -> tuple[State, Pattern]:
    most = 2 if seed is None else 1
    if len(texts) > most or (seed is None and not texts and family.start(shape) is None):
        raise InputError(
            "wrong number of states",
            expected="a start and perhaps a goal, or --random SEED and perhaps a goal",
            found=str(len(texts)),
            remedy="quotes around each state",
        )
    goal = family.goal(shape)
    if len(texts) == most:
        goal = _read(family, shape, "goal", texts[-1])
    if seed is None:
        if not texts and (own := family.start(shape)) is not None:
            return own, goal
        return _start(family, shape, texts[0]), goal
    return drawn(family.starts(shape, goal), goal, Random(f"{seed}:0")), goal


def _start(family: Domain, shape: Shape, text: str) -> State:
    state = ground(_read(family, shape, "start", text))
    if state is None:
        raise InputError("a start leaves no cell open", place=Place("start"), found=text[:60])
    return state


def _read(family: Domain, shape: Shape, role: str, text: str) -> Pattern:
    size = shape[0] * shape[1]
    cells = parse_pattern(text, size, family.blank)
    if len(cells) != size:
        raise InputError(
            "wrong number of cells",
            place=Place(role),
            expected=f"{size} symbols for {family.spell(shape)}",
            found=str(len(cells)),
        )
    goal = ordered_goal(family, shape)
    state = ground(cells)
    foreign = [term for term in cells if not isinstance(term, Var) and term not in goal.symbols]
    if foreign or (family.permutation and len(set(cells)) != len(cells)):
        raise InputError(
            "not a state of this board",
            place=Place(role),
            expected=f"the symbols of {' '.join(map(str, goal.goal))[:60]}"
            if family.permutation
            else f"the symbols {' '.join(sorted(map(str, goal.symbols)))[:60]}",
            found=format_state(tuple(foreign) or cells)[:60],
        )
    if state is not None and (problem := family.fault(shape, state)):
        raise InputError(
            f"not a state of {family.spell(shape)}: {problem}",
            place=Place(role),
            found=format_state(state)[:60],
        )
    return cells


def _learn(
    library: MacroLibrary, shape: Shape, result: Climb, file: str | None
) -> list[tuple[str, str]]:
    """Add the escapes that were found to the library and its file; a line for each."""
    lines = []
    for escape in result.escapes:
        if escape.steps is None:
            continue
        path, origin = TrainingPath(escape.start, escape.steps), library.family.spell(shape)
        admission = learn_path(library, shape, path, origin)
        lines.append((admission.macro.name, str(admission)))
    if any(line.startswith("learned") for _, line in lines) and file is not None:
        library.shape = shape
        save_macros(library, file)
    return lines


def _exit_code(result: Climb) -> int:
    if result.status is Status.STOPPED:
        return exit_code_of(result.limit)
    return 0 if result.solved else 12


def _summary(result: Climb) -> str:
    did = result.statistics
    searched = sum(escape.generated for escape in result.escapes)
    work = (
        f"{did.operator_applications:,} operator applications, "
        f"{f'{searched:,} of them searching out of {len(result.escapes)} local minima' if result.escapes else 'no search'}, "
        f"{did.elapsed:.3f} s ({result.engine})"
    )
    if result.solved:
        macros = sum(schema.arc.is_macro for schema, _ in result.plan.steps)
        return f"solved: {result.plan.moves:,} moves in {len(result.plan.steps):,} steps ({macros:,} macros); {work}"
    limit = f" by {result.limit}" if result.limit else ""
    return f"{result.status.value}{limit}, after {result.plan.moves:,} moves; {work}"


def _print(
    family: Domain,
    shape: Shape,
    start: State,
    ended: State,
    result: Climb,
    shorter: Improvement | None,
    learned: list[tuple[str, str]],
    macros: str | None,
) -> None:
    if len(start) <= LARGEST_DRAWN:
        say(f"start\n{family.picture(start, shape)}\n")
        say(f"end\n{family.picture(ended, shape)}\n")
    if result.solved and result.plan.moves > LONGEST_LISTED:
        say(f"{result.plan.moves:,} moves, all in --json")
    elif result.solved:
        tell(" ".join(_names(result.plan)) or "start and goal are the same")
        say()
    tell(f"climb: {_summary(result)}")
    if shorter is not None:
        tell(shorter.summary())
    if result.stuck is not None and result.limit in (None, "nodes"):
        what = "these macros do not improve" if macros else "no single move improves"
        say(f"stuck in a local minimum that {what}:")
        if len(start) <= LARGEST_DRAWN:
            say(family.picture(result.stuck, shape))
        if not macros:
            say(
                f"arcwise learn {family.spell(shape)} --learner escapes -o macros.pl learns macros for it"
            )
    new = [line for _, line in learned if line.startswith("learned")]
    for line in new:
        say(line)
    if len(learned) > len(new):
        say(f"{len(learned) - len(new)} escapes were known already")
    if result.limit == "interrupt":
        note(f"{interruption()}; what was done so far stands above")


def _names(plan: Plan) -> list[str]:
    """The primitive moves; where all have one name, with the cell at which each begins."""
    if len(plan.domain.schemas(plan.shape)) == 1:
        return [f"{schema.name}@{place + 1}" for schema, place in plan.primitives()]
    return [schema.name for schema, _ in plan.primitives()]


def _data(
    family: Domain,
    shape: Shape,
    start: State,
    goal: Pattern,
    result: Climb,
    shorter: Improvement | None,
    learned: list[tuple[str, str]],
) -> dict[str, Any]:
    did = result.statistics
    return {
        "theory": family.spell(shape),
        "start": list(start),
        "goal": goal_cells(goal),
        "algorithm": "climb",
        "engine": result.engine,
        "status": result.status.value,
        "limit": result.limit,
        "moves": result.plan.moves,
        "steps": len(result.plan.steps),
        "cost": result.plan.cost,
        "expanded": did.expanded,
        "generated": did.generated,
        "operator_applications": did.operator_applications,
        "elapsed": did.elapsed,
        "escapes": len(result.escapes),
        "stuck": list(result.stuck) if result.stuck else None,
        "improved": shorter.to_dict() if shorter else None,
        "learned": [line for _, line in learned],
        "macros": {
            schema.name: {"tried": use.tried, "matched": use.matched, "applied": use.applied}
            for schema, use in zip(result.schemas, result.uses, strict=True)
            if schema.arc.is_macro
        },
        "primitive_moves": _names(result.plan),
    }
