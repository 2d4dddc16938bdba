"""Solution length against states and against time: macros, beams and windows beside beam search and weighted A* without macros.

usage: python benchmarks/quality.py [--problems N] [--puzzles N...] [--picture FILE] [--markdown]

Seconds are of one processor, for a problem on the average; what is made ready once for a board does not count. A state is one
whose moves or macros were looked at, in searches of windows and in looking ahead too. The sentences below the table are
computed from its rows: lengths are compared problem by problem, with the best that an algorithm without macros came to, with
any of its parameters, in the same time, or with as many states.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path
from statistics import fmean, stdev

from arcwise.ebl import MacroLibrary
from arcwise.explorer.html.markup import Markup, el
from arcwise.explorer.html.pictures import across, log_scale, upward
from arcwise.explorer.text.numbers import duration
from arcwise.rules import State
from arcwise.search import ALGORITHMS, Climber, Limits, Problem, climb, improve, solve
from arcwise.search.intervals import t_interval
from rich.console import Console
from rich.progress import track
from tables import Line, Lines, show
from timing import finished, timed
from transfer import TILES, boards, learned

SIZES = (4, 5, 6, 7, 8)

MACROS = "macros, beams, windows"

NODES = 1_000_000
"""Expansions after which a search without macros has failed."""

IMPROVED = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
"""Seconds by the clock that plans are improved for; 0 before them is the climb alone."""

WITHOUT = {
    "beam, linear conflict": ("beam", "linear-conflict", "beam_width", (10, 100, 1000, 10_000)),
    "beam, Manhattan": ("beam", "manhattan", "beam_width", (10, 100, 1000, 10_000)),
    "weighted A*, linear conflict": (
        *("weighted-a-star", "linear-conflict", "weight"),
        (10.0, 5.0, 3.0, 2.0, 1.5),
    ),
    "weighted A*, Manhattan": ("weighted-a-star", "manhattan", "weight", (10.0, 5.0, 3.0, 2.0)),
}
"""Algorithm, heuristic, and the parameter that is varied."""


@dataclass(frozen=True)
class Point:
    """One algorithm with one parameter on the problems of one size.

    Parameters
    ----------
    size
        Rows and columns.
    method, setting
        The algorithm, and its parameter.
    moves
        Of each problem; infinitely many where none were found.
    states, seconds
        For a problem on the average, of those that were not solved too.
    """

    size: int
    method: str
    setting: float
    moves: tuple[float, ...]
    states: float
    seconds: float

    @property
    def solved(self) -> int:
        """How many problems."""
        return sum(one < inf for one in self.moves)

    @property
    def length(self) -> float | None:
        """Moves on the average of the problems solved; None where there are none."""
        known = [one for one in self.moves if one < inf]
        return fmean(known) if known else None

    @property
    def puzzle(self) -> str:
        """What people call it."""
        return f"{self.size**2 - 1}-puzzle"

    @property
    def cells(self) -> tuple[str, ...]:
        """A row of the table."""
        said = f"{self.setting:g}" + (" s" if self.method == MACROS else "")
        length = "-" if self.length is None else f"{self.length:.1f}"
        return (
            *(self.puzzle, self.method, said, f"{self.solved} of {len(self.moves)}"),
            *(length, f"{self.states:,.0f}", f"{1000 * self.seconds:,.2f}"),
        )


COLUMNS = ("puzzle", "method", "setting", "solved", "moves", "states", "CPU, ms")


@cache
def library() -> MacroLibrary:
    """What was learned on boards up to 4x4."""
    return learned(0)[0]


def point(size: int, method: str, setting: float, starts: Sequence[State]) -> Point:
    """Solve the problems one after the other; every plan is replayed."""
    run = _with_macros(size, setting) if method == MACROS else _without(size, method, setting)
    run(starts[0])  # what is made ready once
    found = [timed(run, start) for start in starts]
    moves, states = zip(*(result for _, result in found), strict=True)
    return Point(size, method, setting, moves, fmean(states), fmean(time for time, _ in found))


def _with_macros(size: int, seconds: float) -> Callable[[State], tuple[float, int]]:
    shape = (size, size)
    climber = Climber(TILES, shape, library().schemas, select="best")

    def run(start: State) -> tuple[float, int]:
        found = finished(climb(climber, start))
        plan, states = found.climb.plan, found.statistics.expanded
        if seconds:
            improved = finished(improve(plan, Limits(time=seconds), climber=climber))
            plan, states = improved.plan, states + improved.expanded
        assert plan.replay() == TILES.goal(shape)
        return plan.moves, states

    return run


def _without(size: int, method: str, setting: float) -> Callable[[State], tuple[float, int]]:
    name, heuristic, parameter, _ = WITHOUT[method]
    algorithm = ALGORITHMS[name].adjusted(**{parameter: setting})  # type: ignore[arg-type]
    theory, goal = TILES.theory((size, size)), TILES.goal((size, size))

    def run(start: State) -> tuple[float, int]:
        problem = Problem(theory, start, goal)
        limits = Limits(nodes=NODES)
        found = finished(solve(problem, algorithm, heuristic=heuristic, limits=limits))
        return found.moves if found.solved else inf, found.statistics.expanded

    return run


def points(
    sizes: Iterable[int], problems: int, *, most_seconds: float = IMPROVED[-1], widest: int = 10_000
) -> Iterator[Point]:
    """All methods on random problems of every size.

    Parameters
    ----------
    sizes, problems
        Rows and columns of the boards, and how many of each.
    most_seconds, widest
        For how long plans are improved, and how wide beams are, at most.
    """
    for size in sizes:
        starts = boards(size, 0, problems)
        for seconds in (0.0, *IMPROVED):
            if seconds <= most_seconds:
                yield point(size, MACROS, seconds, starts)
        for method, (name, _, _, settings) in WITHOUT.items():
            for setting in settings:
                if name != "beam" or setting <= widest:
                    yield point(size, method, setting, starts)


SHORTER, LONGER, ALIKE, ALONE = "shorter", "longer", "no difference", "no others"


def compared(one: Point, others: Iterable[Point], effort: str) -> str:
    """How plans compare with the best that others came to with as much effort, by a 95 % interval; `ALONE` where none solved all.

    Parameters
    ----------
    effort
        ``seconds`` or ``states``.
    """
    best = best_within(others, effort, getattr(one, effort))
    if best is None:
        return ALONE
    differences = [a - b for a, b in zip(one.moves, best.moves, strict=True)]
    if len(differences) < 2:
        return ALIKE
    error = stdev(differences) / len(differences) ** 0.5
    low, high = t_interval(fmean(differences), error, len(differences) - 1)
    return SHORTER if high < 0 else LONGER if low > 0 else ALIKE


def best_within(others: Iterable[Point], effort: str, most: float) -> Point | None:
    """Of those that solved all with at most so much effort, without macros, that with the shortest plans."""
    rivals = [
        one
        for one in others
        if one.method != MACROS and one.solved == len(one.moves) and getattr(one, effort) <= most
    ]
    return min(rivals, key=lambda one: one.length or inf, default=None)


def sentences(found: Sequence[Point]) -> Iterator[str]:
    """What follows from the rows: how plans with macros compare."""
    for effort, words in (("seconds", "in the same time"), ("states", "with as many states")):
        said: dict[str, list[str]] = {}
        for here in by_size(found):
            verdicts = [compared(one, here, effort) for one in here if one.method == MACROS]
            counts = [
                f"{name} {verdicts.count(name)}"
                for name in (ALONE, SHORTER, ALIKE, LONGER)
                if name in verdicts
            ]
            said.setdefault(f"{', '.join(counts)} (of {len(verdicts)})", []).append(here[0].puzzle)
        parts = [f"{', '.join(puzzles)}: {counts}" for counts, puzzles in said.items()]
        yield f"plans with macros against the shortest without, {words}: {'; '.join(parts)}"


def by_size(found: Sequence[Point]) -> list[list[Point]]:
    """The points of every size."""
    sizes = sorted({one.size for one in found})
    return [[one for one in found if one.size == size] for size in sizes]


STYLE = (
    "text{font:12px sans-serif;fill:#333;stroke:none}.axis-title,.title{font-weight:600}.grid{stroke:#ddd}"
    "path{fill:none;stroke-width:2}circle{stroke:none}"
)
COLOURS = ("#c0392b", "#1f5fa8", "#6fa8dc", "#2e7d32", "#8bc34a")
WIDE, HIGH = 420, 250


def picture(found: Sequence[Point]) -> str:
    """A row of two charts for every size: moves over seconds, and over states; only of what solved every problem."""
    names = [MACROS, *WITHOUT]
    parts: list[Markup] = [el("style", STYLE), el("rect", width="100%", height="100%", fill="#fff")]
    for number, name in enumerate(names):
        x = 20 + 165 * number
        parts.append(el("circle", cx=x, cy=16, r=4, fill=COLOURS[number]))
        parts.append(el("text", name, x=x + 9, y=20))
    groups = by_size([one for one in found if one.solved == len(one.moves)])
    for row, here in enumerate(groups):
        for column, effort in enumerate(("seconds", "states")):
            place = f"translate({WIDE * column} {34 + HIGH * row})"
            parts.append(el("g", _chart(here, effort, names), transform=place))
    height = 34 + HIGH * len(groups)
    return el(
        "svg",
        parts,
        xmlns="http://www.w3.org/2000/svg",
        viewbox=f"0 0 {2 * WIDE} {height}",
        role="img",
        aria_label="; ".join(sentences(found)),
    )


def _chart(here: Sequence[Point], effort: str, names: Sequence[str]) -> list[Markup]:
    left, right, top, bottom = 60, WIDE - 16, 22, HIGH - 40
    x = log_scale([getattr(one, effort) for one in here], left, right)
    y = log_scale([one.length or 1 for one in here], bottom, top)
    words = "CPU time a problem" if effort == "seconds" else "states a problem"
    parts = [
        el("text", here[0].puzzle, x=left, y=14, class_="title"),
        across(x, top, bottom, words, duration) if effort == "seconds" else across(x, top, bottom, words),
        upward(y, left, right, "moves"),
    ]  # fmt: skip
    for number, name in enumerate(names):
        spots = sorted(
            (x(getattr(one, effort)), y(one.length or 1)) for one in here if one.method == name
        )
        if spots:
            line = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in spots)
            parts.append(el("path", d=line, stroke=COLOURS[number]))
            parts += [el("circle", cx=a, cy=b, r=3, fill=COLOURS[number]) for a, b in spots]
    return parts


def lines(quick: bool) -> Lines:
    """What `figures.py` prints."""
    found = list(points((4,), 3, most_seconds=0.01, widest=100) if quick else points(SIZES, 10))
    for one in found:
        if one.method == MACROS and one.length is not None:
            best = best_within((o for o in found if o.size == one.size), "seconds", one.seconds)
            beside = "no other solves all in this time"
            if best is not None:
                beside = (
                    f"{best.length:.1f}, {best.method} {best.setting:g}, {duration(best.seconds)}"
                )
            said = f"{one.length:.1f} moves, {duration(one.seconds)}, {one.states:,.0f} states"
            yield Line(f"{one.puzzle}, improved for {one.setting:g} s", said, "", beside)
    for sentence in sentences(found):
        yield Line("what follows", sentence)


def main() -> None:
    """Print the table, and draw the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", type=int, default=10)
    parser.add_argument("--puzzles", type=int, nargs="+", default=[n * n - 1 for n in SIZES])
    parser.add_argument("--picture", type=Path, help="an SVG file to write")
    parser.add_argument("--markdown", action="store_true")
    asked = parser.parse_args()
    sizes = [size for size in range(3, 20) if size * size - 1 in asked.puzzles]
    found: list[Point] = []
    try:
        for one in track(
            points(sizes, asked.problems),
            "searching",
            len(sizes) * (1 + len(IMPROVED) + sum(len(row[-1]) for row in WITHOUT.values())),
            console=Console(stderr=True),
            transient=True,
        ):
            found.append(one)  # noqa: PERF402 - what is found is kept when it is interrupted
    except KeyboardInterrupt:
        print("interrupted; what was measured:")
    if not found:
        return
    cells = [one.cells for one in found]
    title = f"Length of solutions, {asked.problems} random problems each"
    show(title, COLUMNS, cells, left=2, markdown=asked.markdown)
    print("\n".join(sentences(found)))
    if asked.picture:
        asked.picture.write_text(picture(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
