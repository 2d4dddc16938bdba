"""A PDDL domain as a domain, whose problems have a theory each.

A task whose actions are made only where it was seen to be worth it: outer entanglements as static conditions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from random import Random
from time import process_time
from typing import Any, Self

from ...rules.arc import Arc
from ...rules.board_moves import BoardMoves
from ...rules.domain import Domain
from ...rules.errors import InputError, Place
from ...rules.geometry import Shape
from ...rules.later import Later
from ...rules.schema import Schema
from ...rules.states.permutation_group import Solvability
from ...rules.states.random_states import Draw, between
from ...rules.states.traps import NO_TRAPS, Fact
from ...rules.term import Pattern, State
from ...rules.text.text_file import read_text
from ...rules.text.words import action_called, counted
from ...rules.theory import Theory
from ...rules.view import Viewed
from ...search.certificate import Certificate
from ...search.limits import Limits
from ...search.result import Result
from .action_domain import ActionDomain, Atom, Literal, PlanningTask
from .action_schema import ActionSchema
from .grounding.ground_task import NO, YES, Grounding, ground_task
from .plan import Execution, execute, read_plan
from .read_action_domain import load_action_domain
from .read_task import load_task, read_task

_policy = Later("planning.policy.rule", "LiftedPolicy")
_certified = Later("planning.certificate", "planning_certificate")
_macro_certificate = Later("planning.certificate", "macro_certificate")
_planning_facts = Later("planning.learning.traps", "planning_facts")
_trap_table = Later("planning.learning.trap_cases", "table_of")
_trap_certificate = Later("planning.learning.trap_cases", "trap_certificate")


@lru_cache(maxsize=2)
def _ground(task: PlanningTask) -> tuple[Grounding, float]:
    """A problem as arcs, which several objects of one problem share, and the seconds of processor time that it took."""
    began = process_time()
    return ground_task(task), process_time() - began


@dataclass(frozen=True)
class PlanningDomain(Viewed, Domain):
    """A PDDL domain, with one of its problems where it is asked for arcs.

    Parameters
    ----------
    actions
        The domain as its file describes it.
    task
        The problem; None for the domain alone, whose macros are for all problems.
    entangled
        Entangled actions: its arcs are the part of the problem's that these leave.

    Attributes
    ----------
    entangles
        Whether entangled actions leave a part of its problem.
    """

    _view = Later("planning.views", "domain_view")

    actions: ActionDomain
    task: PlanningTask | None = field(default=None)
    entangled: tuple[ActionSchema, ...] = ()

    reversible = None
    lifted = True
    sized_as = "planning"
    macros_for = "parameters"
    macros_are = "over parameters"
    entangles = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.actions.name)

    def __repr__(self) -> str:
        return f"PlanningDomain({self.spell((1, 1))!r})"

    @classmethod
    def load(cls, path: str, problem: str | None = None) -> tuple[Self, Shape]:
        """The domain of a file, and the shape of the boards; that depends on the problem."""
        actions = load_action_domain(path)
        if problem is None:
            return cls(actions), (1, 1)
        found = cls(actions, load_task(actions, problem))
        return found, found.theory((1, 1)).shape

    @classmethod
    def of_grounding(cls, grounding: Grounding) -> Self:
        """The domain of a problem that is grounded already."""
        domain = cls(grounding.task.domain, grounding.task)
        domain.__dict__["_timed"] = grounding, 0.0
        return domain

    @cached_property
    def _timed(self) -> tuple[Grounding, float]:
        if self.task is None:
            raise InputError(
                "a PDDL domain needs a problem",
                place=Place(self.actions.source),
                expected="DOMAIN.pddl PROBLEM.pddl, or DOMAIN.pddl#PROBLEM.pddl",
                found="no problem file",
            )
        return _ground(entangled_task(self.task, self.entangled))

    @property
    def grounding(self) -> Grounding:
        """The problem as arcs.

        Raises
        ------
        InputError
            The domain without a problem, or a problem that is too large.
        """
        return self._timed[0]

    def entangled_by(self, operators: Iterable[Any]) -> PlanningDomain:
        """The part of the problem that entangled actions among macros leave of it; itself where there are none."""
        found = tuple(one for one in operators if isinstance(one, ActionSchema) and one.entangled)
        return PlanningDomain(self.actions, self.task, found) if self.task and found else self

    def certify(
        self, steps: Sequence[str], result: Result, asked: str, limits: Limits, problem: Any = None
    ) -> Any:
        """The certificate of what a search of the problem found, or why there is none; see `planning_certificate`."""
        if self.task is None:
            return Certificate(None, "not certified: a domain without a problem")
        texts = read_text(self.actions.source), read_text(self.task.source)
        traps = NO_TRAPS if problem is None else problem.known_traps
        inside = bool(traps) and traps.within(problem.start) is not None
        trap = [
            [literal for fact in one.facts for literal in self._literals(fact)]
            for one in (traps.each if inside else ())
        ]
        return _certified(self.task, texts, steps, result, asked, limits=limits, trap=trap)

    def _literals(self, fact: Fact) -> tuple[Literal, ...]:
        """Literals of a fact: an atom is true, or all of a cell are false."""
        number, symbol = fact
        cell = self.grounding.cells[number]
        if symbol == cell.otherwise:
            return tuple(Literal(atom, False) for atom in cell.values)
        return tuple(Literal(atom) for atom, own in cell.values.items() if own == symbol)

    def of_problem(self, source: str, text: str) -> PlanningDomain:
        """The domain with the problem that a text is; only read, not grounded."""
        return PlanningDomain(self.actions, read_task(self.actions, text, source))

    @property
    def whole(self) -> PlanningDomain:
        """The problem with all of its arcs."""
        return PlanningDomain(self.actions, self.task) if self.entangled else self

    @property
    def relations(self) -> ActionDomain:
        """The actions of the domain."""
        return self.actions

    def task_of(self, shape: Shape, start: State, goal: Pattern) -> PlanningTask:
        """The problem of the file; no start stands for its own.

        Raises
        ------
        InputError
            The domain without a problem, or another start or goal.
        """
        if self.task is None or (start and (start, goal) != (self.start(shape), self.goal(shape))):
            raise InputError(
                "a policy solves the problem of the file", found="another start, or another goal"
            )
        return self.task

    def spell(self, shape: Shape) -> str:
        """The domain's name, with that of the problem."""
        return self.name if self.task is None else f"{self.name}:{self.task.name}"

    @cached_property
    def _theory(self) -> Theory:
        return replace(self.grounding.theory, domain=self)

    def theory(self, shape: Shape) -> Theory:
        """The arcs of the problem."""
        return self._theory

    def window(self, window: Shape) -> Theory:
        """The board of the problem."""
        return self._theory

    def board(self, shape: Shape) -> Theory:
        """The board of the problem, with its arcs."""
        return self._theory

    def permutes(self, shape: Shape) -> bool:
        """False: cells hold facts."""
        return False

    def goal(self, shape: Shape) -> Pattern:
        """The goal of the problem."""
        return self.grounding.goal

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        """A verdict if grounding finds out that the problem's own goal can never hold."""
        if self.task is None or self.entangled or goal != self.grounding.goal:
            return None
        never = self.grounding.never
        return Solvability(False, never) if never else None

    def start(self, shape: Shape) -> State | None:
        """The start of the problem."""
        return self.grounding.start

    def draw(self, shape: Shape, rng: Random) -> State:
        """One of the states that the problem's start reaches and that can reach its goal."""
        return self.starts(shape, self.grounding.goal)(rng)

    def starts(self, shape: Shape, goal: Pattern) -> Draw:
        """Function that draws uniformly from the states that the problem's start reaches and that can reach the goal."""
        return _starts(self, goal)

    def draws_at_once(self, shape: Shape, goal: Pattern) -> bool:
        """False: states that can reach the goal are found by enumeration."""
        return False

    def policy_of(self, rules: Iterable[Any], precedences: Iterable[Any]) -> Any:
        return _policy.found.of(self.actions, rules, precedences)

    def certificate_of(self, macro: Any) -> Any:
        return _macro_certificate(macro, self.actions)

    def facts_of(self, problem: Any) -> Any:
        return _planning_facts(self.grounding, problem)

    def trap_table(self, rule: Any, library: Any) -> Any:
        return _trap_table(self.actions, rule, library.traps)

    def trap_certificate(self, rule: Any, library: Any) -> Any:
        return _trap_certificate(self.actions, rule, library.traps)

    def move_like(self, operator: ActionSchema) -> str | None:
        """The action of the domain that an operator of one move is equal to, with no further conditions."""
        return operator.moves[0][0] if len(operator.moves) == 1 and not operator.entangled else None

    def on_boards(self, shape: Shape) -> Domain:
        """The board of the problem."""
        return self.of_size(shape)

    def schemas_of(
        self, operators: Sequence[ActionSchema], domain: BoardMoves
    ) -> tuple[Schema, ...]:
        """All instances of macros in the problem of a domain."""
        board = domain.window((1, 1))
        return tuple(
            Schema(arc, board.shape, tuple((Schema(step, board.shape), 0) for step in arc.steps))
            for arc in self.instances(operators, board)
        )

    def instances(self, operators: Sequence[ActionSchema], theory: Theory) -> tuple[Arc, ...]:
        """All instances of macros in the problem of a theory."""
        own = theory.domain
        assert isinstance(own, Domain)
        from .grounding.ground_macros import ground_macros

        return ground_macros(own.grounding_of(theory), operators)

    def grounding_of(self, theory: Theory) -> Grounding:
        """The problem as arcs."""
        return self.grounding

    def calls_of(self, arcs: Iterable[Arc]) -> tuple[str, ...]:
        """The actions that arcs of the problem are, as in a plan."""
        return tuple(arc.name for arc in arcs)

    def operator_of(self, arc: str) -> str:
        """The action in ``(action object ...)``."""
        return action_called(arc)

    def read_plan(self, path: str) -> tuple[str, ...]:
        """The plan in a file, carried out.

        Raises
        ------
        InputError
            A plan that does not reach the goal, with the place of the step that cannot be taken.
        """
        assert self.task is not None
        steps = read_plan(read_text(path), path)
        return tuple(action.text for action in execute(self.task, steps).actions)

    def plan(self, start: State, moves: Sequence[str]) -> list[str]:
        """The moves; from the problem's own start carried out as the domain defines its actions.

        Raises
        ------
        InputError
            A plan that does not do what it should: grounding would be wrong.
        """
        if start != self.grounding.start:
            return list(moves)
        return [action.text for action in self._carried_out(moves).actions]

    def states_of(self, moves: Sequence[str]) -> list[State]:
        """The states that a plan leads through from the problem's start, as the domain defines its actions.

        Raises
        ------
        InputError
            As `plan` does.
        """
        return [self.grounding.encode(facts) for facts in self._carried_out(moves).states]

    def _carried_out(self, moves: Sequence[str]) -> Execution:
        assert self.task is not None
        return execute(self.task, read_plan("\n".join(moves), "<the plan that was found>"))

    def place(self, shape: Shape, cell: int) -> str:
        """The objects that all facts of the cell are about, else its number."""
        about = [set(atom[1:]) for atom in self.grounding.cells[cell].values]
        shared = sorted(set.intersection(*about)) if about else []
        return " ".join(shared) or super().place(shape, cell)

    def meanings(self, shape: Shape) -> tuple[Mapping[str, str], ...]:
        """The facts that the symbols of each cell stand for."""
        found = []
        for cell in self.grounding.cells:
            words = {symbol: " ".join(atom) for atom, symbol in cell.values.items()}
            if cell.otherwise == NO:
                words[NO] = f"not {words[YES]}"
            found.append(words)
        return tuple(found)

    def facts(self, shape: Shape) -> Mapping[str, object]:
        """The names of the domain and the problem, and how large the problem is as arcs."""
        assert self.task is not None
        found, seconds = self._timed
        sizes = {
            "reachable_actions": found.reachable,
            "arcs": len(found.theory.arcs),
            "facts": found.facts,
            "cells": len(found.cells),
        }
        return {
            "domain": self.name,
            "problem": self.task.name,
            "grounding": {**sizes, "seconds": round(seconds, 6)},
        }

    def making(self, shape: Shape) -> float:
        """Seconds that grounding took."""
        return self._timed[1]

    def remark(self, shape: Shape) -> str:
        """How the arcs were made."""
        found, seconds = self._timed
        return (
            f"grounded in {seconds:.3f} s: {counted(len(found.theory.arcs), 'arc')} of {found.reachable:,} "
            f"reachable actions, {found.facts:,} facts in {len(found.cells):,} cells"
        )


@lru_cache(maxsize=8)
def _starts(domain: PlanningDomain, goal: Pattern) -> Draw:
    return between(domain.theory((1, 1)), (domain.grounding.start,), (goal,))


START, GOAL = "at the start: ", "to be reached: "
"""Beginnings of names of predicates: true at the start, and a goal. PDDL's names have no blanks."""


def entangled_task(task: PlanningTask, operators: Iterable[ActionSchema]) -> PlanningTask:
    """The task whose entangled actions ask for conditions at the start and among the goals that do not change.

    Parameters
    ----------
    task
        A task.
    operators
        Operators; those that are `ActionSchema.entangled` count, over the parameters of their actions.
    """
    asked: dict[str, dict[Atom, None]] = {}
    for one in operators:
        if one.entangled:
            said = asked.setdefault(one.moves[0][0], {})
            said |= {(START + name, *terms): None for name, *terms in one.initial}
            said |= {(GOAL + name, *terms): None for name, *terms in one.goals}
    if not asked:
        return task
    actions = tuple(
        replace(action, positive=(*action.positive, *asked.get(action.name, ())))
        for action in task.domain.actions
    )
    told = {atom[0] for said in asked.values() for atom in said}
    static = {
        (kind + name, *terms)
        for kind, atoms in ((START, task.init), (GOAL, task.goal))
        for name, *terms in atoms
        if kind + name in told
    }
    domain = replace(task.domain, actions=actions)
    return replace(task, domain=domain, init=task.init | static)
