"""``arcwise compare`` as a run that lasts: every search in a process of its own, its row kept as soon as it is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ...experiments.comparison import Comparison, Pair, collect
from ...experiments.designs.all_pairs import AllPairs, PairMeans
from ...experiments.domain import Domain
from ...experiments.execute.batch import work_off
from ...experiments.execute.pool import Done, Pool
from ...experiments.execute.recipe import Recipe
from ...experiments.execute.task import Task
from ...experiments.options import RunOptions, SearchOptions
from ...experiments.store.folder import NewArm, NewProblem, RunFolder
from ...experiments.store.picture import Run, SearchRow, read_run
from ...experiments.store.rows import result_of
from ...experiments.store.start import begin, place_of, pool_of
from ...rules.term import State
from ...rules.theory import Theory
from ...search.result import Result
from .compare_ledger import keep_ledger
from .console import note, progress_over

ARMS = ("before", "after")


@dataclass(frozen=True)
class Asked:
    """What is to be compared.

    Parameters
    ----------
    domain, before, after
        The board, and its theories without and with macros.
    recipe
        How to make the latter elsewhere.
    problems, random_pairs
        What was asked for, and the random pairs beyond.
    algorithms
        Their names.
    options, random_options
        How to search the problems, and how the random pairs.
    """

    domain: Domain
    before: Theory
    after: Theory
    recipe: Recipe
    problems: tuple[NewProblem, ...]
    random_pairs: tuple[NewProblem, ...]
    algorithms: tuple[str, ...]
    options: SearchOptions
    random_options: SearchOptions

    @property
    def theories(self) -> dict[str, Theory]:
        """The theory of every arm."""
        return dict(zip(ARMS, (self.before, self.after), strict=True))

    def settings(self) -> dict[str, Any]:
        """What a run folder keeps of it."""
        recipe = self.recipe
        return {
            "command": "compare",
            "theory": recipe.theory,
            "theory_text": recipe.theory_text,
            "theory_name": self.before.name,
            "shape": list(self.before.shape),
            "blank": self.before.blank,
            "order": recipe.order,
            "arc_cost": recipe.arc_cost,
            "options": {**asdict(self.options), "engine": recipe.engine},
            "seed": self.options.seed,
            "algorithms": list(self.algorithms),
            "random_pairs": len(self.random_pairs),
            "searches": 2 * len(self.algorithms) * len(self.everything),
        }

    @property
    def everything(self) -> tuple[NewProblem, ...]:
        """The problems, then the random pairs; they are numbered so, from 1."""
        return (*self.problems, *self.random_pairs)

    def arms(self) -> list[NewArm]:
        """The arms as a run folder keeps them."""
        recipe = self.recipe
        facts = {"macros": len({arc.name for arc in self.after.macros})}
        file = f"{Path(recipe.macros_name or 'macros').stem}.pl"
        return [
            NewArm("before", facts={"macros": 0}),
            NewArm("after", file, recipe.macros_text, facts),
        ]

    def tasks(self) -> list[Task]:
        """All searches, in the order in which `compare` makes them."""
        bare = replace(self.recipe, macros_name=None, macros_text=None)
        recipes = dict(zip(ARMS, (bare, self.recipe), strict=True))
        tasks = []
        for number, problem in enumerate(self.everything, start=1):
            options = self.options if number <= len(self.problems) else self.random_options
            for name in self.algorithms:
                # Which arm comes first changes, so that neither always finds a warm machine.
                for arm in ARMS if number % 2 else reversed(ARMS):
                    key = (ARMS.index(arm) + 1, name, number)
                    tasks.append(Task(key, recipes[arm], problem.start, problem.goal, options, arm))
        return tasks


@dataclass(frozen=True)
class Compared:
    """What came out: the comparisons, those of the random pairs, all pairs if they were counted, and whether that is all."""

    comparisons: list[Comparison]
    sample: list[Comparison]
    census: AllPairs | None
    finished: bool


def compare_in_run(
    asked: Asked, wanted: RunOptions, census: Callable[[], tuple[AllPairs | None, bool]]
) -> Compared:
    """Make or finish a run, and read from it what `compare` would have found.

    Parameters
    ----------
    asked
        What to compare.
    wanted
        Where to keep it, and who searches.
    census
        Counts over all pairs of states, unless the run has that already.

    Raises
    ------
    InputError
        Searches that are not possible; a folder that cannot be used, or holds another run.
    """
    _try(asked)
    with (
        pool_of(wanted) as pool,
        place_of(wanted) as place,
        begin(
            place, asked.settings(), asked.everything, asked.arms(), resume=wanted.resume
        ) as folder,
    ):
        finished = _search(asked, pool, folder)
        run = read_run(place)
        comparisons, sample = _comparisons(asked, run)
        counted = None
        if finished and asked.random_pairs:
            counted, finished = _counted(folder, census)
        if finished and wanted.folder is not None:
            finished = keep_ledger(asked.domain, asked.after, asked.options, comparisons, folder)
    return Compared(comparisons, sample, counted, finished)


def _try(asked: Asked) -> None:
    """Refuse what no search can do, before anything is written, by one expansion of each kind."""
    options = asked.options.with_nodes(1)
    for problem in asked.problems[:1]:
        for name in asked.algorithms:
            for theory in asked.theories.values():
                options.search(asked.domain.problem(problem.start, problem.goal, theory), name)


def _search(asked: Asked, pool: Pool, folder: RunFolder) -> bool:
    """Whether all searches are done."""
    tasks = asked.tasks()
    algorithms = folder.settings()["algorithms"]
    folder.put("searches", 2 * len(algorithms) * len(asked.everything))
    known = len(folder.done() & {task.key for task in tasks})
    solved = 0
    if known:
        note(f"{known:,} of {len(tasks):,} searches are done already")
        solved = sum(row.solved for row in read_run(folder.path).searches)
    try:
        with progress_over(len(tasks), "comparing") as tick:

            def seen(task: Task, done: Done | None) -> None:
                nonlocal solved
                solved += done is not None and done.row["status"] == "solved"
                tick(1, f"{solved:,} solved")

            def begun(task: Task) -> None:
                tick(0, f"{solved:,} solved, {task}")

            work_off(folder, tasks, pool, seen, begun)
    except KeyboardInterrupt:
        return False
    return True


def _comparisons(asked: Asked, run: Run) -> tuple[list[Comparison], list[Comparison]]:
    """The comparisons of the problems, and of the random pairs, so far as both arms were searched."""
    rows = {(row.arm, row.algorithm, row.problem): row for row in run.searches}
    pairs: list[tuple[str, Pair]] = []
    beyond: list[tuple[str, Pair]] = []
    deaths: Counter[str] = Counter()
    for number, problem in enumerate(asked.everything, start=1):
        for name in asked.algorithms:
            results = []
            for arm, theory in asked.theories.items():
                row = rows.get((arm, name, number))
                if row is not None:
                    results.append(_result(asked, row, problem.start, theory))
                    if row.stopped_by in ("signal", "error"):
                        deaths[row.note] += 1
            if len(results) == 2:
                pair = Pair(problem.start, problem.goal, *results)
                (pairs if number <= len(asked.problems) else beyond).append((name, pair))
    for reason, many in deaths.most_common():
        note(f"{many} search{'es' if many != 1 else ''} ended without a result: {reason}")
    return collect(pairs), collect(beyond)


def _result(asked: Asked, row: SearchRow, start: State, theory: Theory) -> Result:
    return result_of(row, start, theory)


def _counted(
    folder: RunFolder, census: Callable[[], tuple[AllPairs | None, bool]]
) -> tuple[AllPairs | None, bool]:
    settings = folder.settings()
    if "all_pairs" in settings:
        known: dict[str, Any] | None = settings["all_pairs"]
        if known is None:
            return None, True
        del known["complete"]
        known |= {arm: PairMeans(**known[arm]) for arm in ARMS}
        return AllPairs(**known), True
    counted, finished = census()
    if finished:
        folder.put("all_pairs", counted.to_dict() if counted else None)
    return counted, finished
