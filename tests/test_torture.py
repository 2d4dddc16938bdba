"""Every kind of ``make torture`` for a moment, and that each would notice what it looks for."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
TABLE = (BENCHMARKS / "torture" / "table.py").read_text(encoding="utf-8")
KINDS = re.findall(r"\w+", TABLE.partition("ALL = (")[2].partition(")")[0].lower())


@pytest.fixture
def torture(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., int]:
    """A function that calls ``make torture`` in this process; its exit code."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    runner, main = import_module("torture.runner"), import_module("torture.__main__").main
    monkeypatch.setattr(runner, "MOMENT", 0.2)

    def calling(*words: str) -> int:
        named = ["torture", *words, "--seed", "1", "--folder", str(tmp_path)]
        monkeypatch.setattr(sys, "argv", named)
        with pytest.raises(SystemExit) as end:
            main()
        return int(end.value.code or 0)

    return calling


@pytest.mark.long
def test_a_kind_finds_nothing_in_a_moment(
    torture: Callable[..., int], capfd: pytest.CaptureFixture[str]
) -> None:
    code = torture("fuzz", "--minutes", "0.001")
    printed = capfd.readouterr().out
    assert code == 0, printed
    first, line, *fewer = printed.splitlines()
    assert first.startswith("seed 1; ")
    did, wrong = line.removeprefix("fuzz").rsplit(": ", 1)
    assert any(int(number.replace(",", "")) for number in re.findall(r"[\d,]+\d|\d", did))
    assert set(re.findall(r"\d+(?= [a-z])", wrong.rsplit(" (", 1)[0])) == {"0"}
    number, what, asked = re.search(r"([\d,]+) ([a-z]+) \(([\d,]+) asked\)", did).groups()
    if int(number.replace(",", "")) < int(asked.replace(",", "")):
        assert fewer == [f"    fewer than asked: {number} of {asked} {what}"]


FAULTS = {
    "kills": """
from arcwise.experiments.store import RunFolder
from torture.attacks import kills
experiment, record = kills.experiment, RunFolder.record
def forgetful(self, row):
    self._connection.execute("DELETE FROM search WHERE problem = 1")
    return record(self, row)
def undisturbed(*arguments):
    RunFolder.record = record
    found = experiment(*arguments)
    RunFolder.record = forgetful
    return found
kills.experiment = undisturbed
""",
    "starts": """
from arcwise.experiments.store import RunFolder
RunFolder.claim = lambda self, key: True
""",
    "disk": """
from pathlib import Path
from arcwise.rules.text import text_file
text_file.write_bytes = lambda path, data, **how: Path(path).write_bytes(data)
""",
    "memory": """
from dataclasses import replace
from arcwise.search import _kernel
from torture.attacks import memory
refused, solve = [memory.NEVER], memory.solve
_kernel.fail_allocations = lambda number, rest=False: refused.append(number)
_kernel.allocations = lambda: (3, refused[-1])
def forgetful(*arguments, **options):
    found = solve(*arguments, **options)
    return replace(found, operators=found.operators * 2) if 0 < refused[-1] < memory.NEVER else found
memory.solve = forgetful
""",
    "fuzz": """
from arcwise.rules.psvn import reader
load = reader.load_psvn
def careless(path):
    try:
        return load(path)
    except Exception as error:
        raise IndexError from error
reader.load_psvn = careless
""",
    "engines": """
from dataclasses import replace
from arcwise.search.native import engine
told = engine.statistics_of
engine.statistics_of = lambda *counted: replace(told(*counted), generated=told(*counted).generated + 1)
""",
    "strangers": """
from torture.attacks import strangers
command = strangers.command
def trusting(words, *more):
    return command([*words, "--trust"] if words[0] in ("show", "solve") else words, *more)
strangers.command = trusting
""",
    "altered": """
import json
from arcwise.experiments.store import run
run.setting_of = lambda key, stored: (key, json.loads(stored))
""",
    "interrupts": """
import tempfile
from arcwise.explorer.cli import command_line
run = command_line.run
def untidy(*arguments):
    tempfile.mkstemp()
    return run(*arguments)
command_line.run = untidy
""",
}
"""Faults of the kinds that are looked for, put into arcwise."""

UNTIL_FOUND = """
import json, os, sys
from pathlib import Path
from random import Random
from torture.attack import Case
from torture.runs import experiment, search_inline
from torture.table import KINDS
folder = Path(sys.argv[1])

def case_of(name, number):
    place = folder / f"{name}-{number}"
    place.mkdir()
    return Case(Random(number), place, number, 0.0)

search_inline()
experiment(case_of("shared", 0), 2)  # which several kinds begin with
for name, (fault, first) in json.loads(sys.argv[2]).items():
    if os.fork() == 0:
        exec(fault)
        for number in range(first, first + 20):
            case = case_of(name, number)
            KINDS[name].attack(case)
            if case.found:
                break
        print(json.dumps([name, sorted({sort for sort, _ in case.found})]), flush=True)
        os._exit(0)
    os.wait()
"""


def test_every_kind_has_a_fault_that_it_would_notice() -> None:
    assert set(FAULTS) == set(KINDS)


NOTICED = {
    "kills": ("lost", 5),
    "starts": ("doubled", 2),
    "disk": ("damaged", 15),
    "memory": ("wrong answers", 0),
    "fuzz": ("faults of reading", 0),
    "engines": ("different", 0),
    "strangers": ("files", 15),
    "altered": ("faults", 17),
    "interrupts": ("left behind", 15),
}
"""Each kind's message about its planted fault, and the number of a cheap case that meets it."""


@pytest.mark.long
def test_each_kind_would_notice(tmp_path: Path) -> None:
    faults = {kind: (FAULTS[kind], first) for kind, (_, first) in NOTICED.items()}
    done = subprocess.run(
        [sys.executable, "-c", UNTIL_FOUND, str(tmp_path), json.dumps(faults)],
        env={**os.environ, "PYTHONPATH": str(BENCHMARKS)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    found = dict(map(json.loads, done.stdout.splitlines()))
    assert found.keys() == FAULTS.keys(), done.stderr
    for kind, (sort, _) in NOTICED.items():
        assert sort in found[kind], (kind, found[kind], done.stderr)


@pytest.mark.slow
def test_all_kinds_are_tried(
    torture: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert torture("nothing") == 2
    assert f"there are {', '.join(KINDS)}" in " ".join(capsys.readouterr().err.split())
