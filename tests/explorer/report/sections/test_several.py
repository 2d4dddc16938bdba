"""The page of several runs, and their tables as LaTeX."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from arcwise.experiments.statistics.across_runs import AcrossRuns, names_of
from arcwise.experiments.store import read_run
from arcwise.explorer.cli.report_command import pages_beside
from arcwise.explorer.report.sections.several import escaped, latex_text, tables
from arcwise.rules.view import Table
from hypothesis import given
from hypothesis import strategies as st

from ....contrast import too_faint

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory, quiet_call: Callable[..., Any]) -> Path:
    """A folder with two runs on the same problems, one on others, and one of another command."""
    folder = tmp_path_factory.mktemp("several")
    base = ("compare", "sliding-tile:2x3", "--random", 1, "--count", 8, "--beyond", 0)
    for name, algorithms in (("old", "greedy,a-star"), ("new", "greedy")):
        run = folder / name
        quiet_call(*base, "--macros", "none", "--algorithms", algorithms, "--run", run)
    quiet_call("survey", "sliding-tile:2x2", "--count", 3, "--run", folder / "survey")
    return folder


@pytest.fixture(scope="module")
def quiet_call() -> Callable[..., None]:
    from arcwise.explorer.cli import run

    def call(*words: object) -> None:
        assert run([str(word) for word in words]) == 0

    return call


@pytest.mark.long
def test_every_column_of_a_time_says_which_statistic_it_is(runs: Path) -> None:
    across = AcrossRuns(names_of([read_run(runs / "old"), read_run(runs / "new")]))
    found = [column for table in tables(across) for column in table.columns if "time" in column]
    assert found == ["time ratio", "mean time (s)"]
    captions = [table.title for table in tables(across)]
    assert all(re.search("geometric means|arithmetic means", one) for one in captions)


@pytest.fixture
def page_of(runs: Path, call: Any, tmp_path: Path) -> Callable[..., Path]:
    def make(*names: str, **more: str) -> Path:
        page = tmp_path / "page.html"
        done = call(
            "report", *(runs / name for name in names), "-o", page, *more.get("options", ())
        )
        assert done.code == 0, done.err
        return page

    return make


@pytest.mark.long
def test_the_page_of_several_runs_leads_to_the_page_of_each(page_of: Any) -> None:
    page = page_of("old", "new", "survey")
    text = page.read_text(encoding="utf-8")
    assert text.count('class="headline"') == 3
    for name in ("old", "new", "survey"):
        beside = page.with_name(f"page-{name}.html")
        assert f'href="{beside.name}"' in text
        assert beside.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.fixture
def shown(browser: Any) -> Iterator[Callable[..., Any]]:
    contexts: list[Any] = []
    complaints: list[str] = []

    def opening(page: Path, width: int, scheme: str) -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True
        )
        contexts.append(context)
        tab = context.new_page()
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.goto(page.as_uri())
        return tab

    yield opening
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_its_window(page_of: Any, shown: Any, width: int, scheme: str) -> None:
    tab = shown(page_of("old", "new", "survey"), width, scheme)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert too_faint(tab) == []
    assert tab.locator("#same h3").all_inner_texts() == [
        "greedy with manhattan, before",
        "greedy with manhattan, after",
    ]
    tab.get_by_role("link", name="Its own page").first.click()
    assert "sliding-tile:2x3" in tab.locator("h1").inner_text()


@pytest.mark.long
def test_its_tables_count_the_same_problems_once_in_each_run(page_of: Any, shown: Any) -> None:
    tab = shown(page_of("old", "new"), 1280, "light")
    rows = tab.locator("#same tbody tr").all()
    assert len(rows) == 2 * 4
    for row in rows:
        cells = row.locator("th, td").all_inner_texts()
        assert cells[:3] == ["old", "new", "greedy with manhattan"]
        assert cells[4:7] == ["8", "0", "0"]
        if cells[7] in ("expanded", "moves"):
            assert cells[8:12] == ["0", "8", "0", "1.00"]
    assert tab.locator("#learning tbody tr").count() == 3
    assert len(tab.pdf(format="A4")) > 0


def test_runs_without_a_problem_in_common_say_so(page_of: Any) -> None:
    assert "no problem in common" in page_of("new", "survey").read_text(encoding="utf-8")


def test_one_run_named_twice_is_refused(runs: Path, call: Any) -> None:
    done = call("report", runs / "old", runs / "new" / ".." / "old")
    assert done.code == 33 and "named twice" in done.err


def test_tables_for_latex(page_of: Any, tmp_path: Path) -> None:
    file = tmp_path / "tables.tex"
    page_of("old", "new", options=("--latex", file))
    text = file.read_text(encoding="utf-8")
    assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") == 3
    assert "95\\% interval" in text and "greedy with manhattan" in text
    for block in re.findall(r"\\midrule\n(.*?)\\bottomrule", text, re.S):
        columns = {line.count(" & ") for line in block.strip().splitlines()}
        assert len(columns) == 1


@given(st.text())
def test_nothing_in_a_name_is_a_command_of_latex(name: str) -> None:
    text = escaped(name)
    plain = re.sub(
        r"\\(textbackslash|textasciitilde|textasciicircum|textmu)\{\}|\\[&%$#_{}]", "", text
    )
    assert not set(plain) & set("&%$#_{}\\~^\n\r")
    assert r"\\" not in text.replace(r"\textbackslash{}", "")
    assert latex_text([Table([name, "b"], [[name, "1"]], name)]).count(r" \\") == 2


@pytest.mark.long
def test_a_live_page_is_written_until_the_run_has_finished(runs: Path, tmp_path: Path) -> None:
    arcwise = Path(sys.executable).with_name("arcwise")
    asked = [
        *(
            arcwise,
            "survey",
            "sliding-tile:3x3",
            "--count",
            "15",
            "--algorithms",
            "breadth-first,a-star",
        ),
        *("--run", tmp_path / "run"),
    ]
    making = subprocess.Popen(
        [*map(str, asked)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while not (tmp_path / "run").exists() or not any((tmp_path / "run").iterdir()):
        assert making.poll() is None
        time.sleep(0.05)
    page = tmp_path / "page.html"
    following: subprocess.CompletedProcess[str] | None = None
    for _ in range(50):  # the run is there a moment before it can be read
        following = subprocess.run(
            [str(arcwise), "report", str(tmp_path / "run"), "--live", "-o", str(page)],
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        if following.returncode == 0:
            break
        time.sleep(0.1)
    assert making.wait(300) == 0
    assert following is not None and following.returncode == 0, following
    text = page.read_text(encoding="utf-8")
    assert 'http-equiv="refresh"' not in text
    made = read_run(tmp_path / "run")
    assert len(made.searches) == made.settings["searches"] >= 30
    assert f"{len(made.searches)} searches" in text and "missing" not in text.split("<script")[0]


def test_a_finished_run_is_written_once(runs: Path, call: Any, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = call("report", runs / "new", "--live", "-o", page)
    assert done.code == 0 and "again every" not in done.err
    assert 'http-equiv="refresh"' not in page.read_text(encoding="utf-8")


def test_a_row_of_a_latex_table_does_not_begin_with_a_name() -> None:
    text = latex_text([Table(["*a", "b"], [["[1cm] x", "1"], ["*star", "2"]], "t")])
    rows = [line for line in text.splitlines() if line.endswith(r" \\")]
    assert len(rows) == 3 and all(line.startswith("{}") for line in rows)


def test_every_run_has_a_page_of_its_own_whatever_it_is_called() -> None:
    files = pages_beside(["A-3", "A", "A+", "-", "A-2"], "c.html")
    assert len({*files.values()}) == 5
    assert files["A"] == "c-A.html"


@pytest.mark.long
def test_who_solved_more_is_said_where_no_problem_was_solved_twice(
    call: Any, tmp_path: Path
) -> None:
    asked = (
        "survey",
        "15-puzzle",
        "--count",
        2,
        "--algorithms",
        "a-star",
        "--heuristics",
        "manhattan",
    )
    for name, nodes in (("few", 10), ("many", 20)):
        call(*asked, "--limit-nodes", nodes, "--run", tmp_path / name)
    page, file = tmp_path / "page.html", tmp_path / "t.tex"
    done = call("report", tmp_path / "few", tmp_path / "many", "-o", page, "--latex", file)
    assert done.code == 0, done.err
    assert "few & many & a-star with manhattan" in file.read_text(encoding="utf-8")
    assert "They differ in limits" in page.read_text(encoding="utf-8")
    done = call("report", tmp_path / "few", "-o", page, "--latex", page)
    assert done.code == 33 and "files of their own" in done.err


@pytest.mark.long
def test_a_finished_run_that_counts_no_searches_is_not_followed(call: Any, tmp_path: Path) -> None:
    run = tmp_path / "run"
    learned = call(
        "learn", "sliding-tile:2x2", "--learner", "escapes", "-o", tmp_path / "m.pl", "--run", run
    )
    assert learned.code == 0
    done = call("report", run, "--live", "-o", tmp_path / "page.html")
    assert done.code == 0 and "again every" not in done.err
