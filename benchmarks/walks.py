"""Walks folded into the steps that need their ends, and iterated macros: expansions, length of the plan and time, beside every move.

usage: python benchmarks/walks.py [DOMAIN...] [--data DATA] [--algorithm A] [--heuristic H] [--seconds S] [--markdown]

DATA has DOMAIN/domain.pddl and its problems, of which the last is searched; macros are learned from plans of the first three. The
domain `delivery` stands in the examples, and its problems are drawn. Seconds are of processor time from the grounded problem to
its plan: instances of macros, walks and search. A search that takes longer than S is not reported.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time

from arcwise.ebl.learn import train
from arcwise.ebl.learner import Course, TrainingProblem
from arcwise.ebl.library import MacroLibrary
from arcwise.planning.learning.pieces import Pieces
from arcwise.planning.pddl.action_domain import PlanningTask
from arcwise.planning.pddl.planning import PlanningDomain
from arcwise.planning.pddl.read_action_domain import load_action_domain
from arcwise.planning.pddl.read_task import load_task
from arcwise.search.algorithms import ALGORITHMS
from arcwise.search.limits import Limits
from arcwise.search.macros import LiftedProblem, with_macros
from arcwise.search.problem import Problem
from arcwise.search.result import Result
from arcwise.search.solve import solve
from pddl_instances import EXAMPLES, delivery
from tables import show
from timing import DATA

DOMAINS = (
    *("delivery", "rovers", "gripper", "grid", "visitall-sat11-strips", "driverlog"),
    *("satellite", "logistics00"),
)
"""Domains that are searched if none is named."""

TRAINING, ROUNDS = 3, 3
"""Problems that macros are learned from, and runs of each search, of which the quickest counts."""

SIZES = (2, 3, 4, 8)
"""Parcels of the problems of `delivery`."""


def problems_of(name: str, data: Path) -> list[PlanningTask]:
    """The problems of a domain, small ones first."""
    if name == "delivery":
        domain = load_action_domain(EXAMPLES / "delivery.pddl")
        return [delivery(domain, size, Random(size)) for size in SIZES]
    folder = data / "pddl" / name
    domain = load_action_domain(folder / "domain.pddl")
    return [
        load_task(domain, path) for path in sorted(folder.glob("*.pddl")) if path.stem != "domain"
    ]


class Bench:
    """Searches of one algorithm.

    Parameters
    ----------
    algorithm, heuristic
        Names.
    seconds
        Limit of each search.
    """

    def __init__(self, algorithm: str, heuristic: str, seconds: float) -> None:
        self.algorithm, self.heuristic, self.seconds = algorithm, heuristic, seconds

    def search(self, problem: Problem, iterated: bool = False) -> Result:
        """Search once."""
        row = ALGORITHMS[self.algorithm].adjusted(iterated=iterated)
        return solve(problem, row, heuristic=self.heuristic, limits=Limits(time=self.seconds))

    def learned(self, tasks: list[PlanningTask]) -> MacroLibrary:
        """The iterated macros of plans that the search finds."""
        examples = []
        for task in tasks:
            domain = PlanningDomain(task.domain, task)
            found = self.search(LiftedProblem(domain, domain.theory((1, 1)).shape).grounded)
            plan = tuple(move.name for move in found.primitives) if found.solved else None
            grounding = domain.grounding
            examples.append(
                TrainingProblem(
                    (1, 1), grounding.start, grounding.goal, task.name, domain=domain, plan=plan
                )
            )
        learner = Pieces(number=True, untried=True)
        library = learner.library(PlanningDomain(tasks[0].domain))
        records = list(train(learner, library, Course((1, 1), ((1, 1),), examples=tuple(examples))))
        chosen = learner.select(records, ()).macros
        library.keep([macro for macro in chosen if macro.iterated])
        return library

    def measured(self, task: PlanningTask, library: MacroLibrary) -> Iterator[str]:
        """Cells of the row of a problem: moves alone, walks folded in, iterated macros."""
        for macros, iterated in ((False, False), (False, True), (True, False)):
            if macros and not len(library):
                yield "no move repeats"
                continue
            times, found, note = [], None, ""
            for _ in range(ROUNDS):
                domain = PlanningDomain(task.domain, task)
                plain = LiftedProblem(domain, domain.theory((1, 1)).shape)
                began = process_time()
                problem = with_macros(plain, library) if macros else plain.grounded
                assert isinstance(problem, Problem)
                found = self.search(problem, iterated)
                times.append(process_time() - began)
            assert found is not None
            if iterated and "no move is a walk" in found.note:
                note = ", no walks"
            if macros and "taken with the move" in found.note:
                note = ", in place of moves"
            cells = f"{found.statistics.expanded:,}, {found.moves} moves, {min(times):.3f} s{note}"
            yield cells if found.solved else f"not in {self.seconds:g} s"


def main() -> None:
    """Print the table."""
    read = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    read.add_argument("domains", nargs="*", default=DOMAINS)
    read.add_argument("--data", type=Path, default=DATA)
    read.add_argument("--algorithm", default="lazy-greedy")
    read.add_argument("--heuristic", default="ff")
    read.add_argument("--seconds", type=float, default=20)
    read.add_argument("--markdown", action="store_true")
    asked = read.parse_args()
    bench = Bench(asked.algorithm, asked.heuristic, asked.seconds)
    rows = []
    for name in asked.domains:
        tasks = problems_of(name, asked.data)
        library = bench.learned(tasks[:TRAINING])
        rows.append((f"{name}: {tasks[-1].name}", *bench.measured(tasks[-1], library)))
    columns = ("problem", "moves alone", "walks folded in", "iterated macros")
    title = f"{asked.algorithm} with {asked.heuristic}: expansions, plan, CPU seconds"
    show(title, columns, rows, left=4, markdown=asked.markdown)


if __name__ == "__main__":
    main()
