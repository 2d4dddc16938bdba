"""``arcwise doctor``: what is installed here and what it enables."""

from __future__ import annotations

import platform
from importlib import metadata
from typing import Any

import click

from ....experiments.examination import examine
from ....rules.later import Later
from ....rules.view import Sentence, Table, View
from ....search.algorithms import FAST_DOWNWARD
from ....search.limits import MEASURABLE
from ....search.native.compiled import instruction_sets
from ....search.native.not_native import NotNativeError
from ..help import command
from ..messages import EXIT_CODES
from ..options import trust_option
from ..present import present

PACKAGES = {
    "rich": "tables",
    "click": "the command line",
    "networkx": "search trees and state spaces as graphs",
    "textual": "arcwise explore",
}

OPTIONAL = {
    "distributed": "--cluster: runs on other machines",
    "matplotlib": "ResultSet.plot()",
    "pandas": "ResultSet.to_frame()",
    "pyarrow": "arcwise export to Parquet",
    "pyswip": "loads SWI-Prolog's library",
    "unified-planning": "arcwise as an engine of that library",
    "up-fast-downward": "engine fast-downward: LAMA and others for PDDL problems",
}
"""Packages that need not be there, and what each is for."""


_swi_status = Later("logic.swi.interpreter", "swi_status")
_planner = Later("planning.fast_downward", "find_planner")


@command("doctor", examples=["arcwise doctor", "arcwise doctor --domain hanoi:3x3"])
@click.option(
    "--domain",
    "named",
    metavar="DOMAIN",
    help="Examine a domain instead: its arcs, goal, random starts and drawings.",
)
@trust_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def doctor_command(named: str | None, as_json: bool) -> int:
    """Show what is installed here and what it enables, or what is missing or odd about a domain.

    With --domain the exit code is 1 if anything is wrong; an odd finding may be intended.
    """
    if named is not None:
        return _examine(named, as_json)
    rows = [
        ("arcwise", _version("arcwise"), True, "rules, search, learning"),
        ("Python", platform.python_version(), True, "engine python"),
        *((name, _version(name), bool(_version(name)), use) for name, use in PACKAGES.items()),
    ]
    rows += [
        (name, version, bool(version), use if version else f"pip install {name}")
        for name, use in OPTIONAL.items()
        for version in (_version(name),)
    ]
    swi = _swi_status()
    rows += [
        (
            "SWI-Prolog library",
            swi.library,
            bool(swi.library),
            swi.problem or "--trust, engine swi",
        ),
        _kernel(),
        ("memory readings", None, MEASURABLE, "--limit-memory, peak memory"),
    ]
    data: dict[str, Any] = {
        name: {"version": version, "available": there} for name, version, there, _ in rows
    }
    engines = _engines(data)
    lines = [
        (name, version or "-", "yes" if there else "no", use) for name, version, there, use in rows
    ]
    table = Table(("component", "version", "here", "enables, or what is missing"), lines, left=4)
    parts = table, Sentence(f"engines: {', '.join(engines)}")
    present(View(parts, {"components": data, "engines": engines}), as_json=as_json)
    return 0


def _examine(named: str, as_json: bool) -> int:
    """Print what was found of a domain."""
    found = examine(named)
    present(found.view(), as_json=as_json)
    return 0 if found.sound else EXIT_CODES["does not hold"]


def _kernel() -> tuple[str, str | None, bool, str]:
    try:
        return "kernel", ", ".join(instruction_sets()), True, "engine native"
    except NotNativeError as error:
        return "kernel", None, False, f"{error.reason}; {error.remedy}"


def _engines(components: dict[str, Any]) -> list[str]:
    there = {
        "native": components["kernel"]["available"],
        "python": True,
        "swi": components["SWI-Prolog library"]["available"],
        FAST_DOWNWARD: _planner() is not None,
    }
    return [name for name, one in there.items() if one]


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
