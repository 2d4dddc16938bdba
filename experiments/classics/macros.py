"""Classics of macro-operators: Korf's tables, MICRO-HILLARY, focused macros."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import fmean, median

from ...ebl.learner import read_order
from ...ebl.learners.escapes import Escapes
from ...ebl.learners.focused import Focused
from ...ebl.learners.macro_table import MacroTable
from ...ebl.whole_table import WholeTable
from ...search.climbing.climber import Climber
from ...search.limits import Limits
from ..configuration import Configuration
from ..designs.figures import Measured
from ..designs.learn import Learning, learn
from .classic import Classic, PaperClaim, built_in, climbed, mean, number, rows_of

KORF = "Korf 1985"
KORF_PAPER = "Macro-operators: a weak method for learning. Artificial Intelligence 26, 35-77"
KORF_ORDER = "5,1,2,3,6,9,8,7,4"
"""Cells of the 8-puzzle: the blank in the centre, then the tiles around it from a corner."""

NOT_READ = "Only the abstract could be read."
COUNTED = "The figure follows by counting: a macro for every place that a symbol can come from, when its turn comes."


def korf() -> Iterator[Classic]:
    """The tables of Korf's paper whose sizes are known."""
    yield Classic(
        KORF,
        "a table of macros for the 8-puzzle, each for a subgoal and a place, solves every board without search",
        {},
        {"macros": 35, "mean moves": 39.78, "most moves": 64, "longest macro": 14},
        _eight_puzzle,
        remark="Recomputed by an independent program; agrees with the figures remembered from Korf 1985, of which only the abstract "
        "could be read.",
        name="korf-8-puzzle",
        paper=KORF_PAPER,
        commands=(
            f"learn 8-puzzle --learner macro-table --subgoals {KORF_ORDER} --alternatives 1 -o korf.pl",
            "explain korf.pl",
        ),
        assumed="The blank's home is the centre, tiles 1 to 8 lie around it, and subgoals are the blank, then 1 to 6. All positions are "
        "equally likely, and a macro that is not needed counts 0 moves. From other orders come other means: --subgoals.",
    )
    yield Classic(
        KORF,
        "so does a table for the 15-puzzle",
        {},
        {"macros": 119},
        lambda: _table_of("15-puzzle", "macros", "mean moves", "most moves"),
        remark=COUNTED,
        name="korf-15-puzzle",
        paper=KORF_PAPER,
        commands=(
            "learn 15-puzzle --learner macro-table --alternatives 1 -o fifteen.pl",
            "explain fifteen.pl",
        ),
        assumed=f"{NOT_READ} Rows are filled from above, the blank's home is the last cell; means depend on that.",
    )
    yield Classic(
        KORF,
        "so does one for the 2x2x2 cube, one cubie being fixed",
        {},
        {"macros": 75},
        lambda: _table_of("cube:2", "macros", "mean moves", "most moves"),
        remark=COUNTED,
        name="korf-small-cube",
        paper=KORF_PAPER,
        commands=(
            "learn cube:2 --learner macro-table --alternatives 1 -o cube.pl",
            "explain cube.pl",
        ),
        assumed=f"{NOT_READ} Quarter turns are moves; the order of cubies is the one of fewest moves.",
    )
    yield Classic(
        KORF,
        "so does one for Rubik's cube",
        {},
        {"macros": 238},
        lambda: _table_of("cube:3-half", "macros", "mean moves", "most moves"),
        remark=f"{COUNTED} It is so if the edges are finished before the last two corners.",
        name="korf-cube",
        paper=KORF_PAPER,
        commands=(
            "learn cube:3-half --learner macro-table --alternatives 1 -o rubik.pl",
            "explain rubik.pl",
        ),
        assumed=f"{NOT_READ} A half turn is one move; the order of cubies is the one of fewest moves.",
    )
    yield Classic(
        KORF,
        "the Tower of Hanoi needs two macros for each disc",
        {},
        {f"{discs} discs": 2 * discs for discs in (3, 4, 5, 6)},
        _hanoi,
        remark="The figure follows by counting: each disc comes from two other pegs. The two moves of the smallest disc are single "
        "moves, which arcwise does not call macros; they are counted here.",
        name="korf-hanoi",
        paper=KORF_PAPER,
        commands=("learn hanoi:3x6 --learner escapes -o towers.pl",),
        assumed=f"{NOT_READ} The smallest disc is the first subgoal, which learner escapes finds by itself.",
    )


def _table(board: str, learner: MacroTable) -> WholeTable:
    table = WholeTable.of(learn(board, learner=learner).library)
    assert table is not None
    return table


def _figures_of(table: WholeTable) -> Measured:
    lengths = [moves for column in table.columns for moves in column.shortest]
    found: Measured = {"macros": len(lengths), "longest macro": max(lengths)}
    if table.mean is not None and table.most is not None:
        found |= {"mean moves": round(table.mean, 2), "most moves": table.most}
    return found


def _eight_puzzle() -> Measured:
    learner = MacroTable(subgoals=read_order(KORF_ORDER), alternatives=1)
    return _figures_of(_table("8-puzzle", learner))


def _table_of(board: str, *names: str) -> Measured:
    found = _figures_of(_table(board, MacroTable(alternatives=1)))
    return {name: found[name] for name in names if name in found}


def _hanoi() -> Measured:
    found: Measured = {}
    for discs in (3, 4, 5, 6):
        done = learn(f"hanoi:3x{discs}", learner="escapes")
        found[f"{discs} discs"] = len(done.library) + 2
    return found


HILLARY = "Finkelstein and Markovitch 1998"
HILLARY_PAPER = (
    "A selective macro-learning algorithm and its application to the NxN sliding-tile puzzle. "
    "Journal of Artificial Intelligence Research 8, 223-263"
)


def hillary(quick: bool) -> Iterator[Classic]:
    """MICRO-HILLARY on the 24-puzzle, and on one of its other domains."""
    names = ("applications of learning", "training problems", "macros", "longest macro")
    said = "the escapes from local minima, learned until nothing new comes, make climbing so much cheaper that learning pays at once"
    seeds = 1 if quick else 3
    for board, figures, short, setup in (
        (
            "24-puzzle",
            (859_497, 62.8, 15.32, 18.0, 711_545, 1540.0),
            "hillary-24-puzzle",
            "The paper practises on the 24-puzzle itself and has 100 sessions; arcwise practises on boards up to 4x4 and adds the images "
            "of macros under symmetries. Its heuristic counts the tiles in place, then distances, as the paper's RR does.",
        ),
        (
            "hanoi:3x5",
            (377_671, 76.2, 11.47, 16.0, 10_993, 156.0),
            "hillary-hanoi",
            "The paper counts rings that are not on the target peg; arcwise finds an order of discs, in which smaller ones "
            "come first. In that order climbing takes far less before learning, so that there is less to save.",
        ),
    ):
        yield Classic(
            HILLARY,
            f"{board.replace('hanoi:3x5', '5-Hanoi')}: {said}",
            dict(zip((*names, "applications before", "applications after"), figures, strict=True)),
            {},
            lambda board=board: _climbs(board, seeds, 1 if quick else 3),  # type: ignore[misc]
            "Tables 12-14 and of the other domains",
            f"medians over {seeds} seeds; operator applications, all that is looked at",
            name=short,
            paper=HILLARY_PAPER,
            claims=(
                PaperClaim(
                    "solving a problem takes at least ten times less after learning",
                    lambda m: (
                        number(m, "applications before") >= 10 * number(m, "applications after")
                    ),
                ),
                PaperClaim("a few dozen macros are enough", lambda m: number(m, "macros") <= 40),
                PaperClaim(
                    "no local minimum is met any more", lambda m: m["local minima met"] == 0
                ),
            ),
            commands=(
                f"learn {board} --learner escapes -o escapes.pl",
                f"check escapes.pl {board}",
                f"solve {board} --random 1 --macros escapes.pl --algorithm climb",
            ),
            assumed=setup,
        )


def _climbs(board: str, seeds: int, few: int) -> Measured:
    """Medians over seeds of what learning took, and of climbing before and after."""
    domain, shape = built_in(board)
    found: list[tuple[float, ...]] = []
    minima = 0
    for seed in range(seeds):
        done = learn(board, learner=Escapes(), configuration=Configuration(seed=seed))
        assert isinstance(done, Learning)
        starts = [domain.draw(shape, Random(f"{seed}:{number}")) for number in range(20)]
        library = done.library
        climber = library.climber(shape)
        after = [climbed(climber, start) for start in starts]
        minima += sum(met for _, met in after)
        primitive = Climber(domain, shape, order=library.order)
        before = [climbed(primitive, one, Limits(nodes=2_000_000)) for one in starts[:few]]
        found.append(
            (
                done.applications,
                len(done.records),
                len(library),
                max(macro.length for macro in library),
                fmean(looked_at for looked_at, _ in before),
                fmean(looked_at for looked_at, _ in after),
            )
        )
    names = ("applications of learning", "training problems", "macros", "longest macro")
    columns = (*names, "applications before", "applications after")
    medians = (round(median(column), 1) for column in zip(*found, strict=True))
    return {**dict(zip(columns, medians, strict=True)), "local minima met": minima}


def focused(quick: bool) -> Classic:
    """Focused macros in greedy search with goal count."""
    return Classic(
        "Allen, Katz, Klinger, Konidaris, Riemer, Tesauro 2021",
        "sequences of moves that change few cells, as macros of cost one, make greedy search with goal count generate fewer states",
        {},
        {},
        lambda: _focused(3 if quick else 20),
        name="allen-15-puzzle",
        paper="Efficient black-box planning using macro-actions with focused effects. IJCAI, 4024-4031",
        claims=(
            PaperClaim(
                "fewer states are generated with focused macros",
                lambda m: number(m, "generated, focused") < number(m, "generated, moves"),
            ),
            PaperClaim(
                "as many problems are solved, or more",
                lambda m: number(m, "solved, focused") >= number(m, "solved, moves"),
            ),
        ),
        commands=(
            "learn 15-puzzle --learner focused -o focused.pl",
            "compare 15-puzzle --random 1 --count 20 --macros focused.pl --algorithm greedy --heuristic misplaced --macro-cost unit",
        ),
        assumed="The paper's figures could not be read; its setup could, from its authors' code. 20,000 states are generated from each "
        "blank in place of 2,000, and up to 14 sequences kept in place of 12. Random sequences are not compared.",
    )


def _focused(problems: int) -> Measured:
    library = learn("15-puzzle", learner=Focused()).library
    how = Configuration(
        "greedy", heuristic="misplaced", macro_cost="unit", limits=Limits(nodes=100_000)
    )
    found = rows_of(
        "15-puzzle", {"moves": None, "focused": library}, problems, seed=1, configuration=how
    )
    figures: Measured = {"macros": len(library), "problems": problems}
    for name, rows in found.items():
        figures[f"solved, {name}"] = sum(row.solved for row in rows)
        figures[f"generated, {name}"] = mean(rows, "generated")
    return figures
