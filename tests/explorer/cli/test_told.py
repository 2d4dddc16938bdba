"""What the command line tells a user: every row of ``told.txt``, where refusals and messages stand."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

TABLE = Path(__file__).with_name("told.txt")
TESTS = Path(__file__).parents[2]
SHARED = {
    "examples": TESTS.parent / "examples",
    "programs": TESTS / "programs",
    "corpus": TESTS / "corpus",
}


@dataclass
class Asked:
    """A command, and what is said of its answer."""

    command: str
    line: int
    code: int = 0
    told: list[str] = field(default_factory=list)
    not_told: list[str] = field(default_factory=list)
    entries: list[tuple[str, Any]] = field(default_factory=list)


@dataclass
class Case:
    """Commands that are asked in one folder, and the files in it before each."""

    title: str
    steps: list[Asked | tuple[str, list[str]]] = field(default_factory=list)


def cases() -> Iterator[Case]:
    """The cases of the table in order."""
    case = None
    for number, line in enumerate(TABLE.read_text("utf-8").splitlines(), 1):
        mark, _, rest = line.partition(" ")
        last = case.steps[-1] if case and case.steps else None
        if mark == "==" or (mark == "--" and case):
            if case and case.steps:
                yield case
            case = Case(rest if mark == "==" else case.title if case else "")
        elif case is None or not line:
            continue
        elif mark == "file":
            case.steps.append((rest, []))
        elif mark == "|" and isinstance(last, tuple):
            last[1].append(rest)
        elif mark == "$":
            case.steps.append(Asked(rest, number))
        else:
            assert isinstance(last, Asked), f"line {number}"
            if mark.isdigit():
                last.code = int(mark)
            if mark == "=":
                place, _, value = rest.partition(" ")
                last.entries.append((place, json.loads(value)))
            elif rest:
                (last.not_told if mark == "!" else last.told).append(rest)
    if case:
        yield case


def _entry(found: Any, place: str) -> Any:
    for name in place.split("."):
        found = found[int(name) if isinstance(found, list) else name]
    return found


def made() -> Iterator[tuple[str, list[str]]]:
    """The files that rows share, each with the command that makes it."""
    for line in TABLE.read_text("utf-8").splitlines():
        if line.startswith("make "):
            name, _, words = line.removeprefix("make ").partition(": ")
            yield name, shlex.split(words)


MADE = dict(made())
MARKS = ("slow", "long")


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            one,
            id=one.title,
            marks=[getattr(pytest.mark, mark) for mark in MARKS if one.title.endswith(f"; {mark}")],
        )
        for one in cases()
    ],
)
def test_the_command_line_tells(
    case: Case, call: Any, macro_file: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, place in SHARED.items():
        Path(name).symlink_to(place)
    wrong = []
    for step in case.steps:
        if isinstance(step, tuple):
            path = Path(step[0])
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f"{line}\n" for line in step[1]), "utf-8")
            continue
        words = shlex.split(step.command)
        for name in MADE.keys() & set(words):
            if not Path(name).exists():
                learn, *asked = MADE[name]
                assert learn == "learn"
                Path(name).parent.mkdir(exist_ok=True)
                Path(name).symlink_to(macro_file(*asked))
        done = call(*words)
        said = " ".join((done.out + "\n" + done.err).split())
        if done.code != step.code or (
            done.code == 33
            and done.out
            and not done.out.startswith(("cannot be read: ", "learner "))
        ):
            wrong.append(f"line {step.line}: exit code {done.code}; {done.out}")
        wrong += [
            f"line {step.line}: not told: {one}\n{said}" for one in step.told if one not in said
        ]
        wrong += [f"line {step.line}: told: {one}\n{said}" for one in step.not_told if one in said]
        wrong += [
            f"line {step.line}: {place} is {_entry(done.data, place)}"
            for place, value in step.entries
            if _entry(done.data, place) != value
        ]
    assert not wrong, "\n".join(wrong)
