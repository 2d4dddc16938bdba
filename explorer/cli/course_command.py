"""``arcwise course``: a project for each student of a course, and which answers are right."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from ...ebl.example_set import json_entries
from ...experiments.course import (
    ANSWERS_FILE,
    QUESTIONS,
    Answer,
    Assignment,
    assignments,
    marks,
    read_answers,
    read_assignment,
    student_name,
    write_assignment,
)
from ...rules.errors import InputError, Place, on_one_line, sentence_of
from ...rules.text.state_text import counted
from ...rules.text.text_file import read_text, write_text
from ..text.course import exercise, student_notebook
from ..views.view import Heading, Part, Sentence, Table, View
from .console import progress_over
from .help import command
from .messages import EXIT_CODES
from .options import chosen
from .present import present

NEW, CHECK = "new", "check"
STUDENTS, KEY = "students", "key"
"""Folders of a course: those of the students, which they get, and the answers, which they do not."""

MARKS = {True: "right", False: "not right", None: "missing"}

OPTIONS = {NEW: ("students", "seed"), CHECK: ("key", "csv_file")}
"""Options of one action only."""

FEW = 5
"""Students of a key that an error lists."""

Marks = Mapping[str, bool | None]


@command(
    "course",
    first=["--students", "--seed", "--key", "--csv"],
    examples=[
        "arcwise course new course --students 3 --seed 1",
        "arcwise course check course/students/student-01",
    ],
)
@click.argument("action", type=click.Choice([NEW, CHECK]))
@click.argument("folders", nargs=-1, type=click.Path(), metavar="FOLDER...")
@click.option(
    "--students",
    type=click.IntRange(1, 999),
    default=10,
    show_default=True,
    help="For new: number of students.",
)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help="For new: seed of the random boards. One seed gives one course.",
)
@click.option(
    "--key",
    type=click.Path(),
    metavar="FILE",
    help="For check: answers to mark by, key/answers.json of a course. Without it the boards in the folder are solved.",
)
@click.option(
    "--csv", "csv_file", type=click.Path(), metavar="FILE", help="For check: write all marks here."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def course_command(
    action: str,
    folders: tuple[str, ...],
    students: int,
    seed: int,
    key: str | None,
    csv_file: str | None,
    as_json: bool,
) -> int:
    """Make a course project with boards of each student's own, or check a student's answers.

    new FOLDER writes FOLDER/students, a folder for each student with the exercise, boards, a notebook and a file for
    answers, and FOLDER/key with the answers. check reads the answers.json of student folders and tells which are right,
    without the right ones; it ends with 1 if an answer is not right.
    """
    if not folders or (action == NEW and len(folders) > 1):
        raise InputError(
            f"course {action} needs {'one' if action == NEW else 'a'} folder",
            expected=f"arcwise course {action} FOLDER",
            found=" ".join(map(on_one_line, folders)) or "nothing",
        )
    other = CHECK if action == NEW else NEW
    for name in filter(chosen, OPTIONS[other]):
        option = name.removesuffix("_file")
        raise InputError(f"course {action} does not take --{option}, which is for {other}")
    if action == NEW:
        _make(Path(folders[0]), students, seed, as_json)
        return 0
    keys = None if key is None else _read_key(key)
    found: dict[str, Marks] = {}
    faults: dict[str, InputError] = {}
    for folder in folders:
        try:
            found[folder] = _marks(Path(folder), keys, key)
        except InputError as error:
            if len(folders) == 1:
                raise
            faults[folder] = error
    present(_view(folders, found, faults), as_json=as_json, csv_file=csv_file)
    if faults:
        return EXIT_CODES["bad input"]
    return int(any(mark is False for one in found.values() for mark in one.values()))


def _make(folder: Path, students: int, seed: int, as_json: bool) -> None:
    """Write a course."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(
            "a course needs a new folder",
            place=Place(str(folder)),
            expected="a folder that is empty or not there",
            remedy="another name",
        )
    keys: dict[str, Mapping[str, Answer]] = {}
    try:
        (folder / KEY).mkdir(parents=True)
        with progress_over(students, "drawing boards") as tick:
            for number, one in enumerate(assignments(students, seed), 1):
                name = f"student-{number:0{max(2, len(str(students)))}}"
                own = folder / STUDENTS / name
                own.mkdir(parents=True)
                _write_student(own, name, one)
                keys[name] = one.key
                tick(1)
    except OSError as error:
        raise InputError(
            "the folder cannot be made", place=Place(str(folder)), found=error.strerror
        ) from None
    _write_key(folder / KEY, keys, seed)
    data = {
        "students": str(folder / STUDENTS),
        "key": str(folder / KEY),
        "count": students,
        "seed": seed,
    }
    words = f"{counted(students, 'folder')} in {on_one_line(data['students'])}, the answers in {on_one_line(data['key'])}"
    present(View([Sentence(words)], data), as_json=as_json)


def _write_student(folder: Path, name: str, assignment: Assignment) -> None:
    write_assignment(folder, assignment)
    write_text(folder / "README.md", exercise(name, assignment))
    write_text(folder / "project.ipynb", student_notebook(name, assignment))


def _write_key(folder: Path, keys: Mapping[str, Mapping[str, Answer]], seed: int) -> None:
    rows = ",\n".join(
        f"  {json.dumps({'student': name, 'answers': one})}" for name, one in keys.items()
    )
    write_text(folder / "answers.json", f'{{"seed": {seed}, "students": [\n{rows}\n]}}\n')
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(["student", *QUESTIONS])
    for name, one in keys.items():
        writer.writerow([name, *map(_cell, one.values())])
    write_text(folder / "answers.csv", lines.getvalue())


def _cell(answer: Answer) -> str:
    return " ".join(map(str, answer)) if isinstance(answer, list) else str(answer)


def _read_key(path: str) -> dict[str, dict[str, Answer]]:
    """The answers of all students, by the name of the folder."""
    found = {}
    for _, entry, place in json_entries(read_text(path), path):
        if not isinstance(entry, dict) or not isinstance(entry.get("answers"), dict):
            raise InputError(
                "not the answers of a course",
                place=place,
                expected='{"student": "student-01", "answers": {...}}, as arcwise course new writes them',
                found=json.dumps(entry)[:80],
            )
        found[str(entry.get("student"))] = entry["answers"]
    return found


def _marks(folder: Path, keys: dict[str, dict[str, Answer]] | None, key: str | None) -> Marks:
    """Marks of one student."""
    if not folder.is_dir():
        raise InputError(
            "no such folder",
            place=Place(str(folder)),
            expected="a student's folder, as arcwise course new makes it",
        )
    inside = folder / STUDENTS if (folder / STUDENTS).is_dir() else folder
    if not (folder / ANSWERS_FILE).exists() and any(inside.glob(f"*/{ANSWERS_FILE}")):
        raise InputError(
            "this is no student's folder",
            place=Place(str(folder)),
            expected=f"a folder with {ANSWERS_FILE}",
            remedy=f"arcwise course check {on_one_line(inside)}/*",
        )
    given = read_answers(folder / ANSWERS_FILE)
    if keys is None:
        return marks(given, read_assignment(folder).key)
    name = folder.resolve().name
    known = name if name in keys else student_name(folder / ANSWERS_FILE)
    if known not in keys:
        more = ", ..." if len(keys) > FEW else ""
        raise InputError(
            f"no answers of {on_one_line(name)}",
            place=Place(str(key)),
            expected=f"one of {', '.join(list(keys)[:FEW])}{more}",
        )
    return marks(given, keys[known])


def _names(folders: Sequence[str]) -> dict[str, str]:
    """The students' names by folder; the folder itself where two have one name."""
    names = {folder: Path(folder).resolve().name for folder in folders}
    often = Counter(names.values())
    return {folder: name if often[name] == 1 else folder for folder, name in names.items()}


def _view(
    folders: Sequence[str], found: Mapping[str, Marks], faults: Mapping[str, InputError]
) -> View:
    """Marks: of one student by question, of several by student, with what could not be marked."""
    names = _names(folders)
    data: dict[str, Any] = {"students": {folder: dict(one) for folder, one in found.items()}}
    questions = next(iter(found.values()), QUESTIONS)
    records = []
    for folder, name in names.items():
        cells = {number: MARKS[mark] for number, mark in found.get(folder, {}).items()}
        records.append({"student": name, **(cells or dict.fromkeys(questions, ""))})
    if faults:
        data["faults"] = {folder: sentence_of(error) for folder, error in faults.items()}
        for folder, record in zip(names, records, strict=True):
            record["fault"] = data["faults"].get(folder, "")
    if len(names) > 1:
        rows = [
            (name, *(map(str, _counts(found[folder])) if folder in found else "---"))
            for folder, name in names.items()
        ]
        told = [
            Sentence(f"{names[folder]} cannot be marked: {words}")
            for folder, words in data.get("faults", {}).items()
        ]
        table = Table(("student", "right", "not right", MARKS[None]), rows)
        return View([table, *told], data, records)
    (marked,) = found.values()
    right, wrong, missing = _counts(marked)
    rows = [(number, MARKS[mark], QUESTIONS[number].what) for number, mark in marked.items()]
    words = (
        f"{right} of {counted(len(marked), 'answer')} right, {wrong} not right, {missing} missing"
    )
    parts: list[Part] = [
        Sentence(words),
        Heading(),
        Table(("question", "mark", "asked"), rows, left=2, words=True),
    ]
    return View(parts, data, records)


def _counts(marked: Marks) -> tuple[int, int, int]:
    """How many answers are right, not right, and missing."""
    each = list(marked.values())
    return each.count(True), each.count(False), each.count(None)
