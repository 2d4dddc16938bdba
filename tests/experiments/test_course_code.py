"""Functions that students hand in: planted faults are found and told, and hostile code does no harm."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from arcwise.experiments import student_code
from arcwise.experiments.course_code import (
    CODE_QUESTIONS,
    CodeMark,
    mark_class,
    mark_code,
    mark_function,
    mark_here,
)
from arcwise.experiments.course_stub import PROLOG_STUB, STUB
from arcwise.experiments.hand_ins import (
    copies,
    distinct,
    fingerprint,
    several,
    student_of,
    students_in,
)
from arcwise.experiments.student_code import MOST_WRITTEN, WALLS, Asked, _has_filled
from arcwise.experiments.student_process import LIST, READ, readable
from arcwise.rules import InputError
from arcwise.rules.domains.sliding_tiles import sliding_tile

RIGHT = (Path(__file__).parent / "students" / "right.py").read_text(encoding="utf-8")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits of time are POSIX")


def handed_in(folder: Path, code: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "project.py").write_text(code, encoding="utf-8")
    return folder


def marked(folder: Path, number: str, *changes: tuple[str, str], seconds: int = 5) -> CodeMark:
    """The mark of one function of the right file with some changes."""
    code = RIGHT
    for old, new in changes:
        assert old in code
        code = code.replace(old, new)
    return mark_function(handed_in(folder, code), number, 5, seconds)[0]


def body(function: str, line: str) -> tuple[str, str]:
    """A change that puts a line in front of a function's body."""
    head = next(one for one in RIGHT.splitlines() if one.startswith(f"def {function}("))
    return head, f"{head}\n    {line}"


@pytest.mark.slow
def test_the_right_file_has_every_point_whatever_the_boards(tmp_path: Path) -> None:
    for seed in (0, 1, 2):
        marks, walls = mark_code(handed_in(tmp_path, RIGHT), seed)
        assert marks.keys() == CODE_QUESTIONS.keys()
        assert not any(one.wrong for one in marks.values())
        assert sum(one.points for one in marks.values()) == 15
        assert sys.platform != "linux" or walls == WALLS


FAULTS = {
    "a move is missing": ("C2", [("(0, 1), (1, 0))", "(0, 1))")], {"the states": "does not lead to"}),
    "a move wraps around": (
        "C2",
        [("if 0 <= row + down < rows and 0 <= column + right < columns:", "if 0 <= (row + down) * columns + column + right < len(state):")],
        {"the states": "leads to"},
    ),
    "moves cost two": ("C2", [("(moved(state, *swap), 1)", "(moved(state, *swap), 2)")], {"the costs": "a move costs 2, not 1"}),
    "rules without variables": ("C1", [("found.append((tuple(before)", "before = [{c: n for n, c in enumerate('ABCDEF', 1)}.get(c, c) for c in before]\n                found.append((tuple(before)")], {"the moves": "does not lead to"}),
    "the blank counts as a tile": ("C3", [("        if tile:\n", "        if True:\n")], {"never too much": "moves are enough", "the distance": "not "}),
    "depth first": ("C4", [("queue.popleft()", "queue.pop()")], {"a shortest path": "are enough", "states expanded": "states expanded, not", "macros in front: path": "are enough", "macros in front: expanded": "states expanded, not"}),
    "the goal is noticed too soon": ("C4", [("        expanded += 1\n", "        expanded += 1 if state != start else 0\n")], {"states expanded": "states expanded, not", "macros in front: expanded": "states expanded, not"}),
    "macros behind the arcs": ("C4", [("[*macros, *arcs()]", "[*arcs(), *macros]")], {"macros in front: expanded": ""}),
    "macros in place of the arcs": ("C4", [("[*macros, *arcs()]", "list(macros) or arcs()")], {"macros in front: path": "no path"}),
    "a search that does not count costs": ("C5", [("(best[after] + manhattan(after, goal)", "(3 * manhattan(after, goal)")], {"a path of least cost": "are enough"}),
    "a macro of constants": ("C6", [("    before = list(\"ABCDEF\")\n    before[path[0].index(0)] = 0\n    after = tuple(before)\n", "    before = list(path[0])\n    after = tuple(before)\n")], {"most general": "too special"}),
    "a blank that is a variable": ("C6", [("    before[path[0].index(0)] = 0\n    after = tuple(before)\n    for", "    after = tuple(before)\n    before[path[0].index(0)] = 'X'\n    after = tuple(before)\n    for")], {"sound": "which the moves do not"}),
    "no variable in rules": ("C1", [("    return found\n\n\ndef successors", "    return 14 * [((1, 2, 3, 4, 5, 0), (1, 2, 3, 4, 0, 5))]\n\n\ndef successors")], {"the moves": "does not lead", "variables for tiles": "a rule without variables"}),
    "an estimate that is no number": ("C3", [("    return far\n", "    return float('nan')\n")], {"never too much": "nan", "the distance": "nan"}),
    "a macro that never applies": ("C6", [("    return tuple(before), after\n", "    return (0, 0, 'A', 'B', 'C', 'D'), (0, 0, 'A', 'B', 'C', 'D')\n")], {"sound": "does not apply where its own path begins", "most general": "too special"}),
    "an update of nothing": ("C7", [("if path is not None and len", "if False and len")], {"every macro": "4 of 4 macros are missing", "nothing else": "none of the 4 macros"}),
    "an update that repeats": ("C7", [("if macro not in found:", "if True:")], {"nothing else": "a macro stands twice"}),
    "an update with single moves": ("C7", [("len(path) > 2", "len(path) > 1")], {"nothing else": "that no example teaches"}),
    "an update that stops at the first": ("C7", [("    return found\n", "    return found[:1]\n")], {"every macro": "are missing"}),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found_and_told(fault: str, tmp_path: Path) -> None:
    number, changes, told = FAULTS[fault]
    last = changes[-1]
    if fault == "an update that stops at the first":  # the last return of the file
        place = RIGHT.rindex(last[0])
        code = RIGHT[:place] + last[1] + RIGHT[place + len(last[0]) :]
        mark, _ = mark_function(handed_in(tmp_path, code), number, 5)
    else:
        mark = marked(tmp_path, number, *changes)
    assert told.keys() <= mark.wrong.keys()
    assert mark.points == mark.most - len(mark.wrong)
    for name, words in told.items():
        assert words in mark.wrong[name]
        assert mark.wrong[name].startswith(CODE_QUESTIONS[number].function)


def test_the_boards_of_a_fault_are_named_by_whose_they_are(tmp_path: Path) -> None:
    fault = marked(tmp_path, "C2", ("(0, 1), (1, 0))", "(0, 1))")).faults["the states"]
    (name, state), *others = fault.drawn()
    assert name == "from here" and fault.words.startswith(f"successors({state})")
    assert {name for name, _ in others} == {"returned, right", "right, missing"}
    known = {after for _, after in sliding_tile(2, 3).successors(state)}
    assert {after for _, after in others} == known


def test_a_macro_that_is_missing_is_shown_by_its_sides(tmp_path: Path) -> None:
    fault = marked(tmp_path, "C7", ("len(path) > 2", "len(path) > 99")).faults["every macro"]
    (before, first), (after, second) = fault.drawn()
    assert (before, after) == ("before", "after")
    assert sorted(map(str, first)) == sorted(map(str, second)) and 0 in first


HOSTILE = {
    "while True: pass": "no answer within",
    "1 / 0": "ZeroDivisionError: division by zero",
    "return 7": "not what the function is to return: 7",
    "return None": "returns None in every call: it is not written yet",
    "return None if state[0] else 7": "not what the function is to return",
    "return [object()]": "TypeError: a object returned",
    "import os; os._exit(0)": "ended the process",
    "raise SystemExit": "SystemExit",
    "return iter(int, 1)": "more than 200,000 items returned",
    "return bytearray(10**10)": "MemoryError",
    "import arcwise": "ModuleNotFoundError",
    "return manhattan(state)": "TypeError",
    "import os; os.fork() or __import__('time').sleep(999); os._exit(0)": "",
    "import os; os.write(3, b'nonsense\\n' * 99)": "",
    "import os; [os.fork() for _ in range(9)]; os._exit(0)": "",
    "for n in range(10**9): open(str(n), 'wb').write(b'x' * 2**19)": "",
    "open('big', 'wb').write(b'x' * 10**8)": "File too large",
    "import json, sys; json.dumps = sys.modules['__main__']._answer = lambda *a: b'1'": "ended the process",
    "import sys; sys.exit(0)": "SystemExit: 0",
    "import threading; [threading.Thread(target=iter(int, 1).__next__).start() for _ in range(999)]": "",
    "print('x' * 10**7); import os; os.write(1, b'x' * 10**6); os.write(2, b'x' * 10**6)": "",
    "import os, shutil; shutil.rmtree(os.getcwd(), ignore_errors=True); shutil.rmtree('/', ignore_errors=True)": "",
    "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9')": "URLError",
    "import os; os.kill(-1, 9)": "",
}


@pytest.mark.parametrize("line", HOSTILE)
def test_hostile_code_ends_with_a_word(line: str, tmp_path: Path) -> None:
    mark = marked(tmp_path, "C2", body("successors", line), seconds=1)
    assert HOSTILE[line] in mark.wrong.get("the states", "")


@pytest.mark.skipif(sys.platform != "linux", reason="walls are Linux's")
def test_code_reaches_no_files_no_network_and_no_processes(tmp_path: Path) -> None:
    key = tmp_path / "key.json"
    key.write_text("secret")
    own = tmp_path / "student"
    for line, told in (
        (f"open({str(key)!r}).read()", "PermissionError"),
        (f"open({str(key)!r}, 'w')", "PermissionError"),
        (f"import os; os.remove({str(own / 'project.py')!r})", "PermissionError"),
        ("import socket; socket.create_connection(('127.0.0.1', 9))", "PermissionError"),
        ("import os; os.fork()", "PermissionError"),
        ("import subprocess; subprocess.run(['/bin/true'])", "PermissionError"),
        ("import os; os.kill(-1, 0)", "PermissionError"),
        ("import os; os.kill(os.getppid(), 0)", "PermissionError"),
        ("import os; os.kill(os.getpid(), 0); raise KeyError('alive')", "alive"),
        (
            "import threading; threading.Thread(target=print).start(); raise KeyError('begun')",
            "begun",
        ),
        (
            "import ctypes; raise KeyError(ctypes.CDLL(None).shmget(0, 2**20, 0o1600))",
            "KeyError: -1",
        ),
    ):
        mark = marked(own, "C2", body("successors", line))
        assert told in mark.wrong["the states"]
    assert key.read_text() == "secret" and (own / "project.py").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="walls are Linux's")
def test_what_code_does_is_held_where_the_system_lets_no_namespace_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = Path(student_code.__file__).with_name("student_process.py").read_text()
    without = program.replace("libc.unshare(", "libc.getpgid(-")
    assert without != program
    (tmp_path / "student_process.py").write_text(without)
    monkeypatch.setattr(student_code, "__file__", str(tmp_path / "student_code.py"))
    for line in ("os.kill(-1, 0)", "os.kill(os.getppid(), 0)", "socket.socket()", "os.fork()"):
        code = f"import os, socket\ndef function():\n    return {line}\n"
        run = student_code.call_student(code, "project.py", Asked("function"), [[]])
        assert "PermissionError" in run.answers[0].fault
        assert run.walls == WALLS


def test_of_a_folder_all_is_read_but_one_folder_deep_in_it(tmp_path: Path) -> None:
    hidden, other = tmp_path / "site-packages" / "arcwise", tmp_path / "site-packages" / "other"
    for folder in (hidden, other):
        folder.mkdir(parents=True)
    (tmp_path / "os.py").touch()
    assert dict(readable(tmp_path, hidden)) == {
        tmp_path: LIST,
        tmp_path / "os.py": READ & ~LIST,
        tmp_path / "site-packages": LIST,
        other: READ,
    }
    assert dict(readable(tmp_path, Path("/elsewhere/arcwise"))) == {tmp_path: READ}


def test_what_is_written_is_bounded(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    assert not _has_filled(str(tmp_path))
    (tmp_path / "inside" / "one").write_bytes(b"x" * (MOST_WRITTEN + 1))
    assert _has_filled(str(tmp_path))


def test_a_pipe_a_device_or_a_folder_in_place_of_a_file_is_not_read(tmp_path: Path) -> None:
    own = tmp_path / "project.py"
    os.mkfifo(own)
    for told in ("no project", "a link out", "no project"):
        with pytest.raises(InputError, match=told):
            mark_code(tmp_path)
        if own.is_dir():
            break
        was_link = own.is_symlink()
        own.unlink()
        if was_link:
            own.mkdir()
        else:
            own.symlink_to("/dev/zero")


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    other = handed_in(tmp_path / "other", RIGHT) / "project.py"
    (tmp_path / "own" / "sub").mkdir(parents=True)
    (tmp_path / "own" / "project.py").symlink_to(other)
    with pytest.raises(InputError, match="a link out of the student's folder"):
        mark_code(tmp_path / "own")
    (tmp_path / "own" / "project.py").unlink()
    (tmp_path / "own" / "sub" / "project.py").symlink_to(other)
    with pytest.raises(InputError, match="a link out of the student's folder"):
        mark_code(tmp_path / "own")
    shutil.rmtree(tmp_path / "own" / "sub")
    (tmp_path / "own" / "sub").symlink_to(other.parent)
    with pytest.raises(InputError, match="no project"):
        mark_code(tmp_path / "own")
    with pytest.raises(InputError, match="a file, not a folder"):
        mark_code(other)


def test_a_file_in_the_only_folder_of_a_packed_one_is_found(tmp_path: Path) -> None:
    own = tmp_path / "Ada_12_assignsubmission_file_"
    for name in ("project", "__MACOSX", ".git"):
        (own / name).mkdir(parents=True)
        handed_in(own / name, RIGHT)
    assert mark_function(own, "C2")[0].points == 2
    assert students_in([str(tmp_path)]) == [str(own)]
    handed_in(own / "second", RIGHT)
    with pytest.raises(InputError, match=r"found: +__MACOSX, project, second"):
        mark_code(own)


def test_a_file_of_an_editor_that_marks_its_encoding_is_read(tmp_path: Path) -> None:
    handed_in(tmp_path / "a", RIGHT)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "project.py").write_text(RIGHT, encoding="utf-8-sig")
    assert mark_function(tmp_path / "b", "C2")[0].points == 2
    assert len(list(copies([tmp_path / "a", tmp_path / "b"]))) == 1


def test_a_blank_may_be_written_as_pictures_show_it(tmp_path: Path) -> None:
    drawn = "cells[one], cells[other] = cells[other], cells[one]\n    return tuple(cells)"
    blank = drawn.replace("cells)", "'_' if c == 0 else c for c in cells)")
    rule = "return tuple('_' if c == 0 else c for c in before), tuple('_' if c == 0 else c for c in after)"
    assert marked(tmp_path, "C2", (drawn, blank)).points == 2
    assert marked(tmp_path, "C6", ("return tuple(before), after", rule)).points == 2


def test_what_is_printed_is_no_answer(tmp_path: Path) -> None:
    assert not marked(tmp_path, "C2", body("successors", 'print("[]" * 1000)')).wrong


def test_the_empty_file_has_no_points(tmp_path: Path) -> None:
    for number in ("C1", "C3", "C6"):
        mark, _ = mark_function(handed_in(tmp_path, STUB), number)
        assert mark.points == 0
        assert {words.split(": ")[1] for words in mark.wrong.values()} == {"it is not written yet"}


def test_a_file_that_is_missing_broken_or_no_text_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no project"):
        mark_code(tmp_path)
    (tmp_path / "Project.py.txt").write_text(RIGHT)
    with pytest.raises(InputError, match=r"found: +Project\.py\.txt"):
        mark_code(tmp_path)
    (tmp_path / "project.py").write_bytes(b"# one\n# caf\xe9\n")
    with pytest.raises(InputError, match=r"project.py:2:1: this is no text in UTF-8\n.*byte 0xe9"):
        mark_code(tmp_path)
    mark, _ = mark_function(handed_in(tmp_path, "def successors(state:\n"), "C2")
    assert "line 1: SyntaxError" in mark.wrong["the states"]
    mark, _ = mark_function(handed_in(tmp_path, "x = 1\n"), "C2")
    assert "no function successors" in mark.wrong["the states"]


def test_copies_are_told_but_for_names(tmp_path: Path) -> None:
    renamed = RIGHT.replace("state", "board").replace("found", "result")
    commented = RIGHT.replace("    rules = ", "    # mine\n    rules =  ")
    folders = {
        "first": RIGHT,
        "renamed": renamed,
        "commented": commented,
        "other": RIGHT.replace("expanded += 1", "expanded += 2"),
        "empty": STUB,
        "empty too": STUB,
        "broken": "def (",
    }
    for name, code in folders.items():
        handed_in(tmp_path / name, code)
    assert list(copies([tmp_path / name for name in folders])) == [
        (str(tmp_path / "first"), str(tmp_path / "renamed")),
        (str(tmp_path / "first"), str(tmp_path / "commented")),
    ]
    assert fingerprint(tmp_path / "empty") is None is fingerprint(tmp_path / "broken")


PROLOG = (Path(__file__).parent / "students" / "right.pl").read_text(encoding="utf-8")
needs_swipl = pytest.mark.skipif(shutil.which("swipl") is None, reason="needs SWI-Prolog")


def marked_prolog(folder: Path, number: str, old: str = "", new: str = "") -> CodeMark:
    """The mark of one predicate of the right file with a change."""
    assert old in PROLOG
    (folder / "project.pl").write_text(PROLOG.replace(old, new), encoding="utf-8")
    return mark_function(folder, number, 5, 1)[0]


@needs_swipl
@pytest.mark.slow
def test_the_right_file_in_prolog_has_every_point(tmp_path: Path) -> None:
    for number in CODE_QUESTIONS:
        mark = marked_prolog(tmp_path, number)
        assert (mark.points, mark.file, mark.wrong) == (mark.most, "project.pl", {})


HEAD = "successors(State, Pairs) :- "
PROLOG_FAULTS = {
    "a move is missing": ("C2", "    ;   Column < 2, Other is Blank + 1\n", "", "does not lead to"),
    "constants for tiles": ("C1", "arc(board(A,B,C,0,D,E)", "arc(board(1,B,C,0,D,E)", ""),
    "the goal counts": ("C4", "Path, N) :- !,", "Path, M) :- M is N + 1, !,", "expanded, not"),
    "macros behind the arcs": ("C4", "append(Macros, Arcs, Rules)", "append(Arcs, Macros, Rules)", "expanded, not"),
    "an update that repeats": ("C7", "Other =@= Before-After", "fail", "stands twice"),
    "an endless loop": ("C2", HEAD, "loop :- loop.\n" + HEAD + "loop, ", "no answer within"),
    "no memory": ("C2", HEAD, HEAD + "length(L, 100000000), L = Pairs, ", "tack"),
    "an exception": ("C2", HEAD, HEAD + "X is foo + 1, Pairs = X, ", "line 20: Arithmetic"),
    "an unknown predicate": ("C2", HEAD, HEAD + "nothing(State), ", "Unknown procedure: nothing/1"),
    "a halt": ("C2", HEAD, HEAD + "halt, ", "ended the process"),
    "a wrong type": ("C2", HEAD, HEAD + "!, Pairs = none. successors(State, Pairs) :- ", "returned none"),
    "no answer": ("C2", HEAD, HEAD + "fail, ", "None"),
    "a cyclic answer": ("C2", HEAD, HEAD + "!, Pairs = [Pairs]. successors(State, Pairs) :- ", "cyclic"),
    "another program": ("C2", HEAD, HEAD + "shell('echo 1 > made', _), exists_file(made), ", ": "),
    "a file that is written": ("C2", HEAD, HEAD + "open('/tmp/arcwise-student', write, _), ", "ermission"),
    "output": ("C2", HEAD, HEAD + "write(hello), nl, format(user_error, 'x', []), ", ""),
    "no predicate": ("C2", HEAD, "others(State, Pairs) :- ", "no predicate successors/2"),
    "a syntax error": ("C2", HEAD, "successors(State Pairs) :- ", "line 20: syntax error"),
}  # fmt: skip


@needs_swipl
@pytest.mark.parametrize("fault", PROLOG_FAULTS)
def test_a_fault_planted_in_prolog_is_told(fault: str, tmp_path: Path) -> None:
    number, old, new, words = PROLOG_FAULTS[fault]
    mark = marked_prolog(tmp_path, number, old, new)
    assert mark.file == "project.pl"
    told = " ".join(mark.wrong.values())
    assert bool(told) == (fault != "output") and words in told


def test_each_function_counts_in_the_language_in_which_it_is_better(tmp_path: Path) -> None:
    handed_in(tmp_path, STUB)
    (tmp_path / "project.pl").write_text(PROLOG_STUB)
    assert mark_function(tmp_path, "C3")[0].file == "project.py"  # both as they were
    handed_in(tmp_path, RIGHT)
    assert mark_function(tmp_path, "C2")[0].points == 2
    if shutil.which("swipl"):
        handed_in(tmp_path, "def manhattan(state, goal):\n    return 0\n")
        assert marked_prolog(tmp_path, "C2").points == 2
        assert mark_function(tmp_path, "C2")[0].file == "project.pl"


def test_copies_in_prolog_are_told_but_for_names(tmp_path: Path) -> None:
    renamed = PROLOG.replace("State", "Board").replace("swapped", "exchanged") + "% mine\n"
    for name, code in {
        "a": PROLOG,
        "b": renamed,
        "c": PROLOG.replace("M is N + 1", "M is N + 2"),
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "project.pl").write_text(code)
    found = list(copies([tmp_path / name for name in "abc"]))
    assert found == [(str(tmp_path / "a"), str(tmp_path / "b"))]


NAMES = {
    "Ada Lovelace_12345_assignsubmission_file_": "Ada Lovelace",
    "Ada Lovelace_12345_assignsubmission_file": "Ada Lovelace",
    "lovelaceada_4711_90210_project": "lovelaceada",
    "lovelaceada_LATE_4711_90210_project-1": "lovelaceada",
    "Project 1_alovelace_attempt_2026-11-30-18-05-09": "alovelace",
    "4711-90210 - Ada Lovelace - Nov 30, 2026 605 PM": "Ada Lovelace",
    "student-01": "student-01",
    "ada_lovelace": "ada_lovelace",
    "group_2_2026": "group_2_2026",
}


@pytest.mark.parametrize("folder", NAMES)
def test_the_student_is_known_by_the_folders_of_learning_management_systems(folder: str) -> None:
    assert student_of(f"downloads/{folder}") == NAMES[folder]


def test_a_folder_given_twice_and_a_student_with_two_are_told(tmp_path: Path) -> None:
    one, other = (str(tmp_path / f"Ada_{n}_assignsubmission_file_") for n in (12, 13))
    again = f"{tmp_path}/../{tmp_path.name}/{Path(one).name}"
    assert distinct([one, other, again]) == {one: 2, other: 1}
    assert several([one, other, str(tmp_path / "bob")]) == {"Ada": [one, other]}


CLASS: dict[str, tuple[str, str, int]] = {
    # Python: an old text, a new one, and the points by hand
    "right": ("", "", 15),
    "no up": ("STEPS = ((-1, 0), ", "STEPS = (", 6),
    "cost two": ("(moved(state, *swap), 1)", "(moved(state, *swap), 2)", 14),
    "blank counts": ("        if tile:\n", "        if True:\n", 13),
    "depth first": ("queue.popleft()", "queue.pop()", 11),
    "macros behind": ("[*macros, *arcs()]", "[*arcs(), *macros]", 14),
    "no macros": ("[*macros, *arcs()]", "arcs()", 13),
    "greedy": ("(best[after] + manhattan(after, goal)", "(3 * manhattan(after, goal)", 14),
    "repeats": ("if macro not in found:", "if True:", 14),
    "single moves": ("len(path) > 2", "len(path) > 1", 14),
    "too general": ("    before[path[0].index(0)] = 0\n", "    before[path[0].index(0)] = 'X'\n", 12),
    "too special": ("    after = tuple(before)\n    for", "    after = before = path[0]\n    for", 12),
    "loop": ("def generalize(path):\n", "def generalize(path):\n    while True: pass\n", 11),
    "exit": ("def successors(state):\n", "def successors(state):\n    raise SystemExit\n", 12),
    "network": ("def manhattan(state, goal):\n", "def manhattan(state, goal):\n    import socket; socket.create_connection(('127.0.0.1', 9))\n", 12),
    "memory": ("def manhattan(state, goal):\n", "def manhattan(state, goal):\n    [0] * 10**10\n", 12),
    "prints": ("def successors(state):\n", "def successors(state):\n    print('{}' * 99)\n", 15),
    "syntax": ("def arcs():", "def arcs(:", 0),
    "wrong type": ("return tuple(before), after", "return 7", 11),
    "empty": (RIGHT, STUB, 0),
}  # fmt: skip
PROLOG_CLASS: dict[str, tuple[str, str, int]] = {
    "right": ("", "", 15),
    "no right": ("    ;   Column < 2, Other is Blank + 1\n", "", 13),
    "cost two": ("findall(After-1,", "findall(After-2,", 14),
    "goal counts": ("Path, N) :- !,", "Path, M) :- M is N + 1, !,", 13),
    "macros behind": ("append(Macros, Arcs, Rules)", "append(Arcs, Macros, Rules)", 14),
    "repeats": ("Other =@= Before-After", "fail", 14),
    "loop": ("generalize([First|Path]", "generalize(A, B, C) :- generalize(A, B, C).\ngeneralize([First|Path]", 11),
    "halt": ("manhattan(State, Goal, Distance) :-", "manhattan(State, Goal, Distance) :- halt,", 12),
    "syntax": ("successors(State, Pairs)", "successors(State Pairs)", 0),
    "empty": (PROLOG, PROLOG_STUB, 0),
}  # fmt: skip


@needs_swipl
@pytest.mark.long
def test_thirty_hand_ins_are_marked_as_by_hand(tmp_path: Path) -> None:
    right: dict[str, int] = {}
    for kind, text, each in (("py", RIGHT, CLASS), ("pl", PROLOG, PROLOG_CLASS)):
        for name, (old, new, points) in each.items():
            assert old in text
            folder = tmp_path / f"{name} {kind}"
            folder.mkdir()
            (folder / f"project.{kind}").write_text(text.replace(old, new) if old else text)
            right[str(folder)] = points
    found, faults, _ = mark_class(list(right), 42, seconds=2)
    assert len(found) == 30 and not faults
    total = {folder: sum(one.points for one in marks.values()) for folder, marks in found.items()}
    assert total == right
    for name, (old, new, points) in CLASS.items():
        if name not in {"loop", "network", "memory", "syntax"}:  # a notebook has no walls of ours
            space: dict[str, Any] = {}
            exec(RIGHT.replace(old, new) if old else RIGHT, space)
            asked = {n: space[one.function] for n, one in CODE_QUESTIONS.items()}
            assert sum(mark_here(n, one, 42).points for n, one in asked.items()) == points
