"""All figures that arcwise is measured by, each with what it is to reach and with what was published or run beside it.

usage: python benchmarks/figures.py [--only NAME]... [--quick] [--markdown]

A section is a row of a table here, and its figures are lines that the benchmark named there yields one by one; `make figures`
prints all of them. What needs data that is not there says so. Ctrl-C prints what is done. All of it takes hours, most of them in
the planners that stand beside; --quick takes a few minutes and only shows that everything runs. Seconds are processor time
unless a line says otherwise; what must be reached in seconds by the clock means those of a machine with nothing else to do.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from time import perf_counter

from rich.console import Console
from tables import COLUMNS, Line, Lines, show


@dataclass(frozen=True)
class Section:
    """Some figures.

    Parameters
    ----------
    title
        What they are about.
    module, function
        Where they are measured: called with whether it is to be quick.
    """

    title: str
    module: str
    function: str = "lines"

    def lines(self, quick: bool) -> Lines:
        """The figures, as they are measured."""
        measure: Callable[[bool], Lines] = getattr(import_module(self.module), self.function)
        return measure(quick)


SECTIONS = {
    "principia": Section("Theorems of Principia Mathematica, learned in their order", "principia"),
    "inferences": Section("Inferences a second of logic programs", "inferences"),
    "moves": Section("States a second of programs that define moves", "program_moves"),
    "orders": Section("Orders of subgoals that are found", "orders", "orders"),
    "tables": Section("Macro tables of permutation domains", "macro_tables"),
    "closure": Section("Any goal, any size: closing under symmetry", "orders", "closure"),
    "headline": Section("24-puzzle after learning, medians over seeds", "transfer", "learning"),
    "focused": Section("15-puzzle, macros in greedy search", "transfer", "goal_count"),
    "sizes": Section("N x N by climbing", "transfer", "sizes"),
    "short": Section("N x N, short plans", "transfer", "improved"),
    "quality": Section("Length against time, with and without macros", "quality"),
    "domains": Section("The same learner on every domain", "transfer_domains"),
    "planning": Section("Macros in planning", "pddl_learning"),
    "policies": Section("Policies, on problems beyond those learned from", "learning_track"),
}
"""The sections by name; the longest come last."""


def measured(section: Section, quick: bool, console: Console) -> tuple[list[Line], bool]:
    """The figures of a section, and whether the user ended it; those that were done by then are kept."""
    lines: list[Line] = []
    began = perf_counter()
    console.print(f"{section.title} ...")
    try:
        for line in section.lines(quick):
            lines.append(line)
            console.print(
                f"  {perf_counter() - began:6.0f} s  {line.what}: {line.measured}", markup=False
            )
    except KeyboardInterrupt:
        return lines, True
    return lines, False


def verdict(lines: Iterable[Line]) -> str:
    """How many figures are what they are to be."""
    judged = [line.reached for line in lines if line.reached is not None]
    return f"{sum(judged)} of {len(judged)} figures are what they must reach"


def main(arguments: list[str] | None = None) -> int:
    """Print a table for every section; 130 where the user ended it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", choices=SECTIONS, help="may be said again")
    parser.add_argument("--quick", action="store_true", help="a few problems of everything")
    parser.add_argument("--markdown", action="store_true")
    asked = parser.parse_args(arguments)
    console = Console(stderr=True)
    done: list[Line] = []
    for name in asked.only or SECTIONS:
        lines, ended = measured(SECTIONS[name], asked.quick, console)
        if asked.markdown:
            print(f"\n## {SECTIONS[name].title}\n")
        show(SECTIONS[name].title, COLUMNS, [one.cells for one in lines], markdown=asked.markdown)
        done += lines
        if ended:
            print("interrupted; the figures above were measured")
            return 130
    print(verdict(done))
    return 0


if __name__ == "__main__":
    sys.exit(main())
