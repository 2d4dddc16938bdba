"""The size and shape of arcwise's own Python, counted: lines by package, questions of kind, large functions, walks.

- *Code lines* are lines that are neither blank nor a comment nor part of a docstring.
- *Questions of kind* ask which kind of thing is there: calls of the functions, and ``isinstance`` of the classes, that `KINDS`
  and `CLASSES` name. Each is a place to change when a kind is added.
- *Complexity* is McCabe's: 1 and the number of branches of a function, functions in it included.
- A *walk* goes from the command line to the function that does the work: the frames at work at once, and the modules of
  arcwise that the process has imported in the end.

Run ``python benchmarks/structure.py`` where arcwise is installed, ``--no-walks`` for the counts alone.
"""

from __future__ import annotations

import argparse
import ast
import io
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from rich import box
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]

PACKAGES = ("rules", "search", "logic", "planning", "ebl", "experiments", "explorer")

KINDS = frozenset(
    [
        "has_problem_files",
        "is_logic_program",
        "is_policy",
        "holds_rules",
        "is_prolog",
        "is_rule_file",
        "_is_lifted",
        "is_part",
    ]
)

CLASSES = frozenset(
    [
        "Problem",
        "LiftedProblem",
        "FunctionProblem",
        "ProgramProblem",
        "RuleLibrary",
        "MacroLibrary",
        "LogicProgram",
        "Rules",
        "PartFirst",
        "Theory",
        "Domain",
    ]
)

BRANCHES = (
    *(ast.If, ast.IfExp, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.Assert),
    *(ast.comprehension, ast.match_case),
)

Function = ast.FunctionDef | ast.AsyncFunctionDef

BOARD = '"2 3 5 0 1 4 6 7 8"'

WALKS = {
    "solve": (
        f"solve 8-puzzle {BOARD} --algorithm a-star",
        "search.native.engine:search_in_kernel",
    ),
    "learn": (
        "learn sliding-tile:2x3 {examples}/five_puzzle.json -o m.pl",
        "ebl.generalize:macro_of",
    ),
    "compare": (
        "compare sliding-tile:2x3 {examples}/five_puzzle.json --macros m.pl --algorithms greedy --beyond 0 --run run",
        "search.native.engine:search_in_kernel",
    ),
    "report": ("report run -o report.html", "explorer.report.headline:headline"),
    "explain": ("explain m.pl", "ebl.views:library_view"),
    "PDDL": (
        "solve {examples}/pddl/blocks.pddl {examples}/pddl/blocks-1.pddl --algorithm a-star",
        "search.native.engine:search_in_kernel",
    ),
}
"""Walks in the order in which they are made, in one folder: the command, and the function that does the work."""

WALKER = """
import importlib, shlex, sys
command, work = sys.argv[1:]
module, _, name = work.partition(":")
from arcwise.explorer.cli import run
work = getattr(importlib.import_module("arcwise." + module), name)
code = getattr(work, "__wrapped__", work).__code__
deepest = 0
def look(frame, event, _):
    global deepest
    if event == "call" and frame.f_code is code:
        count = 0
        while frame is not None and frame.f_code is not run.__code__:
            frame, count = frame.f_back, count + 1
        deepest = max(deepest, count + 1)
sys.setprofile(look)
ended = run(shlex.split(command))
sys.setprofile(None)
files = sum(name.startswith("arcwise.") for name in sys.modules)
print(ended, deepest, files, file=sys.stderr)
"""


def code_lines(path: Path) -> int:
    """Number of lines of a file that hold code."""
    text = path.read_text(encoding="utf-8")
    docstrings: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        for one in body if isinstance(body, list) else []:
            if isinstance(one, ast.Expr) and isinstance(getattr(one.value, "value", None), str):
                docstrings |= set(range(one.lineno, (one.end_lineno or one.lineno) + 1))
    lines: set[int] = set()
    passed = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in passed and token.string:
            lines |= set(range(token.start[0], token.end[0] + 1))
    return len(lines - docstrings)


def files_of(folder: str) -> list[Path]:
    """Python files below a folder of the project."""
    return sorted((ROOT / folder).rglob("*.py"))


def questions(tree: ast.AST) -> Iterator[str]:
    """Names of the kinds that a module asks for, one for each question."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = _last(node.func)
        if name in KINDS:
            yield name
        elif name == "isinstance" and len(node.args) == 2:
            asked = node.args[1]
            each = asked.elts if isinstance(asked, ast.Tuple) else [asked]
            found = [one for one in map(_last, each) if one in CLASSES]
            yield from found[:1]


def _last(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def complexity(function: Function) -> int:
    """McCabe's complexity of a function."""
    count = 1
    for node in ast.walk(function):
        count += isinstance(node, BRANCHES)
        if isinstance(node, ast.BoolOp):
            count += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            count += len(node.ifs)
    return count


def parameters(function: Function) -> int:
    """Number of parameters of a function, without ``self`` and ``cls``."""
    of = function.args
    names = [one.arg for one in (*of.posonlyargs, *of.args, *of.kwonlyargs)]
    return sum(name not in ("self", "cls") for name in names) + bool(of.vararg) + bool(of.kwarg)


def counts(console: Console) -> None:
    """Print lines by package, questions of kind and large functions."""
    table = Table(box=box.SIMPLE_HEAD)
    for name in ("package", "files", "code lines", "questions of kind"):
        table.add_column(name, justify="left" if name == "package" else "right")
    functions: list[tuple[int, int, str]] = []
    asked: Counter[str] = Counter()
    total = [0, 0, 0]
    for package in (*PACKAGES, "tests"):
        paths = files_of(package)
        if not paths:
            continue
        trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
        lines = sum(map(code_lines, paths))
        kinds = Counter(name for tree in trees.values() for name in questions(tree))
        table.add_row(package, f"{len(paths):,}", f"{lines:,}", f"{kinds.total():,}")
        if package == "tests":
            continue
        asked += kinds
        total = [a + b for a, b in zip(total, (len(paths), lines, kinds.total()), strict=True)]
        for path, tree in trees.items():
            for node in ast.walk(tree):
                if isinstance(node, Function):
                    where = f"{path.relative_to(ROOT).as_posix()}:{node.lineno} {node.name}"
                    functions.append((complexity(node), parameters(node), where))
    table.add_row("all packages", *(f"{one:,}" for one in total))
    console.print(table)
    console.print(
        "questions of kind: " + ", ".join(f"{name} {n}" for name, n in asked.most_common())
    )
    for least in (15, 20, 25):
        console.print(
            f"functions of complexity {least} and more: {sum(one >= least for one, _, _ in functions)}"
        )
    console.print(
        f"functions with more than 8 parameters: {sum(one > 8 for _, one, _ in functions)}"
    )
    console.print(
        "the most complex: "
        + "; ".join(f"{where} ({one})" for one, _, where in sorted(functions)[:-6:-1])
    )


def walks(console: Console) -> None:
    """Print the frames and modules of each walk."""
    table = Table(box=box.SIMPLE_HEAD)
    for name in ("walk", "frames", "modules"):
        table.add_column(name, justify="left" if name == "walk" else "right")
    with TemporaryDirectory() as folder:
        for name, (command, work) in WALKS.items():
            done = subprocess.run(
                [sys.executable, "-c", WALKER, command.format(examples=ROOT / "examples"), work],
                cwd=folder,
                capture_output=True,
                text=True,
                check=True,
            )
            ended, frames, modules = done.stderr.split()[-3:]
            assert ended == "0", done.stderr
            table.add_row(name, frames, modules)
    console.print(table)


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--no-walks", action="store_true", help="counts alone")
    console = Console(soft_wrap=True)
    counts(console)
    if not parser.parse_args().no_walks:
        walks(console)


if __name__ == "__main__":
    main()
