"""docs/safety.md: what it shows is what happens, and what it names is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from arcwise.explorer.cli.command_line import run
from arcwise.rules.swi import limits
from arcwise.rules.swi.loading import DEEPEST, MOST_CELLS
from arcwise.search.budget import SLACK

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "safety.md").read_text(encoding="utf-8")


def block(kind: str) -> str:
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, flags=re.M | re.S)
    return str(found)


@pytest.mark.usefixtures("swi")
def test_a_program_of_a_stranger_is_refused_as_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("stranger.pl").write_text(block("prolog"))
    assert run(shlex.split(block("console"))[2:]) == 33
    assert capsys.readouterr().err == block("text")
    assert [path.name for path in tmp_path.iterdir()] == ["stranger.pl"]


def test_the_numbers_of_the_page() -> None:
    asked = limits.DEFAULT_LIMITS
    assert asked.memory is not None
    assert (
        f"{asked.seconds:g} seconds, {asked.inferences:,} inferences and {asked.memory >> 30} GB"
        in PAGE
    )
    assert f"{SLACK >> 20} MB that Python itself needs" in PAGE
    assert f"{MOST_CELLS:,} cells of a state" in PAGE
    assert f"{DEEPEST:,} brackets within brackets" in PAGE


def test_what_both_pages_name_exists() -> None:
    for page in (ROOT / "docs" / "safety.md", ROOT / "SECURITY.md"):
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (page.parent / target).exists(), target
        for path in re.findall(r"`([a-z/_]+/[a-z_]+\.(?:py|pl))`", text):
            assert (ROOT / path).exists(), path
