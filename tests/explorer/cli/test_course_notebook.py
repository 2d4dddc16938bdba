"""Notebooks of the course project: what Otter Grader and nbgrader read, run here as they run it."""

from __future__ import annotations

import doctest
import io
import json
import shutil
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from arcwise.experiments.course_code import mark_here

STUDENTS = Path(__file__).parents[2] / "experiments" / "students"
RIGHT = (STUDENTS / "right.py").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from arcwise.explorer.cli import run

    folder = tmp_path_factory.mktemp("notebooks") / "graded"
    with redirect_stdout(io.StringIO()):
        assert run(["course", "notebook", str(folder), "--hidden", "42"]) == 0
    return folder


def cells_of(file: Path) -> list[dict[str, Any]]:
    notebook = json.loads(file.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    cells: list[dict[str, Any]] = notebook["cells"]
    return [cell | {"source": "".join(cell["source"])} for cell in cells]


def globals_of(code: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    exec(code, found)
    return found


def otter_points(folder: Path, code: str, numbers: tuple[str, ...]) -> list[int]:
    """Points of each question as Otter counts them: a doctest for each case."""
    points = []
    for number in numbers:
        test = globals_of((folder / "tests" / f"{number}.py").read_text(encoding="utf-8"))
        assert test["OK_FORMAT"] and test["test"]["name"] == number
        right = 0
        for case in test["test"]["suites"][0]["cases"]:
            asked = doctest.DocTestParser().get_doctest(
                case["code"], globals_of(code), number, None, None
            )
            runner = doctest.DocTestRunner(verbose=False)
            runner.run(asked, out=lambda text: None)
            right += case["points"] if runner.summarize(verbose=False).failed == 0 else 0
        points.append(right)
    return points


def test_otter_marks_the_boards_students_see_and_hidden_ones(written: Path) -> None:
    asked = ("C1", "C2", "C6")
    wrong = RIGHT.replace("(moved(state, *swap), 1)", "(moved(state, *swap), 2)")
    assert otter_points(written / "otter" / "student", RIGHT, asked) == [2, 2, 2]
    assert otter_points(written / "otter" / "autograder", wrong, asked) == [4, 2, 4]
    seen = "".join(p.read_text() for p in (written / "otter" / "student").rglob("*.*"))
    assert "42)" not in seen
    source = [
        cell["source"] for cell in cells_of(written / "otter" / "student" / "project_code.ipynb")
    ]
    assert source.count('grader.check("C2")') == 1
    empty = "\n".join(one for one in source if one.startswith("def "))
    assert otter_points(written / "otter" / "student", empty, asked) == [0, 0, 0]


def nbgrader_points(file: Path, code: str, numbers: tuple[str, ...]) -> int:
    """Points as nbgrader gives them: those of each test cell that runs to its end."""
    points = 0
    for cell in cells_of(file):
        own = cell["metadata"].get("nbgrader", {})
        if own.get("grade") and own["grade_id"].startswith(numbers):
            assert own["locked"] and "### BEGIN HIDDEN TESTS" in cell["source"]
            try:
                exec(cell["source"], globals_of(code))
            except AssertionError:
                continue
            points += own["points"]
    return points


def test_nbgrader_marks_cells_with_points(written: Path) -> None:
    file = written / "nbgrader" / "source" / "n-puzzle" / "project_code.ipynb"
    asked = ("C1", "C2", "C6")
    assert nbgrader_points(file, RIGHT, asked) == 6
    constants = RIGHT.replace("    before[path[0].index(0)] = 0\n", "    before = list(path[0])\n")
    assert nbgrader_points(file, constants, asked) < 6
    cells = cells_of(file)
    names = [cell["metadata"]["nbgrader"]["grade_id"] for cell in cells]
    assert len(names) == len(set(names))
    assert sum(cell["metadata"]["nbgrader"].get("points", 0) for cell in cells) == 15
    solutions = [cell for cell in cells if cell["metadata"]["nbgrader"]["solution"]]
    assert len(solutions) == 7 and all("### BEGIN SOLUTION" in c["source"] for c in solutions)


@pytest.mark.skipif(shutil.which("swipl") is None, reason="needs SWI-Prolog")
def test_a_predicate_in_the_cell_for_prolog_counts_where_it_is_better(
    written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    student = written / "otter" / "student"
    source = [cell["source"] for cell in cells_of(student / "project_code.ipynb")]
    (cell,) = (one for one in source if one.startswith("%%writefile"))
    head, begun = cell.split("\n", 1)
    assert head == "%%writefile project.pl" and "arcwise" not in begun
    empty = "\n".join(one for one in source if one.startswith("def "))
    (tmp_path / "project.pl").write_text(begun)
    assert otter_points(student, empty, ("C2",)) == [0]
    (tmp_path / "project.pl").write_text((STUDENTS / "right.pl").read_text(encoding="utf-8"))
    assert otter_points(student, empty, ("C1", "C2")) == [2, 2]
    (tmp_path / "project.pl").write_text("successors(_, [])")
    assert otter_points(student, RIGHT, ("C2",)) == [2]
    monkeypatch.setenv("PATH", "")
    assert otter_points(student, RIGHT, ("C2",)) == [2]
    wrong = mark_here("C2", globals_of(empty)["successors"]).wrong
    assert "project.pl needs SWI-Prolog" in wrong["the states"]


def test_notebooks_need_a_new_folder(call: Any, written: Path) -> None:
    done = call("course", "notebook", written)
    assert done.code == 33 and "new folder" in done.err
