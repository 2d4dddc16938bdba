"""How a task is done: by search, by climbing, by a policy, by practice.

A counting search also tells of each macro how often it is tried, how often it matches, and what that takes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

from ...ebl.learn import study
from ...ebl.learner import (
    Attention,
    Learner,
    Outcome,
    TrainingPath,
    TrainingPaths,
    TrainingProblem,
    TrainingRecord,
    each,
)
from ...ebl.library import MacroLibrary
from ...ebl.macro import Macro
from ...rules.arc import Applier, Arc
from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ...rules.schema import Schema
from ...rules.states.traps import NO_TRAPS, TRIED, CountedTraps, Traps
from ...rules.term import Pattern, State
from ...rules.theory import ArcIndex, Theory
from ...search.algorithms import CLIMB
from ...search.limits import Limits
from ...search.problem import Problem
from ...search.result import UNPROVED, Climb, Result, Statistics, Status
from ..configuration import Configuration
from ..row import Row
from ..store.rows import result_of

if TYPE_CHECKING:
    from ..board import BoardSource

TIMED = 500
"""States of each search on which the matching of a macro is timed."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Uses of one macro in one search.

    Parameters
    ----------
    tried
        How often its conditions were looked at.
    matched
        How often they held, so that it made a successor.
    seconds
        What trying it took; None where that is not known.
    applied
        How often a climb used it; None of a search, whose path tells.
    """

    tried: int = 0
    matched: int = 0
    seconds: float | None = None
    applied: int | None = None


def search_counting(
    theory: Theory,
    start: State,
    goal: Pattern,
    searcher: Callable[[Problem], Result],
    macro_of: Callable[[Arc], str] = lambda arc: arc.name,
    traps: Traps = NO_TRAPS,
) -> tuple[Result, dict[str, Tally]]:
    """Search with a theory's macros and traps, and count the uses of each.

    Parameters
    ----------
    theory, start, goal
        The problem.
    searcher
        Searches it in the Python engine.
    macro_of
        The macro that an arc is one placement of.
    traps
        Patterns that the search leaves out. A trap is tried on each successor, and matches where it leaves that out.
    """
    counted = CountedTraps(traps)
    names = {arc.name: macro_of(arc) for arc in theory.macros}
    problem = _Counted(theory, start, goal, traps=counted, names=names)
    result = searcher(problem)
    tallies = {name: count.tally() for name, count in problem.counts.items()}
    counts, rules = counted.counts, dict.fromkeys(one.name for one in traps.each)
    # those that a heuristic adds count for no rule; what it takes to try one alone is not known, as all are tried together
    return result, {**tallies, **{name: Tally(counts[TRIED], counts[name]) for name in rules}}


class _Count:
    """Uses of one macro in a search so far."""

    def __init__(self) -> None:
        self.tried = self.matched = 0
        self.sample: list[tuple[Applier, State]] = []

    def tally(self) -> Tally:
        began = perf_counter()
        for apply, state in self.sample:
            apply(state)
        seconds = perf_counter() - began
        return Tally(self.tried, self.matched, seconds * self.tried / max(1, len(self.sample)))


@dataclass(frozen=True)
class _Counted(Problem):
    """A problem that counts what its macros do."""

    names: dict[str, str] = field(default_factory=dict, compare=False)
    counts: dict[str, _Count] = field(default_factory=dict, compare=False)

    def successors(self, state: State) -> list[tuple[Arc, State]]:
        return self._tried(self.theory.index, state)

    def predecessors(self, state: State) -> list[tuple[Arc, State]]:
        index, forward = self._backward
        return [(forward[id(arc)], before) for arc, before in self._tried(index, state)]

    def _tried(self, index: ArcIndex, state: State) -> list[tuple[Arc, State]]:
        pairs = []
        for _, arc, apply in index.candidates(state):
            successor = apply(state)
            if successor is not None:
                pairs.append((arc, successor))
            if arc.is_macro:
                count = self.counts.setdefault(self.names[arc.name], _Count())
                count.tried += 1
                count.matched += successor is not None
                if len(count.sample) < TIMED:
                    count.sample.append((apply, state))
        return pairs


def tallies_of(climb: Climb, elapsed: float, macro_of: Callable[[Schema], str]) -> dict[str, Tally]:
    """Uses of each macro in a climb of some seconds; ``macro_of`` names the macro that a schema is an instance of."""
    tries = sum(use.tried for use in climb.uses)
    each = elapsed / tries if tries and not climb.escapes else None
    tallies: dict[str, Tally] = {}
    for schema, use in zip(climb.schemas, climb.uses, strict=True):
        if schema.arc.is_macro:
            name = macro_of(schema)
            before = tallies.get(name, Tally())
            tried, matched = before.tried + use.tried, before.matched + use.matched
            seconds = None if each is None else each * tried
            tallies[name] = Tally(tried, matched, seconds, (before.applied or 0) + use.applied)
    return tallies


ExpansionProgress: TypeAlias = Callable[[int], None] | None

Performed: TypeAlias = tuple[Result, dict[str, Any]]
"""A result, and what else its row has."""

TOO_LARGE = "not searched: too large to ground"
"""The note of a problem that a policy alone can solve."""


def perform(
    board: BoardSource,
    configuration: Configuration,
    start: State,
    goal: Pattern,
    report: ExpansionProgress,
    *,
    counting: bool = False,
) -> Performed:
    """Do on a board what a configuration says: `BoardSource.solve`.

    Parameters
    ----------
    board, configuration
        The problem's board with its macros, and the search configuration.
    start, goal
        What to connect.
    report
        Called now and then with the number of expansions.
    counting
        Whether to count the uses of each macro, which searches in Python.

    Raises
    ------
    InputError
        A search that is not possible so.

    Notes
    -----
    With macros that are a policy this is followed, whatever the algorithm. A problem that was not grounded is not searched.
    """
    name = configuration.algorithm
    made = board.macros
    if made.policy is not None:
        return configuration.search(board.lifted(start, goal), report, macros=made), {}
    if not board.grounded:
        unsearched = Result(Status.INCOMPLETE, (), (), Statistics(), None, name)
        return replace(unsearched, engine=None, note=TOO_LARGE), {}
    if name == CLIMB:
        return _climb(board, configuration, start, goal, report, counting=counting)
    if configuration.learner is not None:
        return practise(board, configuration, start, goal)
    if counting:
        return _counted_search(board, configuration, start, goal, report)
    found = configuration.search(board.problem(start, goal), report)
    return _with_proof(made.in_whole(found)), {}


def _with_proof(result: Result) -> Result:
    """A search that a limit ended is no solved one to be compared, though a solution had been found by the way."""
    if not result.solved or result.limit is None:
        return result
    stopped = replace(result, status=Status.STOPPED, states=result.states[:1], operators=())
    return stopped.noted(UNPROVED)


def _counted_search(
    board: BoardSource,
    configuration: Configuration,
    start: State,
    goal: Pattern,
    report: ExpansionProgress,
) -> Performed:
    """The search in Python, where it is counted how often macros are tried and matched."""
    made = board.macros
    in_python = replace(configuration, engine="python")
    result, tallies = search_counting(
        made.theory,
        start,
        goal,
        lambda problem: _with_proof(in_python.search(problem, report)),
        made.macro_of,
        made.traps_in(board.bare_problem(start, goal, board.theory)),
    )
    return result, {"macro_counts_json": counts_json(tallies)}


def counts_json(tallies: Mapping[str, Tally]) -> str:
    """Tallies as a row has them."""
    return json.dumps(
        {name: [one.tried, one.matched, one.seconds, one.applied] for name, one in tallies.items()}
    )


def tallies_of_row(row: Row) -> dict[str, Tally] | None:
    """Counts of a counting search; None if it died."""
    counts = row.macro_counts
    return None if counts is None else {name: Tally(*values) for name, values in counts.items()}


def _climb(
    board: BoardSource,
    configuration: Configuration,
    start: State,
    goal: Pattern,
    report: ExpansionProgress,
    *,
    counting: bool,
) -> Performed:
    made = board.macros
    found = configuration.search(board.lifted(start, goal), report, macros=made)
    if not counting or found.climb is None:
        return found, {}
    tallies = tallies_of(found.climb, found.statistics.elapsed, made.macro_of)
    return found, {"macro_counts_json": counts_json(tallies)}


UNKNOWN = dict.fromkeys(
    (
        *("engine", "steps", "cost", "expanded", "generated", "inserted", "evaluated", "reopened"),
        "trapped",
        *("peak_open", "peak_memory"),
    )
)
"""Columns that stay empty in rows of practice, where no search is counted."""


def practise(
    board: BoardSource, configuration: Configuration, start: State, goal: Pattern
) -> tuple[Result, dict[str, Any]]:
    """Work on a problem as a learner does, with a copy of its library.

    Parameters
    ----------
    board
        The board, with the library so far where the learner builds on it.
    configuration
        With the learner.
    start, goal
        The problem.

    Returns
    -------
    How it ended, and the columns that only practice has.
    """
    made, learner = board.macros, configuration.learner
    assert learner is not None
    domain, shape = board.domain, board.theory.shape
    library = MacroLibrary(
        domain,
        map(Macro, made.schemas),
        order=made.order or learner.order,
        table=learner.table,
    )
    library.closed = made.library is not None and made.library.closed
    problem = TrainingProblem(shape, start, goal, limits=configuration.limits)
    return as_searched(study(learner, library, problem), configuration.algorithm, domain)


def as_searched(
    record: TrainingRecord, algorithm: str, domain: Domain
) -> tuple[Result, dict[str, Any]]:
    """A practised problem as the result of a search, with the columns that only practice has.

    Parameters
    ----------
    record
        What it taught.
    algorithm
        The learner's name.
    domain
        Of its board.

    Returns
    -------
    How it ended, and the columns that only practice has.
    """
    outcome = record.outcome
    status = Status.SOLVED if outcome.solved else Status.INCOMPLETE
    if outcome.limit is not None:
        status = Status.STOPPED
    statistics = Statistics(
        operator_applications=outcome.applications, elapsed=record.elapsed or 0.0
    )
    result = Result(status, (), (), statistics, outcome.limit, algorithm)
    moves = outcome.moves if outcome.solved else None
    paths = [_plain(path, domain, record.problem.shape) for path in record.paths]
    others = {**UNKNOWN, "moves": moves, "training_paths_json": json.dumps(paths)}
    if record.elapsed is None:
        others["elapsed"] = None
    return result, others


def training_paths(row: Row, library: MacroLibrary, shape: Shape) -> Iterator[TrainingPath]:
    """The paths of a practised problem's row; none if it died.

    Raises
    ------
    InputError
        A damaged row: steps that are no moves of the board.
    """
    domain = library.domain
    schemas = domain.schemas(shape)
    for plain in row.training_paths:
        try:
            start = tuple(plain["start"])
            steps = [(schemas[number], place) for number, place in plain["steps"]]
            fits = all(domain.geometry.cells(one.window, place, shape) for one, place in steps)
        except (KeyError, IndexError, TypeError, ValueError):
            fits = False
        if not (fits and steps and len(start) == shape[0] * shape[1]):
            raise InputError(
                f"the row of {row.configuration}, problem {row.problem} does not replay",
                expected=f"moves of {domain.spell(shape)}",
                found=str(plain)[:80],
            )
        yield TrainingPath(start, steps)


def outcome_of(row: Row) -> Outcome:
    """How a practised problem ended."""
    return Outcome(row.solved, row.moves, row.operator_applications or 0, row.stopped_by)


def attention_to_rows(learner: Learner, row_of: Callable[[TrainingProblem], Row]) -> Attention:
    """A learner's attention where tasks have searched, or practised, its problems one by one.

    Parameters
    ----------
    learner
        What it would look at by itself.
    row_of
        The row of a problem's task.
    """

    def look(library: MacroLibrary, problem: TrainingProblem) -> TrainingPaths:
        if learner.from_examples:
            return learner.attend(library, problem, search=search_of(problem))  # type: ignore[call-arg]
        return paths_of_row(row_of(problem), library, problem)

    def paths_of_row(row: Row, library: MacroLibrary, problem: TrainingProblem) -> TrainingPaths:
        yield from each(training_paths(row, library, problem.shape))
        return outcome_of(row)

    def search_of(problem: TrainingProblem) -> Callable[[Problem, Limits], Result]:
        def search(asked: Problem, limits: Limits) -> Result:
            found = result_of(row_of(problem), asked.start, asked.theory)
            return replace(found, theory=asked.theory)

        return search

    return look


def _plain(path: TrainingPath, domain: Domain, shape: Shape) -> dict[str, Any]:
    """A path as plain values: moves by their numbers, each with its place."""
    numbers = _numbers(domain, shape)
    steps = [[numbers[move.canonical], place] for move, place in path.steps]
    return {"start": list(path.start), "steps": steps}


@lru_cache(maxsize=4)
def _numbers(domain: Domain, shape: Shape) -> dict[Any, int]:
    """The number of each move of a board."""
    return {move.canonical: number for number, move in enumerate(domain.schemas(shape))}
