"""The comparisons of a run, and its verdict in one sentence that can be quoted.

In this file:

- Headline of a run: its verdict in one sentence that can be quoted.
- Comparisons of a run, as ``arcwise compare`` makes them.
- The texts that a run holds: all that its report reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from ...experiments.problem_set import RANDOM_PAIRS
from ...experiments.result_set import AFTER, BEFORE, ResultSet
from ...experiments.statistics.comparison import (
    Comparison,
    all_with_macros,
    overall,
    tally,
    telling,
)
from ...experiments.statistics.summary import summaries
from ...experiments.statistics.verdict import PAYS, change
from ...experiments.store import Run
from ...experiments.store.validation import check_file
from ...rules.errors import ArcwiseError, on_one_line
from ...rules.read_domain import file_in, problem_in
from ...rules.text.text_file import read_text
from ...rules.text.words import counted
from ..text.numbers import rounded
from ..views.pictures import PAIRS


def headline(run: Run, found: Sequence[Comparison] | None = None, *, named: bool = True) -> str:
    """Sentence on a run; without searches, on what it learned, or that nothing was measured yet.

    Parameters
    ----------
    run
        The run, as `read_run` returns it.
    found
        Its `run_comparisons`, if they were made already.
    named
        Whether a verdict names the run and what was learned.
    """
    measured = run.measured
    name = str(run.settings.get("theory_name") or run.settings.get("theory") or "unknown theory")
    if found := run_comparisons(run) if found is None else found:
        told = telling_of(found)
        if told[0].conditions is not None:
            return _judged(
                told, f"{name}, {counted(len(ResultSet(run).named), 'condition')}", named
            )
        return _judged(told, f"{name}, {_learned(run)}", named)
    if len(measured.conditions) > 1 and (said := _of_conditions(measured, name)):
        return said
    if run.training_records:
        taught = sum(record.accepted for record in run.training_records)
        records = counted(len(run.training_records), "training record")
        return f"On {name}, {taught:,} of {records} taught a macro."
    if any(row.solved for row in measured.ended):
        return f"On {name}, {_best(measured)}."
    if measured.searches:
        return f"On {name}, none of {counted(len(measured.searches), 'search', 'searches')} found a solution."
    return f"On {name}, nothing was measured yet."


def telling_of(found: Sequence[Comparison]) -> Sequence[Comparison]:
    """The comparisons on one set of problems that the headline is about."""
    groups = dict.fromkeys(one.group for one in found)
    return telling([one for one in found if one.group == group] for group in groups)


def _learned(run: Run) -> str:
    after = next(one for one in run.conditions if one.name == AFTER)
    count = after.facts.get("macros")
    source = after.facts.get("path") or after.file
    if not source:
        return "what was learned" if count else "no macros"
    what = counted(count, "macro") if isinstance(count, int) else "the macros"
    return f"{what} of {on_one_line(str(source).replace(chr(92), '/').rsplit('/', 1)[-1])}"


def _judged(found: Sequence[Comparison], what: str, named: bool = True) -> str:
    """Headline of the best search with macros against the best without; of a single search, with macros against without."""
    problems = max(len(one.pairs) for one in found)
    over = counted(problems, "random pair" if found[0].group == PAIRS else "problem")
    verdict = overall(found)
    if verdict is not None:
        return verdict.about(f"{what}, {over}" if named else over)
    if found[0].conditions is not None:
        return f"On {what}, {all_with_macros(found).rstrip('.')} over {over}."
    (one, *others) = found
    if others:
        return f"On {what}, learning {tally(found)} over {over}."
    return one.own_verdict.about(f"{what}, {one.method}, {over}" if named else over)


def _of_conditions(run: Run, name: str) -> str:
    """Sentence on the kinds of macros that pay, and the best of them."""
    judged = [
        (ratio.mean, one)
        for one in summaries(run)
        if one.macros and (ratio := one.ratio("operator_applications")) is not None
    ]
    if not judged:
        return ""
    if len(judged) == 1:
        return _judged([judged[0][1].comparison], name)
    pays = sum(one.comparison.verdict.word == PAYS for _, one in judged)
    verdict = overall([one.comparison for _, one in judged], kinds=True)
    least, best = min(judged, key=lambda pair: pair[0])
    if verdict is not None:
        return verdict.about(name)
    several = len({one.comparison.configuration for _, one in judged}) > 1
    ends = " of algorithm and macros" if several else " of macros"
    what = "pair" if several else "kind"
    return (
        f"On {name}, {pays or 'none'} of {counted(len(judged), what)}{ends} {'pays' if pays == 1 else 'pay'}: "
        f"at best {change(least, 'work')}, by {best.algorithm} with {best.title}."
    )


def _best(run: Run) -> str:
    """The algorithm that solved most; of equals the one that expanded least."""
    rows = run.ended
    labels = run.methods
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


ASKED = "the problems asked for"
"""The problems of a comparison that are not `PAIRS`."""


def run_comparisons(run: Run) -> list[Comparison]:
    """The configurations of a run before and after learning, or for each pair of named conditions; the requested problems first.

    A problem counts where it was searched both times; a search that the user interrupted is none.
    """
    found = ResultSet(run)
    if not found.named and not {BEFORE, AFTER} <= {one.name for one in run.conditions}:
        return []
    several = len({problem.problem_set for problem in run.problems}) > 1
    names = {"": ASKED, RANDOM_PAIRS: PAIRS} if several else {}
    return [
        one.beside(group=names[one.group]) if one.group in names else one
        for one in found.comparisons
    ]


def texts_of(run: Run) -> dict[str, str]:
    """By the names of their files, the texts of a run's theory and of the plain macro files of its folder."""
    argument = str(run.settings.get("theory") or "")
    named = (
        (file_in(argument), run.settings.get("theory_text")),
        (problem_in(argument)[1], run.settings.get("problem_text")),
    )
    texts: dict[str, str] = {name: text for name, text in named if name and text is not None}
    for one in run.conditions:
        if one.macros is not None and one.text is not None:
            texts[str(one.macros)] = one.text
    for place in sorted(run.path.glob("*.pl")):
        try:
            check_file(place)
            texts[str(place)] = read_text(place)
        except (ValueError, ArcwiseError):
            continue
    return texts
