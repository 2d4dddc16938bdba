"""``arcwise course``: folders for students, the key apart, and a check that gives nothing away."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from arcwise.explorer.cli import run

FILES = {
    *("README.md", "answers.json", "boards.txt", "eight_puzzle.json", "five_puzzle.json"),
    *("many.json", "project.html", "project.ipynb", "project.pl", "project.py"),
}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("courses") / "course"
    assert run(["course", "new", str(folder), "--students", "2", "--seed", "5"]) == 0
    return folder


def key_of(course: Path) -> dict[str, Any]:
    text = (course / "key" / "answers.json").read_text()
    return {one["student"]: one["answers"] for one in json.loads(text)["students"]}


def answer(course: Path, student: str, answers: dict[str, Any], target: Path) -> Path:
    """A copy of a student's folder with answers."""
    folder = target / student
    folder.mkdir()
    for path in (course / "students" / student).iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    rows = [{"question": number, "answer": one} for number, one in answers.items()]
    (folder / "answers.json").write_text(json.dumps({"answers": rows}))
    return folder


@pytest.mark.slow
def test_each_student_gets_files_of_their_own_and_no_answer(course: Path) -> None:
    folders = sorted((course / "students").iterdir())
    assert [one.name for one in folders] == ["student-01", "student-02"]
    for folder in folders:
        assert {path.name for path in folder.iterdir()} == FILES
        text = "".join(path.read_text() for path in folder.iterdir())
        assert key_of(course)[folder.name]["3.2"] not in text
        page = (folder / "project.html").read_text()
        assert (
            page.count("<figure") == 4 + 2 + 7 + 13
        )  # pairs, boards and examples, with their goals
        assert page.count("____________") == 24 and "@media print" in page
        cells = json.loads((folder / "project.ipynb").read_text())["cells"]
        assert not any(cell.get("outputs") for cell in cells)
    first, second = ((one / "five_puzzle.json").read_text() for one in folders)
    assert first != second
    rows = (course / "key" / "answers.csv").read_text().splitlines()
    assert rows[0].startswith("student,1.1,1.2") and len(rows) == 3


@pytest.mark.slow
def test_the_same_seed_writes_the_same_course(call: Any, course: Path, tmp_path: Path) -> None:
    assert call("course", "new", tmp_path / "again", "--students", 2, "--seed", 5).code == 0
    for path in (tmp_path / "again").rglob("*.*"):
        assert path.read_bytes() == (course / path.relative_to(tmp_path / "again")).read_bytes()


@pytest.mark.slow
def test_check_tells_right_from_wrong_and_not_the_answer(
    call: Any, course: Path, tmp_path: Path
) -> None:
    right = key_of(course)["student-01"]
    done = call("course", "check", course / "students" / "student-01")
    assert (done.code, done.out.splitlines()[0]) == (
        0,
        "0 of 24 answers right, 0 not right, 24 missing",
    )
    folder = answer(course, "student-01", right | {"2.1": 1, "3.9": None}, tmp_path)
    done = call("course", "check", folder)
    assert (done.code, done.out.splitlines()[0]) == (
        1,
        "22 of 24 answers right, 1 not right, 1 missing",
    )
    assert str(right["2.1"]) not in done.out
    assert str(right["2.4"]) not in done.out


@pytest.mark.slow
def test_the_key_marks_a_class_and_cannot_be_bent_by_other_boards(
    call: Any, course: Path, tmp_path: Path
) -> None:
    keys = key_of(course)
    folders = [answer(course, name, one, tmp_path) for name, one in keys.items()]
    changed = folders[1] / "five_puzzle.json"
    changed.write_bytes((folders[0] / "five_puzzle.json").read_bytes())
    answers = course / "key" / "answers.json"
    marked = tmp_path / "marks.csv"
    done = call("course", "check", *folders, "--key", answers, "--csv", marked)
    assert done.code == 0
    assert marked.read_text().splitlines()[2].startswith("student-02,right,right")
    assert call("course", "check", *folders).code == 1


@pytest.mark.slow
def test_a_folder_that_cannot_be_read_leaves_the_others_their_marks(
    call: Any, course: Path, tmp_path: Path
) -> None:
    keys = key_of(course)
    folders = [answer(course, name, one, tmp_path) for name, one in keys.items()]
    (folders[0] / "answers.json").write_text('{"answers": [')
    key, marked = course / "key" / "answers.json", tmp_path / "marks.csv"
    done = call("course", "check", *folders, "--key", key, "--csv", marked)
    assert done.code == 33
    assert "student-01 cannot be marked: " in done.out
    rows = marked.read_text().splitlines()
    assert rows[0].endswith(",fault") and "answers.json:1:" in rows[1]
    assert rows[2].startswith("student-02,right,right")


@pytest.mark.slow
def test_a_folder_of_a_class_stands_for_its_students(call: Any, course: Path) -> None:
    each = call("course", "check", *sorted((course / "students").iterdir()))
    for folder in (course, course / "students"):
        assert call("course", "check", folder).out == each.out
    done = call("course", "check", course / "key")
    assert done.code == 33 and "this is no student's folder" in done.err


@pytest.mark.slow
def test_an_unreadable_answer_costs_its_own_mark_only(
    call: Any, course: Path, tmp_path: Path
) -> None:
    keys = key_of(course)
    folder = answer(course, "student-01", keys["student-01"] | {"1.2": "about 393"}, tmp_path)
    done = call("course", "check", folder)
    assert (done.code, done.out.splitlines()[0]) == (
        1,
        "23 of 24 answers right, 0 not right, 0 missing, 1 unreadable",
    )
    assert "question 1.2: an answer of another form" in done.out
    other = answer(course, "student-02", keys["student-02"], tmp_path)
    key, marked = course / "key" / "answers.json", tmp_path / "marks.csv"
    done = call("course", "check", folder, other, "--key", key, "--csv", marked)
    assert done.code == 1
    assert [
        line.split()
        for line in done.out.splitlines()
        if line.split()[:1] in (["student-01"], ["student-02"])
    ] == [
        ["student-01", "23", "0", "0", "1"],
        ["student-02", "24", "0", "0", "0"],
    ]
    rows = marked.read_text().splitlines()
    assert rows[1].startswith("student-01,right,unreadable,right") and "about 393" in rows[1]
    assert rows[2].endswith("right,")


@pytest.mark.slow
def test_the_key_of_another_course_is_refused(call: Any, course: Path, tmp_path: Path) -> None:
    key = json.loads((course / "key" / "answers.json").read_text())
    other = tmp_path / "answers.json"
    other.write_text(json.dumps(key | {"seed": 6}))
    done = call("course", "check", course / "students" / "student-01", "--key", other)
    assert done.code == 33
    assert "expected: seed 5" in done.err and "found:    seed 6" in done.err


@pytest.mark.slow
def test_the_name_of_a_student_is_known_in_the_folder_and_after_it_is_renamed(
    call: Any, course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    renamed = (tmp_path / "anna").absolute()
    shutil.copytree(course / "students" / "student-01", renamed)
    monkeypatch.chdir(renamed)
    done = call("course", "check", ".", "--csv", "marks.csv", "--key", course / "key/answers.json")
    assert done.code == 0
    assert (renamed / "marks.csv").read_text().splitlines()[1].startswith("anna,missing,")
    (renamed / "answers.json").write_text("[]")
    done = call("course", "check", ".", "--key", course / "key/answers.json")
    assert (done.code, "no answers of anna" in done.err) == (33, True)


@pytest.mark.slow
def test_a_folder_that_holds_something_is_left_alone(
    call: Any, course: Path, tmp_path: Path
) -> None:
    done = call("course", "new", course)
    assert (done.code, "a course needs a new folder" in done.err) == (33, True)
    done = call("course", "check", tmp_path)
    assert (done.code, "answers.json" in done.err) == (33, True)
    folder = answer(course, "student-01", {"2.1": "many"}, tmp_path)
    done = call("course", "check", folder)
    assert done.code == 1
    assert "answers.json:1:14: question 2.1: an answer of another form" in done.out
    done = call("course", "check", folder, "--key", folder / "five_puzzle.json")
    assert (done.code, "not the answers of a course" in done.err) == (33, True)


@pytest.mark.slow
def test_code_of_a_class_is_marked_with_a_total_and_copies_are_told(
    call: Any, course: Path, tmp_path: Path
) -> None:
    right = (Path(__file__).parents[2] / "experiments" / "students" / "right.py").read_text()
    for name, code in {
        "ada": right,
        "bob": right.replace("found", "rules_found"),
        "eve": right.replace("if tile:", "if True:"),
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "project.py").write_text(code)
    folders = [tmp_path / name for name in ("ada", "bob", "eve", "gone")]
    folders.append(course / "students" / "student-01")
    done = call(
        "course",
        "check",
        "--code",
        *folders,
        "--hidden",
        3,
        "--csv",
        tmp_path / "m.csv",
        "--pages",
        tmp_path / "pages",
        tmp_path / "ada",
    )
    assert done.code == 33
    assert "ada is given 2 times, and counts once" in done.out
    names = {one.stem for one in (tmp_path / "pages").iterdir()}
    assert names == {"ada", "bob", "eve", "gone", "student-01"}
    page = (tmp_path / "pages" / "eve.html").read_text()
    assert "13 of 15 points" in page and "<h3>C3 never too much</h3><p>manhattan(" in page
    assert page.count("<figcaption>goal</figcaption>") == 2  # a drawn pair for each fault
    assert "ada and bob: the same code but for names" in done.out
    assert "gone cannot be marked: " in done.out and "C3 never too much: manhattan(" in done.out
    rows = [line.split(",") for line in (tmp_path / "m.csv").read_text().splitlines()]
    assert rows[0] == ["student", *(f"C{n}" for n in range(1, 8)), "total"]
    assert {row[0]: row[-1] for row in rows[1:]} == {
        "ada": "15",
        "bob": "15",
        "eve": "13",
        "gone": "0",
        "student-01": "0",
    }
    assert call("course", "check", "--code", tmp_path / "ada").code == 0
    assert call("course", "check", "--code", tmp_path / "eve", "--json").code == 1


def test_hidden_boards_are_for_code(call: Any, tmp_path: Path) -> None:
    done = call("course", "check", tmp_path, "--hidden", 3)
    assert done.code == 33 and "without --code" in done.err
    assert call("course", "new", tmp_path / "c", "--code").code == 33


@pytest.mark.slow
def test_an_autograder_for_gradescope_marks_what_is_handed_in(call: Any, tmp_path: Path) -> None:
    wheel = tmp_path / "arcwise-1-py3-none-any.whl"
    wheel.write_bytes(b"a wheel")
    file = tmp_path / "grader.zip"
    made = call("course", "autograder", file, "--hidden", 42, "--wheel", wheel)
    assert made.code == 0 and "run_autograder" in made.out
    root = tmp_path / "autograder"
    with ZipFile(file) as archive:
        archive.extractall(root / "source")
        modes = {one.filename: one.external_attr >> 16 for one in archive.infolist()}
    assert modes == {"setup.sh": 0o755, "run_autograder": 0o755, wheel.name: 0o755}
    assert (root / "source" / wheel.name).read_bytes() == b"a wheel"
    _version_is_that_of_the_wheel(root / "source" / "setup.sh", tmp_path)
    right = (Path(__file__).parents[2] / "experiments" / "students" / "right.py").read_text()
    results = root / "results" / "results.json"
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for code, points in ((right, 30), (right.replace("if tile:", "if True:"), 26), (None, 0)):
        shutil.rmtree(root / "submission", ignore_errors=True)
        (root / "submission").mkdir()
        if code is not None:
            (root / "submission" / "project.py").write_text(code)
        subprocess.run(
            ["bash", root / "source" / "run_autograder"],
            env={**os.environ, "AUTOGRADER": str(root), "PATH": path},
            check=True,
            capture_output=True,
        )
        told = json.loads(results.read_text())
        tests = told.get("tests", [])
        assert sum(one["score"] for one in tests) == points
        if code is None:
            assert told["score"] == 0 and "no project.py" in told["output"]
        else:
            assert sum(one["max_score"] for one in tests) == 30
            assert [one["visibility"] for one in tests] == ["visible"] * 7 + ["after_published"] * 7


def _version_is_that_of_the_wheel(setup: Path, folder: Path) -> None:
    """Run the script that makes the image with commands that write down how they are called."""
    commands = folder / "commands"
    commands.mkdir()
    for name in ("apt-get", "python3"):
        (commands / name).write_text("#!/bin/sh\n")
        (commands / name).chmod(0o755)
    for tag, version in (
        ("cp311-cp311-linux_x86_64", "3.11"),
        ("cp312-abi3-linux_x86_64", ">=3.12"),
        ("py3-none-any", ">=3.11"),
    ):
        image = folder / tag
        tools = image / "tools" / "bin"
        tools.mkdir(parents=True)
        (image / "source").mkdir()
        (image / "source" / f"arcwise-1-{tag}.whl").touch()
        for name in ("pip", "uv"):
            (tools / name).write_text('#!/bin/sh\necho "$@"\n')
            (tools / name).chmod(0o755)
        done = subprocess.run(
            ["bash", setup],
            env={"AUTOGRADER": str(image), "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}"},
            check=True,
            capture_output=True,
            text=True,
        )
        assert f"venv --python {version} {image}/venv\n" in done.stdout
        assert done.stdout.endswith(f"arcwise-1-{tag}.whl\n")


def test_results_for_gradescope_are_of_one_folder(call: Any, tmp_path: Path) -> None:
    done = call("course", "check", "--code", "a", "b", "--gradescope", tmp_path / "r.json")
    assert done.code == 33 and "needs one folder" in done.err
    done = call("course", "check", tmp_path, "--gradescope", tmp_path / "r.json")
    assert done.code == 33 and "without --code" in done.err
