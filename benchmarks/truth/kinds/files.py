"""Files that ``learn`` writes are read and used on the input that they were learned from: what arcwise writes, it reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import cycle
from random import Random

from torture.attack import Attack, Case

from ..asking import program_of, quoted, typed
from ..oracles.boards import Board, Symbol, V
from ..oracles.pddl import Tree, text_of
from ..oracles.programs import atom, random_program
from ..oracles.programs import written as clauses_of
from ..oracles.random_boards import random_board
from ..oracles.random_boards import spelled as spelled_board
from ..oracles.random_pddl import random_task
from ..statement import FALSE, hold
from .commands import FAULT, command

REFUSED = (33, 34, FAULT)
"""Exit codes of a command that cannot use its input."""

LIMITED = ("--limit-time", "5", "--limit-nodes", "5000")

ODD_NAMES = ("not-p", "every-1", "a1:0", "total", "in", "-", "_x", "ABC", "x.y", "p@1", "when-1")
"""Names of PDDL that resemble those that arcwise makes."""

ODD_SYMBOLS: tuple[Symbol, ...] = (
    *("it's", "Big Box", "X", "_", "[]", "{}", "\\", "a\\'b", "%", "/*", ":-", "!", ",", "."),
    *("|", '"', "é", "ß", "日", "-", "-1", "1.5", "0x1", "0'a", "arc", "0", "00", "end_of_file"),
)
"""Symbols that Prolog, CSV or PSVN would read as something else if they were not quoted."""

ODD_ATOMS = ("'it''s'", "'Big Box'", "[]", "'%'", "'X'", "'/*'", "\"'a b'\"", "é", "'\\\\'", "+")
"""Constants as Prolog spells them."""

PDDL_LEARNERS = ("policy", "policy", "policy", "pieces")
BOARD_LEARNERS = ("examples", "examples", "escapes", "macro-table", "each-path")
PROGRAM_LEARNERS = ("examples", "unfold", "rote", "lemmas")


@dataclass(frozen=True)
class Asked:
    """Files by name, the arguments that name a problem of theirs, and a learner with its options."""

    texts: tuple[tuple[str, str], ...]
    problem: tuple[str, ...]
    examples: tuple[str, ...]
    options: tuple[str, ...]


def attack(case: Case) -> None:
    """Learn from a random input, and use the file."""
    make = case.rng.choice((_planning, _planning, _board, _program))
    hold(case, make(case.rng), false_of, lambda _: (), lines)


def _planning(rng: Random) -> Asked:
    pair = random_task(rng)
    names = {
        f"{kind}{n}": other
        for n, other in enumerate(rng.sample(ODD_NAMES, 3))
        for kind in (rng.choice(("p", "act", "o")),)
        if rng.random() < 0.5 and re.fullmatch("[A-Za-z][-A-Za-z0-9_]*", other)
    }
    domain, problem = (text_of(_renamed(tree, names)) for tree in pair)
    learner = rng.choice(PDDL_LEARNERS)
    untried = ("--untried",) if learner == "pieces" else ()
    files = ("d.pddl", "p.pddl")
    texts = tuple(zip(files, (domain, problem), strict=True))
    return Asked(texts, files, files[1:], ("--learner", learner, *untried))


def _renamed(tree: Tree, names: dict[str, str]) -> Tree:
    return (
        names.get(tree, tree) if isinstance(tree, str) else tuple(_renamed(t, names) for t in tree)
    )


def _board(rng: Random) -> Asked:
    board: Board = random_board(rng)
    patterns = (*(p for r in board.rules for p in (r.before, r.after)), *board.goals)
    constants = {t for pattern in patterns for t in pattern if not isinstance(t, V)}
    symbols = sorted({*board.start, *constants}, key=str)
    other = dict(zip(symbols, rng.sample(ODD_SYMBOLS, len(ODD_SYMBOLS)), strict=False))
    if rng.random() < 0.8:
        board = spelled_board(board, lambda one: other.get(one, one))
        names = rng.sample(ODD_SYMBOLS, len(ODD_SYMBOLS))
        rules = (replace(r, name=str(n)) for r, n in zip(board.rules, cycle(names), strict=False))
        board = replace(board, rules=tuple(rules))
    states = (typed(board.start), typed(board.goals[0]))
    is_open = any(isinstance(term, V) for term in board.goals[0])  # for which there are no tables
    learner = "examples" if is_open else rng.choice(BOARD_LEARNERS)
    examples = states if learner == "examples" else ()
    return Asked(
        (("b.pl", program_of(board)),), ("b.pl", *states), examples, ("--learner", learner)
    )


def _program(rng: Random) -> Asked:
    program = random_program(rng)
    goal = atom(rng.choice(program.clauses).head)
    text = clauses_of(program)
    for name in "abc":
        if rng.random() < 0.6:
            other = rng.choice(ODD_ATOMS).replace("\\", "\\\\")
            text, goal = (re.sub(rf"\b{name}\b", other, one) for one in (text, goal))
    return Asked(
        (("l.pl", text),), ("l.pl", goal), (goal,), ("--learner", rng.choice(PROGRAM_LEARNERS))
    )


def lines(asked: Asked) -> str:
    """The files and the command."""
    texts = (f"{name}:\n{text}" for name, text in asked.texts)
    words = (*asked.problem[: len(asked.problem) - len(asked.examples)], *asked.examples)
    said = " ".join(map(quoted, (*words, *asked.options)))
    return "\n".join(
        (*texts, f"learn {said} -o w.pl; solve {' '.join(map(quoted, asked.problem))}")
    )


def false_of(asked: Asked, case: Case) -> Iterator[tuple[str, str]]:
    """A file that is written and cannot be used where the problem itself can be."""
    named = {name: str(case.folder / name) for name, _ in asked.texts}
    for name, text in asked.texts:
        (case.folder / name).write_text(text, encoding="utf-8")
    file = case.folder / "w.pl"
    file.unlink(missing_ok=True)
    problem, examples = (
        [named.get(word, word) for word in words] for words in (asked.problem, asked.examples)
    )
    case.count("inputs")
    limits = [*LIMITED] if asked.problem[0] != "l.pl" else [*LIMITED[:2]]
    code, _, error = command(
        ["learn", problem[0], *examples, *asked.options, *limits, "-o", str(file)]
    )
    if code == FAULT:
        yield "learn", error
    if not file.exists():
        return
    case.count("files")
    found = command(["solve", *problem, "--macros", str(file), *limits])
    plain = command(["solve", *problem, *limits])
    if found[0] in REFUSED and plain[0] not in REFUSED:
        yield "file", f"exit {found[0]}: {found[2]}"


FILES = Attack(
    name="files",
    share=2,
    counted=("inputs", "files"),
    wrong=(FALSE,),
    attack=attack,
    asked=("files", 200),
)
