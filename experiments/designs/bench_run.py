"""The searches of ``arcwise utility`` as a run that lasts: arms are kept as files, every search is a row."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ...rules.term import Pattern, State
from ...rules.text_file import read_text
from ...search.result import Result
from ..domain import Domain
from ..execute.pool import Pool
from ..execute.recipe import Recipe
from ..execute.task import Task
from ..execute.ways import result_of_steps, tallies_of_plain
from ..options import SearchOptions
from ..store.arm_file import arm_of, new_arm
from ..store.folder import Key, NewArm, RunFolder
from ..store.known import KnownRows
from ..store.picture import LedgerRow, RunArm, SearchRow, read_run
from ..store.rows import result_of
from .arena import Arena, Tally, work
from .arms import Arm
from .bench import AFTER, CLIMB, PARBERRY, Entry, Group
from .utility import LibraryLedger

TRAINING = "training"
"""The arm that searches training examples again."""


class InRun:
    """Learns and searches for a run folder; see `Bench`.

    Parameters
    ----------
    folder, pool
        Where to write down what, and who searches.
    domain, goal, options
        What to search, and how.
    recipe
        How to make the board elsewhere.
    groups
        The problems of the run in their order, training examples after them.
    measured, searches
        The names of the groups that are not for judging single macros, and how many searches they take.
    """

    def __init__(
        self,
        folder: RunFolder,
        pool: Pool,
        domain: Domain,
        goal: Pattern,
        options: SearchOptions,
        recipe: Recipe,
        groups: Sequence[Group],
        measured: Collection[str],
        searches: int,
    ) -> None:
        self._folder, self._known = folder, KnownRows(folder, pool)
        self._domain, self._goal, self._options, self._recipe = domain, goal, options, recipe
        self._arms: dict[int, RunArm] = {arm.id: arm for arm in read_run(folder.path).arms}
        self._numbers = {arm.name: arm.id for arm in self._arms.values()}
        self._recipes: dict[tuple[str, str], Recipe] = {}
        self._first: dict[str, int] = {}
        self._measured: set[int] = set()
        number = 1
        for group in groups:
            self._first[group.name] = number
            if group.name in measured:
                self._measured.update(range(number, number + len(group.starts)))
            number += len(group.starts)
        self._first_example = number
        self._searches = searches
        self._aside = {key for key in self._known.keys if self._is_aside(key)}
        self._report: Callable[..., None] = lambda steps=1, detail="": None
        self._interrupted = False

    @property
    def known(self) -> int:
        """How many searches have a row."""
        return len(self._known.keys)

    def watch(self, report: Callable[..., None]) -> None:
        """See `Bench`."""
        self._report = report

    def keep(self, name: str, label: str, seed: int, learn: Callable[[], Arm]) -> Arm:
        """See `Bench`."""
        if name in self._numbers:
            return arm_of(self._arms[self._numbers[name]], self._domain)
        arm = learn()
        self._enter(new_arm(name, label, seed, arm, self._domain))
        return arm

    def ahead(self, entries: Iterable[Entry], group: Group) -> list[Entry]:
        """See `Bench`."""
        found = list(entries)
        self.make(
            [
                task
                for entry in found
                for algorithm in entry.algorithms
                for task in self._tasks(entry.name, algorithm, group)
            ]
        )
        return found

    def results(self, algorithm: str, entry: Entry, group: Group) -> Iterator[Result]:
        """See `Bench`."""
        return (self.result(task) for task in self._tasks(entry.name, algorithm, group))

    def arena(
        self, algorithm: str, entry: Entry, plain: str, group: Group, *, counted: bool
    ) -> Arena:
        """See `Bench`."""
        arena = _Arena(self, algorithm, entry, plain, group)
        arena.ahead(counted=counted)
        return arena

    def examples(self, pairs: Sequence[tuple[State, State]]) -> Iterator[Result]:
        """See `Bench`."""
        self._enter(NewArm(TRAINING, facts={"label": TRAINING, "macros": 0, "judging": True}))
        recipe = replace(self._recipe, macro_cost="true")
        options = SearchOptions(limits=self._options.limits)
        tasks = [
            Task(
                (self._numbers[TRAINING], "breadth-first", number),
                *(recipe, start, goal, options, TRAINING),
            )
            for number, (start, goal) in enumerate(pairs, start=self._first_example)
        ]
        self.make(tasks)
        return (self.result(task) for task in tasks)

    def enter(self, algorithm: str, ledger: LibraryLedger) -> None:
        """See `Bench`."""
        self._folder.add_ledger(
            [
                LedgerRow(
                    algorithm,
                    entry.name,
                    len(ledger.accounts),
                    entry.tried if ledger.counted else None,
                    entry.matched if ledger.counted else None,
                    entry.applied,
                    entry.work_saved,
                    entry.moves_saved,
                )
                for entry in ledger.macros
            ]
        )

    def finish(self) -> None:
        """See `Bench`."""
        self._known.refresh()
        self._folder.put("searches", len(self._known.keys))

    @property
    def died(self) -> int:
        """How many searches died and told nothing."""
        rows = (self._row(key) for key in self._known.keys)
        return sum(row.expanded is None for row in rows)

    def _enter(self, arm: NewArm) -> RunArm:
        if arm.name not in self._numbers:
            number = self._folder.ensure_arm(arm)
            file = None if arm.file is None else self._folder.path / arm.file
            self._arms[number] = RunArm(number, arm.name, file, dict(arm.facts))
            self._numbers[arm.name] = number
        return self._arms[self._numbers[arm.name]]

    def subset(self, whole: str, names: Sequence[str], kept: Sequence[str]) -> str:
        """The name of the arm that has only some of the macros of another."""
        base = self._arms[self._numbers[whole]]
        dropped = [name for name in names if name not in kept]
        words = f"without {', '.join(dropped)}"
        if len(kept) < len(dropped):
            words = f"with {', '.join(kept)}"
        facts = {
            "label": words,
            "macros": len(kept),
            "seed": base.facts.get("seed"),
            "of": whole,
            "judging": True,
            "chosen": list(kept),
        }
        assert base.macros is not None
        name = words if whole == AFTER else f"{whole}, {words}"
        return self._enter(NewArm(name, base.macros.name, facts=facts)).name

    def counting(self, whole: str) -> str:
        """The name of the arm that has the macros of another, and counts what becomes of them."""
        base = self._arms[self._numbers[whole]]
        facts = {**base.facts, "label": "counted", "of": whole, "judging": True}
        file = base.macros.name if base.macros else None
        return self._enter(NewArm(f"{whole}, counted", file, facts=facts)).name

    def task(self, arm: str, way: str, algorithm: str, number: int, start: State) -> Task:
        """One search of a problem with the macros of an arm."""
        key = (self._numbers[arm], algorithm, number)
        return Task(key, self._recipe_of(arm, way), start, self._goal, self._options, arm)

    def _tasks(self, arm: str, algorithm: str, group: Group) -> list[Task]:
        starts = enumerate(group.starts, start=self._first[group.name])
        return [
            self.task(arm, way_of(algorithm), algorithm, number, start) for number, start in starts
        ]

    def numbered(self, group: Group) -> dict[State, int]:
        """The problem of every start of a group, of equal ones the first."""
        numbers: dict[State, int] = {}
        for number, start in enumerate(group.starts, start=self._first[group.name]):
            numbers.setdefault(start, number)
        return numbers

    def _recipe_of(self, name: str, way: str) -> Recipe:
        if (name, way) not in self._recipes:
            arm = self._arms[self._numbers[name]]
            recipe = replace(self._recipe, way=way)
            if arm.macros is not None and way != PARBERRY:
                recipe = replace(
                    recipe,
                    macros_name=arm.macros.name,
                    macros_text=read_text(arm.macros),
                    chosen=tuple(arm.facts["chosen"]) if "chosen" in arm.facts else None,
                )
            self._recipes[name, way] = recipe
        return self._recipes[name, way]

    def _is_aside(self, key: Key) -> bool:
        """Whether a search judges single macros, which nobody knew before that it would be made."""
        arm, _, problem = key
        return bool(self._arms[arm].facts.get("judging")) or problem not in self._measured

    def make(self, tasks: Sequence[Task]) -> None:
        """Make searches; what the user interrupts is missed when it is asked for."""
        if self._interrupted:
            return
        aside = {task.key for task in tasks if self._is_aside(task.key)} - self._aside
        if aside:
            self._aside |= aside
            self._folder.put("searches", self._searches + len(self._aside))

        def seen(task: Task, here: bool) -> None:
            self._report(int(not self._is_aside(task.key)), str(task))

        try:
            self._known.make(tasks, seen)
        except KeyboardInterrupt:
            self._interrupted = True

    def _row(self, key: Key) -> SearchRow:
        row = self._known.get(key)
        if row is None:
            raise KeyboardInterrupt
        return row

    def result(self, task: Task) -> Result:
        """What came of a search.

        Raises
        ------
        KeyboardInterrupt
            One that was not made, because the user interrupted it.
        """
        row, recipe = self._row(task.key), task.recipe
        if recipe.way in ("search", "counted search"):
            return result_of(row, task.start, recipe.make().theory)
        return result_of_steps(row, task.start, recipe)

    def tallies(self, task: Task) -> Mapping[str, Tally] | None:
        """What a counting search counted; None if it died."""
        told = self._known.told(task.key)
        return None if told is None else tallies_of_plain(told)


def way_of(algorithm: str) -> str:
    """How tasks of an algorithm are done."""
    return algorithm if algorithm in (CLIMB, PARBERRY) else "search"


class _Arena:
    """Searches with some macros of an arm, as rows; see `Arena`."""

    def __init__(
        self, bench: InRun, algorithm: str, entry: Entry, plain: str, group: Group
    ) -> None:
        self._bench, self._algorithm = bench, algorithm
        self._whole, self._plain = entry.name, plain
        self._numbers = bench.numbered(group)
        macros = entry.arm.schemas if algorithm == CLIMB else entry.arm.arcs
        self.names = tuple(dict.fromkeys(macro.name for macro in macros))
        self.spent = 0

    def ahead(self, *, counted: bool) -> None:
        """Search all problems without macros and with all, at once."""
        starts = list(self._numbers)
        tasks = [*self._tasks(starts, ()), *self._tasks(starts, self.names)]
        if counted:
            tasks += [self._counting(start) for start in starts]
        self._bench.make(tasks)

    def search(self, start: State, kept: Collection[str]) -> Result:
        """See `Arena`."""
        return self.search_each([start], kept)[0]

    def search_each(self, starts: Sequence[State], kept: Collection[str]) -> list[Result]:
        """See `Arena`."""
        tasks = self._tasks(starts, kept)
        self._bench.make(tasks)
        results = [self._bench.result(task) for task in tasks]
        self.spent += sum(map(work, results))
        return results

    def count(self, start: State) -> Mapping[str, Tally] | None:
        """See `Arena`."""
        task = self._counting(start)
        self._bench.make([task])
        self.spent += work(self._bench.result(task))
        return self._bench.tallies(task)

    def _tasks(self, starts: Sequence[State], kept: Collection[str]) -> list[Task]:
        chosen = [name for name in self.names if name in kept]
        if not chosen:
            arm = self._plain
        elif len(chosen) == len(self.names):
            arm = self._whole
        else:
            arm = self._bench.subset(self._whole, self.names, chosen)
        way = way_of(self._algorithm)
        return [
            self._bench.task(arm, way, self._algorithm, self._numbers[start], start)
            for start in starts
        ]

    def _counting(self, start: State) -> Task:
        arm = self._bench.counting(self._whole)
        way = f"counted {way_of(self._algorithm)}"
        return self._bench.task(arm, way, self._algorithm, self._numbers[start], start)
