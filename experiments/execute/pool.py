"""Worker pools of an experiment: tasks that go to them, and rows that come back.

Searches are run in this process, one after the other; in worker processes on this machine, each given one task at a time; or
on the machines of a dask.distributed scheduler, each in a process of its own there too. Others may work off the same run.
"""

from __future__ import annotations

import atexit
import json
import logging
import os
import platform
import select
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Generator, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

from ...rules.errors import ArcwiseError, InputError, Place, sentence_of
from ...rules.source import SourceTexts
from ...search.limits import end_of_memory
from ..row import Key, Row
from ..store.validation import row_of_json
from .task import Task

if TYPE_CHECKING:  # workers start sooner without it
    from ..store.run_folder import RunFolder

PIPE = 1 << 16
"""Bytes that a pipe holds: to have room for more at each reading took longer than the reading."""

CHANCES = 2
"""Number of workers that may die with a task before its row reports it."""


class WorkerDiedError(ArcwiseError):
    """A worker ended while it had a task, or can no longer be understood."""


class WorkerProcess:
    """A process of `worker`, started at once."""

    def __init__(self) -> None:
        self._messages = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the process
        self._process = subprocess.Popen(
            # -P: what lies in the user's folder must not be taken for a module of Python.
            [sys.executable, "-P", "-m", f"{__package__}.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._messages,
            bufsize=0,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._sink, self._source = self._process.stdin, self._process.stdout
        self._unread = b""
        self._known: set[str] = set()
        self._answered = False
        self._key: Key | None = None

    @property
    def pid(self) -> int:
        """Process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process is running."""
        return self._process.poll() is None

    def fileno(self) -> int:
        """File descriptor that becomes readable when there is an answer."""
        return self._source.fileno()

    def begin(self, task: Task) -> None:
        """Give the worker a task; it must be idle.

        Raises
        ------
        WorkerDiedError
            If it has ended.
        """
        self._key = task.key
        messages: list[dict[str, Any]] = []
        if task.source.key not in self._known:
            messages.append({"source": task.source.to_json()})
        messages.append({"task": task.to_json()})
        data = "".join(json.dumps(message) + "\n" for message in messages).encode()
        try:
            while data:
                data = data[self._sink.write(data) or 0 :]
        except OSError:
            raise self._death() from None
        self._known.add(task.source.key)

    def answer(self) -> Row | None:
        """The row, if it is complete; call it when `fileno` is readable.

        Raises
        ------
        WorkerDiedError
            If it has ended, or answers with something else.
        InputError
            If its source cannot be opened.
        """
        more = os.read(self._source.fileno(), PIPE)
        if not more:
            raise self._death()
        self._unread += more
        if not more.endswith(b"\n"):
            return None
        data, self._unread = self._unread, b""
        self._answered = True
        assert self._key is not None
        try:
            match json.loads(data):
                case {"refused": str(reason)}:
                    pass
                case {"row": values}:
                    return row_of_json(values, self._key)
                case _:
                    raise ValueError("neither a row nor a refusal")
        except (ValueError, RecursionError) as error:
            raise WorkerDiedError(f"its worker gave an answer of another form: {error}") from None
        raise InputError(reason)

    def wait(self, task: Task, unwanted: Callable[[], bool]) -> Row | None:
        """Do a task and wait for its row; None if it became unwanted, which ends this worker.

        Raises
        ------
        WorkerDiedError, InputError
            As for `answer`.
        """
        self.begin(task)
        while True:
            ready, _, _ = select.select([self], [], [], 1.0)
            if ready and (row := self.answer()) is not None:
                return row
            if not ready and unwanted():
                self.close()
                return None

    def dismiss(self) -> None:
        """Tell the worker to end itself and its search; returns at once."""
        self._sink.close()  # that is how it knows

    def close(self) -> None:
        """End it and its search."""
        self.dismiss()
        try:
            self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._source.close()
        self._messages.close()

    def _death(self) -> Exception:
        code = self._process.wait()
        self._messages.seek(0)
        lines = self._messages.read().decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        if not self._answered and code > 0:  # it cannot work here at all
            return InputError(f"a process that searches ended at once: {last}")
        return WorkerDiedError(f"its worker was killed by signal {-code}" if code < 0 else last)


def given_up(task: Task, error: WorkerDiedError, started: str) -> Row:
    """The row of a task that saw too many workers die."""
    return task.without_result("signal", f"{CHANCES} times {error}", started, "")


class FinishedTask(NamedTuple):
    """A task and its row."""

    task: Task
    row: Row


class Pool(Protocol):
    """Searchers, here or elsewhere. A pool is a context manager that ends its searches."""

    @property
    def free(self) -> int:
        """Number of tasks that the pool takes now."""

    def give(self, task: Task) -> None:
        """Begin a task; `free` must not be 0."""

    def take(self, patience: float) -> list[FinishedTask]:
        """Return finished tasks; wait at most `patience` seconds for the first.

        Raises
        ------
        InputError
            Where no search can be made at all, such as without a way to the searchers.
        KeyboardInterrupt
            The user's.
        """

    def __enter__(self) -> Pool:
        """The pool itself."""

    def __exit__(self, *error: object) -> None:
        """End what runs."""


def now() -> str:
    """The time in ISO form."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def worker_name(pid: int) -> str:
    """This machine and a process."""
    return f"{platform.node() or 'localhost'} {pid}"


class LocalPool:
    """A pool of worker processes; see `Pool`."""

    def __init__(self, jobs: int = 1) -> None:
        self._jobs = jobs
        self._idle: list[WorkerProcess] = []
        self._busy: dict[WorkerProcess, Task] = {}
        self._deaths: dict[Key, int] = {}
        self._given_up: list[FinishedTask] = []

    @property
    def free(self) -> int:
        """See `Pool`."""
        return self._jobs - len(self._busy)

    def give(self, task: Task) -> None:
        """See `Pool`."""
        while self._idle and not self._idle[-1].alive:
            self._idle.pop().close()
        worker = self._idle.pop() if self._idle else WorkerProcess()
        self._busy[worker] = task
        try:
            worker.begin(task)
        except WorkerDiedError as error:
            self._mourn(worker, error)

    def take(self, patience: float) -> list[FinishedTask]:
        """See `Pool`."""
        wait = 0.0 if self._given_up else patience
        ready, _, _ = select.select(list(self._busy), [], [], wait)
        finished: list[FinishedTask] = []
        for worker in ready:
            try:
                row = worker.answer()
            except WorkerDiedError as error:
                self._mourn(worker, error)
                continue
            if row is not None:
                finished.append(FinishedTask(self._busy.pop(worker), row))
                self._idle.append(worker)
        finished += self._given_up
        self._given_up = []
        for done in finished:
            self._deaths.pop(done.task.key, None)
        return finished

    def _mourn(self, worker: WorkerProcess, error: WorkerDiedError) -> None:
        """Give the task of a dead worker to a new one, but not for ever."""
        task = self._busy.pop(worker)
        worker.close()
        deaths = self._deaths[task.key] = self._deaths.get(task.key, 0) + 1
        if deaths < CHANCES:
            self.give(task)
        else:
            self._given_up.append(FinishedTask(task, given_up(task, error, now())))

    def __enter__(self) -> LocalPool:
        return self

    def __exit__(self, *error: object) -> None:
        workers = [*self._idle, *self._busy]
        self._idle, self._busy = [], {}
        for worker in workers:  # all at once
            worker.dismiss()
        for worker in workers:
            with suppress(OSError):
                worker.close()


class InlinePool:
    """A pool of this process alone; see `Pool`.

    The first search with a theory and a configuration is made once before, and that does not count: whatever comes first
    finds a cold machine.

    Parameters
    ----------
    report
        Called now and then with the task and the number of its expansions.
    """

    def __init__(self, report: Callable[[Task, int], None] = lambda task, expanded: None) -> None:
        self._report = report
        self._waiting: Task | None = None
        self._warm: set[tuple[str, str]] = set()

    @property
    def free(self) -> int:
        """See `Pool`."""
        return int(self._waiting is None)

    def give(self, task: Task) -> None:
        """See `Pool`."""
        self._waiting = task

    def take(self, patience: float) -> list[FinishedTask]:
        """See `Pool`."""
        if self._waiting is None:
            return []
        task, self._waiting = self._waiting, None
        row = self._row(task)
        if row.interrupted:
            raise KeyboardInterrupt
        return [FinishedTask(task, row)]

    def _row(self, task: Task) -> Row:
        started, worker = now(), worker_name(os.getpid())
        kind = task.source.key, task.key[1]
        try:
            if kind not in self._warm and (limit := task.make_ready()):
                return task.never_ready(limit, started, worker)
            self._warm.add(kind)
            row = task.do(lambda expanded: self._report(task, expanded))
        except ArcwiseError as error:
            note = sentence_of(error)
            return task.without_result("error", note, started, worker)
        return replace(row, started=started, worker=worker)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass


LISTEN = 0.5
"""Seconds between two looks at what others have done."""


def work_off(
    folder: RunFolder,
    tasks: Iterable[Task],
    pool: Pool,
    begun: Callable[[Task], None] = lambda task: None,
    known: Collection[Key] | None = None,
) -> Generator[tuple[Task, FinishedTask | None], None, None]:
    """Make all searches that have no row yet; at the end each has one.

    Searches that another living process has reserved are waited for, and taken over if it dies. On Ctrl-C and on errors
    the rows so far are kept, and what was reserved is free for others.

    Parameters
    ----------
    folder, tasks, pool
        Where to write down what, and who searches.
    begun
        Called for every task that is begun.
    known
        Searches that have a row; it may grow meanwhile. If None, those that the folder has now.

    Yields
    ------
    Every task once it has a row, with the row if it came from here.

    Raises
    ------
    InputError
        Where no search can be made at all.
    """
    known = folder.done() if known is None else known
    waiting, task = iter(tasks), None
    elsewhere: list[Task] = []
    running, claimed = 0, False
    try:
        task = next(waiting, None)
        while task or running or elsewhere:
            while task and (task.key in known or pool.free > 0):
                if task.key in known:
                    yield task, None
                elif folder.claim(task.key):
                    claimed = True
                    pool.give(task)
                    begun(task)
                    running += 1
                else:
                    elsewhere.append(task)
                task = next(waiting, None)
            for done in pool.take(LISTEN) if running or elsewhere else ():
                running -= 1
                own = done.task.configuration.limits.memory
                if done.row.stopped_by == "memory" and own is None:
                    end_of_memory()
                folder.record(done.row)
                yield done.task, done
            if elsewhere and not task and pool.free > 0:
                known, waiting, elsewhere = folder.done(), iter(elsewhere), []
                task = next(waiting, None)
    finally:
        if claimed:
            folder.release()


LOG = logging.getLogger("arcwise")


PATIENCE = 10.0
"""Seconds to wait for a scheduler, at first and when it is lost."""

TIMES_SENT = 3
"""Number of times that a task is sent again after it lost as many machines as dask allows."""


class ClusterPool:
    """The workers of a scheduler; see `Pool`.

    A worker that is lost loses nothing: its tasks are sent to others. Theories and macro files travel with the tasks, so
    that the machines need no files in common, only arcwise itself.

    Parameters
    ----------
    address
        The scheduler's, such as ``tcp://10.0.0.1:8786``.

    Raises
    ------
    InputError
        Without the package, or without an answer.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._client = _client(address)
        self._sources: dict[str, Any] = {}
        self._sent: dict[Any, tuple[Task, int]] = {}
        self._bell = Event()
        self._counted = self._lost = float("-inf")
        self._places = 0
        self._noted = False

    @property
    def free(self) -> int:
        """See `Pool`. Every thread of every worker may have one task and another that waits."""
        if monotonic() - self._counted > 1:
            self._counted = monotonic()
            try:
                self._places = 2 * sum(self._client.nthreads().values())
            except (OSError, ValueError):
                self._places = 0  # whether it is gone, `take` finds out
        return self._places - len(self._sent)

    def give(self, task: Task) -> None:
        """See `Pool`."""
        self._send(task, 1)

    def _send(self, task: Task, times: int) -> None:
        key = task.source.key
        if key not in self._sources:
            # A task of its own, so that every worker asks another for it once, and it is made again where it is lost.
            self._sources[key] = self._client.submit(SourceTexts.from_json, task.source.to_json())
        future = self._client.submit(search_there, self._sources[key], task.to_json(), pure=False)
        self._sent[future] = task, times
        future.add_done_callback(lambda _: self._bell.set())

    def take(self, patience: float) -> list[FinishedTask]:
        """See `Pool`."""
        self._bell.wait(patience)
        self._bell.clear()
        self._check_scheduler()
        if not self._places and not self._noted:
            self._noted = True
            LOG.info(f"{self._address} has no workers yet; waiting for the first")
        finished = []
        for future, (task, times) in list(self._sent.items()):
            row = self._row(future, task, times)
            if row is not None:
                finished.append(FinishedTask(task, row))
        return finished

    def _row(self, future: Any, task: Task, times: int) -> Row | None:
        """The row of a task if it has one; a task that was lost is sent again."""
        from distributed import KilledWorker

        if future.status == "finished":
            try:
                row: Row | None = future.result(timeout=PATIENCE)
            except TimeoutError:  # its machine was lost with the row; it is made again
                return None
            del self._sent[future]
            if row is None:
                self._send(task, times)
            return row
        if future.status == "error":
            del self._sent[future]
            error = future.exception(timeout=PATIENCE)
            if isinstance(error, InputError):
                raise error
            if not isinstance(error, KilledWorker):
                raise InputError(
                    f"the workers cannot search: {type(error).__name__}: {error}",
                    place=Place(self._address),
                    expected="workers with the same version of arcwise",
                )
            if times == TIMES_SENT:
                return given_up(task, WorkerDiedError("its machine was lost"), now())
            self._send(task, times + 1)
        elif future.status in ("cancelled", "lost"):
            del self._sent[future]
            self._sources.clear()  # they are lost with it
            self._send(task, times)
        return None

    def _check_scheduler(self) -> None:
        if self._client.status == "running":
            self._lost = float("inf")
            return
        self._lost = min(self._lost, monotonic())
        if self._client.status == "closed" or monotonic() - self._lost > PATIENCE:
            raise InputError("the scheduler is gone", place=Place(self._address))

    def __enter__(self) -> ClusterPool:
        return self

    def __exit__(self, *error: object) -> None:
        sent, self._sent = list(self._sent), {}
        try:
            if sent and self._client.status == "running":
                self._client.cancel(sent, force=True)
        except (OSError, RuntimeError):
            pass  # there is nobody left to be told
        _close(self._client)


def _close(client: Any) -> None:
    with suppress(OSError, RuntimeError):  # there may be nobody left to be told
        client.close(timeout=PATIENCE)


def _client(address: str) -> Any:
    try:
        import distributed
    except ImportError:
        raise InputError(
            "--cluster needs dask.distributed", remedy="pip install distributed"
        ) from None
    # What is wrong is said by us, once.
    for name in ("distributed", "distributed.client", "concurrent.futures"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return _connected(distributed.Client, address)


def _connected(make_client: Callable[..., Any], address: str) -> Any:
    """A client; asked for in a thread, because it waits for ever for a server that takes calls but is no scheduler."""
    answers: SimpleQueue[Any] = SimpleQueue()

    def connect() -> None:
        try:
            client = make_client(address, timeout=PATIENCE, set_as_default=False, name="arcwise")
        except (OSError, ValueError, TypeError) as error:
            answers.put(error)
        else:
            answers.put(client)

    Thread(target=connect, daemon=True).start()
    try:
        answer = answers.get(timeout=PATIENCE * 1.2)
    except Empty:
        answer = TimeoutError("no dask scheduler listens there")
    if isinstance(answer, Exception):
        reason = str(answer) or type(answer).__name__
        raise InputError(
            f"no scheduler answers: {reason.splitlines()[0]}",
            place=Place(address),
            expected="the address of a dask scheduler, such as tcp://127.0.0.1:8786",
        )
    return answer


_idle: list[WorkerProcess] = []
_lock = Lock()


def search_there(source: SourceTexts, values: dict[str, Any]) -> Row | None:
    """Make a search on a worker of the cluster; its row.

    Parameters
    ----------
    source, values
        The task.

    Raises
    ------
    InputError
        A source that cannot be opened there.
    """
    task = Task.from_json(values, source)
    unwanted = _unwanted()
    started = now()
    for chance in range(1, CHANCES + 1):
        with _lock:
            worker = _idle.pop() if _idle else WorkerProcess()
        try:
            row = worker.wait(task, unwanted)
        except WorkerDiedError as error:
            worker.close()
            if chance == CHANCES:
                return given_up(task, error, started)
            continue
        if row is not None:
            with _lock:
                _idle.append(worker)
        return row
    raise AssertionError


def _unwanted() -> Callable[[], bool]:
    """A function that says whether this task has been cancelled, or its sender is gone."""
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()

    def check() -> bool:
        task = worker.state.tasks.get(key)
        return task is None or task.state == "cancelled"

    return check


@atexit.register
def _end() -> None:
    while _idle:
        _idle.pop().close()
