"""What the playground runs on: Pyodide from npm, the wheel of arcwise without its kernel, and the wheels that it needs.

What is fetched is kept in build/playground, so that it is fetched once; where it cannot be had, the page says why.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import Any

import arcwise as aw
from arcwise.explorer.html.boards import boards_markup
from arcwise.explorer.html.markup import Markup, asset, el
from arcwise.explorer.playground import Request, form
from arcwise.explorer.playground.answers import (
    AFTER,
    BEFORE,
    board,
    learn_from_training,
    solve,
)
from arcwise.explorer.playground.request import ARCS, PROGRAM
from arcwise.rules import open_source
from arcwise.rules.prolog.writer import arc_clause
from arcwise.rules.view import Boards
from fetched import KEPT, Missing, from_npm, kept, run

ROOT = Path(__file__).resolve().parents[2]

PLACE = "playground/python"
"""Where it is in the site."""

SHARED = (
    *("colours.css", "charts.css", "drawing.css", "player.css", "quiz.css"),
    *("elements.js", "drawing.js", "player.js", "quiz.js"),
)
"""Styles and scripts of the playground that reports have too."""

OFFLINE = "offline.js"
"""The script that keeps the playground's files in the browser."""

DRAWN_AHEAD = (
    *("sliding-tile:2x3", "sliding-tile:3x3", "pancake:6", "burnt-pancake:4", "topspin:6x4"),
    *("hanoi:3x5", "blocks:4", "lights-out:3x3", "cube:2"),
)
"""Domains whose boards stand on the page before Python has come."""

PYODIDE = "pyodide@314.0.7"

PYODIDE_SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"

PYODIDE_FILES = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *("pyodide-lock.json", "python_stdlib.zip"),
)

NEEDED = ("rich",)
"""What arcwise imports as the playground uses it; networkx, click and Textual are not asked for."""

PURE = {"wheel.cmake": "false", "wheel.py-api": "py3"}
"""The settings by which the wheel is built where no compiler is."""


def runtime() -> dict[str, Path] | str:
    """The files by their names in the site, all in one folder there; in words why not, where they cannot be had."""
    try:
        pyodide = kept("pyodide", _fetch_pyodide)
        needed = sorted(kept("wheels", _fetch_wheels).iterdir())
        wheels = [*needed, _own_wheel(pyodide, needed)]
    except Missing as missing:
        return str(missing)
    return {path.name: path for path in (*pyodide.iterdir(), *sorted(wheels))}


def page_files(found: dict[str, Path] | str) -> dict[str, str]:
    """The playground's own page with its scripts and styles, by their names in its folder.

    Parameters
    ----------
    found
        What `runtime` gives: the files that Python needs, or the reason why there are none.
    """
    own = ROOT / "explorer" / "playground" / "assets"
    read = {
        path.name: path.read_text(encoding="utf-8")
        for path in sorted(own.glob("*.*"))
        if path.suffix != ".py"
    }
    files = {name: asset(name) for name in SHARED} | read
    without = isinstance(found, str)
    data = {
        **form(),
        "lessons": lessons(),
        "boards": {name: _first_board(Request(domain=name)) for name in DRAWN_AHEAD},
        "bytes": 0
        if without
        else sum(found[name].stat().st_size for name in found if _is_fetched(name)),
        "wheels": [] if without else [name for name in found if name.endswith(".whl")],
        "missing": found if without else None,
    }
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    said = f"This site was built without Python for the browser: {found}." if without else ""
    page = files["index.html"].replace("[[data]]", text).replace("[[missing]]", escape(said))
    page = page.replace("[[still]]", still())
    files["index.html"] = page
    kept = [name for name in files if name != OFFLINE]
    kept += [] if without else [f"python/{name}" for name in found]
    version = hashlib.sha256("".join(files.values()).encode())
    for path in () if without else found.values():
        version.update(path.read_bytes())
    files[OFFLINE] = (
        files[OFFLINE]
        .replace("[[version]]", version.hexdigest()[:16])
        .replace("[[files]]", json.dumps(["./", *kept]))
    )
    return files


def _is_fetched(name: str) -> bool:
    """Whether a file is fetched, so that its bytes are counted: scripts are imported."""
    return not name.endswith(".mjs")


def still() -> Markup:
    """The course's experiment as it ends, for a browser without scripts: what is learned, and both solutions."""

    def quiet(words: str) -> None:
        pass

    asked = Request(**form()["first"])
    learned = learn_from_training(asked, quiet)
    asked = replace(asked, shelf=learned["shelf"])
    with asked.files():
        words, theory = solve(asked, quiet)["words"], asked.sized.theory
        parts = [
            el("h2", "Without scripts: the course's experiment as it ends"),
            el("p", words, class_="verdict"),
        ]
        for name, macros in ((BEFORE, None), (AFTER, asked.chosen)):
            found = asked.configuration.search(asked.posed.problem, macros=macros)
            steps = ["start", *(step.name for step in found.operators)]
            parts += [el("h3", name), boards_markup(Boards(theory, found.states, steps))]
    parts += [el("p", learned["words"], class_="verdict"), Markup(learned["macros"][0]["html"])]
    return el("section", parts, class_="still", aria_label="The course's experiment")


def lessons() -> list[dict[str, Any]]:
    """Examples that one click brings: a question each, what is done with it, and the boards that are drawn ahead."""
    arcs = "\n".join(_appendix_a())
    course = form()["first"]
    logic = ROOT / "examples" / "logic"

    def program(name: str, training: str, goal: str, **more: Any) -> dict[str, Any]:
        text = (logic / f"{name}.pl").read_text(encoding="utf-8")
        return {"domain": PROGRAM, "arcs": text, "training_goal": training, "goal": goal, **more}

    appendix = {
        "domain": ARCS,
        "arcs": arcs,
        "training_start": "2 3 5 0 1 4 6 7 8",
        "training_goal": "1 2 5 0 3 4 6 7 8",
        "start": "2 3 5 0 1 4 6 7 8",
        "goal": "0 1 2 3 4 5 6 7 8",
    }
    return [
        _lesson(
            "5-puzzle", "The course's experiment: 19 states become 13", course, "learn", "solve"
        ),
        _lesson(
            "A loss",
            "The same macro on random problems with A*: it does not pay",
            {**course, "algorithm": "a-star", "problems": 150},
            "learn",
            "compare",
        ),
        _lesson(
            "Traps",
            "Boxes that can be pushed to no goal any more: what searches leave out, learned from the level's dead ends",
            {
                "domain": "sokoban:3",
                "shelf": aw.learn("sokoban:3", learner="traps").library.text(),
                "problems": 40,
            },
            "solve",
        ),
        _lesson(
            "Appendix A",
            "The 8-puzzle as arcs in Prolog, as the text lists them",
            appendix,
            "learn",
            "solve",
        ),
        _lesson(
            "Cup",
            "What can be lifted and holds liquid",
            program("cup", "cup(obj1)", "cup(obj1)"),
            "learn",
        ),
        _lesson(
            "Why not?",
            "Who can take a course? A goal that fails teaches which others fail: answers stay, at a quarter of the inferences",
            program("timetable", "can_take(tom,logic)", "can_take(ann,languages)"),
            "learn",
            "compare",
        ),
        _lesson(
            "Any number",
            "A proof of three steps teaches a rule for any number of them; without the tick a rule for three, which costs more than it saves",
            program("reachability", "reaches(1,4)", "reaches(2,20)", number="yes"),
            "learn",
            "solve",
        ),
        _lesson(
            "Principia",
            "66 theorems of Principia Mathematica in the order of the book: what was proved may be used",
            program(
                "principia",
                "proved(not p or not not p)",
                "proved((p or q) or not (p or q))",
                in_order="known/1",
                nodes=300,
            ),
            "compare",
        ),
    ]


def _lesson(name: str, says: str, question: dict[str, Any], *actions: str) -> dict[str, Any]:
    asked = Request(**question)
    board = None if asked.domain == PROGRAM else _first_board(asked)
    return {"name": name, "says": says, "question": question, "do": actions, "board": board}


def _first_board(question: Request) -> dict[str, Any]:
    """A board that stands there before Python has come, with both problems as texts."""
    with question.files():
        drawn = board(question, lambda words: None)["board"]
        return {**drawn, "texts": question.states}


def _appendix_a() -> list[str]:
    """The arcs of the 3x3 board as the text's appendix lists them: by the blank's cell, each at cost 2."""
    theory = open_source("sliding-tile:3x3", arc_cost=2).theory
    arcs = [arc_clause(arc.before, arc.after, arc.cost, theory) for arc in theory.arcs]
    return [
        "% Appendix A of Markov, Russell and Neller (2005)",
        *arcs,
        "shape(3,3).",
        "blank(0).",
        "",
    ]


def _fetch_pyodide(folder: Path) -> None:
    from_npm(PYODIDE, PYODIDE_SHA256, PYODIDE_FILES, folder)


def _fetch_wheels(folder: Path) -> None:
    wanted = [f"{name}=={version(name)}" for name in NEEDED]
    pip = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check"]
    only = ["--no-deps", "--only-binary=:all:"]
    run(f"pip download {' '.join(wanted)}", [*pip, *only, *wanted], folder)


def _own_wheel(pyodide: Path, needed: Sequence[Path]) -> Path:
    """The wheel of arcwise as it is now, of Python alone; modules that first questions need are compiled."""
    folder = KEPT / "arcwise"
    shutil.rmtree(folder, ignore_errors=True)
    program = f"from scikit_build_core import build; build.build_wheel({str(folder)!r}, {PURE!r})"
    run("building the wheel", [sys.executable, "-c", program], ROOT)
    wheel = next(folder.glob("*-py3-none-any.whl"))
    question = form()["first"]
    requests = [{"action": one, "question": question} for one in ("learn", "solve", "step")]
    asked = folder / "requests.json"
    asked.write_text(json.dumps(requests), encoding="utf-8")
    program = str(Path(__file__).with_name("bytecode.mjs"))
    node = ["node", program, *map(str, (pyodide, wheel, *needed))]
    run("compiling the wheel", node, folder, given=asked)
    return wheel
