"""A lecture as slides: each is a drawing by itself, made by the commands that stand on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from arcwise.experiments.designs.learn import TrainingLoop
from arcwise.explorer.cli.course_lecture import SLIDES
from arcwise.explorer.html.slides import LETTERS, parts_drawings, slide_svg
from arcwise.rules.view import Items, Lines


@pytest.mark.slow
def test_eleven_slides_and_a_notebook_that_runs_them(call: Any, tmp_path: Path) -> None:
    folder = tmp_path / "lecture"
    made = call("course", "lecture", folder)
    assert made.code == 0 and not made.err  # what its commands note is theirs
    files = sorted(folder.glob("[0-9]*.svg"))
    assert len(files) == len(SLIDES) == 11
    text = {}
    for file, slide in zip(files, SLIDES, strict=True):
        root = ElementTree.fromstring(file.read_text(encoding="utf-8"))
        assert root.tag.endswith("svg")
        words = " ".join(one.strip() for one in root.itertext()).replace("\u00a0", " ")
        said = " ".join(words.split())
        assert slide.title in said and all(command in said for command in slide.commands)
        text[slide.name] = said
    assert "1,192 expanded" in text["macro-in-front"] and "644 expanded" in text["macro-in-front"]
    assert "before learning: 332 expanded" in text["both-trees"]
    assert "5,663 expanded" in text["useless-macro"]
    cells = json.loads((folder / "lecture.ipynb").read_text())["cells"]
    run = "".join("".join(cell["source"]) + "\n" for cell in cells if cell["cell_type"] == "code")
    assert run.splitlines() == [f"!{command}" for slide in SLIDES for command in slide.commands]
    done = call("course", "lecture", folder)
    assert done.code == 33 and "new folder" in done.err


def test_a_slide_breaks_long_lines_and_shows_no_more_than_asked() -> None:
    drawn = list(parts_drawings([Items(["word " * 60]), Lines("\n".join("abc"))], 5))
    lines = slide_svg("Title", "<says>", drawn)
    root = ElementTree.fromstring(lines)
    words = [one.text or "" for one in root.iter() if one.tag.endswith("text")]
    assert all(len(one) <= LETTERS for one in words)
    assert words[1] == "<says>" and words[-1] == "..." and "b" not in words


def test_an_interrupted_lecture_leaves_no_folder(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command of a slide ends with the code of an interrupt, as it keeps what was finished."""
    monkeypatch.setattr(TrainingLoop, "run", lambda *_: False)  # as after Ctrl-C
    done = call("course", "lecture", tmp_path / "lecture")
    assert done.code == 130
    assert not (tmp_path / "lecture").exists()
