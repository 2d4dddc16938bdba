"""Small runs, searched in this process and written as `arcwise` writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from arcwise.ebl import MacroLibrary, explain_result, generalize, library_text
from arcwise.experiments import Condition, Instance, Row
from arcwise.experiments.problem_set import RANDOM_PAIRS
from arcwise.experiments.store import LedgerRow, Run, RunFolder, read_run
from arcwise.explorer.report.sections.content import Content
from arcwise.rules import State, Theory, TheoryDomain, random_problems, sliding_tile
from arcwise.search import Limits, Problem, Result, solve


def everywhere(run: Run, theory: Theory) -> dict[int, Theory]:
    """One theory for all problems."""
    return {problem.id: theory for problem in run.problems}


def content(run: Run) -> Content:
    """What the sections are made from, without graphs."""
    return Content.of(run, 0, 80)


STARTED = "2026-01-01T00:00:00.000+00:00"


def settings_for(board: Theory, **others: Any) -> dict[str, Any]:
    """The settings of a run on a board."""
    return {
        "command": "compare",
        "argv": ["compare", board.name, "--run", "a folder"],
        "theory": board.name,
        "theory_name": board.name,
        "shape": list(board.shape),
        "blank": board.blank,
        "seed": 7,
        "options": {"limits": {"nodes": 300, "time": None}, "weight": 2.0},
        "versions": {"arcwise": "0", "python": "3"},
        "machine": {"processor": "a processor", "cores": 2, "memory": 2**33},
        "started": STARTED,
        **others,
    }


def learned(theory: Theory, pairs: Sequence[tuple[State, State]]) -> MacroLibrary:
    """The macros of some training examples."""
    library = MacroLibrary(TheoryDomain(theory))
    for number, (start, goal) in enumerate(pairs, start=1):
        path = solve(Problem(theory, start, goal), "breadth-first")
        place = f"examples.json:{number}:5"
        library.add(generalize(explain_result(path), library.next_name(), place))
    return library


def recorded(key: tuple[str, str, int], result: Result) -> Row:
    """A result as a row."""
    return Row.of(key, result, started=STARTED, worker="here 1", repetitions=1)


def fill(
    folder: Path,
    problems: Sequence[tuple[State, State]],
    theories: Mapping[str, Theory],
    algorithms: Sequence[str],
    *,
    macros: str | None = None,
    random_pairs: int = 0,
    limits: Mapping[tuple[str, int], Limits] | None = None,
    **settings: Any,
) -> dict[tuple[str, str, int], Result]:
    """Search every problem in every condition with every algorithm, and keep it all; the results themselves."""
    first = next(iter(theories.values()))
    conditions = [
        Condition(name, "macros.pl" if theory.macros and macros else None, macros)
        for name, theory in theories.items()
    ]
    given = len(problems) - random_pairs
    entered = [
        Instance(*pair, f"problems.json:{n}", RANDOM_PAIRS if n > given else "")
        for n, pair in enumerate(problems, 1)
    ]
    asked = settings_for(first, configurations=list(algorithms), **settings)
    results = {}
    with RunFolder.create(folder, asked, entered, conditions) as run:
        for name, theory in theories.items():
            for algorithm in algorithms:
                for number, (start, goal) in enumerate(problems, start=1):
                    limit = (limits or {}).get((name, number), Limits())
                    result = solve(Problem(theory, start, goal), algorithm, limits=limit)
                    results[name, algorithm, number] = result
                    run.record(recorded((name, algorithm, number), result))
    return results


@dataclass(frozen=True)
class Filled:
    """A run, the results that it was made of, and its macros."""

    run: Run
    results: dict[tuple[str, str, int], Result]
    library: MacroLibrary


FIVE = sliding_tile(2, 3)
FIVE_GOAL = (1, 2, 3, 4, 5, 0)
TAUGHT = (
    ((4, 5, 3, 0, 1, 2), (5, 1, 3, 4, 2, 0)),
    ((1, 2, 3, 4, 5, 0), (1, 0, 2, 4, 5, 3)),
)
ALGORITHMS = ("breadth-first", "greedy")
ONLY_BEFORE, ONLY_AFTER, NEVER, DIED = 9, 10, 11, 12
"""Problems of `five_puzzle`, by what becomes of them."""


def five_puzzle(folder: Path) -> Filled:
    """Fifteen five-puzzles before and after learning two macros; the last three are random pairs.

    The first has its goal for a start, four are not solved both times, and one search died.
    """
    library = learned(FIVE, TAUGHT)
    starts = [FIVE_GOAL, TAUGHT[0][0], *random_problems(FIVE, FIVE_GOAL, 10, 3)]
    problems = [(start, FIVE_GOAL) for start in starts]
    rng = Random(5)
    problems += [(rng.choice(starts), rng.choice(starts)) for _ in range(3)]
    few = Limits(nodes=3)
    limits = {("after", ONLY_BEFORE): few, ("before", ONLY_AFTER): few}
    limits |= {(condition, NEVER): few for condition in ("before", "after")}
    results = fill(
        folder,
        problems,
        {"before": FIVE, "after": FIVE.with_macros(library.arcs(FIVE))},
        ALGORITHMS,
        macros=library_text(library),
        limits=limits,
        random_pairs=3,
        searches=2 * 2 * 15,
        ledger={
            "after": {"configuration": "greedy", "problems": 12, "nodes": 20_000, "left_out": None}
        },
    )
    with RunFolder.open(folder) as run:
        run._connection.execute(
            "DELETE FROM search WHERE condition = 'after' AND configuration = 'greedy' AND problem = ?",
            (DIED,),
        )
        key = ("after", "greedy", DIED)
        died = "signal", "killed by 9", STARTED, "here 1"
        run.record(Row.without_result(key, *died, algorithm="greedy"))
        run.add_ledger([LedgerRow("after", "greedy", "m1", 12, 700, 340, 5, 4, 0.1, 21.0, -0.5)])
        run.add_ledger([LedgerRow("after", "greedy", "m2", 12, 650, 120, 0, 0, None, None, None)])
    del results["after", "greedy", DIED]
    return Filled(read_run(folder), results, library)
