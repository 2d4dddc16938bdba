"""Notebooks, executed: the course project's shows what it gives, the starter and a student's run as they are."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from arcwise.explorer.cli import run

pytestmark = pytest.mark.long

PATH = Path(__file__).parent.parent / "examples" / "course_project.ipynb"


STARTER = PATH.with_name("starter.ipynb")


def executed(notebook: Any, folder: Path) -> Any:
    """Run a notebook's cells in a folder."""
    nbclient = pytest.importorskip("nbclient")
    client = nbclient.NotebookClient(
        notebook,
        timeout=300,
        startup_timeout=300,
        resources={"metadata": {"path": str(folder)}},
    )
    asyncio.run(client.async_execute())
    return notebook


def without_installation(path: Path) -> Any:
    """A notebook without its first cell, which installs arcwise."""
    notebook = pytest.importorskip("nbformat").read(path, as_version=4)
    installing = notebook.cells.pop([cell.cell_type for cell in notebook.cells].index("code"))
    assert installing.source.splitlines()[-1] == "%pip install --quiet ./arcwise-*.whl"
    return notebook


def test_the_starter_learns_its_first_macro_in_the_second_cell(tmp_path: Path) -> None:
    notebook = executed(without_installation(STARTER), tmp_path)
    assert "arcwise" in STARTER.read_text() and notebook.cells[0].cell_type == "code"
    assert "MacroLibrary" in str(notebook.cells[0].outputs)
    everything = str([cell.get("outputs") for cell in notebook.cells])
    assert "332 expanded, 19 states, 18 moves" in everything
    assert "186 expanded, 13 states, 18 moves" in everything
    assert "does not pay" in everything


def test_the_notebook_of_a_student_runs_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{commands}{os.pathsep}{os.environ['PATH']}")
    assert run(["course", "new", str(tmp_path / "course"), "--students", "1"]) == 0
    folder = tmp_path / "course" / "students" / "student-01"
    notebook = executed(without_installation(folder / "project.ipynb"), folder)
    assert "0 of 24 answers right" in str(notebook.cells[-1].outputs)


@pytest.fixture(scope="module")
def notebooks(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    nbformat = pytest.importorskip("nbformat")
    stored = nbformat.read(PATH, as_version=4)
    fresh = nbformat.read(PATH, as_version=4)
    for cell in fresh.cells:
        cell.pop("outputs", None)
        if cell.cell_type == "code":
            cell.outputs = []
    return stored, executed(fresh, tmp_path_factory.mktemp("notebook"))


def shown(cell: Any) -> list[str]:
    """The text that a person sees of a cell's outputs; what it printed may come in pieces."""
    found: list[str] = []
    printed = False
    for output in cell.outputs:
        data = output.get("data", {})
        text = (
            output.get("text")
            or data.get("image/svg+xml")
            or data.get("text/html")
            or data.get("text/plain")
        )
        if printed and "text" in output:
            found[-1] += text
        else:
            found.append(text)
        printed = "text" in output
    return found


@pytest.mark.long
def test_it_shows_what_running_it_gives(notebooks: tuple[Any, Any]) -> None:
    stored, fresh = notebooks
    compared = 0
    for old, new in zip(stored.cells, fresh.cells, strict=True):
        if old.cell_type == "code" and "timing" not in old.metadata.get("tags", []):
            assert shown(old) == shown(new), old.source
            compared += bool(shown(old))
    assert compared > 10


def test_it_gives_the_figures_of_the_text(notebooks: tuple[Any, Any]) -> None:
    everything = "\n".join(
        text for cell in notebooks[1].cells if cell.cell_type == "code" for text in shown(cell)
    )
    for line in (
        "breadth-first        expanded   332 ->   186   generated   775 ->   466",
        "iterative-deepening  expanded  3401 ->  1180",
        "a-star               expanded   152 ->   148   generated   355 ->   370",
        "without  expanded 180.00, steps 12.54, moves 12.54",
        "with     expanded 180.00, steps 10.98, moves 13.25",
    ):
        assert line in everything
    for expanded, moves in (("393", "9"), ("519", "9"), ("45,157", "43,887"), ("19", "9")):
        assert f">{expanded}<" in everything and f">{moves}<" in everything
