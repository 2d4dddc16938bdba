"""The page: whole in itself, safe, readable, and honest about what is not there."""

from __future__ import annotations

import itertools
import json
import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from arcwise import explorer
from arcwise.ebl import library_text
from arcwise.experiments import Condition, Instance
from arcwise.experiments.store import Run, RunFolder, TrainingRow, read_run
from arcwise.explorer.report import report_page, run_comparisons
from arcwise.explorer.report.sections import content as sections_content
from arcwise.rules import open_source, random_problems, read_psvn

from .small_runs import FIVE, FIVE_GOAL, NEVER, TAUGHT, Filled, fill, learned, settings_for

VOID = {"meta", "input", "br", "line", "rect", "circle", "path"}


class Outline(HTMLParser):
    """What a page is made of; it must close what it opens."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.headings: list[str] = []
        self.labels: list[str | None] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.attributes += [(tag, name, value) for name, value in found.items()]
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "a":
            self.links.append(found["href"])
        if tag == "svg":
            self.labels.append(found.get("aria-label"))
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(tag)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag


@pytest.mark.slow
def test_page_is_well_formed_and_its_links_lead_somewhere(page_text: str) -> None:
    outline = Outline(page_text)
    assert len(outline.ids) == len(set(outline.ids))
    assert len(outline.links) >= 8
    for link in outline.links:
        assert link.startswith("#")
        assert link[1:] in outline.ids
    levels = [int(heading[1]) for heading in outline.headings]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(other <= one + 1 for one, other in itertools.pairwise(levels))


@pytest.mark.slow
def test_page_asks_for_nothing_from_elsewhere(page_text: str) -> None:
    addressed = page_text.replace(
        "http://www.w3.org/2000/svg", ""
    )  # the name of SVG, where nobody looks
    assert not re.search(r"https?://|//www\.", addressed)
    assert not re.search(r"@import|url\(|\bfetch\(|XMLHttpRequest|import\(", page_text)
    names = {name for _, name, _ in Outline(page_text).attributes}
    assert not names & {"src", "srcset", "action", "style", "onclick", "onload"}


def test_policy_allows_this_script_and_this_style_only(page_text: str) -> None:
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page_text)
    style = re.search(r"<style>(.*?)</style>", page_text, re.S)
    script = re.search(r"<script>(.*?)</script>", page_text, re.S)
    assert policy and style and script
    assert policy[1].startswith("default-src 'none';")
    assert "unsafe" not in policy[1]
    for name, text in (("style", style[1]), ("script", script[1])):
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy[1]
        allowed = re.findall(rf"{name}-src ([^;]*);", policy[1])[0].split()
        assert len(allowed) <= 2  # the other is that of the frames with watched searches


@pytest.mark.slow
def test_every_drawing_has_a_text(page_text: str) -> None:
    labels = Outline(page_text).labels
    assert len(labels) > 15
    assert all(labels)


def test_verdicts_stand_on_the_page_word_for_word(filled: Filled, page_text: str) -> None:
    for comparison in run_comparisons(filled.run):
        verdict = comparison.verdict
        assert all(f"<li>{reason}</li>" in page_text for reason in verdict.reasons)
        assert f"<h4>{comparison.method}, engine native</h4>" in page_text
        assert f'">{verdict.word}</span><strong>{comparison.method}' in page_text


def test_problems_solved_one_time_only_are_shown_as_such(page_text: str) -> None:
    assert "Solved before 10 and after 10 of 12; only before 1, only after 1." in page_text
    assert "1 search was killed and counts as not solved: killed by 9." in page_text
    assert "1 at the edge was solved only before" in page_text
    assert "1 problem solved neither time has no point" in page_text


@pytest.mark.slow
def test_a_page_of_a_large_run_shows_a_sample_and_judges_all(
    filled: Filled, page_text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sections_content, "MOST_SHOWN", len(filled.run.searches) // 3)
    page = report_page(filled.run, most_graphs=0)
    problems = filled.run.problems[::3]
    kept = {one.id for one in problems}
    assert f"are of {len(problems)} of {len(filled.run.problems)} problems, evenly" in page
    assert "evenly spaced among them" not in page_text
    lines = re.findall(r'<pre id="(?:search|problem)-lines"[^>]*>(.*?)</pre>', page, re.S)
    shown = [[int(line.split("\t")[0]) for line in some.split("\n")[1:]] for some in lines]
    assert shown[0] == [row.problem for row in filled.run.searches if row.problem in kept]
    assert shown[1] == [one.id for one in problems]
    for comparison in run_comparisons(filled.run):
        assert all(f"<li>{reason}</li>" in page for reason in comparison.verdict.reasons)


def test_every_search_is_a_line(filled: Filled, page_text: str) -> None:
    found = re.search(r'<pre id="search-lines"[^>]*>(.*?)</pre>', page_text, re.S)
    assert found
    head, *lines = [line.split("\t") for line in found[1].split("\n")]
    assert len(lines) == len(filled.run.searches)
    for line, row in zip(lines, filled.run.searches, strict=True):
        cells = dict(zip(head, line, strict=True))
        assert cells["expanded"] == ("" if row.expanded is None else str(row.expanded))
        assert cells["moves"] == ("" if row.moves is None else str(row.moves))
        assert cells["status"] == row.status
        if row.elapsed is not None:
            assert float(cells["time (\u00b5s)"]) == pytest.approx(row.elapsed * 1e6, abs=0.06)


def test_page_says_how_to_run_it_again(page_text: str) -> None:
    assert "arcwise compare sliding-tile:2x3 --run &#x27;a folder&#x27;" in page_text.replace(
        "'a folder'", "&#x27;a folder&#x27;"
    )
    for text in ("a processor", "8.0 GiB", "nodes 300"):
        assert text in page_text


def hostile(run: Run) -> Run:
    evil = "</script><script>alert(1)</script><!-- [[data]] & \"quoted\" 'too'"
    problems = tuple(
        replace(problem, start=(evil, *problem.start[1:]), place=evil) for problem in run.problems
    )
    searches = tuple(
        replace(row, algorithm=evil, configuration=evil, note=f"{evil}\t\n", heuristic=evil)
        for row in run.searches
    )
    names = {"theory_name": evil, "argv": [evil], "theory": evil, "machine": {evil: evil}}
    return replace(run, problems=problems, searches=searches, settings={**run.settings, **names})


@pytest.mark.slow
def test_nothing_in_a_run_can_become_markup(filled: Filled) -> None:
    text = report_page(hostile(filled.run))
    assert text.count("<script") == 2
    assert text.count("</script") == 2
    assert "alert(1)" in text
    Outline(text)
    data = re.search(r'id="data">(.*?)</script>', text, re.S)
    assert data
    assert json.loads(data[1])["algorithms"][0].startswith("</script>")


def empty(folder: Path, **settings: object) -> Run:
    with RunFolder.create(
        folder,
        settings_for(FIVE, configurations=["greedy"], **settings),
        [Instance(TAUGHT[0][0], FIVE_GOAL, "one")],
        [Condition("before"), Condition("after")],
    ):
        pass
    return read_run(folder)


def test_a_run_in_which_nothing_is_finished_says_so(tmp_path: Path) -> None:
    text = report_page(empty(tmp_path / "run"))
    Outline(text)
    assert "No search of this run has finished yet" in text
    for absent in (
        "algorithms",
        "solutions",
        "macros",
        "training-records",
        "space",
        "searches",
        "conditions",
    ):
        assert f'id="{absent}"' not in text
    assert 'id="again"' in text


def test_a_folder_without_problems_arms_or_settings_gives_a_page(tmp_path: Path) -> None:
    with RunFolder.create(tmp_path / "run", {}):
        pass
    text = report_page(read_run(tmp_path / "run"))
    Outline(text)
    assert "unknown theory" in text
    assert "The command line is not known." in text


@pytest.mark.slow
def test_an_interrupted_run_says_how_much_is_missing(filled: Filled) -> None:
    text = report_page(replace(filled.run, searches=filled.run.searches[:20]))
    Outline(text)
    assert "40 searches of this run are missing" in text


def test_a_run_in_which_nothing_was_solved_has_no_solutions(filled: Filled) -> None:
    searches = tuple(row for row in filled.run.searches if row.problem == NEVER)
    text = report_page(replace(filled.run, searches=searches))
    Outline(text)
    assert "Solved before 0 and after 0 of 1." in text
    assert 'id="solutions"' not in text
    assert 'id="space"' not in text


def test_training_records_have_their_outcomes(tmp_path: Path) -> None:
    run = empty(tmp_path / "run", command="learn")
    with RunFolder.open(tmp_path / "run") as folder:
        folder.add_training_row(TrainingRow(1, 1, "m1", True, "new"))
        folder.add_training_row(TrainingRow(2, None, None, False, "no path: 3 expanded"))
    run = read_run(tmp_path / "run")
    text = report_page(run)
    Outline(text)
    assert "2 training records: 1 taught a macro, 1 did not." in text
    assert "no path: 3 expanded" in text
    assert "No search of this run" not in text
    assert 'id="algorithms"' not in text


@pytest.mark.slow
@pytest.mark.parametrize("board", ["pancake:6", "hanoi:3x3", "lights-out:2x2", "cube:2"])
def test_vectors_and_other_symbols_have_pages_too(tmp_path: Path, board: str) -> None:

    opened = open_source(board)
    theory, goal = opened.theory, opened.domain.goal(opened.shape)
    start = theory.successors(theory.successors(goal)[0][1])[-1][1]
    conditions = {"before": theory, "after": theory}
    fill(tmp_path / "run", [(start, goal)], conditions, ["breadth-first"])
    text = report_page(read_run(tmp_path / "run"))
    Outline(text)
    assert 'id="space"' in text


def luminance(colour: tuple[float, float, float]) -> float:
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def rgb(text: str) -> tuple[float, float, float]:
    red, green, blue = (int(text[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


def colours(page: str) -> dict[str, tuple[str, str]]:
    found = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", page)
    return {name: (light, dark) for name, light, dark in found}


READ = [
    *(
        (text, ground)
        for text in ("text", "quiet", "link")
        for ground in ("page", "raised", "sunken")
    ),
    *((name, f"{name}-ground") for name in ("pays", "costs")),
    *(("text", f"{name}-ground") for name in ("other", "note")),
    *((name, "raised") for name in ("s4", "pays")),
    ("page", "text"),
]
SEEN = [
    *((name, "raised") for name in ("before", "after", "pays", "costs", "other", "control")),
    *((name, ground) for name in ("focus", "control") for ground in ("page", "raised")),
    *((f"s{number}", "raised") for number in range(1, 8)),
]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_contrast_meets_wcag_aa(page_text: str, theme: int) -> None:
    known = {name: rgb(pair[theme]) for name, pair in colours(page_text).items()}
    for text, ground in READ:
        assert contrast(known[text], known[ground]) >= 4.5, (text, ground)
    for shape, ground in SEEN:
        assert contrast(known[shape], known[ground]) >= 3, (shape, ground)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_symbols_can_be_read_on_tiles_of_every_hue(page_text: str, theme: int) -> None:
    from colorsys import hls_to_rgb

    found = re.search(
        r"light-dark\(hsl\(var\(--hue\) (\d+)% (\d+)%\), hsl\(var\(--hue\) (\d+)% (\d+)%\)\)",
        page_text,
    )
    assert found
    saturation, light = (int(found[place]) / 100 for place in (1 + 2 * theme, 2 + 2 * theme))
    text = rgb(colours(page_text)["tile-text"][theme])
    for hue in range(360):
        assert contrast(text, hls_to_rgb(hue / 360, light, saturation)) >= 4.5, hue


@pytest.mark.slow
def test_a_run_in_psvn_has_graphs_and_unrolled_macros(tmp_path: Path) -> None:
    text = (Path(__file__).parents[3] / "examples" / "eight_puzzle.psvn").read_text()
    theory = read_psvn(text).theory
    goal = theory.parse("b 1 2 3 4 5 6 7 8")
    pairs = [(start, goal) for start in random_problems(theory, goal, 4, 3, moves=6)]
    library = learned(theory, pairs[:2])
    fill(
        *(tmp_path / "run", pairs),
        {"before": theory, "after": theory.with_macros(library.arcs(theory))},
        ["breadth-first"],
        macros=library_text(library),
        theory="gone.psvn",
        theory_text=text,
    )
    page = report_page(read_run(tmp_path / "run"))
    assert 'id="space"' in page
    assert "cannot be unrolled" not in page


def test_no_script_calls_a_method_of_an_iterator() -> None:
    """Browsers of two years ago, such as Firefox 128 and Safari 18.3, have none: the boards stayed empty."""
    calls = re.compile(r"(?:\.(?:keys|values|entries)\(\)|\bmatchAll\([^()]*\))\s*\.\w")
    assert calls.search("board.keys().filter(one)") and not calls.search("[...board.keys()].map(f)")
    folder = Path(explorer.__file__).parent
    scripts = list(folder.rglob("assets/*.js"))
    assert len(scripts) > 15
    assert [one.name for one in scripts if calls.search(one.read_text(encoding="utf-8"))] == []
