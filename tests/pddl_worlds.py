"""Small random planning domains and tasks, and what they do by the book."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import count, product
from random import Random

from arcwise.ebl import Course, MacroLibrary, TrainingProblem, train
from arcwise.ebl.learner import Choice
from arcwise.planning.learning.pieces import Pieces
from arcwise.planning.pddl import (
    Action,
    ActionDomain,
    Atom,
    GroundAction,
    PlanningDomain,
    PlanningTask,
    Signature,
    Typed,
    execute,
    instantiate,
    is_goal,
    read_action_domain,
    read_plan,
)
from arcwise.planning.pddl.action_domain import is_a
from arcwise.planning.pddl.strips import Facts
from hypothesis import reject

TYPES = {"thing": "object", "box": "thing", "place": "object"}
MOST_STATES = 400


KINDS = ("object", *TYPES)


def all_instances(task: PlanningTask) -> Iterator[GroundAction]:
    """Every action with every choice of objects: only for small tasks."""
    for action in task.domain.actions:
        choices = [task.objects_of(parameter.type) for parameter in action.parameters]
        for arguments in product(*choices):
            ground = instantiate(task, action, arguments)
            if ground is not None:
                yield ground


def applies(action: GroundAction, facts: Facts) -> bool:
    """Whether an action can be taken."""
    return action.positive <= facts and action.negative.isdisjoint(facts)


def random_domain(rng: Random) -> ActionDomain:
    """A domain of two to four predicates and two to four actions, most of which move something along."""
    predicates = tuple(
        Signature(
            f"p{number}",
            tuple(Typed(f"?x{n}", rng.choice(KINDS)) for n in range(rng.choice((0, 1, 1, 2, 2)))),
        )
        for number in range(rng.randint(2, 4))
    )
    constants = (Typed("home", "place"),) if rng.random() < 0.3 else ()
    actions = tuple(
        _random_action(f"a{number}", predicates, constants, rng)
        for number in range(rng.randint(2, 4))
    )
    return ActionDomain(
        "random",
        (":strips", ":typing", ":equality", ":negative-preconditions", ":action-costs"),
        TYPES,
        constants,
        predicates,
        (Signature("total-cost"), Signature("weight", (Typed("?x0", "object"),))),
        actions,
    )


def _random_action(
    name: str, predicates: tuple[Signature, ...], constants: tuple[Typed, ...], rng: Random
) -> Action:
    parameters = tuple(Typed(f"?x{n}", rng.choice(KINDS)) for n in range(rng.randint(1, 3)))
    terms = (*parameters, *constants)

    def atom(predicate: Signature) -> Atom | None:
        choices = [
            [term.name for term in terms if _related(term.type, slot.type)]
            for slot in predicate.parameters
        ]
        if not all(choices):
            return None
        return (predicate.name, *(rng.choice(fitting) for fitting in choices))

    def atoms(least: int, most: int) -> list[Atom]:
        found = (atom(rng.choice(predicates)) for _ in range(rng.randint(least, most)))
        return [one for one in found if one is not None]

    positive, add, delete = atoms(0, 2), atoms(0, 2), atoms(0, 1) if rng.random() < 0.3 else []
    by_name = {predicate.name: predicate for predicate in predicates}
    for one in positive:  # what is needed often goes, and something of its kind comes
        if rng.random() < 0.7:
            delete.append(one)
            other = atom(by_name[one[0]])
            if other is not None and rng.random() < 0.8:
                add.append(other)
    names = [term.name for term in terms]
    pair = (rng.choice(names), rng.choice(names))
    costs: list[float | Atom | None] = [None, 0, 1, 1, 3, ("weight", parameters[0].name)]
    return Action(
        name,
        parameters,
        _once(positive),
        _once(atoms(0, 1)) if rng.random() < 0.4 else (),
        equal=(pair,) if rng.random() < 0.1 else (),
        unequal=(pair,) if rng.random() < 0.2 else (),
        add=_once(add),
        delete=_once(delete),
        cost=rng.choice(costs),
    )


def _once(atoms: list[Atom]) -> tuple[Atom, ...]:
    return tuple(dict.fromkeys(atoms))


def _related(one: str, other: str) -> bool:
    return is_a(TYPES, one, other) or is_a(TYPES, other, one)


def random_task(rng: Random, domain: ActionDomain | None = None) -> PlanningTask:
    """A task with up to four objects, of a random domain unless one is given; its goal is true after a random walk.

    Of several tries the one whose walk brings most that is new.
    """
    tries = [_random_task(rng, domain or random_domain(rng)) for _ in range(8)]
    return max(tries, key=lambda task: len(task.goal))


def _random_task(rng: Random, domain: ActionDomain) -> PlanningTask:
    objects = tuple(Typed(f"o{n}", rng.choice(KINDS[1:])) for n in range(rng.randint(2, 4)))
    empty = PlanningTask("task", domain, objects)
    init: set[Atom] = set()
    for predicate in domain.predicates:
        rows = [atom for atom in all_atoms(empty) if atom[0] == predicate.name]
        if rows and rng.random() < 0.6:  # one for every first argument, as places have it
            firsts = list(dict.fromkeys(row[: rng.randint(1, 2)] for row in rows))
            init |= {rng.choice([r for r in rows if r[: len(f)] == f]) for f in firsts}
        else:
            init |= {atom for atom in rows if rng.random() < 0.3}
    values = {("weight", name): float(n % 3) for n, name in enumerate(empty.type_of)}
    task = replace(empty, init=frozenset(init), values=values, minimize=rng.random() < 0.5)
    facts = random_walk(task, rng, rng.randint(2, 10))[-1]
    typed = set(all_atoms(task))  # actions may add more, but no file may say so
    new, gone = sorted((facts - task.init) & typed), sorted(task.init - facts)
    goal = tuple(rng.sample(new, min(len(new), 3)))
    return replace(task, goal=goal, negative_goal=tuple(gone[:1]) if rng.random() < 0.2 else ())


def random_walk(task: PlanningTask, rng: Random, length: int) -> list[Facts]:
    """The states along a walk of random actions, by the book."""
    actions = list(all_instances(task))
    states = [task.init]
    for _ in range(length):
        possible = [action for action in actions if applies(action, states[-1])]
        if not possible:
            break
        states.append(rng.choice(possible).result(states[-1]))
    return states


def all_atoms(task: PlanningTask) -> list[Atom]:
    """Every atom that the objects of a task make possible."""
    found: list[Atom] = []
    for predicate in task.domain.predicates:
        rows: list[Atom] = [(predicate.name,)]
        for slot in predicate.parameters:
            rows = [(*row, name) for row in rows for name in task.objects_of(slot.type)]
        found += rows
    return found


def reachable_states(
    task: PlanningTask, names: Collection[str]
) -> dict[Facts, list[tuple[GroundAction, Facts]]]:
    """The states that actions of these names reach, each with its successors; a limited number of them."""
    actions = [action for action in all_instances(task) if action.text in names]
    found: dict[Facts, list[tuple[GroundAction, Facts]]] = {}
    waiting = [task.init]
    while waiting and len(found) < MOST_STATES:
        facts = waiting.pop(0)
        if facts in found:
            continue
        found[facts] = [(a, a.result(facts)) for a in actions if applies(a, facts)]
        waiting += [after for _, after in found[facts]]
    return found


def cheapest(task: PlanningTask) -> float | None:
    """What the cheapest plan costs, or None where there is none; an example with too many states is left out."""
    actions = list(all_instances(task))
    tie = count()
    queue = [(0.0, next(tie), task.init)]
    done: set[Facts] = set()
    while queue:
        cost, _, facts = heapq.heappop(queue)
        if facts in done:
            continue
        done.add(facts)
        if len(done) > 5000:
            reject()
        if is_goal(task, facts):
            return cost
        for action in actions:
            if applies(action, facts):
                heapq.heappush(queue, (cost + action.cost, next(tie), action.result(facts)))
    return None


def learned_from(
    task: PlanningTask, plan: str | None = None, learner: Pieces | None = None
) -> tuple[MacroLibrary, Choice]:
    """What a plan of a problem teaches, or the one that A* finds."""
    domain = PlanningDomain(task.domain, task)
    theory = domain.theory((1, 1))
    moves = None
    if plan is not None:
        moves = tuple(action.text for action in execute(task, read_plan(plan), whole=False).actions)
    problem = TrainingProblem(
        theory.shape,
        domain.grounding.start,
        domain.grounding.goal,
        task.source,
        domain=domain,
        plan=moves,
    )
    learner = learner or Pieces(untried=True)
    library = learner.library(PlanningDomain(task.domain))
    course = Course(theory.shape, (theory.shape,), examples=(problem,))
    records = list(train(learner, library, course))
    return library, learner.select(records, ())


CART = read_action_domain("""
(define (domain cart) (:requirements :adl) (:types place thing)
  (:predicates (at ?t - thing ?p - place) (in ?t - thing) (heavy ?t - thing) (here ?p - place) (road ?p ?q - place)
    (seen ?p - place))
  (:action push :parameters (?p ?q - place) :precondition (and (here ?p) (road ?p ?q))
    :effect (and (here ?q) (not (here ?p))
      (forall (?t - thing) (when (and (in ?t) (at ?t ?p) (not (= ?p ?q))) (and (at ?t ?q) (not (at ?t ?p)))))
      (forall (?t - thing) (when (and (at ?t ?q) (not (heavy ?t)) (not (in ?t))) (in ?t)))
      (when (not (seen ?q)) (seen ?q))))
  (:action load :parameters (?t - thing ?p - place) :precondition (and (here ?p) (at ?t ?p)) :effect (in ?t)))
""")
"""A cart takes along what is in it, and picks up what is light."""


def cart(rng: Random, places: int = 3, things: int = 3) -> PlanningTask:
    """Random roads, things and places of things, and no goal."""
    names, load = [f"p{n}" for n in range(places)], [f"t{n}" for n in range(things)]
    facts = {("here", rng.choice(names))}
    facts |= {("road", *pair) for pair in product(names, names) if rng.random() < 0.7}
    facts |= {("at", one, rng.choice(names)) for one in load}
    facts |= {(kind, one) for one in load for kind in ("in", "heavy") if rng.random() < 0.5}
    objects = (*(Typed(one, "place") for one in names), *(Typed(one, "thing") for one in load))
    return PlanningTask("cart", CART, objects, frozenset(facts))
