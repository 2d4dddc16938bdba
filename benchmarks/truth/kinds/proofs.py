"""Answers, "no" and learned rules of random logic programs are what follows from their clauses, and their certificates hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from torture.attack import Attack, Case

from ..oracles.programs import (
    CONSTANTS,
    NAMES,
    Atom,
    Clause,
    Goal,
    Program,
    atom,
    heads,
    instance,
    random_program,
    written,
)
from ..oracles.programs import smaller as smaller_programs
from ..statement import FALSE, hold
from .certificates import CHECKER, checked
from .commands import FAULT, command

LEARNERS = ("examples", "examples", "unfold", "rote", "lemmas")


@dataclass(frozen=True)
class Asked:
    """A program, a goal, and a learner."""

    program: Program
    goal: Atom
    learner: str


def attack(case: Case) -> None:
    """Have a goal of a random program proved and learned from, and check what is said."""
    rng = case.rng
    program = random_program(rng)
    name, *some = rng.choice(program.clauses).head
    goal = name, *(rng.choice((*NAMES[:2], *CONSTANTS[:2])) for _ in some)
    hold(case, Asked(program, goal, rng.choice(LEARNERS)), false_of, fewer, lines)


def fewer(asked: Asked) -> Iterator[Asked]:
    """Inputs with one thing less."""
    for program in smaller_programs(asked.program):
        yield replace(asked, program=program)


def lines(asked: Asked) -> str:
    """The program and the goal."""
    return f"{written(asked.program)}?- {atom(asked.goal)}.  ({asked.learner})"


def false_of(asked: Asked, case: Case) -> Iterator[tuple[str, str]]:
    """Answers that do not follow or are missing, certificates that do not hold, rules that say more than the program."""
    file, place = case.folder / "p.pl", case.folder / "c.json"
    file.write_text(written(asked.program), encoding="utf-8")
    model = asked.program.model
    names = [one for one in dict.fromkeys(asked.goal[1:]) if one in NAMES]
    every = (dict(zip(names, some, strict=True)) for some in product(CONSTANTS, repeat=len(names)))
    true = {atom(instance(asked.goal, one)) for one in every if instance(asked.goal, one) in model}
    place.unlink(missing_ok=True)
    words = ["solve", str(file), atom(asked.goal), "--all", "--json", "--certificate", str(place)]
    code, out, error = command(words)
    case.count("goals")
    if code == FAULT or not out:
        yield "fault", error
        return
    found = {atom(instance(asked.goal, one["bindings"])) for one in json.loads(out)["answers"]}
    if found != true:
        yield "answers", f"{sorted(found)} and not {sorted(true)}"
    yield from _certified(place, case)
    if not true:
        return
    place.unlink(missing_ok=True)
    example = min(true)
    rules = str(case.folder / "r.pl")
    words = ["learn", str(file), example, "-o", rules, "--learner", asked.learner]
    code, out, error = command([*words, "--certificate", str(place)])
    if code == FAULT:
        yield "fault", error
    yield from _certified(place, case)
    for one in json.loads(place.read_text(encoding="utf-8")) if place.exists() else ():
        if one["claim"] == "rule":
            rule = _rule(one["rule"])
            more = sorted(set(heads(rule, model)) - model) if rule else []
            if more:
                yield "rule", f"{one['asked']} also says {atom(more[0])}"


def _certified(place: Path, case: Case) -> Iterator[tuple[str, str]]:
    if not place.exists():
        case.count("not certified")
        return
    case.count("certificates")
    code, said = checked([str(place)])
    if code != 0:
        yield "certificate", f"exit {code}: {said.strip()}"


def _rule(data: list[Any]) -> Clause | None:
    """A rule of a certificate, its variables called as those of programs are; None of one with too many."""
    names: dict[str, str] = {}

    def read(term: Any) -> Atom:
        name, *some = [term] if isinstance(term, str) else term
        for one in some:
            if isinstance(one, dict) and one["var"] not in names:
                names[one["var"]] = NAMES[len(names)]
        return name, *(names[one["var"]] if isinstance(one, dict) else str(one) for one in some)

    try:
        head, *body = (
            Goal(read(one[1]), negated=True) if one[0] == "\\+" else Goal(read(one)) for one in data
        )
    except IndexError:
        return None
    return Clause(head.atom, tuple(body))


PROOFS = Attack(
    name="proofs",
    share=1,
    counted=("goals", "certificates", "not certified"),
    wrong=(FALSE,),
    attack=attack,
    asked=("certificates", 300),
    missing=lambda: None if CHECKER.exists() else "no checker is installed",
)
