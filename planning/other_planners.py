"""Other planners as programs: the text of a domain and of a problem in, a plan and its costs out.

Fast Downward (Helmert, JAIR 26, 2006) here translates by itself, other than as an engine (`fast_downward.py`); pyperplan is
Alkhazraji et al., Zenodo 2020.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

from ..rules.errors import InputError
from ..rules.registry import find
from .fast_downward import find_planner, run_within

PATIENCE = 5
"""Seconds by the clock for one of processor time, before a process is ended all the same."""

MEMORY = 4_000_000
"""Limit on the memory of each process, in KB."""


@dataclass(frozen=True)
class PlannerCall:
    """One call of a planner.

    Parameters
    ----------
    plan
        The text of its plan, or None.
    expanded
        States that its search expanded, or None where it says nothing of that.
    seconds
        Processor time of the whole call, translation included.
    output
        What it printed.
    ended
        Whether it ended by itself, and not by the clock.
    """

    plan: str | None
    expanded: int | None
    seconds: float
    output: str
    ended: bool = True


@dataclass(frozen=True)
class OtherPlanner:
    """A planner that reads PDDL.

    Parameters
    ----------
    name
        What it is called.
    search
        Its search, in its own words.
    package
        The Python package that has it.
    program
        The command that begins a call, or None where it is not installed.
    words
        Arguments of a call, from the search and the files of the domain, the problem and the plan.
    counts
        The pattern by which it prints its number of expansions.
    equality
        Whether conditions may say that two objects differ.
    """

    name: str
    search: str
    package: str
    program: Callable[[], list[str] | None]
    words: Callable[[str, Path, Path, Path], list[str]]
    counts: str
    equality: bool = True

    def __str__(self) -> str:
        return f"{self.name}:{self.search}"

    @property
    def installed(self) -> bool:
        """Whether it is there."""
        return self.program() is not None

    def check(self) -> None:
        """Refuse a planner that is not installed.

        Raises
        ------
        InputError
            It is not; how to install it.
        """
        if not self.installed:
            raise InputError(
                f"{self.name} is not installed",
                expected=f"{self.name} beside arcwise",
                remedy=f"pip install {self.package}",
            )

    def call(self, domain: str, problem: str, seconds: float) -> PlannerCall:
        """Plan once.

        Parameters
        ----------
        domain, problem
            Texts of the files.
        seconds
            Limit on the processor time of each of its processes; `PATIENCE` times as many by the clock.

        Raises
        ------
        InputError
            It is not installed.
        """
        self.check()
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            files = folder / "domain.pddl", folder / "problem.pddl", folder / "plan"
            for file, text in zip(files, (domain, problem), strict=False):
                file.write_text(text, encoding="utf-8")
            words = [*(self.program() or []), *self.words(self.search, *files)]
            limits = f"ulimit -t {max(1, round(seconds))} -v {MEMORY}"
            # pyperplan's order of equal states is that of Python's sets
            held = ["sh", "-c", f'{limits}; export PYTHONHASHSEED=0; exec "$@"', "sh", *words]
            before = _spent_by_children()
            code, output = run_within(held, "", seconds * PATIENCE, name)
            taken = _spent_by_children() - before
            plan = next((one for one in (files[2], Path(f"{files[1]}.soln")) if one.exists()), None)
            found = None if plan is None else plan.read_text(encoding="utf-8")
        expanded = re.findall(self.counts, output)
        return PlannerCall(
            found, int(expanded[-1]) if expanded else None, taken, output, code is not None
        )


def _spent_by_children() -> float:
    """Processor seconds of all processes that this one began and that have ended."""
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _fast_downward() -> list[str] | None:
    folder = find_planner()
    return None if folder is None else [sys.executable, str(folder / "fast-downward.py")]


def _for_fast_downward(search: str, domain: Path, problem: Path, plan: Path) -> list[str]:
    files = ["--plan-file", str(plan), "--sas-file", str(plan.with_name("sas"))]
    named, own = ([], ["--search", search]) if "(" in search else (["--alias", search], [])
    return [*files, *named, str(domain), str(problem), *own]


def _pyperplan() -> list[str] | None:
    if find_spec("pyperplan") is not None:
        return [sys.executable, "-m", "pyperplan"]
    program = shutil.which("pyperplan")
    return None if program is None else [program]


def _for_pyperplan(search: str, domain: Path, problem: Path, plan: Path) -> list[str]:
    name, _, heuristic = search.rstrip(")").partition("(")
    return ["-s", name, *(["-H", heuristic] if heuristic else []), str(domain), str(problem)]


PLANNERS = {
    "fast-downward": OtherPlanner(
        "fast-downward",
        "lama-first",
        "up-fast-downward",
        _fast_downward,
        _for_fast_downward,
        r"Expanded (\d+) state",
    ),
    "pyperplan": OtherPlanner(
        "pyperplan",
        "gbf(hff)",
        "pyperplan",
        _pyperplan,
        _for_pyperplan,
        r"(\d+) Nodes expanded",
        equality=False,
    ),
}
"""Every planner by name, with the search that it makes where none is named."""


def planner_of(asked: str) -> OtherPlanner:
    """The planner of a name, perhaps with a search in its own words after a colon.

    Raises
    ------
    InputError
        An unknown name.

    Examples
    --------
    >>> str(planner_of("pyperplan")), str(planner_of("fast-downward:lazy_greedy([ff()])"))
    ('pyperplan:gbf(hff)', 'fast-downward:lazy_greedy([ff()])')
    """
    name, _, search = asked.partition(":")
    found = find(PLANNERS, name.strip(), "planner")
    return replace(found, search=search.strip()) if search.strip() else found
