"""The head of the page: what was compared, the verdicts in words, and one picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace

from ....experiments.comparison import MEASURES
from ....experiments.designs.all_pairs import AllPairs, PairMeans
from ....experiments.store import Run
from ....experiments.verdict import judge
from ....search.result import Status
from ..data.duels import AFTER, BEFORE, Board, Duel, algorithms, measured, missing
from ..data.proof import macro_files
from ..html.markup import Child, Markup, el
from ..html.tables import Table, numbers
from ..html.words import counted, listed
from ..pictures.charts import legend
from ..pictures.conditions import verdicts
from ..pictures.ratios import ratio_picture

HEADLINE, OTHERS = "operator_applications", ("expanded", "moves", "elapsed")


def answer(run: Run, found: Sequence[Duel], board: Board) -> list[Child]:
    """What was asked and what came out."""
    parts: list[Child] = [el("p", _asked(run, board), class_="lede"), *_warnings(run)]
    if found:
        for group in dict.fromkeys(duel.group for duel in found):
            parts += _verdicts(group, [duel for duel in found if duel.group == group])
        parts += _census(run)
    elif len(measured(run).arms) > 1:
        parts += verdicts(measured(run))
    elif run.lessons:
        accepted = sum(lesson.accepted for lesson in run.lessons)
        parts.append(
            el("p", f"{accepted:,} of {counted(len(run.lessons), 'lesson')} taught a macro.")
        )
    return parts


def _asked(run: Run, board: Board) -> str:
    compared = measured(run)
    problems = {row.problem for row in compared.searches} or run.problems
    what = f"{board.name}: {counted(len(problems), 'problem')}"
    if compared.searches:
        searches = counted(len(compared.searches), "search", "searches")
        what += f", {searches} with {listed(algorithms(compared))}"
    learned = [file for file in macro_files(run) if AFTER in file.arms]
    if learned:
        macros = counted(len(learned[0].macros), "macro")
        what += f"; before without macros, after with the {macros} of {learned[0].name}"
    elif len(compared.arms) > 2:
        what += f" in {counted(len(compared.arms), 'arm')}"
    if judging := len(run.searches) - len(compared.searches):
        what += f"; {counted(judging, 'more search', 'more searches')} to judge single macros"
    return what + "."


def _warnings(run: Run) -> list[Markup]:
    notes = []
    if not run.searches and not run.lessons:
        notes.append("No search of this run has finished yet, so that there is nothing to compare.")
    elif left := missing(run):
        finished = f"{counted(left, 'search', 'searches')} of this run {'is' if left == 1 else 'are'} missing"
        notes.append(
            f"{finished}: it was interrupted or is still going on. What is here is what was finished."
        )
    died = Counter(row.stopped_by for row in run.searches if row.stopped_by in ("error", "signal"))
    for why, count in died.items():
        how = (
            "ended with an error"
            if why == "error"
            else "were killed"
            if count > 1
            else "was killed"
        )
        example = next((r.note for r in run.searches if r.stopped_by == why and r.note), "")
        notes.append(
            f"{counted(count, 'search', 'searches')} {how} and {'counts' if count == 1 else 'count'} as not solved"
            + (f": {example}" if example else "")
            + "."
        )
    return [el("p", note, class_="note") for note in notes]


def _verdicts(group: str, found: Sequence[Duel]) -> list[Child]:
    items = []
    for duel in found:
        verdict = judge(duel.comparison)
        items.append(
            el(
                "li",
                el("span", verdict.word, class_=f"badge {verdict.word.replace(' ', '-')}"),
                el("strong", duel.algorithm),
                el("span", verdict.evidence, class_="evidence"),
                _coverage(duel),
            )
        )
    key = legend(("dot pays", "pays"), ("dot costs", "costs"), ("dot unclear", "anything else"))
    headline = ratio_picture(found, HEADLINE)
    others = [ratio_picture(found, measure).markup() for measure in OTHERS]
    return [
        el("h3", f"On {group}") if group else None,
        el(
            "div",
            el("ul", items, class_="verdicts"),
            replace(headline, after=key).markup(),
            class_="answers",
        ),
        el(
            "details",
            el("summary", "The same picture for expansions, moves and time"),
            el("div", others, class_="figures"),
            class_="numbers",
        ),
    ]


def _census(run: Run) -> list[Child]:
    """The comparison over all pairs of states, where the run made one."""
    known = run.settings.get("all_pairs")
    if not known:
        return []
    means = {arm: PairMeans(**known[arm]) for arm in (BEFORE, AFTER)}
    census = AllPairs(
        known["pairs"], known["starts"], known["states"], **means, longer=known["longer"]
    )
    which = (
        f"all {census.pairs:,} pairs of {census.states:,} states"
        if census.complete
        else f"{census.pairs:,} pairs: every goal from {counted(census.starts, 'random start')}"
    )
    word, _, evidence = census.verdict().partition(": ")
    table = Table(
        f"Means over {which}",
        ["mean", "before", "after", "ratio"],
        [
            [MEASURES[name], f"{before:,.2f}", f"{after:,.2f}", f"{after / before:.2f}"]
            for name, before in asdict(census.before).items()
            if (after := getattr(census.after, name)) is not None
        ],
    )
    return [
        el("h3", f"On {which}"),
        el(
            "ul",
            el(
                "li",
                el("span", word, class_=f"badge {word.replace(' ', '-')}"),
                el("strong", "breadth-first with closed list"),
                el("span", evidence, class_="evidence"),
            ),
            class_="verdicts",
        ),
        numbers(table),
    ]


def _coverage(duel: Duel) -> Markup:
    pairs = duel.comparison.pairs
    before, after = duel.comparison.solved
    both = sum(pair.both_solved for pair in pairs)
    said = f"Solved before {before:,} and after {after:,} of {len(pairs):,}"
    if before - both or after - both:
        said += f"; only before {before - both:,}, only after {after - both:,}"
    return el("span", f"{said}.", class_="coverage")


def outcomes(run: Run) -> Table:
    """How the searches of each arm and algorithm ended."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for row in run.searches:
        end = row.status if not row.stopped_by else f"stopped by {row.stopped_by}"
        counts.setdefault((row.algorithm, row.arm), Counter())[end] += 1
    seen = {end for counter in counts.values() for end in counter}
    ends: list[str] = [end.value for end in Status if end.value in seen]
    ends += sorted(seen - set(ends))
    return Table(
        "How the searches ended",
        ["algorithm", "arm", *ends],
        [
            [algorithm, arm, *(f"{counter[end]:,}" for end in ends)]
            for (algorithm, arm), counter in counts.items()
        ],
        left=2,
    )
