"""A PDDL task as a theory: ground actions as arcs on a short vector of multi-valued cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...arc import Arc
from ...errors import Place, TooLargeError
from ...term import Pattern, State, Symbol, Term, Var
from ...text.state_text import open_cell
from ...theory import Theory
from ..action_domain import Atom, PlanningTask
from ..strips import Facts, GroundAction
from .mutex import MutexGroup, find_invariants
from .no_collection import no_collection
from .reachable import reachable_actions
from .simplify import relevant, simplified
from .sparse_arc import SparseArc
from .variables import NO, NONE, YES, Cell, choose_cells

MOST_TERMS = 20_000_000
"""Conditions and effects of all arcs at most; each takes some 100 bytes."""


@dataclass(frozen=True)
class Grounding:
    """A task made ready for search.

    Parameters
    ----------
    task
        What it was made from.
    theory
        One arc for every ground action that can help, called by its text in a plan.
    start, goal
        The first state, and a pattern with a constant in every cell that the goal names.
    cells
        What the cells of a state tell.
    actions
        The ground actions behind the arcs, in their order.
    reachable
        How many ground actions could ever be taken, whether they help or not.
    groups
        The mutex groups that were proved.
    """

    task: PlanningTask
    theory: Theory
    start: State
    goal: Pattern
    cells: tuple[Cell, ...]
    actions: tuple[GroundAction, ...]
    reachable: int
    groups: tuple[MutexGroup, ...] = ()

    def encode(self, facts: Facts) -> State:
        """The state that stands for what is true."""
        return tuple(cell.symbol(facts) for cell in self.cells) or (NONE,)

    @cached_property
    def static(self) -> Facts:
        """The facts of the start that no action changes."""
        changed = (action.add | action.delete for action in self.actions)
        return self.task.init.difference(*changed)

    @property
    def facts(self) -> int:
        """How many facts the cells tell of."""
        return sum(len(cell.values) for cell in self.cells)


def ground_task(task: PlanningTask) -> Grounding:
    """Make a theory of a task.

    Optimal plans of the theory are optimal plans of the task. Steps are: relaxed reachability by joins, mutex groups,
    which also rule actions out, backward relevance, and a greedy choice of cells.

    Raises
    ------
    InputError
        A task that is too large, or a cost without a value.
    """
    if set(task.goal) & set(task.negative_goal):
        return _hopeless(task)
    with no_collection():
        reached = reachable_actions(task)
        actions, groups = _helpful(task, reached)
        return _encoded(task, actions, groups, len(reached))


def _helpful(
    task: PlanningTask, reached: Sequence[GroundAction]
) -> tuple[list[GroundAction], Sequence[MutexGroup]]:
    """The actions that can be taken and help, and the mutex groups."""
    keep = frozenset((*task.goal, *task.negative_goal))
    actions = simplified(reached, task.init, keep)
    invariants = find_invariants(task.init, actions)
    group_of: dict[Atom, list[int]] = {}
    for number, group in enumerate(invariants.groups):
        for atom in group.atoms:
            group_of.setdefault(atom, []).append(number)

    def possible(action: GroundAction) -> bool:
        if not action.positive.isdisjoint(invariants.never):
            return False
        numbers = [number for atom in action.positive for number in group_of.get(atom, ())]
        return len(set(numbers)) == len(numbers)

    kept = [action for action in actions if possible(action)]
    if len(kept) < len(actions):
        kept = simplified(kept, task.init, keep)
    return relevant(kept, task.goal, task.negative_goal), invariants.groups


def _hopeless(task: PlanningTask) -> Grounding:
    """The grounding of a goal that contradicts itself: nothing can be done, and it is not enough."""
    never = Cell({task.goal[0]: YES}, NO, frozenset(task.goal[:1]))
    theory = Theory(f"{task.domain.name}:{task.name}", (), (1, 1))
    return Grounding(task, theory, (NO,), (YES,), (never,), (), 0)


class Encoder:
    """How actions read as arcs on cells."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self.cells = cells
        self.cell_of = {atom: n for n, cell in enumerate(cells) for atom in cell.values}
        self.in_group: dict[Atom, list[int]] = {}
        for number, cell in enumerate(cells):
            for atom in cell.group:
                self.in_group.setdefault(atom, []).append(number)
        self.blank = tuple(Var(f"X{number + 1}") for number in range(max(1, len(cells))))

    def spelled(
        self,
        name: str,
        asked: Mapping[int, Symbol],
        made: Mapping[int, Symbol],
        cost: float,
        steps: tuple[Arc, ...] = (),
    ) -> Arc:
        """An arc that tests some cells and sets some."""
        return SparseArc(name, self.blank, asked, made, cost, steps)

    def arc(self, action: GroundAction) -> Arc:
        """An action as an arc."""
        cells, cell_of = self.cells, self.cell_of
        asked: dict[int, Symbol] = {}
        for atom in action.positive & cell_of.keys():
            asked[cell_of[atom]] = cells[cell_of[atom]].values[atom]
        for atom in action.negative & cell_of.keys():
            asked[cell_of[atom]] = cells[cell_of[atom]].otherwise
        made: dict[int, Symbol] = {}
        for atom in action.delete & cell_of.keys():
            number = cell_of[atom]
            if asked.get(number, cells[number].values[atom]) == cells[number].values[atom]:
                made[number] = cells[number].otherwise
        for atom in action.add & cell_of.keys():
            made[cell_of[atom]] = cells[cell_of[atom]].values[atom]
        # A cell that the action sets holds nothing before if the action needs a fact that rules out all of its own.
        for number in {n for atom in action.positive for n in self.in_group.get(atom, ())}:
            if number in made:
                asked.setdefault(number, cells[number].otherwise)
        return self.spelled(action.text, asked, made, action.cost)

    def pattern(self, true: Sequence[Atom], false: Sequence[Atom]) -> Pattern:
        """A state with some facts true and some false."""
        found = list[Term](map(open_cell, range(len(self.blank))))
        for atom in true:
            found[self.cell_of[atom]] = self.cells[self.cell_of[atom]].values[atom]
        for atom in false:
            found[self.cell_of[atom]] = self.cells[self.cell_of[atom]].otherwise
        return tuple(found)


def _check_size(task: PlanningTask, actions: Sequence[GroundAction]) -> None:
    terms = sum(
        len(facts)
        for action in actions
        for facts in (action.positive, action.negative, action.add, action.delete)
    )
    if terms > MOST_TERMS:
        raise TooLargeError(
            f"problem {task.name} is too large to ground",
            place=Place(task.source),
            expected=f"{MOST_TERMS:,} conditions and effects at most",
            found=f"{terms:,} in {len(actions):,} arcs",
        )


def _encoded(
    task: PlanningTask, actions: Sequence[GroundAction], groups: Sequence[MutexGroup], reached: int
) -> Grounding:
    changing = dict.fromkeys(
        atom for action in actions for atom in (*sorted(action.add), *sorted(action.delete))
    )
    # A goal that nothing changes is either so already, or can never be reached and needs a cell that says so.
    goal = [a for a in task.goal if a in changing or a not in task.init]
    negative_goal = [a for a in task.negative_goal if a in changing or a in task.init]
    facts = sorted({*changing, *goal, *negative_goal})
    cells = choose_cells(facts, groups, actions, goal, negative_goal)
    _check_size(task, actions)
    encoder = Encoder(cells)
    shape = (1, max(1, len(cells)))
    theory = Theory(f"{task.domain.name}:{task.name}", tuple(map(encoder.arc, actions)), shape)
    start = tuple(cell.symbol(task.init) for cell in cells) or (NONE,)
    pattern = encoder.pattern(goal, negative_goal)
    return Grounding(task, theory, start, pattern, cells, tuple(actions), reached, tuple(groups))
