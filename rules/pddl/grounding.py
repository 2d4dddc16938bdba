"""A PDDL task as a theory: ground actions as arcs on a short vector of multi-valued cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

from ..arc import Arc
from ..errors import InputError, Place
from ..term import Pattern, State, Term, Var
from ..theory import Theory
from .domain import Atom, Task
from .mutex import MutexGroup, find_invariants
from .reachable import reachable_actions
from .simplify import relevant, simplified
from .strips import Facts, GroundAction, instantiate
from .variables import NO, NONE, YES, Cell, choose_cells

MOST_TERMS = 20_000_000
"""Arcs times cells of a theory at most; a term takes some 16 bytes."""


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

    task: Task
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

    @property
    def facts(self) -> int:
        """How many facts the cells tell of."""
        return sum(len(cell.values) for cell in self.cells)


Unrolled: TypeAlias = Callable[[Sequence[str]], Sequence[Atom]]
"""From the arguments of a macro action to its steps."""


def ground(task: Task, macros: Mapping[str, Unrolled] = MappingProxyType({})) -> Grounding:
    """Make a theory of a task.

    Optimal plans of the theory are optimal plans of the task. Steps are: relaxed reachability by joins, mutex groups,
    which also rule actions out, backward relevance, and a greedy choice of cells.

    Parameters
    ----------
    task
        Its domain may have macro actions.
    macros
        Those of the domain's actions that are macros, by name. Their arcs come first, cost what their steps cost and
        have these as ``steps``.

    Raises
    ------
    InputError
        A task that is too large, or a cost without a value.
    """
    if set(task.goal) & set(task.negative_goal):
        return _hopeless(task)
    reached = reachable_actions(task)
    steps: dict[str, tuple[GroundAction, ...]] = {}
    for number, action in enumerate(reached):
        if action.name in macros:
            found = tuple(_step(task, call) for call in macros[action.name](action.arguments))
            reached[number] = replace(action, cost=sum(step.cost for step in found))
            steps[action.text] = found
    reached.sort(key=lambda action: action.name not in macros)
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
    helpful = relevant(kept, task.goal, task.negative_goal, macros)
    return _encoded(task, helpful, invariants.groups, len(reached), steps)


def _step(task: Task, call: Atom) -> GroundAction:
    """A step of a macro, without effects that change nothing."""
    action = instantiate(task, task.domain.by_name[call[0]], call[1:])
    assert action is not None, "the macro asks for whatever objects its steps ask for"
    return replace(
        action,
        add=action.add - action.positive,
        delete=action.delete - action.negative,
    )


def _hopeless(task: Task) -> Grounding:
    """The grounding of a goal that contradicts itself: nothing can be done, and it is not enough."""
    never = Cell({task.goal[0]: YES}, NO, frozenset(task.goal[:1]))
    theory = Theory(f"{task.domain.name}:{task.name}", (), (1, 1))
    return Grounding(task, theory, (NO,), (YES,), (never,), (), 0)


def _encoded(
    task: Task,
    actions: Sequence[GroundAction],
    groups: Sequence[MutexGroup],
    reached: int,
    steps: Mapping[str, tuple[GroundAction, ...]],
) -> Grounding:
    changing = dict.fromkeys(
        atom for action in actions for atom in (*sorted(action.add), *sorted(action.delete))
    )
    # A goal that nothing changes is either so already, or can never be reached and needs a cell that says so.
    goal = [a for a in task.goal if a in changing or a not in task.init]
    negative_goal = [a for a in task.negative_goal if a in changing or a in task.init]
    facts = sorted({*changing, *goal, *negative_goal})
    inner = [step for action in actions for step in steps.get(action.text, ())]
    cells = choose_cells(facts, groups, [*actions, *inner], goal, negative_goal)
    size = max(1, len(cells))
    if size * len(actions) > MOST_TERMS:
        raise InputError(
            f"problem {task.name} is too large to ground",
            place=Place(task.source),
            expected=f"{MOST_TERMS:,} terms at most",
            found=f"{len(actions):,} arcs of {size:,} cells",
        )
    cell_of = {atom: number for number, cell in enumerate(cells) for atom in cell.values}
    in_group: dict[Atom, list[int]] = {}
    for number, cell in enumerate(cells):
        for atom in cell.group:
            in_group.setdefault(atom, []).append(number)
    blank = tuple(Var(f"X{number + 1}") for number in range(size))

    def arc(action: GroundAction) -> Arc:
        before: list[Term] = list(blank)
        for atom in action.positive & cell_of.keys():
            before[cell_of[atom]] = cells[cell_of[atom]].values[atom]
        for atom in action.negative & cell_of.keys():
            before[cell_of[atom]] = cells[cell_of[atom]].otherwise
        after = list(before)
        for atom in action.delete & cell_of.keys():
            number = cell_of[atom]
            if before[number] in (cells[number].values[atom], blank[number]):
                after[number] = cells[number].otherwise
        for atom in action.add & cell_of.keys():
            after[cell_of[atom]] = cells[cell_of[atom]].values[atom]
        # A cell that the action sets holds nothing before if the action needs a fact that rules out all of its own.
        for number in {n for atom in action.positive for n in in_group.get(atom, ())}:
            if before[number] == blank[number] and after[number] != blank[number]:
                before[number] = cells[number].otherwise
        return Arc(
            action.text,
            tuple(before),
            tuple(after),
            action.cost,
            tuple(map(arc, steps.get(action.text, ()))),
        )

    pattern = list[Term](blank)
    for atom in goal:
        pattern[cell_of[atom]] = cells[cell_of[atom]].values[atom]
    for atom in negative_goal:
        pattern[cell_of[atom]] = cells[cell_of[atom]].otherwise
    theory = Theory(f"{task.domain.name}:{task.name}", tuple(map(arc, actions)), (1, size))
    start = tuple(cell.symbol(task.init) for cell in cells) or (NONE,)
    return Grounding(
        task, theory, start, tuple(pattern), cells, tuple(actions), reached, tuple(groups)
    )
