"""Searches from where one is, as paths that a walk can follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...ebl.library import MacroLibrary
from ...experiments.board import BoardSource
from ...experiments.configuration import Configuration
from ...rules.arc import Arc
from ...rules.errors import TooLargeError
from ...rules.schema import Schema
from ...rules.term import Pattern, State
from ...rules.theory import Theory
from ...search.algorithms import ALGORITHMS, CLIMB
from ...search.macros import with_unit_macro_costs
from ...search.result import Result, Status
from ...search.solve import solve
from .walk import PlacedArc, Progress, WalkStep

MOST_TERMS = 5_000_000
"""Cells of all steps of all macros that a search spells out; more take a minute and gigabytes."""


@dataclass(frozen=True)
class SearchFinding:
    """Result of a search from one state.

    Parameters
    ----------
    label
        The algorithm, its heuristic and whether macros took part.
    status, limit
        Status of the search, and its limit.
    steps
        The path; of a climb that got stuck the path to there.
    expanded, applications, elapsed
        Work of the search: expansions, primitive operator applications, seconds.
    note
        A remark in words.
    """

    label: str
    status: Status
    limit: str | None
    steps: tuple[WalkStep, ...]
    expanded: int
    applications: int
    elapsed: float
    note: str = ""

    @property
    def moves(self) -> int:
        """The primitive moves of the path."""
        return sum(step.move.length for step in self.steps)

    @property
    def outcome(self) -> str:
        """How it ended, in a word or a few."""
        if self.limit == "interrupt":
            return "called off"
        if self.limit and self.status is not Status.SOLVED:
            return f"stopped by {self.limit}"
        return self.status.value


def spelled_out(
    theory: Theory, macros: list[PlacedArc], options: Configuration, progress: Progress
) -> Theory:
    """The theory with macros at all their places, as arcs of the whole board.

    Parameters
    ----------
    theory
        The primitive arcs.
    macros
        At their places, in order.
    options
        Search options, with the cost of a macro.
    progress
        Informed how far the placing is; calls it off.

    Raises
    ------
    InputError
        More than can be spelled out.
    KeyboardInterrupt
        When the job was called off.
    """
    terms = sum(move.length for move in macros) * theory.size
    if terms > MOST_TERMS:
        raise TooLargeError(
            f"the macros have too many places on {theory.name} to spell them all out",
            expected=f"{MOST_TERMS:,} cells in all steps at most",
            found=f"{len(macros):,} places, {terms:,} cells",
            remedy="climb, which places them as needed, or a search without macros",
        )
    arcs: list[Arc] = []
    for number, move in enumerate(macros):
        progress.doing = f"placing macros: {number:,} of {len(macros):,}"
        progress(0)
        arcs.append(move.arc)
    rules = theory.with_macros(arcs)
    return with_unit_macro_costs(rules) if options.macro_cost == "unit" else rules


def search_from(
    domain: BoardSource,
    rules: Theory,
    start: State,
    goal: Pattern,
    algorithm: str,
    options: Configuration,
    progress: Progress,
) -> SearchFinding:
    """Search with one of the algorithms of the table.

    Parameters
    ----------
    domain
        The domain of the walk, with its engine.
    rules
        Its theory, or the same with macros.
    start, goal
        The start and the goal of the search.
    algorithm, options
        How to search. Several threads are for searches in batches and left out elsewhere.
    progress
        Informed how far the search is; calls it off.

    Raises
    ------
    InputError
        An algorithm that cannot take this problem or these options.
    """
    if "threads" not in ALGORITHMS[algorithm].parameters:
        options = replace(options, threads=1)
    progress.doing = "searching"
    result = options.using(algorithm).search(domain.bare_problem(start, goal, rules), progress)
    return _finding(result, len(rules.macros), "macro", _steps(result))


def finding_of(result: Result, label: str, steps: tuple[WalkStep, ...]) -> SearchFinding:
    """Result of a search under a label, as a path to follow."""
    did = result.statistics
    return SearchFinding(
        label,
        result.status,
        result.limit,
        steps,
        did.expanded,
        did.operator_applications,
        did.elapsed,
        result.note or ("optimal" if result.optimal else ""),
    )


def _finding(result: Result, macros: int, kind: str, steps: tuple[WalkStep, ...]) -> SearchFinding:
    helped = f", {macros:,} {kind}{'s' if macros != 1 else ''}" if macros else ""
    return finding_of(result, f"{result.method}{helped}", steps)


def _steps(result: Result) -> tuple[WalkStep, ...]:
    if not result.solved:
        return ()
    return walk_steps(result.operators, result.states[1:])


def walk_steps(operators: Sequence[Any], states: Sequence[State]) -> tuple[WalkStep, ...]:
    """The steps of a path, with each arc placed on the board once."""
    known: dict[int, PlacedArc] = {}
    steps = []
    for operator, state in zip(operators, states, strict=True):
        assert isinstance(operator, Arc)
        move = known.setdefault(id(operator), PlacedArc.on_board(operator))
        steps.append(WalkStep(move, state))
    return tuple(steps)


def climb_from(
    domain: BoardSource,
    library: MacroLibrary,
    start: State,
    goal: Pattern,
    options: Configuration,
    progress: Progress,
) -> SearchFinding:
    """Climb without searching: to the goal, or to where the schemas apply no more.

    Parameters
    ----------
    library
        The schemas; the domain's moves take part anyway.
    domain, start, goal, options, progress
        As for `search_from`.

    Raises
    ------
    InputError
        A domain that is not a list of arcs, or a goal that cannot be climbed to.
    """
    domain.arcs_only("climbing")
    progress.doing = "climbing"
    row = ALGORITHMS[CLIMB].adjusted(escape=False)
    result = solve(
        domain.problem(start, goal),
        row,
        macros=library,
        limits=options.limits,
        engine=options.search_engine,
        report=progress,
    )
    steps = result.climb.plan.steps if result.climb is not None else ()
    return _finding(result, len(library), "schema", _climbed(domain, start, steps))


def _climbed(
    domain: BoardSource, state: State, plan: tuple[tuple[Schema, int], ...]
) -> tuple[WalkStep, ...]:
    shape, geometry = domain.theory.shape, domain.domain.geometry
    known: dict[tuple[int, int], PlacedArc] = {}
    steps = []
    for schema, place in plan:
        move = known.get((id(schema), place))
        if move is None:
            cells = geometry.cells(schema.window, place, shape)
            assert cells is not None
            move = PlacedArc(schema.arc, cells, domain.theory.size, schema, place)
            known[id(schema), place] = move
        after = move.apply(state)
        assert after is not None
        state = after
        steps.append(WalkStep(move, state))
    return tuple(steps)
