"""Plain SWI-Prolog as a program of its own: one ``swipl`` process for one question, which can be stopped."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path
from shutil import which
from typing import Any

from ..errors import ArcwiseError
from ..term import Pattern, Var, variables
from ..text_file import write_text

INSTALL_SWIPL = (
    "install SWI-Prolog (Debian and Ubuntu: apt install swi-prolog-nox; "
    "others: https://www.swi-prolog.org)"
)
JSON_WRITER = Path(__file__).with_name("json.pl")


class SwiplError(ArcwiseError):
    """``swipl`` is absent or ended with an error; the message holds Prolog's own words."""


def quoted(atom: str) -> str:
    """A Prolog atom in quotes, in ASCII, whatever its characters."""
    plain = "".join(
        char if " " <= char <= "~" and char not in "'\\" else f"\\x{ord(char):x}\\" for char in atom
    )
    return f"'{plain}'"


def prolog_state(functor: str, state: Pattern) -> str:
    """A pattern as Prolog text: ``'board'(1,Cell1,0)``, a list for the functor ``[]``, the cell alone for none."""
    names = {var: f"Cell{number}" for number, var in enumerate(variables(state), start=1)}
    cells = ",".join(
        names[cell]
        if isinstance(cell, Var)
        else str(cell)
        if isinstance(cell, int)
        else quoted(cell)
        for cell in state
    )
    if not functor:
        return cells
    return f"[{cells}]" if functor == "[]" else f"{quoted(functor)}({cells})"


def ask_swipl(theory: str, goal: str, library: Path, *, timeout: float | None = None) -> Any:
    """Load a theory and a library into a new ``swipl`` and ask one question.

    Parameters
    ----------
    theory
        Prolog text; it goes into the module ``theory``.
    goal
        A goal that binds the variable Answer to lists, numbers, atoms and variables.
    library
        A Prolog file that defines what the goal calls.
    timeout
        Seconds after which the process is killed; None for no limit.

    Returns
    -------
    The answer as lists, numbers and strings (a variable as ``{"var": name}``), or None where the goal fails.

    Raises
    ------
    SwiplError
        No ``swipl`` on the path, or an error in Prolog.
    TimeoutError
        No answer in time.
    """
    executable = which("swipl")
    if executable is None:
        raise SwiplError(f"the program swipl is not on the path\n  try:      {INSTALL_SWIPL}")
    with tempfile.TemporaryDirectory(prefix="arcwise-") as folder:
        file, script = Path(folder, "theory.pl"), Path(folder, "question.pl")
        write_text(file, theory)
        write_text(
            script,
            f":- use_module({quoted(str(library))}).\n"
            f":- use_module({quoted(str(JSON_WRITER))}).\n"
            f":- load_files(theory:{quoted(str(file))}, [silent(true), encoding(utf8)]).\n"
            f"question(Answer) :- {goal}.\n"
            ":- initialization(( once(question(Answer)) -> write_json([Answer]) ; write_json([]) ), main).\n",
        )
        command = [executable, "-q", "-f", "none", str(script)]
        try:
            process = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=timeout,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise TimeoutError(f"swipl gave no answer within {timeout:g} seconds") from None
        except OSError as error:
            raise SwiplError(f"swipl cannot be run: {error}") from None
    if process.returncode or not process.stdout:
        words = process.stderr.strip().replace(f"{folder}/", "") or "no message"
        raise SwiplError(f"swipl ended with exit code {process.returncode}: {words}")
    answers = json.loads(process.stdout)
    return answers[0] if answers else None
