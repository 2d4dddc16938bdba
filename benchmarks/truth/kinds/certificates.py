"""Every certificate of a random case is checked by the checker alone, and what the checker says of plans by our oracle."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random

import arcwise
from torture.attack import Attack, Case

from ..asking import program_of, typed, written
from ..oracles.boards import Board, V
from ..oracles.boards import smaller as smaller_boards
from ..oracles.pddl import Step, Task, Tree, text_of
from ..oracles.random_boards import random_board
from ..oracles.random_pddl import random_task
from ..oracles.random_pddl import smaller as smaller_pairs
from ..statement import FALSE, hold
from .commands import FAULT, command

CHECKER = Path(arcwise.__file__).with_name("verify.py")

ALGORITHMS = (
    "auto",
    "a-star",
    "breadth-first",
    "uniform-cost",
    "greedy",
    "ida-star",
    "bidirectional",
)

ALONE = 0.02
"""The share of certificates that are checked in a process of their own, which has no arcwise."""


@dataclass(frozen=True)
class Asked:
    """A board or a PDDL task, an algorithm, steps that may be a plan, and whether the checker runs alone.

    Parameters
    ----------
    board, pair
        One of them is None.
    """

    board: Board | None
    pair: tuple[Tree, Tree] | None
    algorithm: str
    steps: tuple[Step, ...]
    alone: bool


def attack(case: Case) -> None:
    """Have a random problem solved with a certificate, and check it."""
    rng = case.rng
    os.environ["XDG_CACHE_HOME"] = str(case.folder)
    algorithm, alone = rng.choice(ALGORITHMS), rng.random() < ALONE
    if rng.random() < 0.5:
        board = random_board(rng)
        board = replace(board, goals=board.goals[:1])
        names = [term.name for term in board.goals[0] if isinstance(term, V)]
        if len(names) > len(set(names)):  # a goal that cannot be typed
            board = replace(board, goals=(board.start,))
        hold(case, Asked(board, None, algorithm, (), alone), false_of, fewer, lines)
    else:
        pair = random_task(rng)
        asked = Asked(None, pair, algorithm, _steps(Task(*pair), rng), alone)
        hold(case, asked, false_of, fewer, lines)


def _steps(task: Task, rng: Random) -> tuple[Step, ...]:
    """Steps that mostly can be made, and perhaps lead to the goal."""
    state, steps = task.init, []
    for _ in range(rng.randint(0, 5)):
        found = [(c, made) for c in task.calls if (made := task.step(c[0], c[1:], state))]
        if not found or (task.is_goal(state) and rng.random() < 0.8):
            break
        call, (state, _) = rng.choice(found)
        steps.append(call)
    if task.calls and rng.random() < 0.3:
        steps.insert(rng.randint(0, len(steps)), rng.choice(task.calls))
    return tuple(steps)


def fewer(asked: Asked) -> Iterator[Asked]:
    """Inputs with one thing less."""
    if asked.board is not None:
        for board in smaller_boards(asked.board):
            yield replace(asked, board=board)
    if asked.pair is not None:
        for pair in smaller_pairs(asked.pair):
            yield replace(asked, pair=pair)
    for place in range(len(asked.steps)):
        yield replace(asked, steps=(*asked.steps[:place], *asked.steps[place + 1 :]))


def lines(asked: Asked) -> str:
    """The files and what is done with them."""
    if asked.board is not None:
        said = written(asked.board)
    else:
        assert asked.pair is not None
        said = "\n".join(map(text_of, asked.pair))
    steps = " ".join(map(text_of, asked.steps))
    return f"{said}\nsolve --algorithm {asked.algorithm} --certificate c.json; plan {steps}"


@cache
def _checker() -> Callable[[list[str]], int]:
    """The checker's own command, from its file alone."""
    spec = spec_from_file_location("checker_alone", CHECKER)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    main: Callable[[list[str]], int] = module.main
    return main


def checked(files: list[str], *, alone: bool = False) -> tuple[int, str]:
    """The exit code and the words of the checker, asked about files."""
    if alone:
        words = [sys.executable, "-I", "-S", str(CHECKER), *files]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr
    said = io.StringIO()
    with redirect_stdout(said):
        code = _checker()(files)
    return code, said.getvalue()


def false_of(asked: Asked, case: Case) -> Iterator[tuple[str, str]]:
    """Certificates that do not hold, and plans of which the checker and our oracle say different things."""
    if asked.board is not None:
        file = case.folder / "t.pl"
        file.write_text(program_of(asked.board), encoding="utf-8")
        pattern = tuple("?" if isinstance(t, V) else t for t in asked.board.goals[0])
        words = [str(file), typed(asked.board.start), typed(pattern).replace("'?'", "?")]
    else:
        assert asked.pair is not None
        files = [case.folder / "d.pddl", case.folder / "p.pddl"]
        for file, tree in zip(files, asked.pair, strict=True):
            file.write_text(text_of(tree), encoding="utf-8")
        words = [str(file) for file in files]
        yield from _plan(Task(*asked.pair), asked.steps, words, case)
    place = case.folder / "c.json"
    place.unlink(missing_ok=True)
    solving = ["solve", *words, "--algorithm", asked.algorithm, "--json", "--limit-time", "3"]
    if asked.algorithm == "ida-star":
        solving += ["--limit-nodes", "3000"]
    code, out, error = command([*solving, "--certificate", str(place)])
    case.count("problems")
    if code == FAULT:
        yield "fault", error
    if not place.exists():
        case.count("not certified")
        return
    case.count("certificates")
    code, words_said = checked([str(place)], alone=asked.alone)
    if code != 0:
        status = json.loads(out)["status"] if out else "?"
        yield "certificate", f"of {status}: exit {code}: {words_said.strip()}"


def _plan(
    task: Task, steps: tuple[Step, ...], files: list[str], case: Case
) -> Iterator[tuple[str, str]]:
    plan = case.folder / "plan"
    plan.write_text("\n".join(map(text_of, steps)), encoding="utf-8")
    code, said = checked([*files, str(plan)])
    case.count("plans")
    cost, wrong = task.replay([text_of(step) for step in steps])
    if (code == 0) != (cost is not None):
        yield "plan", f"the checker: {said.strip()}; the oracle: {wrong or 'a plan'}"


def _missing() -> str | None:
    return None if CHECKER.exists() else "no checker is installed"


CERTIFICATES = Attack(
    name="certified",
    share=2,
    counted=("problems", "certificates", "plans", "not certified"),
    wrong=(FALSE,),
    attack=attack,
    asked=("certificates", 1_000),
    missing=_missing,
)
