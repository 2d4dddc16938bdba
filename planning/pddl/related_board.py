"""A board whose moves are actions over parameters: its arcs in the place of those that grounding would make."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from ...rules.arc import Arc
from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.room import no_collection
from ...rules.term import Pattern, State, ground, standard_variables
from ...rules.theory import Theory
from ...search.macros import SameObject
from .action_domain import Atom, PlanningTask, atom_text
from .grounding.ground_task import Cell, Grounding
from .grounding.mutex import find_invariants
from .planning import PlanningDomain
from .strips import GroundAction


@dataclass(frozen=True)
class RelatedBoard(PlanningDomain):
    """A problem of a board by relations, with the arcs of the board; what macros over parameters are learned from.

    Parameters
    ----------
    board_theory
        The arcs, each of which is one action with its objects, whatever the state.
    start_state, goal_pattern
        The problem on the board.
    """

    entangles = False

    board_theory: Theory | None = None
    start_state: State = ()
    goal_pattern: Pattern = ()

    @classmethod
    def of(cls, theory: Theory, start: State, goal: Pattern) -> RelatedBoard:
        """A problem of a board.

        Raises
        ------
        InputError
            A board that is not described by relations, or whose moves are not told as actions with their objects.
        """
        domain = _domain_of(theory)
        task = domain.task_of(theory.shape, start, goal)
        calls_of(theory, theory.primitives)  # what is wrong is said before anything is begun
        return cls(task.domain, task, (), theory.without_macros(), start, goal)

    def __repr__(self) -> str:
        return f"RelatedBoard({self.spell((1, 1))!r})"

    @cached_property
    def _theory(self) -> Theory:
        assert self.board_theory is not None
        return self.board_theory

    @cached_property
    def _timed(self) -> tuple[Grounding, float]:
        assert self.task is not None
        actions = _actions(self._theory, self.task)
        groups = find_invariants(self.task.init, actions).groups
        found = _grounding(self._theory, self.task, actions)
        return replace(found, start=self.start_state, goal=self.goal_pattern, groups=groups), 0.0

    def calls_of(self, arcs: Iterable[Arc]) -> tuple[str, ...]:
        return tuple(map(atom_text, calls_of(self._theory, arcs)))


def grounding_of(theory: Theory) -> Grounding:
    """The arcs of a board as actions, whatever its problem: where macros over parameters are placed.

    Raises
    ------
    InputError
        As for `RelatedBoard.of`.
    """
    return _placed(SameObject(theory))


@lru_cache(maxsize=8)
def _placed(theory: SameObject) -> Grounding:
    board = theory.one.without_macros()
    domain = _domain_of(board)
    goal = domain.goal(board.shape)
    start = domain.start(board.shape) or ground(goal)
    if start is None:
        raise InputError("no start", expected=f"a state of {board.name}")
    task = domain.task_of(board.shape, start, goal)
    with no_collection():
        return _grounding(board, task, _actions(board, task))


def _domain_of(theory: Theory) -> Domain:
    domain = theory.domain
    if not isinstance(domain, Domain) or domain.relations is None:
        raise InputError(
            "macros over parameters are for moves that relations describe", found=theory.name
        )
    return domain


def calls_of(theory: Theory, arcs: Iterable[Arc]) -> tuple[Atom, ...]:
    """The actions with their objects that arcs of a board are.

    Raises
    ------
    InputError
        Moves that are not told as actions with their objects.
    """
    domain = _domain_of(theory)
    found = []
    for arc in arcs:
        call = domain.called(theory.shape, arc)
        if call is None:
            raise InputError(
                "macros over parameters need moves of which each is one action with its objects",
                found=f"{theory.name}: {domain.no_calls}",
            )
        found.append(call)
    return tuple(found)


def _actions(theory: Theory, task: PlanningTask) -> tuple[GroundAction, ...]:
    """The action of each arc."""
    found = []
    for arc, (name, *objects) in zip(theory.arcs, calls_of(theory, theory.arcs), strict=True):
        action = task.domain.by_name[name]
        binding = dict(zip((one.name for one in action.parameters), objects, strict=True))
        found.append(GroundAction.of(action, binding, arc.cost))
    return tuple(found)


def _grounding(theory: Theory, task: PlanningTask, actions: tuple[GroundAction, ...]) -> Grounding:
    nothing = Cell({}, "", frozenset())
    blank = standard_variables(theory.size)
    return Grounding(task, theory, (), blank, (nothing,) * theory.size, actions, len(actions))
