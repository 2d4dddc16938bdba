"""The scatter of a comparison: a point for every problem, before against after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....experiments.row import PROPERTIES, Row
from ....experiments.statistics.comparison import Comparison
from ....experiments.statistics.estimate import Pair
from ....rules.text.sentences import counted
from ...html.markup import Markup, el
from ...html.tables import Picture, svg
from ...text.numbers import duration
from .axes import Scale, across, log_scale, short, upward
from .charts import WIDTH, legend, measure_of

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

HEIGHT, LEFT, TOP, SIDE = 352, 52, 8, 296


def kind_of(pair: Pair) -> str | None:
    """Which kind of point a problem is."""
    if pair.both_solved:
        return "solved-both"
    if pair.before.solved:
        return "only-before"
    return "only-after" if pair.after.solved else None


def scatters(comparison: Comparison) -> list[Picture]:
    """One picture for each measure; all but the first are hidden until they are chosen."""
    return [scatter(comparison, measure, hidden=place > 0) for place, measure in enumerate(SHOWN)]


def scatter(
    comparison: Comparison, measure: str, sides: Sides = LEARNING, *, hidden: bool = False
) -> Picture:
    """The picture of one measure."""
    pairs = comparison.pairs
    kinds = [kind_of(pair) for pair in pairs]
    values = [
        value
        for pair in pairs
        for value in (_value(pair.before, measure), _value(pair.after, measure))
        if value is not None
    ]
    edge = 18 if {"only-before", "only-after"} & set(kinds) else 0
    right, bottom = LEFT + SIDE, TOP + SIDE
    x = log_scale(values, LEFT, right - edge)
    y = log_scale(values, bottom, TOP + edge)
    words = PROPERTIES[measure].split(" (")[0]
    parts = _ground(x, y, edge, measure, sides)
    present = [name for name in KINDS if name in kinds]
    for name in present:
        chosen = [place for place, kind in enumerate(kinds) if kind == name]
        crowd = " many" if len(chosen) > 400 else ""
        parts.append(
            el(
                "path",
                d=_dots([pairs[place] for place in chosen], measure, x, y, edge),
                class_=f"dots {name}{crowd}",
                data_kind=name,
            )
        )
    parts.append(el("circle", r=8, class_="chosen", visibility="hidden"))
    says = _says(comparison, measure, kinds, sides)
    drawing = svg(WIDTH, HEIGHT, says, parts, class_="scatter")
    marks = legend(*((f"mark {name}", sides.words(name)) for name in present))
    return Picture(
        f"Every problem: {words}",
        says,
        el(
            "div",
            drawing,
            class_="points",
            tabindex=0,
            role="group",
            aria_roledescription="scatter plot",
            aria_label=f"{comparison.method}, {words} {sides.before} and {sides.after}; arrow keys choose a problem, Enter opens it",
        ),
        None,
        [marks, el("p", class_="chosen-text", aria_live="polite")],
        name=measure,
        hidden=hidden,
    )


def _ground(x: Scale, y: Scale, edge: int, measure: str, sides: Sides) -> list[Markup]:
    """Background of the points: axes, the diagonal, and the edges for problems solved only once."""
    right, bottom = LEFT + SIDE, TOP + SIDE
    words = PROPERTIES[measure].split(" (")[0]
    axis = duration if measure == "elapsed" else short
    parts: list[Markup] = [
        across(x, TOP, bottom, f"{words} {sides.before}", axis),
        upward(y, LEFT, right, f"{words} {sides.after}", axis),
        el("path", d=f"M{x.begin} {y.begin}L{x.end} {y.end}", class_="unity"),
        el("text", f"more {sides.after}", x=LEFT + 8, y=TOP + edge + 16, class_="hint"),
        el(
            "text",
            f"less {sides.after}",
            x=right - edge - 8,
            y=bottom - 8,
            text_anchor="end",
            class_="hint",
        ),
    ]
    if edge:
        parts += [
            el("line", x1=LEFT, x2=right, y1=TOP + edge, y2=TOP + edge, class_="edge"),
            el("line", x1=right - edge, x2=right - edge, y1=TOP, y2=bottom, class_="edge"),
        ]
    return parts


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


def _dots(pairs: Sequence[Pair], measure: str, x: Scale, y: Scale, edge: float) -> str:
    """Lines of no length, whose round ends are the points; those solved one time only lie on the edge of the other."""
    far_right, far_top = LEFT + SIDE - edge / 2, TOP + edge / 2
    path = []
    for pair in pairs:
        before, after = _value(pair.before, measure), _value(pair.after, measure)
        across_ = far_right if before is None else x(before)
        upward_ = far_top if after is None else y(after)
        path.append(f"M{across_:.1f} {upward_:.1f}h0")
    return "".join(path)


def ids(comparison: Comparison) -> dict[str, list[int]]:
    """The problems of the points of each kind, in the order in which they are drawn."""
    found: dict[str, list[int]] = {}
    for problem, pair in zip(comparison.problems, comparison.pairs, strict=True):
        kind = kind_of(pair)
        if kind is not None:
            found.setdefault(kind, []).append(problem)
    return found
