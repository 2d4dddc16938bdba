"""The next step of a climb in a state, or why there is none, in words; the dead ends of a problem, in words, drawn, and as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from typing import Any

from ..ebl.files.macro_file import load_macros
from ..rules.arc import Arc
from ..rules.domain import Domain
from ..rules.errors import InputError, on_one_line
from ..rules.read_domain import with_problem
from ..rules.solvability import solvability
from ..rules.states.dead_ends import (
    LARGEST,
    DeadEnd,
    DeadEnds,
    can_be_undone,
    dead_ends,
    traps_told,
    why_dead,
)
from ..rules.states.traps import NO_TRAPS, Trap, Traps
from ..rules.term import State, Var, ground
from ..rules.text.boards import cells_named
from ..rules.text.words import counted, listed
from ..rules.view import Lines, View
from ..search.climbing.climber import Climber
from ..search.climbing.turn import Obstacle, Turn, turn
from ..search.forced import ForcedMove, forced_move
from ..search.problem import Problem
from .board import BoardSource, parse_start

NAMED = 3
"""Obstacles that are named one by one."""


def turn_words(climber: Climber, state: State) -> str:
    """Whose turn it is, and which step is made or why none can be: some sentences."""
    found = turn(climber, state)
    if found is None:
        return "All cells of the goal are right."
    said = [_subgoal(found), _step(climber, found, state)]
    return " ".join(sentence for sentence in said if sentence)


def _subgoal(found: Turn) -> str:
    number, cell = len(found.filled) + 1, found.cell + 1
    before = f", {cells_named(found.filled)} being right" if found.filled else ""
    where = "" if found.focus is None else f", which is in cell {found.focus + 1}"
    return (
        f"Subgoal {number} of {number + found.left - 1} is next{before}: cell {cell} holds {found.holds} and is to hold "
        f"{found.wanted}{where}."
    )


def _step(climber: Climber, found: Turn, state: State) -> str:
    if found.step is not None:
        schema, place = found.step
        what = (
            f"macro {schema.name} ({' '.join(schema.step_names)})" if schema.moves else schema.name
        )
        windowed = schema.window != climber.placements.shape
        return f"Climbing goes on with {what}{f' at cell {place + 1}' if windowed else ''}."
    does = f"fill cell {found.cell + 1}"
    if found.focus is not None:
        does = f"bring {found.wanted} nearer to it"
        if climber.goal.blank is not None:
            does += ", or the blank nearer to that"
    lie = f"Of {counted(found.looked_at, 'move or macro', 'moves and macros')} that could have to do with it"
    entry = (
        ""
        if found.missing is None
        else f" The entry of cell {found.cell + 1} from cell {found.missing + 1} is missing: nothing brings that symbol home and leaves alone what is filled."
    )
    if not found.obstacles:
        return f"{lie} none would {does}.{entry}"
    windowed = any(one.schema.window != climber.placements.shape for one in found.obstacles)
    sentences = [
        _obstacle(one, state, windowed) for one in sorted(found.obstacles, key=_weight)[:NAMED]
    ]
    more = len(found.obstacles) - len(sentences)
    if more:
        sentences.append(f"the other {more} are no better")
    return f"{lie} {len(found.obstacles)} would {does}, but none can be used: {'; '.join(sentences)}.{entry}"


def _weight(one: Obstacle) -> int:
    return len(one.disturbs) + len(one.unmet)


def _obstacle(one: Obstacle, state: State, windowed: bool) -> str:
    why = []
    if one.disturbs:
        filled = "is filled" if len(one.disturbs) == 1 else "are filled"
        why.append(f"changes {cells_named(one.disturbs)}, which {filled}")
    if one.unmet:
        cell, symbol = one.unmet[0]
        why.append(f"asks for {symbol} in cell {cell + 1}, where {state[cell]} is")
    where = f" at cell {one.place + 1}" if windowed else ""
    return f"{one.schema.name}{where} {' and '.join(why)}"


SHOWN = 24
"""Dead ends that are drawn."""


class ProblemDeadEnds:
    """Words on the dead ends of a problem.

    Parameters
    ----------
    domain
        Names the cells.
    problem
        A problem whose start has each symbol as often as all of its states.
    """

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.theory = problem.theory
        self.goal = problem.goal
        self.found = dead_ends(problem.theory, problem.goal, problem.start)
        self._start = problem.start
        self._place = partial(domain.place, problem.theory.shape)

    def _each(self) -> Iterator[tuple[DeadEnds, DeadEnd]]:
        """Dead ends whose cells are reachable from the start."""
        for found in self.found:
            cells = {cell for cell, symbol in enumerate(self._start) if symbol == found.symbol}
            for cell in tuple(cells):
                reached = found.reached(DeadEnd(found.symbol, (cell,)))
                cells.update(other for (other,) in reached)
            for one in found.each:
                if cells.issuperset(one.cells):
                    yield found, one

    def text(self) -> str:
        """The number of dead ends, and each as a drawing of its cells, with the reason."""
        name = self.theory.name
        if not self.found:
            return f"The arcs of {name} tell no dead ends: {self._none()}."
        sizes = Counter(len(one.cells) for _, one in self._each())
        said = [f"The arcs of {name} tell no dead ends that its start leads to."]
        if sizes:
            parts = listed([f"{count} of {counted(size, 'cell')}" for size, count in sizes.items()])
            said = [
                f"{name} has {counted(sizes.total(), 'dead end')} that the arcs tell, {parts}. No arcs lead to the goal from "
                "a state with one of them, whatever its other cells hold."
            ]
        said += [
            f"A state with fewer than {len(found.homes)} {found.symbol} is {'one too' if sizes else 'a dead end'}: the goal "
            "needs them, and no arc makes one."
            for found in self.found
            if found.loses
        ]
        for number, (found, one) in enumerate(self._each(), 1):
            if number > SHOWN:
                said.append(f"{sizes.total() - SHOWN} more; --json has them all")
                break
            said.append(f"{number}. {why_dead(found, one, self._place)}.\n{self._drawn(one)}")
        return "\n\n".join(said)

    def _none(self) -> str:
        if can_be_undone(self.theory):
            return "its moves can be undone, so that none leads into one"
        return (
            f"wherever up to {LARGEST} copies of a symbol stand, they can be brought to the goal; "
            "looked at are symbols that no arc makes, as many in the start as in the goal"
        )

    def _drawn(self, one: DeadEnd) -> str:
        cells: list[Any] = [Var(f"X{cell}") for cell in range(self.theory.size)]
        for cell in one.cells:
            cells[cell] = one.symbol
        return self.theory.draw(tuple(cells))

    @property
    def data(self) -> list[dict[str, Any]]:
        """Each for JSON; cells from 1."""
        return [
            {
                "symbol": one.symbol,
                "cells": [cell + 1 for cell in one.cells],
                "reason": why_dead(found, one, self._place),
                "attempts": [
                    {
                        "arc": attempt.arc,
                        "from": attempt.source + 1,
                        "to": attempt.target + 1,
                        "asks": None
                        if attempt.asks is None
                        else {"cell": attempt.asks[0] + 1, "symbol": attempt.asks[1]},
                        "leads_to": [cell + 1 for cell in attempt.leads],
                    }
                    for attempt in found.attempts(one)
                ],
            }
            for found, one in self._each()
        ]

    def in_state(self, state: State, learned: Traps = NO_TRAPS) -> str:
        """Whether a state is known to be a dead end, and why; and which move is forced, as all others lead into dead ends.

        Parameters
        ----------
        state, learned
            A state, and the patterns of learned traps on its board.
        """
        verdict = solvability(self.theory, state, self.goal)
        if verdict is not None and not verdict.solvable:
            return f"No moves lead from here to the goal: {verdict.reason}."
        if (trap := learned.within(state)) is not None:
            return f"No moves lead from here to the goal: {self._fits(trap)}."
        said = "The arcs tell no dead end in this state; whether the goal can be reached only a search says."
        if verdict is not None:
            said = f"The goal can be reached from here: {verdict.reason}."
        traps = learned + traps_told(self.theory, self.goal, state)
        problem = Problem(self.theory, state, self.goal)
        forced = None if problem.is_goal(state) else forced_move(problem, state, traps)
        return said if forced is None else f"{said} {self._forced(state, forced)}"

    def _forced(self, state: State, forced: ForcedMove) -> str:
        names = dict.fromkeys(
            f"{operator.named(state)} leads to a dead end, as {self._fits(trap)}"
            for operator, _, trap in forced.others
            if isinstance(operator, Arc)
        )
        assert isinstance(forced.operator, Arc)
        return f"{forced.operator.named(state)} is forced: {'; '.join(names)}."

    def _fits(self, trap: Trap) -> str:
        facts = listed([f"{symbol} is in {self._place(cell)}" for cell, symbol in trap.facts])
        return f"{facts or 'too few copies are left'}{f' (trap {trap.name})' if trap.name else ''}"


def dead_ends_view(
    named: str,
    words: Sequence[str],
    *,
    state: str | None = None,
    goal: str | None = None,
    traps: str | None = None,
    progress: Callable[..., Any] = nullcontext,
) -> View:
    """The dead ends of a domain, or whether a state is one; see `Source.explain`."""
    argument, others = with_problem(named, words)
    if others:
        raise InputError(
            "names of macros go with a macro file only",
            found=" ".join(others),
            remedy=f"{argument} alone",
        )
    board = BoardSource.opened(argument)
    with progress(None, f"states of {argument}"):
        board = board.enumerated()
    board.arcs_only("explaining dead ends")
    wanted = board.goal(goal)
    given = None if state is None else parse_start(board.theory, state)
    start, name = given or board.start or ground(wanted), board.theory.name
    if start is None:
        raise InputError(f"{name} has no start of its own", expected="--state", found="none")
    problem = Problem(board.theory, start, wanted)
    said = ProblemDeadEnds(board.domain, problem)
    if traps is not None and given is None:
        raise InputError("traps of a file are looked for in a state", expected="--state")
    if given is not None:
        learned = NO_TRAPS
        if traps is not None:
            learned = load_macros(traps, board.domain, board.shape).traps_in(problem)
        sentence = said.in_state(given, learned)
        return View([Lines(sentence)], {"theory": name, "state": sentence})
    macros = (
        "\nTo have macros that can be explained: arcwise learn "
        f"{on_one_line(argument)} --learner escapes -o FILE, then arcwise explain FILE."
    )
    parts = [] if said.found else [Lines(macros)]
    return View(
        lambda: [Lines(said.text()), *parts], lambda: {"theory": name, "dead_ends": said.data}
    )
