"""Macros over parameters do what their steps do, for all objects and in all states; that is tried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from arcwise.ebl import Macro
from arcwise.planning.learning.lifted import generalize_steps
from arcwise.planning.pddl.plan import execute, read_plan
from arcwise.planning.pddl.planning import PlanningDomain
from arcwise.rules import ArcwiseError
from torture.attack import Attack, Case

from ..oracles.pddl import Atom, State, Step, Task, Tree, text_of, typed_list
from ..oracles.pddl import read as read_tree
from ..oracles.random_pddl import random_task
from ..oracles.random_pddl import smaller as smaller_pairs
from ..statement import FALSE, hold

MOST_STATES = 12
"""Of those that the start leads to, and as many others."""

MOST_BINDINGS = 60
"""Objects that the parameters of one macro stand for."""


@dataclass(frozen=True)
class Asked:
    """A task, some steps of which each can be made after the one before, and the seed of states that are tried."""

    domain: Tree
    problem: Tree
    steps: tuple[Step, ...]
    seed: int


def attack(case: Case) -> None:
    """Generalize a random walk."""
    rng = case.rng
    domain, problem = random_task(rng, plain=True)
    task = Task(domain, problem)
    state, steps = task.init, []
    for _ in range(rng.randint(2, 4)):
        found = [
            (call, made) for call in task.calls if (made := task.step(call[0], call[1:], state))
        ]
        if not found:
            break
        call, (state, _) = rng.choice(found)
        steps.append(call)
    if len(steps) > 1:
        asked = Asked(domain, problem, tuple(steps), rng.randrange(10**6))
        hold(case, asked, false_of, smaller, written)


def smaller(asked: Asked) -> Iterator[Asked]:
    """Inputs with one thing less."""
    for place in range(len(asked.steps)):
        if len(asked.steps) > 2:
            yield replace(asked, steps=(*asked.steps[:place], *asked.steps[place + 1 :]))
    for domain, problem in smaller_pairs((asked.domain, asked.problem)):
        yield replace(asked, domain=domain, problem=problem)


def written(asked: Asked) -> str:
    """The two files and the steps."""
    steps = " ".join(text_of(step) for step in asked.steps)
    return "\n".join((text_of(asked.domain), text_of(asked.problem), f"steps {steps}"))


def false_of(asked: Asked, case: Case) -> Iterator[tuple[str, str]]:
    """False statements about the macro."""
    task, rng = Task(asked.domain, asked.problem), Random(asked.seed)
    files = [case.folder / "d.pddl", case.folder / "p.pddl"]
    for file, tree in zip(files, (asked.domain, asked.problem), strict=True):
        file.write_text(text_of(tree), encoding="utf-8")
    known = PlanningDomain.load(*map(str, files))[0].task
    assert known is not None
    case.count("tasks")
    done = execute(known, read_plan("\n".join(map(text_of, asked.steps))), whole=False)
    try:
        macro = generalize_steps(known, known.init, done.actions, "m")
    except ArcwiseError:
        case.count("refused")
        return
    case.count("macros")
    states = rng.sample(
        sorted(task.space or [task.init], key=sorted), min(len(task.space or [0]), MOST_STATES)
    )
    atoms = sorted({atom for state in states for atom in state} | _atoms(task))
    for _ in range(MOST_STATES):
        states.append(frozenset(atom for atom in atoms if rng.random() < 0.6))
    for wrong in _differences(task, macro, states, rng, case):
        yield wrong
        return


def _atoms(task: Task) -> set[Atom]:
    """The atoms that actions add or delete anywhere."""
    found: set[Atom] = set()
    for name, *things in task.calls:
        parameters, _, effect = task.actions[name]
        bound = {one: thing for (one, _), thing in zip(parameters, things, strict=True)}
        add, delete, _ = task.effects(effect, frozenset(), bound)
        found |= add | delete
    return found


def _differences(
    task: Task, macro: Macro, states: list[State], rng: Random, case: Case
) -> Iterator[tuple[str, str]]:
    """Where a macro does not do what its steps do.

    That it applies wherever they can be made is asked for different objects only: where two parameters are one object, a
    step may bring about what the explanation had from the start.
    """
    action = macro.action
    parameters = [
        (one.name, typed_list((one.name, "-", read_tree(one.type)))[0][1])
        for one in action.parameters
    ]
    priced = isinstance(action.cost, int | float) and task.by_cost
    bindings = list(task.bindings(parameters))
    for bound in rng.sample(bindings, min(len(bindings), MOST_BINDINGS)):
        chosen = {*bound.values()}
        apart = len(chosen) == len(bound) and not chosen & task.constants

        def ground(atom: Atom, bound: dict[str, str] = bound) -> Atom:
            return (atom[0], *(bound.get(term, term) for term in atom[1:]))

        if any(bound.get(a, a) == bound.get(b, b) for a, b in action.unequal):
            continue
        equal = all(bound.get(a, a) == bound.get(b, b) for a, b in action.equal)
        positive, negative = (
            set(map(ground, atoms)) for atoms in (action.positive, action.negative)
        )
        add, delete = (set(map(ground, atoms)) for atoms in (action.add, action.delete))
        steps = [ground(step) for step in macro.calls]
        for state in states:
            case.count("instances")
            applies = equal and positive <= state and not negative & state
            after: State | None = state
            cost = Fraction(0)
            for name, *things in steps:
                made = None if after is None else task.step(name, things, after)
                after = None if made is None else made[0]
                cost += 0 if made is None else made[1]
            where = f"{action.name} of {bound} in {sorted(state)}, steps {steps}"
            if applies and after is None:
                yield "unsound", f"{where}: they cannot be made"
            elif applies and after != (state - delete) | add:
                yield "unsound", f"{where}: {sorted((state - delete) | add)}, steps {sorted(after)}"
            elif apart and not applies and after is not None:
                yield "not most general", where
            elif applies and priced and float(cost) != action.cost:
                yield "macro's cost", f"{where}: {action.cost}, steps {cost}"


MACRO_ACTIONS = Attack(
    name="lifted",
    share=1,
    counted=("tasks", "macros", "instances", "refused"),
    wrong=(FALSE,),
    attack=attack,
    asked=("macros", 1_000),
)
