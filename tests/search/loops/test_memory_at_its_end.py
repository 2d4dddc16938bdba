"""Where the system gives no more memory, a search in Python is a result with what it did, and an experiment goes on."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from arcwise.rules import sliding_tile
from arcwise.search import Problem, solve
from arcwise.search.limits import ENDINGS, limit_of, release, reserve

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="RLIMIT_DATA is Linux's")

COMPARED = "--random 2 --count 2 --macros none --beyond 0 --engine python --algorithms uniform-cost,greedy --details"

HOLD = f"""
import contextlib, io, json, resource, sys
from arcwise.explorer.cli.command_line import main, run
from arcwise.rules.domains.sliding_tiles import sliding_tile
from arcwise.search import Problem, solve
with contextlib.redirect_stdout(io.StringIO()):  # what is imported on the way is there before the limit is
    assert run("compare sliding-tile:2x2 {COMPARED}".split()) == 0
status = open("/proc/self/status").read().split("VmData:")[1]
held = int(status.split()[0]) * 1024 + int(sys.argv.pop(1)) * 2**20
resource.setrlimit(resource.RLIMIT_DATA, (held, held))
"""

SEARCH = """
problem = Problem(sliding_tile(4, 4), (15, 8, 12, 0, 1, 4, 13, 3, 11, 2, 7, 9, 10, 6, 5, 14), (*range(1, 16), 0))
for algorithm in sys.argv[1:]:
    result = solve(problem, algorithm, engine="python")
    print(json.dumps([algorithm, result.limit, result.statistics.expanded, result.statistics.generated]))
"""


def held(more: int, script: str, *words: str) -> subprocess.CompletedProcess[str]:
    """What comes of a script in a process that may take so many MiB of memory more."""
    command = [sys.executable, "-c", HOLD + script, str(more), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.long
@pytest.mark.slow
def test_a_search_tells_what_it_did_one_after_the_other() -> None:
    names = ("breadth-first", "a-star", "bidirectional", "enforced-hill-climbing", "depth-first")
    done = held(6, SEARCH, *names)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [name for name, *_ in found] == list(names)
    for _, limit, expanded, generated in found:
        assert limit == "memory" and generated > expanded > 1000


@pytest.mark.long
@pytest.mark.slow
def test_a_comparison_goes_on() -> None:
    """On the command line, with rows of searches that memory ended beside others.

    What the first leaves is in pieces: the second may find less in one piece than is to be kept back.
    """
    done = held(8, "main()", "compare", "sliding-tile:4x4", *COMPARED.split())
    assert "none of 2 problems was solved both times" in done.stdout
    assert "greedy with manhattan" in done.stdout


@pytest.mark.parametrize(
    ("error", "limit"),
    [(KeyboardInterrupt(), "interrupt"), (TimeoutError(), "time"), (MemoryError(), "memory")],
)
def test_what_ends_a_search_from_outside_has_a_word(error: Any, limit: str) -> None:
    assert isinstance(error, ENDINGS) and limit_of(error) == limit
    reserve()
    release()


@pytest.mark.parametrize(
    ("engine", "part"),
    [("python", "loops.python_engine.Meter"), ("native", "native.engine.compile_theory")],
)
def test_the_end_of_memory_before_a_search_is_a_result(
    monkeypatch: pytest.MonkeyPatch, engine: str, part: str
) -> None:
    def nothing_left(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(f"arcwise.search.{part}", nothing_left)
    problem = Problem(sliding_tile(2, 2), (0, 1, 2, 3), (1, 0, 2, 3))
    found = solve(problem, "breadth-first", engine=engine, check=False)
    assert (found.status, found.limit, found.engine) == ("stopped", "memory", engine)
    assert found.states == (problem.start,) and not found.statistics.expanded
