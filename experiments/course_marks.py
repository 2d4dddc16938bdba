"""The answers of a course project: a student's, the right ones, and the marks."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeAlias

from ..ebl.example_set import json_entries
from ..rules.checked import checked
from ..rules.errors import InputError, Place, on_one_line
from ..rules.text.text_file import read_text, write_text
from ..rules.text.words import listed
from .course import ANSWERS_FILE, FIVE_FILE, NUMBER, QUESTIONS, AnswerValue, read_assignment
from .student_code import home_of

STUDENTS, KEY = "students", "key"
"""Folders of a course: the projects, which the students get, and the answers, which they do not get."""

UNREADABLE = "unreadable"
"""Mark of an answer that cannot be read."""

FEW = 5
"""Students of a key that an error lists."""

BETWEEN = r"[\s,;|/()\[\]']+"
CELLS = rf"[\s(\[']*(?:board[\s(\[]*)?(?!board\b)(\w+(?:{BETWEEN}\w+){{5}}|\w{{6}})[\s)\]']*"
MACRO = re.compile(
    rf"\s*(?:\w+\s*:)?{CELLS}(?:[-=]{{1,2}}>|[\u2192\u21d2]){CELLS}(?:cost\s+\d+)?\s*"
    rf"|\s*arc\({CELLS},{CELLS}(?:,\s*\d+\s*)?\)\s*\.?\s*",
    re.ASCII,
)
"""A macro of the 2x3 board as the questions, ``arcwise learn`` and ``arcwise explain`` write it, in rows, with brackets as the text does,
or with no space between the cells."""

PLAIN = str.maketrans('{}"`$\u2018\u2019\u201c\u201d', "[]" + " " * 7)
"""A macro's braces as brackets, and its quotes as spaces."""

LONGEST_MACRO = 200
"""Characters of a macro, which bound the time of matching a student's text."""

GROUPED = re.compile(r"\s*(\d{1,18}|\d{1,3}(?:,\d{3}){1,5})(?:\s+[a-z]+)?\s*", re.ASCII)
"""A whole number as a text, as arcwise prints it, perhaps with a word behind it."""


@dataclass(frozen=True)
class Answers:
    """A student's file of answers.

    Parameters
    ----------
    given
        The answers by the number of the question; None where there is none yet.
    faults
        The fault of each question whose answer is of another form or is given twice, and of each entry that answers no
        question of the project, by its place.
    student, seed
        The student's name and the seed of the course, if the file holds them.
    """

    given: dict[str, AnswerValue | None]
    faults: dict[str, InputError]
    student: str | None
    seed: int | None


@checked
def read_answers(path: str | Path) -> Answers:
    """Read a student's answers; the fault of one leaves the others readable.

    Raises
    ------
    InputError
        A file that is no JSON, or holds neither a list nor an object.
    """
    given: dict[str, AnswerValue | None] = {}
    faults: dict[str, InputError] = {}
    text = read_text(path)
    for _, entry, place in json_entries(text, str(path)):
        number = str(place)
        try:
            number = _asked(entry, place)
            if number in given or number in faults:
                raise InputError(f"question {number} is answered twice", place=place)
            given[number] = _checked_answer(number, entry["answer"], place)
        except InputError as error:
            given.pop(number, None)
            faults.setdefault(number, error)
    content = json.loads(text)
    named = content if isinstance(content, dict) else {}
    student, seed = named.get("student"), named.get("seed")
    return Answers(
        given,
        faults,
        student if isinstance(student, str) else None,
        seed if isinstance(seed, int) else None,
    )


def _asked(entry: Any, place: Place) -> str:
    """The number of the question that an entry answers."""
    if not isinstance(entry, dict) or not {"question", "answer"} <= entry.keys():
        raise InputError(
            "not an answer",
            place=place,
            expected='{"question": "2.1", "answer": 42}',
            found=json.dumps(entry)[:80],
        )
    number = str(entry["question"])
    if number not in QUESTIONS:
        raise InputError(
            "no such question",
            place=place,
            expected=f"one of {', '.join(QUESTIONS)}",
            found=on_one_line(number)[:40],
        )
    return number


def _checked_answer(number: str, value: Any, place: Place) -> AnswerValue | None:
    expected = QUESTIONS[number].expected
    if isinstance(value, str) and not value.strip():
        value = None
    answer: AnswerValue | None = _normalized(value, _EXAMPLES[expected])
    macro = expected == QUESTIONS["3.2"].expected
    if value is None or (answer is not None and not (macro and _cells(str(answer)) is None)):
        return answer
    raise InputError(
        f"question {number}: an answer of another form",
        place=place,
        expected=f"{expected}, or null for no answer yet",
        found=json.dumps(value)[:80],
    )


_EXAMPLES: Mapping[str, AnswerValue] = {
    NUMBER: 0,
    QUESTIONS["2.10"].expected: [0],
    QUESTIONS["2.11"].expected: [""],
    QUESTIONS["3.2"].expected: "",
}


def _normalized(value: Any, example: AnswerValue) -> Any:
    """The answer in the form of an example; None for another form.

    Whole numbers may be ``"1,192"``, ``"393 expanded"`` and ``443.0``, a list a text such as ``"1, 3 and 4"``, a macro a list of two sides.
    """
    if isinstance(example, list):
        if isinstance(value, str):
            value = re.findall(r"[A-Z]{4}|[0-9]+", value.upper())
        if not isinstance(value, list):
            return None
        each = [_normalized(one, example[0]) for one in value]
        return None if None in each else each
    if isinstance(example, str):
        if isinstance(value, list) and len(value) == 2:
            value = " -> ".join(map(json.dumps, value))
        return value if isinstance(value, str) else None
    if isinstance(value, str) and (number := GROUPED.fullmatch(value)):
        return int(number[1].replace(",", ""))
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


@checked
def marks(
    given: Mapping[str, AnswerValue | None], key: Mapping[str, AnswerValue]
) -> dict[str, bool | None]:
    """Tell which answers are right.

    Returns
    -------
    dict
        For each question of the key True or False, or None where there is no answer.
    """
    return {
        number: None if given.get(number) is None else _alike(given[number]) == _alike(answer)
        for number, answer in key.items()
    }


AnswerMarks: TypeAlias = Mapping[str, bool | str | None]
"""For each question True, False, None where there is no answer, or `UNREADABLE`."""


def write_key(folder: Path, keys: Mapping[str, Mapping[str, AnswerValue]], seed: int) -> None:
    """Write the answers of all students into a folder, as JSON and as CSV."""
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


def _cell(answer: AnswerValue) -> str:
    return " ".join(map(str, answer)) if isinstance(answer, list) else str(answer)


@dataclass(frozen=True)
class CourseKey:
    """The right answers of a course.

    Parameters
    ----------
    students
        The answers of each student, by the name of the folder.
    seed
        The seed of the course, if the file tells it.
    path
        The file.
    """

    students: dict[str, dict[str, AnswerValue]]
    seed: int | None
    path: str

    @classmethod
    def read(cls, path: str) -> Self:
        """Read the answers that ``arcwise course new`` wrote.

        Raises
        ------
        InputError
            A file that holds other things.
        """
        found = {}
        text = read_text(path)
        for _, entry, place in json_entries(text, path):
            if not isinstance(entry, dict) or not isinstance(entry.get("answers"), dict):
                raise InputError(
                    "not the answers of a course",
                    place=place,
                    expected='{"student": "student-01", "answers": {...}}, as arcwise course new writes them',
                    found=json.dumps(entry)[:80],
                )
            found[str(entry.get("student"))] = entry["answers"]
        content = json.loads(text)
        return cls(found, content.get("seed") if isinstance(content, dict) else None, path)


def folder_marks(folder: Path, key: CourseKey | None) -> tuple[AnswerMarks, list[InputError]]:
    """AnswerMarks of one student, and the faults of answers that cannot be read.

    Parameters
    ----------
    folder
        The student's folder.
    key
        The right answers; if None, those to the boards in the folder.

    Raises
    ------
    InputError
        A folder that is no student's, or a key without this student.
    """
    if not folder.is_dir():
        raise InputError(
            "no such folder",
            place=Place(str(folder)),
            expected="a student's folder, as arcwise course new makes it",
        )
    home = home_of(folder, [ANSWERS_FILE])
    wanted = (ANSWERS_FILE, *([FIVE_FILE] if key is None else []))
    if missing := [name for name in wanted if not (home / name).exists()]:
        raise InputError(
            "this is no student's folder",
            place=Place(str(folder)),
            expected=f"a folder with {listed(missing)}",
        )
    answers = read_answers(home / ANSWERS_FILE)
    right = read_assignment(home).key if key is None else _key_of(folder, answers, key)
    unread = dict.fromkeys(right.keys() & answers.faults, UNREADABLE)
    return {**marks(answers.given, right), **unread}, list(answers.faults.values())


def _key_of(folder: Path, answers: Answers, key: CourseKey) -> dict[str, AnswerValue]:
    """The right answers of one student by a key."""
    name = folder.resolve().name
    known = name if name in key.students else answers.student
    if known not in key.students:
        more = ", ..." if len(key.students) > FEW else ""
        raise InputError(
            f"no answers of {on_one_line(name)}",
            place=Place(key.path),
            expected=f"one of {', '.join(list(key.students)[:FEW])}{more}",
        )
    if None not in (key.seed, answers.seed) and key.seed != answers.seed:
        raise InputError(
            f"the key of another course than that of {on_one_line(name)}",
            place=Place(key.path),
            expected=f"seed {answers.seed}, as in {ANSWERS_FILE}",
            found=f"seed {key.seed}",
        )
    return key.students[known]


def _alike(answer: AnswerValue | None) -> Any:
    """An answer without what does not matter: the order in a list, upper case, the names of variables, a macro's spelling."""
    if isinstance(answer, list):
        return sorted(one.upper() if isinstance(one, str) else one for one in answer)
    if not isinstance(answer, str):
        return answer
    cells = _cells(answer)
    if cells is None:
        return answer
    names: dict[str, int] = {}
    return [one if one.isdigit() else names.setdefault(one.upper(), len(names)) for one in cells]


def _cells(macro: str) -> list[str] | None:
    """Cells before and after a macro, in a row; None for a text that is no macro."""
    found = MACRO.fullmatch(macro.translate(PLAIN)) if len(macro) <= LONGEST_MACRO else None
    if found is None:
        return None
    sides = [re.findall(r"\w+", side) for side in found.groups() if side]
    return [
        cell for words in sides for cell in _with_blank(words if len(words) > 1 else [*words[0]])
    ]


def _with_blank(cells: list[str]) -> list[str]:
    """Cells in which a single underscore, as pictures show the blank, is 0."""
    drawn = cells.count("_") == 1 and "0" not in cells
    return ["0" if drawn and cell == "_" else cell for cell in cells]
