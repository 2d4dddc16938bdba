"""Whatever a name holds, no command prints what controls a terminal, hides in a line or looks like a line of ours."""

from __future__ import annotations

import io
import json
import unicodedata
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from arcwise.explorer.cli import run
from arcwise.explorer.explore.text import widget_text
from arcwise.explorer.html.markup import in_html
from arcwise.explorer.notebook import to_html
from arcwise.rules import sliding_tile
from arcwise.rules.errors import on_one_line, visible, visible_json
from arcwise.search import Problem, solve
from hypothesis import given
from hypothesis import strategies as st

# What names are made of that would do something to who reads them.
PIECES = (
    *("\x1b]0;title\x07", "\x1b[2J", "\x07", "\r", "\nFORGED: solved", "\x9b31m", "\x7f", "\x00"),
    *("\u202egnp.exe", "\u2066a\u2069", "\u200b", "\u200d", "\u2028FORGED", "\x85FORGED", "\ufeff"),
    *("\U000e0041", "<b>bold</b>", "[red]red[/red]", "&amp;", "=1+1", "%s{0}", "a", "日本", "'"),
)

NAMES = st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("".join)


def hidden(text: str) -> list[str]:
    """Characters that control a terminal or cannot be seen."""
    return [
        sign
        for sign in text
        if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") and sign not in "\n\t"
    ]


def spoken(*words: str | Path) -> str:
    """What a command says on both streams."""
    said = io.TextIOWrapper(io.BytesIO(), "utf-8", "surrogateescape")
    with redirect_stdout(said), redirect_stderr(said):
        code = run([str(word) for word in words])
    assert code in (0, 1, 11, 12, 22, 23, 33), words
    said.flush()
    said.seek(0)
    text = said.read()
    assert not hidden(text), (words, text)
    assert not [line for line in text.splitlines() if line.startswith("FORGED")], (words, text)
    return text


@given(NAMES)
def test_nothing_hidden_is_left_on_a_terminal_or_a_page(name: str) -> None:
    for text in (visible(name), on_one_line(name), visible_json(name), widget_text(name).plain):
        assert not hidden(text)
    assert not hidden(in_html(name)) and "<b>" not in in_html(name)
    assert json.loads(visible_json(json.dumps(name, ensure_ascii=False))) == name


@pytest.mark.long
@pytest.mark.usefixtures("one_child")
def test_names_in_every_command_show_what_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = "\u2028FORGED\x1b]0;title\x07[red]red"
    _all_commands(file, "\nFORGED: solved", "\x1b[2J\u202egnp.exe", "\U000e0041=1+1\r\x1b[2J")


@pytest.mark.long
def test_names_of_files_make_no_lines_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = "\nFORGED\r\x1b[2JFORGED\u2028FORGED\u202e"
    monkeypatch.chdir(tmp_path)
    board, goal = "sliding-tile:2x3", [5, 1, 3, 4, 2, 0]
    Path(f"e{part}.json").write_text(json.dumps([[[4, 5, 3, 0, 1, 2], goal]]))
    Path(f"t{part}.pl").write_text("arc([a,Y],[Y,a],1).\n")
    Path("no.json").write_text("[[]]")
    macros, run_ = f"m{part}.pl", f"r{part}"
    for words in (
        ("problems", board, "--count", "2", "-o", f"p{part}.json"),
        ("learn", board, f"e{part}.json", "-o", macros),
        ("show", macros),
        ("explain", macros),
        ("explain", macros, "m9"),
        ("check", macros, board),
        ("unroll", board, f"e{part}.json", macros),
        ("solve", board, f"e{part}.json", "--macros", macros),
        ("compare", board, f"e{part}.json", "--macros", macros, "--algorithms", "greedy",
         "--beyond", "0", "--run", run_),
        ("report", run_, "-o", f"h{part}.html"),
        ("report", run_, run_),
        ("export", run_, "-o", f"x{part}.csv"),
        ("export", run_),
        ("watch", board, "4 5 3 0 1 2", "5 1 3 4 2 0", "-o", f"w{part}.html"),
        ("utility", board, "--macros", macros, "--problems", "2"),
        ("explore", board, f"e{part}.json"),
        ("doctor", "--domain", f"t{part}.pl"),
        ("doctor", "--domain", f"missing{part}.pl"),
        ("show", f"t{part}.pl"),
        ("solve", f"t{part}.pl", "a,b", "b,a"),
        ("solve", board, f"missing{part}.json"),
        ("learn", board, f"missing{part}.json", "-o", f"o{part}.pl"),
    ):  # fmt: skip
        spoken(*words)
    assert Path(f"x{part}.csv").exists() and Path(f"h{part}.html").exists()
    assert not hidden(Path(f"h{part}.html").read_text())
    assert not [
        line for line in Path(f"x{part}.csv").read_text().splitlines() if line.startswith("FORGED")
    ]


def _all_commands(file: str, theory: str, arc: str, symbol: str) -> None:
    plain = Path("plain.pl")
    for name, words in (("a", arc), (theory, "b"), ("a", "b")):
        text = f"theory('{name}'). arc_name(1,'{words}').\narc(['{symbol}',Y],[Y,'{symbol}'],1).\n"
        path = Path(f"x{file}.pl")
        path.write_text(text, encoding="utf-8")
        plain.write_text(text, encoding="utf-8")
        for one in (path, plain):
            for more in ((), ("--json",)):
                spoken("show", one, *more)
                spoken("solve", one, f"{symbol},1", f"1,{symbol}", *more)
        spoken("problems", path, "--count", "1", "-o", "o.json")
        spoken("survey", path, "--count", "1", "--algorithms", "greedy")
    examples = Path(f"e{file}.json")
    goal = [5, 1, 3, 4, 2, 0]
    problems = [{"name": file, "start": [4, 5, 3, 0, 1, 2], "goal": goal}, [goal, goal]]
    examples.write_text(json.dumps(problems[1:]), encoding="utf-8")
    board = "sliding-tile:2x3"
    for suffix in (".pl", f"{file}.pl"):
        spoken("learn", board, examples, "-o", f"m{suffix}")
        spoken("check", board, f"m{suffix}", "--count", "1")
        spoken("explain", f"m{suffix}")
        spoken("show", f"m{suffix}")
    spoken("compare", board, examples, "--macros", "none", "--beyond", "0", "--run", f"r{file}")
    for words in (("report", f"r{file}", "-o", "page.html"), ("export", f"r{file}")):
        spoken(*words)
    if Path("page.html").exists():
        assert not hidden(Path("page.html").read_text(encoding="utf-8"))
    for words in (("domains", file), ("doctor", file), (file,), ("show", f"--{file}")):
        spoken(*words)
    spoken("utility", board, "--macros", f"m{file}.pl", "--problems", "0")
    spoken("unroll", board, examples, f"m{file}.pl")


def test_drawings_of_a_notebook_show_names(tmp_path: Path) -> None:
    theory = sliding_tile(2, 2)
    found = solve(Problem(theory, (1, 2, 3, 0), (1, 2, 0, 3)))
    assert not hidden(to_html(found))
