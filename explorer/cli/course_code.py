"""``arcwise course check --code``: what the functions of students are worth, on boards that they have not seen."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ...experiments.course_code import CODE_QUESTIONS, CodeMark, copies, mark_code
from ...rules.errors import InputError, on_one_line, sentence_of
from ...rules.text.text_file import write_bytes, write_text
from ...rules.text.words import counted, listed
from ...rules.view import Heading, Items, Part, Sentence, Table, View
from .console import progress_over
from .messages import EXIT_CODES
from .present import present

CodeMarks = Mapping[str, CodeMark]


SETUP = """\
#!/usr/bin/env bash
set -e
apt-get install -y python3 python3-pip python3-venv swi-prolog-nox
python3 -m venv /autograder/venv
/autograder/venv/bin/pip install /autograder/source/*.whl
"""
"""Gradescope's setup.sh, which makes the image."""

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
) -> int:
    """Run what students handed in, show their marks, and return the exit code."""
    found: dict[str, CodeMarks] = {}
    faults: dict[str, InputError] = {}
    walls = {"network", "files"}
    with progress_over(len(folders), "running code") as tick:
        for folder in dict.fromkeys(folders):
            try:
                found[folder], stood = mark_code(folder, seed)
                walls &= stood
            except InputError as error:
                faults[folder] = error
            tick(1)
    if gradescope is not None:
        (folder,) = folders
        told = found[folder] if folder in found else sentence_of(faults[folder])
        _write_gradescope(gradescope, folder, told)
    if not found and len(faults) == 1:
        raise next(iter(faults.values()))
    view = _view(found, faults, [*copies(list(found))], {"network", "files"} - walls)
    present(view, as_json=as_json, csv_file=csv_file)
    if faults:
        return EXIT_CODES["bad input"]
    return int(any(mark.wrong for marks in found.values() for mark in marks.values()))


def _view(
    found: Mapping[str, CodeMarks],
    faults: Mapping[str, InputError],
    alike: Sequence[tuple[str, str]],
    open_to: set[str],
) -> View:
    names = names_of([*found, *faults])
    data: dict[str, Any] = {
        "students": {
            folder: {
                number: {"points": mark.points, "most": mark.most, "wrong": dict(mark.wrong)}
                for number, mark in marks.items()
            }
            for folder, marks in found.items()
        },
        "faults": {folder: sentence_of(error) for folder, error in faults.items()},
        "alike": [list(pair) for pair in alike],
        "walls missing": sorted(open_to),
    }
    records = [_record(names[folder], marks) for folder, marks in found.items()]
    records += [
        {"student": names[folder], **dict.fromkeys(CODE_QUESTIONS, 0), "total": 0}
        for folder in faults
    ]
    return View([*_parts(found, faults, alike, open_to, names)], data, records)


def _parts(
    found: Mapping[str, CodeMarks],
    faults: Mapping[str, InputError],
    alike: Sequence[tuple[str, str]],
    open_to: set[str],
    names: Mapping[str, str],
) -> Iterator[Part]:
    if len(names) > 1:
        rows = [
            list(map(str, _record(names[folder], one).values())) for folder, one in found.items()
        ]
        yield Table(["student", *CODE_QUESTIONS, "total"], rows)
    for folder, marks in found.items():
        wrong = [
            f"{number} {name}: {said}"
            for number, mark in marks.items()
            for name, said in mark.wrong.items()
        ]
        if len(names) == 1:
            points, most = _points(marks)
            yield Sentence(f"{points} of {counted(most, 'point')}")
            yield Heading()
            yield Table(
                ("question", "points", "function", "tested"),
                [
                    (
                        n,
                        f"{one.points} of {one.most}",
                        CODE_QUESTIONS[n].function,
                        CODE_QUESTIONS[n].what,
                    )
                    for n, one in marks.items()
                ],
                left=3,
                words=True,
            )
        elif wrong:
            yield Heading(f"\n{names[folder]}:")
        if wrong:
            yield Items(wrong, "fault")
    for folder, error in faults.items():
        yield Sentence(f"{names[folder]} cannot be marked: {sentence_of(error)}")
    for one, other in alike:
        yield Sentence(f"{names[one]} and {names[other]}: the same code but for names")
    if open_to:
        yield Sentence(
            f"this system has no wall around {listed(sorted(open_to))}: limits of time and memory alone held the code"
        )


def _record(name: str, marks: CodeMarks) -> dict[str, Any]:
    points = {number: mark.points for number, mark in marks.items()}
    return {"student": name, **points, "total": sum(points.values())}


def _points(marks: CodeMarks) -> tuple[int, int]:
    return sum(one.points for one in marks.values()), sum(one.most for one in marks.values())


def names_of(folders: Sequence[str]) -> dict[str, str]:
    """The students' names by folder; the folder itself where two have one name."""
    names = {folder: Path(folder).resolve().name for folder in folders}
    often = Counter(names.values())
    return {folder: name if often[name] == 1 else folder for folder, name in names.items()}
