"""A domain's name or text is read once by a command, whatever the command does with it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import arcwise as aw
import pytest
from arcwise.experiments import MARKOV_5, Configuration
from arcwise.experiments.designs.compare import comparison
from arcwise.rules import InputError

BOARD = "sliding-tile:2x3"
READERS = ("read_domain", "read_built_in", "load_action_domain", "read_task", "load_macros")


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Calls of the functions that read domains and problems."""
    calls: Counter[str] = Counter()

    def look(frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_name in READERS and "checked" not in code.co_filename:
            calls[code.co_name] += 1

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield calls
    finally:
        sys.setprofile(before)


COMMANDS = {
    "solve": ("solve", BOARD, "4 5 3 0 1 2"),
    "learn": ("learn", BOARD, "examples/five_puzzle.json"),
    "practice": ("learn", BOARD, "--learner", "each-path", "--problems", "1"),
    "compare": ("compare", BOARD, "--random", "1", "--count", "2", "--macros", "none"),
    "survey": ("survey", BOARD, "--count", "2"),
    "utility": ("utility", BOARD, "--algorithms=greedy", "--counts=0,1", "--problems=1", "--seeds=1"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_reads_its_domain_once(
    call: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parent.parent.parent)
    assert MARKOV_5, "problems of the source texts are read where their module is imported"
    with counted() as calls:
        assert call(*COMMANDS[name], "--json").code == 0
    assert calls["read_domain"] == 1


def test_compare_reads_a_macro_file_once_and_names_it_as_the_user_does(
    call: Any, tmp_path: Path
) -> None:
    file = tmp_path / "macros.pl"
    assert call("learn", BOARD, "4 5 3 0 1 2", "5 1 3 4 2 0", "-o", file).code == 0
    pairs = [((4, 5, 3, 0, 1, 2), (5, 1, 3, 4, 2, 0))]
    with counted() as calls:
        comparison(BOARD, pairs, file, ["greedy"], Configuration())
    assert calls["load_macros"] == 1
    file.write_text(file.read_text().replace("step(", "step(no", 1))
    with pytest.raises(InputError) as error:
        comparison(BOARD, pairs, file, ["greedy"], Configuration())
    assert error.value.place is not None
    assert error.value.place.source == str(file)


@pytest.mark.slow
def test_a_pddl_domain_is_read_once_and_each_problem_too(call: Any, examples: Path) -> None:
    folder = examples / "pddl"
    files = (folder / "blocks.pddl", folder / "blocks-1.pddl")
    with counted() as calls:
        done = call("compare", *files, "--macros", "none", "--algorithms", "greedy", "--json")
    assert done.code == 0, done.err
    assert calls["load_action_domain"] == 1
    assert calls["read_task"] <= 1  # none where an earlier test has read it


@pytest.mark.parametrize(
    "asked",
    [
        lambda: aw.solve(BOARD, "4 5 3 0 1 2"),
        lambda: aw.compare(BOARD, [("4 5 3 0 1 2", "5 1 3 4 2 0")], None, "greedy"),
        lambda: aw.learn(BOARD, [("4 5 3 0 1 2", "5 1 3 4 2 0")]),
        lambda: aw.survey(BOARD, algorithms="greedy", heuristics=["zero"], count=1),
    ],
)
def test_python_reads_a_name_once(asked: Callable[[], Any]) -> None:
    with counted() as calls:
        asked()
    assert calls["read_domain"] == 1
