"""Sum of the distances of single cells: the least cost to set each cell of the goal when other cells are ignored.

Each value is what a pattern database of one cell says (Edelkamp 2001). All of them are worked out in one pass over the arcs and
a search in each cell, which takes far less than databases do, and they may be added up although that gives no lower bound.
"""

from __future__ import annotations

from collections import defaultdict
from heapq import heappop, heappush
from math import inf

from ...rules.errors import InputError
from ...rules.term import Pattern, State, Symbol, Var
from ...rules.theory import Theory
from ..operator import denominator_of_costs
from .boards import CellSum

Makers = dict[Symbol, list[tuple[Symbol | None, float]]]
"""For each symbol of a cell, the symbols that an arc makes it of, each with the cost of the arc; None for any symbol."""


def projections(theory: Theory, goal: Pattern, start: State) -> CellSum:
    """The sum, over the cells of the goal, of the cost of making the goal's symbol there, whatever other cells hold.

    It is admissible and consistent if no arc changes two cells of the goal. A symbol from which a cell cannot come to its
    goal counts more than all cells of any other state do together.

    Raises
    ------
    InputError
        Arcs whose patterns do not tell what they put into a cell of the goal, as where tiles slide.
    """
    wanted = {cell: term for cell, term in enumerate(goal) if not isinstance(term, Var)}
    made: dict[int, Makers] = {cell: defaultdict(list) for cell in wanted}
    most = 0
    for arc in theory.primitives:
        cells = [cell for cell in arc.changed if cell in wanted]
        most = max(most, len(cells))
        for cell in cells:
            before, after = arc.before[cell], arc.after[cell] if arc.plain else Var("unknown")
            if isinstance(after, Var):
                raise InputError(
                    "projections has no meaning here: a pattern does not tell what the arc makes",
                    found=f"arc {arc.name}",
                    remedy="misplaced, manhattan or ff",
                )
            made[cell][after].append((None if isinstance(before, Var) else before, arc.cost))
    known = {cell: _distances(made[cell], term) for cell, term in wanted.items()}
    lost = 1 + sum(max(costs.values()) for costs in known.values())
    table: list[dict[Symbol, float]] = [{} for _ in goal]
    for cell, costs in known.items():
        rest = costs.pop(None, lost)  # of a symbol from which only arcs lead that suit any symbol
        held = {start[cell], *made[cell], *(of for each in made[cell].values() for of, _ in each)}
        table[cell] = {one: min(rest, costs.get(one, rest)) for one in held if one is not None}
    return CellSum(
        "projections", table, admissible=most < 2, denominator=denominator_of_costs(theory)
    )


def _distances(made: Makers, end: Symbol) -> dict[Symbol | None, float]:
    """The cost of a cheapest path from each symbol to an end (Dijkstra 1959), and from any symbol, under None."""
    costs: dict[Symbol | None, float] = {}
    waiting: list[tuple[float, int, Symbol | None]] = [(0, 0, end)]
    order = 0  # symbols cannot be compared
    while waiting:
        cost, _, symbol = heappop(waiting)
        if cost >= costs.get(symbol, inf):
            continue
        costs[symbol] = cost
        if symbol is None:
            break  # all others are no nearer
        for before, more in made.get(symbol, ()):
            order += 1
            heappush(waiting, (cost + more, order, before))
    return costs
