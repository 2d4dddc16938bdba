"""Sections of what a run compared: its head, each algorithm before and after learning, several conditions.

In this file:

- The head of the page: what was compared, the verdicts in words, and one picture.
- The section on each algorithm before and after learning: means, every problem, expansions, lengths.
- The section on several conditions: what more and other macros do to searching.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ....experiments.result_set import AFTER, ResultSet
from ....experiments.row import WITHOUT
from ....experiments.statistics.comparison import Comparison, is_one_of, overall
from ....experiments.statistics.summary import summaries
from ....experiments.statistics.verdict import DOES_NOT_PAY, PAYS, Verdict, amount
from ....experiments.store import Run
from ....experiments.store.macro_files import macro_files
from ....rules.text.words import counted, listed
from ....rules.view import (
    Badge,
    Badges,
    Beside,
    Fold,
    Heading,
    Items,
    PageOnly,
    Part,
    Sentence,
    Table,
)
from ...html.markup import el
from ...text.numbers import (
    CENSUS,
    EXPLAINED,
    census_rows,
    census_title,
    span,
)
from ...text.numbers import (
    ratio as ratio_text,
)
from ...views.comparison import totals_table
from ...views.pictures import (
    PAIRS,
    PICTURED,
    VERDICTS,
    Dot,
    bars,
    cumulative,
    lengths,
    over_macros,
    ratio_picture,
    ratio_rows,
    scatters,
    verdict_picture,
    work_picture,
)
from ...views.utility import tables
from ..headline import headline, telling_of
from ..paths import RunBoard
from .content import Content

OTHERS = ("expanded", "moves", "elapsed")


def glance(content: Content) -> list[Part]:
    """Whether learning pays, how much, and in what: a sentence and a bar."""
    run, found = content.run, content.judged
    told = telling_of(found) if found else []
    verdict = overall(told) if told else None
    if verdict is None and len(told) == 1:
        verdict = told[0].own_verdict
    drawn: list[Part] = []
    if verdict is not None and verdict.work is not None:
        drawn.append(verdict_picture(verdict, verdict.searches or told[0].title))
    notes = (*_warnings(run), *_sampled(content))
    said = [
        Sentence(headline(run, found, named=False), look="headline"),
        Sentence(_asked(run, content.board), look="lede"),
        *(Sentence(note, look="note") for note in notes),
    ]
    return [
        Beside([Beside(said, "column"), *drawn], "answers") if drawn else Beside(said, "column")
    ]


def verdicts(content: Content) -> list[Part]:
    """The comparisons, and whether learning pays."""
    run, found = content.run, content.judged
    parts: list[Part] = []
    if run.on_goals:
        parts.append(totals_table(ResultSet(run)))
    if found:
        for group in dict.fromkeys(comparison.group for comparison in found):
            parts += _group_verdicts(
                group, [comparison for comparison in found if comparison.group == group]
            )
        parts += _census(run)
    elif len(content.run.measured.conditions) > 1:
        parts += _condition_verdicts(content.run.measured)
    elif run.training_records:
        accepted = sum(record.accepted for record in run.training_records)
        records = counted(len(run.training_records), "training record")
        parts.append(Sentence(f"{accepted:,} of {records} taught a macro."))
    return parts


def _asked(run: Run, board: RunBoard) -> str:
    compared = run.measured
    problems = {row.problem for row in compared.searches} or run.problems
    what = f"{board.name}: {counted(len(problems), 'problem')}"
    if compared.searches:
        searches = counted(len(compared.searches), "search", "searches")
        own = [words for name, words in compared.methods.items() if not name.endswith(WITHOUT)]
        references = [words for words in compared.methods.values() if words not in own]
        beside = f", beside {listed(references)}" if own and references else ""
        what += f", {searches} by {listed(own or references)}{beside}"
    named = ResultSet(run).named
    learned = [] if named else [file for file in macro_files(run) if AFTER in file.conditions]
    if learned:
        file, count = learned[0], len(learned[0].macros)
        if file.library is not None and file.library.policy is not None:
            what += f"; after, the policy of {counted(count, 'rule')} of {file.name} is followed in place of the search"
        else:
            what += f"; before without macros, after with {counted(count, 'macro')} of {file.name}"
    elif named:
        what += f" under {counted(len(named), 'condition')}: {listed([*named])}"
    elif len(compared.conditions) > 2:
        what += f" in {counted(len(compared.conditions), 'condition')}"
    if judging := len(run.searches) - len(compared.searches):
        what += f"; {counted(judging, 'more search', 'more searches')} to judge single macros, or to learn"
    return what + "."


def _warnings(run: Run) -> Iterator[str]:
    """Notes on searches that are missing, and on those that died."""
    if not run.searches and not run.training_records:
        yield "No search of this run has finished yet, so that there is nothing to compare."
    elif left := run.missing:
        missing = f"{counted(left, 'search', 'searches')} of this run {'is' if left == 1 else 'are'} missing"
        yield f"{missing}: it was interrupted or is still going on. What is here is what was finished."
    died = Counter(row.stopped_by for row in run.searches if row.stopped_by in ("error", "signal"))
    for why, count in died.items():
        killed = "was killed" if count == 1 else "were killed"
        how = "ended with an error" if why == "error" else killed
        example = next((r.note for r in run.searches if r.stopped_by == why and r.note), "")
        many, verb = counted(count, "search", "searches"), "counts" if count == 1 else "count"
        yield f"{many} {how} and {verb} as not solved{f': {example}' if example else ''}."


def _sampled(content: Content) -> Iterator[str]:
    """Note on what the page of a large run leaves out; none if it shows everything."""
    whole, shown = len(content.run.problems), len(content.shown.problems)
    if shown != whole:
        yield (
            f"Points, tables of single searches and boards are of {shown:,} of {whole:,} problems, evenly spaced among them: "
            "the page would grow too large. All other figures are of all problems; "
            f"`arcwise export {content.run.path}` has every search."
        )


def _group_verdicts(group: str, found: Sequence[Comparison]) -> list[Part]:
    items = [
        Badge(one.verdict.label, one.title, _figures(one.verdict), _coverage(one)) for one in found
    ]
    why = [(", ".join(filter(None, (one.title, one.engine))), one.verdict) for one in found]
    whole = overall(found)
    if whole is not None and not is_one_of(whole, found):
        what = "the best with macros against the best without"
        items.insert(0, Badge(whole.label, what, _figures(whole)))
        why.insert(0, (what, whole))
    known = [name for name in OTHERS if any(name in one.estimates for one in found)]
    names = {"expanded": "expansions", "moves": "moves", "elapsed": "time"}
    others: list[Part] = []
    if known:
        pictures = Beside([ratio_picture(found, measure) for measure in known])
        same = f"The same picture for {listed([names[name] for name in known])}"
        others.append(Fold(same, [pictures]))
    return [
        *([Heading(f"On {group}", 3)] if group else []),
        Beside([Badges(items), work_picture(found, whole)], "answers"),
        Fold(
            "Why", [part for title, one in why for part in (Heading(title, 4), Items(one.reasons))]
        ),
        *others,
    ]


def _figures(verdict: Verdict) -> str:
    return ", ".join(verdict.figures or verdict.reasons)


def _census(run: Run) -> list[Part]:
    """The comparison over all pairs of states, where the run made one, for each condition with macros."""
    found, parts = ResultSet.of(run), list[Part]()
    for name, census in found.censuses.items():
        which, verdict = census_title(census), census.verdict
        table = Table(list(CENSUS), census_rows(census), f"Means over {which}")
        parts += [
            Heading(f"On {which}, {name}" if found.named else f"On {which}", 3),
            Badges([Badge(verdict.word, "breadth-first with closed list", _figures(verdict))]),
            Fold("Numbers", [table]),
        ]
    return parts


def _coverage(comparison: Comparison) -> str:
    pairs = comparison.pairs
    before, after = comparison.solved
    both = sum(pair.both_solved for pair in pairs)
    was, now = "before", "after"
    if comparison.conditions is not None:
        was, now = (f"under {name}" for name in comparison.conditions)
    said = f"Solved {was} {before:,} and {now} {after:,} of {len(pairs):,}"
    if before - both or after - both:
        said += f"; only {was} {before - both:,}, only {now} {after - both:,}"
    return f"{said}."


def _condition_verdicts(run: Run) -> list[Part]:
    """For each algorithm which macros save work and which cost it, in words and as a picture."""
    parts: list[Part] = []
    every = summaries(run)
    for algorithm, label in run.methods.items():
        ratios = [
            (one, ratio)
            for one in every
            if one.configuration == algorithm
            and one.macros
            and (ratio := one.ratio("operator_applications")) is not None
        ]
        if not ratios:
            continue
        found = [
            Dot(one.name, ratio.mean, ratio.interval, one.comparison.verdict.word)
            for one, ratio in ratios
        ]
        table = Table(
            ["condition", "ratio", "95% interval", "verdict"],
            [
                [dot.title, ratio_text(ratio.mean), span(dot.interval), dot.word]
                for dot, (_, ratio) in zip(found, ratios, strict=True)
            ],
            f"{label}: operator applications with macros over without",
        )
        says = "With macros over without; lines are 95% intervals over problems and seeds."
        pays = sum(dot.word == PAYS for dot in found)
        word = f"{pays:,} of {len(found):,} pay"
        item = Badge(word, label, _said(found), look="pays" if pays else "")
        axis = "operator applications: with / without"
        picture = ratio_rows(found, "Operator applications", says, axis, table, VERDICTS)
        parts.append(Beside([Badges([item]), picture], "answers"))
    return parts


def _said(found: Sequence[Dot]) -> str:
    parts = []
    for word, verb, choose in ((PAYS, "least", min), (DOES_NOT_PAY, "most", max)):
        those = [dot for dot in found if dot.word == word and dot.ratio is not None]
        if those:
            end = choose(those, key=lambda dot: dot.ratio or 0)
            interval = f" ({span(end.interval)})" if end.interval else ""
            parts.append(
                f"{word} for {len(those):,}, the {verb} work with {end.title}: {amount(end.ratio or 0)}{interval}"
            )
    rest = sum(dot.word not in (PAYS, DOES_NOT_PAY) for dot in found)
    if rest:
        parts.append(f"makes no clear difference for {rest:,}")
    return f"Of {counted(len(found), 'kind')} of macros, searching {'; '.join(parts)}."


def before_after(content: Content) -> list[Part]:
    """The problems asked for lie open, the random pairs beyond are to be opened."""
    pairs = zip(content.comparisons, content.points, strict=True)
    each = [(one, _article(number, one, points)) for number, (one, points) in enumerate(pairs)]
    parts: list[Part] = [article for one, article in each if one.group != PAIRS]
    beyond = [article for one, article in each if one.group == PAIRS]
    return [*parts, Fold("The same for the random pairs", beyond)] if beyond else parts


def _article(number: int, comparison: Comparison, points: Comparison) -> Beside:
    pictures = scatters(points)
    options = [el("option", one.title.split(": ")[1], value=one.name) for one in pictures]
    choice = el("label", "Measure ", el("select", options, class_="measure"))
    title = comparison.method + (f": {comparison.group}" if comparison.group else "")
    means = [bars(comparison)] if any(p.both_solved for p in comparison.pairs) else []
    drawn: list[Part] = [
        *means,
        Beside([PageOnly(el("p", choice, class_="choose needs-script")), *pictures], "scatters"),
        Beside([cumulative(comparison), lengths(comparison)], "stack"),
    ]
    pairs = PageOnly(el("div", class_="pairs needs-script"))
    return Beside([Heading(title, 3), Beside(drawn, "figures three"), pairs], "comparison", number)


def conditions(content: Content) -> list[Part]:
    """Pictures and a table for each algorithm, where the run is no comparison of before and after."""
    run = content.run.measured
    if content.comparisons or len(run.conditions) < 2 or not run.searches or run.on_goals:
        return []
    parts: list[Part] = []
    every = summaries(run)
    for algorithm, label in run.methods.items():
        found = [one for one in every if one.configuration == algorithm]
        measures = PICTURED if any(group.macros for group in found) else ()
        drawn = (over_macros(label, measure, found) for measure in measures)
        pictures = Beside([one for one in drawn if one is not None])
        parts += [Heading(label, 3), pictures, Sentence(EXPLAINED, look="remark"), *tables(found)]
    return parts
