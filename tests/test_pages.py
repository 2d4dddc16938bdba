"""README.md and the pages of docs/: their commands, programs and output, run and compared; their links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from arcwise.explorer.cli import COMMANDS
from arcwise.rules import DOMAINS
from arcwise.search import ALGORITHMS, HEURISTICS

from .pages import PAGES, ROOT, SHOWN, blocks, broken_links, missing, name_of, run_page

RUN = [page for page in PAGES if any(one.language in ("console", "python") for one in blocks(page))]


@pytest.mark.long
@pytest.mark.usefixtures("all_pairs")
@pytest.mark.parametrize("page", RUN, ids=name_of)
def test_a_page_prints_what_it_shows(
    page: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    for block in blocks(page):
        for mark in block.marks:
            if mark.startswith("needs "):
                request.getfixturevalue(mark.removeprefix("needs "))
    run_page(page, tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert not broken_links(page)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_is_run_a_file_or_for_reading_only(page: Path) -> None:
    for block in blocks(page):
        assert block.title or block.language in {"console", "python", "text", *SHOWN}, block.line


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_file_that_is_named_exists(page: Path) -> None:
    for path in re.findall(
        r"`((?:rules|search|ebl|experiments|explorer|tests|benchmarks|examples)/[\w/]+\.\w+)`",
        page.read_text(encoding="utf-8"),
    ):
        assert (ROOT / path).exists(), path


def test_every_test_that_the_makefile_names_exists() -> None:
    named = re.findall(r"tests/[\w/]+(?:\.py)?", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_page_holds_two_versions_of_a_passage(page: Path) -> None:
    assert not re.search(r"^(<<<<<<<|>>>>>>>) ", page.read_text(encoding="utf-8"), flags=re.M)


def test_the_readme_is_at_most_a_hundred_lines() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 100


def test_every_command_algorithm_heuristic_and_domain_is_named() -> None:
    commands = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    for name in COMMANDS:
        assert f"`arcwise {name}" in commands, f"docs/commands.md does not name {name}"
    domains = (ROOT / "docs" / "domains.md").read_text(encoding="utf-8")
    tables = (
        ("commands", commands, (*ALGORITHMS.built_in, *HEURISTICS.built_in)),
        ("domains", domains, DOMAINS.built_in),
    )
    for page, text, names in tables:
        for name in names:
            named = re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)
            assert named, f"docs/{page}.md does not name {name}"


SAMPLE = """# A page

```python
print(6 * 7)
```

```text
{shown}
```

[here](#a-page), [there](other.md), [nowhere](#b-page)
"""


def test_a_page_that_shows_something_else_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "right.md"
    page.write_text(SAMPLE.format(shown="42"))
    run_page(page, tmp_path)
    page = tmp_path / "wrong.md"
    page.write_text(SAMPLE.format(shown="43"))
    with pytest.raises(AssertionError, match=r"wrong\.md:8 shows another output"):
        run_page(page, tmp_path)
    assert broken_links(page) == ["other.md", "#b-page"]


def test_lines_may_leave_out_columns_and_their_end() -> None:
    printed = "pays: 0.50 times the expansions; 0.41 times the time\n greedy   12   3   4 \n"
    assert missing("pays: 0.50 times the expansions; ...\ngreedy  3  4\n", printed) is None
    assert missing("greedy  4  3\n", printed) == "greedy  4  3"
    assert missing("pays: 0.51 ...\n", printed) == "pays: 0.51 ..."


def test_a_command_that_fails_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```console\n$ arcwise show nothing.pl\n```\n")
    with pytest.raises(AssertionError, match="ended with 33"):
        run_page(page, tmp_path)
    page = tmp_path / "other.md"
    page.write_text(
        '<!-- exit 33 -->\n```console\n$ arcwise show nothing.pl\n```\n\n```toml title="a.toml"\n```\n'
    )
    run_page(page, tmp_path)
    assert (tmp_path / "a.toml").exists()
