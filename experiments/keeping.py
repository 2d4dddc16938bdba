"""Beginning a run or going on with one: the agreement with what it holds, and who searches.

The runner of a run's searches, which knows the rows that were there, its own, and in the end those of others.

Versions and machine of a run, and progress as its callers show it.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from ..rules.checked import checked
from ..rules.errors import InputError, Place
from ..rules.source import this_version
from ..rules.text.words import counted
from .condition import Condition
from .execute.pool import ClusterPool, InlinePool, LocalPool, Pool, now, work_off
from .execute.task import Task
from .problem_set import FOUND, Instance
from .row import Key, Row
from .store.run import Run, holds_run, read_run
from .store.run_folder import RunFolder

Tick = Callable[..., None]
"""Called with steps done and what they were."""

Progress = Callable[..., AbstractContextManager[Tick]]
"""Function of a number of steps (or None) and a description that makes a context with a `Tick`."""


def no_tick(steps: int = 1, detail: str = "") -> None:
    """Report no progress."""


@contextmanager
def no_progress(total: int | None, doing: str) -> Iterator[Tick]:
    """Show nothing."""
    yield no_tick


FREE = {"argv", "machine", "started", "configurations", "references", "versions", "searches"}
"""Settings in which a run that is resumed may differ; of the versions, that of arcwise must be the same."""


@checked
@dataclass(frozen=True, slots=True)
class Keeping:
    """Store of an experiment's searches, and the workers that make them.

    Parameters
    ----------
    folder
        The run folder; None keeps nothing.
    resume
        Whether there may be a run in it already, which is gone on with.
    jobs
        Number of searches at once, each in a process of its own; None for one, in this process if nothing is kept.
    cluster
        The address of a dask scheduler whose workers search.
    command
        The words by which it was asked for, to be kept with it.

    Raises
    ------
    InputError
        What does not go together.
    """

    folder: str | Path | None = None
    resume: bool = False
    jobs: int | None = None
    cluster: str | None = None
    command: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.resume and self.folder is None:
            raise InputError(
                "--resume goes on with the run of a folder", remedy="--run DIR --resume"
            )
        if self.jobs is not None and self.cluster is not None:
            raise InputError("either --jobs here or --cluster elsewhere", found="both")

    @property
    def inline(self) -> bool:
        """Whether searches are made in this process."""
        return self.folder is None and self.jobs is None and self.cluster is None

    def pool(self, report: Callable[[Task, int], None] = lambda task, expanded: None) -> Pool:
        """Create the worker pool: in-process, local processes or a cluster.

        Parameters
        ----------
        report
            Called now and then, where this process searches, with the task and the number of its expansions.

        Raises
        ------
        InputError
            A scheduler that does not answer.
        """
        if self.cluster is not None:
            return ClusterPool(self.cluster)
        return InlinePool(report) if self.inline else LocalPool(self.jobs or 1)

    def begin(
        self,
        settings: Mapping[str, Any],
        problems: Sequence[Instance] = (),
        conditions: Sequence[Condition] = (),
    ) -> RunFolder:
        """Begin a run, or go on with the one that is there.

        Parameters
        ----------
        settings
            What was asked for; where and when is added. ``configurations`` of a run that is resumed are those of both.
        problems, conditions
            Those known from the start.

        Raises
        ------
        InputError
            A run that differs, with what differs; one that does not, without ``resume``; a folder that cannot be used.
        """
        whole = {
            "argv": list(self.command),
            "started": now(),
            "versions": {"arcwise": this_version(), "python": platform.python_version()},
            "machine": machine(),
            **settings,
        }
        if self.folder is None:
            return RunFolder.in_memory(whole, problems, conditions)
        place = Path(self.folder)
        if not (self.resume and holds_run(place)):
            try:
                return RunFolder.create(place, whole, problems, conditions)
            except InputError:
                if not holds_run(place):  # else another process may have been quicker
                    raise
                if not self.resume:  # which is advised only for a run that it would go on with
                    _agree(read_run(place), whole, problems, conditions)
                    raise
        folder = RunFolder.open(place)
        try:
            _agree(folder.read(), whole, problems, conditions)
            for name in ("configurations", "references"):
                if settings.get(name):
                    folder.extend(name, settings[name])
        except BaseException:
            folder.close()
            raise
        return folder


def _agree(
    run: Run,
    settings: Mapping[str, Any],
    problems: Sequence[Instance],
    conditions: Sequence[Condition],
) -> None:
    """Refuse to go on with a run of other settings, else of other problems, else of other conditions; or of other macros."""
    differences = (
        _other_settings(run, settings)
        or _other_problems(run, problems)
        or _other_names(run, conditions)
    )
    differences += _other_macros(run, conditions)
    if differences:
        raise InputError(
            "this run was made with other settings and cannot be resumed",
            place=Place(str(run.path)),
            expected="; ".join(was for was, _ in differences),
            found="; ".join(now for _, now in differences),
            remedy="--run with another folder",
        )


Differences: TypeAlias = list[tuple[str, str]]
"""The settings of a run and those that are asked for instead, in words."""


def _other_settings(run: Run, settings: Mapping[str, Any]) -> Differences:
    """The settings that differ, and another version of arcwise."""
    known = {key: value for key, value in run.settings.items() if key in settings}
    before = _flat({key: value for key, value in known.items() if key not in FREE})
    after = _flat({key: value for key, value in settings.items() if key not in FREE})
    before["arcwise"] = (run.settings.get("versions") or {}).get("arcwise")
    after["arcwise"] = settings["versions"]["arcwise"]
    return [
        (f"{key} {_short(before.get(key))}", f"{key} {_short(after.get(key))}")
        for key in sorted(before.keys() | after.keys())
        if key not in before or key not in after or not _same(before[key], after[key])
    ]


def _other_problems(run: Run, problems: Sequence[Instance]) -> Differences:
    """The number of problems where these differ, and the first that does."""
    old = [(one.start, one.goal, one.text) for one in run.problems if one.problem_set != FOUND]
    new = [(problem.start, problem.goal, problem.text) for problem in problems]
    if not new or old == new:
        return []
    number = next((n for n, (a, b) in enumerate(zip(old, new, strict=False), 1) if a != b), 0)
    words = f"another problem {number}" if number else "others"
    return [(f"its {counted(len(old), 'problem')}", f"{counted(len(new), 'problem')}, {words}")]


def _other_names(run: Run, conditions: Sequence[Condition]) -> Differences:
    """The conditions, where the run lacks some."""
    there, asked = ([one.name for one in some] for some in (run.conditions, conditions))
    if set(there) >= set(asked):
        return []
    return [(f"conditions {', '.join(there)}", f"conditions {', '.join(asked)}")]


def _other_macros(run: Run, conditions: Sequence[Condition]) -> Differences:
    """The files of the conditions whose macros differ."""
    there = {condition.name: condition for condition in run.conditions}
    return [
        (f"the macros in {was.macros}", f"other macros in {one.file}")
        for one in conditions
        if (was := there.get(one.name)) is not None and one.macro_text != was.macro_text
    ]


def _flat(values: Any, *names: str) -> dict[str, Any]:
    """Values in values by names with blanks between them, as they would look in JSON.

    A name with a blank of its own is in quotes, so that no two settings of different make look the same.
    """
    if isinstance(values, Mapping):
        found: dict[str, Any] = {}
        for key, value in values.items():
            found |= _flat(value, *names, repr(key) if " " in key or not key else key)
        return found or {" ".join(names): {}}
    return {" ".join(names): list(values) if isinstance(values, tuple) else values}


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same in JSON, where 1, 1.0 and true are not."""
    return json.dumps(one) == json.dumps(other)


def _short(value: Any) -> str:
    text = "none" if value is None else str(value)
    return text if len(text) <= 40 else f"{text[:30].splitlines()[0]}..."


LATEST = 1024
"""Greatest number of rows that are held while a run goes on; a row with its path takes some ten kilobytes."""


class Runner:
    """Makes the searches of a run, and knows the rows of all that are made.

    After the user's interruption it makes no more searches: rows that are known are still returned.

    Parameters
    ----------
    folder, pool
        Where to write down what, and who searches.
    tick
        Called after every search that `make` was asked for; a search beyond those that were planned is no step.
    planned
        Number of searches that were planned.
    """

    def __init__(
        self, folder: RunFolder, pool: Pool, tick: Tick = no_tick, planned: int = 0
    ) -> None:
        self.folder, self.tick = folder, tick
        self.conditions = {one.name: one for one in folder.conditions()}
        self._pool = pool
        self._planned, self._beyond = planned, set[Key]()
        self._interrupted = False
        self._keys = folder.done()
        self._latest: dict[Key, Row] = {}

    def refresh(self) -> None:
        """Read which rows the run has now."""
        self._keys = self.folder.done()

    def get(self, key: Key) -> Row | None:
        """The row of a search, if it is known; all but the latest rows are read again."""
        if key not in self._keys:
            return None
        return self._latest.get(key) or self.folder.row(key)

    def _keep(self, key: Key, row: Row) -> None:
        """Know the row of a search that the folder has."""
        self._keys.add(key)
        self._latest[key] = row
        if len(self._latest) > LATEST:
            del self._latest[next(iter(self._latest))]

    @property
    def keys(self) -> Collection[Key]:
        """Keys of the searches that already have a row."""
        return self._keys

    def enter(self, row: Row) -> None:
        """Enter the row of a search that was made without a task, unless the run has one."""
        if row.key not in self._keys:
            self.folder.record(row)
            self._keep(row.key, row)

    def ensure(self, condition: Condition) -> Condition:
        """Enter a condition, unless there is one of this name; the condition as the run has it."""
        if condition.name not in self.conditions:
            self.folder.ensure_condition(condition)
            self.conditions[condition.name] = replace(condition, folder=self.folder.path)
        return self.conditions[condition.name]

    def make(self, tasks: Iterable[Task], beyond: Collection[Task] = ()) -> None:
        """Make the searches that have no row yet; at the end all rows are known.

        Parameters
        ----------
        tasks
            The searches.
        beyond
            Those of them that were not planned, but found to be needed on the way.

        Raises
        ------
        KeyboardInterrupt
            The user's; what was finished is known.
        """
        more = {task.key for task in beyond}
        if more - self._beyond:
            self._beyond |= more
            self.folder.put("searches", self._planned + len(self._beyond))
        with closing(self.making(tasks)) as made:
            for task, _ in made:
                self.tick(int(task.key not in more), str(task))

    def rows(self, tasks: Sequence[Task], beyond: Collection[Task] = ()) -> list[Row]:
        """The rows of searches, which are made if need be; see `make`."""
        self.make(tasks, beyond)
        found = [self.get(task.key) for task in tasks]
        return [row for row in found if row is not None]

    def making(
        self, tasks: Iterable[Task], begun: Callable[[Task], None] = lambda task: None
    ) -> Generator[tuple[Task, bool], None, None]:
        """Make the searches that have no row yet, one after the other.

        Parameters
        ----------
        tasks
            The searches.
        begun
            Called for each that is begun here.

        Yields
        ------
        Each that has a row, and whether it was made here and now.

        Raises
        ------
        KeyboardInterrupt
            The user's; what was finished is known.
        """

        def wanted() -> Iterator[Task]:
            for task in tasks:
                if self._interrupted and task.key not in self._keys:
                    raise KeyboardInterrupt
                yield task

        searched = work_off(self.folder, wanted(), self._pool, begun, self._keys)
        try:
            with closing(searched) as worked:
                for task, done in worked:
                    if done is not None:
                        self._keep(task.key, done.row)
                    elif task.key not in self._keys:
                        self.refresh()
                    yield task, done is not None
        except KeyboardInterrupt:
            self._interrupted = True
            raise

    def finish(self) -> None:
        """Write down that everything is done."""
        self.refresh()
        self.folder.put("searches", len(self._keys))


def machine() -> dict[str, Any]:
    """The machine: its system, processor, cores, and memory in bytes (None where the system does not tell)."""
    return {
        # platform.platform() and platform.processor() begin a process, uname.
        "platform": f"{platform.system()}-{platform.release()}-{platform.machine()}",
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory": _memory(),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _memory() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return None
