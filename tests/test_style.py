"""Plain English, as docs/style.md asks for it, as far as a program can tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("rules", "search", "ebl", "logic", "planning", "experiments", "explorer")

BEGINNINGS = re.compile(r"(What|That|Those|The same)\b")
"""A docstring has a noun or a verb of its own."""

PHRASES = re.compile(r"\bso many\b|\bwhat comes of it\b|\bthe same for the same\b|\bin vain\b")
"""A number has a name."""

PRONOUNS = ("Always.", "Never.", "This one.", "All of it.", "All of them.", "It.", "Both.", "None.")


@cache
def docstrings() -> tuple[tuple[str, str], ...]:
    """The first sentence of each docstring of the packages, with its place."""
    return tuple(_docstrings())


DOCSTRING = re.compile(r'(?:\A|:(?:  #[^\n]*)?\n\s+)r?"""(.*?)(?:"""|\n\s*\n)', re.DOTALL)
"""The first paragraph of a docstring: of a module, or of what begins with the line before."""


def _docstrings() -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            for found in DOCSTRING.finditer(text):
                line = 1 + text.count("\n", 0, found.start(1))
                yield f"{path.relative_to(ROOT)}:{line}", " ".join(found[1].split())


@pytest.mark.slow
def test_docstrings_have_a_noun_or_a_verb_of_their_own() -> None:
    found = docstrings()
    assert len(found) > 3000
    assert [one for one in found if BEGINNINGS.match(one[1])] == []
    assert [one for one in found if one[1] in PRONOUNS] == []


@pytest.mark.slow
def test_names_of_modules_are_described_with_a_noun_of_their_own() -> None:
    """Strings below constants."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            found = re.findall(
                r'"""((?:What|So many|so many|That|Those|The same)\b.*)', path.read_text("utf-8")
            )
            assert found == [], path


@pytest.mark.slow
def test_docstrings_have_no_phrases_that_stopped_readers() -> None:
    assert [one for one in docstrings() if PHRASES.search(one[1])] == []
