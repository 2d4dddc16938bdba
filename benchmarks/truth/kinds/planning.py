"""Statements about random PDDL problems: typed, with formulas, conditional effects, derived predicates and costs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from arcwise.search import ALGORITHMS, HEURISTICS
from torture.attack import Attack, Case

from ..oracles.boards import same
from ..oracles.pddl import Task, Tree, text_of
from ..oracles.random_pddl import random_task
from ..oracles.random_pddl import smaller as smaller_pairs
from ..statement import FALSE, hold
from .commands import FAULT, command

SEARCHES = 3
"""Of each problem."""

LIKELY = ("auto", "a-star", "breadth-first", "greedy", "fast", "uniform-cost")
"""Algorithms that are asked for more often than others."""


@dataclass(frozen=True)
class Asked:
    """A domain, a problem, and the options of each search."""

    domain: Tree
    problem: Tree
    options: tuple[tuple[str, ...], ...]


def attack(case: Case) -> None:
    """Solve a random problem."""
    domain, problem = random_task(case.rng)
    options = tuple(_options(case.rng) for _ in range(SEARCHES))
    hold(case, Asked(domain, problem, options), false_of, smaller, written)


def _options(rng: Random) -> tuple[str, ...]:
    name = rng.choice([*LIKELY, *LIKELY, *ALGORITHMS])
    options = ["--algorithm", name, "--engine", rng.choice(("auto", "auto", "python"))]
    if ALGORITHMS[name].informed and rng.random() < 0.7:
        options += ["--heuristic", rng.choice([*HEURISTICS, "patterns"])]
    if (
        name in ("climb",)
        or "ida" in name
        or "iterative" in name
        or "directed" in name
        or "unique" in name
    ):
        options += ["--limit-nodes", "2000"]
    return tuple(options)


def smaller(asked: Asked) -> Iterator[Asked]:
    """Inputs with one thing less."""
    if len(asked.options) > 1:
        for one in asked.options:
            yield replace(asked, options=(one,))
    for domain, problem in smaller_pairs((asked.domain, asked.problem)):
        yield replace(asked, domain=domain, problem=problem)


def written(asked: Asked) -> str:
    """The two files, and how they are searched."""
    searches = (f"solve d.pddl p.pddl {' '.join(one)}" for one in asked.options)
    return "\n".join((text_of(asked.domain), text_of(asked.problem), *searches))


def false_of(asked: Asked, case: Case) -> Iterator[tuple[str, str]]:
    """All that is said of the problem and is not so."""
    task = Task(asked.domain, asked.problem)
    files = [case.folder / "d.pddl", case.folder / "p.pddl"]
    for file, tree in zip(files, (asked.domain, asked.problem), strict=True):
        file.write_text(text_of(tree), encoding="utf-8")
    case.count("problems")
    case.count("beyond the truth", task.space is None)
    for options in asked.options:
        code, out, error = command(["solve", *map(str, files), *options, "--json"])
        if code == FAULT or not out:
            case.count("refused")
            if code == FAULT:
                yield "fault", f"{' '.join(options)}: {error}"
            continue
        case.count("searches")
        for label, what in held(task, json.loads(out)):
            yield label, f"{' '.join(options)}: {what}"


def held(task: Task, said: dict) -> Iterator[tuple[str, str]]:
    """False fields of a result."""
    solved = said["status"] == "solved"
    if solved:
        cost, wrong = task.replay(said["plan"])
        if wrong:
            yield "plan", wrong
        elif cost is not None and not same(float(cost), said["cost"]):
            yield "cost", f"{said['cost']} said, {float(cost)} it is"
    if task.space is None:
        return
    least = task.to_goal.get(task.init)
    if said["status"] == "unsolvable" and least is not None:
        yield "unsolvable", f"unsolvable said, {float(least)} it costs ({said['note']})"
    if said["optimal"] and (not solved or least is None or not same(said["cost"], float(least))):
        yield "optimal", f"{said['cost']} said to be least, {least} is"
    bound = said.get("bound")
    if bound is not None and least is not None and bound > least and not same(bound, float(least)):
        yield "bound", f"at least {bound} said, {float(least)} is enough"


PLANNING = Attack(
    name="planning",
    share=3,
    counted=("problems", "searches", "refused", "beyond the truth"),
    wrong=(FALSE,),
    attack=attack,
    asked=("searches", 2_000),
)
