"""Rules for single steps: sought on all states of small problems, followed, written and read."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from math import gcd
from random import Random

import pytest
from arcwise.ebl import MacroLibrary, load_macros, save_macros
from arcwise.planning import Claim, check_small, follow, prove_policy
from arcwise.planning.learning import policy_experience as policy_lists
from arcwise.planning.learning.policy_experience import step_rules
from arcwise.planning.learning.policy_steps import StepRule, StepSituation, rule_of_step
from arcwise.planning.learning.python_program import python_program
from arcwise.planning.pddl import PlanningDomain, atom_text, task_text
from arcwise.planning.policy.small_problems import Space
from arcwise.planning.views import policy_lines, rule_lines
from arcwise.rules import InputError, match, open_source
from arcwise.search import Limits

GOAL = ("holds", "?goal1", "?goal2")
INTO = (("=", "?k", "?goal1"),)
STEPS = (
    StepRule("fill", GOAL, (("strange", "?a"),), {}),
    StepRule("pour-until-full", GOAL, INTO, {}),
    StepRule("pour-all", GOAL, INTO, {}),
    StepRule("fill", GOAL, (("none", "?a"),), {}),
    StepRule("empty", GOAL, (), {}),
)


def board(name: str):
    domain, shape = open_source(name).sized
    start = domain.start(shape)
    return domain, shape, domain.task_of(shape, start, domain.goal(shape))


def library_of(rules, actions) -> MacroLibrary:
    found = MacroLibrary(PlanningDomain(actions))
    for one in rules:
        found.add(rule_of_step(actions, one, found.next_name(), "a test"))
    return found


def jugs(rules=STEPS) -> MacroLibrary:
    return library_of(rules, board("water-jugs:5x3=4")[2].domain)


def situations(*names: str) -> list[StepSituation]:
    found = []
    for name in names:
        _, _, task = board(name)
        space = Space(task, 1000)
        found += [StepSituation(task, space, goal) for goal in space.goals()]
    return found


def triples(most: int):
    """All capacities up to a size, with all amounts that can be measured, and all states."""
    for one in range(1, most + 1):
        for other in range(1, most + 1):
            for amount in range(0, one + 1, gcd(one, other)):
                yield f"water-jugs:{one}x{other}={amount}", one, other


def not_measured(library: MacroLibrary, most: int) -> list[tuple[str, object]]:
    """The states from which the policy does not measure; every plan is replayed by the arcs."""
    failed = []
    for name, one, other in triples(most):
        domain, shape = open_source(name).sized
        theory, goal = domain.theory(shape), domain.goal(shape)
        for start in ((x, y) for x in range(one + 1) for y in range(other + 1)):
            found = follow(library.policy, domain.task_of(shape, start, goal))
            state = start
            for call in found.plan:
                move, after = domain.played(shape, state, call)
                assert (move, after) in [(arc.name, to) for arc, to in theory.successors(state)]
                state = after
            assert found.solved == (match(goal, state) is not None)
            if not found.solved:
                failed.append((name, start))
    return failed


@pytest.mark.slow
def test_a_list_measures_every_amount_from_every_state_of_small_jugs():
    assert not not_measured(jugs(), 3)


@pytest.mark.long
@pytest.mark.slow
def test_a_list_measures_every_amount_from_every_state_of_larger_jugs():
    assert not not_measured(jugs(), 4)


@pytest.mark.slow
def test_without_one_of_its_rules_a_list_fails_and_says_that_it_goes_round():
    assert not_measured(jugs(STEPS[:1] + STEPS[2:]), 3)
    _, _, task = board("water-jugs:5x3=4")
    circle = follow(jugs((STEPS[4], STEPS[3])).policy, task)
    assert not circle.solved
    assert "where they were before" in circle.reason
    end = follow(jugs(STEPS[1:3]).policy, task)
    assert "no rule for a single step applies" in end.reason


def test_single_steps_end_with_their_share_of_the_limits():
    _, _, task = board("water-jugs:5x3=4")
    whole = follow(jugs().policy, task)
    cut = follow(jugs().policy, task, Limits(nodes=100), share=0.02)
    assert (whole.solved, cut.solved, cut.limit, cut.share_spent) == (True, False, None, True)
    assert cut.plan == whole.plan[:2]
    assert cut.reason == "it is not reached after 2 single steps"


@pytest.mark.slow
def test_a_list_is_found_that_solves_every_state_it_was_sought_on():
    some = situations("water-jugs:2x1=1", "water-jugs:1x2=1")
    actions = some[0].task.domain
    found = step_rules(actions, some)
    assert found is not None
    policy = library_of(found, actions).policy
    for one in some:
        for number in one.space.solvable(one.goal):
            task = replace(one.task, init=one.space.states[number], goal=one.goal)
            assert follow(policy, task).solved


@pytest.mark.slow
def test_the_same_list_is_found_every_time():
    some = situations("water-jugs:2x1=1")
    assert step_rules(some[0].task.domain, some) == step_rules(some[0].task.domain, some)


def test_no_list_is_said_where_none_is_found_in_time(monkeypatch):
    monkeypatch.setattr(policy_lists, "MOST_WORK", 10)
    some = situations("water-jugs:3x2=1")
    assert step_rules(some[0].task.domain, some) is None


@pytest.mark.long
def test_a_list_learned_on_small_jugs_measures_in_larger_ones():
    some = situations(*(f"water-jugs:{one}" for one in ("3x4=2", "2x3=1", "5x3=4")))
    found = step_rules(some[0].task.domain, some)
    assert found is not None
    library = library_of(found, some[0].task.domain)
    for name in ("water-jugs:9x7=4", "water-jugs:31x17=9"):
        assert follow(library.policy, board(name)[2]).solved


@pytest.mark.long
def test_missionaries_cross_by_single_steps():
    names = [f"missionaries:{one}" for one in ("3x4", "6x4")]
    some = []
    for name in names:
        _, _, task = board(name)
        some.append(StepSituation(task, Space(task, 1000), tuple(sorted(task.goal))))
    found = step_rules(some[0].task.domain, some)
    assert found is not None
    library = library_of(found, some[0].task.domain)
    for name in ("missionaries:8x5",):
        assert follow(library.policy, board(name)[2]).solved


def test_rules_for_single_steps_are_read_as_they_were_written(tmp_path):
    library, file = jugs(), tmp_path / "jugs.pl"
    save_macros(library, file)
    domain, _, task = board("water-jugs:7x5=3")
    read = load_macros(file, domain)
    assert read.policy.rules == library.policy.rules
    assert follow(read.policy, task).plan == follow(library.policy, task).plan


@pytest.mark.parametrize(
    ("was", "becomes"),
    [("holds(none('?a'))", "achieve(none('?a'))"), ("holds(none('?a'))", "holds(none('?z'))")],
)
def test_what_is_no_rule_for_a_single_step_is_refused(tmp_path, was, becomes):
    file = tmp_path / "jugs.pl"
    save_macros(jugs(), file)
    file.write_text(file.read_text().replace(was, becomes))
    with pytest.raises(InputError, match="rule for a single step"):
        load_macros(file, open_source("water-jugs:7x5=3").domain)


def test_an_unknown_condition_is_refused(tmp_path):
    file = tmp_path / "jugs.pl"
    save_macros(jugs(), file)
    file.write_text(file.read_text().replace("holds(none('?a'))", "holds(odd('?a'))"))
    with pytest.raises(InputError, match="unknown predicate odd"):
        load_macros(file, open_source("water-jugs:7x5=3").domain)


@pytest.mark.slow
def test_it_is_said_what_is_not_proved_and_how_such_rules_are_followed():
    library = jugs()
    for one in prove_policy(library.policy).rules:
        claims = {proof.claim: proof.proved for proof in one.proofs}
        assert not claims[Claim.RANK]
        assert not claims[Claim.GOALS]
    assert "first rule for a single step that applies" in policy_lines(library)[0]
    lines = rule_lines(next(iter(library)))
    assert lines[0] == "m1: while (holds ?goal1 ?goal2) is not true"
    assert lines[-1].strip() == "do (fill ?j ?a ?full)"


@pytest.mark.slow
def test_a_small_problem_is_complete():
    found = check_small(jugs().policy, board("water-jugs:5x3=4")[2])
    assert found.complete
    assert found.tried == 96


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_program_makes_the_same_steps(tmp_path, seed):
    library = jugs()
    script = tmp_path / "jugs.py"
    script.write_text(python_program(library))
    rng = Random(seed)
    for name in ("water-jugs:9x6=3", "water-jugs:31x17=9"):
        domain, shape = open_source(name).sized
        start = domain.draw(shape, rng)
        task = replace(domain.task_of(shape, start, domain.goal(shape)), name="one")
        problem = tmp_path / "one.pddl"
        problem.write_text(task_text(task))
        own = list(map(atom_text, follow(library.policy, task).plan))
        done = subprocess.run(
            [sys.executable, script, problem], capture_output=True, text=True, check=True
        )
        assert done.stdout.splitlines() == own
        assert not done.stderr
