"""PDDL beside a second reading of it that shares no code, that of ``make truth``: random small typed ADL problems."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from arcwise.planning.pddl import (
    domain_text,
    execute,
    ground_task,
    read_action_domain,
    read_plan,
    read_task,
    task_text,
)
from arcwise.planning.policy.small_problems import Space
from arcwise.rules import InputError
from arcwise.search import Problem, solve


@pytest.fixture
def pddl(monkeypatch):
    """The second reading."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "benchmarks"))
    return import_module("truth.oracles.pddl")


# Random problems.

TYPES = "(:types c - a a b - object)"
KINDS = ["a", "b", "c", "object", "(either a b)", "(either b c)"]


class Maker:
    """A random domain and problem, in which types matter."""

    def __init__(self, seed):
        self.rng = Random(seed)
        self.kinds = KINDS if self.rng.random() < 0.8 else ["object"]
        sizes = [self.rng.choice([0, 1, 1, 2]) for _ in range(4)]
        self.predicates = {f"p{n}": size for n, size in enumerate(sizes)}
        self.derived = {
            f"d{n}": self.rng.choice([0, 1, 1, 2]) for n in range(self.rng.choice([0, 1, 2, 2]))
        }
        self.costs = self.rng.random() < 0.3

    def kind(self):
        return self.rng.choice(self.kinds)

    def atom(self, names, predicates):
        usable = [one for one, size in predicates.items() if not size or names]
        derived = [one for one in usable if one in self.derived]
        name = self.rng.choice(derived if derived and self.rng.random() < 0.4 else usable)
        return f"({' '.join([name, *(self.term(names) for _ in range(predicates[name]))])})"

    def term(self, names):
        """One of some names; the latest ones, which are parameters of quantifiers, more often."""
        return self.rng.choice(names[-2:] if self.rng.random() < 0.6 else names)

    def formula(self, names, known, depth=2):
        roll = self.rng.random()
        if depth and roll < 0.5:
            head = self.rng.choice(["and", "or", "imply", "not", "exists", "forall"])
            if head in ("exists", "forall"):
                name = self.rng.choice(["?x", "?y", "?z"])  # may hide a parameter
                inner = self.formula([*names, name], known, depth - 1)
                return f"({head} ({name} - {self.kind()}) {inner})"
            parts = [
                self.formula(names, known, depth - 1) for _ in range(1 if head == "not" else 2)
            ]
            return f"({head} {' '.join(parts)})"
        if names and roll > 0.9:
            return f"(= {self.rng.choice(names)} {self.rng.choice(names)})"
        text = self.atom(names, known)
        return f"(not {text})" if self.rng.random() < 0.3 else text

    def effect(self, names, known, depth=2):
        roll = self.rng.random()
        if depth and roll < 0.25:
            condition = self.formula(names, known, 1)
            return f"(when {condition} {self.effect(names, known, depth - 1)})"
        if depth and roll < 0.45:
            name = self.rng.choice(["?x", "?z"])
            return (
                f"(forall ({name} - {self.kind()}) {self.effect([*names, name], known, depth - 1)})"
            )
        text = self.atom(names, self.predicates)
        return f"(not {text})" if self.rng.random() < 0.4 else text

    def domain(self):
        known = dict(self.predicates)
        parts = [
            "(:requirements :adl :derived-predicates)",
            TYPES,
            f"(:constants k - {self.rng.choice('abc')})",
        ]
        rules = []
        for name, size in self.derived.items():
            before = dict(known)
            for _ in range(self.rng.choice([1, 1, 2])):
                own = ["?x", "?y"][:size]
                head = " ".join([name, *(f"{one} - {self.kind()}" for one in own)])
                rules.append(f"(:derived ({head}) {self.formula(['k', *own], before)})")
            known[name] = size
        binary = [name for name, size in self.predicates.items() if size == 2]
        if binary and self.rng.random() < 0.6:
            step, more = (
                self.rng.choice(binary),
                self.formula(["k", "?x", "?y"], self.predicates, 1),
            )
            one, other = self.kind(), self.kind()
            rules.append(
                f"(:derived (r ?x - {one} ?y) (or (and {more} ({step} ?y ?x)) ({step} ?x ?y)))"
            )
            again = f"(exists (?z - {other}) (and ({step} ?x ?z) (r ?z ?y)))"
            rules.append(f"(:derived (r ?x ?y) {again})")
            known["r"] = self.derived["r"] = 2
        listed = (f"({' '.join([name, '?x', '?y'][: size + 1])})" for name, size in known.items())
        parts.append(f"(:predicates {' '.join(listed)})")
        if self.costs:
            parts.append("(:functions (total-cost) - number (f ?x) - number)")
        parts += rules
        for number in range(self.rng.choice([1, 2, 3])):
            own = ["?x", "?y"][: self.rng.choice([0, 1, 2, 2])]
            names = ["k", *own]
            effects = [self.effect(names, known) for _ in range(self.rng.choice([1, 2, 2, 6]))]
            if self.costs:
                effects.append(
                    f"(increase (total-cost) {self.rng.choice(['2', '(f k)', f'(f {names[-1]})'])})"
                )
            parameters = " ".join(f"{one} - {self.kind()}" for one in own)
            condition = " ".join(
                self.formula(names, known) for _ in range(self.rng.choice([0, 1, 2]))
            )
            parts.append(
                f"(:action m{number} :parameters ({parameters}) :precondition (and {condition})"
                f" :effect (and {' '.join(effects)}))"
            )
        self.known = known
        return f"(define (domain d) {' '.join(parts)})"

    def problem(self):
        objects = [
            (f"o{n}", self.rng.choice(["a", "b", "c", "object"]))
            for n in range(self.rng.choice([1, 2]))
        ]
        names = ["k", *(name for name, _ in objects)]
        init = {self.atom(names, self.predicates) for _ in range(self.rng.choice([0, 2, 4]))}
        if self.costs:
            init |= {f"(= (f {name}) {self.rng.choice([0, 1, 3])})" for name in names}
        metric = "(:metric minimize (total-cost))" if self.costs else ""
        listed = " ".join(f"{name} - {kind}" for name, kind in objects)
        return (
            f"(define (problem p) (:domain d) (:objects {listed}) (:init {' '.join(sorted(init))})"
            f" (:goal {self.goal(names)}) {metric})"
        )

    def goal(self, names):
        if self.rng.random() < 0.4:
            return self.formula(names, self.known, 1)
        return f"(and {' '.join({self.atom(names, self.predicates) for _ in range(2)})})"


MOST = 300


def held_against(pddl, of_domain, of_problem):
    """Whether arcwise reads a problem at all; what it says of it must then be so by the second reading."""
    meaning = pddl.Task(pddl.read(of_domain), pddl.read(of_problem))
    meaning.space = meaning.explored(meaning.init, MOST)
    if meaning.space is None:
        return False
    states, best = set(meaning.space), meaning.to_goal.get(meaning.init)
    most = len(states) + 1
    try:
        task = read_task(read_action_domain(of_domain), of_problem)
        grounding = ground_task(task)
    except InputError as error:
        assert "too many cases" in str(error), str(error)
        return False
    assert {frozenset(one) for one in Space(task, most).states} == states
    written = read_task(read_action_domain(domain_text(task.domain)), task_text(task))
    assert {frozenset(one) for one in Space(written, most).states} == states
    for call in meaning.calls:
        possible = meaning.step(call[0], call[1:], meaning.init) is not None
        try:
            execute(task, read_plan(f"({' '.join(call)})"), whole=False)
        except InputError:
            assert not possible, call
        else:
            assert possible, call
    problem = Problem(grounding.theory, grounding.start, grounding.goal)
    for engine in ("native", "python"):
        found = solve(problem, algorithm="a-star", heuristic="zero", engine=engine)
        assert (found.cost if found.solved else None) == best
    if best is not None:
        plan = read_plan("\n".join(found.move_names))
        assert execute(task, plan).cost == best
    return True


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_states_and_cheapest_plans_of_random_problems_are_those_of_the_language(pddl, seed):
    maker = Maker(seed)
    held_against(pddl, maker.domain(), maker.problem())


DERIVED = """(define (domain d) (:types c - a a b) (:constants k - b)
  (:predicates (ok ?x) (done ?x) (set ?x)) {rules}
  (:action go :parameters (?x - {parameter}) :precondition {condition} :effect (done ?x))
  (:action make :parameters (?x - object) :effect (set ?x)))"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "parameter", "condition", "done"),
    [
        ("(:derived (ok ?x - a) (and))", "object", "(ok ?x)", "ac"),
        ("(:derived (ok ?x - c) (and))", "a", "(ok ?x)", "c"),
        ("(:derived (ok ?x - object) (and))", "c", "(ok ?x)", "c"),
        ("(:derived (ok ?x - a) (and)) (:derived (ok ?x - b) (= ?x k))", "object", "(ok ?x)", "ack"),
        ("(:derived (ok ?x - (either c b)) (and))", "(either a b)", "(ok ?x)", "bck"),
        ("(:derived (ok ?x - a) (and))", "object", "(not (ok ?x))", "bk"),
        ("(:derived (ok ?x - a) (set ?x))", "object", "(not (ok ?x))", "abck"),
        ("(:derived (ok ?x - a) (and))", "object", "(ok k)", ""),
        ("(:derived (ok ?x - a) (and))", "object", "(forall (?y - (either b c)) (imply (ok ?y) (= ?y ?x)))", "c"),
        (
            "(:derived (ok ?x - a) (set ?x)) (:derived (good ?x - object) (not (ok ?x)))",
            "object",
            "(and (set ?x) (good ?x))",
            "bk",
        ),
    ],
)  # fmt: skip
def test_rules_for_derived_predicates_are_for_objects_of_their_types(
    pddl, rules, parameter, condition, done
):
    text = DERIVED.format(rules=rules, parameter=parameter, condition=condition)
    domain = read_action_domain(text)
    found = ""
    for name in "abck":
        problem = f"""(define (problem p) (:domain d) (:objects a - a b - b c - c)
            (:init) (:goal (done {name})))"""
        grounding = ground_task(read_task(domain, problem))
        if solve(Problem(grounding.theory, grounding.start, grounding.goal)).solved:
            found += name
        assert held_against(pddl, text, problem)
    assert found == done


def test_a_parameter_that_hides_another_in_an_effect_is_one_of_its_own(pddl):
    text = """(define (domain d) (:predicates (p ?x) (q ?x))
      (:action go :parameters (?x) :effect (when (p ?x) (forall (?x) (q ?x)))))"""
    problem = "(define (problem p) (:domain d) (:objects a b) (:init (p a)) (:goal (q b)))"
    assert held_against(pddl, text, problem)


def test_two_unions_of_types_that_share_one_may_be_of_the_same_object(pddl):
    text = """(define (domain d) (:types a b c) (:predicates (p ?x - (either a b)))
      (:action go :parameters (?x - (either b c)) :effect (p ?x)))"""
    problem = "(define (problem p) (:domain d) (:objects o - b) (:init) (:goal (p o)))"
    assert held_against(pddl, text, problem)


def test_what_is_derived_is_not_said_at_first_and_its_parameters_are_apart():
    derived = DERIVED.format(
        rules="(:derived (ok ?x - a) (and))", parameter="a", condition="(ok ?x)"
    )
    with pytest.raises(InputError, match="ok is derived"):
        read_task(
            read_action_domain(derived),
            "(define (problem p) (:domain d) (:init (ok k)) (:goal (done k)))",
        )
    with pytest.raises(InputError, match="stands here twice"):
        read_action_domain("(define (domain d) (:predicates (p ?x ?y)) (:derived (p ?x ?x) (and)))")
