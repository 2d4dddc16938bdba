"""What people see of a watched search: text, JSON, and a page that steps through it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from arcwise import load_macros
from arcwise.explorer.cli import run
from arcwise.explorer.html.growing import on_path
from arcwise.explorer.html.watched import (
    MOST_STEPS,
    landscape_text,
    order_words,
    shown_steps,
    tree_text,
    watch_page,
    watched_data,
)
from arcwise.explorer.notebook import to_html
from arcwise.rules import Var, sliding_tile
from arcwise.rules.text.plain import shaded
from arcwise.rules.view import Shades
from arcwise.search import ALGORITHMS, FunctionProblem, Limits, Problem, watch
from arcwise.search.loops.expansion import WATCHED
from arcwise.search.watching import Landscape

from ...contrast import too_faint

TILES = sliding_tile(2, 3)

PROBLEM = Problem(TILES, (4, 5, 3, 0, 1, 2), (1, 2, 3, 4, 5, 0))


def test_of_many_steps_the_first_and_the_last_are_shown() -> None:
    for steps in (0, 1, 300, MOST_STEPS, MOST_STEPS + 1, 10_000):
        shown = shown_steps(steps)
        assert len(shown) <= MOST_STEPS and shown == sorted(set(shown))
        assert shown[-1:] == [steps - 1][: bool(steps)]


@pytest.mark.slow
def test_a_heat_map_counts_every_expansion() -> None:
    watched = watch(PROBLEM, "breadth-first")
    drawn = shaded(Shades(watched.heat), "g", "h")
    assert f"@ is {max(watched.heat.values())}" in drawn
    assert shaded(Shades({}), "g", "h") == ""
    many = {(float(g), float(h)): 1 for g in range(200) for h in range(100)}
    assert max(map(len, shaded(Shades(many), "g", "h").splitlines())) <= 80


def test_a_heat_map_rounds_values_that_are_divided() -> None:
    drawn = shaded(Shades({(0.0, 0.9999846): 1, (1.0, 0.7499893): 3}), "g", "h")
    assert drawn.splitlines()[:2] == ["h    1 |.", "h 0.75 | @"]


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["a-star", "ida-star", "beam", "depth-first"])
def test_a_tree_shows_the_node_of_a_step_with_its_path_and_keeps_its_size(algorithm: str) -> None:
    watched = watch(PROBLEM, algorithm, limits=Limits(nodes=60))
    graph = watched.graph()
    for place in range(0, len(watched.steps), 5):
        step = watched.steps[place]
        whole = tree_text(watched, place, 10_000, 10_000).splitlines()
        assert sum(f"<- step {place + 1:,} " in line for line in whole) == 1
        if step.bound is None:
            assert len(whole) - 1 == step.last
            expanded = sum(" step " in line for line in whole)
            assert expanded == len({one.taken for one in watched.steps[: place + 1]})
            waiting = sum(" waits " in line for line in whole)
            assert waiting == watched.waiting_before(place + 1)
        names, node = [], step.taken
        while node:
            [parent] = graph.predecessors(node)
            names.append(graph.edges[parent, node]["operator"])
            node = parent
        for most in (8, 20):
            part = tree_text(watched, place, most, 40).splitlines()
            assert len(part) <= most and all(len(line) <= 40 for line in part)
        at = next(number for number, line in enumerate(whole) if "<- step" in line)
        deep, found = len(whole[at]), []
        for line in whole[at:0:-1]:
            column = next(place for place, letter in enumerate(line) if letter.isalpha())
            if column < deep:
                deep = column
                found.append(line[column:].split()[0])
        assert found == [*names, "start"]


def test_the_command_prints_steps_and_json_says_the_same(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = ["watch", "sliding-tile:2x3", "4 5 3 0 1 2", "--algorithm", "greedy"]
    assert run([*line, "--step", "2"]) == 0
    text = capsys.readouterr().out
    assert "step 2 of" in text and "drops" in text and "open " in text
    assert run([*line, "--json"]) == 0
    [search] = json.loads(capsys.readouterr().out)["searches"]
    assert search["status"] == "solved"
    assert search["steps"][1]["made"] and search["steps"][1]["dropped"]
    assert sum(count for _, _, count in search["heat"]) == search["expanded"]
    assert run([*line, "--step", "100000"]) == 33
    done = capsys.readouterr()
    assert "no such step" in done.err and not done.out


def test_an_h_with_fractions_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    for domain, explained in (("topspin:5x3", True), ("5-puzzle", False)):
        assert run(["watch", domain, "--random", "1"]) == 0
        text = " ".join(capsys.readouterr().out.split())
        assert ("h has fractions: one move may mend several cells" in text) == explained


def test_one_state_has_a_neighbour_and_values_are_rounded(
    capsys: pytest.CaptureFixture[str],
) -> None:
    one, two = landscape_text(Landscape(3, 1, 1, 1)), landscape_text(Landscape(6, 2, 2, 2))
    assert "1 has a neighbour of lower h, 1 lies on a plateau, 1 is a local minimum" in one
    assert "2 have a neighbour of lower h, 2 lie on a plateau, 2 are local minima" in two
    weighted = ["--algorithm", "weighted-a-star", "--weight", "1.33333"]
    assert run(["watch", "8-puzzle", "2 3 5 0 1 4 6 7 8", *weighted]) == 0
    text = capsys.readouterr().out
    assert re.search(r"\bf \d+\.\d{3}\b", text) and not re.search(r"\bf \d+\.\d{4}", text)


def test_a_page_is_not_written_under_another_ending(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "w.txt"
    assert run(["watch", "8-puzzle", "--random", "1", "-o", str(path)]) == 33
    assert "a name that ends in .html" in capsys.readouterr().err and not path.exists()


def test_hill_climbing_says_that_it_is_stuck(capsys: pytest.CaptureFixture[str]) -> None:
    board = "8 6 7 2 5 4 3 0 1"
    assert run(["watch", "8-puzzle", board, "--algorithm", "hill-climbing"]) == 12
    assert "stuck in a local minimum" in capsys.readouterr().out


def test_what_cannot_be_watched_is_refused_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["watch", "8-puzzle", "--random", "1", "--algorithm", "auto"]) == 33
    assert "can be watched" in capsys.readouterr().err
    assert run(["watch", "8-puzzle", "--random", "1", "--open"]) == 33
    assert "-o watch.html" in capsys.readouterr().err


def test_states_of_a_program_are_written_as_in_the_program(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    program = tmp_path / "pair.pl"
    program.write_text("initial(0/0).\ngoal(2/_).\nmove(X/Y, Z/Y) :- X < 2, Z is X+1.\n")
    assert run(["watch", str(program)]) == 0
    assert "\n0/0   expands" in capsys.readouterr().out


def test_names_of_strangers_are_text_on_the_page() -> None:
    bad = "</script><img src=x onerror=alert(1)>\x1b]0;"
    problem = FunctionProblem(bad, lambda state: state == "end", lambda state: [(bad, 1, "end")])
    page = watch_page(bad, {bad: watch(problem, "breadth-first")})
    assert "<img" not in page and "\x1b" not in page
    assert page.count("</script>") == 2


def test_a_notebook_shows_the_page() -> None:
    html = to_html(watch(PROBLEM, "greedy"))
    assert html.startswith("<iframe srcdoc=") and 'sandbox="allow-scripts"' in html


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS.usable()))
def test_the_order_in_words_is_the_order_of_the_open_list(algorithm: str) -> None:
    """What the words name first is what is taken up next, at every step."""
    row = ALGORITHMS.find(algorithm)
    if row.loop not in WATCHED:
        return
    words, watched = order_words(row), watch(PROBLEM, row, limits=Limits(nodes=60))
    numbers = watched.numbers
    for place in range(1, min(60, len(watched.steps))):
        step, waiting = watched.steps[place], watched.open_before(place)
        before = watched.steps[place - 1]
        if not waiting or (step.bound is not None and step.taken == 0):
            continue
        taken, ages = watched.nodes[step.taken], [numbers[id(one)] for one in waiting]
        if words.startswith("The node that has waited longest"):
            assert step.taken == min(ages)
        elif words.startswith("The newest node"):
            newest = [n for n in ages if before.first <= n < before.last]
            assert step.taken == (min(newest) if newest else step.taken)
        elif words.startswith("The node of least f"):
            assert taken.f == min(one.f for one in waiting)
            if "the one of lower h" in words:
                assert taken.h == min(one.h for one in waiting if one.f == taken.f)
            elif "the oldest" in words:
                assert step.taken == min(numbers[id(one)] for one in waiting if one.f == taken.f)
        else:
            assert words.startswith(("Levels", "The successor"))
    assert ("f = g + h" in words) == (algorithm in {"a-star", "a-star-unique"})


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 390])
def test_a_quiz_asks_for_the_next_node_and_for_the_variables_of_a_macro(
    browser: Any, tmp_path: Path, width: int, macro_file: Any
) -> None:
    macros = load_macros(macro_file("sliding-tile:2x3", "--learner", "escapes"))
    watched = watch(PROBLEM, "a-star", macros=macros)
    file = tmp_path / "watch.html"
    file.write_text(watch_page("one", {"after": watched}), encoding="utf-8")
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto(file.as_uri())
    page.keyboard.press("q")
    for right in (False, True):
        place = int(page.locator("#at").inner_text().split()[0]) - 1
        asked = page.locator(".quiz .choices button").all_inner_texts()
        numbers = [int(re.findall(r"#(\d+)", one)[0]) for one in asked]
        answer = numbers.index(watched.steps[place + 1].taken)
        assert not page.locator(".both").is_visible() and too_faint(page) == []
        page.keyboard.press(str(1 + (answer if right else (answer + 1) % len(numbers))))
        said = page.locator(".quiz .says").inner_text()
        assert said.startswith("Right." if right else "Not quite.")
        assert f"It is #{numbers[answer]}: g" in said and "least f" in said
        assert too_faint(page) == []
        page.keyboard.press("Enter")
    cells = page.locator(".quiz .choices button").all_inner_texts()
    name = page.locator(".quiz h2").inner_text().split()[1]
    path = [watched.nodes[number].operator for number in on_path(watched)]
    before = next(one.before for one in path if one and one.name == name)
    for cell, term in enumerate(before):
        if isinstance(term, Var):
            page.keyboard.press(str(cell + 1))
    page.get_by_role("button", name="Check").click()
    said = page.locator(".quiz .says").inner_text()
    assert said.startswith("Right.") and said.count("cell ") >= len(cells) == 6
    assert said.count("a constant") == sum(not isinstance(term, Var) for term in before)
    page.keyboard.press("Enter")
    page.keyboard.press("q")
    assert page.locator(".quiz").count() == 0 and page.locator(".both").is_visible()
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) == 0
    page.close()


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 390])
def test_the_page_steps_in_a_browser(browser: Any, tmp_path: Path, width: int) -> None:
    before = watch(PROBLEM, "a-star")
    after = watch(PROBLEM, "greedy")
    file = tmp_path / "watch.html"
    file.write_text(watch_page("two searches", {"one": before, "other": after}), encoding="utf-8")
    page = browser.new_page(viewport={"width": width, "height": 800})
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(file.as_uri())
    steps = [watched_data(one, "")["steps"] for one in (before, after)]
    last = max(map(len, steps))
    assert page.locator("#at").inner_text() == f"1 of {last}"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert too_faint(page) == []
    for panel, shown in zip(page.locator("article").all(), steps, strict=True):
        assert f"Step {shown[2]['step']} of" in panel.inner_text()
        assert panel.locator(".open tbody tr").count() == len(shown[2]["open"])
    page.keyboard.press("End")
    assert page.locator("#at").inner_text() == f"{last} of {last}"
    assert page.locator(".frame.path").count() == sum(
        one.result.steps + 1 for one in (before, after)
    )
    page.get_by_role("button", name="First").press("Enter")
    assert page.locator("#at").inner_text() == f"1 of {last}"
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) == 0
    assert complaints == []
    page.close()
