"""Goals asked of both engines and of SWI-Prolog.

A table of ``tests/programs/beside_swi`` is a file of comments, a program, a line ``?-``, and a goal a line. Of the comments
``% as: TEXT`` puts each goal in the place of GOAL in a text, ``% apart`` asks each of a process of its own, as goals change the
program, and ``% silent`` has SWI-Prolog print elsewhere than where it answers.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from arcwise.logic.program import read_goal, read_program
from arcwise.logic.program.program import LogicProgram, arguments
from arcwise.logic.prover import Database
from arcwise.rules import canonical, read_clauses
from arcwise.rules.prolog.writer import write_term

from .agreement import agreed

FOLDER = Path(__file__).parents[2] / "programs" / "beside_swi"


@dataclass(frozen=True)
class Table:
    """A program and goals.

    Parameters
    ----------
    text
        The program.
    goals
        As they are written.
    form
        Text in which a goal stands when it is asked.
    apart, silent
        See above.
    """

    text: str
    goals: tuple[str, ...]
    form: str = "GOAL"
    apart: bool = False
    silent: bool = False

    @classmethod
    def read(cls, name: str) -> Table:
        """The table of a name."""
        text, _, goals = (FOLDER / f"{name}.txt").read_text("utf-8").partition("\n?-\n")
        said = [line[2:] for line in text.splitlines() if line.startswith("% ")]
        form = next((line[4:] for line in said if line.startswith("as: ")), "GOAL")
        return cls(text, tuple(goals.splitlines()), form, "apart" in said, "silent" in said)

    def compare(self, swipl: str, folder: Path) -> None:
        """Check that both engines and SWI-Prolog give the same answers in the same order."""
        file, program = folder / "program.pl", read_program(self.text)
        file.write_text(self.text, "utf-8")
        asks = [self.form.replace("GOAL", goal) for goal in self.goals]
        each = [[one] for one in asks] if self.apart else [asks]
        found = [answers for some in each for answers in asked(swipl, file, some, self.silent)]
        ours = [own(program, goal) for goal in asks]
        both = zip(self.goals, ours, found, strict=True)
        assert {goal: pair for goal, *pair in both if pair[0] != pair[1]} == {}


def asked(swipl: str, file: Path, goals: list[str], silent: bool = False) -> list[list[str]]:
    """The answers of SWI-Prolog to some goals, each as a term in functional notation."""
    script = file.with_suffix(".ask.pl")
    texts = [one.replace("format(", "format(user_error,") if silent else one for one in goals]
    lines = [f"goal_({number}, Goal_) :- Goal_ = ({goal})." for number, goal in enumerate(texts)]
    lines = [":- style_check(-singleton).", ":- set_prolog_flag(occurs_check, true).", *lines]
    run = "forall(clause(goal_(N,G0), G0b), ( call(G0b), G0 = G, forall(G, (write_canonical(N-G), write('.'), nl))))"
    script.write_text("\n".join([*lines, f"run_ :- {run}."]))
    done = subprocess.run(
        [swipl, "-q", "-g", "run_", "-t", "halt", str(file), str(script)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    assert silent or "ERROR" not in done.stderr, done.stderr
    found: list[list[str]] = [[] for _ in goals]
    told = done.stdout.replace("format(user_error,", "format(") if silent else done.stdout
    for clause in read_clauses(told):
        number, goal = arguments(clause.term)
        found[number].append(plain(goal))
    return found


def plain(goal) -> str:
    return write_term(canonical((goal,))[0][0])


def own(program: LogicProgram, goal: str) -> list[str]:
    """The answers of both engines, which are the same."""
    database = Database(program, prints=True)
    result = agreed(database, read_goal(goal, program), answers=None, proofs=True)
    return [plain(answer.goal) for answer in result.answers]
