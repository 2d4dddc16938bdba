"""View of a comparison of learners: which pays, how much, for how much practice."""

from __future__ import annotations

from math import ceil
from typing import Any

from ...experiments.designs.learners import LearnerRow, LearnersCompared, LearningCurves
from ...experiments.statistics.estimate import INTERVAL
from ...experiments.statistics.verdict import PAYS
from ...rules.text.words import counted, listed
from ...rules.view import Axis, Dots, Heading, Mark, Part, Picture, Sentence, Table, View, Whisker
from ..text.numbers import ratio, span
from .pictures import SERIES, work_picture

COLUMNS = (
    "learner",
    "rules",
    "practice (s)",
    "work",
    "solved",
    "ratio of work",
    "pays after",
    "verdict",
)


def learners_view(found: LearnersCompared, longest: int | None = None) -> View:
    """A row for each learner, and which saves most."""
    compared = [one for one in found.rows if one.comparison is not None]
    parts: list[Part] = [_finding(found), Heading()]
    if compared:
        parts.append(
            Table(COLUMNS, list(map(_cells, compared)), f"Learners on {found.where}", words=True)
        )
        parts.append(Sentence(_how_to_read(found)))
    others = [one for one in found.rows if one.comparison is None]
    if others:
        rows = [
            (one.learner.name, f"{one.seconds:.1f}" if one.library is not None else "-", one.reason)
            for one in others
        ]
        parts.append(Table(("learner", "practice (s)", "not compared"), rows, "Others", words=True))
    if compared:
        parts.append(work_picture([one.comparison for one in compared if one.comparison]))
    return View(
        parts, {"where": found.where, "unit": found.unit, "learners": list(map(_data, found.rows))}
    )


def curves_view(found: LearningCurves, longest: int | None = None) -> View:
    """The ratio of work after more and more training problems, as a table and a picture."""
    rows = [
        (
            one.learner,
            f"{one.lessons:,}",
            f"{one.rules:,.1f}",
            f"{one.seconds:.2f}",
            ratio(one.ratio),
            span(one.interval),
        )
        for one in found.points
    ]
    columns = ("learner", "problems", "rules", "practice (s)", "ratio of work", "95% interval")
    parts: list[Part] = []
    if rows:
        seeds = counted(len(found.points[0].ratios), "seed")
        parts.append(Table(columns, rows, f"Learning curves on {found.where}"))
        parts.append(
            Sentence(
                f"Work with what was learned from at most so many training problems, to work with nothing learned: means over {seeds} of practice, with "
                f"t-intervals over them. 1 where nothing was learned or kept; practice includes the selection."
            )
        )
        parts.append(_curves(found))
    if found.others:
        others = [(one.learner.name, one.reason) for one in found.others]
        parts.append(Table(("learner", "not compared"), others, "Others", words=True))
    data = [
        {
            "learner": one.learner,
            "lessons": one.lessons,
            "ratios": list(one.ratios),
            "ratio": one.ratio,
            "interval": None if one.interval is None else list(one.interval),
            "rules": one.rules,
            "seconds": one.seconds,
        }
        for one in found.points
    ]
    return View(parts, {"where": found.where, "points": data})


def _curves(found: LearningCurves) -> Picture:
    """A line for each learner."""
    names = list(dict.fromkeys(one.learner for one in found.points))
    counts = sorted({one.lessons for one in found.points})
    marks: list[Mark] = []
    legend = []
    for at, name in enumerate(names):
        look, slot = f"series s{at % SERIES + 1}", (at, len(names))
        legend.append((look, name))
        mine = [one for one in found.points if one.learner == name]
        marks.append(
            Dots([(counts.index(one.lessons), one.ratio) for one in mine], look, True, slot)
        )
        marks += [
            Whisker(counts.index(one.lessons), *one.interval, look, slot)
            for one in mine
            if one.interval is not None
        ]
    return Picture(
        "Work after practice",
        "Ratio of work over the number of training problems, with 95% intervals; the dashed line is nothing learned.",
        marks,
        Axis("training problems at most", names=tuple(map(str, counts))),
        Axis("work with to work without", log=True, unit="x", ends=(1.0,)),
        line=1.0,
        legend=legend,
    )


def _cells(one: LearnerRow) -> list[str]:
    comparison = one.comparison
    assert comparison is not None and one.library is not None
    work, (before, after) = comparison.finding.work, comparison.solved
    share = "-" if work is None else ratio(work.ratio)
    if work is not None and work.counts:
        share += f" ({span(work.interval)})"
    after_so_many = "-" if one.pays_after is None else f"{ceil(one.pays_after):,}"
    verdict = comparison.own_verdict.label
    return [
        one.learner.name,
        f"{len(one.library):,}",
        f"{one.seconds:.1f}" + (" (cut)" if one.cut else ""),
        f"{one.work:,}",
        f"{before}, {after} of {len(comparison.pairs)}",
        share,
        after_so_many,
        verdict,
    ]


def _finding(found: LearnersCompared) -> Sentence:
    """Which learners pay, the one that saves most first."""
    known = [
        (one.comparison.finding.work, one)
        for one in found.rows
        if one.comparison is not None and one.comparison.own_verdict.word == PAYS
    ]
    paying = sorted(
        (work.ratio, one.learner.name) for work, one in known if work is not None and work.ratio
    )
    if not paying:
        return Sentence("no learner pays here", good=False)
    best, *others = paying
    said = f"{best[1]} pays most: {best[0]:.2f} times the work without anything learned"
    if others:
        said += f"; {listed([f'{name} ({ratio(share)})' for share, name in others])} too"
    return Sentence(said, good=True, look="headline")


def _how_to_read(found: LearnersCompared) -> str:
    """Meaning of the columns."""
    methods = dict.fromkeys(
        f"{one.learner} by {one.comparison.pairs[0].after.method}"
        for one in found.rows
        if one.comparison is not None and one.comparison.pairs
    )
    before = next(
        one.comparison.pairs[0].before.method
        for one in found.rows
        if one.comparison is not None and one.comparison.pairs
    )
    return (
        f"Work is {found.unit}; practice includes the selection of macros. Solved: without and with what was learned. The ratio is that of work "
        f"with to work without, over the problems solved at least once, with {INTERVAL}. Pays after: problems until the saved work is that of "
        f"learning. Without: {before}; with: {'; '.join(methods)}."
    )


def _data(one: LearnerRow) -> dict[str, Any]:
    """A learner as plain values."""
    comparison = one.comparison
    data: dict[str, Any] = {
        "learner": one.learner.name,
        "options": {name: str(value) for name, value in one.learner.given.items()},
        "rules": None if one.library is None else len(one.library),
        "seconds": one.seconds,
        "work": one.work,
        "reason": one.reason or None,
        "cut": one.cut or None,
    }
    if comparison is not None:
        work = comparison.finding.work
        data |= {
            "algorithm": comparison.configuration,
            "problems": len(comparison.pairs),
            "solved": list(comparison.solved),
            "ratio": None if work is None else work.ratio,
            "interval": None if work is None or work.interval is None else list(work.interval),
            "pays_after": one.pays_after,
            "verdict": comparison.own_verdict.word,
            "reasons": list(comparison.own_verdict.reasons),
        }
    return data
