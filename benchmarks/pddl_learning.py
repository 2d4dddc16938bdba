"""Macros learned on small PDDL problems, tried on larger ones, and what they save on others: total time with and without.

usage: python benchmarks/pddl_learning.py [DOMAIN...] [--data DATA] [--planner] [--algorithm A] [--heuristic H] [--seconds S]

DATA has the folders `pddl` (DOMAIN/domain.pddl and problems), `generalized` (DOMAIN/train, DOMAIN/test) and `learning_track`
(DOMAIN/training, DOMAIN/testing); larger problems of `pddl` are drawn. Times are CPU seconds from the problem's file to its plan:
reading, grounding, instances of macros, search, and a search in vain of a part of the problem. With --planner Fast Downward searches the same
arcs, macros included, and its own time is added.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from arcwise.ebl.library import MacroLibrary
from arcwise.experiments.configuration import Configuration
from arcwise.experiments.designs.learn import learn
from arcwise.planning.fast_downward import find_planner
from arcwise.planning.learning.pieces import Pieces
from arcwise.planning.pddl import planning
from arcwise.planning.pddl.planning import PlanningDomain
from arcwise.planning.pddl.read_action_domain import load_action_domain
from arcwise.planning.pddl.read_task import load_task
from arcwise.planning.pddl.write import task_text
from arcwise.search.algorithms import FAST_DOWNWARD
from arcwise.search.limits import Limits
from arcwise.search.macros import LiftedProblem
from arcwise.search.result import Result
from competition_instances import instance
from tables import Line, Lines, at_most, not_run, show
from timing import DATA, finished

REPEATED, LONG = 5, 4.0
"""So often a problem is searched both ways, unless both together take so many seconds; the quickest search counts.

Where nothing was kept both ways are one, and it is searched once.
"""


@dataclass(frozen=True)
class Split:
    """Which problems of a domain are for what.

    Parameters
    ----------
    folder
        Below the data.
    learned, tried, tested
        Patterns of file names, or sizes of problems that are drawn: to learn from, to try macros on, and to compare on.
    """

    folder: str
    learned: tuple[str | int, ...]
    tried: tuple[str | int, ...]
    tested: tuple[str | int, ...]

    def files(self, data: Path, chosen: Sequence[str | int], drawn: Path) -> list[str]:
        """Problems, of which those that are drawn are written to a folder."""
        folder, found = data / self.folder, list[str]()
        for one in chosen:
            if isinstance(one, str):
                found += [str(path) for path in sorted(folder.glob(one))]
                continue
            path = drawn / f"{folder.name}-{one}.pddl"
            task = instance(folder / "domain.pddl", folder.name, one)
            path.write_text(task_text(task), encoding="ascii")
            found.append(str(path))
        return found


def _track(name: str, *tested: str) -> Split:
    tried = tuple(f"testing/{one}.pddl" for one in ("medium-01", "medium-10"))
    files = tuple(f"testing/{one}.pddl" for one in tested)
    return Split(f"learning_track/{name}", ("training/p0*.pddl", "training/p1*.pddl"), tried, files)


def _general(name: str, tried: Sequence[str], *tested: str) -> Split:
    tests = tuple(f"test/{one}.pddl" for one in tested)
    return Split(
        f"generalized/{name}", ("train/*.pddl",), tuple(f"test/{one}.pddl" for one in tried), tests
    )


FIRST = ("p01.pddl", "p02.pddl", "p03.pddl")


def _grown(
    name: str, learned: Sequence[str | int], tried: Sequence[str | int], *tested: str | int
) -> Split:
    """Problems of a competition, and drawn ones of the sizes that are said."""
    return Split(f"pddl/{name}", tuple(learned), tuple(tried), tested)


SPLITS = {
    "blocksworld": _track("blocksworld", "easy-30", "medium-07", "medium-13", "medium-16"),
    "ferry": _track("ferry", "easy-30", "medium-22", "medium-30", "hard-01"),
    "miconic": _track("miconic", "easy-30", "medium-16", "medium-30", "hard-01"),
    "satellite": _track("satellite", "easy-30", "medium-07", "medium-13", "medium-16"),
    "spanner": _track("spanner", "easy-19", "easy-27", "medium-07", "medium-13"),
    "gripper": _general("gripper", ("p29",), "p01", "p02", "p03", "p30"),
    "delivery": _general(
        "delivery", ("instance_3_2_0", "instance_9_3_2"), "instance_3_2_1", "instance_9_3_1"
    ),
    "logistics-1truck": _general(
        "logistics-1truck",
        ("prob-1plane-1city-10loc-10pkg-1truck-1", "prob-1plane-1city-10loc-10pkg-1truck-2"),
        "prob-1plane-1city-10loc-10pkg-1truck-3",
        "prob-1plane-1city-20loc-20pkg-1truck-4",
        "prob-1plane-1city-20loc-20pkg-1truck-5",
    ),
    "barman": _grown("barman-sat11-strips", (1, 2, 3), (5, 6, 7, 8), "pfile06-021.pddl", 20, 30),
    "blocks": _grown("blocks", (4, 5, 6, 7), (10, 12, 15, 20), "probBLOCKS-5-1.pddl", 30, 40, 60),
    "depot": _grown("depot", ("p01.pddl", "p02.pddl", 2, 3), (4, 5, 6, 7), 8, 9, 10, 11),
    "driverlog": _grown("driverlog", FIRST, (10, 11, 12, 13), 16, 20, 30),
    "freecell": _grown(
        "freecell", (2, 3, "p01.pddl"), (4, "p03.pddl", "p04.pddl", 5), "p05.pddl", 7, 9
    ),
    "grid": _grown("grid", (4, 5, "prob01.pddl"), ("prob02.pddl", 6, 7, 8), "prob04.pddl", 9, 10),
    "gripper-large": _grown("gripper", (2, 3, 4), (10, 15, 20, 30), "prob05.pddl", 40, 60, 100),
    "logistics": _grown(
        "logistics00", (2, 3, 4), (8, 12, 14, 16), "probLOGISTICS-5-1.pddl", 20, 30, 40
    ),
    "miconic-large": _grown("miconic", (3, 4, 5), (10, 15, 20, 25), "s1-4.pddl", 30, 40, 60),
    "movie": _grown(
        "movie", ("prob01.pddl", "prob02.pddl"), ("prob03.pddl",), "prob04.pddl", "prob05.pddl"
    ),
    "pegsol": _grown("pegsol-08-strips", (6, 8, 10), (12, 14, 15, 16), "p05.pddl", 18, 20, 22),
    "rovers": _grown("rovers", FIRST, (18, 19, 20, 21), 30, 40, 50),
    "satellite-large": _grown("satellite", (3, 4, 5), (10, 15, 18, 20), "p05-pfile5.pddl", 30, 40),
    "storage": _grown("storage", (*FIRST, "p04.pddl"), (4, 5, 6, 7), "p05.pddl", 8, 9, 10),
    "tpp": _grown("tpp", (*FIRST, "p04.pddl"), (8, 9, 10, 11), "p05.pddl", 14, 18, 24),
    "visitall": _grown(
        "visitall-sat11-strips", (3, 4, 5), (8, 10, 12, 14), "problem20.pddl", 25, 30
    ),
    "zenotravel": _grown("zenotravel", FIRST, (9, 10, 11, 12), 14, 17, 20),
}


@dataclass(frozen=True)
class Run:
    """One search, and all that it took."""

    result: Result
    seconds: float


def run(domain: Path, problem: Path, library: MacroLibrary | None, how: Configuration) -> Run:
    """Read, ground, search and check a problem with macros, or without."""
    planning._ground.cache_clear()  # what was grounded for the other search
    gc.collect()
    began = process_time()
    actions = load_action_domain(str(domain))
    task = PlanningDomain(actions, load_task(actions, str(problem)))
    result = finished(how.search(LiftedProblem(task, (1, 1)), macros=library))
    seconds = process_time() - began + (result.statistics.elapsed if how.by_planner else 0.0)
    if result.solved:
        assert result.theory is not None and isinstance(result.theory.domain, PlanningDomain)
        searched = result.theory.domain
        searched.plan(result.path[0], [move.name for move in result.primitives])  # by the book
    return Run(result, seconds)


@dataclass(frozen=True)
class Saved:
    """What macros of a domain save.

    Parameters
    ----------
    examples, learning
        Problems that were learned from, and the seconds of that, trials included.
    library
        What was kept.
    pairs
        Every problem without macros and with them.
    """

    domain: str
    examples: int
    learning: float
    library: MacroLibrary
    pairs: list[tuple[Run, Run]]

    @property
    def totals(self) -> list[float]:
        """Seconds without and with."""
        return [sum(pair[end].seconds for pair in self.pairs) for end in (0, 1)]

    @property
    def ratio(self) -> float:
        """Of the total time."""
        return self.totals[1] / self.totals[0]

    @property
    def ratios(self) -> list[float]:
        """Of the time of every problem."""
        return [other.seconds / one.seconds for one, other in self.pairs]

    @property
    def solved(self) -> list[int]:
        """How many problems, without and with."""
        return [sum(pair[end].result.solved for pair in self.pairs) for end in (0, 1)]

    @property
    def cells(self) -> list[str]:
        """A row of the table."""
        both = [pair for pair in self.pairs if all(one.result.solved for one in pair)]
        expanded = [
            sum(pair[end].result.statistics.expanded for pair in self.pairs) for end in (0, 1)
        ]
        moves = [sum(pair[end].result.moves for pair in both) for end in (0, 1)]
        return [
            *(self.domain, str(self.examples), f"{self.learning:.1f}", str(len(self.library))),
            *(str(len(self.pairs)), *map(str, self.solved), *(f"{one:,}" for one in expanded)),
            *(*(f"{one:.2f}" for one in self.totals), f"{self.ratio:.2f}"),
            *(f"{exp(fmean(map(log, self.ratios))):.2f}", f"{max(self.ratios):.2f}"),
            *map(str, moves),
        ]


COLUMNS = (
    *("domain", "learned from", "s", "macros", "problems", "solved", "with", "expanded", "with"),
    *("CPU s", "with", "ratio", "mean ratio", "worst", "moves", "with"),
)


def compared(data: Path, name: str, how: Configuration, most: int | None = None) -> Saved:
    """Learn macros of a domain, and search its test problems, or so many of them, without and with them."""
    with TemporaryDirectory() as drawn:
        return _compared(data, name, how, most, Path(drawn))


def _compared(data: Path, name: str, how: Configuration, most: int | None, drawn: Path) -> Saved:
    split = SPLITS[name]
    domain = data / split.folder / "domain.pddl"
    examples, tried, tested = (
        split.files(data, chosen, drawn) for chosen in (split.learned, split.tried, split.tested)
    )
    began = perf_counter()
    found = learn(
        str(domain),
        examples,
        Pieces(trial=tried, tried_with=replace(how, limits=Limits(time=10))),
        configuration=Configuration(limits=Limits(time=10)),
    )
    took = perf_counter() - began
    pairs = []
    for number, problem in enumerate(map(Path, tested[:most])):
        both: dict[bool, Run] = {}
        kinds = (False, True) if len(found.library) else (False,)
        for turn in range(REPEATED):
            for macros in kinds if (number + turn) % 2 else kinds[::-1]:
                done = run(domain, problem, found.library if macros else None, how)
                if macros not in both or done.seconds < both[macros].seconds:
                    both[macros] = done
            if sum(one.seconds for one in both.values()) > LONG:
                break
        pairs.append((both[False], both.get(True, both[False])))
    return Saved(name, len(examples), took, found.library, pairs)


def lines(quick: bool) -> Lines:
    """What macros save in arcwise's own search and in Fast Downward's, on problems that were not learned from."""
    if not DATA.exists():
        yield not_run("macros in planning", f"no problems in {DATA}")
        return
    engines = {"arcwise": "auto"}
    if find_planner() is None:
        yield not_run("macros in Fast Downward", "it is not installed")
    elif not quick:
        engines["Fast Downward"] = FAST_DOWNWARD
    for who, engine in engines.items():
        how = Configuration("lazy-greedy", engine=engine, limits=Limits(time=1 if quick else 30))
        below = 0
        for name in ("movie",) if quick else SPLITS:
            found = compared(DATA, name, how, 1 if quick else None)
            below += found.ratio < 0.5
            beside = (
                f"{len(found.library)} macros; solved {found.solved[0]}, with {found.solved[1]}"
            )
            what = f"{who}, {name}: total time with macros / without"
            yield at_most(what, found.ratio, 1.1, beside=beside, digits=3)
        if not quick:
            yield Line(f"{who}: domains below 0.5", str(below), ">= 4", "", below >= 4)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("domains", nargs="*", metavar="DOMAIN")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--planner", action="store_true")
    parser.add_argument("--algorithm", default="lazy-greedy")
    parser.add_argument("--heuristic", default=None)
    parser.add_argument("--seconds", type=float, default=30.0)
    chosen = parser.parse_args()
    engine = FAST_DOWNWARD if chosen.planner else "auto"
    how = Configuration(
        chosen.algorithm, chosen.heuristic, engine=engine, limits=Limits(time=chosen.seconds)
    )
    who = f"{'Fast Downward' if chosen.planner else 'arcwise'}, {how.name}"
    rows: list[list[str]] = []
    try:
        for name in chosen.domains or SPLITS:
            found = compared(chosen.data, name, how)
            for macro in found.library:
                print(f"{name}: {macro.name}, {len(macro.action.parameters)} parameters")
            for one, other in found.pairs:
                print(f"{name}: {one.seconds:.3f} s, with macros {other.seconds:.3f} s", flush=True)
            rows.append(found.cells)
    except KeyboardInterrupt:
        print("interrupted; what was measured:")
    show(f"{who}, {chosen.seconds:g} s a search", COLUMNS, rows)


if __name__ == "__main__":
    main()
