"""View of a comparison of learners: which pays, how much, for how much practice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Any

from ...experiments.designs.learners import LearnerRow, LearnersCompared, LearningCurves
from ...experiments.statistics.estimate import ENOUGH, INTERVAL
from ...experiments.statistics.verdict import PAYS, TOO_FEW, Verdict, amount, change
from ...rules.text.words import counted, listed
from ...rules.view import Axis, Dots, Heading, Mark, Part, Picture, Sentence, Table, View, Whisker
from ..text.numbers import ratio, span
from .pictures import SERIES, work_picture

COLUMNS = (
    "learner",
    "rules",
    "CPU (s)",
    "work",
    "solved",
    "ratio of work",
    "pays after",
    "verdict",
)


def learners_view(found: LearnersCompared, longest: int | None = None) -> View:
    """A row for each learner, and which saves most; with details the evidence of every verdict."""
    compared = [one for one in found.rows if one.searched]
    parts: list[Part] = [_finding(found), Heading()]
    if compared:
        parts.append(
            Table(COLUMNS, list(map(_cells, compared)), f"Learners on {found.where}", words=True)
        )
        parts += [Sentence(one) for one in (*_too_few(compared), _how_to_read(found))]
    others = [one for one in found.rows if not one.searched]
    if others:
        rows = [
            (
                one.name,
                f"{one.seconds:.1f}" if one.library is not None else "-",
                one.reason or "interrupted",
            )
            for one in others
        ]
        parts.append(Table(("learner", "CPU (s)", "not compared"), rows, "Others", words=True))
    if compared:
        parts.append(work_picture([one.comparison for one in compared if one.comparison]))
    brief = tuple(parts)
    if compared:
        evidence = [(one.name, _verdict(one).evidence) for one in compared]
        parts.append(Table(("learner", "evidence"), evidence, "Evidence", words=True))
    data = list(map(_data, found.rows))
    records = [
        {name: _plain(value) for name, value in {**dict.fromkeys(_known(data)), **one}.items()}
        for one in data
    ]
    told = {
        "where": found.where,
        "unit": found.unit,
        "finished": found.finished,
        "learners": data,
    }
    return View(parts, told, records, brief)


def _known(data: Sequence[Mapping[str, Any]]) -> list[str]:
    """Names of all values of some learners, in order."""
    return list(dict.fromkeys(name for one in data for name in one))


def _plain(value: Any) -> Any:
    """A value as a cell of a table: several in a line."""
    if isinstance(value, Mapping):
        return "; ".join(f"{name}={one}" for name, one in value.items())
    return "; ".join(map(str, value)) if isinstance(value, list) else value


def curves_view(found: LearningCurves, longest: int | None = None) -> View:
    """The ratio of work after more and more training problems, as a table and a picture; with details that of each seed."""
    rows = [
        (
            one.learner,
            f"{one.lessons:,}",
            f"{one.rules:,.1f}",
            f"{one.seconds:.2f}",
            ratio(one.ratio),
            "all alike" if len({*one.ratios}) == 1 < len(one.ratios) else span(one.interval),
        )
        for one in found.points
    ]
    columns = ("learner", "problems", "rules", "CPU (s)", "ratio of work", "95% interval")
    parts: list[Part] = []
    if rows:
        seeds = counted(max(len(one.ratios) for one in found.points), "seed")
        parts.append(Table(columns, rows, f"Learning curves on {found.where}"))
        parts.append(
            Sentence(
                f"Ratio of the work with what was learned from at most that number of training problems to the work with nothing learned: means over {seeds} of practice, with "
                f"t-intervals over the seeds, which say nothing about other problems than those compared on. 1 where nothing was learned or kept; "
                f"CPU includes the selection of macros."
            )
        )
        parts.append(_curves(found))
    elif not found.finished:
        parts.append(Sentence("interrupted before any curve had a point"))
    if found.others:
        others = [(one.name, one.reason) for one in found.others]
        parts.append(Table(("learner", "not compared"), others, "Others", words=True))
    brief = tuple(parts)
    if rows:
        each = [
            (one.learner, f"{one.lessons:,}", ", ".join(map(ratio, one.ratios)))
            for one in found.points
        ]
        named = ("learner", "problems", "ratios")
        parts.append(Table(named, each, "Ratio of work with each seed", words=True))
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
    records = [{name: _plain(value) for name, value in one.items()} for one in data]
    told = {
        "where": found.where,
        "finished": found.finished,
        "points": data,
        "others": [{"learner": one.name, "reason": one.reason} for one in found.others],
    }
    return View(parts, told, records, brief)


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
    pays = one.pays_after if _verdict(one).word == PAYS else None
    return [
        one.name,
        f"{len(one.library):,}",
        f"{one.seconds:.1f}" + (" (cut)" if one.cut else ""),
        f"{one.work:,}",
        f"{before}, {after} of {len(comparison.pairs)}",
        share,
        "-" if pays is None else f"{ceil(pays):,}",
        _verdict(one).label,
    ]


def _verdict(one: LearnerRow) -> Verdict:
    """The judgement on what a learner that is compared learned."""
    assert one.comparison is not None
    return one.comparison.own_verdict


def _too_few(compared: Sequence[LearnerRow]) -> Iterator[str]:
    """Why there are too few problems to tell, learners with the same reason together."""
    names: dict[str, list[str]] = {}
    for one in compared:
        if _verdict(one).word == TOO_FEW:
            work = None if one.comparison is None else one.comparison.finding.work
            few = work is not None and not work.counts
            reason = (
                f"fewer than {ENOUGH} were solved at least once"
                if few
                else _verdict(one).reasons[0]
            )
            names.setdefault(reason, []).append(one.name)
    for reason, some in names.items():
        yield f"Too few problems for {listed(some)}: {reason}."


def _finding(found: LearnersCompared) -> Sentence:
    """Which learners pay, the one that saves most first, each with the problems that it loses."""
    compared = [one for one in found.rows if one.searched]
    paying = sorted(
        (work.ratio, place, one)
        for place, one in enumerate(compared)
        if _verdict(one).word == PAYS
        and one.comparison is not None
        and (work := one.comparison.finding.work) is not None
        and work.ratio
    )
    if paying:
        (share, _, best), *others = paying
        said = (
            f"{best.name} pays most: {change(share, 'work')} than with nothing learned{_lost(best)}"
        )
        if others:
            told = [f"{one.name} ({amount(share)}{_lost(one)})" for share, _, one in others]
            said += f"; {listed(told)} too"
        return Sentence(said, good=True, look="headline")
    if not compared:
        said = (
            "nothing was learned" if found.finished else "interrupted before anything was compared"
        )
        return Sentence(said)
    if all(_verdict(one).word == TOO_FEW for one in compared):
        return Sentence("too few problems to tell")
    return Sentence("no learner pays here", good=False)


def _lost(one: LearnerRow) -> str:
    """How many problems fewer are solved with what was learned, if any are."""
    assert one.comparison is not None
    before, after = one.comparison.solved
    return (
        f", but {before - after:,} fewer of {counted(len(one.comparison.pairs), 'problem')} solved"
        if after < before
        else ""
    )


def _how_to_read(found: LearnersCompared) -> str:
    """Meaning of the columns."""
    searched = [
        (one, one.comparison.pairs[0])
        for one in found.rows
        if one.comparison is not None and one.searched
    ]
    methods = dict.fromkeys(f"{one.name} by {pair.after.method}" for one, pair in searched)
    before = searched[0][1].before.method
    limit = next(
        (f" (cut: at the limit of {one.cut} of wall time)" for one in found.rows if one.cut), ""
    )
    known = " This heuristic avoids dead ends without learning." if "dead-ends" in before else ""
    return (
        f"Work is {found.unit}; CPU is the time of practice and of the selection of macros{limit}. Solved: without and with what was learned. The ratio is that of work "
        f"with to work without, over the problems solved at least once, with {INTERVAL}. Pays after, where it pays: problems until the saved work is that of "
        f"learning. Without: {before}; with: {'; '.join(methods)}.{known}"
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
