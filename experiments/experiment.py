"""An experiment: problem sets x conditions x configurations. It is carried out as tasks, and gives rows."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ..rules.checked import checked
from ..rules.errors import InputError
from ..rules.source import Source
from ..search.limits import Limits
from .condition import Condition
from .configuration import Configuration
from .execute.pool import Pool
from .execute.task import Task, in_random_order, repetitions_among
from .keeping import Keeping, Runner, Tick, no_tick
from .problem_set import Instance, ProblemSet
from .result_set import ResultSet
from .row import WITHOUT
from .store.run_folder import RunFolder

LOG = logging.getLogger("arcwise")


REFERENCE_WORK = 100_000
"""Operator applications of a search that others are measured against: whatever takes more is no reference for them."""


@checked
@dataclass(frozen=True)
class Experiment:
    """An experiment: problems, conditions and configurations.

    Parameters
    ----------
    source
        What is searched, without what is learned for it.
    problem_sets
        The problems; those that have no numbers are numbered through from 1.
    conditions
        With which macros.
    configurations
        How to search.
    facts
        What else a run keeps of it: the command, and what only one design has.
    seed
        For the order in which conditions take their turns.
    timing
        Whether times matter, so that short searches are made again and again.
    references
        More configurations, which search without macros only: what the others are measured against.
    numbered
        Whether the problems have their numbers already, as those of a part have.
    """

    source: Source
    problem_sets: tuple[ProblemSet, ...]
    conditions: tuple[Condition, ...]
    configurations: tuple[Configuration, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    timing: bool = True
    references: tuple[Configuration, ...] = ()
    numbered: bool = False

    @property
    def board(self) -> Any:
        """The source, of designs that only boards have."""
        return self.source

    @cached_property
    def problems(self) -> tuple[Instance, ...]:
        """All problems with their numbers."""
        found = [problem for problems in self.problem_sets for problem in problems]
        if self.numbered:
            return tuple(found)
        return tuple(replace(problem, id=number) for number, problem in enumerate(found, start=1))

    @property
    def bare(self) -> Condition | None:
        """The first condition without macros; None if all have some."""
        return next((one for one in self.conditions if one.file is None), None)

    @property
    def searches(self) -> int:
        """Number of searches of the experiment."""
        each = len(self.conditions) * len(self.configurations) + len(self.references)
        return len(self.problems) * each

    @property
    def settings(self) -> dict[str, Any]:
        """Settings that a run keeps, besides problems and conditions."""
        first = self.configurations[0] if self.configurations else Configuration()
        options = {name: value for name, value in first.plain.items() if name != "algorithm"}
        return {
            **self.source.settings,
            "unit": self.source.unit,
            "options": {**options, **({"engine": "swi"} if self.source.engine == "swi" else {})},
            "seed": first.seed,
            "configurations": [one.name for one in self.configurations],
            **(
                {"references": [reference_name(one) for one in self.references]}
                if self.references
                else {}
            ),
            **self.facts,
        }

    def tasks(self) -> Iterator[Task]:
        """All searches, each made when it is its turn: problem by problem, and there the conditions in random order.

        Whatever changes slowly, such as the machine's temperature or its other work, then meets all conditions alike.
        """
        for problem in self.problems:
            for configuration in self.configurations:
                alike = [
                    self.task(condition, configuration, problem) for condition in self.conditions
                ]
                yield from in_random_order(alike, self.seed)
            for configuration in self.references:
                least = configuration.limits.within(Limits(work=REFERENCE_WORK))
                bounded = replace(configuration, limits=least)
                assert self.bare is not None
                task = self.task(self.bare, bounded, problem)
                key = task.key[0], reference_name(configuration), task.key[2]
                yield replace(task, key=key, timing=False)

    def task(self, condition: Condition, configuration: Configuration, problem: Instance) -> Task:
        """The task of one search."""
        source = self.under(condition, configuration.macro_cost).for_problem(problem)
        start, goal = source.ends(problem)
        return Task(
            (condition.name, configuration.name, problem.id),
            source.texts,
            start,
            goal,
            configuration,
            timing=self.timing,
            fewest=repetitions_among(len(self.problems)),
        )

    def problems_of(self, problem_set: str) -> tuple[Instance, ...]:
        """The problems of one set with their numbers."""
        return tuple(one for one in self.problems if one.problem_set == problem_set)

    def part(
        self,
        problems: Iterable[Instance],
        conditions: Iterable[Condition],
        configurations: Iterable[Configuration],
    ) -> Experiment:
        """The searches of some problems, which keep their numbers, under some conditions by some configurations."""
        return replace(
            self,
            problem_sets=(ProblemSet(tuple(problems)),),
            conditions=tuple(conditions),
            configurations=tuple(configurations),
            numbered=True,
        )

    def with_references(self, algorithms: Iterable[str], base: Configuration) -> Experiment:
        """Copy with reference algorithms, as far as they can search its problems without macros."""
        bare = self.bare
        if bare is None:
            return self
        names = {one.name for one in self.configurations}
        found = []
        for configuration in map(base.using, algorithms):
            if configuration.name in names or configuration.by_planner:
                continue
            try:
                for problem in self.problems[:1]:
                    self.task(bare, configuration, problem).try_out()
            except InputError:
                continue
            found.append(configuration)
        return replace(self, references=tuple(found))

    def under(self, condition: Condition, macro_cost: str = "true") -> Any:
        """The source with what a condition has learned, the same object for all its tasks."""
        known: dict[tuple[str, str], Source] = self.__dict__.setdefault("_sources", {})
        key = condition.name, macro_cost
        if key not in known:
            known[key] = self.source.with_rules(condition.rules(macro_cost))
        return known[key]

    def check(self) -> None:
        """Refuse combinations that cannot be searched: one expansion of each is tried.

        Raises
        ------
        InputError
            Such a search.
        """
        for problem in self.problems[:1]:
            for configuration in self.configurations:
                for condition in self.conditions:
                    self.task(condition, configuration, problem).try_out()

    @contextmanager
    def begun(self, keeping: Keeping | None, searches: Callable[[int], int]) -> Iterator[Runner]:
        """Begin the run and its worker pool for a design that finds on the way what to search.

        Parameters
        ----------
        keeping
            As for `run`.
        searches
            Number of searches that are planned, by the number of configurations.

        Raises
        ------
        InputError
            Searches that are not possible; a folder that cannot be used, or holds another run.
        """
        where = keeping or Keeping()
        known = self.conditions or (Condition.without_macros(),)
        replace(self, conditions=known).check()
        with (
            where.begin(self.settings, self.problems, self.conditions) as folder,
            where.pool() as pool,
        ):
            settings = folder.settings()
            planned = searches(len(settings["configurations"]))
            if "searches" not in settings:
                folder.put("searches", planned)
            runner = Runner(folder, pool, planned=planned)
            if done := len(runner.keys):
                LOG.info(f"{done:,} searches are done already")
            yield runner

    def run(
        self,
        keeping: Keeping | None = None,
        tick: Tick = no_tick,
        folder: RunFolder | None = None,
        pool: Pool | None = None,
    ) -> ResultSet:
        """Run all searches that have no result yet.

        Parameters
        ----------
        keeping
            Where they are kept, and who makes them; nothing and this process, if None.
        tick
            Called after every search, and when one begins.
        folder
            The run, if it has been begun already.
        pool
            Who searches, if more is to be searched afterwards.

        Returns
        -------
        All rows; `finished` is False if the user interrupted the run.

        Raises
        ------
        InputError
            Searches that are not possible; a folder that cannot be used, or holds another run.
        """
        where = keeping or Keeping()
        if folder is None:
            self.check()
            with where.begin(self.settings, self.problems, self.conditions) as begun:
                return self.run(where, tick, begun)
        finished = self._searched(where, tick, folder, pool)
        return ResultSet.of(folder.read(), finished=finished)

    def _searched(self, where: Keeping, tick: Tick, folder: RunFolder, pool: Pool | None) -> bool:
        """Make all searches that have no row yet; False where the user interrupted it. For the parameters see `run`."""
        solved = 0
        settings = folder.settings()
        each = len(settings["configurations"]) * len(self.conditions)
        each += len(settings.get("references", []))
        folder.put("searches", each * len(self.problems))

        def report(task: Task, expanded: int) -> None:
            tick(0, f"{solved:,} solved, {task}: {expanded:,} expanded")

        with nullcontext(pool) if pool else where.pool(report) as searchers:
            runner = Runner(folder, searchers)
            done = sum(task.key in runner.keys for task in self.tasks()) if runner.keys else 0
            if done:
                LOG.info(f"{done:,} of {self.searches:,} searches are done already")
            try:
                starting = lambda task: tick(0, f"{solved:,} solved, {task}")  # noqa: E731
                with closing(runner.making(self.tasks(), starting)) as made:
                    for task, _ in made:
                        row = runner.get(task.key)
                        solved += row is not None and row.solved
                        tick(1, f"{solved:,} solved")
            except KeyboardInterrupt:
                return False
        return True


def reference_name(configuration: Configuration) -> str:
    """Name of a configuration in the rows of a reference, whose limits may differ and which is not timed."""
    return f"{configuration.name}{WITHOUT}"
