"""The page in a real browser: every control does what it says, by pointer and by keyboard."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from arcwise.ebl import Course, MacroTable, save_macros, train
from arcwise.experiments.store import read_run
from arcwise.experiments.store.rows import solution_moves
from arcwise.explorer.cli import run
from arcwise.explorer.report import report_page, run_comparisons
from arcwise.explorer.report.headline import ASKED
from arcwise.rules import State, open_source

from ...contrast import too_faint
from .small_runs import FIVE, ONLY_AFTER, ONLY_BEFORE, Filled, five_puzzle

pytestmark = pytest.mark.slow

WIDE, NARROW = {"width": 1400, "height": 900}, {"width": 360, "height": 740}
TABLET = {"width": 800, "height": 900}
Opener = Callable[..., Any]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, page_text: str) -> Path:
    path = tmp_path_factory.mktemp("pages") / "report.html"
    path.write_text(page_text, encoding="utf-8")
    return path


@pytest.fixture
def shown(browser: Any, file: Path) -> Iterator[Opener]:
    """Opens the page; in the end nothing may have been complained about, and nothing asked for elsewhere."""
    contexts = []
    complaints: list[str] = []

    def opening(
        address: str = "", *, path: Path = file, clock: bool = False, **options: Any
    ) -> Any:
        context = browser.new_context(
            **{"viewport": WIDE, "reduced_motion": "reduce", "offline": True, **options}
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request",
            lambda asked: (
                complaints.append(asked.url) if not asked.is_navigation_request() else None
            ),
        )
        if clock:  # time goes on only where the test says so
            page.clock.install(time=datetime(2026, 1, 1))
        page.goto(path.as_uri() + address)
        if clock:
            page.clock.pause_at(datetime(2026, 1, 2))
        return page

    yield opening
    for context in contexts:
        context.close()
    assert complaints == []


def solution(filled: Filled, condition: str, algorithm: str, problem: int) -> Any:
    rows = {(row.condition, row.algorithm, row.problem): row for row in filled.run.searches}
    return solution_moves(rows[condition, algorithm, problem], FIVE)


def words(state: State) -> str:
    """A board as the page says it to those who do not see it."""
    cells = ["blank" if symbol == 0 else str(symbol) for symbol in state]
    return "; ".join(" ".join(cells[place : place + 3]) for place in (0, 3))


def with_macro(filled: Filled) -> tuple[str, int]:
    """A search after learning with a macro and other moves in its solution."""
    row = next(
        row
        for row in filled.run.searches
        if row.condition == "after"
        and row.solved
        and (row.steps or 0) + 3 <= (row.moves or 0)
        and (row.steps or 0) > 3
    )
    return row.algorithm, row.problem


@pytest.mark.long
def test_the_page_of_a_logic_program_fits_a_narrow_window(
    shown: Opener, examples: Path, tmp_path: Path
) -> None:
    program, goals = str(examples / "logic" / "principia.pl"), ("--in-order", "known/1")
    kept, page = str(tmp_path / "run"), tmp_path / "page.html"
    assert run(["compare", program, *goals, "--limit-work", "200", "--run", kept]) == 0
    assert run(["report", kept, "-o", str(page)]) == 0
    opened = shown(path=page, viewport=NARROW)
    assert opened.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    assert too_faint(opened) == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "theme"),
    [(WIDE, "light"), (TABLET, "dark"), (NARROW, "dark")],
    ids=["wide", "tablet", "narrow"],
)
def test_page_fits_its_window_with_everything_open(
    shown: Opener, size: dict[str, int], theme: str
) -> None:
    page = shown(viewport=size, color_scheme=theme)
    wide = "document.documentElement.scrollWidth"
    assert page.evaluate(wide) <= size["width"]
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    page.get_by_label("Unroll macros").check()
    page.wait_for_function("document.querySelectorAll('.pairs table tbody tr').length > 10")
    assert page.evaluate(wide) <= size["width"]
    assert too_faint(page) == []
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", ground)[:3])) > 600) == (theme == "light")


@pytest.fixture(scope="module")
def table_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a run whose folder has the first entries of a macro table."""
    folder = tmp_path_factory.mktemp("runs") / "table"
    run = five_puzzle(folder).run
    domain, shape = open_source("cube:2").sized
    learner = MacroTable(alternatives=2)
    library = learner.library(domain)
    list(islice(train(learner, library, Course(shape, (shape,))), 8))
    save_macros(library, run.path / "table.pl")
    path = folder.parent / "table.html"
    path.write_text(report_page(read_run(run.path)), encoding="utf-8")
    return path


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 390])
def test_a_macro_table_fits_its_window_with_everything_open(
    shown: Opener, table_file: Path, width: int
) -> None:
    page = shown("#macro-table", path=table_file, viewport={"width": width, "height": 900})
    section = page.locator("#macro-table")
    assert section.locator("h2").inner_text() == "What is in the macro table?"
    section.locator("details").first.locator("summary").click()
    assert section.get_by_text("leaves alone besides").first.is_visible()
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_long_name_of_an_algorithm_fits_a_narrow_window(shown: Opener) -> None:
    page = shown("#viewer", viewport=NARROW)
    choice = page.get_by_label("Algorithm").first
    choice.evaluate("(one) => { one.options[0].textContent = 'greedy with h/2 '.repeat(9); }")
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


@pytest.mark.long
def test_every_position_of_the_scrubber_shows_its_board(shown: Opener, filled: Filled) -> None:
    algorithm, problem = with_macro(filled)
    page = shown(f"#problem-{problem}-{algorithm}")
    page.get_by_label("Unroll macros").check()
    for condition in ("before", "after"):
        path = solution(filled, condition, algorithm, problem)
        side = page.locator(f".side.{condition}")
        scrubber = side.get_by_role("slider")
        board = side.locator(".moving")
        assert scrubber.get_attribute("max") == str(len(path.moves))
        scrubber.focus()
        for place, state in enumerate(path.states):
            assert board.get_attribute("aria-label") == words(state)
            assert scrubber.input_value() == str(place)
            if place:
                assert path.moves[place - 1] in side.locator(".now").inner_text()
            page.keyboard.press("ArrowRight")
        assert side.locator(".now").inner_text().endswith("the goal")
        for key, state in (("Home", path.states[0]), ("End", path.states[-1])):
            page.keyboard.press(key)
            assert board.get_attribute("aria-label") == words(state)
        page.keyboard.press("ArrowLeft")
        assert board.get_attribute("aria-label") == words(path.states[-2])


@pytest.mark.long
def test_unrolling_switches_between_steps_and_moves(shown: Opener, filled: Filled) -> None:
    algorithm, problem = with_macro(filled)
    page = shown(f"#problem-{problem}-{algorithm}")
    path = solution(filled, "after", algorithm, problem)
    begin, length, name = path.macros[0]
    side = page.locator(".side.after")
    scrubber, check = side.get_by_role("slider"), page.get_by_label("Unroll macros")
    steps = len(path.moves) - sum(count - 1 for _, count, _ in path.macros)
    assert scrubber.get_attribute("max") == str(steps)
    assert side.locator(".bracket").all_inner_texts() == [name for _, _, name in path.macros]
    scrubber.fill(str(begin + 1))  # no macro comes before the first
    assert f"macro {name} ({length} moves)" in side.locator(".now").inner_text()
    assert side.locator(".moving").get_attribute("aria-label") == words(path.states[begin + length])
    check.focus()
    page.keyboard.press("Space")
    assert scrubber.get_attribute("max") == str(len(path.moves))
    assert scrubber.input_value() == str(begin + length)
    assert f"{name}" in side.locator(".chips .group").first.inner_text()
    assert f"of {length} of macro {name}" in side.locator(".now").inner_text()
    share = page.evaluate(
        "(one => one.offsetWidth / one.parentElement.clientWidth)(document.querySelector('.after .bracket'))"
    )
    assert share == pytest.approx(length / len(path.moves), abs=0.02)
    check.uncheck()
    assert scrubber.get_attribute("max") == str(steps)
    assert scrubber.input_value() == str(begin + 1)


@pytest.mark.long
def test_play_goes_on_to_the_goal_and_space_pauses(shown: Opener, filled: Filled) -> None:
    algorithm, problem = with_macro(filled)
    page = shown(f"#problem-{problem}-{algorithm}", clock=True)
    path = solution(filled, "before", algorithm, problem)
    side = page.locator(".side.before")
    scrubber = side.get_by_role("slider")
    side.get_by_role("button", name="Play").click()
    assert side.get_by_role("button", name="Pause").is_visible()
    page.clock.run_for(480 * 2 + 100)
    assert scrubber.input_value() == "2"
    side.locator(".stage").focus()
    page.keyboard.press("Space")
    page.clock.run_for(5000)
    assert scrubber.input_value() == "2"
    page.keyboard.press("Space")
    page.clock.run_for(480 * (len(path.moves) + 3))
    assert scrubber.input_value() == str(len(path.moves))
    assert side.get_by_role("button", name="Play").is_visible()


@pytest.mark.long
def test_buttons_and_chips_move_the_board(shown: Opener, filled: Filled) -> None:
    algorithm, problem = with_macro(filled)
    page = shown(f"#problem-{problem}-{algorithm}")
    path = solution(filled, "before", algorithm, problem)
    side = page.locator(".side.before")
    board = side.locator(".moving")
    last = len(path.states) - 1
    for button, place in (
        ("To the end", last),
        ("One step back", last - 1),
        ("One step on", last),
        ("To the start", 0),
    ):
        side.get_by_role("button", name=button).click()
        assert board.get_attribute("aria-label") == words(path.states[place])
    side.locator(".chips button").nth(1).click()
    assert board.get_attribute("aria-label") == words(path.states[2])


@pytest.mark.long
def test_one_scrubber_moves_both_boards(shown: Opener, filled: Filled) -> None:
    algorithm, problem = with_macro(filled)
    page = shown(f"#problem-{problem}-{algorithm}", clock=True)
    page.get_by_label("Unroll macros").check()
    both = page.get_by_label("Moves made on both boards")
    paths = [solution(filled, condition, algorithm, problem) for condition in ("before", "after")]
    assert both.get_attribute("max") == str(max(len(path.moves) for path in paths))
    both.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    boards = page.locator(".moving")
    for place, path in enumerate(paths):
        assert boards.nth(place).get_attribute("aria-label") == words(path.states[3])
    both.press("End")
    for place, path in enumerate(paths):
        assert boards.nth(place).get_attribute("aria-label") == words(path.states[-1])
    both.press("Home")
    both.press("Space")
    page.clock.run_for(600)
    for place, path in enumerate(paths):
        assert boards.nth(place).get_attribute("aria-label") == words(path.states[1])


@pytest.mark.long
def test_problems_are_chosen_by_number_buttons_and_algorithm(shown: Opener, filled: Filled) -> None:
    page = shown("#problem-2-greedy")
    number = page.get_by_label("Number of the problem")
    assert number.input_value() == "2"
    page.get_by_role("button", name="Next problem").click()
    assert number.input_value() == "3"
    page.get_by_role("button", name="Previous problem").click()
    assert number.input_value() == "2"
    number.fill("999")
    number.press("Enter")
    assert number.input_value() == "15"
    number.fill(str(ONLY_BEFORE))
    number.press("Enter")
    assert "Not solved: stopped by nodes" in page.locator(".side.after .facts").inner_text()
    assert page.locator(".side.after .stage").is_hidden()
    assert page.locator(".side.before .stage").is_visible()
    assert page.get_by_label("Moves made on both boards").is_hidden()
    page.locator("#viewer").get_by_label("Algorithm").select_option("breadth-first")
    number.fill("3")
    number.press("Enter")
    rows = {(row.condition, row.algorithm, row.problem): row for row in filled.run.searches}
    expanded = rows["before", "breadth-first", 3].expanded
    assert f"{expanded} expanded" in page.locator(".side.before .facts").inner_text()


@pytest.mark.long
def test_a_point_opens_its_problem_by_pointer(shown: Opener, filled: Filled) -> None:
    page = shown()
    comparison = next(
        d for d in run_comparisons(filled.run) if (d.configuration, d.group) == ("greedy", ASKED)
    )
    article = page.locator(".comparison", has=page.get_by_role("heading", name="greedy")).first
    drawing = article.locator("svg.scatter").first
    drawing.scroll_into_view_if_needed()
    box = drawing.bounding_box()
    path = drawing.locator(".dots.only-before").get_attribute("d")
    x, y = map(float, re.findall(r"[\d.]+", path)[:2])
    page.mouse.move(box["x"] + x * box["width"] / 360, box["y"] + y * box["width"] / 360)
    said = article.locator(".chosen-text").first.inner_text()
    place = comparison.problems.index(ONLY_BEFORE)
    work = comparison.pairs[place].before.operator_applications
    assert f"Problem {ONLY_BEFORE}:" in said
    assert f"before {work:,}, after stopped" in said
    page.mouse.down()
    page.mouse.up()
    assert page.get_by_label("Number of the problem").input_value() in (
        str(ONLY_BEFORE),
        said.split(":")[0].split()[1],
    )
    assert page.locator("#viewer").get_by_label("Algorithm").input_value() == "greedy"
    page.wait_for_url(re.compile(rf"#problem-{ONLY_BEFORE}-greedy$"))


@pytest.mark.long
def test_points_are_chosen_and_opened_by_keyboard(shown: Opener, filled: Filled) -> None:
    page = shown()
    article = page.locator(".comparison", has=page.get_by_role("heading", name="greedy")).first
    frame = article.locator(".points").first
    comparison = next(
        d for d in run_comparisons(filled.run) if (d.configuration, d.group) == ("greedy", ASKED)
    )
    frame.focus()
    said = article.locator(".chosen-text").first
    for keys in (("Home", "ArrowRight"), ("End", "ArrowLeft")):
        seen = set()
        page.keyboard.press(keys[0])
        for _ in range(len(comparison.problems)):
            seen.add(said.inner_text().split(":")[0])
            page.keyboard.press(keys[1])
        solved = [p.before.solved or p.after.solved for p in comparison.pairs]
        assert len(seen) == sum(solved)
    number = int(re.findall(r"Problem (\d+):", said.inner_text())[0])
    page.keyboard.press("Enter")
    assert page.get_by_label("Number of the problem").input_value() == str(number)
    assert page.evaluate("document.activeElement.closest('#viewer') !== null")


def test_measures_of_the_scatter_can_be_chosen(shown: Opener) -> None:
    page = shown()
    article = page.locator(".comparison").first
    assert article.locator("svg.scatter:visible").count() == 1
    article.get_by_label("Measure").select_option("moves")
    figure = article.locator("figure[data-name=moves]")
    assert figure.is_visible()
    assert article.locator("svg.scatter:visible").count() == 1
    figure.locator(".points").focus()
    assert ": moves before" in figure.locator(".chosen-text").inner_text()


@pytest.mark.long
def test_theme_button_goes_round(shown: Opener) -> None:
    page = shown(color_scheme="dark")
    button = page.locator("#theme")
    ground = "getComputedStyle(document.body).backgroundColor"
    seen = []
    for name in ("automatic", "light", "dark", "automatic"):
        assert button.inner_text() == f"Theme: {name}"
        seen.append(page.evaluate(ground))
        button.focus()
        page.keyboard.press("Enter")
    dark, light = seen[0], seen[1]
    assert seen == [dark, light, dark, dark]
    assert dark != light


@pytest.mark.long
def test_tables_are_copied(shown: Opener) -> None:
    page = shown(permissions=["clipboard-read", "clipboard-write"])
    figure = page.locator("#verdicts figure").first
    figure.get_by_text("Numbers").click()
    figure.get_by_role("button", name="Copy table").click()
    figure.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert copied[0].startswith("algorithm\tratio\t95% interval")
    rows = figure.locator("tr")
    assert len(copied) == rows.count()
    assert copied[1].split("\t") == rows.nth(1).locator("th, td").all_inner_texts()


@pytest.mark.long
def test_all_searches_are_paged_sorted_copied_and_opened(shown: Opener, filled: Filled) -> None:
    page = shown(permissions=["clipboard-read", "clipboard-write"])
    section = page.locator("#searches")
    section.get_by_text("All searches as a table").click()
    table = section.locator(".all")
    total = len(filled.run.searches)
    assert table.get_by_role("status").inner_text() == f"Rows 1 to 25 of {total}"
    table.get_by_role("button", name="Next").click()
    assert table.get_by_role("status").inner_text() == f"Rows 26 to 50 of {total}"
    expanded = table.get_by_role("columnheader", name="expanded")
    expanded.get_by_role("button").click()
    expanded.get_by_role("button").click()
    assert expanded.get_attribute("aria-sort") == "descending"
    place = table.locator("thead th").all_inner_texts().index("expanded")
    top = max(row.expanded or 0 for row in filled.run.searches)
    first = table.locator("tbody tr").first
    assert first.locator("th, td").nth(place).inner_text() == f"{top:,}"
    table.get_by_role("button", name="Copy rows").click()
    table.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert len(copied) == total + 1
    assert copied[1].split("\t")[place] == str(top)
    opener = first.get_by_role("button")
    number = opener.inner_text()
    opener.focus()
    page.keyboard.press("Enter")
    assert page.get_by_label("Number of the problem").input_value() == number


@pytest.mark.long
def test_proofs_open_step_by_step_with_the_keyboard(shown: Opener) -> None:
    page = shown()
    card = page.locator("details.card").first
    card.locator("summary").first.focus()
    page.keyboard.press("Enter")
    card.locator(".windows .tiles").nth(1).wait_for()
    step = card.locator(".body > details").nth(1)
    leaf = step.get_by_text("holds in the training example (the file says: examples.json:1:5)")
    assert step.locator("summary").inner_text().startswith("step 2: right")
    assert leaf.is_hidden()
    step.locator("summary").focus()
    page.keyboard.press("Space")
    assert leaf.is_visible()
    step.locator(".tiles").nth(3).wait_for()
    assert step.locator(".tiles").count() == 4
    assert step.locator("pre.board").count() == 0
    card.locator("summary").first.click()
    assert leaf.is_hidden()


@pytest.mark.long
def test_contents_lead_to_their_sections(shown: Opener) -> None:
    page = shown()
    links = page.locator("nav a")
    assert links.count() >= 8
    for place in range(links.count()):
        link = links.nth(place)
        link.focus()
        page.keyboard.press("Enter")
        name = link.get_attribute("href")[1:]
        assert page.evaluate("document.activeElement.id") == name
        assert page.locator(f"#{name} h2").is_visible()
        box = page.locator(f"#{name} h2").bounding_box()
        assert -5 <= box["y"] <= 900


@pytest.mark.long
def test_graph_shows_the_chosen_state(shown: Opener, filled: Filled) -> None:
    page = shown()
    frame = page.locator(".graph").first
    figure = page.locator("#space figure").first
    tiles = figure.locator(".chosen-board .tiles")
    frame.focus()
    page.keyboard.press("ArrowRight")
    chosen = [tiles.get_attribute("aria-label")]
    page.keyboard.press("ArrowDown")
    chosen.append(tiles.get_attribute("aria-label"))
    assert chosen[0] != chosen[1]
    number = int(re.findall(r"State (\d+),", figure.locator(".chosen-text").inner_text())[0])
    cells = figure.locator("tbody tr").nth(number - 1).locator("td").first.text_content()
    assert chosen[1] == words(tuple(map(int, cells.split())))
    goal = figure.locator("circle.state.end").last
    goal.hover()
    assert tiles.get_attribute("aria-label") == words((1, 2, 3, 4, 5, 0))


@pytest.mark.long
def test_a_state_space_is_made_larger_around_the_chosen_state(shown: Opener) -> None:
    page = shown(viewport=NARROW)
    drawing = page.locator("#space figure svg").first
    small = drawing.bounding_box()["width"]
    page.locator(".zoom button", has_text="+").first.click()
    assert drawing.bounding_box()["width"] == pytest.approx(1.5 * small, rel=0.01)
    page.locator(".points.graph").first.press("-")
    assert drawing.bounding_box()["width"] == pytest.approx(small, rel=0.01)
    assert page.locator(".zoom button").first.is_disabled()


@pytest.mark.long
def test_the_moves_of_a_macro_are_played_in_its_card(shown: Opener) -> None:
    page = shown()
    card = page.locator("details.card").first
    card.locator("summary").first.click()
    moves = int(card.get_attribute("data-moves"))
    played = card.locator(".played")
    assert played.locator(".now").inner_text() == f"Start, {moves} moves to go"
    played.get_by_label("To the end").click()
    assert f"Move {moves} of {moves}: " in played.locator(".now").inner_text()
    page.evaluate(
        "document.querySelectorAll('details.card').forEach((one) => { one.open = true; })"
    )
    page.locator("details.card").last.locator("h4").last.scroll_into_view_if_needed()
    page.locator("details.card .played .now").last.wait_for()


def test_rows_are_filtered_by_words_and_by_columns(shown: Opener, filled: Filled) -> None:
    page = shown()
    page.locator("#searches").get_by_text("All searches as a table").click()
    table = page.locator("#searches .all")
    rows, total = filled.run.searches, len(filled.run.searches)
    for text, fit in (
        (
            "condition=after greedy",
            [r for r in rows if (r.condition, r.algorithm) == ("after", "greedy")],
        ),
        ("expanded>100", [r for r in rows if (r.expanded or 0) > 100]),
        (
            "operator-app<=50 status=solved",
            [r for r in rows if (r.operator_applications or 0) <= 50 and r.solved],
        ),
    ):
        table.get_by_role("searchbox").fill(text)
        assert total > 25 and fit
        last = min(25, len(fit))
        said = f"Rows 1 to {last} of {len(fit)} that fit, of {total}"
        assert table.get_by_role("status").inner_text() == said
    table.get_by_role("searchbox").fill("no such thing")
    assert table.locator("tbody tr").count() == 0
    table.get_by_role("searchbox").fill("")
    assert table.get_by_role("status").inner_text() == f"Rows 1 to 25 of {total}"


@pytest.mark.long
def test_tables_that_the_page_came_with_are_sorted_by_any_column(shown: Opener) -> None:
    page = shown()
    figure = page.locator('figure[data-name="bars"]').first
    figure.get_by_text("Numbers").click()
    before = figure.get_by_role("columnheader", name="before")
    values = figure.locator("tbody tr td:nth-child(2)")
    for words in ("ascending", "descending"):
        before.get_by_role("button").click()
        assert before.get_attribute("aria-sort") == words
        found = [float(text.replace(",", "")) for text in values.all_inner_texts()]
        assert found == sorted(found, reverse=words == "descending")
    assert figure.locator("th abbr").first.get_attribute("title")


@pytest.mark.long
def test_pictures_are_downloaded_with_their_look_and_their_numbers(
    shown: Opener, filled: Filled, tmp_path: Path
) -> None:
    page = shown(accept_downloads=True)
    comparison = page.locator(".comparison").first
    for figure in (
        comparison.locator("figure").nth(0),
        comparison.locator(".scatters figure").nth(0),
    ):
        for kind in ("SVG", "CSV"):
            with page.expect_download() as waiting:
                figure.get_by_role("button", name=kind).click()
            saved = tmp_path / waiting.value.suggested_filename
            waiting.value.save_as(saved)
            assert saved.suffix == f".{kind.lower()}"
    drawing = ElementTree.parse(next(tmp_path.glob("*what-does-a-search-take*.svg"))).getroot()
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    bars = drawing.findall(".//{http://www.w3.org/2000/svg}rect")
    assert {bar.get("fill") for bar in bars} == {"rgb(60, 115, 180)", "rgb(192, 86, 15)"}
    (numbers,) = tmp_path.glob("*what-does-a-search-take*.csv")
    with numbers.open(newline="", encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    assert head[:3] == ["measure", "before", "interval"] and len(rows) == 8
    (pairs,) = tmp_path.glob("*every-problem*.csv")
    with pairs.open(newline="", encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    assert head[0] == "problem" and len(rows) == len(run_comparisons(filled.run)[0].pairs)


@pytest.mark.long
def test_the_address_names_the_problem_that_is_shown(shown: Opener) -> None:
    page = shown()
    page.get_by_label("Number of the problem").fill("3")
    page.keyboard.press("Tab")
    address = page.evaluate("location.hash")
    assert address.startswith("#problem-3-")
    assert shown(address).get_by_label("Number of the problem").input_value() == "3"
    page.evaluate(f"location.hash = '{address.replace('-3-', '-4-')}'")
    page.wait_for_function("document.querySelector('#viewer input').value === '4'")


@pytest.mark.long
def test_what_is_printed_is_six_pages_at_most(shown: Opener, filled: Filled) -> None:
    page = shown()
    numbers = page.locator('figure[data-name="bars"] .numbers table').first
    assert numbers.is_hidden()
    printed = page.pdf(format="A4")
    assert 3 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= 6
    assert numbers.is_hidden()
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert numbers.is_visible()
    for hidden in ("nav", "#theme", ".shared", ".copy", ".downloads", ".all", ".pairs"):
        assert page.locator(hidden).first.is_hidden()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert numbers.is_hidden()


@pytest.mark.long
def test_a_state_space_that_is_wider_than_the_screen_begins_at_its_start(shown: Opener) -> None:
    page = shown(viewport=NARROW)
    for figure in page.locator("#space figure").all():
        start = figure.locator("circle.state.end").first.bounding_box()
        frame = figure.locator(".scroll.wide").bounding_box()
        assert frame["x"] <= start["x"] <= frame["x"] + frame["width"]


@pytest.mark.long
def test_without_a_script_pictures_tables_and_searches_are_there(
    shown: Opener, filled: Filled
) -> None:
    page = shown(java_script_enabled=False)
    assert page.locator("#verdicts svg").first.is_visible()
    assert page.get_by_text("The boards move with a script").is_visible()
    assert page.locator("#viewer").is_hidden()
    assert page.locator("#theme").is_hidden()
    page.get_by_text("searches as text").click()
    lines = page.locator("#search-lines")
    assert lines.is_visible()
    assert len(lines.inner_text().split("\n")) == len(filled.run.searches) + 1
    page.locator("details.card > summary").first.click()
    assert page.locator("details.card pre.board").first.is_visible()


@pytest.mark.long
def test_boards_glide_unless_motion_is_unwelcome(shown: Opener) -> None:
    duration = "getComputedStyle(document.querySelector('.moving .tile')).transitionDuration"
    assert shown(reduced_motion="reduce").evaluate(duration) == "0s"
    assert shown(reduced_motion="no-preference").evaluate(duration) != "0s"


@pytest.mark.long
def test_everything_is_reached_with_the_tab_key(shown: Opener) -> None:
    page = shown()
    seen = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        seen.add(
            page.evaluate("(one => one.id || one.className || one.tagName)(document.activeElement)")
        )
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none"
    assert {"skip", "theme", "points", "measure", "stage"} <= seen


@pytest.mark.long
def test_an_address_that_names_nothing_is_harmless(shown: Opener) -> None:
    page = shown("#problem-77-nothing")
    assert page.get_by_label("Number of the problem").input_value() != ""
    assert shown(f"#problem-{ONLY_AFTER}-greedy").locator(".side.before .stage").is_hidden()


@pytest.mark.long
@pytest.mark.slow
def test_hostile_names_do_nothing(shown: Opener, filled: Filled, tmp_path: Path) -> None:
    from .test_page import hostile

    path = tmp_path / "hostile.html"
    path.write_text(report_page(hostile(filled.run)), encoding="utf-8")
    page = shown(path=path)
    page.on("dialog", lambda dialog: pytest.fail("a script of the run was run"))
    assert "alert(1)" in page.locator("h1").inner_text()
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert page.locator("#viewer .moving").count() >= 1


@pytest.mark.long
def test_a_search_is_stepped_through_on_the_page(shown: Opener, filled: Filled) -> None:
    page = shown()
    details = page.locator("#watched details").first
    details.locator("summary").click()
    named = re.match(
        r"(.+), problem (\d+): ([\d,]+) and ([\d,]+) expansions",
        details.locator("summary").inner_text(),
    )
    assert named
    rows = {
        row.condition: row
        for row in filled.run.searches
        if row.problem == int(named[2]) and row.method == named[1]
    }
    assert [f"{rows[one].expanded:,}" for one in ("before", "after")] == [named[3], named[4]]
    frame = details.frame_locator("iframe")
    frame.get_by_role("heading", name="before learning").first.wait_for()
    first = frame.locator("body").inner_text()
    frame.get_by_role("button", name="Next").first.click()
    assert frame.locator("body").inner_text() != first
