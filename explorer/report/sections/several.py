"""Sections, pictures and tables of several runs; each run's own page stands beside theirs.

In this file:

- Sections of the page of several runs; each run's own page stands beside it.
- Tables of several runs, shared by the page and the LaTeX file.
- Tables as LaTeX, for a paper; they need the package booktabs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from urllib.parse import quote

from ....experiments.row import PROPERTIES
from ....experiments.statistics.across_runs import AcrossRuns, Pairwise, Series
from ....experiments.statistics.comparison import Comparison
from ....experiments.store import Run
from ....rules.text.words import counted, listed
from ....rules.view import Beside, Heading, Lines, PageOnly, Part, Sentence, Table
from ...html.markup import el
from ...text.numbers import number, ratio, rounded, span
from ...views.pictures import MOST_PAIRS, over_time, scatter_pictures
from ..headline import headline, run_comparisons
from .content import command


@dataclass(frozen=True)
class Several:
    """Content of the page of several runs: the runs by name, and the addresses of their own pages as far as they have one."""

    across: AcrossRuns
    links: Mapping[str, str]


def _counted(run: Run) -> str:
    """Problems and searches that a run compares, or all of one that compares nothing."""
    searches = run.measured.searches or run.searches
    problems = {row.problem for row in searches} or run.problems
    return f"{counted(len(problems), 'problem')}, {counted(len(searches), 'search', 'searches')}"


def headlines(content: Several) -> Iterator[Part]:
    """The headline of each run, with the address of its own page."""
    for name, run in content.across.runs.items():
        yield Sentence(headline(run), look="headline")
        yield Sentence(f"{name}: {_counted(run)}.", look="lede")
        if name in content.links:
            yield PageOnly(el("p", el("a", "Its own page", href=quote(content.links[name]))))


def learning(content: Several) -> list[Part]:
    """The verdicts on learning of all runs; nothing if none has one."""
    table = verdict_table(content.across)
    return [table] if table.rows else []


def coverage(content: Several) -> list[Part]:
    """Problems solved, as a table and over time."""
    table = coverage_table(content.across)
    pictures = over_time(content.across)
    return [*([table] if table.rows else []), *([Beside(pictures)] if pictures else [])]


def same(content: Several) -> Iterator[Part]:
    """The problems that two runs have in common."""
    across = content.across
    if not across.pairwise:
        yield Sentence(
            "These runs cannot be compared: they have no problem in common that the same configuration searched under the same condition.",
            look="remark",
        )
        return
    yield Sentence(_remark(across), look="remark")
    yield pairwise_table(across)
    if (more := len(across.pairwise) - MOST_PAIRS) > 0:
        yield Sentence(f"No picture: {counted(more, 'more pair')}.", look="remark")
    for one, pictures in zip(across.pairwise, scatter_pictures(across), strict=False):
        yield Heading(f"{one.comparison.method}, {one.condition}", 3)
        yield Beside(pictures)


def _remark(across: AcrossRuns) -> str:
    """Remark on differences between runs, besides the one compared."""
    said = "These runs were made one after the other, not in turns: their times say less than those within a run."
    if across.differences:
        parts = [f"{name} ({'; '.join(texts)})" for name, texts in across.differences.items()]
        said += f" They differ in {listed(parts)}."
    if not across.one_machine:
        said += " So times are not compared."
    return said


def again(content: Several) -> Iterator[Part]:
    """The command of each run."""
    for name, run in content.across.runs.items():
        yield Heading(name, 3)
        yield Lines(command(run) or "not known")


COMPARED = ("expanded", "operator_applications", "inferences", "moves", "elapsed")
"""Properties in which the searches of two runs are compared."""


def tables(across: AcrossRuns) -> list[Table]:
    """All that have any rows."""
    found = [verdict_table(across), coverage_table(across), pairwise_table(across)]
    return [table for table in found if table.rows]


def verdict_table(across: AcrossRuns) -> Table:
    """Whether learning paid in each run that compared searches before and after."""
    rows = [
        _verdict_row(name, one) for name, run in across.runs.items() for one in run_comparisons(run)
    ]
    columns = ["run", "algorithm", "verdict", "work ratio", "95% interval"]
    columns += ["expanded ratio", "moves ratio", "time ratio", "problems", "solved before"]
    columns += ["solved after", "best without macros", "against it", "its work ratio"]
    caption = (
        "After learning over before, run by run: geometric means of the ratios over the problems solved both times; work is "
        "operator applications, of proofs inferences"
    )
    return Table(columns, rows, caption, left=3)


def _verdict_row(name: str, one: Comparison) -> list[str]:
    estimates = one.estimates
    work = one.work
    before, after = one.solved
    others = [
        ratio(estimates[other].ratio) if other in estimates else "-"
        for other in ("expanded", "moves", "elapsed")
    ]
    return [
        name,
        one.title + (f": {one.group}" if one.group else ""),
        one.verdict.label,
        ratio(work.ratio) if work else "-",
        span(work.interval) if work else "-",
        *others,
        *(f"{count:,}" for count in (len(one.pairs), before, after)),
        *_against_best(one),
    ]


def _against_best(one: Comparison) -> list[str]:
    """The best searches without macros, the verdict against them, and the ratio of the work."""
    best = one.reference
    if best is None:
        return ["-"] * 3
    found = best.least_work.finding.work
    return [best.method, best.verdict.label, ratio(found.ratio if found else None)]


def coverage_table(across: AcrossRuns) -> Table:
    """Number of solved problems, and the average work."""
    columns = ["run", "algorithm", "condition", "problems", "solved"]
    columns += ["mean expanded", "mean moves", "mean time (s)"]
    rows = [_coverage_row(one) for one in across.series]
    caption = "Coverage; arithmetic means over the problems that each solved, which are not the same for all"
    return Table(columns, rows, caption, left=3)


def _coverage_row(one: Series) -> list[str]:
    solved = one.solved
    means = [
        _mean([getattr(row, name) for row in solved], name)
        for name in ("expanded", "moves", "elapsed")
    ]
    counts = [f"{len(one.rows):,}", f"{len(solved):,}"]
    return [one.run, one.method, one.condition, *counts, *means]


def _mean(values: Sequence[float | None], name: str) -> str:
    known = [value for value in values if value is not None]
    if not known:
        return "-"
    return number(fmean(known), name) if name == "elapsed" else rounded(fmean(known))


def pairwise_table(across: AcrossRuns) -> Table:
    """Table of two runs on common problems: which solved more, and which took less work."""
    columns = ["first", "second", "algorithm", "condition", "problems", "only first", "only second"]
    columns += ["measure", "less in first", "equal", "less in second", "ratio", "95% interval"]
    rows = []
    for one in across.pairwise:
        pairs = one.comparison.pairs
        only = (
            sum(pair.before.answered and not pair.after.answered for pair in pairs),
            sum(pair.after.answered and not pair.before.answered for pair in pairs),
        )
        which = [one.first.run, one.second.run, one.comparison.method, one.condition]
        which += [f"{count:,}" for count in (len(pairs), *only)]
        known = [
            name
            for name in COMPARED
            if name in one.comparison.estimates and (name != "elapsed" or across.one_machine)
        ]
        rows += [[*which, *_changed(one, name)] for name in known]
        if not known:  # no problem was solved in both
            rows.append([*which, *["-"] * 6])
    caption = "The same problems in two runs; ratios, second over first, are geometric means over the problems solved in both"
    return Table(columns, rows, caption, left=4)


def _changed(one: Pairwise, name: str) -> list[str]:
    """One property: in how many problems it was less in either run, and the ratio."""
    estimate = one.comparison.estimates[name]
    counts = [f"{count:,}" for count in one.less_equal_more(name)]
    return [
        PROPERTIES[name].split(" (")[0],
        *counts,
        ratio(estimate.ratio),
        span(estimate.interval),
    ]


SPECIAL = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\u00b5": r"\textmu{}",
}


def latex_text(tables: Sequence[Table]) -> str:
    """A file that ``\\input`` takes: each table in a table environment of its own."""
    head = "% Written by arcwise report; the preamble needs \\usepackage{booktabs}.\n"
    return head + "".join(f"\n{_latex(table)}" for table in tables)


def escaped(text: str) -> str:
    """A text without anything that LaTeX would take for a command; control characters are left out."""
    plain = "".join(sign for sign in text if sign.isprintable())
    return re.sub(r"[&%$#_{}\\~^\u00b5]", lambda found: SPECIAL[found[0]], plain)


def _latex(table: Table) -> str:
    form = "".join("l" if n < table.left else "r" for n in range(len(table.columns)))
    # Empty braces first: \\ and \midrule would take a star or a bracket of a name for an argument of theirs.
    rows = (table.columns, *table.rows)
    lines = ["{}" + " & ".join(map(escaped, map(str, row))) + r" \\" for row in rows]
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            f"\\caption{{{escaped(table.title or '')}.}}",
            f"\\begin{{tabular}}{{{form}}}",
            r"\toprule",
            lines[0],
            r"\midrule",
            *lines[1:],
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )
