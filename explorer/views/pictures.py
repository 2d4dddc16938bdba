"""Pictures of what was measured, each with its numbers.

In this file:

- One algorithm before and after learning: means, problems solved over expansions, lengths of solutions, every problem.
- Ratios with their intervals: after over before, with macros over without.
- Searching over the number of macros; what each macro saves.
- Several runs: problems solved over time, and the same problems in two runs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil

from ...experiments.result_set import AFTER, BEFORE
from ...experiments.row import PROPERTIES, Row
from ...experiments.statistics.across_runs import AcrossRuns, Pairwise, Series
from ...experiments.statistics.comparison import Comparison, is_one_of
from ...experiments.statistics.estimate import INTERVAL, RATIO, Estimate, Mean, Pair, mean_of
from ...experiments.statistics.summary import Summary
from ...experiments.statistics.verdict import Verdict, Work, amount
from ...experiments.store import LedgerRow
from ...rules.text.words import counted, listed
from ...rules.view import Axis, Bars, Dots, Mark, Picture, Stairs, Table, Whisker
from ..text.numbers import (
    ESTIMATED,
    duration,
    estimate_texts,
    number,
    round_step,
    rounded,
    short,
    span,
)
from ..text.numbers import (
    ratio as ratio_text,
)

PAIRS = "random pairs"
"""The problems of a comparison beyond those asked for."""

CONDITIONS = (BEFORE, AFTER)

BOTH = ((BEFORE, "before: without macros"), (AFTER, "after: with macros"))

VERDICTS = (
    ("dot pays", "pays"),
    ("dot does-not-pay", "does not pay"),
    ("dot too-few", "anything else"),
)

WORTH = (("pays", "saves work"), ("does-not-pay", "costs work"))


def bars(comparison: Comparison) -> Picture:
    """Means before and after, with 95% intervals, over the problems solved both times."""
    means: dict[str, list[Mean]] = {}
    for measure in PROPERTIES:  # not every engine tells everything
        found = estimates(comparison, measure) if measure in comparison.estimates else None
        if found is not None:
            means[measure] = found
    same = [[one.mean for one in means.get(name, [])] for name in ("cost", "moves")]
    drawn = [measure for measure in means if measure != "cost" or same[0] != same[1]]
    marks: list[Mark] = []
    for side, look in enumerate(CONDITIONS):
        each = [means[measure][side] for measure in drawn]
        texts = [
            duration(one.mean) if measure == "elapsed" else number(one.mean)
            for measure, one in zip(drawn, each, strict=True)
        ]
        spots = [(row, one.mean) for row, one in enumerate(each)]
        marks.append(Bars(spots, look, (side, 2), texts))
        marks += [
            Whisker(row, *one.interval, "error", (side, 2))
            for row, one in enumerate(each)
            if one.interval is not None
        ]
    problems = counted(len(comparison.both), "problem")
    said = [
        f"{PROPERTIES[measure]} {number(one.mean, measure)} and {number(other.mean, measure)}"
        for measure, (one, other) in means.items()
    ]
    return Picture(
        "What does a search take?",
        f"Means over the {problems} solved both times, with 95% intervals. Bars are compared within a measure only.",
        marks,
        Axis(),
        rows=tuple(_name(measure) for measure in drawn),
        own_scales=True,
        label=f"Before and after: {'; '.join(said)}.",
        legend=BOTH,
        table=Table(
            [*("measure", "before", "interval", "after", "interval"), *ESTIMATED[2:]],
            [_bar_row(comparison.estimates[name], name, pair) for name, pair in means.items()],
            f"{title_of(comparison)}: means over {problems} solved both times",
        ),
        name="bars",
    )


def _name(measure: str) -> str:
    """A property without its unit."""
    return PROPERTIES[measure].split(" (")[0]


def _axis(measure: str, title: str = "") -> Axis:
    """A logarithmic axis of a property."""
    return Axis(title or _name(measure), log=True, unit="s" if measure == "elapsed" else "")


def _bar_row(change: Estimate, measure: str, pair: list[Mean]) -> list[str]:
    before, after, *others = estimate_texts(change)
    ends = (_ends(one, measure) for one in pair)
    return [PROPERTIES[measure], before, next(ends), after, next(ends), *others]


def estimates(comparison: Comparison, measure: str) -> list[Mean] | None:
    """The means of one measure before and after, with intervals, over the problems solved both times."""
    both = [known for pair in comparison.both if (known := pair.values(measure)) is not None]
    found = [mean_of([[float(values[place]) for values in both]]) for place in (0, 1)]
    return [one for one in found if one is not None] or None


def measure_of(result: Row, measure: str) -> float:
    """One of `PROPERTIES` of a search; 0 where a search died before it could report."""
    return float(getattr(result, measure) or 0)


def _ends(estimate: Mean, measure: str) -> str:
    if estimate.low is None or estimate.high is None:
        return "-"
    return f"{number(estimate.low, measure)} to {number(estimate.high, measure)}"


def cumulative(comparison: Comparison) -> Picture:
    """Number of problems solved within a number of expansions."""
    pairs = comparison.pairs
    solved = {
        BEFORE: sorted(float(p.before.expanded or 0) for p in pairs if p.before.solved),
        AFTER: sorted(float(p.after.expanded or 0) for p in pairs if p.after.solved),
    }
    medians = [
        f"{name} {values[(len(values) - 1) // 2]:,.0f} for half of the {len(values):,} solved"
        for name, values in solved.items()
        if values
    ]
    says = f"Problems solved within a number of expansions, of {len(pairs):,}."
    picture = _within(
        f"{title_of(comparison)}: problems solved within a number of expansions",
        Axis("expanded", log=True),
        len(pairs),
        [(look, look, values) for look, values in solved.items()],
    )
    label = f"{says} {listed(medians) if medians else 'None was solved'}."
    return replace(
        picture,
        title="How many problems are solved by how many expansions?",
        says=says,
        label=label,
        legend=BOTH,
    )


def _within(
    caption: str, across: Axis, problems: int, lines: Sequence[tuple[str, str, Sequence[float]]]
) -> Picture:
    """Problems solved within some effort: a staircase for each line, which is its colour, its name and its sorted efforts."""
    seconds = across.unit == "s"
    limits = _limits([one for *_, values in lines for one in values], 1e-6 if seconds else 1.0)
    rows = [
        [
            duration(limit) if seconds else f"{limit:,.0f}",
            *(f"{bisect_right(values, limit):,}" for *_, values in lines),
        ]
        for limit in limits
    ]
    at_most = across.title if across.title.endswith("at most") else f"{across.title} at most"
    return Picture(
        caption,
        "",
        [Stairs(values, look) for look, _, values in lines],
        across,
        Axis("problems solved", ends=(problems,)),
        legend=[(look, name) for look, name, _ in lines],
        table=Table([at_most, *(name for _, name, _ in lines)], rows, caption, left=0),
    )


def _limits(values: Sequence[float], power: float) -> list[float]:
    """1, 2, 5, 10, ... times a power of ten that distinguish the values, up to the first that covers all of them."""
    found: list[float] = [0] if 0 in values else []
    while values and (not found or found[-1] < max(values)):
        found += [digit * power for digit in (1, 2, 5)]
        power *= 10
    below = [limit for limit in found if limit < min(values)]
    return [limit for limit in found if limit not in below[:-1] and limit < max(values) * 5]


def lengths(comparison: Comparison) -> Picture:
    """How long the solutions are."""
    pairs = comparison.pairs
    moves = {
        BEFORE: [p.before.moves or 0 for p in pairs if p.before.solved],
        AFTER: [p.after.moves or 0 for p in pairs if p.after.solved],
    }
    everything = [*moves[BEFORE], *moves[AFTER]] or [0]
    low, high = min(everything), max(everything)
    size = max(1, ceil(round_step((high - low + 1) / 24)))
    first = low // size * size
    bins = list(range(first, high + 1, size))
    counts = {
        name: Counter((value - first) // size for value in moves[name]) for name in CONDITIONS
    }
    means = [f"{name} {sum(values) / len(values):,.1f}" for name, values in moves.items() if values]
    longer = sum(p.both_solved and (p.after.moves or 0) > (p.before.moves or 0) for p in pairs)
    says = f"Moves of the solutions, macros unrolled; on average {listed(means)}. " if means else ""
    return Picture(
        "Are solutions longer?",
        f"{says}{counted(longer, 'solution')} got longer.",
        [
            Bars(sorted(counts[name].items()), name, (side, 2))
            for side, name in enumerate(CONDITIONS)
        ],
        Axis("moves", names=tuple(map(short, bins))),
        Axis("solutions"),
        legend=BOTH,
        table=Table(
            ["moves", *CONDITIONS],
            [
                [_bin(start, size), *(f"{counts[name][place]:,}" for name in CONDITIONS)]
                for place, start in enumerate(bins)
            ],
            f"{title_of(comparison)}: solutions by length",
        ),
    )


def _bin(start: int, size: int) -> str:
    return f"{start:,}" if size == 1 else f"{start:,} to {start + size - 1:,}"


def title_of(comparison: Comparison) -> str:
    """Title of a picture: an algorithm on a set of problems."""
    return (
        f"{comparison.title}, {comparison.group}" if comparison.group == PAIRS else comparison.title
    )


SHOWN = ("operator_applications", "expanded", "moves", "elapsed")
"""The measures that can be chosen."""

KINDS = ("solved-both", "only-before", "only-after")
"""The three kinds of points; problems that were never solved have none."""


@dataclass(frozen=True)
class Sides:
    """Names of the two axes: ``before`` and ``after``, or ``in A`` and ``in B`` for two runs."""

    before: str = "before"
    after: str = "after"
    later: str = "after learning"

    def words(self, kind: str) -> str:
        """A kind of points."""
        only = {"only-before": self.before, "only-after": self.after}.get(kind)
        return f"solved {only} only" if only else "solved both times"


LEARNING = Sides()


def kind_of(pair: Pair) -> str | None:
    """Kind of point that stands for a problem."""
    if pair.both_solved:
        return "solved-both"
    if pair.before.solved:
        return "only-before"
    return "only-after" if pair.after.solved else None


def scatters(comparison: Comparison) -> list[Picture]:
    """One picture for each measure; all but the first are hidden until they are chosen. None has times of two engines."""
    apart = any(pair.of_two_engines for pair in comparison.pairs)
    shown = [measure for measure in SHOWN if not (apart and measure == "elapsed")]
    return [scatter(comparison, measure, hidden=place > 0) for place, measure in enumerate(shown)]


def scatter(
    comparison: Comparison, measure: str, sides: Sides = LEARNING, *, hidden: bool = False
) -> Picture:
    """Every problem as a point: one property on one side against the other, in logarithms."""
    kinds = [kind_of(pair) for pair in comparison.pairs]
    spots: dict[str, list[tuple[float | None, float | None]]] = {name: [] for name in KINDS}
    for kind, pair in zip(kinds, comparison.pairs, strict=True):
        if kind is not None:
            spots[kind].append((_value(pair.before, measure), _value(pair.after, measure)))
    words = _name(measure)
    return Picture(
        f"Every problem: {words}",
        _says(comparison, measure, kinds, sides),
        [Dots(found, name) for name, found in spots.items() if found],
        _axis(measure, f"{words} {sides.before}"),
        _axis(measure, f"{words} {sides.after}"),
        diagonal=(f"more {sides.after}", f"less {sides.after}"),
        legend=[(f"mark {name}", sides.words(name)) for name, found in spots.items() if found],
        choosing=f"{comparison.method}, {words} {sides.before} and {sides.after}; arrow keys choose a problem, Enter opens it",
        name=measure,
        hidden=hidden,
    )


def _says(comparison: Comparison, measure: str, kinds: Sequence[str | None], sides: Sides) -> str:
    pairs = [pair for pair in comparison.pairs if pair.both_solved]
    values = [(measure_of(pair.before, measure), measure_of(pair.after, measure)) for pair in pairs]
    less = sum(after < before for before, after in values)
    more = sum(after > before for before, after in values)
    said = f"{less:,} below the line took less {sides.later}, {more:,} above it more"
    if len(values) - less - more:
        said += f", {len(values) - less - more:,} on it the same"
    for kind, words in (
        ("only-before", f"only {sides.before}"),
        ("only-after", f"only {sides.after}"),
    ):
        if count := kinds.count(kind):
            said += f"; {count:,} at the edge {'was' if count == 1 else 'were'} solved {words}"
    if unsolved := kinds.count(None):
        said += f"; {counted(unsolved, 'problem')} solved neither time {'has' if unsolved == 1 else 'have'} no point"
    return f"A point is a problem. {said}."


def _value(result: Row, measure: str) -> float | None:
    return measure_of(result, measure) if result.solved else None


def ids(comparison: Comparison) -> dict[str, list[int]]:
    """The problems of the points of each kind, in the order in which they are drawn."""
    found: dict[str, list[int]] = {}
    for problem, pair in zip(comparison.problems, comparison.pairs, strict=True):
        kind = kind_of(pair)
        if kind is not None:
            found.setdefault(kind, []).append(problem)
    return found


@dataclass(frozen=True)
class Dot:
    """A ratio in a picture.

    Parameters
    ----------
    title
        Name of the ratio.
    ratio
        Its value, or None where there is nothing to divide.
    interval
        Its 95% interval, or None.
    word
        The verdict that colours it.
    """

    title: str
    ratio: float | None
    interval: tuple[float, float] | None = None
    word: str = ""

    def __str__(self) -> str:
        return "nothing to divide" if self.ratio is None else amount(self.ratio)


def ratio_rows(
    found: Sequence[Dot],
    title: str,
    says: str,
    axis: str,
    table: Table,
    legend: Sequence[tuple[str, str]] = (),
) -> Picture:
    """Ratios below each other on one logarithmic axis, with a line at 1."""
    marks: list[Mark] = []
    for row, dot in enumerate(found):
        if dot.interval is not None:
            marks.append(Whisker(row, *dot.interval, "interval"))
        if dot.ratio is not None:
            marks.append(Dots([(row, dot.ratio)], f"dot {dot.word.replace(' ', '-')}".strip()))
    return Picture(
        title,
        says,
        marks,
        Axis(axis, log=True, unit="x", ends=(0.8, 1.25)),
        rows=tuple(dot.title for dot in found),
        texts=tuple(map(str, found)),
        line=1.0,
        label=f"{axis}: {'; '.join(f'{dot.title} {dot}' for dot in found)}.",
        table=table,
        legend=legend,
    )


def work_picture(comparisons: Sequence[Comparison], whole: Verdict | None = None) -> Picture:
    """Picture of the work on which verdicts rest: the one on all that was tried first, where it is none of them, then each."""
    known = [(one.title, one.finding.work, one.verdict.word) for one in comparisons]
    if whole is not None and whole.searches and not is_one_of(whole, comparisons):
        known.insert(0, (whole.searches, whole.work, whole.word))
    return _works(known)


def verdict_picture(verdict: Verdict, title: str) -> Picture:
    """The work on which one verdict rests."""
    drawn = _works([(title, verdict.work, verdict.word)])
    return replace(drawn, says="Line: 95% confidence interval.")


def _works(known: Sequence[tuple[str, Work | None, str]]) -> Picture:
    """Ratios of work in rows, each with its title and its verdict."""
    name = next((work.name for _, work, _ in known if work is not None), WORKED)
    dots, rows = [], []
    for title, work, word in known:
        ratio, interval, many = None, None, 0
        if work is not None:
            ratio, many = work.ratio, work.problems
            interval = work.interval if work.counts else None
        dots.append(Dot(title, ratio, interval, word))
        rows.append([title, ratio_text(ratio), span(interval), f"{many:,}", word])
    words = PROPERTIES[name]
    return ratio_rows(
        dots,
        f"Work, in {words}",
        f"Over the problems solved at least once, with what stopped searches spent. Lines: {INTERVAL}.",
        f"{words}: after / before",
        Table(
            ["algorithm", "ratio", "95% interval", "problems", "verdict"],
            rows,
            f"{words}: after over before",
        ),
        VERDICTS,
    )


WORKED = "operator_applications"
"""The work of a search where nothing else is known of it."""


def ratio_picture(comparisons: Sequence[Comparison], measure: str) -> Picture:
    """Picture of the ratios after to before of one measure, with intervals, for all algorithms."""
    words = PROPERTIES[measure]
    found, rows = [], []
    for comparison in comparisons:
        change = comparison.estimates.get(measure)
        if change is None:
            found.append(Dot(comparison.title, None))
            rows.append([comparison.title, *["-"] * 5, "0"])
            continue
        found.append(Dot(comparison.title, change.ratio, change.interval))
        rows.append(_row(comparison, change))
    return ratio_rows(
        found,
        words.capitalize(),
        f"{RATIO[0].upper()}{RATIO[1:]}; left of the dashed line is less. Lines: {INTERVAL}.",
        f"{words}: after / before",
        Table(["algorithm", *ESTIMATED, "problems"], rows, f"{words}: after over before"),
    )


def _row(comparison: Comparison, change: Estimate) -> list[str]:
    return [
        comparison.title,
        *estimate_texts(change),
        f"{sum(pair.both_solved for pair in comparison.pairs):,}",
    ]


PICTURED = ("operator_applications", "expanded", "moves", "elapsed")

SERIES = 7
"""Different colours of lines."""


def over_macros(algorithm: str, measure: str, found: Sequence[Summary]) -> Picture | None:
    """One property over the number of macros, a line for each kind of conditions; None if it was not measured."""
    means = [(group, mean) for group in found if (mean := group.mean(measure)) is not None]
    if not means:
        return None
    words = PROPERTIES[measure]
    sizes = sorted({group.macros for group, _ in means})
    labels = list(dict.fromkeys(group.label for group, _ in means if group.macros))
    looks = {label: f"series s{at % SERIES + 1}" for at, label in enumerate(labels)}
    marks: list[Mark] = []
    for at, (label, look) in enumerate(looks.items()):
        line = sorted(
            ((sizes.index(group.macros), mean) for group, mean in means if group.label == label),
            key=lambda spot: spot[0],
        )
        slot = (at, len(labels))
        marks.append(Dots([(place, mean.mean) for place, mean in line], look, True, slot))
        marks += [
            Whisker(place, max(mean.interval[0], 0.0), mean.interval[1], look, slot)
            for place, mean in line
            if mean.interval is not None
        ]
    none = [mean.mean for group, mean in means if not group.macros]
    says = f"Mean {words} of a search over the number of macros, with 95% intervals"
    return Picture(
        f"{words.capitalize()} over macros",
        says + ("; the dashed line is no macros at all." if none else "."),
        marks,
        Axis("macros", names=tuple(map(short, sizes))),
        replace(_axis(measure), ends=tuple(none)),
        line=none[0] if none else None,
        legend=[(look, label) for label, look in looks.items()],
        table=_numbers(f"{algorithm}: {words}, mean and 95% interval", means),
    )


def _numbers(caption: str, means: Sequence[tuple[Summary, Mean]]) -> Table:
    return Table(
        ["condition", "macros", "mean", "low", "high", "searches"],
        [
            [
                group.name,
                short(group.macros),
                f"{mean.mean:,.6g}",
                "-" if mean.low is None else f"{mean.low:,.6g}",
                "-" if mean.high is None else f"{mean.high:,.6g}",
                counted(group.searches, "search", "searches"),
            ]
            for group, mean in means
        ],
        caption,
    )


MOST_BARS = 24
"""Macros of a picture: those that save most and those that cost most."""


def utility_pictures(ledger: Iterable[LedgerRow]) -> list[Picture]:
    """For each condition and algorithm the operator applications that a search without the macro makes more, per problem."""
    measured: dict[tuple[str, str], list[LedgerRow]] = {}
    for row in ledger:
        if row.saved_applications is not None:
            measured.setdefault((row.condition, row.configuration), []).append(row)
    several = len({condition for condition, _ in measured}) > 1
    return [
        _worth(
            f"{how}, {condition}" if several else how, sorted(rows, key=lambda row: -_saved(row))
        )
        for (condition, how), rows in measured.items()
    ]


def _worth(configuration: str, rows: Sequence[LedgerRow]) -> Picture:
    half = MOST_BARS // 2
    shown = rows if len(rows) <= MOST_BARS else [*rows[:half], *rows[-half:]]
    values = list(enumerate(map(_saved, shown)))
    says = _worth_words(rows)
    says += f". Drawn are the {half} at either end." if len(shown) < len(rows) else "."
    return Picture(
        f"What each macro is worth: {configuration}",
        says,
        [
            Bars([spot for spot in values if spot[1] >= 0], "pays"),
            Bars([spot for spot in values if spot[1] < 0], "does-not-pay"),
        ],
        Axis("operator applications saved, per problem"),
        rows=tuple(row.macro[:LONGEST_MACRO] for row in shown),
        line=0.0,
        label=f"{configuration}: {says}",
        legend=WORTH,
        table=Table(
            ["macro", "operator applications saved", "moves saved", "solutions with it"],
            [
                [
                    row.macro,
                    rounded(row.saved_applications),
                    rounded(row.saved_moves),
                    "-" if row.solutions is None else f"{row.solutions:,}",
                ]
                for row in rows
            ],
            f"{configuration}: what each macro saves, per problem",
        ),
    )


LONGEST_MACRO = 9
"""Letters of a macro's name beside its bar."""


def _worth_words(rows: Sequence[LedgerRow]) -> str:
    """How many macros save work, and which save and cost most, from those that save most on."""
    best, worst = rows[0], rows[-1]
    saves = sum(_saved(row) > 0 for row in rows)
    says = f"Searched without one macro each: {saves or 'none'} of {counted(len(rows), 'macro')} "
    says += "save work" if saves > 1 else "saves work"
    if not saves:
        if _saved(worst) == 0:
            return f"{says}, and none costs any"
        return f"{says}; {worst.macro} costs most, {rounded(-_saved(worst))} per problem"
    says += f"; {best.macro} saves most, {rounded(_saved(best))} per problem"
    if _saved(worst) < 0:
        return f"{says}, {worst.macro} costs most, {rounded(-_saved(worst))}"
    least = f", {worst.macro} saves least, {rounded(_saved(worst))}" if len(rows) > 1 else ""
    return says + least


def _saved(row: LedgerRow) -> float:
    return row.saved_applications or 0.0


COLOURS = tuple(f"series s{place}" for place in (2, 1, *range(3, SERIES + 1)))
"""Classes of lines, in order: those before and after learning first, as on the page of one run."""

SCATTERED = ("operator_applications", "elapsed")
MOST_PAIRS = 12
"""Pairs of searches of two runs that are drawn; the table has all."""


def over_time(runs: AcrossRuns) -> list[Picture]:
    """For each algorithm the problems solved within a time, a line for each run and condition."""
    groups: dict[str, list[Series]] = {}
    for one in runs.series:
        if any(row.elapsed is not None for row in one.solved):
            groups.setdefault(one.configuration, []).append(one)
    return [_over_time(found[0].method, found[:SERIES], len(found)) for found in groups.values()]


def _over_time(title: str, found: Sequence[Series], all_lines: int) -> Picture:
    lines = [
        (look, f"{one.run}, {one.condition}", sorted(row.elapsed or 0.0 for row in one.solved))
        for look, one in zip(COLOURS, found, strict=False)
    ]
    says = "How many problems are solved, if each may take so long?"
    if all_lines > len(found):
        says += f" The first {counted(len(found), 'line')} of {all_lines}."
    ends = "; ".join(
        f"{name} {len(some):,} of {len(one.rows):,}"
        for (_, name, some), one in zip(lines, found, strict=True)
    )
    picture = _within(
        f"{title}: problems solved, by the time that each may take",
        Axis("time at most", log=True, unit="s"),
        max(len(one.rows) for one in found),
        lines,
    )
    return replace(picture, title=title, says=says, label=f"{title}: {says} {ends}")


def scatter_pictures(runs: AcrossRuns) -> list[list[Picture]]:
    """For each pair of searches of two runs the points of their problems."""
    measures = [name for name in SCATTERED if name != "elapsed" or runs.one_machine]
    return [[_scatter(one, measure) for measure in measures] for one in runs.pairwise[:MOST_PAIRS]]


def _scatter(one: Pairwise, measure: str) -> Picture:
    second = f"in {one.second.run}"
    return scatter(one.comparison, measure, Sides(f"in {one.first.run}", second, second))
