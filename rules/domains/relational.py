"""Domains of boards that are described by relations too, in every size: what policies are learned from."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar

from ..domain import Domain
from ..errors import InputError
from ..geometry import Shape
from ..later import Later
from ..term import Atom, Pattern, State, Typed, ground
from ..text.state_text import goal_cells

_read_actions = Later("planning.pddl.read_action_domain", "read_action_domain")
_task = Later("planning.pddl.action_domain", "PlanningTask")


class RelationalDomain(Domain):
    """A domain that says what holds in its states, and what its moves are, by relations.

    Attributes
    ----------
    pddl
        Its actions; they are the same in every size.
    goal_predicates
        Predicates whose atoms describe a goal state.
    """

    pddl: ClassVar[str]
    goal_predicates: ClassVar[tuple[str, ...]] = ()

    @property
    def relations(self) -> Any:
        """The actions, parsed, as an `ActionDomain`."""
        return _read(self.pddl, f"<{self.name}>")

    @abstractmethod
    def objects(self, shape: Shape) -> Iterable[Typed]:
        """The things of a board."""

    @abstractmethod
    def related(self, shape: Shape, state: State) -> Iterable[Atom]:
        """Atoms that hold in a state, with those that hold in every state of its board."""

    def wanted(self, shape: Shape, goal: Pattern) -> tuple[Atom, ...]:
        """Atoms that must hold in a goal state.

        Raises
        ------
        InputError
            A goal that cannot be told so.
        """
        facts = self.related(shape, self.closed(goal))
        return tuple(fact for fact in facts if fact[0] in self.goal_predicates)

    @abstractmethod
    def played(self, shape: Shape, state: State, call: Atom) -> tuple[str, State]:
        """The move of the board that an action with its objects is in a state, and where it leads."""

    def closed(self, goal: Pattern) -> State:
        """A goal that is one state.

        Raises
        ------
        InputError
            A goal that leaves cells open.
        """
        state = ground(goal)
        if state is None:
            raise InputError(
                f"a policy for {self.name} needs a goal that leaves no cell open",
                found=" ".join(map(str, goal_cells(goal))),
            )
        return state

    def task_of(self, shape: Shape, start: State, goal: Pattern) -> Any:
        """A problem of a board by relations, as a `PlanningTask`.

        Raises
        ------
        InputError
            A goal that cannot be told so.
        """
        return _task(
            self.spell(shape),
            self.relations,
            tuple(self.objects(shape)),
            frozenset(self.related(shape, start)),
            goal=self.wanted(shape, goal),
        )


@lru_cache(maxsize=32)
def _read(text: str, source: str) -> Any:
    return _read_actions(text, source)
