"""``arcwise course check --code``: what the functions of students are worth, on boards that they have not seen."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ...experiments.course import EIGHT, FIVE
from ...experiments.course_code import CODE_QUESTIONS, CodeMark, Fault, mark_class, mark_code
from ...experiments.hand_ins import copies, distinct, several, student_of
from ...experiments.student_code import WALLS
from ...rules.errors import InputError, Place, cannot_be_written, on_one_line, sentence_of
from ...rules.text.text_file import write_bytes, write_text
from ...rules.text.words import counted, listed
from ...rules.view import Boards, Heading, Items, Part, Sentence, Table, View
from ..html.parts import view_page
from .arguments import check_ending
from .console import progress_over
from .messages import EXIT_CODES
from .present import present

CodeMarks = Mapping[str, CodeMark]


SETUP = """\
#!/usr/bin/env bash
set -e
root="${AUTOGRADER:-/autograder}"
apt-get update
apt-get install -y python3-venv swi-prolog-nox
case "$(echo "$root"/source/*.whl)" in
    *-cp311-cp311-*) version=3.11 ;;
    *-abi3-*) version='>=3.12' ;;
    *) version='>=3.11' ;;
esac
python3 -m venv "$root/tools"
"$root/tools/bin/pip" install uv
"$root/tools/bin/uv" venv --python "$version" "$root/venv"
"$root/tools/bin/uv" pip install --python "$root/venv/bin/python" "$root"/source/*.whl
"""
"""Gradescope's setup.sh, which makes the image: uv brings the Python of the wheel, as the image's may be older."""

RUN = """\
#!/usr/bin/env bash
root="${{AUTOGRADER:-/autograder}}"
mkdir -p "$root/results"
PATH="$root/venv/bin:$PATH" arcwise course check --code --hidden={seed} "$root/submission" \\
    --gradescope "$root/results/results.json" || true
"""
"""Gradescope's run_autograder, which marks what was handed in."""

WHEELS = "arcwise-*.whl"


def write_autograder(file: str, seed: int, wheel: str | None) -> None:
    """Write the zip file that Gradescope makes an autograder of."""
    check_ending(file, "course autograder writes a zip file", (".zip",))
    files = {"setup.sh": SETUP.encode(), "run_autograder": RUN.format(seed=seed).encode()}
    if wheel is not None:
        files[Path(wheel).name] = Path(wheel).read_bytes()
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = ZipInfo(name)
            entry.external_attr = 0o755 << 16
            archive.writestr(entry, content)
    write_bytes(file, packed.getvalue())
    words = f"{on_one_line(file)}: {listed([*files])}"
    if wheel is None:
        words += f"; put a wheel of arcwise into it ({WHEELS}, as `make wheel` builds it), or name one with --wheel"
    present(View([Sentence(words)], {"file": file, "files": [*files]}))


def gradescope_results(public: CodeMarks | str, hidden: CodeMarks | str) -> dict[str, Any]:
    """Gradescope's results.json.

    Parameters
    ----------
    public, hidden
        The marks on the boards of seed 0, which the student sees, and on others, which stay hidden until they are
        published; the fault where there is no file.
    """
    if isinstance(public, str) or isinstance(hidden, str):
        return {"score": 0, "output": public if isinstance(public, str) else hidden}
    return {
        "tests": [
            {
                "number": number,
                "name": f"{CODE_QUESTIONS[number].function}: {CODE_QUESTIONS[number].what}",
                "score": mark.points,
                "max_score": mark.most,
                "output": "\n".join(f"{name}: {said}" for name, said in mark.wrong.items()),
                "visibility": visibility,
            }
            for marks, visibility in ((public, "visible"), (hidden, "after_published"))
            for number, mark in marks.items()
        ]
    }


def _write_gradescope(file: str, folder: str, hidden: CodeMarks | str) -> None:
    """Write the results of one folder for Gradescope."""
    public: CodeMarks | str = hidden if isinstance(hidden, str) else mark_code(folder)[0]
    write_text(file, json.dumps(gradescope_results(public, hidden), indent=1) + "\n")


def check_code(
    folders: Sequence[str],
    seed: int,
    csv_file: str | None,
    as_json: bool,
    gradescope: str | None = None,
    pages: str | None = None,
) -> int:
    """Run what students handed in, show their marks, and return the exit code."""
    often = distinct(folders)
    with progress_over(len(often), "running code") as tick:
        found, faults, walls = mark_class([*often], seed, tick)
    if gradescope is not None:
        (folder,) = often
        told = found[folder] if folder in found else sentence_of(faults[folder])
        _write_gradescope(gradescope, folder, told)
    if not found and len(faults) == 1:
        raise next(iter(faults.values()))
    names = names_of([*found, *faults])
    if pages is not None:
        _write_pages(Path(pages), found, faults, names)
    notes = [*_notes(found, often, WALLS - walls, names)]
    present(_view(found, faults, notes, names), as_json=as_json, csv_file=csv_file)
    if faults:
        return EXIT_CODES["bad input"]
    return int(any(mark.wrong for marks in found.values() for mark in marks.values()))


def _notes(
    found: Mapping[str, CodeMarks],
    often: Mapping[str, int],
    open_to: frozenset[str],
    names: Mapping[str, str],
) -> Iterator[str]:
    """Remarks for an instructor to look at: told, not judged."""
    for folder, count in often.items():
        if count > 1:
            yield f"{on_one_line(folder)} is given {count} times, and counts once"
    for name, each in several(often).items():
        yield f"{on_one_line(name)} has {counted(len(each), 'folder')}: {listed(list(map(on_one_line, each)))}"
    for one, other in copies(found):
        yield f"{names[one]} and {names[other]}: the same code but for names"
    if open_to:
        yield (
            f"this system has no wall around {listed(sorted(open_to))}: limits of time and memory alone held the code"
        )


def _write_pages(
    folder: Path,
    found: Mapping[str, CodeMarks],
    faults: Mapping[str, InputError],
    names: Mapping[str, str],
) -> None:
    """Write a page for each student."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_be_written(error, Place(str(folder)), "made") from None
    files: set[str] = set()
    for one, name in names.items():
        base = re.sub(r"[^\w.-]+", "-", name).strip("-.") or "student"
        file = base
        number = 2
        while file.casefold() in files:
            file, number = f"{base}-{number}", number + 1
        files.add(file.casefold())
        parts = (
            [*_student_parts(found[one], drawn=True)]
            if one in found
            else [Sentence(sentence_of(faults[one]))]
        )
        data = _student_data(found[one]) if one in found else {}
        write_text(
            folder / f"{file}.html", view_page(f"The N-puzzle project: {name}", View(parts, data))
        )


def _student_data(marks: CodeMarks) -> dict[str, Any]:
    return {
        number: {
            "points": mark.points,
            "most": mark.most,
            "wrong": dict(mark.wrong),
            "file": mark.file,
        }
        for number, mark in marks.items()
    }


def _view(
    found: Mapping[str, CodeMarks],
    faults: Mapping[str, InputError],
    notes: Sequence[str],
    names: Mapping[str, str],
) -> View:
    data: dict[str, Any] = {
        "students": {folder: _student_data(marks) for folder, marks in found.items()},
        "faults": {folder: sentence_of(error) for folder, error in faults.items()},
        "notes": list(notes),
    }
    records = [_record(names[folder], marks) for folder, marks in found.items()]
    records += [
        {"student": names[folder], **dict.fromkeys(CODE_QUESTIONS, 0), "total": 0}
        for folder in faults
    ]
    return View([*_parts(found, faults, names), *map(Sentence, notes)], data, records)


def _parts(
    found: Mapping[str, CodeMarks],
    faults: Mapping[str, InputError],
    names: Mapping[str, str],
) -> Iterator[Part]:
    if len(names) > 1:
        rows = [
            list(map(str, _record(names[folder], one).values())) for folder, one in found.items()
        ]
        yield Table(["student", *CODE_QUESTIONS, "total"], rows)
    for folder, marks in found.items():
        if len(names) == 1:
            yield from _student_parts(marks)
        elif wrong := _wrong(marks):
            yield Heading(f"\n{names[folder]}:")
            yield Items([f"{where}: {fault}" for where, fault in wrong], "fault")
    for folder, error in faults.items():
        yield Sentence(f"{names[folder]} cannot be marked: {sentence_of(error)}")


def _student_parts(marks: CodeMarks, *, drawn: bool = False) -> Iterator[Part]:
    """The marks of one student: points, what was tested, and the first call that goes wrong, in words or with its boards drawn."""
    points, most = _points(marks)
    yield Sentence(f"{points} of {counted(most, 'point')}")
    yield Heading()
    rows = [
        (
            number,
            f"{one.points} of {one.most}",
            CODE_QUESTIONS[number].function,
            CODE_QUESTIONS[number].what,
        )
        for number, one in marks.items()
    ]
    yield Table(("question", "points", "function", "tested"), rows, left=3, words=True)
    wrong = _wrong(marks)
    if not drawn and wrong:
        yield Items([f"{where}: {fault}" for where, fault in wrong], "fault")
    for where, fault in wrong if drawn else ():
        boards = [*fault.drawn()]
        yield Heading(where, 3)
        yield Sentence(fault.words if boards else str(fault))
        if boards:
            names, states = zip(*boards, strict=True)
            yield Boards(FIVE if len(states[0]) == FIVE.size else EIGHT, states, names)


def _wrong(marks: CodeMarks) -> list[tuple[str, Fault]]:
    """Each fault with its question and the names of all points that it costs."""
    found = []
    for number, mark in marks.items():
        by_fault: dict[str, list[str]] = {}
        for name, said in mark.wrong.items():
            by_fault.setdefault(said, []).append(name)
        found += [(f"{number} {listed(each)}", mark.faults[each[0]]) for each in by_fault.values()]
    return found


def _record(name: str, marks: CodeMarks) -> dict[str, Any]:
    points = {number: mark.points for number, mark in marks.items()}
    return {"student": name, **points, "total": sum(points.values())}


def _points(marks: CodeMarks) -> tuple[int, int]:
    return sum(one.points for one in marks.values()), sum(one.most for one in marks.values())


def names_of(folders: Sequence[str]) -> dict[str, str]:
    """The students' names by folder; that of the folder, or the folder itself, where two have one name."""
    names = {folder: student_of(folder) for folder in folders}
    for other in (lambda folder: Path(folder).resolve().name, str):
        often = Counter(names.values())
        names = {
            folder: name if often[name] == 1 else other(folder) for folder, name in names.items()
        }
    return names
