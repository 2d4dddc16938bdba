"""Folders of a class: whose each is, which are given twice, and which hold the same code."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from ..rules.errors import InputError
from .course import ANSWERS_FILE
from .course_marks import STUDENTS
from .course_stub import CODE_FILE, PROLOG_FILE, STUBS
from .student_code import home_of, written_code

NAMES = (
    re.compile(r"(?P<name>.+)_\d+_assignsubmission_(?:file|onlinetext)_?"),  # Moodle
    re.compile(r".*?_(?P<name>[^_]+)_attempt_\d{4}(?:-\d\d){5}(?:_.*)?"),  # Blackboard
    re.compile(r"(?P<name>[^_]+)(?:_LATE)?_\d{2,}_\d{2,}(?:_.*)?"),  # Canvas
    re.compile(r"\d+-\d+ - (?P<name>.+?) - .*"),  # Brightspace
)
"""Names that learning management systems give to what a student hands in."""


HANDED_IN = (ANSWERS_FILE, CODE_FILE, PROLOG_FILE)
"""Files that are marked."""


def student_of(folder: str | Path) -> str:
    """The student's name: that of the folder, without what a learning management system adds."""
    name = Path(folder).resolve().name
    return next((found["name"] for one in NAMES if (found := one.fullmatch(name))), name)


def students_in(folders: Iterable[str]) -> list[str]:
    """Folders of students: in place of the folder of a class or course stand those in it."""
    found: list[str] = []
    for folder in folders:
        inside = Path(folder, STUDENTS)
        inside = inside if inside.is_dir() else Path(folder)
        each = sorted(one for one in inside.glob("[!.]*") if one.is_dir())
        of_class = not _handed_in(inside) and any(
            _handed_in(home_of(one, HANDED_IN)) for one in each
        )
        found += map(str, each) if of_class else [folder]
    return found


def _handed_in(folder: Path) -> bool:
    """Whether a folder holds a file that is marked."""
    return any((folder / name).exists() for name in HANDED_IN)


def distinct(folders: Iterable[str]) -> dict[str, int]:
    """How often each folder is given, whatever its path is written like."""
    first: dict[Path, str] = {}
    often: dict[str, int] = {}
    for folder in folders:
        one = first.setdefault(Path(folder).resolve(), folder)
        often[one] = often.get(one, 0) + 1
    return often


def several(folders: Iterable[str]) -> dict[str, list[str]]:
    """The folders of each student who has more than one, by name."""
    found: dict[str, list[str]] = {}
    for folder in folders:
        found.setdefault(student_of(folder), []).append(folder)
    return {name: each for name, each in found.items() if len(each) > 1}


def fingerprint(folder: str | Path) -> str | None:
    """A student's code without names, comments and layout; None if it cannot be read, or is still what it began as."""
    try:
        each = [
            FINGERPRINTS[file](code)
            for file, code in written_code(Path(folder)).items()
            if FINGERPRINTS[file](code) != FINGERPRINTS[file](STUBS[file])
        ]
    except (InputError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return "\n".join(each) or None


TOKEN = re.compile(r"(%[^\n]*|/\*.*?\*/|\s+)|('(?:[^'\\]|\\.)*'|\w+)|(.)", re.DOTALL)
"""A comment or space of Prolog, a name or number, any other character."""


def _unnamed_prolog(code: str) -> str:
    """A program with its names and variables numbered in their order."""
    names: dict[str, str] = {}
    found = []
    for _, word, other in TOKEN.findall(code):
        if word and not word.isdigit() and word != "_":
            word = names.setdefault(word, f"n{len(names)}")
        found.append(word or other)
    return " ".join(filter(None, found))


def _unnamed_python(code: str) -> str:
    return _unnamed(ast.parse(code))


FINGERPRINTS: Mapping[str, Callable[[str], str]] = {
    CODE_FILE: _unnamed_python,
    PROLOG_FILE: _unnamed_prolog,
}
"""How names are taken out of each language."""


def _unnamed(tree: ast.Module) -> str:
    """A program with its names numbered in their order, without docstrings."""
    names: dict[str, str] = {}

    def numbered(name: str) -> str:
        return names.setdefault(name, f"n{len(names)}")

    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and _is_docstring(body[0]):
            node.body = body[1:] or [ast.Pass()]  # type: ignore[attr-defined]
    for node in ast.walk(tree):
        for field in ("name", "id", "arg", "attr"):
            if isinstance(name := getattr(node, field, None), str):
                setattr(node, field, numbered(name))
    return ast.dump(tree)


def _is_docstring(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def copies(folders: Iterable[str | Path]) -> Iterator[tuple[str, str]]:
    """Pairs of folders whose code is equal but for names."""
    first: dict[str, str] = {}
    for folder in map(str, folders):
        same = fingerprint(folder)
        if same is not None:
            if same in first:
                yield first[same], folder
            first.setdefault(same, folder)
