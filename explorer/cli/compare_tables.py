"""A comparison as tables and sentences, and as plain data."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ...experiments.comparison import MEASURES, Comparison
from ...experiments.designs.all_pairs import AllPairs
from ...experiments.verdict import judge
from ...rules.state_text import goal_cells
from .console import out, plain_table, say, tell
from .utility_tables import counted


def print_comparisons(comparisons: list[Comparison]) -> None:
    """Print a table and a verdict for each."""
    for comparison in comparisons:
        before, after = comparison.solved
        table = plain_table("", "before", "after", "ratio", "quartiles", title=comparison.algorithm)
        table.add_row("solved", str(before), str(after), "", "")
        for measure, words in MEASURES.items():
            change = comparison.change(measure)
            if change is None:
                continue
            digits = 5 if measure == "elapsed" else 1
            table.add_row(
                words,
                _number(change.before, digits),
                _number(change.after, digits),
                "-" if change.ratio is None else f"{change.ratio:.2f}",
                "-" if change.spread is None else "{:.2f} - {:.2f}".format(*change.spread),
            )
        out().print(table)
        tell(str(judge(comparison)))
        say()


def _number(value: float, digits: int) -> str:
    return f"{value:,.0f}" if value == int(value) and digits < 4 else f"{value:,.{digits}f}"


def print_census(census: AllPairs) -> None:
    """Print what came of all pairs of states."""
    which = (
        f"all {census.pairs:,} pairs of {census.states:,} states"
        if census.complete
        else f"{census.pairs:,} pairs: every goal from {counted(census.starts, 'random start')}"
    )
    tell(f"== {which}, breadth-first with closed list")
    say()
    table = plain_table("mean", "before", "after", "ratio")
    for name, before in asdict(census.before).items():
        after = getattr(census.after, name)
        table.add_row(MEASURES[name], f"{before:,.2f}", f"{after:,.2f}", f"{after / before:.2f}")
    out().print(table)
    tell(census.verdict())


def comparison_data(comparison: Comparison) -> dict[str, Any]:
    """Everything as plain values, ready for JSON."""
    before, after = comparison.solved
    verdict = judge(comparison)
    changes = {measure: comparison.change(measure) for measure in MEASURES}
    return {
        "algorithm": comparison.algorithm,
        "count": len(comparison.pairs),
        "solved": {"before": before, "after": after},
        **{measure: asdict(change) if change else None for measure, change in changes.items()},
        "verdict": verdict.word,
        "evidence": verdict.evidence,
        "searches": [
            {
                "start": list(pair.start),
                "goal": goal_cells(pair.goal),
                "before": pair.before.to_dict(),
                "after": pair.after.to_dict(),
            }
            for pair in comparison.pairs
        ],
    }
