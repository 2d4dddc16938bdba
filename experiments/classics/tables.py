"""Measures of plans as macros, of Korf's tables of macros, and of MICRO-HILLARY's escapes."""

from __future__ import annotations

from random import Random
from statistics import fmean, median

from ...ebl.learner import read_order
from ...ebl.learners.escapes import Escapes
from ...ebl.learners.macro_table import MacroTable
from ...ebl.whole_table import WholeTable
from ...rules.states.state_space import distances
from ...search.climbing.climb import climb
from ...search.climbing.climber import Climber
from ...search.limits import Limits
from ..configuration import Configuration
from ..designs.compare import compare
from ..designs.figures import Measured
from ..designs.learn import Learning, learn
from .boards import built_in, climbed
from .whole import whole, whole_search

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


THINK_A_DOT = "examples/think_a_dot.psvn"


def think_a_dot() -> Measured:
    """Macros that settle one gate after the other, row by row, and their solutions of every position."""
    learner = Escapes(subgoals="first-to-last")
    library = whole(learn(THINK_A_DOT, learner=learner)).library
    domain, shape = library.domain, library.shape
    positions = distances(domain.theory(shape), domain.goal_state(shape))
    drops = {schema.name for schema in domain.schemas(shape)}
    climber = library.climber(shape)
    climbs = [whole_search(climb(climber, position)) for position in positions]
    assert all(one.solved for one in climbs)
    return {
        "positions": len(positions),
        "farthest position": max(positions.values()),
        "sequences": len({*((one,) for one in drops), *(tuple(one.step_names) for one in library)}),
        "mean moves": round(fmean(one.moves for one in climbs), 2),
        "most moves": max(one.moves for one in climbs),
    }


DRAWN, FEW = 10, 3
"""Random starts that are climbed from with each of several seeds, or with one, where a board has too many states for all."""


def hillary(board: str, size: int, every: bool = False) -> Measured:
    """Medians over seeds of what learning took, and of climbing from the same starts before and after: random ones, or every state."""
    domain, shape = built_in(board)
    found: list[dict[str, float]] = []
    for seed in range(size):
        done = whole(learn(board, learner=Escapes(), configuration=Configuration(seed=seed)))
        assert isinstance(done, Learning)
        starts = (
            list(distances(domain.theory(shape), domain.goal_state(shape)))
            if every
            else [
                domain.draw(shape, Random(f"{seed}:{number}"))
                for number in range(DRAWN if size > 1 else FEW)
            ]
        )
        library = done.library
        climber = library.climber(shape)
        after = [climbed(climber, start) for start in starts]
        primitive = Climber(domain, shape, order=library.order)
        before = [climbed(primitive, start, Limits(nodes=2_000_000)) for start in starts]
        means = [fmean(looked_at for looked_at, _ in these) for these in (before, after)]
        found.append(
            {
                "applications of learning": done.applications,
                "training problems": len(done.records),
                "macros": len(library),
                "longest macro": max(macro.length for macro in library),
                "applications before": means[0],
                "applications after": means[1],
                "before / after": means[0] / means[1],
                "problems that pay for learning": done.applications / (means[0] - means[1]),
                "local minima met": sum(met for _, met in after),
            }
        )
    medians = {name: median(one[name] for one in found) for name in found[0]}
    return {name: round(value, 1 if value >= 1 else 3) for name, value in medians.items()}
