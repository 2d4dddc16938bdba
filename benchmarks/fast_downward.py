"""Fast Downward as a subprocess, from the wheel up-fast-downward (GPL-3): only benchmarks and one test use it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter


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


def find_planner() -> Path | None:
    """The driver script inside the wheel, or None where it is not installed; the package itself is not imported."""
    spec = find_spec("up_fast_downward")
    if spec is None or not spec.submodule_search_locations:
        return None
    script = Path(spec.submodule_search_locations[0]) / "downward" / "fast-downward.py"
    return script if script.exists() else None


def run_planner(
    script: Path, domain: Path, problem: Path, search: str, seconds: float, megabytes: int = 2000
) -> PlannerRun:
    """Plan once.

    Parameters
    ----------
    search
        As after Fast Downward's ``--search``.
    seconds, megabytes
        Limits on the whole call.
    """
    with tempfile.TemporaryDirectory() as folder:
        plan = Path(folder) / "plan"
        words = [
            sys.executable, str(script), "--plan-file", str(plan), "--sas-file", f"{folder}/sas",
            "--overall-time-limit", f"{seconds:g}s", "--overall-memory-limit", f"{megabytes}M",
            str(domain), str(problem), "--search", search,
        ]  # fmt: skip
        began = perf_counter()
        process = subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=folder,
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=2 * seconds)
        except subprocess.TimeoutExpired:  # its own limit is on processor time only
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise
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
