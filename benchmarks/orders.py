"""Orders of subgoals that are found, and what closing under symmetry comes to.

usage: python benchmarks/orders.py
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from arcwise.ebl import LEARNERS, Course, train
from arcwise.rules import open_source
from arcwise.rules.geometry import Shape
from arcwise.rules.schema import Schema
from arcwise.rules.term import Pattern
from arcwise.search import Climber, check_completeness
from arcwise.search.climbing.completeness import check_every_goal
from arcwise.search.climbing.every_size import check_every_size
from arcwise.search.orders import find_order
from tables import COLUMNS, Line, Lines, every, show
from transfer import TILES, learned

TOWERS = ("hanoi:3x6", "hanoi:3x7")

MOST_MACROS = 12

BOARDS = ((3, 3), (4, 4), (4, 5), (5, 5), (2, 6))


def orders(quick: bool) -> Lines:
    """Whether the order that is found makes few macros do, on all states."""
    for argument in ("hanoi:3x4",) if quick else TOWERS:
        domain, shape = open_source(argument).sized
        assert domain is not None and shape is not None
        found, learner = find_order(domain, shape), LEARNERS["escapes"]
        library = learner.library(domain, found.order)
        for _ in train(learner, library, Course(shape, domain.practice(shape))):
            pass
        check = check_completeness(library.climber(shape))
        good = len(library) <= MOST_MACROS and check.complete and check.interval is None
        said = f"{len(library):,} macros, {check.summary()}"
        beside = ""
        if found.given is not None:
            beside = f"{found.given.macros:,} macros expected in the domain's own order"
        wanted = f"<= {MOST_MACROS} macros, proved"
        yield Line(f"{argument}, {found.words}", said, wanted, beside, good)


def closure(quick: bool) -> Lines:
    """Whether what was learned on small boards reaches every goal of others, and every board."""
    library, _ = learned(0)
    alone = [macro.schema for macro in library if macro.image is None]
    for shape in BOARDS[: 2 if quick else None]:
        found, without = (
            check_every_goal(TILES, shape, partial(_climber, shape, schemas))
            for schemas in (library.schemas, alone)
        )
        what = f"{TILES.spell(shape)}: cells of the goal's blank for which it is complete"
        beside = f"the {len(alone)} alone: {without.goals - len(without.incomplete)}"
        good = found.goals - len(found.incomplete)
        yield every(what, good, found.goals, note=f"{len(library)} macros", beside=beside)
    if not quick:
        found_every = check_every_size(TILES, library.schemas)
        yield Line(*("every N x N", found_every.summary(), "proved", ""), found_every.complete)


def _climber(shape: Shape, schemas: Sequence[Schema], goal: Pattern) -> Climber:
    return Climber(TILES, shape, schemas, goal)


def main() -> None:
    """Print both tables."""
    show("Orders of subgoals", COLUMNS, [one.cells for one in orders(False)])
    show("Closing under symmetry", COLUMNS, [one.cells for one in closure(False)])


if __name__ == "__main__":
    main()
