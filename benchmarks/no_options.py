"""``arcwise solve`` with nothing said of how: all built-in domains at three sizes, PSVN files, PDDL problems.

usage: python benchmarks/no_options.py [--fast] [--seconds 10] [WORD ...]     (only problems that contain a WORD)

Every problem is a process of its own, so that its seconds are those of a person who waits.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from arcwise.rules import open_source
from arcwise.rules.psvn.writer import write_psvn
from rich.console import Console
from rich.table import Table
from timing import DATA

SIZES = {
    "sliding-tile": ("3x3", "4x4", "4x5"),
    "heavy-tile": ("2x4", "3x3", "3x4"),
    "inverse-tile": ("2x4", "3x3", "3x4"),
    "pancake": ("10", "14", "20"),
    "burnt-pancake": ("8", "10", "14"),
    "topspin": ("10x4", "12x4", "16x4"),
    "hanoi": ("3x8", "4x8", "4x10"),
    "blocks": ("6", "8", "10"),
    "gripper": ("6", "8", "12"),
    "lights-out": ("4x4", "5x5", "6x6"),
    "arrow": ("12", "16", "24"),
    "cube": ("2", "3"),
    "water-jugs": ("5x3=4", "11x7=5", "31x17=9"),
    "missionaries": ("3x2", "5x3", "6x4"),
    "keys": ("3x4", "4x4", "5x6"),
    "sokoban": ("1", "2", "3"),
}
"""Sizes of the built-in domains; of cubes there are two."""

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
WRITTEN = ("arrow:16", "hanoi:4x8", "topspin:12x4")
"""Theories that are written as PSVN, beside the examples: of them only the rules are known."""

PLANNING = ("blocks", "driverlog", "gripper", "logistics00", "satellite")
"""The first problem of each is solved."""


def built_in() -> list[list[str]]:
    """Arguments for every built-in domain and size; where there is no start that everybody expects, a random one."""
    asked = []
    for name, sizes in SIZES.items():
        for size in sizes:
            argument = f"{name}:{size}"
            domain, shape = open_source(argument).sized
            own = domain.start(shape) is not None
            asked.append([argument] if own else [argument, "--random", "3"])
    return asked


def psvn_files(folder: Path) -> list[list[str]]:
    """Arguments for two examples, and for theories that are written into a folder."""
    files = [EXAMPLES / "eight_puzzle.psvn", EXAMPLES / "pancakes.psvn"]
    for argument in WRITTEN:
        domain, shape = open_source(argument).sized
        text = write_psvn(domain.theory(shape), [domain.goal(shape)])
        files.append(folder / f"{argument.replace(':', '_')}.psvn")
        files[-1].write_text(text, encoding="ascii")
    return [[str(file), "--random", "3"] for file in files]


def planning() -> list[list[str]]:
    """Arguments for problems of the planning competitions, where the folder is there."""
    asked = []
    for name in PLANNING:
        problems = sorted(
            file for file in (DATA / "pddl" / name).glob("*.pddl") if "domain" not in file.name
        )
        asked += [[str(DATA / "pddl" / name / "domain.pddl"), str(problems[0])]] if problems else []
    return asked


def run(arguments: list[str], options: list[str]) -> tuple[float, dict[str, object]]:
    """The seconds of a process, and what it said."""
    command = Path(sys.executable).parent / "arcwise"
    began = perf_counter()
    said = subprocess.run(
        [command, "solve", *arguments, *options, "--json"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    seconds = perf_counter() - began
    return seconds, json.loads(said.stdout) if said.stdout else {"note": said.stderr.strip()}


def ended(answer: dict[str, object]) -> str:
    """How a search ended."""
    if answer.get("status") == "solved":
        return "optimal" if answer["optimal"] else "solved"
    return (
        f"stopped by {answer['limit']}"
        if answer.get("limit")
        else str(answer.get("status", "FAILED"))
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("words", nargs="*")
    chosen = parser.parse_args()
    options = ["--limit-time", str(chosen.seconds), *(["--fast"] if chosen.fast else [])]
    table = Table("problem", "seconds", "ended", "cost", "expanded", "engine, algorithm, heuristic", title=f"arcwise solve PROBLEM {' '.join(options)}")  # fmt: skip
    good = total = 0
    with tempfile.TemporaryDirectory() as folder:
        for arguments in [*built_in(), *psvn_files(Path(folder)), *planning()]:
            shown = " ".join(
                f"{Path(word).parent.name}/{Path(word).name}" if "/" in word else word
                for word in arguments
                if not word.endswith("/domain.pddl")
            )
            if chosen.words and not any(word in shown for word in chosen.words):
                continue
            seconds, answer = run(arguments, options)
            total += 1
            good += answer.get("status") == "solved"
            cost, expanded = answer.get("cost"), answer.get("expanded")
            table.add_row(
                shown, f"{seconds:.2f}", ended(answer), "" if cost is None else f"{cost:g}", f"{expanded or 0:,}",
                ", ".join(str(answer.get(key)) for key in ("engine", "algorithm", "heuristic") if answer.get(key)),
            )  # fmt: skip
    Console(width=150).print(table)
    Console(width=150).print(f"{good} of {total} solved")


if __name__ == "__main__":
    main()
