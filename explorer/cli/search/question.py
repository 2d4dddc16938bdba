"""Questions of ``arcwise solve``: a problem of any kind of domain, ready to be searched, and the words of its solution."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from ....ebl.library import MacroLibrary
from ....experiments.configuration import Configuration
from ....experiments.sized_domain import SizedDomain, load_domain, parse_start
from ....rules.domain import Domain
from ....rules.errors import InputError
from ....rules.read_domain import with_problem
from ....rules.term import Pattern, State
from ....rules.text.state_text import counted, goal_cells
from ....rules.theory import Theory
from ....search.choosing import PartFirst, is_part
from ....search.macros import theory_with
from ....search.problem import Problem, SearchProblem
from ....search.result import Result
from ..console import progress_over
from ..messages import note

FEW = 20
"""Moves that are shown of a solution while the proof goes on."""


@dataclass(frozen=True)
class Asked:
    """Arguments of the command line about a problem.

    Parameters
    ----------
    theory, texts
        The domain, and the states or the PDDL problem.
    macros
        A macro file, or None.
    seed, moves, distance
        Of a random start.
    macro_cost
        What a macro costs.
    arcs
        Whether its theory is wanted, with the macros among the arcs, or only its board.
    options
        All else for `load_domain`.
    part_first
        Whether the part of a problem that entangled actions leave may be searched before the whole.
    """

    theory: str
    texts: tuple[str, ...]
    macros: str | None
    seed: int | None
    moves: int | None
    distance: int | None
    macro_cost: str
    arcs: bool
    options: Mapping[str, Any]
    part_first: bool = False


@dataclass(frozen=True)
class Question:
    """A problem that is ready to be searched.

    Parameters
    ----------
    domain
        Its board, and what knows it.
    problem
        What to search; None where it is not grounded.
    data
        What JSON says of it.
    remark
        How its arcs were made, in a sentence.
    unused
        Whether the macros have entangled actions that are of no use, as the whole problem is searched.
    whole
        Where it is a part that is searched first, makes the question of the whole problem, once.
    """

    domain: SizedDomain
    problem: SearchProblem | None
    data: dict[str, Any]
    remark: str
    unused: bool = field(default=False, kw_only=True)
    whole: Callable[[], Question] | None = field(default=None, kw_only=True)

    @property
    def ready(self) -> SearchProblem:
        """The problem, where it is grounded."""
        assert self.problem is not None
        return self.problem

    @property
    def theory(self) -> Theory:
        """Theory of the problem."""
        return self.domain.theory

    @property
    def name(self) -> str:
        """Name of the problem."""
        return self.theory.name

    @property
    def rules(self) -> Domain:
        """Domain of the problem."""
        return self.domain.domain

    def search(self, options: Configuration, report: Callable[[int], None]) -> Result:
        """Search it; a terminal shows each better solution while the proof goes on."""
        return options.search(self.ready, report, self._tell_found if sys.stderr.isatty() else None)

    def _tell_found(self, found: Result) -> None:
        """Show a solution on stderr."""
        plan = self.plan(found)
        listed = " ".join(plan[:FEW]) + (" ..." if len(plan) > FEW else "")
        least = "" if found.bound is None else f", at least {found.bound:g} needed"
        note(f"{counted(len(plan), 'move')} found{least}; the proof goes on: {listed}")

    def searched(self, result: Result) -> Question:
        """The question of what was searched to the end, the part or the whole."""
        if self.whole is None or result.theory is None or is_part(result.theory):
            return self
        return self.whole()

    @property
    def lifted(self) -> bool:
        """Whether a move is a call of an action, which takes a line, and states are not drawn unless asked for."""
        return self.rules.lifted

    def plan(self, result: Result) -> list[str]:
        """The primitive moves of a solution in words."""
        start = result.start or ()
        return self.rules.plan(start, result.move_names)

    def plan_data(self, result: Result) -> dict[str, Any]:
        """The plan for JSON, where it says more than the result."""
        if not self.lifted:
            return {}
        return {"plan": self.plan(result) if result.solved else []}


def read_asked(asked: Asked) -> tuple[SizedDomain, tuple[str, ...]]:
    """The domain that the command line names, and the states.

    Raises
    ------
    InputError
        A domain that cannot be read.
    """
    with progress_over(None, f"reading {asked.theory}"):
        named, texts = with_problem(asked.theory, asked.texts)
        own = not texts and asked.seed is None and asked.part_first
        macros = asked.macros if own else None  # what is left out depends on the start and the goal
        start = texts[0] if texts and asked.seed is None else None
        found = load_domain(named, arcs=asked.arcs, macros=macros, start=start, **asked.options)
        return found, texts


def question_of(asked: Asked, domain: SizedDomain, texts: tuple[str, ...]) -> Question:
    """The problem that the command line asks for.

    Raises
    ------
    InputError
        Anything wrong with it.
    """
    library = domain.macros(asked.macros) if asked.macros is not None and asked.arcs else None
    found = _with_macros(asked, domain, texts, library)
    whole = domain.domain.whole
    if whole is domain.domain:
        return replace(found, unused=library is not None and any(m.entangled for m in library))
    later = cache(lambda: _with_macros(asked, domain.of(whole), texts, library))
    part = found.problem
    assert isinstance(part, Problem)
    return replace(found, problem=PartFirst(part, lambda: later().ready), whole=later)


def _with_macros(
    asked: Asked, domain: SizedDomain, texts: tuple[str, ...], library: MacroLibrary | None
) -> Question:
    """The problem of a domain, which may be a part, with macros."""
    start, goals = states_asked(domain, texts, asked)
    rules, known, shape = domain.theory, domain.domain, domain.theory.shape
    if library is not None:
        rules = theory_with(rules, library, goals[0], asked.macro_cost)
    problem = domain.problem_to_any(start, goals, rules)
    data = {**known.facts(shape), "start": list(start), **goal_data(goals)}
    remark = known.remark(shape)
    if library is not None:
        data["macro_arcs"] = len(rules.macros)
        remark = remark and f"{remark}, and {len(rules.macros):,} arcs of macros"
    return Question(domain, problem, data, remark)


def goal_data(goals: Sequence[Pattern]) -> dict[str, Any]:
    """The goals for JSON, an open cell as ``?``, another variable as its name."""
    rows = [goal_cells(goal) for goal in goals]
    return {"goal": rows[0]} if len(rows) == 1 else {"goals": rows}


def states_asked(
    domain: SizedDomain, texts: tuple[str, ...], asked: Asked
) -> tuple[State, tuple[Pattern, ...]]:
    """The start and the goals that the command line says.

    Raises
    ------
    InputError
        Bad states, too many or too few.
    """
    seed, moves, distance = asked.seed, asked.moves, asked.distance
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
        if own_start is not None and not texts:
            return own_start, domain.goal_patterns(None)
        start = parse_start(domain.theory, texts[0])
        return start, domain.goal_patterns(texts[1] if len(texts) > 1 else None, start)
    target = texts[0] if texts else None
    goals = domain.goal_patterns(target)
    own = domain.goal_states if target is None else ()
    goal = own[0] if own else domain.goal(target)
    return domain.starts(goal, 1, seed, moves=moves, distance=distance)[0], goals
