"""The notebook of the course project, executed, and compared with what it shows."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.long

PATH = Path(__file__).parent.parent / "examples" / "course_project.ipynb"


@pytest.fixture(scope="module")
def notebooks(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    nbformat, nbclient = (pytest.importorskip(name) for name in ("nbformat", "nbclient"))
    stored = nbformat.read(PATH, as_version=4)
    fresh = nbformat.read(PATH, as_version=4)
    for cell in fresh.cells:
        cell.pop("outputs", None)
        if cell.cell_type == "code":
            cell.outputs = []
    folder = str(tmp_path_factory.mktemp("notebook"))
    client = nbclient.NotebookClient(fresh, timeout=300, resources={"metadata": {"path": folder}})
    asyncio.run(client.async_execute())
    return stored, fresh


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
