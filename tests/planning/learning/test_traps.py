"""Traps of planning problems leave out no state from which the goal is reached: beside enumerations of random domains."""

import json
from dataclasses import replace
from itertools import combinations_with_replacement
from random import Random

import pytest
from arcwise.ebl import LEARNERS, MacroLibrary, TrapRule
from arcwise.ebl.learn import train
from arcwise.ebl.learner import Course, TrainingProblem
from arcwise.ebl.traps import facts_of, placed
from arcwise.planning.pddl.planning import PlanningDomain
from arcwise.planning.pddl.read_action_domain import read_action_domain
from arcwise.planning.pddl.read_task import read_task
from arcwise.search import Limits, Problem, solve

PREDICATES = {
    "p": ("?x - a",),
    "q": ("?x - b",),
    "r": ("?x - a", "?y - b"),
    "on": ("?x - a", "?y - a"),
}


def random_task(seed):
    """A domain with two types, and a problem with two or three objects of each."""
    rng = Random(seed)
    names = {"a": ["?a1", "?a2"], "b": ["?b1", "?b2"]}

    def atoms(count):
        found = []
        for _ in range(count):
            name = rng.choice(list(PREDICATES))
            types = [one.split()[-1] for one in PREDICATES[name]]
            found.append(f"({name} {' '.join(rng.choice(names[one]) for one in types)})")
        return found

    actions = []
    for number in range(rng.randint(2, 4)):
        needs = [one if rng.random() < 0.75 else f"(not {one})" for one in atoms(rng.randint(1, 3))]
        makes = atoms(rng.randint(1, 2)) + [f"(not {one})" for one in atoms(rng.randint(1, 2))]
        actions.append(
            f"(:action act{number} :parameters (?a1 ?a2 - a ?b1 ?b2 - b)"
            f" :precondition (and {' '.join(needs)}) :effect (and {' '.join(makes)}))"
        )
    predicates = " ".join(f"({name} {' '.join(own)})" for name, own in PREDICATES.items())
    domain = (
        "(define (domain d) (:requirements :strips :typing :negative-preconditions) (:types a b)"
        f" (:predicates {predicates}) {' '.join(actions)})"
    )
    things = {"a": ["k", "l"], "b": ["u", "v"]}
    every = [
        f"({name} {x} {y})" if len(own) == 2 else f"({name} {x})"
        for name, own in PREDICATES.items()
        for x in things[own[0].split()[-1]]
        for y in (things[own[1].split()[-1]] if len(own) == 2 else [""])
    ]
    init = [one for one in every if rng.random() < 0.5]
    goal = [one if rng.random() < 0.7 else f"(not {one})" for one in rng.sample(every, 3)]
    problem = (
        "(define (problem t) (:domain d) (:objects k l - a u v - b)"
        f" (:init {' '.join(init)}) (:goal (and {' '.join(goal)})))"
    )
    actions_of = read_action_domain(domain, "d.pddl")
    return PlanningDomain(actions_of, read_task(actions_of, problem, "t.pddl"))


def posed(domain):
    return Problem(domain.theory((1, 1)), domain.start((1, 1)), domain.goal((1, 1)))


def alive(problem, most=4_000):
    """All states that the start leads to, and those from which the goal is reached; None where there are too many."""
    before = {problem.start: set()}
    waiting = [problem.start]
    for state in waiting:
        if len(waiting) > most:
            return None
        for _, after in problem.successors(state):
            if after not in before:
                before[after] = set()
                waiting.append(after)
            before[after].add(state)
    found = {state for state in before if problem.is_goal(state)}
    edge = list(found)
    while edge:
        edge += (new := before[edge.pop()] - found)
        found |= new
    return waiting, found


@pytest.mark.slow
def test_no_state_of_random_domains_is_left_out_that_leads_to_the_goal():
    left_out = tried = 0
    for seed in range(120):
        problem = posed(random_task(seed))
        spaces, facts = alive(problem), facts_of(problem)
        if spaces is None or facts is None:
            continue
        names = sorted(facts.of_kind)
        kinds = [(one,) for one in names] + list(combinations_with_replacement(names, 2))
        traps = placed(facts, [TrapRule(f"t{n}", one) for n, one in enumerate(kinds, 1)])
        states, good = spaces
        lost = {state for state in states if traps.within(state) is not None}
        assert not lost & good, seed
        plain, with_traps = (
            solve(one, "uniform-cost", check=False, limits=Limits(nodes=10_000))
            for one in (problem, replace(problem, traps=traps))
        )
        assert (plain.status, plain.cost) == (with_traps.status, with_traps.cost), seed
        left_out += len(lost)
        tried += 1
    assert tried > 60
    assert left_out > 100


def test_boxes_with_goals_of_their_own_teach_traps_that_hold_in_a_larger_problem(examples):
    files = [examples / "pddl" / f"sokoban{end}.pddl" for end in ("", "-1", "-2")]
    small, large = (PlanningDomain.load(str(files[0]), str(one))[0] for one in files[1:])
    learner = replace(LEARNERS["traps"], states=20_000)
    library = learner.library(PlanningDomain(small.actions))
    example = TrainingProblem(
        (1, 1), small.start((1, 1)), small.goal((1, 1)), "small", domain=small
    )
    list(train(learner, library, Course((1, 1), ((1, 1),), examples=(example,))))
    assert [rule.kinds for rule in library] == [
        ("at(box, location)",),
        ("at(box, location)", "at-robot(location)"),
    ]
    problem = posed(large)
    plain, with_traps = (
        solve(problem, "greedy", heuristic="misplaced", macros=macros, engine="native")
        for macros in (None, library)
    )
    assert with_traps.solved
    assert with_traps.statistics.expanded < plain.statistics.expanded / 5


def test_traps_over_atoms_are_read_back(tmp_path, examples):
    actions = read_action_domain((examples / "pddl" / "sokoban.pddl").read_text(), "sokoban.pddl")
    library = MacroLibrary(PlanningDomain(actions), [TrapRule("t1", ("no at(box, location)",))])
    library.save(tmp_path / "boxes.pl")
    assert MacroLibrary.load(tmp_path / "boxes.pl") == library
    assert MacroLibrary.load(tmp_path / "boxes.pl", PlanningDomain(actions)) == library


def test_a_start_in_a_trap_is_certified_as_unsolvable(call, tmp_path, examples):
    domain, problem = (examples / "pddl" / f"sokoban{end}.pddl" for end in ("", "-1"))
    traps, lost, certificate = (tmp_path / name for name in ("t.pl", "lost.pddl", "lost.json"))
    assert call("learn", domain, problem, "--learner", "traps", "-o", traps).code == 0
    lost.write_text(problem.read_text().replace("(at-robot l6-1)", "(at-robot l3-1)"))
    asked = ("--algorithm", "a-star", "--heuristic", "zero", "--macros", traps)
    found = call("solve", domain, lost, *asked, "--certificate", certificate)
    assert "the start fits trap t2" in " ".join(found.out.split())
    data = json.loads(certificate.read_text())
    assert data["argument"] == "trap"
    assert "unsolvable (by trap)" in call("verify", certificate).out
    for part in ("trap", "invariants"):
        certificate.write_text(json.dumps(data | {part: []}))
        assert call("verify", certificate).code != 0


def test_the_file_of_traps_proves_them_without_the_domain(call, tmp_path, examples):
    domain, problem = (examples / "pddl" / f"sokoban{end}.pddl" for end in ("", "-1"))
    traps, certificate = tmp_path / "t.pl", tmp_path / "t.json"
    learned = ("learn", domain, problem, "--learner", "traps", "-o", traps)
    assert call(*learned, "--certificate", certificate).code == 0
    shown = " ".join(call("explain", traps, "t2").out.split())
    assert "proved for all problems of the domain by 25 cases" in shown
    assert call("verify", certificate).out.count("holds: trap of") == 2
