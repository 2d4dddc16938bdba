"""Learning that transfers: schemas learned on small boards, used on large ones, against published figures.

usage: python benchmarks/transfer.py [--quick] [--markdown]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from statistics import fmean, median
from time import process_time

from arcwise.ebl import (
    Course,
    Escapes,
    Focused,
    Learner,
    MacroLibrary,
    MacroTable,
    TrainingRecord,
    train,
)
from arcwise.ebl.library import table_arcs
from arcwise.experiments.designs.utility.ledger import Effort, judged
from arcwise.rules import State
from arcwise.rules.arc import Arc
from arcwise.rules.domains.sliding_tiles import SlidingTiles
from arcwise.search import (
    ALGORITHMS,
    SELECTIONS,
    Climber,
    Limits,
    Problem,
    Result,
    check_completeness,
    climb,
    improve,
    solve,
)
from arcwise.search.climbing.completeness import goals_by_blank
from arcwise.search.macros import with_unit_macro_costs
from arcwise.search.orders import BLANK_FIRST
from parberry import parberry
from tables import COLUMNS, Line, Lines, at_most, every, not_run, show
from timing import by_the_clock, finished, timed

TILES = SlidingTiles()
SEEDS = 20
MOST = Limits(nodes=10**6)
TRIAL = 1000
"""The seed of the problems on which macros are tried before they are kept."""

SIZES = ((2, 3), (3, 2), (3, 3), (4, 4))


def boards(size: int, seed: int, count: int) -> list[tuple[int | str, ...]]:
    """Random boards of ``size`` rows and columns."""
    return [TILES.draw((size, size), Random(f"test:{seed}:{number}")) for number in range(count)]


@cache
def learned(seed: int) -> tuple[MacroLibrary, list[TrainingRecord]]:
    """What is learned on boards up to 4x4, and how."""
    library = MacroLibrary(TILES)
    return library, list(train(Escapes(), library, Course(SIZES[-1], SIZES, seed=seed)))


@dataclass(frozen=True)
class Learned:
    """What learning with one seed came to; means over problems of the 24-puzzle, all of which were climbed without search.

    Parameters
    ----------
    looked_at, moves
        Operators looked at, and moves of the plan, by selection.
    before
        Operator applications of climbing before learning, every escape searched.
    practised, spent
        Training problems until nothing new came; what was looked at in them, searches included.
    learned, macros
        How many were learned, and how many there are with their images.
    """

    looked_at: dict[str, float]
    moves: dict[str, float]
    before: float
    practised: int
    spent: int
    learned: int
    macros: int


def learned_with(seed: int, problems: int = 20, goals: int | None = None) -> Learned:
    """Learn, climb with what was learned, and prove it complete for every goal, or for a few."""
    library, records = learned(seed)
    looked_at, moves = {}, {}
    for select in SELECTIONS:
        climber = Climber(TILES, (5, 5), library.schemas, select=select)
        found = [
            finished(climb(climber, board, engine="python")) for board in boards(5, seed, problems)
        ]
        assert all(one.solved and one.climb.plan.replay() == TILES.goal((5, 5)) for one in found)
        assert not any(one.climb.escapes for one in found)
        looked_at[select] = fmean(one.looked_at for one in found)
        moves[select] = fmean(one.climb.plan.moves for one in found)
    primitive = Climber(TILES, (5, 5), select="first")
    effort = Limits(nodes=2_000_000)
    few = boards(5, seed, min(3, problems))
    before = [finished(climb(primitive, board, escape=effort)) for board in few]
    rules = frozenset(macro.canonical for macro in library)
    if rules not in _PROVED:  # many seeds teach the same
        for goal in islice(goals_by_blank(TILES, (5, 5)), goals):
            assert check_completeness(library.climber((5, 5), goal=goal)).complete
        _PROVED.add(rules)
    return Learned(
        *(looked_at, moves, fmean(one.looked_at for one in before), len(records)),
        sum(one.outcome.applications for one in records),
        *(sum(macro.image is None for macro in library), len(library)),
    )


_PROVED: set[frozenset[object]] = set()


def learning(quick: bool) -> Lines:
    """The 24-puzzle after learning, and what learning took, beside MICRO-HILLARY; medians over seeds."""
    seeds = [learned_with(0, 1, 1)] if quick else [learned_with(seed) for seed in range(SEEDS)]

    def middle(of: Callable[[Learned], float]) -> float:
        return median(map(of, seeds))

    what = "24-puzzle, operator applications, all looked at:"
    for select in SELECTIONS:
        at = middle(lambda one, s=select: one.looked_at[s])  # type: ignore[misc]
        yield at_most(f"{what} {select}", at, 1000, beside="1,540")
    yield Line(f"{what} before", f"{middle(lambda one: one.before):,.0f}", "", "711,545")
    for select in SELECTIONS:
        length = middle(lambda one, s=select: one.moves[s])  # type: ignore[misc]
        yield Line(f"24-puzzle, moves of the plan: {select}", f"{length:,.0f}")
    practised, spent = middle(lambda one: one.practised), middle(lambda one: one.spent)
    yield at_most("training problems until nothing new comes", practised, 63, beside="63")
    said = "operator applications of learning, searches included"
    yield at_most(said, spent, 859_497, beside="859,497")
    images = f"{middle(lambda one: one.macros):,.0f} with images under symmetries"
    yield Line("macros learned", f"{middle(lambda one: one.learned):,.0f}, {images}", "", "14")


def spent(learner: Learner, library: MacroLibrary, shape: tuple[int, int]) -> int:
    """Learn on one board; operator applications."""
    records = train(learner, library, Course(shape, (shape,)))
    return sum(one.outcome.applications for one in records)


def goal_count(quick: bool) -> Lines:
    """States generated by greedy search on the 15-puzzle, goal count, macros at unit cost, newest first of equals.

    A macro table is a solver: its entries have conditions on all cells filled before, so that few apply anywhere. Published
    operators without such conditions are compared with schemas without them.
    """
    shape = (4, 4)
    puzzle = TILES.theory(shape)
    starts = [b for seed in range(1 if quick else 5) for b in boards(4, seed, 5 if quick else 40)]
    focused = MacroLibrary(TILES)
    effort = spent(Focused(filters=()), focused, shape)
    arcs = list(focused.arcs(puzzle))
    yield _greedy("all focused macros", arcs, starts, effort, None, "5,890")
    fewer, tried = _paying(arcs, 5 if quick else 100)
    yield _greedy("those that pay in a trial", fewer, starts, effort + tried, 1500, "5,890")
    yield _greedy("primitive moves", [], starts, 0, None, "")
    korf = MacroLibrary(TILES, order=BLANK_FIRST, table=True)
    effort = spent(MacroTable(alternatives=1), korf, shape)
    ordered = Climber(TILES, shape, korf.schemas, order=BLANK_FIRST).goal
    arcs = table_arcs(ordered, TILES, shape, korf.schemas)
    yield _greedy(
        "a solver: macro table, with its entries' conditions", arcs, starts, effort, None, ""
    )


def _paying(arcs: Sequence[Arc], problems: int) -> tuple[list[Arc], int]:
    """The macros that a trial keeps, as forgetting judges them, on problems of its own; its operator applications."""
    starts = boards(4, TRIAL, problems)
    spent = 0

    def measure(names: Sequence[str]) -> Effort:
        nonlocal spent
        results = _searched([arc for arc in arcs if arc.name in names], starts)
        spent += sum(one.statistics.operator_applications for one in results)
        unsolved = sum(not one.solved for one in results)
        return Effort(unsolved, fmean(one.statistics.generated for one in results))

    names = list(dict.fromkeys(arc.name for arc in arcs))
    kept = {one.name for one in judged(names, measure) if not one.dropped}
    return [arc for arc in arcs if arc.name in kept], spent


def _searched(arcs: Sequence[Arc], starts: Sequence[State]) -> list[Result]:
    """Greedy searches with goal count."""
    theory = with_unit_macro_costs(TILES.theory((4, 4)).with_macros(arcs))
    greedy, goal = ALGORITHMS["greedy"].adjusted(ties="newest"), TILES.goal((4, 4))
    return [
        finished(solve(Problem(theory, b, goal), greedy, heuristic="misplaced", limits=MOST))
        for b in starts
    ]


def _greedy(
    name: str, arcs: list[Arc], starts: Sequence[State], effort: int, most: int | None, beside: str
) -> Line:
    results = _searched(arcs, starts)
    generated = [one.statistics.generated for one in results if one.solved]
    if not generated:
        return not_run(f"15-puzzle, greedy, goal count, {name}", "nothing was solved")
    mean, all_solved = fmean(generated), len(generated) == len(results)
    return Line(
        f"15-puzzle, greedy, goal count, states generated: {name}",
        f"{mean:,.0f}, median {median(generated):,.0f}, {len(generated)} of {len(results)} solved, "
        f"{len(arcs):,} arcs, learning {effort:,}",
        "" if most is None else f"<= {most:,}",
        beside,
        None if most is None else mean <= most and all_solved,
    )


def greedy(starts: Sequence[State], size: int) -> float:
    """Mean number of moves of Parberry's algorithm as a multiple of the size's cube, of up to 20 boards of up to 50x50."""
    if size > 50:
        return 8 / 3
    return (
        fmean(parberry(TILES, (size, size), start).climb.plan.moves for start in starts) / size**3
    )


def sizes(quick: bool) -> Lines:
    """Boards up to 100x100 by climbing with macros learned on boards up to 4x4, without search."""
    library, _ = learned(0)
    for size in (3, 6, 10) if quick else (*range(3, 11), 20, 50, 100):
        shape, count = (size, size), 3 if quick else 20 if size <= 20 else 5
        starts = boards(size, 0, count)
        beside = f"Parberry: {greedy(starts, size):.2f} N^3"
        for select in SELECTIONS:
            climber = Climber(TILES, shape, library.schemas, select=select)
            climb(climber, starts[0])  # what is made ready once does not count
            found = [timed(climb, climber, start, engine="native") for start in starts]
            for _, one in found:
                finished(one)
            good = [
                one.solved
                and not one.climb.escapes
                and one.climb.plan.replay() == TILES.goal(shape)
                for _, one in found
            ]
            moves = fmean(one.climb.plan.moves for _, one in found) / size**3
            taken = median(seconds for seconds, _ in found)
            note = f"{moves:.2f} N^3 moves, {1000 * taken:.1f} ms"
            yield every(f"{size}x{size}, {select}", sum(good), count, note=note, beside=beside)


def improved(quick: bool) -> Lines:
    """How short plans get in a given time on one core; on a busy machine they are given as much more by the clock."""
    library, _ = learned(0)
    asked = ((10, 1, 20, 1.55), (20, 1, 5, 1.85), (20, 10, 2, 1.70), (50, 6, 2, 1.95))
    for size, seconds, count, wanted in ((10, 0.3, 1, 2.67),) if quick else asked:
        climber = Climber(TILES, (size, size), library.schemas, select="best")
        plans = [climb(climber, start).climb.plan for start in boards(size, 0, count)]
        began = process_time()
        shorter = [
            finished(improve(plan, Limits(time=by_the_clock(seconds)), climber=climber)).plan
            for plan in plans
        ]
        spent = (process_time() - began) / count
        assert all(plan.replay() == TILES.goal((size, size)) for plan in shorter)
        before, after = (fmean(p.moves for p in some) / size**3 for some in (plans, shorter))
        what = f"N = {size}, {seconds:g} s of CPU: moves / N^3"
        beside = f"{before:.2f} before; took {spent:.1f} s of CPU a board"
        yield at_most(what, after, wanted, beside=beside, digits=2)


PARTS = {
    "24-puzzle after learning, medians over seeds": learning,
    "15-puzzle, macros in greedy search": goal_count,
    "N x N by climbing": sizes,
    "N x N, plans improved": improved,
}


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few problems")
    parser.add_argument("--markdown", action="store_true")
    asked = parser.parse_args()
    for title, part in PARTS.items():
        cells = [one.cells for one in part(asked.quick)]
        show(title, COLUMNS, cells, markdown=asked.markdown)


if __name__ == "__main__":
    main()
