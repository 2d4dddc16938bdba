"""Fast Downward (Helmert, JAIR 26, 2006) as an engine, from the wheel up-fast-downward (GPL-3): a child process of ours.

It searches the same arcs as the other engines, macros included, so that its plans, costs and counts stand in the same
rows. Its translator is not used.

A problem as the text of a SAS+ task, which Fast Downward's search reads (its translator's format, version 3).
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.util import find_spec
from math import lcm
from pathlib import Path

from ..rules.arc import Arc
from ..rules.cost import Exact, exact
from ..rules.errors import ArcwiseError, InputError, TooLargeError
from ..rules.term import State, Symbol, Var
from ..rules.theory import Theory
from ..search.algorithms import ALGORITHMS, FAST_DOWNWARD, Algorithm, Weights
from ..search.limits import ENDINGS, Limits, limit_of
from ..search.native.engine import replayed
from ..search.operator import costs_of, exact_cost
from ..search.problem import Problem, SearchProblem
from ..search.result import Result, Statistics, Status

SEARCHES = {
    "uniform-cost": ("astar(blind())", None),
    "a-star": ("astar({h})", "lm_cut"),
    "weighted-a-star": ("eager_wastar([{h}],w={w})", "ff"),
    "greedy": ("eager_greedy([{h}])", "ff"),
    "lazy-greedy": ("let(h,{h},lazy_greedy([h,goalcount()],preferred=[h]))", "ff"),
    "auto": ("astar({h})", "lm_cut"),
    "fast": ("lama-first", None),
}
"""Our algorithms as Fast Downward has them, with the heuristic that each takes by default."""

HEURISTICS_THERE = {
    "zero": ("blind()", True),
    "h_max": ("hmax()", True),
    "h_add": ("add()", False),
    "ff": ("ff()", False),
    "lm_cut": ("lmcut()", True),
}
"""Fast Downward's words for each heuristic, by its name in `HEURISTICS`, and whether it is admissible."""


def is_admissible(heuristic: str | None) -> bool:
    """Whether a heuristic of Fast Downward is admissible; None is what an algorithm has of its own."""
    return heuristic is None or HEURISTICS_THERE[heuristic][1]


LAUNCH = Path(__file__).with_name("fast_downward_process.py")

_COUNTS = {
    "expanded": r"Expanded (\d+) state",
    "generated": r"Generated (\d+) state",
    "inserted": r"Number of registered states: (\d+)",
    "evaluated": r"Evaluations: (\d+)",
    "reopened": r"Reopened (\d+) state",
}

_ENDS = {11: Status.UNSOLVABLE, 12: Status.INCOMPLETE}
"""Statuses that its exit codes prove; 22 and 23 are limits, and others without a plan are faults."""

NOT_LOADED = 127
"""Exit code of the loader if the memory does not hold the libraries; with even less, a signal ends it."""

_OUT_OF = {22: "memory", 23: "time", 24: "memory"}


@lru_cache(maxsize=1)
def find_planner() -> Path | None:
    """The planner's folder inside the wheel, or None where it is not installed; the package itself is not imported."""
    spec = find_spec("up_fast_downward")
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(spec.submodule_search_locations[0]) / "downward"
    return folder if (folder / "builds/release/bin/downward").exists() else None


def search_with_planner(
    problem: SearchProblem, algorithm: Algorithm, heuristic: str | None, limits: Limits
) -> Result:
    """Search with Fast Downward.

    Parameters
    ----------
    problem
        One whose arcs set cells to constants, such as a PDDL problem.
    algorithm
        One of `SEARCHES`, or one of Fast Downward's own.
    heuristic
        One of `HEURISTICS_THERE`; None for the algorithm's own.
    limits
        Limits on time and memory.

    Returns
    -------
    Result
        Counts are those that it prints last, ``inserted`` the states that it knew in the end, and the time is what it
        says of its process. It does not say how long open was. Whether it is optimal is for `solve` to say.

    Raises
    ------
    InputError
        A problem or heuristic that it cannot handle, or no installation.
    """
    folder = find_planner()
    if folder is None:
        raise InputError("Fast Downward is not installed", remedy="pip install up-fast-downward")
    if not isinstance(problem, Problem) or len(problem.wanted) > 1:
        raise InputError(
            "Fast Downward takes problems made of arcs, with one goal",
            found=type(problem).__name__,
            remedy="--engine auto",
        )
    for name, most in (("nodes", limits.nodes), ("work", limits.work)):
        if most is not None:
            raise InputError(
                f"Fast Downward knows no limit on {name}", found=f"{most:,}", remedy="--limit-time"
            )
    words, taken = _search_of(algorithm, heuristic)
    result = _run(folder, problem, words, limits)
    return replace(
        result,
        algorithm=algorithm.name,
        heuristic=taken,
        engine=FAST_DOWNWARD,
        note="; ".join(one for one in (words, result.note) if one and one != algorithm.name),
        theory=problem.theory,
        exact=not result.solved or _fits(problem.theory, result.solution().cost),
    )


def answer(
    problem: SearchProblem, algorithm: Algorithm, heuristic: str | None, limits: Limits
) -> tuple[Result, bool]:
    """The result of `search_with_planner`, and whether its heuristic is admissible."""
    result = search_with_planner(problem, algorithm, heuristic, limits)
    return result, is_admissible(result.heuristic)


def _fits(theory: Theory, cost: float) -> bool:
    """Whether Fast Downward, whose sums have 32 bits too, can add any cost to that of a solution."""
    costs = costs_of(theory)
    return (exact(cost) + max(costs, default=0)) * _scale(costs) <= MOST_SAS_COST


def _search_of(algorithm: Algorithm, heuristic: str | None) -> tuple[str, str | None]:
    """A search in Fast Downward's words, and the name of its heuristic where that is ours too."""
    if algorithm.engine is not None:
        if heuristic is not None:
            raise InputError(
                f"{algorithm.name} has heuristics of its own", found=f"--heuristic {heuristic}"
            )
        return algorithm.name, None
    if algorithm.name not in SEARCHES:
        raise InputError(
            "Fast Downward has no such algorithm",
            expected=f"one of {', '.join(SEARCHES)}, an alias such as lama-first, or a search in its own words",
            found=algorithm.name,
        )
    plain = ALGORITHMS[algorithm.name]
    if replace(algorithm, f=plain.f, seed=plain.seed) != plain:
        raise InputError(
            "Fast Downward cannot be told of ties, duplicates, moves back or threads",
            found=algorithm.name,
            remedy="a search in its own words",
        )
    words, usual = SEARCHES[algorithm.name]
    name = None if usual is None else heuristic or usual
    if name is not None and name not in HEURISTICS_THERE:
        raise InputError(
            "Fast Downward has no such heuristic",
            expected=f"one of {', '.join(HEURISTICS_THERE)}",
            found=name,
        )
    weight = algorithm.f.h if isinstance(algorithm.f, Weights) else 1
    if weight != int(weight):
        raise InputError("Fast Downward takes whole weights", found=f"{weight:g}")
    spelled = HEURISTICS_THERE[name][0] if name else None
    return words.format(h=spelled, w=int(weight)), name


def _run(folder: Path, problem: Problem, words: str, limits: Limits) -> Result:
    start = (problem.start,)
    if problem.is_goal(problem.start):  # which it would call a task without a goal
        return Result(Status.SOLVED, start, (), Statistics())
    try:
        task = sas_task(problem)
        with tempfile.TemporaryDirectory() as place:
            plan = Path(place) / "plan"
            launch = (os.getpid(), limits.memory or 0, folder, words, plan)
            code, output = run_within(
                [sys.executable, "-I", "-S", str(LAUNCH), *map(str, launch)], task.text, limits.time
            )
            plans = sorted(Path(place).glob("plan*"), key=lambda one: int(one.suffix[1:] or 0))
            text = plans[-1].read_text(encoding="ascii") if plans else None
    except ENDINGS as error:
        return Result(Status.STOPPED, start, (), Statistics(), limit_of(error))
    done = _statistics(output)
    limit = "time" if code is None else _OUT_OF.get(code)
    if limits.memory is not None and code is not None and (code < 0 or code == NOT_LOADED):
        limit = "memory"
    if text is not None:
        note = f"stopped by {limit}, the best plan so far" if limit else ""
        path, operators = _plan_of(text, problem)
        return Result(Status.SOLVED, path, operators, done, note=note)
    if limit is not None:
        return Result(Status.STOPPED, start, (), done, limit)
    if code in _ENDS:
        return Result(_ENDS[code], start, (), done)
    faults = [line for line in output.splitlines() if line.strip() and not line.startswith("[t=")]
    raise InputError(f"Fast Downward failed on {words}", found=" ".join(faults)[-500:])


def _plan_of(text: str, problem: Problem) -> tuple[tuple[State, ...], tuple[Arc, ...]]:
    """The states and the arcs of a plan file, whose actions are the numbers of arcs."""
    numbers = map(int, re.findall(r"^\((\d+) ?\)", text, re.MULTILINE))
    operators = tuple(problem.theory.arcs[number] for number in numbers)
    path = replayed(problem.start, operators)
    if not problem.is_goal(path[-1]):
        raise ArcwiseError("Fast Downward's plan does not reach the goal")
    return path, operators


def _statistics(output: str) -> Statistics:
    def last(pattern: str) -> float:
        found = re.findall(pattern, output)
        return float(found[-1]) if found else 0

    counts = {name: int(last(pattern)) for name, pattern in _COUNTS.items()}
    return Statistics(
        **counts,
        peak_memory=int(last(r"Peak memory: (\d+) KB")) * 1024,
        elapsed=last(r"Total time: ([0-9.e-]+)s") or last(r"\[t=([0-9.e-]+)s"),
    )


def run_within(
    command: Sequence[str], given: str, seconds: float | None, folder: str | None = None
) -> tuple[int | None, str]:
    """Run a process in a session of its own, which is killed with all that it started when its time is over.

    Parameters
    ----------
    command
        The words of the command.
    given
        Input of the process.
    seconds
        Wall-clock seconds; None for no limit.
    folder
        Working folder; None for the current one.

    Returns
    -------
    Exit code, None if time ended the process, and its output.
    """
    with subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(given, timeout=seconds)
        except subprocess.TimeoutExpired:
            _kill(process)
            output, _ = process.communicate()
            return None, output
        except BaseException:
            _kill(process)
            process.communicate()
            raise
        return process.returncode, output


def _kill(process: subprocess.Popen[str]) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


MOST_SAS_COST = 2**31 - 1
"""Greatest cost in Fast Downward, whose costs are whole numbers of 32 bits."""


@dataclass(frozen=True)
class SasTask:
    """A problem as SAS+: a variable for every cell, an operator for every arc, macros included.

    Parameters
    ----------
    text
        Text for Fast Downward. Names of its operators are the numbers of the arcs.
    scale
        Factor by which costs were multiplied to be whole numbers.
    """

    text: str
    scale: int


def sas_task(problem: Problem) -> SasTask:
    """Write a problem whose arcs set cells to constants, as those of planning problems do.

    Raises
    ------
    InputError
        An arc that moves what is in a cell, or costs that have no common measure.
    """
    theory = problem.theory
    scale = _scale(costs_of(theory))
    numbers = _values(problem)
    operators = [
        part
        for number, arc in enumerate(theory.arcs)
        if arc.changed
        for part in _operator(number, arc, numbers, scale, theory)
    ]
    goal = [(cell, term) for cell, term in enumerate(problem.goal) if not isinstance(term, Var)]
    lines = [
        *("begin_version", "3", "end_version", "begin_metric", "1", "end_metric"),
        *(str(len(numbers)), *(line for n, v in enumerate(numbers) for line in _variable(n, v))),
        *("0", "begin_state"),  # mutex groups other than the variables themselves
        *(str(values[symbol]) for values, symbol in zip(numbers, problem.start, strict=True)),
        *("end_state", "begin_goal", str(len(goal))),
        *(f"{cell} {numbers[cell][symbol]}" for cell, symbol in goal),
        *("end_goal", str(sum(part == "begin_operator" for part in operators))),
        *(*operators, "0", ""),  # axioms
    ]
    return SasTask("\n".join(lines), scale)


def _values(problem: Problem) -> list[dict[Symbol, int]]:
    """The number of every symbol that can stand in each cell."""
    values: list[dict[Symbol, int]] = [{symbol: 0} for symbol in problem.start]
    pairs = [
        *enumerate(problem.goal),
        *(pair for arc in problem.theory.arcs for pair in (*arc.conditions[0], *arc.effects)),
    ]
    for cell, term in pairs:
        if not isinstance(term, Var):
            values[cell].setdefault(term, len(values[cell]))
    return values


def _variable(number: int, values: dict[Symbol, int]) -> Iterator[str]:
    yield from ("begin_variable", f"var{number}", "-1", str(max(2, len(values))))
    yield from (f"Atom holds({number}, {value})" for value in range(max(2, len(values))))
    yield "end_variable"


def _operator(
    number: int, arc: Arc, numbers: Sequence[dict[Symbol, int]], scale: int, theory: Theory
) -> list[str]:
    asked, equal = arc.conditions
    effects = [(cell, term) for cell, term in arc.effects if not isinstance(term, Var)]
    if equal or len(effects) < len(arc.effects):
        raise InputError(
            f"Fast Downward cannot take {theory.name}",
            expected="arcs that set cells to constants, as those of PDDL problems",
            found=str(arc),
            remedy="--engine auto",
        )
    before = dict(asked)
    changed = {cell for cell, _ in effects}
    kept = [(cell, symbol) for cell, symbol in asked if cell not in changed]
    return [
        *("begin_operator", str(number), str(len(kept))),
        *(f"{cell} {numbers[cell][symbol]}" for cell, symbol in kept),
        str(len(effects)),
        *(
            f"0 {cell} {numbers[cell][before[cell]] if cell in before else -1} {numbers[cell][symbol]}"
            for cell, symbol in effects
        ),
        *(str(int(exact_cost(arc) * scale)), "end_operator"),
    ]


def _scale(costs: Collection[Exact]) -> int:
    scale = lcm(*(cost.denominator for cost in costs))
    if any(cost * scale > MOST_SAS_COST for cost in costs):
        raise TooLargeError(
            "Fast Downward takes whole costs",
            expected=f"costs that are multiples of one number, up to {MOST_SAS_COST:,} times it",
        )
    return scale
