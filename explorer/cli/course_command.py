"""``arcwise course``: a project for each student of a course, and which answers are right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from ...experiments.course import (
    QUESTIONS,
    AnswerValue,
    assignments,
)
from ...experiments.course_marks import (
    KEY,
    STUDENTS,
    UNREADABLE,
    AnswerMarks,
    CourseKey,
    folder_marks,
    write_key,
)
from ...experiments.course_stub import CODE_FILE, PROLOG_FILE
from ...experiments.hand_ins import students_in
from ...rules.errors import InputError, Place, cannot_be_written, on_one_line, sentence_of
from ...rules.text.text_file import check_new
from ...rules.text.words import counted
from ...rules.view import Heading, Part, Sentence, Table, View
from .arguments import OutputFile
from .console import progress_over
from .course_code import check_code, names_of, write_autograder
from .course_lecture import write_lecture
from .course_notebook import write_notebooks
from .course_student import write_student
from .help import command
from .messages import EXIT_CODES
from .options import chosen
from .present import present

NEW, CHECK, AUTOGRADER, NOTEBOOK = "new", "check", "autograder", "notebook"
LECTURE = "lecture"
RIGHT, WRONG, MISSING = "right", "not right", "missing"
MARKS = {True: RIGHT, False: WRONG, None: MISSING, UNREADABLE: UNREADABLE}

OPTIONS = {
    NEW: ("students", "seed"),
    CHECK: ("key", "csv_file", "code", "hidden", "gradescope", "pages"),
    AUTOGRADER: ("hidden", "wheel"),
    NOTEBOOK: ("hidden",),
    LECTURE: (),
}
"""Options of each action."""


@command(
    "course",
    first=[
        "--students",
        "--seed",
        "--key",
        "--code",
        "--hidden",
        "--csv",
        "--pages",
        "--gradescope",
    ],
    examples=[
        "arcwise course new course --students 3 --seed 1",
        "arcwise course check course/students/student-01",
        "arcwise course autograder grader.zip --hidden 42",
        "arcwise course notebook graded --hidden 42",
        "arcwise course lecture slides",
    ],
)
@click.argument("action", type=click.Choice([*OPTIONS]))
@click.argument("folders", nargs=-1, type=click.Path(), metavar="FOLDER...")
@click.option(
    "--students",
    type=click.IntRange(1, 999),
    default=10,
    help="For new: number of students.",
)
@click.option(
    "--seed",
    type=int,
    default=0,
    help="For new: seed of the random boards. One seed gives one course.",
)
@click.option(
    "--key",
    type=click.Path(),
    metavar="FILE",
    help="For check: answers to mark by, key/answers.json of a course. Without it the boards in the folder are solved.",
)
@click.option(
    "--code",
    is_flag=True,
    help=f"For check: run the functions of {CODE_FILE} or {PROLOG_FILE} on boards that the student has not seen, in place of reading answers.",
)
@click.option(
    "--hidden",
    type=int,
    default=0,
    metavar="SEED",
    help="For check --code, autograder and notebook: seed of these boards. Students check with 0; keep yours to yourself.",
)
@click.option(
    "--pages",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="For check --code: write a page for each student here: points, and the first call that goes wrong.",
)
@click.option(
    "--gradescope",
    type=OutputFile(),
    metavar="FILE",
    help="For check --code of one folder: write Gradescope's results.json, the boards of seed 0 as visible tests.",
)
@click.option(
    "--wheel",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="For autograder: the wheel of arcwise, as `make wheel` builds it for the image's system.",
)
@click.option(
    "--csv", "csv_file", type=OutputFile(), metavar="FILE", help="For check: write all marks here."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def course_command(
    action: str,
    folders: tuple[str, ...],
    students: int,
    seed: int,
    key: str | None,
    code: bool,
    hidden: int,
    pages: str | None,
    gradescope: str | None,
    wheel: str | None,
    csv_file: str | None,
    as_json: bool,
) -> int:
    """Make a course project with boards of each student's own, or check a student's answers or code.

    new FOLDER writes FOLDER/students, a folder for each student with the exercise, boards, a notebook and a file for
    answers, and FOLDER/key with the answers. check reads the answers.json of student folders, or of all in a folder, and tells which are right,
    without the right ones; it ends with 1 if an answer is wrong or unreadable. Missing ones do not count.

    check --code runs the functions of project.py or project.pl, and shows the first call that goes wrong. Each function has
    5 seconds and 512 MB; on Linux it has no network and no files. autograder FILE.zip writes the same for Gradescope, notebook FOLDER for
    Otter Grader and nbgrader. lecture FOLDER writes eleven slides, each with the commands that make it.
    """
    _check_words(action, folders, code)
    if action == NEW:
        _make(Path(folders[0]), students, seed, as_json)
        return 0
    if action == AUTOGRADER:
        write_autograder(folders[0], hidden, wheel)
        return 0
    if action == LECTURE:
        write_lecture(Path(folders[0]))
        return 0
    if action == NOTEBOOK:
        write_notebooks(Path(folders[0]), hidden)
        return 0
    folders = tuple(students_in(folders))
    if code:
        return check_code(folders, hidden, csv_file, as_json, gradescope, pages)
    answers = None if key is None else CourseKey.read(key)
    found: dict[str, AnswerMarks] = {}
    faults: dict[str, list[InputError]] = {}
    for folder in folders:
        try:
            found[folder], unread = folder_marks(Path(folder), answers)
        except InputError as error:
            if len(folders) == 1:
                raise
            unread = [error]
        if unread:
            faults[folder] = unread
    present(_view(folders, found, faults), as_json=as_json, csv_file=csv_file)
    if len(found) < len(set(folders)):
        return EXIT_CODES["bad input"]
    return int(bool(faults) or any(False in one.values() for one in found.values()))


def _check_words(action: str, folders: tuple[str, ...], code: bool) -> None:
    """Refuse options of another action, and another number of folders."""
    one = action != CHECK or chosen("gradescope")
    if not folders or (one and len(folders) > 1):
        what = "file" if action == AUTOGRADER else "folder"
        raise InputError(
            f"course {action} needs {'one' if one else 'a'} {what}",
            expected=f"arcwise course {action} {what.upper()}",
            found=" ".join(map(on_one_line, folders)) or "nothing",
        )
    for other, names in OPTIONS.items():
        for name in filter(chosen, names):
            if name not in OPTIONS[action]:
                option = name.removesuffix("_file")
                raise InputError(f"course {action} does not take --{option}, which is for {other}")
    for name in ("hidden", "gradescope", "pages"):
        if action == CHECK and chosen(name) and not code:
            raise InputError(f"course check does not take --{name} without --code")


def _make(folder: Path, students: int, seed: int, as_json: bool) -> None:
    """Write a course."""
    check_new(folder, "a course needs")
    keys: dict[str, Mapping[str, AnswerValue]] = {}
    try:
        (folder / KEY).mkdir(parents=True)
        with progress_over(students, "drawing boards") as tick:
            for number, one in enumerate(assignments(students, seed), 1):
                name = f"student-{number:0{max(2, len(str(students)))}}"
                own = folder / STUDENTS / name
                own.mkdir(parents=True)
                write_student(own, name, one, seed)
                keys[name] = one.key
                tick(1)
    except OSError as error:
        raise cannot_be_written(error, Place(str(folder)), "made") from None
    write_key(folder / KEY, keys, seed)
    data = {
        "students": str(folder / STUDENTS),
        "key": str(folder / KEY),
        "count": students,
        "seed": seed,
    }
    words = f"{counted(students, 'folder')} in {on_one_line(data['students'])}, the answers in {on_one_line(data['key'])}"
    present(View([Sentence(words)], data), as_json=as_json)


def _view(
    folders: Sequence[str],
    found: Mapping[str, AnswerMarks],
    faults: Mapping[str, Sequence[InputError]],
) -> View:
    """Marks: of one student by question, of several by student, with what could not be marked."""
    names = names_of(folders)
    data: dict[str, Any] = {"students": {folder: dict(one) for folder, one in found.items()}}
    questions = next(iter(found.values()), QUESTIONS)
    records = []
    for folder, name in names.items():
        cells = {number: MARKS[mark] for number, mark in found.get(folder, {}).items()}
        records.append({"student": name, **(cells or dict.fromkeys(questions, ""))})
    if faults:
        data["faults"] = {folder: list(map(sentence_of, each)) for folder, each in faults.items()}
        for folder, record in zip(names, records, strict=True):
            record["fault"] = "; ".join(data["faults"].get(folder, ()))
    kinds = (RIGHT, WRONG, MISSING, *([UNREADABLE] if faults else []))
    if len(names) > 1:
        rows = [
            (
                name,
                *(map(str, _counts(found[folder], kinds)) if folder in found else "-" * len(kinds)),
            )
            for folder, name in names.items()
        ]
        told = [
            Sentence(f"{names[folder]}{'' if folder in found else ' cannot be marked'}: {words}")
            for folder, each in data.get("faults", {}).items()
            for words in each
        ]
        return View([Table(("student", *kinds), rows), *told], data, records)
    (marked,) = found.values()
    right, *others = _counts(marked, kinds)
    rows = [(number, MARKS[mark], QUESTIONS[number].what) for number, mark in marked.items()]
    counts = ", ".join(f"{count} {kind}" for count, kind in zip(others, kinds[1:], strict=True))
    parts: list[Part] = [
        Sentence(f"{right} of {counted(len(marked), 'answer')} right, {counts}"),
        *(Sentence(words) for each in data.get("faults", {}).values() for words in each),
        Heading(),
        Table(("question", "mark", "asked"), rows, left=2, words=True),
    ]
    return View(parts, data, records)


def _counts(marked: AnswerMarks, kinds: Sequence[str]) -> list[int]:
    """Count the answers with each mark."""
    each = [MARKS[mark] for mark in marked.values()]
    return [each.count(kind) for kind in kinds]
