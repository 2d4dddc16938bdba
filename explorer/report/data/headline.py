"""Headline of a run: its verdict in one sentence that can be quoted."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from ....experiments.statistics.comparison import Comparison, overall, tally
from ....experiments.statistics.summary import summaries
from ....experiments.statistics.verdict import NO_DIFFERENCE, PAYS, TOO_FEW
from ....experiments.store import Run
from ....rules.errors import on_one_line
from ....rules.text.sentences import counted
from ...text.numbers import rounded
from .comparisons import AFTER, configuration_labels, finished, run_comparisons, without_judging


def headline(run: Run) -> str:
    """The sentence; of a run without searches what it learned, or that there is nothing yet.

    Parameters
    ----------
    run
        What `read_run` gives.
    """
    measured = without_judging(run)
    name = str(run.settings.get("theory_name") or run.settings.get("theory") or "unknown theory")
    if found := run_comparisons(run):
        first = [one for one in found if one.group == found[0].group]
        return f"On {name}, searching with {_learned(run)} {_judged(first)}."
    if len(measured.conditions) > 1 and (said := _of_conditions(measured)):
        return f"On {name}, {said}."
    if run.training_records:
        taught = sum(record.accepted for record in run.training_records)
        records = counted(len(run.training_records), "training record")
        return f"On {name}, {taught:,} of {records} taught a macro."
    if any(row.solved for row in finished(measured)):
        return f"On {name}, {_best(measured)}."
    if measured.searches:
        return f"On {name}, none of {counted(len(measured.searches), 'search', 'searches')} found a solution."
    return f"On {name}, nothing was measured yet."


def _learned(run: Run) -> str:
    after = next(one for one in run.conditions if one.name == AFTER)
    count = after.facts.get("macros")
    source = after.facts.get("path") or after.file
    if not source:
        return "what was learned"
    what = counted(count, "macro") if isinstance(count, int) else "the macros"
    return f"{what} of {on_one_line(str(source).replace(chr(92), '/').rsplit('/', 1)[-1])}"


def _judged(found: Sequence[Comparison]) -> str:
    """The best with macros against the best without, and what it was with each algorithm."""
    problems = max(len(one.pairs) for one in found)
    over = f"over {counted(problems, 'problem')}"
    verdict = overall(found)
    if verdict is not None:
        return f"{_says(verdict.word)} {over}: {verdict.evidence}"
    (one, *others) = found
    if others:
        return f"{tally(found)} {over}"
    return f"{_says(one.verdict.word)} with {one.method} {over}: {one.verdict.evidence}"


def _says(word: str) -> str:
    """A verdict as the verb of the sentence."""
    verbs = {
        NO_DIFFERENCE: "makes no difference",
        TOO_FEW: "makes no difference that is certain yet",
    }
    return verbs.get(word, word)


def _of_conditions(run: Run) -> str:
    """Which of several kinds of macros pay, and the best of them."""
    judged = [
        (ratio.mean, one)
        for one in summaries(run)
        if one.macros and (ratio := one.ratio("operator_applications")) is not None
    ]
    if not judged:
        return ""
    pays = sum(one.comparison.verdict.word == PAYS for _, one in judged)
    verdict = overall([one.comparison for _, one in judged], kinds=True)
    least, best = min(judged, key=lambda pair: pair[0])
    if verdict is not None and len(judged) > 1:
        return f"learning {_says(verdict.word)}: {verdict.evidence}"
    return (
        f"{pays or 'none'} of {counted(len(judged), 'kind')} of macros {'pays' if pays == 1 else 'pay'}: "
        f"at best {least:.2f} times the work, by {best.algorithm} with {best.title}"
    )


def _best(run: Run) -> str:
    """Which algorithm solved the most, and of those the one that expanded least."""
    rows = list(finished(run))
    labels = configuration_labels(run)
    solved = {
        name: [row.expanded or 0 for row in rows if row.configuration == name and row.solved]
        for name in labels
    }
    most = max(map(len, solved.values()))
    equal = [name for name, found in solved.items() if len(found) == most]
    best = min(equal, key=lambda name: fmean(solved[name]))
    tried = sum(row.configuration == best for row in rows)
    said = f"{labels[best]} solved {most:,} of {counted(tried, 'problem')}"
    expanded = rounded(fmean(solved[best]))
    said += f" with {expanded} expansions on average"
    if len(equal) == 1:
        return (
            said
            if len(labels) == 1
            else f"{said}, more than any other of {len(labels)} configurations"
        )
    return f"{said}, the fewest of the {len(equal)} configurations that solved as many"
