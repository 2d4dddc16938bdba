"""Fast Downward with its own translator, from PDDL to plan, to be compared with."""

from __future__ import annotations

import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from arcwise.search.planner.fast_downward import find_planner, run_within

__all__ = ["PlannerRun", "find_planner", "run_planner"]


@dataclass(frozen=True)
class PlannerRun:
    """What one call gave.

    Parameters
    ----------
    plan
        The text of its plan, or None.
    expanded
        States that search expanded, or None where it did not come so far.
    search_seconds, total_seconds
        Of the search alone, and of the whole call with translation.
    operators
        Ground actions after translation, or None.
    output
        What it printed.
    """

    plan: str | None
    expanded: int | None
    search_seconds: float | None
    total_seconds: float
    operators: int | None
    output: str


def run_planner(
    folder: Path, domain: Path, problem: Path, search: str, seconds: float, megabytes: int = 2000
) -> PlannerRun:
    """Plan once, from PDDL.

    Parameters
    ----------
    folder
        As `find_planner` finds it.
    search
        As after Fast Downward's ``--search``, or the name of one of its aliases.
    seconds, megabytes
        Limits on the whole call.
    """
    with tempfile.TemporaryDirectory() as place:
        plan = Path(place) / "plan"
        words = [
            *(sys.executable, str(folder / "fast-downward.py"), "--plan-file", str(plan)),
            *("--sas-file", f"{place}/sas", "--overall-memory-limit", f"{megabytes}M"),
            *([] if "(" in search else ["--alias", search]),
            *(str(domain), str(problem)),
            *(["--search", search] if "(" in search else []),
        ]
        began = perf_counter()
        _, output = run_within(words, "", seconds)
        return PlannerRun(
            plan.read_text(encoding="ascii") if plan.exists() else None,
            _number(r"Expanded (\d+) state", output, int),
            _number(r"Search time: ([0-9.]+)s", output, float),
            perf_counter() - began,
            _number(r"Translator operators: (\d+)", output, int),
            output,
        )


def _number(pattern: str, text: str, kind: type) -> int | float | None:
    found = re.findall(pattern, text)
    return kind(found[-1]) if found else None
