"""Policies for actions that ask for something not to be so, for one of several things, or for something of all objects."""

from __future__ import annotations

import gc
import subprocess
import sys
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from arcwise.ebl import MacroLibrary, library_text, load_macros
from arcwise.planning import follow, prove_policy
from arcwise.planning.learning.pddl_axioms import axioms_domain, axioms_task
from arcwise.planning.learning.python_program import python_program
from arcwise.planning.pddl import PlanningDomain, PlanningTask, read_action_domain, read_task
from arcwise.planning.pddl.action_domain import denial
from arcwise.planning.pddl.action_schema import taken
from arcwise.planning.pddl.axioms import check_plain_goal
from arcwise.planning.pddl.denials import denied_by, denying, holds_in
from arcwise.planning.pddl.formula import holds
from arcwise.planning.pddl.write import task_text
from arcwise.planning.policy import policy_then_search
from arcwise.planning.policy.certificate import policy_certificate
from arcwise.planning.policy.policy_then_search import follow_in
from arcwise.planning.policy.rule import LiftedPolicy
from arcwise.planning.policy.small_problems import TaskSteps, check_small
from arcwise.planning.policy.world import World
from arcwise.rules import room
from arcwise.rules.errors import InputError
from arcwise.search import Status
from arcwise.search.limits import Limits, Meter

from .test_policy import learned, solved

FERRY = """(define (domain ferry) (:requirements :typing :negative-preconditions) (:types car place)
 (:predicates (at ?c - car ?p - place) (ferry ?p - place) (on ?c - car) (loaded) (closed ?p - place))
 (:action sail :parameters (?a ?b - place) :precondition (and (ferry ?a) (not (= ?a ?b)))
  :effect (and (ferry ?b) (not (ferry ?a))))
 (:action open :parameters (?a - place) :precondition (and (ferry ?a) (closed ?a) (not (loaded)))
  :effect (not (closed ?a)))
 (:action board :parameters (?c - car ?a - place)
  :precondition (and (ferry ?a) (at ?c ?a) (not (loaded)) (not (closed ?a)))
  :effect (and (on ?c) (loaded) (not (at ?c ?a))))
 (:action debark :parameters (?c - car ?a - place)
  :precondition (and (ferry ?a) (on ?c) (not (closed ?a)))
  :effect (and (not (on ?c)) (not (loaded)) (at ?c ?a))))"""

LAMPS = """(define (domain lamps) (:requirements :typing :negative-preconditions) (:types room)
 (:predicates (door ?a ?b - room) (in ?r - room) (lit ?r - room))
 (:action go :parameters (?a ?b - room) :precondition (and (in ?a) (door ?a ?b))
  :effect (and (in ?b) (not (in ?a))))
 (:action off :parameters (?a - room) :precondition (and (in ?a) (lit ?a)) :effect (not (lit ?a))))"""

ROADS = """(define (domain roads) (:requirements :typing :disjunctive-preconditions)
 (:types place parcel)
 (:predicates (road ?a ?b - place) (van ?p - place) (in ?x - parcel) (lies ?x - parcel ?p - place)
  (small ?x - parcel) (crane ?p - place))
 (:action drive :parameters (?a ?b - place)
  :precondition (and (van ?a) (or (road ?a ?b) (road ?b ?a))) :effect (and (van ?b) (not (van ?a))))
 (:action load :parameters (?x - parcel ?p - place)
  :precondition (and (van ?p) (lies ?x ?p) (or (small ?x) (crane ?p)))
  :effect (and (in ?x) (not (lies ?x ?p))))
 (:action unload :parameters (?x - parcel ?p - place) :precondition (and (van ?p) (in ?x))
  :effect (and (lies ?x ?p) (not (in ?x)))))"""

JOBS = """(define (domain jobs) (:requirements :typing :adl) (:types job place)
 (:predicates (needs ?a ?b - job) (done ?a - job) (site ?a - job ?p - place) (me ?p - place)
  (way ?a ?b - place))
 (:action go :parameters (?a ?b - place) :precondition (and (me ?a) (way ?a ?b))
  :effect (and (me ?b) (not (me ?a))))
 (:action do :parameters (?j - job ?p - place)
  :precondition (and (me ?p) (site ?j ?p) (forall (?k - job) (imply (needs ?j ?k) (done ?k))))
  :effect (done ?j)))"""

BLOCKS = """(define (domain blocks) (:requirements :typing :derived-predicates :adl) (:types block)
 (:predicates (on ?a ?b - block) (table ?a - block) (holding ?a - block) (clear ?a - block) (empty)
  (above ?a ?b - block))
 (:derived (clear ?b - block) (and (not (exists (?a - block) (on ?a ?b))) (not (holding ?b))))
 (:derived (empty) (not (exists (?a - block) (holding ?a))))
 (:derived (above ?a ?b - block)
  (or (on ?a ?b) (exists (?c - block) (and (on ?a ?c) (above ?c ?b)))))
 (:action pick :parameters (?a - block) :precondition (and (clear ?a) (table ?a) (empty))
  :effect (and (holding ?a) (not (table ?a))))
 (:action put :parameters (?a - block) :precondition (holding ?a)
  :effect (and (table ?a) (not (holding ?a))))
 (:action stack :parameters (?a ?b - block) :precondition (and (holding ?a) (clear ?b))
  :effect (and (on ?a ?b) (not (holding ?a))))
 (:action unstack :parameters (?a ?b - block) :precondition (and (clear ?a) (on ?a ?b) (empty))
  :effect (and (holding ?a) (not (on ?a ?b)))))"""


def tree(things: list[str], rng: Random, name: str) -> str:
    pairs = [(one, things[rng.randrange(n)]) for n, one in enumerate(things) if n]
    return " ".join(f"({name} {a} {b}) ({name} {b} {a})" for a, b in pairs)


def cars(size: int, seed: int) -> tuple[str, str, str]:
    rng = Random(seed)
    some, places = [f"c{n}" for n in range(size)], [f"p{n}" for n in range(size + 1)]
    init = [f"(ferry {rng.choice(places)})", *(f"(at {one} {rng.choice(places)})" for one in some)]
    init += [f"(closed {one})" for one in places if rng.random() < 0.5]
    goal = [f"(at {one} {rng.choice(places)})" for one in some]
    return f"{' '.join(some)} - car {' '.join(places)} - place", " ".join(init), " ".join(goal)


def rooms(size: int, seed: int) -> tuple[str, str, str]:
    rng = Random(seed)
    some = [f"r{n}" for n in range(size + 1)]
    lit = " ".join(f"(lit {one})" for one in some if rng.random() < 0.6)
    init = f"(in r0) (lit {some[-1]}) {lit} {tree(some, rng, 'door')}"
    return f"{' '.join(some)} - room", init, "(forall (?r - room) (not (lit ?r)))"


def parcels(size: int, seed: int) -> tuple[str, str, str]:
    rng = Random(seed)
    some, places = [f"x{n}" for n in range(size)], [f"p{n}" for n in range(size + 2)]
    small = [one for one in some if rng.random() < 0.5]
    init = [f"(van {rng.choice(places)})", "(crane p0)", *(f"(small {one})" for one in small)]
    for n, one in enumerate(places[1:], start=1):
        pair = (one, places[rng.randrange(n)])
        init.append(f"(road {' '.join(pair if rng.random() < 0.5 else pair[::-1])})")
    init += [f"(lies {one} {rng.choice(places) if one in small else 'p0'})" for one in some]
    goal = " ".join(f"(lies {one} {rng.choice(places)})" for one in some)
    return f"{' '.join(some)} - parcel {' '.join(places)} - place", " ".join(init), goal


def jobs(size: int, seed: int) -> tuple[str, str, str]:
    rng = Random(seed)
    some, places = [f"j{n}" for n in range(size + 1)], [f"p{n}" for n in range(size)]
    init = ["(me p0)", tree(places, rng, "way")]
    init += [f"(needs {a} {b})" for n, a in enumerate(some) for b in some[:n] if rng.random() < 0.5]
    init += [f"(site {one} {rng.choice(places)})" for one in some]
    listed = rng.sample(some, len(some))
    return (
        f"{' '.join(listed)} - job {' '.join(places)} - place",
        " ".join(init),
        f"(done {some[-1]})",
    )


def stacks(size: int, seed: int) -> tuple[str, str, str]:
    rng = Random(seed)
    some = [f"b{n}" for n in range(size + 1)]

    def towers() -> list[str]:
        order = rng.sample(some, len(some))
        return [
            f"(on {one} {order[n - 1]})" if n and rng.random() < 0.7 else f"(table {one})"
            for n, one in enumerate(order)
        ]

    return f"{' '.join(some)} - block", " ".join(towers()), " ".join(towers())


WORLDS = {
    "ferry": (FERRY, cars, 3),
    "lamps": (LAMPS, rooms, 3),
    "roads": (ROADS, parcels, 2),
    "jobs": (JOBS, jobs, 4),
    "blocks": (BLOCKS, stacks, 3),
}


def task_of(name: str, size: int, seed: int) -> PlanningTask:
    text, made, _ = WORLDS[name]
    objects, init, goal = made(size, seed)
    return read_task(
        read_action_domain(text, f"{name}.pddl"),
        f"(define (problem {name}-{size}-{seed}) (:domain {name}) (:objects {objects}) (:init {init})"
        f" (:goal (and {goal})))",
        f"{name}-{size}-{seed}.pddl",
    )


@pytest.fixture(scope="module", params=WORLDS)
def world(request: pytest.FixtureRequest) -> tuple[str, MacroLibrary]:
    """A policy learned from five small problems of a domain."""
    name = request.param
    largest = WORLDS[name][2]
    tasks = [task_of(name, 1 + n % largest, n) for n in range(largest + 2)]
    library, records = learned(tasks[0].domain, tasks)
    assert all({one.problem.origin: one.outcome.solved for one in records}.values())
    return name, library


@pytest.mark.parametrize("name", WORLDS)
def test_what_follows_from_facts_follows_after_every_step_and_back(name):
    """Each atom is held against its definition, and each action against its cases, on a random walk."""
    task, rng = task_of(name, 3, 4), Random(4)
    domain = denying(task.domain, denied_by(task.domain, [task]))
    world, steps = World(task, domain), TaskSteps(task)
    first, facts = frozenset(world.true), task.init
    for _ in range(25):
        denied = {
            denial((one.name, *objects))
            for one in domain.denials.values()
            for objects in product(*(task.objects_of(own.type) for own in one.parameters))
            if (one.name, *objects) not in facts
        }
        of_all = {
            (name, *objects)
            for name, one in domain.universals.items()
            for objects in product(*(task.objects_of(own.type) for own in one.signature.parameters))
            if holds(
                task,
                one.formula,
                dict(zip((own.name for own in one.signature.parameters), objects, strict=True)),
                facts | denied,
            )
        }
        assert world.true == facts | denied | of_all
        assert all(holds_in(task, domain, one, facts) for one in denied | of_all)
        possible = {(one.name, *one.arguments): one for one in steps.possible(facts)}
        by_cases = {
            taken((case.name, *(found[one.name] for one in case.parameters)))
            for case in domain.cases.values()
            for found in world.matches(case, {})
        }
        assert by_cases == possible.keys()
        call = rng.choice(sorted(possible))
        world.change(*world.outcome(call))
        facts = possible[call].result(facts)
    world.back(0)
    assert world.true == first


def test_larger_problems_are_solved_by_the_rules(world):
    name, library = world
    for seed in range(3):
        solved(library, task_of(name, 9, 100 + seed))


def test_every_state_of_another_small_problem_is_solved(world):
    name, library = world
    assert library.policy is not None
    found = check_small(library.policy, task_of(name, 2, 55))
    assert found.tried and not found.failed, found.failures


def test_a_policy_is_the_same_when_it_is_read_back(world, tmp_path):
    name, library = world
    place = tmp_path / "policy.pl"
    place.write_text(library_text(library))
    task = task_of(name, 5, 7)
    again = load_macros(place, PlanningDomain(task.domain))
    assert again.policy is not None and library.policy is not None
    assert again.policy.rules == library.policy.rules
    assert follow(again.policy, task).plan == follow(library.policy, task).plan


def test_a_program_makes_the_same_steps(world, tmp_path):
    name, library = world
    task = task_of(name, 5, 8)
    if task.negative_goal:
        return  # a program reads goals that are atoms
    (tmp_path / "alone.py").write_text(python_program(library))
    (tmp_path / "problem.pddl").write_text(task_text(task))
    done = subprocess.run(
        [sys.executable, "alone.py", "problem.pddl"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stderr == ""
    plan = [f"({' '.join(one)})" for one in follow(library.policy, task).plan]
    assert done.stdout.splitlines() == plan


def test_the_checker_sees_that_it_is_complete(world):
    name, library = world
    task = task_of(name, 1, 21)
    texts = WORLDS[name][0], task_text(task)
    found = policy_certificate(library.policy, task, texts, all_starts=False)
    assert found.data is not None, found.note


def test_axioms_leave_a_plan(world):
    """The domain with axioms is read again, and every step of the policy's plan may be taken in it."""
    name, library = world
    task = task_of(name, 2, 31)
    domain = read_action_domain(axioms_domain(library.policy))
    assert {one.name for one in domain.actions} <= {one.name for one in task.domain.actions}
    made = axioms_task(library.policy, task)
    assert read_task(domain, task_text(replace(made, domain=domain))).init > task.init


def test_what_is_proved_of_a_rule_knows_what_it_needs_of_all_objects():
    library, _ = learned(
        (first := task_of("blocks", 1, 0)).domain,
        [first, *(task_of("blocks", 2, n) for n in range(4))],
    )
    proved = prove_policy(library.policy)
    unstack = next(one for one in proved.rules if one.rule.goal[0] == "not-on")
    assert not all(one.proved for one in unstack.proofs)


WIDE = """(define (domain wide) (:requirements :strips :negative-preconditions)
 (:predicates (used ?a ?b ?c ?d) (done ?x))
 (:action use :parameters (?a ?b ?c ?d) :precondition (not (used ?a ?b ?c ?d))
  :effect (and (used ?a ?b ?c ?d) (done ?a))))"""


def wide(objects: int) -> tuple[LiftedPolicy, PlanningTask]:
    domain = read_action_domain(WIDE)
    names = " ".join(f"o{n}" for n in range(objects))
    text = f"(define (problem x) (:domain wide) (:objects {names}) (:init) (:goal (done o0)))"
    return LiftedPolicy(denying(domain, {"used"})), read_task(domain, text)


def test_the_time_limit_holds_while_atoms_for_what_is_not_so_are_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert follow(*wide(2)).limit is None
    looks = iter([None, None, "time"])
    monkeypatch.setattr(Meter, "overdue", lambda self: next(looks))
    found = follow(*wide(7))  # 2,401 atoms
    assert (found.limit, found.solved, found.tries) == ("time", False, 0)


def test_a_problem_with_too_many_denied_atoms_is_left_to_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(policy_then_search, "MOST_DENIED", 80)
    monkeypatch.setattr(room, "available_bytes", lambda: 0)
    result, followed = follow_in(*wide(3))
    assert result.status is Status.INCOMPLETE
    assert followed is None
    assert "80 atoms for what is not so at most; found: 81" in result.note
    result, followed = follow_in(*wide(2))
    assert followed is not None


def test_a_file_alone_tells_its_denials(world) -> None:
    _, library = world
    denials = library.policy.domain.denials
    alone = load_macros("policy.pl", text=library_text(library)).policy.domain.denials
    assert bool(alone) == bool(denials)
    assert all(one.name == denials[name].name for name, one in alone.items())


ODD = """(define (domain odd) (:predicates (p ?x) (not-p ?x) (q ?x))
 (:action drop :parameters (?x) :precondition (p ?x) :effect (not (p ?x)))
 (:action mark :parameters (?x) :precondition (q ?x) :effect (not-p ?x))
 (:action make :parameters (?x) :precondition (not (q ?x)) :effect (p ?x))
 (:action open :parameters (?x) :precondition (not (q ?x)) :effect (q ?x))
 (:action shut :parameters (?x) :precondition (q ?x) :effect (not (q ?x))))"""


def odd(init: str, goal: str) -> PlanningTask:
    text = f"(define (problem x) (:domain odd) (:objects a b) (:init {init}) (:goal {goal}))"
    return read_task(read_action_domain(ODD), text)


def test_a_predicate_named_as_a_denial_is_none_if_an_action_makes_it_true_alone() -> None:
    task = odd("(p a) (q b)", "(and (not-p a) (p b))")
    library, _ = learned(task.domain, [task])
    read = load_macros("policy.pl", text=library_text(library)).policy
    assert set(read.domain.denials) == {"not-q"}
    assert follow(read, task).solved


def test_a_negative_goal_beside_a_predicate_named_as_its_denial_is_refused() -> None:
    refused = odd("(p a)", "(not (p a))")
    assert refused.beyond_atoms == "(not (p a)) beside the predicate not-p"
    with pytest.raises(InputError, match="beside the predicate not-p"):
        check_plain_goal(refused)
    for goal in ("(not (q a))", "(not-p a)"):
        assert odd("(p a)", goal).plain_goal


@pytest.mark.parametrize("nodes", [3, None])
def test_following_leaves_no_facts_to_the_collector_of_garbage(world, nodes: int | None) -> None:
    name, library = world
    task = task_of(name, 5, 8)
    collects = gc.isenabled()
    gc.disable()
    try:
        begun = sum(isinstance(one, World) for one in gc.get_objects())
        found = follow(library.policy, task, Limits(nodes=nodes))
        assert found.limit == ("nodes" if nodes else None)
        assert sum(isinstance(one, World) for one in gc.get_objects()) == begun
    finally:
        if collects:
            gc.enable()
