"""Resolvents as states: any search that has successors proves goals.

A state is a tuple of terms: a term with the answer, then the goals that are left. Its first goal is resolved with each clause
that matches, a successor each; nothing is left of the goal state. States that differ in the names of their variables are one.
Conditions and negations are proved depth-first, inside of one step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from ...rules.errors import InputError
from ...rules.term import Compound, Terms, Var, canonical
from ...search.limits import Meter
from .compiled import (
    CALL,
    CUT,
    EITHER,
    GOAL,
    IF,
    UNRECORDED,
    CompiledGoal,
    Database,
    built,
    unify_head,
)
from .depth_first import (
    CALLED,
    DONE,
    ELSE,
    FIRST,
    SECOND,
    THEN,
    DepthFirst,
    Step,
    StoppedError,
    body_of_call,
)
from .tables import Tables
from .variables import Fresh, Trail, bound_terms, undo, with_fresh

Waiting: TypeAlias = tuple[CompiledGoal, dict[Any, Any]]
"""A goal, and what is known of its variables."""

Alternative: TypeAlias = tuple[tuple[tuple[Any, Any], ...], list[Waiting]]
"""Steps that were taken, and the goals that they leave in front of the others."""


class Resolvents:
    """The state space of the resolvents of some goals.

    Parameters
    ----------
    database
        The program.
    answer, goals
        The term that is wanted, and the goals, with variables of clauses.
    meter
        Counts inferences.
    tables
        Answers of tabled predicates.
    wanted
        Called with the answer of each goal state; returns whether that answer was the last one wanted.
    """

    def __init__(
        self,
        database: Database,
        answer: Terms,
        goals: Terms,
        meter: Meter,
        tables: Tables,
        wanted: Callable[[Terms], bool],
    ) -> None:
        self._database, self._meter, self._wanted = database, meter, wanted
        self._tables = tables
        self.start = canonical((Compound("answer", answer), *goals))[0]

    def is_goal(self, state: Terms) -> bool:
        """Whether no goal is left and there are as many answers as were asked for."""
        if len(state) > 1:
            return False
        answer = state[0]
        assert isinstance(answer, Compound)
        return self._wanted(answer.args)

    def expand(self, state: Terms) -> Iterator[tuple[str, float, Terms]]:
        """The resolvents that one step makes, each named by the number of its alternative."""
        if len(state) == 1:
            return
        names: dict[Any, Fresh] = {}
        live = tuple(with_fresh(one, names) for one in state)
        first = self._database.body(live[1:2], ready=True)
        trail: Trail = []
        if not first:  # true
            yield "0", 1, canonical((state[0], *state[2:]))[0]
            return
        for number, (_, goals) in enumerate(self.alternatives((first[0], {}), trail)):
            left = [waiting_term(one) for one in goals]
            made = bound_terms((live[0], *left, *live[2:]))
            yield str(number), 1, canonical(made)[0]

    def alternatives(self, waiting: Waiting, trail: Trail) -> Iterator[Alternative]:
        """The ways in which a goal can be resolved; while one is looked at, its variables are bound.

        Raises
        ------
        InputError
            A cut, which has a meaning in depth-first order only.
        """
        literal, known = waiting
        if literal.kind == CALL:
            yield from self._resolved(literal, known, trail)
        elif literal.kind == EITHER:
            for name, body in zip((FIRST, SECOND), literal.target, strict=True):
                yield ((name, None),), [(one, known) for one in body]
        elif literal.kind == IF:
            yield from self._conditional(literal, known, trail)
        elif literal.kind == GOAL:
            args = [built(one, known) for one in literal.args]
            body = body_of_call(self._database, literal, args)
            yield ((CALLED, body),), [(one, {}) for one in body]
        elif literal.kind in UNRECORDED:
            cut = literal.kind == CUT
            raise InputError(
                f"{'a cut' if cut else 'a cleanup'} has a meaning in the order of depth-first search only",
                place=literal.place,
                expected=f"a program without {'cuts' if cut else 'cleanups'}",
                found="!" if cut else "setup_call_cleanup/3",
                remedy="--algorithm depth-first",
            )
        else:
            for steps in self._proved((literal,), known, trail):
                yield tuple(steps), []

    def _resolved(
        self, literal: CompiledGoal, known: dict[Any, Any], trail: Trail
    ) -> Iterator[Alternative]:
        if limit := self._meter.exceeded():
            raise StoppedError(limit)
        args, mark = tuple(built(one, known) for one in literal.args), len(trail)
        of_table = literal.target.tabled
        rules = self._tables.matching(literal, args) if of_table else literal.target.matching(args)
        for rule in rules:
            self._meter.applied += 1
            env: dict[Any, Any] = {}
            if unify_head(rule.head, args, env, trail):
                yield ((rule, args),), [(one, env) for one in rule.body]
            undo(trail, mark)

    def _conditional(
        self, literal: CompiledGoal, known: dict[Any, Any], trail: Trail
    ) -> Iterator[Alternative]:
        condition, then, other = literal.target
        held, mark = False, len(trail)
        for steps in self._proved(condition, known, trail):
            held = True
            yield ((THEN, None), *steps, (DONE, None)), [(one, known) for one in then]
            if literal.name[0] != "*->":
                break
        undo(trail, mark)
        if not held:
            yield ((ELSE, None),), [(one, known) for one in other]

    def _proved(
        self, goals: tuple[CompiledGoal, ...], known: dict[Any, Any], trail: Trail
    ) -> Iterator[list[tuple[Any, Any]]]:
        """The steps of each proof of some goals, depth-first; after the last, nothing is bound that was not before."""
        mark = len(trail)
        search = DepthFirst(self._database, self._meter, self._tables, recorded=True)
        search.trail = trail
        for last in search.proofs(goals, known):
            yield steps_of(last)
        undo(trail, mark)

    def replayed(
        self, goals: tuple[CompiledGoal, ...], known: dict[Any, Any], numbers: list[int]
    ) -> Step:
        """The steps of a path, with the variables of the goals bound as the path binds them."""
        trail: Trail = []
        last: Step = (None, 0, None, ())
        waiting = [(one, known) for one in reversed(goals)]
        for number in numbers:
            found = self.alternatives(waiting.pop(), trail)
            for place, (steps, more) in enumerate(found):
                if place == number:
                    for what, args in steps:
                        last = (last, last[1] + 1, what, args)
                    waiting += more[::-1]
                    break
        return last


def waiting_term(waiting: Waiting) -> Any:
    """A goal that waits, as a term; one that was a variable in its clause stays a call."""
    literal, known = waiting
    term = with_fresh(literal.goal, known)
    return Compound("call", (term,)) if isinstance(literal.goal, Var) else term


def steps_of(last: Step) -> list[tuple[Any, Any]]:
    """Recorded steps from the first to the last."""
    found = []
    while last[0] is not None:
        found.append((last[2], last[3]))
        last = last[0]
    return found[::-1]
