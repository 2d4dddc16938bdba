"""Learning that transfers: schemas learned on small boards, used on large ones, against published figures.

usage: python benchmarks/transfer.py [SEEDS]
"""

from __future__ import annotations

import sys
from random import Random
from statistics import fmean, median
from time import process_time

from arcwise.ebl import Course, Learner, MacroLibrary, TrainingRecord, train
from arcwise.ebl.learners.escapes import ESCAPES
from arcwise.ebl.learners.focused import FOCUSED
from arcwise.ebl.learners.macro_table import MACRO_TABLE
from arcwise.ebl.placing import table_arcs
from arcwise.rules.arc import Arc
from arcwise.rules.domains.table import SlidingTiles
from arcwise.search import (
    ALGORITHMS,
    Climber,
    Limits,
    Problem,
    check_completeness,
    climb,
    improve,
    solve,
)
from arcwise.search.climbing.climber import SELECTIONS
from arcwise.search.climbing.completeness import goals_by_blank
from arcwise.search.orders.order import BLANK_FIRST
from arcwise.search.solve import with_unit_macro_costs
from rich.console import Console
from rich.table import Table

TILES = SlidingTiles()
SIZES = ((2, 3), (3, 2), (3, 3), (4, 4))


def boards(size: int, seed: int, count: int) -> list[tuple[int | str, ...]]:
    """Random boards of ``size`` rows and columns."""
    return [TILES.draw((size, size), Random(f"test:{seed}:{number}")) for number in range(count)]


def learned(seed: int) -> tuple[MacroLibrary, list[TrainingRecord]]:
    """What is learned on boards up to 4x4, and how."""
    library = MacroLibrary(TILES)
    return library, list(train(ESCAPES, library, Course(SIZES[-1], SIZES, seed=seed)))


def learning(seeds: int) -> MacroLibrary:
    """The 24-puzzle after learning, and what learning took; prints a table. The library of the first seed."""
    rows = []
    libraries = []
    proved: set[frozenset[object]] = set()
    for seed in range(seeds):
        library, records = learned(seed)
        libraries.append(library)
        found = {}
        for select in SELECTIONS:
            climber = Climber(TILES, (5, 5), library.schemas, select=select)
            found[select] = [
                climb(climber, board, engine="python") for board in boards(5, seed, 20)
            ]
            assert all(
                one.solved and one.plan.replay() == TILES.goal((5, 5)) for one in found[select]
            )
        primitive = Climber(TILES, (5, 5), select="first")
        effort = Limits(nodes=2_000_000)
        before = [climb(primitive, board, escape=effort) for board in boards(5, seed, 3)]
        rows.append(
            (
                *(fmean(one.looked_at for one in found[select]) for select in SELECTIONS),
                *(fmean(one.plan.moves for one in found[select]) for select in SELECTIONS),
                fmean(one.looked_at for one in before),
                len(records),
                sum(one.outcome.applications for one in records),
                sum(macro.image is None for macro in library),
                len(library),
            )
        )
        rules = frozenset(macro.canonical for macro in library)
        if rules not in proved:  # many seeds teach the same
            for goal in goals_by_blank(TILES, (5, 5)):
                assert check_completeness(library.climber((5, 5), goal=goal)).complete
        proved.add(rules)
    table = Table(title=f"24-puzzle, learned on boards up to 4x4, medians over {seeds} seeds")
    for column in ("what", "arcwise", "published", "wanted"):
        table.add_column(column, justify="left" if column == "what" else "right")
    values = [median(column) for column in zip(*rows, strict=True)]
    for (what, published, wanted), value in zip(
        (
            ("operator applications per problem, all looked at: first", "1,540", "<= 1,000"),
            ("   best, the default", "1,540", "<= 1,000"),
            ("length of the plan: first", "", ""),
            ("   best", "", ""),
            ("before learning: the same climbing, every escape searched", "711,545", ""),
            ("training problems to quiescence", "63", "fewer"),
            ("operator applications of learning, all looked at", "859,497", "fewer"),
            ("macros learned", "14", ""),
            ("   with their images under symmetries", "", ""),
        ),
        values,
        strict=True,
    ):
        table.add_row(what, f"{value:,.0f}", published, wanted)
    Console().print(table)
    return libraries[0]


def spent(learner: Learner, library: MacroLibrary, shape: tuple[int, int]) -> int:
    """Learn on one board; operator applications."""
    records = train(learner, library, Course(shape, (shape,), alternatives=1))
    return sum(one.outcome.applications for one in records)


def goal_count(seeds: int) -> None:
    """Greedy best-first search with goal count on the 15-puzzle, macros at unit cost, newest first of equals; prints tables.

    A macro table is a solver: its entries have conditions on all cells filled before, so that few apply anywhere. Published
    operators without such conditions are compared with schemas without them.
    """
    shape = (4, 4)
    puzzle, goal = TILES.theory(shape), TILES.goal(shape)
    focused = MacroLibrary(TILES)
    effort = spent(FOCUSED, focused, shape)
    korf = MacroLibrary(TILES, order=BLANK_FIRST)
    table_effort = spent(MACRO_TABLE, korf, shape)
    ordered = Climber(TILES, shape, korf.schemas, order=BLANK_FIRST).goal
    conditions: dict[str, tuple[list[Arc], int, str]] = {
        "primitive moves": ([], 0, ""),
        "focused schemas, placed": (list(focused.arcs(puzzle)), effort, "5,890"),
        "a solver: macro table, with its entries' conditions": (
            table_arcs(ordered, TILES, shape, korf.schemas),
            table_effort,
            "",
        ),
    }
    table = Table(title=f"15-puzzle, greedy, goal count, {40 * seeds} problems: states generated")
    for column in (
        *("macros", "arcs", "mean", "median", "solved", "learning: applications", "published"),
    ):
        table.add_column(column, justify="left" if column == "macros" else "right")
    greedy = ALGORITHMS["greedy"].adjusted(ties="newest")
    for name, (arcs, cost, published) in conditions.items():
        theory = with_unit_macro_costs(puzzle.with_macros(arcs))
        results = [
            solve(
                Problem(theory, b, goal),
                greedy,
                heuristic="misplaced",
                limits=Limits(nodes=10**6),
            )
            for seed in range(seeds)
            for b in boards(4, seed, 40)
        ]
        generated = [r.statistics.generated for r in results if r.solved]
        table.add_row(
            name,
            f"{len(arcs):,}",
            f"{fmean(generated):,.0f}",
            f"{median(generated):,.0f}",
            f"{len(generated)}/{len(results)}",
            f"{cost:,}",
            published,
        )
    Console().print(table)
    Console().print(
        "published: focused macros 5,890 on average over 40 problems (Allen et al. 2021); wanted: <= 1,500\n"
    )


def sizes(library: MacroLibrary) -> None:
    """Boards up to 100x100 by climbing; prints a table."""
    table = Table(title="N x N by climbing with macros learned on boards up to 4x4, no search")
    for column in (
        "N",
        "solved",
        "moves/N^3, first",
        "best",
        "s, first",
        "s, best",
    ):
        table.add_column(column, justify="right")
    for size in (*range(3, 11), 20, 50, 100):
        count = 20 if size <= 20 else 5
        starts = boards(size, 0, count)
        shape = (size, size)
        found = {}
        for select in SELECTIONS:
            climber = Climber(TILES, shape, library.schemas, select=select)
            climb(climber, starts[0])  # what is made ready once does not count
            found[select] = [climb(climber, start, engine="native") for start in starts]
        solved = [one.solved for one in (*found["first"], *found["best"])]
        for one in found["best"][: 1 if size > 20 else count]:
            assert one.plan.replay() == TILES.goal(shape)
        table.add_row(
            str(size),
            f"{100 * fmean(solved):.0f} %",
            *(f"{fmean(o.plan.moves for o in found[s]) / size**3:.2f}" for s in SELECTIONS),
            *(f"{median(o.statistics.elapsed for o in found[s]):.4f}" for s in SELECTIONS),
        )
    Console().print(table)
    Console().print(
        "published: Parberry's greedy algorithm 8/3 N^3 = 2.67 N^3 moves on average; 0.12 s for one 50x50 in C++\n"
    )


def improved(library: MacroLibrary) -> None:
    """How short plans get in a given time; prints a table."""
    table = Table(title="N x N, plans of climbing improved for a given time on one core")
    for column in ("N", "boards", "for, s", "moves/N^3, before", "after", "wanted", "CPU, s"):
        table.add_column(column, justify="right")
    for size, seconds, count, wanted in (
        (10, 1, 20, 1.55),
        (20, 1, 5, 1.85),
        (20, 10, 2, 1.70),
        (50, 6, 2, 1.95),
    ):
        climber = Climber(TILES, (size, size), library.schemas, select="best")
        plans = [climb(climber, start).plan for start in boards(size, 0, count)]
        began = process_time()
        shorter = [improve(plan, Limits(time=seconds), climber=climber).plan for plan in plans]
        spent = (process_time() - began) / count
        assert all(plan.replay() == TILES.goal((size, size)) for plan in shorter)
        before, after = (fmean(p.moves for p in some) / size**3 for some in (plans, shorter))
        table.add_row(
            *(str(size), str(count), str(seconds), f"{before:.2f}", f"{after:.2f}"),
            *(f"<= {wanted:.2f}", f"{spent:.1f}"),
        )
    Console().print(table)


def main() -> None:
    """Print all tables."""
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    library = learning(seeds)
    goal_count(max(1, seeds // 4))
    sizes(library)
    improved(library)


if __name__ == "__main__":
    main()
