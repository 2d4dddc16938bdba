"""The dead ends of a problem in words, drawn, and as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from ...rules.domain import Domain
from ...rules.solvability import solvability
from ...rules.states.dead_end_words import why_dead
from ...rules.states.dead_ends import LARGEST, DeadEnd, DeadEnds, can_be_undone, dead_ends
from ...rules.term import State, Var
from ...rules.text.sentences import counted, listed
from ...search.problem import Problem

SHOWN = 24
"""Dead ends that are drawn."""


class ProblemDeadEnds:
    """Words on the dead ends of a problem.

    Parameters
    ----------
    domain
        Names the cells.
    problem
        Its start says how often each symbol stands in the states that are meant.
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
        """How many there are, and each as the cells that it needs, with the reason."""
        name = self.theory.name
        if not self.found:
            return f"The arcs of {name} tell no dead ends: {self._none()}."
        sizes = Counter(len(one.cells) for _, one in self._each())
        parts = listed([f"{count} of {counted(size, 'cell')}" for size, count in sizes.items()])
        said = [
            f"{name} has {counted(sizes.total(), 'dead end')} that the arcs tell, {parts}. No arcs lead to the goal from a "
            "state with one of them, whatever its other cells hold."
        ]
        said += [
            f"A state with fewer than {len(found.homes)} {found.symbol} is one too: the goal needs them, and no arc makes one."
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
            "no symbol that no arc makes stands as often in the start as in the goal and cannot always be brought there, "
            f"looking at up to {LARGEST} copies together"
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

    def in_state(self, state: State) -> str:
        """Whether a state is known to be a dead end, and why."""
        verdict = solvability(self.theory, state, self.goal)
        if verdict is None:
            return "The arcs tell no dead end in this state; whether the goal can be reached only a search says."
        if verdict.solvable:
            return f"The goal can be reached from here: {verdict.reason}."
        return f"No moves lead from here to the goal: {verdict.reason}."
