"""Measures of plans as macros, of Korf's tables of macros, and of MICRO-HILLARY's escapes."""

from __future__ import annotations

from random import Random
from statistics import fmean, median

from ...ebl.learner import read_order
from ...ebl.learners.escapes import Escapes
from ...ebl.learners.macro_table import MacroTable
from ...ebl.whole_table import WholeTable
from ...search.climbing.climber import Climber
from ...search.limits import Limits
from ..configuration import Configuration
from ..designs.compare import compare
from ..designs.figures import Measured
from ..designs.learn import Learning, learn
from .boards import built_in, climbed
from .whole import whole

KORF_ORDER = "5,1,2,3,6,9,8,7,4"
"""Cells of the 8-puzzle: the blank in the centre, then the tiles around it from a corner."""


ROBOT = "examples/pddl/robot.pddl"


def macrops() -> Measured:
    """A macro of the robot world: how general it is, and what it saves."""
    library = whole(learn(ROBOT, ["examples/pddl/robot-1.pddl"], "pieces")).library
    (macro,) = library
    rows = whole(compare(ROBOT, ["examples/pddl/robot-2.pddl"], library, "breadth-first")).all_rows
    found: Measured = {
        "macros": len(library),
        "objects in the plan": len(set(macro.lifted.objects)),
        "parameters": len(macro.action.parameters),
    }
    both = [row for row in rows if row.configuration == "breadth-first"]
    for name, row in zip(("none", "macro"), both, strict=True):
        assert row.expanded is not None and row.moves is not None
        found |= {f"expanded, {name}": row.expanded, f"moves, {name}": row.moves}
    return found


def _table(board: str, learner: MacroTable) -> Measured:
    table = WholeTable.of(whole(learn(board, learner=learner)).library)
    assert table is not None
    lengths = [moves for column in table.columns for moves in column.shortest]
    found: Measured = {"macros": len(lengths)}
    if table.mean is not None and table.most is not None:
        found |= {"mean moves": round(table.mean, 2), "most moves": table.most}
    return found | {"longest macro": max(lengths)}


def eight_puzzle() -> Measured:
    """Size and quality of the table of the 8-puzzle, its cells in Korf's order."""
    return _table("8-puzzle", MacroTable(subgoals=read_order(KORF_ORDER), alternatives=1))


def smallest_table(board: str) -> Measured:
    """Size of a board's table in the order that needs fewest moves, and moves of its solutions."""
    found = _table(board, MacroTable(alternatives=1))
    del found["longest macro"]
    return found


def hanoi() -> Measured:
    """Number of macros for towers of several heights."""
    found: Measured = {}
    for discs in (3, 4, 5, 6):
        done = whole(learn(f"hanoi:3x{discs}", learner="escapes"))
        found[f"{discs} discs"] = len(done.library) + 2
    return found


def hillary(board: str, size: int) -> Measured:
    """Medians over seeds of what learning took, and of climbing before and after."""
    domain, shape = built_in(board)
    found: list[dict[str, float]] = []
    for seed in range(size):
        done = whole(learn(board, learner=Escapes(), configuration=Configuration(seed=seed)))
        assert isinstance(done, Learning)
        starts = [domain.draw(shape, Random(f"{seed}:{number}")) for number in range(20)]
        library = done.library
        climber = library.climber(shape)
        after = [climbed(climber, start) for start in starts]
        primitive = Climber(domain, shape, order=library.order)
        before = [climbed(primitive, one, Limits(nodes=2_000_000)) for one in starts[:size]]
        found.append(
            {
                "applications of learning": done.applications,
                "training problems": len(done.records),
                "macros": len(library),
                "longest macro": max(macro.length for macro in library),
                "applications before": fmean(looked_at for looked_at, _ in before),
                "applications after": fmean(looked_at for looked_at, _ in after),
                "local minima met": sum(met for _, met in after),
            }
        )
    return {name: round(median(one[name] for one in found), 1) for name in found[0]}
