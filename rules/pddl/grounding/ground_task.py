"""A PDDL task as a theory: ground actions as arcs on a short vector of multi-valued cells.

Leaving out what cannot matter: actions that can never be taken, facts that never change, and what no goal needs.

Arcs on wide boards that look at few of the cells.

Which facts share a cell of the state vector: mutually exclusive ones, as many as possible in each cell.

Python's collector of cycles kept waiting while many objects are made that have none.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heapify, heappop, heappush

from ...arc import Arc
from ...errors import Place, TooLargeError
from ...term import Pattern, State, Symbol, Term, Var
from ...text.state_text import open_cell
from ...theory import Theory
from ..action_domain import Atom, PlanningTask
from ..strips import Facts, GroundAction
from .mutex import MutexGroup, find_invariants
from .reachable import reachable_actions

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


def simplified(
    actions: Sequence[GroundAction], init: Facts, keep: frozenset[Atom]
) -> list[GroundAction]:
    """The actions that can be taken if nothing were ever deleted, without what is settled once and for all.

    Conditions that always hold are left out, and effects that change nothing: adding what the action needs or
    what is always true, deleting what it needs to be false or what is never true.

    Parameters
    ----------
    keep
        Facts that goals name: these stay even where they never change.
    """
    # Without what changes nothing: a fact that is deleted only where it is false already is always true.
    actions = [
        action
        if action.add.isdisjoint(action.positive) and action.delete.isdisjoint(action.negative)
        else action._replace(
            add=action.add - action.positive, delete=action.delete - action.negative
        )
        for action in actions
    ]
    while True:
        reached = _reached(actions, init)
        touched = frozenset(atom for action in actions for atom in action.delete)
        always = init - touched
        possible = [
            action
            for action in actions
            if action.positive <= reached
            and action.negative.isdisjoint(always)
            and action.negative.isdisjoint(action.positive)
        ]
        if len(possible) == len(actions):
            break
        actions = possible
    settled = always - keep
    plain = [
        action._replace(
            positive=action.positive - settled,
            negative=action.negative & reached,
            add=action.add - always,
            delete=action.delete & reached,
        )
        for action in actions
    ]
    return [action for action in plain if action.add or action.delete]


def _reached(actions: Sequence[GroundAction], init: Facts) -> frozenset[Atom]:
    lacking = [len(action.positive - init) for action in actions]
    needed_by: dict[Atom, list[int]] = {}
    for number, action in enumerate(actions):
        for atom in action.positive - init:
            needed_by.setdefault(atom, []).append(number)
    reached = set(init)
    ready = deque(number for number, count in enumerate(lacking) if count == 0)
    while ready:
        for atom in actions[ready.popleft()].add - reached:
            reached.add(atom)
            for number in needed_by.get(atom, ()):
                lacking[number] -= 1
                if lacking[number] == 0:
                    ready.append(number)
    return frozenset(reached)


def relevant(
    actions: Sequence[GroundAction],
    goal: Iterable[Atom],
    negative_goal: Iterable[Atom],
) -> list[GroundAction]:
    """The actions that can help to reach a goal, with only those effects that can.

    A fact matters if the goal names it or an action that matters has it as a condition; an action matters if it
    makes such a fact what it should be. Of actions that are then the same, the cheapest stays.
    """
    makers: dict[Atom, list[int]] = {}
    breakers: dict[Atom, list[int]] = {}
    for number, action in enumerate(actions):
        for atom in action.add:
            makers.setdefault(atom, []).append(number)
        for atom in action.delete:
            breakers.setdefault(atom, []).append(number)
    true, false = set(goal), set(negative_goal)
    waiting = deque([(makers, atom) for atom in true])
    waiting.extend((breakers, atom) for atom in false)
    needed: set[int] = set()
    while waiting:
        changing, atom = waiting.popleft()
        for number in changing.get(atom, ()):
            if number in needed:
                continue
            needed.add(number)
            action = actions[number]
            waiting.extend([(makers, atom) for atom in action.positive - true])
            waiting.extend([(breakers, atom) for atom in action.negative - false])
            true |= action.positive
            false |= action.negative
    facts = frozenset(true | false)
    kept: dict[tuple[Facts, Facts, Facts, Facts], GroundAction] = {}
    for number in sorted(needed):
        action = actions[number]
        if not (action.add <= facts and action.delete <= facts):
            action = action._replace(add=action.add & facts, delete=action.delete & facts)
        key = (action.positive, action.negative, action.add, action.delete)
        if key not in kept or action.cost < kept[key].cost:
            kept[key] = action
    return list(kept.values())


class SparseArc(Arc):
    """An arc that holds only the cells that it tests or sets; its patterns are made whenever they are asked for.

    Of an arc on 2,500 cells each pattern takes 20 kB, and a planning problem may have 10,000 arcs.

    Parameters
    ----------
    name, cost, steps
        As for `Arc`.
    blank
        A variable of its own for every cell, shared by all arcs of a board.
    asked, made
        The symbols that cells must hold, and those that they get.
    """

    blank: Pattern
    asked: Mapping[int, Symbol]
    made: Mapping[int, Symbol]

    def __init__(
        self,
        name: str,
        blank: Pattern,
        asked: Mapping[int, Symbol],
        made: Mapping[int, Symbol],
        cost: float = 1,
        steps: tuple[Arc, ...] = (),
    ) -> None:
        tested = dict(sorted(asked.items()))
        changed = {cell: made[cell] for cell in sorted(made) if made[cell] != tested.get(cell)}
        # As the frozen class would set them one by one, which takes several times as long.
        self.__dict__.update(
            name=name, blank=blank, asked=tested, made=changed, cost=cost, steps=steps
        )
        self.check()

    def __reduce__(self) -> tuple[object, ...]:
        values = (self.name, self.blank, self.asked, self.made, self.cost, self.steps)
        return (SparseArc, values)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, SparseArc) and other.blank == self.blank:
            return (self.name, self.asked, self.made, self.cost, self.steps) == (
                other.name, other.asked, other.made, other.cost, other.steps
            )  # fmt: skip
        if not isinstance(other, Arc):
            return NotImplemented
        return (self.name, self.before, self.after, self.cost, self.steps) == (
            other.name, other.before, other.after, other.cost, other.steps
        )  # fmt: skip

    __hash__ = Arc.__hash__

    @property
    def before(self) -> Pattern:
        """The pattern that it applies to."""
        return self._pattern(self.asked)

    @property
    def after(self) -> Pattern:
        """The pattern that it leads to."""
        return self._pattern({**self.asked, **self.made})

    def _pattern(self, cells: Mapping[int, Symbol]) -> Pattern:
        terms = list(self.blank)
        for cell, symbol in cells.items():
            terms[cell] = symbol
        return tuple(terms)

    @property
    def size(self) -> int:
        """The number of cells of a state."""
        return len(self.blank)

    @property
    def conditions(self) -> tuple[tuple[tuple[int, Symbol], ...], tuple[tuple[int, int], ...]]:
        """The cells that it tests, with their symbols; none must be equal to another."""
        return tuple(self.asked.items()), ()

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The symbols of both patterns."""
        return (*self.asked.values(), *self.made.values())

    @property
    def effects(self) -> tuple[tuple[int, Symbol], ...]:
        """The cells that it sets, with their symbols."""
        return tuple(self.made.items())

    @cached_property
    def changed(self) -> tuple[int, ...]:
        """The cells whose symbol it may change."""
        return tuple(self.made)


NONE, YES, NO = "-", "yes", "no"


@dataclass(frozen=True)
class Cell:
    """One cell of a state.

    Parameters
    ----------
    values
        The symbol of every fact that the cell tells of.
    otherwise
        The symbol that stands there when none of these is true.
    group
        All facts of which no other is true when one of these is.
    """

    values: Mapping[Atom, str] = field(hash=False)
    otherwise: str
    group: frozenset[Atom]

    def symbol(self, facts: Facts) -> str:
        """Symbol that the cell holds in a state."""
        for atom, symbol in self.values.items():
            if atom in facts:
                return symbol
        return self.otherwise


def choose_cells(
    facts: Sequence[Atom],
    groups: Sequence[MutexGroup],
    actions: Sequence[GroundAction],
    goal: Sequence[Atom],
    negative_goal: Sequence[Atom],
) -> tuple[Cell, ...]:
    """Cells that tell of all ``facts``, each fact in one of them; the largest groups are taken first.

    A fact has a cell of its own where that is simplest: if something must be false of it, if two facts of its group are
    goals, or if an action deletes it without telling what else the cell may hold.
    """
    deleters: dict[Atom, list[GroundAction]] = {}
    for action in actions:
        for atom in action.delete:
            deleters.setdefault(atom, []).append(action)
    alone = {atom for action in actions for atom in action.negative} | set(negative_goal)
    free = set(facts) - alone
    wanted = frozenset(goal)

    def usable(group: MutexGroup) -> dict[Atom, str]:
        whole = frozenset(group.atoms)
        goals = [atom for atom in group.atoms if atom in free and atom in wanted]
        found = {a: name for a, name in group.atoms.items() if a in free and a not in goals[1:]}
        while True:
            unsure = [
                atom
                for atom in found
                if any(
                    action.positive.isdisjoint(whole) and action.add.isdisjoint(found)
                    for action in deleters.get(atom, ())
                )
            ]
            if not unsure:
                return found
            for atom in unsure:
                del found[atom]

    waiting = [(-len(usable(group)), number) for number, group in enumerate(groups)]
    heapify(waiting)
    cells: list[Cell] = []
    while waiting:
        size, number = heappop(waiting)
        found = usable(groups[number])
        if len(found) < 2:
            continue
        if len(found) < -size:
            heappush(waiting, (-len(found), number))
            continue
        cells.append(Cell(found, NONE, frozenset(groups[number].atoms)))
        free -= set(found)
    alone |= free
    cells += [Cell({atom: YES}, NO, frozenset((atom,))) for atom in facts if atom in alone]
    order = {atom: number for number, atom in enumerate(facts)}
    return tuple(sorted(cells, key=lambda cell: min(order[atom] for atom in cell.values)))


@contextmanager
def no_collection() -> Iterator[None]:
    """Collect no cycles meanwhile: looking for some among hundreds of thousands of new objects takes as long as making them."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
