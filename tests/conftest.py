"""What tests of several packages share."""

from __future__ import annotations

import fcntl
import gc
import importlib
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from arcwise.ebl import LEARNERS
from arcwise.ebl.files.macro_file import NOTATIONS
from arcwise.experiments.execute import task as timing
from arcwise.explorer.cli import run
from arcwise.logic.swi import swi_status
from arcwise.logic.swi.interpreter import Interpreter
from arcwise.planning.learning import policy_experience
from arcwise.rules import DOMAINS, State, distances, sliding_tile, trusting
from arcwise.rules.source import SOURCES
from arcwise.search import ALGORITHMS, HEURISTICS
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from .firefox import Firefox

# The only place that sets Hypothesis: a test that takes long says `at_most` so many examples.
settings.register_profile("whole", derandomize=True, deadline=None, max_examples=12)
settings.register_profile("fast", derandomize=True, deadline=None, max_examples=5)
settings.load_profile("whole")
# It draws constants of modules that happen to be imported too; here cases are the same whatever ran before.
providers._get_local_constants = lambda: providers._local_constants


# A shell starts what runs in the background with interrupts ignored; the tests of Ctrl-C need them as in a terminal.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# What is there for the whole run need not be looked through whenever garbage is collected.
gc.disable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Modules of slow or long tests alone, and what they import, are not read where these are left out."""
    left_out = [mark for mark in ("slow", "long") if f"not {mark}" in config.option.markexpr]
    if not left_out or collection_path.suffix != ".py":
        return None
    text = collection_path.read_text("utf-8")
    return any(f"\npytestmark = pytest.mark.{mark}\n" in text for mark in left_out) or None


FEW = 1
"""Cases of one test that are run among the quick ones."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Modules that open a browser come first; of a test with many cases the quick run takes the first.

    Workers steal the last tests of another: what comes first stays with one of them, which alone opens a browser, and the
    playground in it, and no worker waits for pages in the end.
    """
    opening = {item.path for item in items if "browser" in getattr(item, "fixturenames", ())}
    items.sort(key=lambda item: item.path not in opening)
    if (
        config.getoption("--hypothesis-profile") != "fast"
        or "not slow" not in config.option.markexpr
    ):
        return
    taken: Counter[str] = Counter()
    kept, left_out = [], []
    for item in items:
        name = item.nodeid.partition("[")[0]
        taken[name] += 1
        (kept if taken[name] <= FEW else left_out).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left_out)


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


LONG_ENOUGH = timing.LONG_ENOUGH
MOST_PAIRS = policy_experience.MOST_PAIRS


@pytest.fixture(scope="session", autouse=True)
def _less_than_users_have() -> Iterator[None]:
    """A short search is repeated once, not until the clock can see it; policies are tried on few pairs of a state and a goal."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timing, "LONG_ENOUGH", 0)
        patch.setattr(policy_experience, "MOST_PAIRS", 300)
        yield


TABLES = (ALGORITHMS, DOMAINS, HEURISTICS, LEARNERS, NOTATIONS, SOURCES)


RECURSION = sys.getrecursionlimit()


@pytest.fixture(autouse=True)
def _as_in_a_new_process() -> Iterator[None]:
    """Tables of parts and the limit on recursion are as a new process has them, whatever other tests left."""
    sys.setrecursionlimit(RECURSION)  # mypy and networkx leave a higher one
    before = [table._lent for table in TABLES]
    for table in TABLES:
        table._lent = {}
    yield
    for table, lent in zip(TABLES, before, strict=True):
        table._lent = lent


@pytest.fixture
def times_that_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short searches are repeated as for users."""
    monkeypatch.setattr(timing, "LONG_ENOUGH", LONG_ENOUGH)


@pytest.fixture
def all_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Policies are tried on as many pairs of a state and a goal as for users."""
    monkeypatch.setattr(policy_experience, "MOST_PAIRS", MOST_PAIRS)


NOT_INSTALLED = "SWI-Prolog is not installed"


def _absent() -> None:
    if os.environ.get("ARCWISE_REQUIRE_SWI") == "1":
        pytest.fail(f"{NOT_INSTALLED}, and ARCWISE_REQUIRE_SWI=1 says that it must be")
    pytest.skip(NOT_INSTALLED)


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of a run share."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@pytest.fixture(scope="session", autouse=True)
def _cache(shared_folder: Path) -> Iterator[None]:
    """Pattern databases are kept for the length of a run, never among the user's own; lines are of one width."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(shared_folder / "cache"))
        patch.setenv("COLUMNS", "200")  # one width, whatever pytest-xdist sets
        yield


@pytest.fixture(scope="session")
def swipl() -> str:
    """The path of SWI-Prolog's program."""
    executable = which("swipl")
    if executable is None:
        _absent()
    assert executable is not None
    return executable


@pytest.fixture(scope="session")
def swi() -> str:
    """The version of SWI-Prolog's library, which pyswip loads."""
    version = swi_status().library
    if version is None:
        _absent()
    assert version is not None
    return version


@pytest.fixture
def trusted() -> Iterator[None]:
    """All programs are trusted, so that SWI-Prolog runs them."""
    with trusting():
        yield


@pytest.fixture
def one_child(monkeypatch: pytest.MonkeyPatch) -> None:
    """All programs share a child process of SWI-Prolog, where what it keeps them from is not the subject."""
    load = Interpreter.load

    def together(self: Interpreter, *words: Any, **how: Any) -> Any:
        return load(self, *words, **{**how, "ours": True})

    monkeypatch.setattr(Interpreter, "load", together)


@pytest.fixture(scope="session")
def once(shared_folder: Path) -> Callable[..., Path]:
    """A function that has a file made once in a run, by the first worker that wants it."""

    def made(name: str, make: Callable[[Path], None]) -> Path:
        path = shared_folder / name
        with (shared_folder / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not path.exists():
                new = shared_folder / f"new-{name}"
                make(new)
                new.rename(path)
        return path

    return made


@pytest.fixture(scope="session")
def macro_file(once: Callable[..., Path]) -> Callable[..., Path]:
    """A function: the macro file that ``arcwise learn`` writes for such arguments, to be read only."""

    def learned(*arguments: str | Path) -> Path:
        words = [str(argument) for argument in arguments]

        def learn(path: Path) -> None:
            assert run(["learn", *words, "-o", str(path)]) == 0

        names = re.sub(r"[^\w.]+", "-", "-".join(word.rpartition("/")[2] for word in words))
        return once(f"{names}-{zlib.crc32(' '.join(words).encode()):08x}.pl", learn)

    return learned


@pytest.fixture(scope="session")
def eight_distances(once: Callable[..., Path]) -> dict[State, int]:
    """The 181,440 boards of the 8-puzzle by layers, and the least number of moves to the goal in order."""

    def census(path: Path) -> None:
        path.write_bytes(pickle.dumps(distances(sliding_tile(3, 3), (1, 2, 3, 4, 5, 6, 7, 8, 0))))

    found: dict[State, int] = pickle.loads(once("eight_puzzle.pickle", census).read_bytes())
    return found


@pytest.fixture(scope="session")
def examples() -> Path:
    """The folder of examples."""
    return Path(__file__).parent.parent / "examples"


class Output:
    """What one call of the command line gave."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def data(self) -> Any:
        return json.loads(self.out)


@pytest.fixture(scope="module")  # no longer: while it is open, asyncio cannot run anything else
def browser() -> Iterator[Any]:
    """Chromium, without a window: where it is installed, the build that has none, a third as dear to start and to open a page."""
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    programs = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    places = os.pathsep.join([os.environ["PATH"], "/usr/lib/chromium"])  # Debian's place
    executable = next(filter(None, (which(one, path=places) for one in programs)), None)
    if executable is None:
        pytest.skip("Chromium is not installed")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        for name in ("new_context", "new_page"):
            setattr(browser, name, _patient(getattr(browser, name)))
        yield browser
        browser.close()


MINUTES = 5 * 60 * 1000
"""Milliseconds that a page has for whatever a test waits for, on a machine that does much else."""


def _patient(opening: Callable[..., Any]) -> Callable[..., Any]:
    def opened(**options: Any) -> Any:
        made = opening(**options)
        made.set_default_timeout(MINUTES)
        return made

    return opened


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """Firefox, without a window."""
    program = which("firefox") or which("firefox-esr")
    if program is None:
        pytest.skip("Firefox is not installed")
    browser = Firefox(program, tmp_path_factory.mktemp("firefox"))
    yield browser
    browser.close()


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Callable[..., Output]:
    """A function that calls the command line in this process."""

    def calling(*arguments: str | Path) -> Output:
        capsys.readouterr()  # what making a file that a test needs has printed
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err
        return Output(code, captured.out, captured.err)

    return calling


INTERRUPTED = """
import os, signal, threading
signal.signal(signal.SIGINT, signal.default_int_handler)
def interrupt_after(seconds):
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGPROF])  # in all threads that begin from here
    signal.setitimer(signal.ITIMER_PROF, seconds)
    def waiting():
        signal.sigwait([signal.SIGPROF])
        os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=waiting, daemon=True).start()
"""

COMMAND_LINE = """
from arcwise.explorer.cli.command_line import main
interrupt_after(1)
main()
"""


@pytest.fixture
def in_process() -> Callable[..., subprocess.CompletedProcess[str]]:
    """A function that runs a program in another process.

    The program may say ``interrupt_after(seconds)``: Ctrl-C after so much of its own work, however
    slow the machine is.
    """

    def running(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", INTERRUPTED + program, *arguments],
            env={**os.environ, "COLUMNS": "200"},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    return running


@pytest.fixture
def interrupted(in_process: Any) -> Callable[..., subprocess.CompletedProcess[str]]:
    """A function that calls the command line in another process, ended by Ctrl-C at its work."""

    def calling(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        done: subprocess.CompletedProcess[str] = in_process(COMMAND_LINE, *map(str, arguments))
        assert done.returncode == 130, done.stderr
        assert "Traceback" not in done.stderr
        return done

    return calling


@pytest.fixture
def plugin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str, str, Mapping[str, str]], None]]:
    """A function that installs a package from outside for the length of a test.

    ``plugin("ring", source, {"arcwise.domains": "ring = ring:Ring"})`` makes a module ``ring`` of
    the source, with those entry points by group, one to a line. Processes that the test starts
    find it too.
    """
    installed: list[str] = []

    def installing(name: str, source: str, entry_points: Mapping[str, str]) -> None:
        folder = tmp_path / f"installed-{name}"
        information = folder / f"{name}-1.0.dist-info"
        information.mkdir(parents=True)
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
        (information / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
        )
        groups = [f"[{group}]\n{lines}\n" for group, lines in entry_points.items()]
        (information / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")
        monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
        monkeypatch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
        importlib.invalidate_caches()
        installed.append(name)

    yield installing
    for name in installed:
        sys.modules.pop(name, None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line what was not run for want of SWI-Prolog."""
    skipped = [
        report
        for report in terminalreporter.stats.get("skipped", [])
        if NOT_INSTALLED in str(report.longrepr)
    ]
    if skipped:
        terminalreporter.write_line(f"not run: {len(skipped)} tests, because {NOT_INSTALLED}")
