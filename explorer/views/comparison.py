"""View of a comparison: tables and sentences, and plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import Any

from ...experiments.condition import POLICY
from ...experiments.execute.perform import TOO_LARGE
from ...experiments.problem_set import RANDOM_PAIRS, Instance
from ...experiments.result_set import ResultSet
from ...experiments.row import PROPERTIES
from ...experiments.statistics.comparison import (
    Census,
    Comparison,
    all_with_macros,
    overall,
    telling,
)
from ...experiments.statistics.estimate import INTERVAL, RATIO, Estimate
from ...experiments.statistics.verdict import TOO_FEW, Verdict
from ...rules.errors import on_one_line
from ...rules.text.state_text import goal_cells
from ...rules.text.words import counted, listed
from ...rules.view import Heading, Items, Part, Sentence, Table, View
from ...search.part_first import ONLY_PART, UNUSED, WHOLE
from ...search.result import ALL_BY_SEARCH, BY_SEARCH, LONG_PREPARATION
from ..text.numbers import (
    CENSUS,
    ESTIMATED,
    census_rows,
    census_title,
    comparison_rows,
    estimate_texts,
    limits_of,
    ratio,
    span,
)
from .pictures import work_picture

LISTED = 10
"""Problems that are named, of those that a policy does not solve."""


BRIEF_RATIOS = "{}: mean ratio, with macros over without (docs/measuring.md)"
"""Explanation of the ratios of the brief table."""

NAMED_RATIOS = (
    "A against B: before is B, after is A; {}: mean ratio, after over before (docs/measuring.md)"
)
"""Explanation of the brief table of named conditions."""


def result_set_view(found: ResultSet, longest: int | None = None) -> View:
    """The complete view of a comparison; of other results each pair of conditions that they have."""
    if found.run.settings.get("command") == "compare":
        return comparison_view(found)
    each = [one.view() for one in found.comparisons]
    return View(
        [part for one in each for part in one.parts], {"verdicts": [one.data for one in each]}
    )


def one_comparison_view(found: Comparison, longest: int | None = None) -> View:
    """How one configuration searches under two conditions."""
    table = Table(("", *ESTIMATED), comparison_rows(found), found.method)
    data = {name: asdict(one) for name, one in found.estimates.items()}
    return View([table, *verdict_parts(found.verdict)], {**data, "verdict": found.verdict.word})


def estimate_view(found: Estimate, longest: int | None = None) -> View:
    """The change of one property."""
    row = [PROPERTIES[found.name], *estimate_texts(found)]
    return View([Table(("", *ESTIMATED), [row])], lambda: asdict(found))


def verdict_view(found: Verdict, longest: int | None = None) -> View:
    """A verdict with its evidence."""
    return View(verdict_parts(found), {"verdict": found.word, "evidence": found.evidence})


def comparison_view(found: ResultSet) -> View:
    """The complete view of a comparison."""
    settings = found.run.settings
    facts_of = {one.name: one.facts for one in found.run.conditions}
    asked, beyond = found.comparisons_of(""), found.comparisons_of(RANDOM_PAIRS)
    problems = [one for one in found.run.problems if not one.problem_set]
    several = len(problems) > 1
    noun = "rule" if found.run.on_goals else "macro"
    if found.named:
        described = (
            f"{on_one_line(one)} ({_with_what(facts_of[one], several, noun=noun)})"
            for one in found.named
        )
        with_what = "; ".join(described)
    else:
        with_what = _with_what(facts_of[found.after], several, "no macros, compared with itself")
    title = f"{settings['theory_name']}, {with_what}; {limits_of(found.run)}"
    pairs = len(found.run.problems) - len(problems)
    drawn = settings["problems"].startswith(f"{len(problems):,} ")
    which = settings["problems"] + ("" if drawn else f": {counted(len(problems), 'problem')}")
    repeated = _repeated(found)
    parts: list[Part] = [
        Heading(f"{title}\n"),
        Heading(f"== {which}\n"),
        *repeated,
        Sentence(f"{RATIO}; {INTERVAL}"),
        Heading(),
        *([totals_table(found)] if found.named else ()),
        *_parts(asked, found),
        *_in_swi(found, asked),
        *_different(found),
    ]
    if beyond:
        parts += [
            Heading(
                f"== beyond these: {counted(pairs, 'random pair')} of start and goal, seed {settings['seed']}\n"
            ),
            *_parts(beyond, found),
        ]
    for name, census in found.censuses.items():
        parts += _census(census, f", {name}" if found.named else "")
    groups = {
        which: asked,
        f"{counted(pairs, 'random pair')} of start and goal beyond these, seed {settings['seed']}": beyond,
    }
    brief = _brief(title, groups, found)
    brief[-1:-1] = repeated
    records = [record for one in found.comparisons for record in _records(one)]
    more = "why, and every property"
    return View(parts, lambda: _comparison_data(found), records, brief, more=more)


def _comparison_data(found: ResultSet) -> dict[str, Any]:
    """A comparison as plain values, ready for JSON."""
    settings = found.run.settings
    facts_of = {one.name: one.facts for one in found.run.conditions}
    asked, beyond = found.comparisons_of(""), found.comparisons_of(RANDOM_PAIRS)
    return {
        "theory": settings["theory_name"],
        **(
            {
                "conditions": {one: _facts_data(facts_of[one]) for one in found.named},
                "totals": [asdict(one) for one in found.totals],
                "different": [[*(one.conditions or ()), _asked(of)] for one, of in found.different],
            }
            if found.named
            else _facts_data(facts_of[found.after])
        ),
        "limits": settings["options"]["limits"],
        **(
            {"swipl": settings["in_swi"], "cpu_seconds": _cpu_seconds(found)}
            if "in_swi" in settings
            else {}
        ),
        "ratio": RATIO,
        "interval": INTERVAL,
        "problems": [comparison_data(one, found) for one in asked],
        "random_pairs": [comparison_data(one, found) for one in beyond],
        "against_best": _overall(asked),
        "against_best_on_random_pairs": _overall(beyond),
        "all_pairs": _censuses_data(found),
        "finished": found.finished,
    }


def _with_what(
    facts: Mapping[str, Any], several: bool, nothing: str = "", noun: str = "macro"
) -> str:
    """The macros of a condition in words, by its facts.

    Parameters
    ----------
    several
        Whether there are several problems.
    nothing
        What is told of no macros.
    noun
        The word for one of them.
    """
    if facts.get("growing"):
        return f"{noun}s learned from one problem to the next"
    traps = int(facts.get("traps", 0))
    macros = int(facts.get("macros", 0)) - traps
    arcs = int(facts.get("arcs", macros))
    whose = f" of {on_one_line(facts['path'])}" if "path" in facts else ""
    if facts.get("kind") == POLICY:
        return f"a policy of {counted(macros, 'rule')}{whose}, followed in place of the search"
    part = facts.get("part")  # arcs of it, and of the whole
    said = nothing or f"no {noun}s"
    if macros:
        said = f"{counted(macros, noun)}{whose}"
        said += f" in {counted(arcs, 'place')}" if arcs != macros and (arcs or not part) else ""
        if part:
            said += f", whose entangled actions leave {part[0]:,} of {counted(part[1], 'arc')}"
    if traps:
        said = (
            f"{said} and {counted(traps, 'trap')}" if macros else f"{counted(traps, 'trap')}{whose}"
        )
    return f"{said} of the first problem" if part and several else said


def _facts_data(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts of a condition as plain values."""
    return {
        "macros": int(facts.get("macros", 0)),
        "policy": facts.get("kind") == POLICY,
        "part": facts.get("part"),
    }


def _repeated(found: ResultSet) -> list[Part]:
    """Remark on problems that count once."""
    many = len(found.run.repeats)
    if not many:
        return []
    verb = "repeats another and counts" if many == 1 else "repeat others and count"
    return [Sentence(f"{many:,} of {counted(len(found.run.problems), 'problem')} {verb} once")]


BRIEF = ("", "solved before", "after", "work", "95% interval", "moves", "verdict")
"""The columns of the table that is shown without details."""


def _brief(title: str, groups: Mapping[str, list[Comparison]], found: ResultSet) -> list[Part]:
    """The verdict, and a line for each pair of conditions and algorithm."""
    parts: list[Part] = []
    asked = next(iter(groups.values()))
    if any(groups.values()):
        told = telling(groups.values())
        over = "" if told is asked else counted(len(told[0].pairs), "random pair")
        whole = overall(told)
        if whole is None and found.named:
            parts.append(Sentence(all_with_macros(told)))
        else:
            verdict = whole or told[0].verdict
            parts.append(Sentence(verdict.about(over), verdict.good))
        parts += [Heading(), work_picture(told, whole), Heading()]
    parts.append(Heading(title))
    if found.named:
        parts += [Heading(), totals_table(found)]
    parts += _in_swi(found, asked)
    for name, comparisons in groups.items():
        if comparisons:
            parts += [Heading(), _brief_table(comparisons, name)]
            parts += [part for one in comparisons for part in _remarks(one)]
    parts += _different(found)
    parts += _all_followed(asked, found)
    for name, census in found.censuses.items():
        what = f", {name}" if found.named else ""
        parts += [
            Heading(f"\n{census_title(census)}, breadth-first{what}:"),
            Sentence(census.verdict.headline, census.verdict.good),
        ]
    legend = NAMED_RATIOS if found.named else BRIEF_RATIOS
    legend = legend.format("work, in inferences" if found.run.on_goals else "work and moves")
    if any(one.finding.work and one.finding.work.stopped for one in chain(*groups.values())):
        legend += "; what stopped searches spent counts as work"
    return [*parts, Heading(), Sentence(legend)]


def verdict_parts(verdict: Verdict) -> list[Part]:
    """The headline of a verdict, and below it the reasons where these are more."""
    parts: list[Part] = [Sentence(verdict.headline, verdict.good)]
    if verdict.figures:
        parts += [Heading(), Items(verdict.reasons, "reason")]
    return parts


def totals_table(found: ResultSet) -> Table:
    """The named conditions side by side: their macros, the problems answered, and the work for all of them."""
    several = len({one.configuration for one in found.totals}) > 1
    trapped = any(one.trapped for one in found.totals)
    first = {one.configuration: one.work for one in reversed(found.totals)}
    rows = [
        [
            f"{one.condition}, {one.configuration}" if several else one.condition,
            f"{one.macros:,}",
            f"{one.answered} of {one.problems}",
            f"{one.work:,}",
            ratio(one.work / first[one.configuration] if first[one.configuration] else 1.0),
            *([f"{one.trapped:,}"] if trapped else []),
        ]
        for one in found.totals
    ]
    macros, solved = ("rules", "answered") if found.run.on_goals else ("macros", "solved")
    heads = ["", macros, solved, found.run.unit, f"of {on_one_line(found.named[0])}"]
    return Table([*heads, *([LEFT_OUT] if trapped else [])], rows)


LEFT_OUT = "dead ends left out"
"""Heading of the number of successors that traps left out."""


def _in_swi(found: ResultSet, comparisons: Sequence[Comparison]) -> Iterator[Part]:
    """CPU time of goals that SWI-Prolog proved, and whether consulting the rules pays there."""
    version = found.run.settings.get("in_swi")
    if version is None:
        return
    seconds = _cpu_seconds(found)
    first = next(iter(seconds.values()))
    rows = [
        [
            one.condition,
            f"{one.macros:,}",
            f"{one.work:,}",
            f"{spent * 1000:.3g}",
            ratio(spent / first),
        ]
        for one, spent in zip(found.totals, seconds.values(), strict=True)
    ]
    head = ["", "rules", "inferences", "CPU time (ms)", f"of {next(iter(seconds))}"]
    yield Heading(f"\nin SWI-Prolog {version}:\n")
    yield Table(head, rows)
    for one in comparisons:
        time = one.estimates.get("elapsed")
        if time is None or time.ratio is None or time.low is None or time.high is None:
            why = "the CPU time is not known" if time is None else time.note
            yield Sentence(f"{one.title}: too little to tell of CPU time: {why}")
            continue
        pays = time.high < 1 or (None if time.low <= 1 else False)
        said = {True: "pays there", False: "does not pay there", None: "makes no sure difference"}
        so = f"consulting the rules {said[pays]}"
        if one.verdict.word == TOO_FEW:
            pays, so = None, "too few goals to tell whether consulting the rules pays there"
        yield Sentence(
            f"{one.title}: CPU time with the rules over without, mean of the goals' ratios "
            f"{ratio(time.ratio)} (95% interval {span((time.low, time.high))}; the table has totals): {so}",
            pays,
        )


def _cpu_seconds(found: ResultSet) -> dict[str, float]:
    """CPU seconds of one search of every goal, by condition."""
    return {
        one.condition: sum(
            row.elapsed or 0 for row in found.run.searches if row.condition == one.condition
        )
        for one in found.totals
    }


def _different(found: ResultSet) -> Iterator[Part]:
    """Remark on answers that differ from one condition to another."""
    told = [f"{one.title} on {_asked(problem)}" for one, problem in found.different]
    if told:
        yield Sentence(f"answers differ: {listed(told)}", False)


def _asked(problem: Instance) -> str:
    """A problem in words: its goal, or where it stands."""
    return problem.text if problem.text is not None and not problem.start else problem.place


def _brief_table(comparisons: Sequence[Comparison], title: str) -> Table:
    """A line for each comparison; moves only where a solution has some."""
    rows = list(map(_brief_row, comparisons))
    shown = [place for place in range(len(BRIEF)) if BRIEF[place] != "moves" or _told(rows, place)]
    lines = [[row[place] for place in shown] for row in rows]
    return Table([BRIEF[place] for place in shown], lines, title, words=True)


def _told(rows: Sequence[Sequence[str]], place: int) -> bool:
    return any(row[place] != "-" for row in rows)


def _brief_row(comparison: Comparison) -> list[str]:
    before, after = comparison.solved
    work, moves = comparison.finding.work, comparison.estimates.get("moves")
    return [
        comparison.title,
        str(before),
        str(after),
        ratio(work.ratio if work else None),
        span(work.interval if work and work.counts else None),
        ratio(moves.ratio if moves else None),
        comparison.own_verdict.label,
    ]


def _parts(comparisons: list[Comparison], found: ResultSet) -> Iterator[Part]:
    """A table and a verdict for each, and what became of policies, if any were followed."""
    for comparison in comparisons:
        yield Table(
            ["", *ESTIMATED],
            comparison_rows(comparison),
            ", ".join(filter(None, (comparison.title, comparison.engine))),
        )
        time = comparison.estimates.get("elapsed")
        if time is not None and time.note:
            yield Sentence(f"no ratio of time: {time.note}")
        rows = [row for pair in comparison.pairs for row in (pair.before, pair.after)]
        seconds = sum(row.preparation or 0 for row in rows)
        if seconds >= LONG_PREPARATION:
            yield Sentence(f"beside these times {seconds:.1f} s went into preparation")
        yield from verdict_parts(comparison.verdict)
        yield from _remarks(comparison)
        yield Heading()
    if comparisons and (whole := overall(comparisons)) is not None:
        yield Heading("the best with macros against the best without:\n")
        yield from verdict_parts(whole)
        yield Heading()
    yield from _all_followed(comparisons, found)


def _remarks(comparison: Comparison) -> Iterator[Part]:
    """Remarks on the number of problems of which a part, the whole, or the whole without macros was searched."""
    notes = [pair.after.note for pair in comparison.pairs]
    for words in (WHOLE, ONLY_PART, UNUSED):
        count = sum(words in note for note in notes)
        if count:
            yield Sentence(f"{count:,} of {len(notes):,} with macros: {words}")
    trapped = sum(pair.after.trapped or 0 for pair in comparison.pairs)
    if trapped and comparison.conditions is None:
        yield Sentence(f"traps left out {counted(trapped, 'successor')}")


def _all_followed(comparisons: list[Comparison], found: ResultSet) -> Iterator[Part]:
    """Work of each policy, by the first comparison with it after a search."""
    policies = {one.name for one in found.run.conditions if one.facts.get("kind") == POLICY}
    for comparison in comparisons:
        before, after = (row.condition for row in comparison.rows[:2])
        if after in policies and before not in policies:
            policies.remove(after)
            if comparison.conditions is not None:
                yield Heading(f"{on_one_line(after)}:")
            yield from _followed(comparison, found)


def _followed(comparison: Comparison, found: ResultSet) -> Iterator[Part]:
    """Work of a policy, and the reasons for its failures; equal under every configuration."""
    rows = [pair.after for pair in comparison.pairs]
    facts = [row.evaluated for row in rows if row.evaluated is not None]
    if facts:
        yield Sentence(
            "of the policy, expanded are the choices tried, operator applications the steps made, those taken back too; "
            f"it compared {fmean(facts):,.0f} facts a problem with its rules"
        )
    large = [one.before.problem for one in comparison.pairs if one.before.note == TOO_LARGE]
    if large:
        names = [Path(found.problems[number].place).name for number in large[:LISTED]]
        more = f" and {len(large) - LISTED:,} more" if len(large) > LISTED else ""
        yield Sentence(
            f"too large to ground, and so followed but not searched: {', '.join(names)}{more}"
        )
    helped = [
        row for row in rows if row.solved and (BY_SEARCH in row.note or ALL_BY_SEARCH in row.note)
    ]
    for row in helped[:LISTED]:
        place = found.problems[row.problem].place
        yield Sentence(f"the rules of the policy alone do not solve {place}: {row.note}")
    failed = [row for row in rows if not row.solved]
    for row in failed[:LISTED]:
        why = row.note or f"stopped by {row.stopped_by}"
        yield Sentence(f"the policy does not solve {found.problems[row.problem].place}: {why}")
    if len(failed) > LISTED:
        yield Sentence(
            f"and {counted(len(failed) - LISTED, 'other problem')} that failed: --json has all"
        )
    yield Heading()


def _censuses_data(found: ResultSet) -> dict[str, Any] | None:
    """The results for all pairs of states as plain values; of named conditions by their names."""
    each = {name: census.to_dict() for name, census in found.censuses.items()}
    return (each if found.named else each.get(found.after)) or None


def _census(census: Census, what: str = "") -> list[Part]:
    """The result for all pairs of states, under a condition."""
    return [
        Heading(f"== {census_title(census)}, breadth-first with closed list{what}\n"),
        Table(CENSUS, census_rows(census)),
        Sentence(census.verdict.headline, census.verdict.good),
    ]


def comparison_data(comparison: Comparison, found: ResultSet) -> dict[str, Any]:
    """Everything as plain values, ready for JSON."""
    before, after = comparison.solved
    verdict = comparison.verdict
    estimates = comparison.estimates
    return {
        **_conditions_data(comparison),
        "configuration": comparison.configuration,
        "algorithm": comparison.method,
        "engine": comparison.engine,
        "count": len(comparison.pairs),
        "solved": {"before": before, "after": after},
        **{name: asdict(estimates[name]) if name in estimates else None for name in PROPERTIES},
        "verdict": verdict.word,
        "sides": verdict.sides,
        "time": verdict.time,
        "evidence": verdict.evidence,
        "chance": comparison.finding.chance,
        "reference": _reference(comparison),
        "searches": [
            {
                "start": list(found.problems[pair.before.problem].start),
                "goal": goal_cells(found.problems[pair.before.problem].goal)
                or _asked(found.problems[pair.before.problem]),
                "before": pair.before.to_dict(),
                "after": pair.after.to_dict(),
            }
            for pair in comparison.pairs
        ],
    }


def _conditions_data(comparison: Comparison) -> dict[str, str]:
    """Names of the two conditions, if they have names of their own."""
    named = comparison.conditions
    return {} if named is None else {"condition_before": named[0], "condition_after": named[1]}


def _overall(comparisons: list[Comparison]) -> dict[str, Any] | None:
    """The best with macros against the best without."""
    whole = overall(comparisons) if comparisons else None
    return None if whole is None else {"verdict": whole.word, "evidence": whole.evidence}


def _reference(comparison: Comparison) -> dict[str, Any] | None:
    """The best searches without macros, and their verdict."""
    best = comparison.reference
    if best is None:
        return None
    work, moves = best.least_work.finding.work, best.least_work.estimates.get("moves")
    return {
        "tried": list(best.tried),
        "least_work": best.method,
        "verdict": best.verdict.word,
        "evidence": best.verdict.evidence,
        "work": None if work is None else work.ratio,
        "work_interval": None if work is None else work.interval,
        "moves": None if moves is None else moves.ratio,
        "shortest": best.shortest.configuration,
    }


def _records(comparison: Comparison) -> Iterator[dict[str, Any]]:
    best = comparison.reference
    for one in comparison.estimates.values():
        low, high = one.quartiles or (None, None)
        yield {
            "problem_set": comparison.group or "problems",
            **_conditions_data(comparison),
            "configuration": comparison.configuration,
            "algorithm": comparison.method,
            "engine": comparison.engine,
            "property": one.name,
            "problems": one.problems,
            "before": one.before,
            "after": one.after,
            "ratio": one.ratio,
            "low": one.low,
            "high": one.high,
            "lower_quartile": low,
            "upper_quartile": high,
            "note": one.note,
            "verdict": comparison.verdict.word,
            "best_without": best.method if best else None,
            "verdict_against_best": best.verdict.word if best else None,
        }
