"""``arcwise course notebook``: the functions of the course project as notebooks that Otter Grader and nbgrader mark."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ...experiments.course_code import CODE_QUESTIONS, looks_of
from ...experiments.course_stub import PROLOG_FILE, PROLOG_STUB, STUB
from ...rules.errors import Place, cannot_be_written
from ...rules.text.text_file import check_new, write_text
from ...rules.view import Sentence, View
from .present import present

MARKDOWN, CODE = "markdown", "code"
"""The kinds of a notebook's cells."""

INSTALL = """\
# Where arcwise is not installed: its wheel, which `make wheel` builds, lies beside this notebook.
%pip install --quiet ./arcwise-*.whl"""
"""The first cell of a notebook, for Colab and other places without arcwise."""

NOTEBOOK_FILE = "project_code.ipynb"
"""Name of the notebook in every folder."""

OTTER_STUDENT, OTTER_GRADER = Path("otter/student"), Path("otter/autograder")
NBGRADER = Path("nbgrader/source/n-puzzle")
"""Folders: what Otter's students get, what Otter marks with, and an assignment of nbgrader."""

IN_PROLOG = f"""\
Write each function in Python below. Or write its predicate in SWI-Prolog, in the next cell, which makes the file `{PROLOG_FILE}`; run that cell before
you check. Where a function is written in both, the better one counts."""
"""The words above the cell for Prolog."""

SHELL = ", then run `arcwise course check --code .`"
"""The words of a stub that are for the shell alone."""

PROLOG_CELL = f"%%writefile {PROLOG_FILE}\n{PROLOG_STUB.rstrip().replace(SHELL, '')}"

OTTER_START = """\
import otter

grader = otter.Notebook()"""

SOLUTION = "\n    ### BEGIN SOLUTION\n    ### END SOLUTION"
"""Code that nbgrader replaces by a line that students replace."""

TEST = "from arcwise.experiments.course_code import mark_here"


def write_notebooks(folder: Path, seed: int) -> None:
    """Write the notebooks and the tests into a new folder."""
    check_new(folder, "the notebooks need")
    files = dict(_files(seed))
    try:
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            write_text(folder / path, text)
    except OSError as error:
        raise cannot_be_written(error, Place(str(folder)), "made") from None
    words = (
        f"{folder / OTTER_STUDENT} for students and {folder / OTTER_GRADER} for Otter Grader; "
        f"{folder / NBGRADER} for nbgrader"
    )
    present(View([Sentence(words)], {"files": [str(folder / path) for path in files]}))


def _files(seed: int) -> Iterator[tuple[Path, str]]:
    """Every file, with its text."""
    otter = notebook_text(_otter_cells())
    yield OTTER_STUDENT / NOTEBOOK_FILE, otter
    yield OTTER_GRADER / NOTEBOOK_FILE, otter
    for number in CODE_QUESTIONS:
        yield OTTER_STUDENT / "tests" / f"{number}.py", _otter_tests(number, [0])
        yield (
            OTTER_GRADER / "tests" / f"{number}.py",
            _otter_tests(number, [*dict.fromkeys((0, seed))]),
        )
    yield NBGRADER / NOTEBOOK_FILE, notebook_text(_nbgrader_cells(seed))


def _functions() -> dict[str, str]:
    """The empty functions of a student's file, by name."""
    return {
        one.name: ast.get_source_segment(STUB, one) or ""
        for one in ast.parse(STUB).body
        if isinstance(one, ast.FunctionDef)
    }


def _introduction() -> str:
    return f"# {ast.get_docstring(ast.parse(STUB))}".replace(SHELL, "")


def _otter_cells() -> Iterator[tuple[str, str]]:
    yield MARKDOWN, _introduction()
    yield CODE, INSTALL
    yield CODE, OTTER_START
    yield MARKDOWN, IN_PROLOG
    yield CODE, PROLOG_CELL
    functions = _functions()
    for number, question in CODE_QUESTIONS.items():
        yield MARKDOWN, f"## {number} `{question.function}`\n\nTested: {question.what}."
        yield CODE, functions[question.function]
        yield CODE, f'grader.check("{number}")'


def _otter_tests(number: str, seeds: list[int]) -> str:
    """The tests of a question in OK's format, which Otter reads: the boards of seed 0 public, the others hidden."""
    function = CODE_QUESTIONS[number].function
    cases = [
        {
            "code": f">>> {TEST}\n>>> print(mark_here({number!r}, {function}, {seed}).wrong.get({look!r}, 'right'))\nright",
            "hidden": seed != seeds[0],
            "locked": False,
            "points": 1,
        }
        for seed in seeds
        for look in looks_of(number)
    ]
    suite = {"cases": cases, "scored": True, "setup": "", "teardown": "", "type": "doctest"}
    return f"OK_FORMAT = True\n\ntest = { ({'name': number, 'suites': [suite]})!r}\n"


def _nbgrader_cells(seed: int) -> Iterator[tuple[str, str, dict[str, Any]]]:
    yield MARKDOWN, _introduction(), _nbgrader("introduction", locked=True)
    yield CODE, INSTALL, _nbgrader("install", locked=True)
    yield MARKDOWN, IN_PROLOG, _nbgrader("prolog-asked", locked=True)
    yield CODE, PROLOG_CELL, _nbgrader("prolog")
    functions = _functions()
    for number, question in CODE_QUESTIONS.items():
        what = f"## {number} `{question.function}`\n\nTested: {question.what}."
        yield MARKDOWN, what, _nbgrader(f"{number}-asked", locked=True)
        yield CODE, functions[question.function] + SOLUTION, _nbgrader(number, solution=True)
        for place, look in enumerate(looks_of(number), 1):
            test = _nbgrader_test(number, look, seed)
            yield CODE, test, _nbgrader(f"{number}-{place}", locked=True, points=1)


def _nbgrader_test(number: str, look: str, seed: int) -> str:
    function = CODE_QUESTIONS[number].function
    seen, hidden = (
        f"wrong = mark_here({number!r}, {function}, {one}).wrong.get({look!r}, '')\nassert not wrong, wrong\n"
        for one in (0, seed)
    )
    return f"# {look}\n{TEST}\n\n{seen}### BEGIN HIDDEN TESTS\n{hidden}### END HIDDEN TESTS"


def _nbgrader(
    name: str, *, locked: bool = False, solution: bool = False, points: int | None = None
) -> dict[str, Any]:
    """The metadata of a cell as nbgrader has them, version 3."""
    own: dict[str, Any] = {
        "schema_version": 3,
        "grade_id": name,
        "locked": locked,
        "solution": solution,
        "grade": points is not None,
        "task": False,
    }
    return {"nbgrader": own if points is None else own | {"points": points}}


def notebook_text(cells: Iterable[tuple[Any, ...]]) -> str:
    """A notebook that is not run yet, in the format of Jupyter.

    Parameters
    ----------
    cells
        The kind and the text of each, and perhaps its metadata.
    """
    written: list[dict[str, Any]] = []
    for number, (kind, text, *metadata) in enumerate(cells, 1):
        cell: dict[str, Any] = {
            "cell_type": kind,
            "id": f"cell-{number}",
            "metadata": metadata[0] if metadata else {},
            "source": text.splitlines(keepends=True),
        }
        written.append(cell | ({"execution_count": None, "outputs": []} if kind == CODE else {}))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {
        "cells": written,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
