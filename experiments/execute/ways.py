"""The ways in which tasks are done: by search, by climbing, by Parberry's algorithm, by practice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from ...ebl.learners.escapes import EFFORT
from ...ebl.learners.practice import Exercise
from ...ebl.learners.table import LEARNERS
from ...ebl.library import MacroLibrary
from ...ebl.macro import Macro
from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.term import Pattern, State, ground
from ...search.climbing.climb import climb
from ...search.climbing.climber import Climb, Climber
from ...search.climbing.parberry import parberry
from ...search.climbing.plan import apply_in_place
from ...search.result import Result, Statistics, Status
from ..designs.arena import Tally, climb_result, counted, tallies_of
from ..store.picture import SearchRow
from ..store.rows import COUNTERS
from .recipe import Recipe

if TYPE_CHECKING:
    from .task import Task

Report: TypeAlias = Callable[[int], None] | None

MOST_CELLS = 200_000
"""Cells of all states of a climb's path together; the row of a longer one has its moves but not its states."""


@dataclass(frozen=True)
class Telling(Result):
    """A result that tells more than a row has room for: ``told``, as plain values, is for whoever gave the task."""

    told: Any = None

    @classmethod
    def of(cls, result: Result, told: Any) -> Self:
        """A result, and what else there is to tell."""
        values = {field.name: getattr(result, field.name) for field in fields(Result)}
        return cls(**values, told=told)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {**super().to_dict(), "told": self.told}


UNKNOWN = (
    *("engine", "steps", "cost", "expanded", "generated", "inserted", "evaluated", "reopened"),
    *("peak_open", "peak_memory"),
)
"""What nobody counts in practice."""


@dataclass(frozen=True)
class Practised(Telling):
    """A problem that was practised: of the counters, only the operator applications and the time are known."""

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        moves = self.told["moves"] if self.solved and self.told["moves"] else None
        return {**super().to_dict(), **dict.fromkeys(UNKNOWN), "moves": moves}


def _search(task: Task, report: Report) -> Result:
    made = task.recipe.make()
    problem = made.domain.problem(task.start, task.goal, made.theory)
    return task.options.search(problem, task.algorithm, report)


def _counted_search(task: Task, report: Report) -> Result:
    """The search in Python, where it is counted how often macros are tried and matched."""
    made = task.recipe.make()
    options = replace(task.options, engine="python", threads=1)
    result, tallies = counted(
        made.theory,
        task.start,
        task.goal,
        lambda problem: options.search(problem, task.algorithm, report),
    )
    return Telling.of(result, plain_tallies(tallies))


def plain_tallies(tallies: Mapping[str, Tally]) -> dict[str, list[float | None]]:
    """Tallies as JSON has them."""
    return {name: [one.tried, one.matched, one.seconds] for name, one in tallies.items()}


def tallies_of_plain(plain: Mapping[str, Any]) -> dict[str, Tally]:
    """What `plain_tallies` was given."""
    return {name: Tally(*values) for name, values in plain.items()}


def _climb(task: Task, report: Report) -> Result:
    return _with_states(_climbed(task, report))


def _counted_climb(task: Task, report: Report) -> Result:
    found = _climbed(task, report)
    return Telling.of(_with_states(found), plain_tallies(tallies_of(found)))


def _climbed(task: Task, report: Report) -> Climb:
    options = task.options
    climber = _climber(task.recipe, task.goal)
    return climb(
        climber,
        task.start,
        escape=EFFORT,
        limits=options.limits,
        engine=options.engine,
        report=report,
    )


@lru_cache(maxsize=8)
def _climber(recipe: Recipe, goal: Pattern) -> Climber:
    made = recipe.make()
    return Climber(
        _family(recipe),
        made.theory.shape,
        made.schemas,
        goal,
        blank_first=made.blank_first,
        select="best",
    )


def _family(recipe: Recipe) -> Domain:
    family = recipe.make().domain.family
    if family is None:
        raise InputError(
            f"{recipe.way} needs a built-in domain", found=repr(recipe.theory), expected="a family"
        )
    return family


def _parberry(task: Task, report: Report) -> Result:
    made = task.recipe.make()
    shape, goal = made.theory.shape, ground(task.goal)
    if goal is None:
        raise InputError("Parberry's algorithm needs a goal that is a single state")
    return _with_states(parberry(_family(task.recipe), shape, task.start, goal))


def _with_states(found: Climb) -> Result:
    """A climb as a result, with the states between its steps unless they are too many."""
    result, plan = climb_result(found), found.plan
    if not result.solved:
        return replace(result, path=(), operators=())
    if (len(plan.steps) + 1) * len(plan.start) > MOST_CELLS:
        return replace(result, path=())
    cells, path = list(plan.start), [plan.start]
    for schema, place in plan.steps:
        apply_in_place(plan.family, plan.shape, schema, place, cells)
        path.append(tuple(cells))
    return replace(result, path=tuple(path))


def result_of_steps(row: SearchRow, start: State, recipe: Recipe) -> Result:
    """The result that the row of a climb, or of Parberry's algorithm, was made from; its steps are known by name.

    Raises
    ------
    InputError
        Steps that the macros do not have, or of another length.
    """
    made = recipe.make()
    schemas = (*_family(recipe).schemas(made.theory.shape), *made.schemas)
    arcs = {schema.name: schema.arc for schema in schemas}
    counters: Mapping[str, Any] = {name: getattr(row, name) or 0 for name in COUNTERS}
    result = Result(
        Status(row.status),
        row.path or (start,),
        tuple(arcs[name] for name in row.arcs if name in arcs),
        Statistics(**counters),
        row.stopped_by,
        row.algorithm,
        engine=row.engine or "none",
        note=row.note,
    )
    found = (result.steps, result.moves, result.cost)
    if result.solved and (len(row.arcs), *found) != (row.steps, row.steps, row.moves, row.cost):
        raise InputError(
            f"the row of {row.algorithm}, {row.arm}, problem {row.problem} is not made of these macros",
            expected=f"{row.steps} steps, {row.moves} moves, cost {row.cost}",
            found="{} steps, {} moves, cost {}".format(*found),
        )
    return result


def _practice(task: Task, report: Report) -> Result:
    """Practise with a copy of the library so far; what that teaches is told."""
    made = task.recipe.make()
    family = _family(task.recipe)
    learner = LEARNERS[task.algorithm]
    known = map(Macro, made.schemas)
    library = MacroLibrary(family, known, blank_first=learner.blank_first)
    exercise = Exercise(0, made.theory.shape, task.start, limits=task.options.limits)
    began = perf_counter()
    practice = learner.practise(library, exercise)
    status = Status.SOLVED if practice.solved else Status.INCOMPLETE
    if practice.limit is not None:
        status = Status.STOPPED
    elapsed = perf_counter() - began
    statistics = Statistics(operator_applications=practice.applications, elapsed=elapsed)
    result = Result(status, (), (), statistics, practice.limit, task.algorithm)
    return Practised.of(result, practice.to_json(family))


WAYS: Mapping[str, Callable[[Task, Report], Result]] = {
    "search": _search,
    "counted search": _counted_search,
    "climb": _climb,
    "counted climb": _counted_climb,
    "parberry": _parberry,
    "practice": _practice,
}
"""By the name that a recipe has for it, how its tasks are done."""
