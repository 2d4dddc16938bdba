"""Which facts share a cell of the state vector: mutually exclusive ones, as many as possible in each cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

from ..action_domain import Atom
from ..strips import Facts, GroundAction
from .mutex import MutexGroup

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
