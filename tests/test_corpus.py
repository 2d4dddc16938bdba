"""Every file that ever broke something, given to the commands that read it: an answer or one message, never a fault."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from arcwise.explorer.cli import run

CORPUS = Path(__file__).parent / "corpus"
ENDS = {0, 11, 12, 22, 23, 33, 34}
"""Done, unsolvable, gave up, a limit, bad input, too large: whatever a file can bring about."""

RUN = (
    *("compare", "sliding-tile:2x3", "--macros", "none", "--random", "1", "--count", "3"),
    *("--beyond", "0", "--algorithms", "greedy"),
)
COMMANDS: dict[str, tuple[tuple[str, ...], ...]] = {
    ".pl": (
        ("show", "{file}"),
        ("solve", "{file}", "1,0", "0,1", "--limit-time", "2"),
        ("problems", "{file}", "--count", "1", "-o", "{folder}/problems.json"),
        ("learn", "{file}", "{file}", "-o", "{folder}/macros.pl"),
        ("explain", "{file}"),
    ),
    ".psvn": (
        ("show", "{file}"),
        ("solve", "{file}", "1 0", "--limit-time", "2"),
    ),
    ".pddl": (
        ("show", "{file}"),
        ("solve", "{file}", "{problem}", "--limit-time", "60"),
    ),
    ".json": (
        ("learn", "sliding-tile:2x2", "{file}"),
        ("compare", "sliding-tile:2x2", "{file}", "--macros", "none"),
    ),
    ".csv": (("learn", "sliding-tile:2x2", "{file}"),),
    ".txt": (("show", "sokoban:{file}"),),
    ".sql": (
        ("report", "{folder}/run", "-o", "{folder}/page.html"),
        ("export", "{folder}/run"),
        ("export", "{folder}/run", "--format", "properties"),
        (*RUN, "--run", "{folder}/run", "--resume"),
    ),
}
"""How a kind of file, or a run that a file alters, is read: by each of these."""


ACCEPTED = {
    "same_parameter_twice.pddl",
    "no_space_before_a_parameter.pddl",
    "type_with_two_parents.pddl",
}
"""What other planners read: solved here too."""


BY_TURNS = ("problems", "explain", "learn")
"""Commands that read Prolog as `show` and `solve` do: one of them for each file."""


def cases() -> Iterator[Any]:
    for number, path in enumerate(sorted(CORPUS.iterdir())):
        for words in COMMANDS.get(path.suffix, ()):
            if path.suffix == ".pl" and words[0] in set(BY_TURNS) - {BY_TURNS[number % 3]}:
                continue
            slow = path.suffix == ".pl" and words[0] != "show"
            marks = [pytest.mark.slow] if slow else []
            yield pytest.param(path, words, id=f"{words[0]} {path.name}", marks=marks)


@pytest.fixture(scope="module")
def run_folder(once: Callable[..., Path]) -> Path:
    """A run that is whole."""

    def compare(folder: Path) -> None:
        assert run([*RUN, "--run", str(folder)]) == 0

    return once("corpus-run", compare)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.usefixtures("one_child")
@pytest.mark.parametrize(("path", "words"), list(cases()))
def test_a_file_that_broke_something_breaks_nothing(
    path: Path,
    words: tuple[str, ...],
    tmp_path: Path,
    call: Any,
    run_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shutil.copyfile(path, tmp_path / path.name)
    if path.suffix == ".sql":
        shutil.copytree(run_folder, tmp_path / "run")
        with closing(sqlite3.connect(tmp_path / "run" / "run.sqlite")) as connection:
            connection.executescript(path.read_text(encoding="utf-8"))
    problem = path.with_name(f"{path.stem}-1{path.suffix}")
    if problem.exists():
        shutil.copyfile(problem, tmp_path / problem.name)
    names = {
        "file": path.name,
        "folder": tmp_path,
        "problem": problem.name if problem.exists() else path.name,
    }
    monkeypatch.chdir(tmp_path)
    done = call(*(word.format(**names) for word in words))
    said = done.out + done.err
    assert done.code in ENDS, said
    assert not (path.name in ACCEPTED and words[0] == "solve" and done.code), said
    assert done.code != 33 or len(re.findall("^(arcwise: |Error: )", done.err, re.M)) == 1, said
    assert "fault of arcwise" not in said
    assert not any(sign in said for sign in "\x1b\x07\x9b")
    assert not (tmp_path / "canary").exists()


def test_every_file_of_the_corpus_has_a_command() -> None:
    assert {path.suffix for path in CORPUS.iterdir()} <= {*COMMANDS, ".md"}
