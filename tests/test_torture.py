"""Every kind of ``make torture`` for a moment, and that each would notice what it looks for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
TABLE = (BENCHMARKS / "torture" / "table.py").read_text(encoding="utf-8")
KINDS = re.findall(r"\w+", TABLE.partition("ALL = (")[2].partition(")")[0].lower())


def python(program: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *words],
        env={**os.environ, "PYTHONPATH": str(BENCHMARKS)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def torture(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    program = (
        "import sys; sys.argv[0] = 'torture'\nfrom torture import runner; runner.MOMENT = 0.2\n"
        "from torture.__main__ import main; main()"
    )
    return python(program, *words, "--seed", "1", "--folder", str(folder))


@pytest.mark.long
@pytest.mark.parametrize("kind", ["fuzz"])
def test_a_kind_finds_nothing_in_a_moment(kind: str, tmp_path: Path) -> None:
    done = torture(kind, "--minutes", "0.001", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    first, line, *fewer = done.stdout.splitlines()
    assert first.startswith("seed 1; ")
    if f"{kind:11} not run: " in line:
        return
    did, wrong = line.removeprefix(kind).rsplit(": ", 1)
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
import sys
from pathlib import Path
from random import Random
from torture.attack import Case
from torture.table import KINDS
kind, folder = KINDS[sys.argv[1]], Path(sys.argv[2])
for number in range(int(sys.argv[3]), 40):
    place = folder / str(number)
    place.mkdir()
    case = Case(Random(number), place, number, 0.0)
    kind.attack(case)
    if case.found:
        sys.exit(" ".join({kind for kind, _ in case.found}))
"""


def test_every_kind_has_a_fault_that_it_would_notice() -> None:
    assert set(FAULTS) == set(KINDS)


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "found", "first"),
    [
        ("kills", "lost", 1),
        ("starts", "doubled", 2),
        ("disk", "crashes", 1),
        ("memory", "wrong answers", 0),
        ("fuzz", "faults of reading", 0),
        ("engines", "different", 0),
        ("strangers", "files", 15),
        ("altered", "faults", 17),
        ("interrupts", "left behind", 0),
    ],
)
def test_each_kind_would_notice(kind: str, found: str, first: int, tmp_path: Path) -> None:
    """The first case is a cheap one that meets the fault."""
    done = python(FAULTS[kind] + UNTIL_FOUND, kind, str(tmp_path), str(first))
    assert found in done.stderr.splitlines()[-1]


@pytest.mark.slow
def test_all_kinds_are_tried(tmp_path: Path) -> None:
    done = torture("nothing", folder=tmp_path)
    assert done.returncode == 2
    assert f"there are {', '.join(KINDS)}" in done.stderr
