"""The order of subgoals that a small board of a domain speaks for, with what was measured there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from random import Random

from ...rules.checked import checked
from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ...rules.term import State, Var, ground
from ...rules.text.sentences import counted
from ...rules.text.state_text import goal_cells
from .expected import Expected, SmallSpace
from .order import BLANK_FIRST, GIVEN, RULES, Order, dependencies, in_words, order_of

RULE = 0.9
"""An order of cells is preferred to a rule, which holds on other boards too, if its price is below so much of the rule's."""

DRAWN = 20
"""Starts from which states are reached where the goal leaves cells open and none is expected."""

FOUND = "found"
"""What people say for the order that is found."""


@dataclass(frozen=True)
class FoundOrder:
    """An order of subgoals, and why it was chosen.

    Parameters
    ----------
    order, words
        The order, also in words.
    why
        In words.
    board
        The board that was looked at; empty where none was.
    expected, given
        What the order and the domain's own are worth there; None where no board was looked at.
    """

    order: Order
    words: str
    why: str
    board: str = ""
    expected: Expected | None = None
    given: Expected | None = None

    def __str__(self) -> str:
        return f"{self.words}: {self.why}"


@checked
def find_order(domain: Domain, shape: Shape, practised: Sequence[Shape] = ()) -> FoundOrder:
    """Choose the order of subgoals that asks for few macros and short plans.

    What `SmallSpace` expects of an order is found on the largest board practised that is small enough, or else on the domain's
    own small one. Where it is the only one practised, orders of its cells are looked for by a beam search; else an order is one
    of `RULES`, which say what it is on larger boards. The domain's own order stays unless another is better there.

    Parameters
    ----------
    domain, shape
        What to learn for.
    practised
        The boards to learn on; those of the domain if there are none.
    """
    shapes = practised or domain.practice(shape)
    wanted = domain.goal(shape)
    if sum(not isinstance(term, Var) for term in wanted) == 1:
        return _own(domain, "the goal asks about one cell only")
    if domain.subgoals(shape, tuple(goal_cells(wanted))) is not None:
        return _own(domain, f"{domain.name} names one")
    for board in (*sorted(shapes, key=prod, reverse=True), *_small(domain)):
        try:
            # Of boards such as those of a file it is not known whether their moves can be undone.
            reversible = bool(domain.reversible)
            goal = domain.goal(board)
            space = SmallSpace(
                domain.theory(board).without_macros(),
                goal,
                reversible=reversible,
                starts=() if ground(goal) is not None else _starts(domain, board),
            )
        except InputError:
            continue
        return _found(domain, board, space, any_cells={*shapes, board} == {shape})
    return _own(domain, "no other is looked for, because there are too many states")


def _starts(domain: Domain, board: Shape) -> Iterator[State]:
    """The start that people expect, or random ones."""
    expected = domain.start(board)
    if expected is not None:
        yield expected
        return
    rng = Random(0)
    for _ in range(DRAWN):
        yield domain.draw(board, rng)


def _small(domain: Domain) -> tuple[Shape, ...]:
    """The board of which the domain says that it is small, if that is a size of the same domain."""
    if not domain.small:  # boards of files have none
        return ()
    other, shape = domain.read(domain.small)
    return (shape,) if other == domain else ()


def _own(domain: Domain, why: str) -> FoundOrder:
    return FoundOrder(GIVEN, in_words(domain, GIVEN), why)


def _found(domain: Domain, board: Shape, space: SmallSpace, *, any_cells: bool) -> FoundOrder:
    goal = domain.goal(board)
    orders: dict[tuple[int, ...], Order] = {}
    for rule in RULES:
        if rule != BLANK_FIRST:
            orders.setdefault(order_of(domain, board, goal, rule), rule)
    own = next(iter(orders))
    if any_cells:
        best = space.best(own, own)
        orders.setdefault(best, best)
    worth = {cells: space.of(cells) for cells in orders}
    weight = {cells: 1.0 if isinstance(order, str) else 1 / RULE for cells, order in orders.items()}
    # The first of equals is the domain's own.
    cells = min(orders, key=lambda cells: round(worth[cells].price * weight[cells], 6))
    found, given = worth[cells], worth[own]
    name, order = domain.spell(board), orders[cells]
    if cells == own:
        why = f"no better one was found on {name}, where {_macros(found)} are expected"
        return FoundOrder(GIVEN, in_words(domain, GIVEN), why, name, found, given)
    why = f"{_macros(found)} expected on {name} and {found.moves:.1f} moves, against {given.macros:,} and {given.moves:.1f} in the domain's own order"
    if _closed(domain, board, cells):
        why += ", because no move asks about a cell whose turn comes later"
    return FoundOrder(order, in_words(domain, order), why, name, found, given)


def _macros(found: Expected) -> str:
    return counted(found.macros, "macro")


def _closed(domain: Domain, board: Shape, cells: Sequence[int]) -> bool:
    """Whether what a cell can become depends on nothing but the cells before it."""
    needs = dependencies(domain, board)
    return all(needs[cell] <= set(cells[: n + 1]) for n, cell in enumerate(cells))
