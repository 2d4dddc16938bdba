"""``-`` in the place of a file, a state or a domain is standard input."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

Feed = Callable[[str | bytes], None]
START = "8 6 7 2 5 4 3 0 1"


@pytest.fixture
def feed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Feed]:
    """A function that puts a text on standard input."""
    with ExitStack() as opened:

        def put(text: str | bytes) -> None:
            path = tmp_path / "input"
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
            file = opened.enter_context(path.open(encoding="utf-8"))
            monkeypatch.setattr("sys.stdin", file)

        yield put


TABLE = "| 8 | 6 | 7 |\n|---|---|---|\n| 2 | 5 | 4 |\n| 3 |   | 1 |\n"


def solution(done: Any) -> tuple[Any, ...]:
    data = done.data
    return tuple(data[name] for name in ("status", "cost", "expanded", "start", "goal"))


@pytest.mark.parametrize("text", [START, START + "\n", "8 6 7\n2 5 4\n3 0 1\n", TABLE])
def test_a_start_is_read(call: Any, feed: Feed, text: str) -> None:
    feed(text)
    found = call("solve", "8-puzzle", "-", "--json")
    assert solution(found) == solution(call("solve", "sliding-tile:3x3", START, "--json"))


@pytest.mark.parametrize(
    ("file", "states"),
    [
        ("five_puzzle_arcs.pl", ("4 5 3 0 1 2", "1 2 3 4 5 0")),
        ("pancakes.psvn", ()),
        ("pddl/gripper.pddl", ("pddl/gripper-1.pddl",)),
    ],
)
def test_arcs_are_read_in_every_notation(
    call: Any, feed: Feed, examples: Path, file: str, states: tuple[str, ...]
) -> None:
    texts = [examples / text if text.endswith(".pddl") else text for text in states]
    texts = texts or ["--random", "3"]
    feed((examples / file).read_bytes())
    found = call("solve", "-", *texts, "--json")
    assert found.code == 0
    assert solution(found) == solution(call("solve", examples / file, *texts, "--json"))


def test_a_pddl_problem_is_read(call: Any, feed: Feed, examples: Path) -> None:
    domain, problem = examples / "pddl" / "gripper.pddl", examples / "pddl" / "gripper-1.pddl"
    feed(problem.read_bytes())
    found = call("solve", domain, "-", "--json")
    assert solution(found) == solution(call("solve", domain, problem, "--json"))


def test_a_level_is_read(call: Any, feed: Feed, examples: Path) -> None:
    feed((examples / "sokoban.txt").read_bytes())
    found = call("solve", "sokoban:-", "--json")
    assert found.code == 0
    assert solution(found) == solution(
        call("solve", f"sokoban:{examples / 'sokoban.txt'}", "--json")
    )


@pytest.mark.parametrize("file", ["five_puzzle.json", "five_puzzle.csv", "five_puzzle.pl"])
def test_examples_are_read_in_every_notation(
    call: Any, feed: Feed, examples: Path, file: str
) -> None:
    feed((examples / file).read_bytes())
    piped, read = (
        call("learn", "5-puzzle", source, "--json").data["macros"]
        for source in ("-", examples / file)
    )
    assert [macro["steps"] for macro in piped] == [macro["steps"] for macro in read]
    assert piped[0]["origin"].startswith(f"stdin{Path(file).suffix}:")


@pytest.mark.long
@pytest.mark.slow
def test_macros_are_read_and_a_run_keeps_them(
    call: Any, feed: Feed, macro_file: Any, tmp_path: Path
) -> None:
    macros = macro_file("pancake:5", "--learner", "escapes")
    words = ["--random", 1, "--count", 1, "--beyond", 0, "--algorithms", "a-star", "--json"]
    run = ["--run", tmp_path / "run"]
    feed(macros.read_bytes())
    found = call("compare", "pancake:5", "--macros", "-", *words, *run)
    assert found.code == 0
    plain = call("compare", "pancake:5", "--macros", macros, *words).data["problems"][0]
    assert found.data["problems"][0]["expanded"] == plain["expanded"]
    assert call("report", tmp_path / "run", "-o", tmp_path / "report.html").code == 0


@pytest.mark.parametrize(
    ("words", "text", "message"),
    [
        (("solve", "-", "-"), "arc(b(X, 0), b(0, X)).", "read only once"),
        (("show", "-"), "hello", "stdin: what is this?"),
        (("show", "-"), "", "stdin: what is this?"),
        (("show", "-"), b"\xff\xfe", "not a text file"),
        (("show", "-"), "(define (domain", "stdin.pddl:1:"),
        (("learn", "5-puzzle", "-"), "{", "stdin.json:1:"),
        (("solve", "8-puzzle", "-"), "1 2 3", "start: wrong number of cells"),
        (
            ("solve", "8-puzzle", START, "--algorithm", "climb", "--learn", "--macros", "-"),
            "macro_domain(a).",
            "stdin.pl: ",
        ),
    ],
)
def test_what_is_wrong_with_it_is_said(
    call: Any, feed: Feed, words: tuple[str, ...], text: str | bytes, message: str
) -> None:
    feed(text)
    done = call(*words)
    assert done.code == 33
    assert message in done.err


def test_a_closed_standard_input_is_said(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert "standard input: it is closed" in call("show", "-").err
