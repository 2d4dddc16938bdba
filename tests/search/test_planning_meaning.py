"""What PDDL means, held against a second reading of it that shares no code: random small typed ADL problems, by brute force.

The reading below is written from the language's definition (Fox and Long 2003; for derived predicates Gerevini and Long
2005): its own reader of parentheses, typed objects, formulas evaluated as they stand, effects that delete before they add.
"""

from __future__ import annotations

import re
from heapq import heappop, heappush
from itertools import count, product
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

# The second reading.


def parsed(text):
    words = re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text).lower())

    def one(at):
        if words[at] != "(":
            return words[at], at + 1
        found, at = [], at + 1
        while words[at] != ")":
            inner, at = one(at)
            found.append(inner)
        return found, at + 1

    return one(0)[0]


def typed(items):
    found, waiting, at = [], [], 0
    while at < len(items):
        if items[at] == "-":
            kinds = items[at + 1]
            kinds = kinds[1:] if isinstance(kinds, list) else [kinds]
            found += [(name, kinds) for name in waiting]
            waiting, at = [], at + 2
        else:
            waiting.append(items[at])
            at += 1
    return found + [(name, ["object"]) for name in waiting]


class Meaning:
    """A domain and a problem as PDDL defines them."""

    def __init__(self, domain, problem):
        sections = [*parsed(domain)[2:], *parsed(problem)[2:]]

        def listed(head):
            return next((one[1:] for one in sections if one[0] == head), [])

        self.above = {name: kinds[0] for name, kinds in typed(listed(":types"))}
        things = [*typed(listed(":constants")), *typed(listed(":objects"))]
        self.things = {name: self.all_above(kinds[0]) for name, kinds in things}
        self.rules = [(one[1], one[2]) for one in sections if one[0] == ":derived"]
        self.derived = {head[0] for head, _ in self.rules}
        self.recursive = {head[0] for head, body in self.rules if head[0] in str(body)}
        self.closures = {}
        self.actions = [
            (one[1], dict(zip(one[2::2], one[3::2], strict=True)))
            for one in sections
            if one[0] == ":action"
        ]
        init = [one for one in listed(":init") if one[0] not in ("=", "not")]
        self.start = frozenset(map(tuple, init))
        self.numbers = {tuple(one[1]): int(one[2]) for one in listed(":init") if one[0] == "="}
        self.goal = listed(":goal")[0]
        self.costs = bool(listed(":metric"))

    def all_above(self, kind):
        found = {kind, "object"}
        while kind in self.above:
            kind = self.above[kind]
            found.add(kind)
        return found

    def choices(self, parameters):
        """All objects for parameters."""
        listed = typed(parameters)
        pools = [[n for n, all_of in self.things.items() if all_of & set(k)] for _, k in listed]
        for objects in product(*pools):
            yield dict(zip((name for name, _ in listed), objects, strict=True))

    def true(self, formula, own, facts):
        if not formula:
            return True
        head, rest = formula[0], formula[1:]
        if head == "and":
            return all(self.true(one, own, facts) for one in rest)
        if head == "or":
            return any(self.true(one, own, facts) for one in rest)
        if head == "not":
            return not self.true(rest[0], own, facts)
        if head == "imply":
            return not self.true(rest[0], own, facts) or self.true(rest[1], own, facts)
        if head in ("forall", "exists"):
            found = (self.true(rest[1], own | more, facts) for more in self.choices(rest[0]))
            return all(found) if head == "forall" else any(found)
        terms = tuple(own.get(one, one) for one in rest)
        if head == "=":
            return terms[0] == terms[1]
        if head in self.recursive:
            return (head, *terms) in self.closure(facts)
        if head in self.derived:
            return any(self.follows(*rule, (head, *terms), facts) for rule in self.rules)
        return (head, *terms) in facts

    def closure(self, facts):
        """The least set of atoms that the recursive rules make true; while it grows, what there is of it."""
        if facts not in self.closures:
            known, new = None, frozenset()
            while known != new:
                known = self.closures[facts] = new
                new = frozenset(
                    (head[0], *own.values())
                    for head, body in self.rules
                    if head[0] in self.recursive
                    for own in self.choices(head[1:])
                    if self.true(body, own, facts)
                )
        return self.closures[facts]

    def follows(self, head, body, atom, facts):
        return head[0] == atom[0] and any(
            tuple(own.values()) == atom[1:] and self.true(body, own, facts)
            for own in self.choices(head[1:])
        )

    def changes(self, effect, own, facts, add, delete):
        """What an effect makes true and false, and what it costs."""
        if not effect:
            return 0
        head, rest = effect[0], effect[1:]
        if head == "and":
            return sum(self.changes(one, own, facts, add, delete) for one in rest)
        if head == "forall":
            inner = self.choices(rest[0])
            return sum(self.changes(rest[1], own | more, facts, add, delete) for more in inner)
        if head == "when":
            taken = self.true(rest[0], own, facts)
            return self.changes(rest[1], own, facts, add, delete) if taken else 0
        if head == "increase":
            if not isinstance(rest[1], list):
                return int(rest[1])
            return self.numbers[tuple(own.get(one, one) for one in rest[1])]
        atom, into = (rest[0], delete) if head == "not" else (effect, add)
        into.add(tuple(own.get(one, one) for one in atom))
        return 0

    def steps(self, facts):
        for name, parts in self.actions:
            for own in self.choices(parts.get(":parameters", [])):
                if self.true(parts.get(":precondition", []), own, facts):
                    add, delete = set(), set()
                    cost = self.changes(parts.get(":effect", []), own, facts, add, delete)
                    step = (name, *own.values())
                    yield step, cost if self.costs else 1, (facts - delete) | add

    def calls(self):
        for name, parts in self.actions:
            for own in self.choices(parts.get(":parameters", [])):
                yield (name, *own.values())

    def explored(self, most):
        """All states, or None where there are more than so many; and the cost of the cheapest plan."""
        seen, best, waiting, number = set(), None, [(0, 0, self.start)], count(1)
        while waiting:
            cost, _, facts = heappop(waiting)
            if facts in seen:
                continue
            seen.add(facts)
            if len(seen) > most:
                return None, best
            if best is None and self.true(self.goal, {}, facts):
                best = cost
            for _, more, after in self.steps(facts):
                if after not in seen:
                    heappush(waiting, (cost + more, next(number), after))
        return seen, best


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


def held_against_the_second_reading(of_domain, of_problem):
    """Whether arcwise reads a problem at all; what it says of it must then be so."""
    meaning = Meaning(of_domain, of_problem)
    states, best = meaning.explored(MOST)
    if states is None:
        return False
    try:
        task = read_task(read_action_domain(of_domain), of_problem)
        grounding = ground_task(task)
    except InputError as error:
        assert "too many cases" in str(error), str(error)
        return False
    assert {frozenset(one) for one in Space(task, MOST + 1).states} == states
    written = read_task(read_action_domain(domain_text(task.domain)), task_text(task))
    assert {frozenset(one) for one in Space(written, MOST + 1).states} == states
    for call in meaning.calls():
        possible = any(step == call for step, _, _ in meaning.steps(meaning.start))
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
def test_states_and_cheapest_plans_of_random_problems_are_those_of_the_language(seed):
    maker = Maker(seed)
    held_against_the_second_reading(maker.domain(), maker.problem())


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
    rules, parameter, condition, done
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
        assert held_against_the_second_reading(text, problem)
    assert found == done


def test_a_parameter_that_hides_another_in_an_effect_is_one_of_its_own():
    text = """(define (domain d) (:predicates (p ?x) (q ?x))
      (:action go :parameters (?x) :effect (when (p ?x) (forall (?x) (q ?x)))))"""
    problem = "(define (problem p) (:domain d) (:objects a b) (:init (p a)) (:goal (q b)))"
    assert held_against_the_second_reading(text, problem)


def test_two_unions_of_types_that_share_one_may_be_of_the_same_object():
    text = """(define (domain d) (:types a b c) (:predicates (p ?x - (either a b)))
      (:action go :parameters (?x - (either b c)) :effect (p ?x)))"""
    problem = "(define (problem p) (:domain d) (:objects o - b) (:init) (:goal (p o)))"
    assert held_against_the_second_reading(text, problem)


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
