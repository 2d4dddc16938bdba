"""Statements about policies of random domains: complete, solvable, solved, unsolvable; each state is tried here too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from torture.attack import Attack, Case

from ..oracles.pddl import State, Task, Tree, text_of
from ..oracles.pddl import read as read_tree
from ..oracles.random_pddl import random_task
from ..oracles.random_pddl import smaller as smaller_pairs
from ..statement import FALSE, hold
from .certificates import checked
from .commands import FAULT, command

FOLLOWED = 5
"""States of a problem from which a policy is followed."""


@dataclass(frozen=True)
class Asked:
    """A domain, a problem, and the seed of the states that are tried."""

    domain: Tree
    problem: Tree
    seed: int


def attack(case: Case) -> None:
    """Learn a policy of a random problem, check it, and follow it."""
    domain, problem = random_task(case.rng, plain=True)
    hold(case, Asked(domain, problem, case.rng.randrange(10**6)), false_of, smaller, written)


def smaller(asked: Asked) -> Iterator[Asked]:
    """Inputs with one thing less."""
    for domain, problem in smaller_pairs((asked.domain, asked.problem)):
        yield replace(asked, domain=domain, problem=problem)


def written(asked: Asked) -> str:
    """The two files, and what is done with them."""
    commands = "learn d.pddl p.pddl --learner policy -o q.pl; check q.pl d.pddl p.pddl"
    return "\n".join((text_of(asked.domain), text_of(asked.problem), commands))


def starting(problem: Tree, state: State) -> Tree:
    """The problem from another state; what its start says of numbers stays."""

    def facts(part: Tree) -> Tree:
        if not isinstance(part, tuple) or part[0] != ":init":
            return part
        return (":init", *sorted(state), *(fact for fact in part[1:] if fact[0] == "="))

    return tuple(map(facts, problem))


def false_of(asked: Asked, case: Case) -> Iterator[tuple[str, str]]:
    """All that is said of the policy and is not so."""
    task, rng = Task(asked.domain, asked.problem), Random(asked.seed)
    domain, problem, policy = (case.folder / name for name in ("d.pddl", "p.pddl", "q.pl"))
    domain.write_text(text_of(asked.domain), encoding="utf-8")
    problem.write_text(text_of(asked.problem), encoding="utf-8")
    policy.unlink(missing_ok=True)
    case.count("problems")
    learning = ["learn", str(domain), str(problem), "--learner", "policy", "-o", str(policy)]
    code, _, error = command(learning)
    if code == FAULT:
        yield "fault of learn", error
    if not policy.exists() or task.space is None:
        return
    case.count("policies")
    code, out, error = command(["check", str(policy), str(domain), str(problem), "--json"])
    if not out:
        yield "check", f"exit {code}: {error}"
        return
    said = json.loads(out)
    (small,) = said["problems"]
    if small["states"]:
        yield from _checked(task, small)
    if said["complete"] is True and code != 0:
        yield "exit code", f"complete, and exit {code}"
    if small["complete"] and small["solvable"]:
        yield from _certified([str(policy), str(domain), str(problem)], case)
    states = sorted(task.space, key=sorted)
    for state in [task.init, *rng.sample(states, min(FOLLOWED, len(states)))]:
        problem.write_text(text_of(starting(asked.problem, state)), encoding="utf-8")
        words = ["solve", str(domain), str(problem), "--macros", str(policy)]
        code, out, error = command(
            [*words, "--algorithm", "climb", "--limit-nodes", "100000", "--json"]
        )
        if not out:
            yield "follow", f"from {sorted(state)}: exit {code}: {error}"
            continue
        case.count("followed")
        for label, what in _followed(task, state, json.loads(out), small["complete"]):
            yield label, f"from {sorted(state)}: {what}"


def _certified(words: list[str], case: Case) -> Iterator[tuple[str, str]]:
    """Certificates of a complete policy that do not hold."""
    place = case.folder / "c.json"
    place.unlink(missing_ok=True)
    command(["check", *words, "--certificate", str(place)])
    if not place.exists():
        case.count("not certified")
        return
    case.count("certificates")
    code, said = checked([str(place)])
    if code != 0:
        yield "certificate", f"exit {code}: {said.strip()}"


def _checked(task: Task, small: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """False figures of a problem."""
    assert task.space is not None
    if small["states"] != len(task.space):
        yield "states", f"{small['states']} said, {len(task.space)} there are"
    if small["solvable"] != bool(task.to_goal):
        yield (
            "solvable",
            f"{small['solvable']} said of the goal, {len(task.to_goal)} states reach it",
        )
    for failure in small["failures"]:
        facts = {read_tree(one) for one in failure["facts"]}
        goal = [read_tree(one) for one in failure["goal"]]
        fixed = task.init - {atom for state in task.space for atom in state ^ task.init}
        other = next((state for state in task.space if state - fixed == facts - fixed), None)
        if other is None:
            yield "failure", f"no state is {sorted(facts)}"
            continue
        reached = task.explored(other) or {}
        if not any(all(atom in state for atom in goal) for state in reached):
            yield "failure", f"{goal} cannot be reached from {sorted(facts)} at all"


def _followed(
    task: Task, state: State, said: dict[str, Any], complete: bool
) -> Iterator[tuple[str, str]]:
    """False statements made by following a policy."""
    least = task.to_goal.get(state)
    if said["status"] == "solved":
        cost, wrong = task.replay(said["plan"], state)
        if wrong:
            yield "plan", wrong
        elif cost is not None and float(cost) != said["cost"]:
            yield "cost", f"{said['cost']} said, {float(cost)} it is"
    elif complete and least is not None:
        yield "complete", f"{said['status']} ({said['note']}), though the policy is complete"
    if said["status"] == "unsolvable" and least is not None:
        yield "unsolvable", f"unsolvable said, {float(least)} it costs ({said['note']})"
    if said["optimal"] and (least is None or said["cost"] != float(least)):
        yield "optimal", f"{said['cost']} said to be least, {least} is"


POLICIES = Attack(
    name="policies",
    share=2,
    counted=("problems", "policies", "followed", "certificates", "not certified"),
    wrong=(FALSE,),
    attack=attack,
    asked=("policies", 200),
)
