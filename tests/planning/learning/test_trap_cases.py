"""Traps over parameters hold in problems of any size: beside enumerations of random domains, and checked without arcwise."""

import json
from itertools import combinations_with_replacement, product

import pytest
from arcwise.ebl import MacroLibrary, TrapRule
from arcwise.planning.learning.trap_cases import _clash, _instance, trap_certificate, trap_table
from arcwise.planning.pddl.action_domain import Literal, is_a
from arcwise.planning.pddl.grounding.mutex import instance_of
from arcwise.planning.pddl.planning import PlanningDomain
from arcwise.planning.pddl.read_action_domain import read_action_domain
from arcwise.planning.pddl.read_task import read_task
from arcwise.verify import NotShownError
from arcwise.verify import check as check_certificate

from .test_traps import random_task

KINDS = ["p(a)", "q(b)", "r(a, b)", "on(a, a)", "not p(a)", "not q(b)"]


def steps_of(task):
    """All actions with objects, whether they apply or not."""
    domain, found = task.domain, []
    for action in domain.actions:
        names = [one.name for one in action.parameters]
        choices = [task_objects(task, one.type) for one in action.parameters]
        for objects in product(*choices):
            step = instance_of(action, dict(zip(names, objects, strict=True)))
            found += [] if step is None else [step]
    return found


def task_objects(task, kind):
    return [one for one, own in task.type_of.items() if is_a(task.domain.types, own, kind)]


def alive_atoms(task, most=3_000):
    """The states that the start leads to as sets of atoms, and those from which the goal is reached; None where too many."""
    steps, before, waiting = steps_of(task), {task.init: set()}, [task.init]
    for state in waiting:
        if len(waiting) > most:
            return None
        for step in steps:
            if step.positive <= state and not step.negative & state:
                after = (state - step.delete) | step.add
                if after not in before:
                    before[after] = set()
                    waiting.append(after)
                before[after].add(state)
    wanted = goal_of(task)
    found = {state for state in before if all((one.atom in state) == one.holds for one in wanted)}
    edge = list(found)
    while edge:
        edge += (new := before[edge.pop()] - found)
        found |= new
    return waiting, found


def goal_of(task):
    return [Literal(atom) for atom in task.goal] + [
        Literal(atom, False) for atom in task.negative_goal
    ]


def largest(task, table):
    """The largest sets of instances of each pattern in which all cases stay, and that no goal has."""
    domain, invariants = task.domain, table.rests_on
    sets = []
    for pattern in table.patterns:
        own = set()
        for objects in product(*(task_objects(task, one.type) for one in pattern.parameters)):
            facts = _instance(pattern, objects)
            fits = len(set(facts)) == len(facts) and not _clash(facts, invariants)
            if fits and _clash((*facts, *goal_of(task)), invariants):
                own.add(objects)
        sets.append(own)
    changed = True
    while changed:
        changed = False
        for case in table.cases if table.cases else ():
            if case.asks is not None:
                continue
            for objects in list(sets[case.number]):
                if not stays(task, domain, case, objects, sets):
                    sets[case.number].discard(objects)
                    changed = True
    return sets


def stays(task, domain, case, objects, sets):
    """Whether a case leads to an instance again wherever its step is possible."""
    names = dict(zip(case.objects, objects, strict=True))
    known = {one.name for one in domain.constants}
    if len(set(names.values())) < len(names) or any(
        (one in known or object_ in known) and one != object_ for one, object_ in names.items()
    ):
        return True
    if any(len({objects[n] for n, o in enumerate(case.objects) if o == one}) > 1 for one in names):
        return True
    action = domain.by_name[case.step[0]]
    free = list(dict.fromkeys(one for one in case.step[1:] if one not in names))
    types = {
        one: [p.type for p, o in zip(action.parameters, case.step[1:], strict=True) if o == one]
        for one in case.step[1:]
    }
    for chosen in product(*(task_objects(task, types[one][0]) for one in free)):
        way = names | dict(zip(free, chosen, strict=True))
        if len(set(way.values())) < len(way):
            continue
        if not all(
            is_a(domain.types, task.type_of[way[one]], kind)
            for one, kinds in types.items()
            for kind in kinds
        ):
            continue
        if not all(
            ((one.atom[0], *(way.get(t, t) for t in one.atom[1:])) in task.init) == one.holds
            for one in case.never
        ):
            continue
        if not any(tuple(way.get(t, t) for t in found) in sets[n] for n, found in case.leads):
            return False
    return True


def check_sound(task, kinds, smaller=()):
    """No state with an instance of a trap leads to the goal; the number of states with one."""
    table = trap_table(task.domain, kinds, smaller)
    if table is None or not all(one.holds(task.init) for one in table.rests_on):
        return 0
    space = alive_atoms(task)
    if space is None:
        return 0
    states, good = space
    sets = largest(task, table)
    instances = [
        _instance(pattern, objects)
        for pattern, own in zip(table.patterns, sets, strict=True)
        for objects in own
    ]
    lost = {
        state
        for state in states
        if any(all((one.atom in state) == one.holds for one in facts) for facts in instances)
    }
    assert not lost & good
    return len(lost)


@pytest.mark.long
def test_traps_proved_for_a_random_domain_hold_in_its_problems():
    lost = 0
    for seed in range(25):
        task = random_task(seed).task
        for kinds in [(one,) for one in KINDS]:
            lost += check_sound(task, kinds)
        pairs = list(combinations_with_replacement(sorted(KINDS), 2))
        kinds = pairs[seed % len(pairs)]
        lost += check_sound(task, kinds, tuple((one,) for one in sorted(set(kinds))))
    assert lost > 400


@pytest.mark.long
def test_the_checker_sees_the_cases_of_random_domains():
    checked = 0
    for seed in range(12):
        domain = random_task(seed).actions
        rules = [TrapRule(f"t{n}", (one,)) for n, one in enumerate(KINDS, 1)]
        rules.append(TrapRule("t9", tuple(sorted((KINDS[seed % 6], KINDS[seed % 5])))))
        for rule in rules:
            found = trap_certificate(domain, rule, rules)
            if found.data is not None:
                assert check_certificate(found.data).startswith("trap of")
                checked += 1
    assert checked > 50


@pytest.fixture
def sokoban(examples):
    return read_action_domain((examples / "pddl" / "sokoban.pddl").read_text(), "sokoban.pddl")


RULES = [
    TrapRule("t1", ("at(box, location)",)),
    TrapRule("t2", ("at(box, location)", "at-robot(location)")),
    TrapRule("t3", ("at(box, location)", "at(box, location)")),
]


def corridor(domain, length, box, goal, robot, boxes=1):
    """A corridor with a box at a place."""
    places = [f"l{n}" for n in range(length)]
    adjacent = [
        f"(adjacent l{n} l{n + 1} east) (adjacent l{n + 1} l{n} west)" for n in range(length - 1)
    ]
    clear = [f"(clear {one})" for n, one in enumerate(places) if n != box]
    text = (
        f"(define (problem c) (:domain sokoban) (:objects b - box {' '.join(places)} - location east west - direction)"
        f" (:init (at b l{box}) (at-robot l{robot}) {' '.join((*adjacent, *clear))}) (:goal (at b l{goal})))"
    )
    return read_task(domain, text, "corridor.pddl")


def test_traps_of_sokoban_hold_in_corridors_of_every_length(sokoban):
    lost = [
        check_sound(corridor(sokoban, length, box, goal, robot), rule.kinds)
        for rule in RULES[:2]
        for length in (3, 5)
        for box, goal, robot in ((1, 2, 0), (1, 0, 0), (1, 0, 2), (length - 1, 1, 0))
    ]
    assert sum(lost) > 20


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_a_trap_is_certified_for_all_problems_of_its_domain(sokoban, rule):
    library = MacroLibrary(PlanningDomain(sokoban), RULES)
    data = rule.certificate(library).data
    assert "in each problem whose start satisfies the invariants" in check_certificate(data)
    assert len(data["patterns"]) == len(rule.kinds)


def test_a_certificate_with_a_case_less_or_another_end_is_refused(sokoban):
    data = trap_certificate(sokoban, RULES[1], RULES).data
    for place in range(len(data["cases"])):
        less = json.loads(json.dumps(data))
        del less["cases"][place]
        with pytest.raises(NotShownError):
            check_certificate(less)
    wrong = json.loads(json.dumps(data))
    pattern, step, _ = wrong["cases"][0]
    wrong["cases"][0] = [pattern, step, [[0, *reversed(pattern[1:])]]]
    with pytest.raises(Exception, match=r"."):
        check_certificate(wrong)
    unkept = data | {"invariants": [*data["invariants"], [["at-robot", [0]], ["clear", [0]]]]}
    with pytest.raises(NotShownError, match="invariant is not kept"):
        check_certificate(unkept)


def test_what_is_not_proved_for_all_problems_says_so(sokoban):
    rule = TrapRule("t1", ("no at(box, location)",))
    library = MacroLibrary(PlanningDomain(sokoban), [rule])
    assert rule.certificate(library).data is None
    assert "found anew in each" in library.explain()


def test_an_invariant_that_a_trap_breaks_is_none_of_its_problems(examples):
    """Actions keep one frog one frog; a trap with two frogs was met in problems that have more."""
    frogs = read_action_domain((examples / "pddl" / "frogs.pddl").read_text(), "frogs.pddl")
    two = ("free(stone)", "frog(stone)", "frog(stone)")
    one = ("frog(stone)", "toad(stone)", "toad(stone)")
    table, alone, beside = (
        trap_table(frogs, two),
        trap_table(frogs, one),
        trap_table(frogs, one, (), (two,)),
    )
    assert table.cases and "(frog *)" not in table.rests
    assert "(frog *)" in alone.rests and "(frog *)" not in beside.rests
    assert beside.cases
