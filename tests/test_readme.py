"""The README's commands, programs and output, run and compared."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest
from arcwise.explorer.cli.command_line import run

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", README, flags=re.M | re.S)


def cells(line: str) -> list[str]:
    """The cells of a printed table's row."""
    return re.split(r"\s{2,}", line.strip())


@pytest.fixture(scope="module")
def shell_output(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("readme")
    (folder / "examples").symlink_to(ROOT / "examples")
    for name, kind in (("three.pl", "prolog"), ("three.psvn", "psvn")):
        (text,) = blocks(kind)
        (folder / name).write_text(text)
    printed = io.StringIO()
    for line in "".join(blocks("console")).splitlines():
        command = shlex.split(line.removeprefix("$ "))
        assert command[0] == "arcwise"
        with contextlib.chdir(folder), contextlib.redirect_stdout(printed):
            assert run(command[1:]) == 0
    return printed.getvalue()


@pytest.mark.slow
def test_shell_example_prints_what_the_readme_shows(shell_output: str) -> None:
    learned = [text for text in blocks("text") if "macros of 2x2, 2x3, 3x2 cells" in text]
    checked = [text for text in blocks("text") if text.startswith("sliding-tile:5x5: complete")]
    for text in (*learned, *checked):
        assert text in shell_output
    assert learned and checked
    explained, *_ = [text for text in blocks("text") if text.startswith("m1: up")]
    assert explained in shell_output
    verdicts = next(text for text in blocks("text") if text.startswith("too few problems: "))
    for line in verdicts.splitlines():
        assert line in shell_output
    worth = next(text for text in blocks("text") if "ratio of work" in text)
    printed = [cells(line) for line in shell_output.splitlines()]
    for label, macros, *rest in map(cells, worth.splitlines()[2:]):
        assert any(row[:2] == [label, macros] and row[-4:] == rest for row in printed), label


@pytest.mark.slow
def test_the_small_puzzle_is_the_same_three_times(shell_output: str) -> None:
    assert shell_output.count("breadth-first: solved: 2 moves, cost 2 (optimal)") == 2
    assert "breadth-first: solved: 2 moves, cost 2 (optimal)\n" in blocks("text")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(blocks("python"))))
def test_python_example_prints_what_the_readme_shows(number: int) -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(blocks("python")[number], "README.md", "exec"), {})
    assert printed.getvalue() in README
    assert printed.getvalue()


def test_every_command_and_algorithm_is_named() -> None:
    from arcwise.explorer.cli.command_line import COMMANDS
    from arcwise.search import ALGORITHMS, HEURISTICS

    for name in COMMANDS:
        assert f"`arcwise {name}" in README
    for name in (*ALGORITHMS, *HEURISTICS):
        assert re.search(rf"\b{re.escape(name)}\b", README)


def test_every_path_that_is_linked_exists() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target
