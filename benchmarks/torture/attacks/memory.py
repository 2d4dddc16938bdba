"""Out of memory at every allocation of the kernel: a result says so, and the same call afterwards gives the right answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from arcwise.rules import open_source, sliding_tile
from arcwise.rules.domains.sliding_tiles import SlidingTiles
from arcwise.rules.errors import InputError
from arcwise.search import ALGORITHMS, SELECTIONS, Climber, Limits, Problem, _kernel, solve
from arcwise.search.algorithms import CHOICE, TIES
from arcwise.search.climbing.climber import _TASKS, climb_in_kernel
from arcwise.search.heuristics.patterns.abstract_space import AbstractSpace
from arcwise.search.heuristics.patterns.database import PatternDatabase
from arcwise.search.heuristics.patterns.heuristic import PatternDatabases
from arcwise.search.native import compiled
from arcwise.search.native.not_native import NotNativeError
from arcwise.search.state_space import distance_table, enumerate_layers

from ..attack import Attack, Case
from ..theories import random_problem

Doing = Callable[[], tuple[str, Any]]
"""Makes a call: ``memory`` or empty, and how it ended."""

AT_MOST = 300
"""Allocations of a call that are refused, one at a time; of more, those at the beginning and a random choice."""

NEVER = 2**62


def attack(case: Case) -> None:
    """Make a call again and again, each time with another allocation refused."""
    make = case.rng.choice((_search, _search, _search, _patterns, _enumeration, _climb))
    doing = make(case.rng)
    everything_after = case.rng.random() < 0.5
    what = f"{make.__name__[1:]}, {'all from there on' if everything_after else 'once'}"
    try:
        _forget()
        _kernel.fail_allocations(NEVER)
        right = doing()
        made, _ = _kernel.allocations()
    except InputError:  # the kernel cannot, or the heuristic has no meaning
        case.count("not for the kernel")
        return
    case.count("calls")
    numbers = list(range(1, min(made, AT_MOST) + 1))
    if made > AT_MOST:
        numbers = numbers[: AT_MOST // 2] + [
            case.rng.randint(AT_MOST // 2, made) for _ in range(AT_MOST // 2)
        ]
    for number in numbers:
        _refuse(case, doing, right, number, everything_after, f"{what}, {number} of {made}")
        if case.late:
            return


def _refuse(
    case: Case, doing: Doing, right: tuple[str, Any], number: int, rest: bool, what: str
) -> None:
    """Refuse one allocation."""
    _forget()
    (case.folder / "last").write_text(what)  # in case this process does not survive it
    _kernel.fail_allocations(number, rest)
    try:
        found: tuple[str, Any] | None = doing()
    except NotNativeError as error:
        case.wrong("errors", f"{what}: {error}")
        found = None
    except InputError:
        case.count("input errors")
        found = None
    except Exception as error:
        case.wrong("errors", f"{what}: {type(error).__name__}: {error}")
        found = None
    _, failed = _kernel.allocations()
    _kernel.fail_allocations(0)
    case.count("refused", failed > 0)
    if found is not None and found[0] == "memory":
        case.count("results that say so")
    elif found is not None and found != right:
        case.wrong("wrong answers", f"{what}: {found}, not {right}"[:500])
    if doing() != right:
        case.wrong("wrong afterwards", what)


def _forget() -> None:
    """Let everything be made anew."""
    compiled._compiled.cache_clear()
    _TASKS.clear()


def _search(rng: Random) -> Doing:
    problem = random_problem(rng)
    row = ALGORITHMS[rng.choice(list(ALGORITHMS))]
    choices = {
        "duplicates": rng.choice(row.allows),
        "ties": rng.choice(TIES),
        "beam_width": rng.choice((2, 100)),
    }
    row = row.adjusted(**{name: one for name, one in choices.items() if row.takes(name)})
    if row.name == "batched-ida-star":
        row = row.adjusted(threads=rng.choice((1, 2)))
    name = rng.choice(("zero", "misplaced", "manhattan", "linear-conflict"))
    limits = Limits(nodes=rng.choice((10, 300, 3000)))

    def doing() -> tuple[str, Any]:
        heuristic = name if row.informed else None
        found = solve(
            problem, row, heuristic=heuristic, limits=limits, engine="native", check=False
        )
        counted = replace(found.statistics, peak_memory=0, elapsed=0)
        arcs = [operator.name for operator in found.operators]
        answer: tuple[Any, ...] = (found.status, arcs, counted)
        if (
            row.threads > 1 or row.loop == CHOICE
        ):  # by chance; with another algorithm where memory ends
            answer = (found.status, found.cost if found.solved else None)
        return _said(found.limit), answer

    return doing


def _patterns(rng: Random) -> Doing:
    theory = sliding_tile(*rng.choice(((2, 2), (2, 3), (3, 3))))
    goal = (*range(1, theory.size), 0)
    tiles = tuple(rng.sample(goal[:-1], rng.randint(1, min(3, theory.size - 1))))
    threads = rng.choice((1, 2))
    start = random_walk(theory, goal, rng)

    def doing() -> tuple[str, Any]:
        database = PatternDatabase.build(
            AbstractSpace(theory, goal, tiles, additive=True), threads=threads
        )
        heuristic = PatternDatabases([database])
        problem = Problem(theory, start, goal)
        found = solve(problem, "a-star", heuristic=heuristic, engine="native", check=False)
        return _said(found.limit), (bytes(database.table), found.status, found.cost)

    return doing


def random_walk(theory: Any, state: Any, rng: Random) -> Any:
    """A state some moves away."""
    for _ in range(12):
        state = rng.choice(theory.successors(state))[1]
    return state


def _enumeration(rng: Random) -> Doing:
    known = open_source(
        rng.choice(("sliding-tile:2x3", "pancake:5", "hanoi:3x3", "blocks:3"))
    ).sized
    assert known is not None
    domain, shape = known
    theory, start = domain.theory(shape), domain.draw(shape, rng)
    if rng.random() < 0.5:

        def layers() -> tuple[str, Any]:
            found = enumerate_layers(theory, start, threads=1)
            return _said(found.limit), found.layers

        return layers

    def distances() -> tuple[str, Any]:
        table = distance_table(theory, start)
        return "", (len(table), table.layers)

    return distances


def _climb(rng: Random) -> Doing:
    shape = rng.choice(((2, 3), (3, 3), (4, 5)))
    domain = SlidingTiles()
    climber = Climber(domain, shape, (), select=rng.choice(SELECTIONS))
    start = domain.draw(shape, rng)

    def doing() -> tuple[str, Any]:
        found = climb_in_kernel(climber, start)
        counted = replace(found.statistics, peak_memory=0, elapsed=0)
        return _said(found.limit), (
            found.status,
            counted,
            list(found.climb.plan.steps),
            found.climb.uses,
        )

    return doing


def _said(limit: str | None) -> str:
    return "memory" if limit == "memory" else ""


def _missing() -> str | None:
    if hasattr(_kernel, "fail_allocations"):
        return None
    return "the kernel was built without ARCWISE_COUNT_ALLOCATIONS, as make sanitize builds it"


MEMORY = Attack(
    name="memory",
    share=6,
    counted=("calls", "refused", "results that say so", "input errors"),
    wrong=("errors", "wrong answers", "wrong afterwards"),
    attack=attack,
    asked=("refused", 20_000),
    missing=_missing,
)
