"""Proofs of rules, and that they fail when a rule or a condition is changed."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from arcwise.planning import Claim, LiftedPolicy, follow, prove_policy
from arcwise.planning.pddl import PlanningTask, read_action_domain, read_task
from arcwise.planning.policy.achieve import PolicyRun
from arcwise.planning.policy.claims import ProvedPolicy, RuleProof
from arcwise.planning.policy.obligations import goals_of
from arcwise.planning.policy.rule import RuleCondition
from arcwise.planning.policy.small_problems import Space

from .hand_made import BLOCKS, CLEAR, EMPTY, LIFT, ON, RULES, STACK, policy, rule, tower

FERRY = read_action_domain("""
(define (domain ferry) (:requirements :strips :typing) (:types car place)
  (:predicates (at ?c - car ?p - place) (here ?p - place) (on ?c - car) (empty))
  (:action sail :parameters (?p ?q - place)
    :precondition (here ?p) :effect (and (here ?q) (not (here ?p))))
  (:action board :parameters (?c - car ?p - place)
    :precondition (and (at ?c ?p) (here ?p) (empty))
    :effect (and (on ?c) (not (at ?c ?p)) (not (empty))))
  (:action leave :parameters (?c - car ?p - place)
    :precondition (and (on ?c) (here ?p))
    :effect (and (at ?c ?p) (empty) (not (on ?c)))))
""")
SAIL = rule("sail", ("here", "?q"), domain=FERRY)
BOARD = rule("board", ("on", "?c"), ("here", "?p"), domain=FERRY)
LEAVE = rule("leave", ("at", "?c", "?p"), ("on", "?c"), ("here", "?p"), domain=FERRY)


def claim(found: ProvedPolicy, name: str, wanted: Claim) -> RuleProof:
    (rule,) = (one for one in found.rules if one.rule.name == name)
    return next(one for one in rule.proofs if one.claim is wanted)


def test_every_claim_of_a_ferry_is_proved():
    found = prove_policy(LiftedPolicy.of(FERRY, (SAIL, BOARD, LEAVE)))
    assert found.goals == (("at", "car", "place"),)
    assert found.proved
    assert {one.rule.name: one.level for one in found.rules} == {
        "sail-for-here": 0,
        "board-for-on": 1,
        "leave-for-at": 2,
    }


def test_goals_that_a_rule_may_undo_are_named_and_an_order_of_goals_proves_that_it_does_not():
    goals = [("at", "car", "place"), ("here", "place")]
    found = prove_policy(LiftedPolicy.of(FERRY, (SAIL, BOARD, LEAVE)), goals)
    failed = claim(found, "sail-for-here", Claim.GOALS)
    assert not failed.proved
    assert "(here ?p) may be one, while (at ?c ?p) is made true" in failed.why
    orders = [(("at", "?x1", "?x2"), ("here", "?x3")), (("at", "?x1", "?x2"), ("here", "?x2"))]
    assert prove_policy(LiftedPolicy.of(FERRY, (SAIL, BOARD, LEAVE), orders), goals).proved
    for order in orders:
        assert not prove_policy(LiftedPolicy.of(FERRY, (SAIL, BOARD, LEAVE), [order]), goals).proved


def test_conditions_in_the_wrong_order_undo_each_other():
    turned = rule("leave", ("at", "?c", "?p"), ("here", "?p"), ("on", "?c"), domain=FERRY)
    found = prove_policy(LiftedPolicy.of(FERRY, (SAIL, BOARD, turned)))
    failed = claim(found, "leave-for-at", Claim.CONDITIONS)
    assert not failed.proved
    assert "may delete (here ?p), where its ?p is the same" in failed.why
    assert claim(found, "board-for-on", Claim.CONDITIONS).proved


def test_recursion_ends_because_what_stands_on_things_never_goes_round_in_a_circle():
    found = prove_policy(policy())
    assert all(claim(found, one.rule.name, Claim.RANK).proved for one in found.rules)
    assert [(one.predicate, one.below, one.above) for one in found.relations] == [("on", 2, 1)]
    assert "one less for ?above" in claim(found, "unstack-for-clear", Claim.RANK).why
    kept = claim(found, "unstack-for-holding", Claim.CONDITIONS)
    assert kept.proved
    lost = claim(found, "stack-for-on", Claim.CONDITIONS)
    assert "may delete (clear ?below), where its ?above is ?below" in lost.why


def test_recursion_after_other_steps_is_not_proved_to_end():
    turned = rule("unstack", ("clear", "?below"), ("hand-empty",), ("clear", "?above"))
    found = prove_policy(policy((turned, *RULES[1:])))
    assert "after other steps" in claim(found, "unstack-for-clear", Claim.RANK).why
    assert not found.relations


def test_recursion_along_what_may_go_round_in_a_circle_is_not_proved_to_end():
    stack = BLOCKS.by_name["stack"]
    loose = replace(stack, positive=(("clear", "?below"),))
    domain = replace(BLOCKS, actions=(*(a for a in BLOCKS.actions if a.name != "stack"), loose))
    found = prove_policy(LiftedPolicy.of(domain, (CLEAR, EMPTY)))
    assert "stack" in claim(found, "unstack-for-clear", Claim.RANK).why
    assert not claim(found, "unstack-for-clear", Claim.RANK).proved


def test_rules_that_call_each_other_in_a_circle_are_named():
    empty = rule("stack", ("hand-empty",), ("clear", "?below"))
    found = prove_policy(policy((*RULES, empty)))
    failed = claim(found, "unstack-for-clear", Claim.RANK)
    assert not failed.proved
    assert "stack-for-hand-empty > unstack-for-clear" in failed.why


def test_a_walk_whose_steps_change_what_the_next_one_asks_for_is_not_proved_to_end():
    domain = read_action_domain("""
    (define (domain bridge) (:requirements :strips) (:predicates (at ?p) (plank ?p ?q))
      (:action cross :parameters (?p ?q) :precondition (and (at ?p) (plank ?p ?q))
        :effect (and (at ?q) (plank ?q ?p) (not (at ?p)))))
    """)
    found = prove_policy(LiftedPolicy.of(domain, [rule("cross", ("at", "?q"), domain=domain)]))
    assert "may change (plank ?p ?q)" in claim(found, "cross-for-at", Claim.RANK).why


def test_what_is_in_the_way_of_a_walk_is_called_by_it():
    domain = read_action_domain("""
    (define (domain doors) (:requirements :strips)
      (:predicates (here ?p) (road ?p ?q) (open ?p) (lit))
      (:action go :parameters (?p ?q) :precondition (and (here ?p) (road ?p ?q) (open ?q))
        :effect (and (here ?q) (not (here ?p))))
      (:action unlock :parameters (?q) :precondition (lit) :effect (and (open ?q) (not (lit))))
      (:action light :parameters () :precondition () :effect (lit)))
    """)
    go = rule("go", ("here", "?q"), ("open", "?q"), domain=domain)
    unlock = rule("unlock", ("open", "?q"), ("lit",), domain=domain)
    light = rule("light", ("lit",), domain=domain)
    found = prove_policy(LiftedPolicy.of(domain, (go, unlock, light)))
    assert [one.level for one in found.rules] == [2, 1, 0]
    assert found.proved
    dark = prove_policy(
        LiftedPolicy.of(domain, (go, unlock, light)), [("here", "object"), ("lit",)]
    )
    failed = claim(dark, "unlock-for-open", Claim.GOALS)
    assert "(lit) may be one, while (here ?q) is made true" in failed.why


DOORS = """
(define (domain doors) (:requirements :strips)
  (:predicates (here ?p) (road ?p ?q) (open ?p) (bolt ?p ?q))
  (:action go :parameters (?p ?q) :precondition (and (here ?p) (road ?p ?q) (open ?q))
    :effect (and (here ?q) (not (here ?p))))
  (:action unlock :parameters (?q ?r) :precondition (bolt ?q ?r) :effect (and (open ?q) (not {lost}))))
"""


@pytest.mark.parametrize(
    ("lost", "said"),
    [
        ("(bolt ?q ?r)", None),
        ("(open ?r)", "may delete (open ?q-of-other-step)"),  # the door before
        ("(here ?r)", "may delete (here ?p)"),
        ("(road ?r ?q)", "may delete (road ?p ?q)"),
    ],
)
def test_what_a_walk_sees_to_on_its_way_undoes_nothing_that_the_walk_needs(lost, said):
    domain = read_action_domain(DOORS.format(lost=lost))
    go = rule("go", ("here", "?q"), ("open", "?q"), domain=domain)
    unlock = rule("unlock", ("open", "?q"), domain=domain)
    kept = claim(
        prove_policy(LiftedPolicy.of(domain, (go, unlock))), "go-for-here", Claim.CONDITIONS
    )
    assert kept.proved == (said is None)
    assert said is None or said in kept.why


def test_what_is_seen_to_on_the_way_adds_nothing_that_another_step_denies():
    text = DOORS.format(lost="(bolt ?q ?r)").replace(
        ":effect (and (open ?q)", ":effect (and (open ?q) (wet ?q)"
    )
    text = text.replace("(open ?p)", "(open ?p) (wet ?p)", 1).replace(
        "(road ?p ?q) (open ?q))", "(road ?p ?q) (open ?q) (not (wet ?p)) (not (= ?p ?q)))"
    )
    domain = read_action_domain(text)
    go = rule("go", ("here", "?q"), ("open", "?q"), domain=domain)
    unlock = rule("unlock", ("open", "?q"), domain=domain)
    failed = claim(
        prove_policy(LiftedPolicy.of(domain, (go, unlock))), "go-for-here", Claim.CONDITIONS
    )
    assert not failed.proved
    assert "may add (wet ?p-of-other-step)" in failed.why


def test_rules_that_need_the_walk_on_whose_way_they_are_called_go_round_in_a_circle():
    text = DOORS.format(lost="(bolt ?q ?r)").replace("(bolt ?q ?r) :eff", "(here ?r) :eff")
    domain = read_action_domain(text)
    go = rule("go", ("here", "?q"), ("open", "?q"), domain=domain)
    unlock = rule("unlock", ("open", "?q"), ("here", "?r"), domain=domain)
    failed = claim(prove_policy(LiftedPolicy.of(domain, (go, unlock))), "go-for-here", Claim.RANK)
    assert not failed.proved
    assert "go-for-here > unlock-for-open" in failed.why


def test_a_rule_called_that_adds_what_must_be_false_is_named():
    domain = read_action_domain("""
    (define (domain denied) (:requirements :strips :negative-preconditions)
      (:predicates (ready) (wet) (done))
      (:action finish :parameters () :precondition (and (ready) (not (wet))) :effect (done))
      (:action wash :parameters () :precondition () :effect (and (ready) (wet)))
      (:action wait :parameters () :precondition () :effect (ready)))
    """)
    finish = rule("finish", ("done",), ("ready",), domain=domain)
    wash, wait = (rule(name, ("ready",), domain=domain) for name in ("wash", "wait"))
    failed = claim(
        prove_policy(LiftedPolicy.of(domain, (finish, wash))), "finish-for-done", Claim.CONDITIONS
    )
    assert not failed.proved
    assert failed.why == "wash-for-ready (finish-for-done > wash-for-ready) may add (wet)"
    assert prove_policy(LiftedPolicy.of(domain, (finish, wait))).proved


def test_a_walk_whose_steps_add_what_the_next_one_denies_is_not_proved():
    domain = read_action_domain("""
    (define (domain tiring) (:requirements :strips :negative-preconditions)
      (:predicates (at ?p) (road ?p ?q) (tired))
      (:action go :parameters (?p ?q) :precondition (and (at ?p) (road ?p ?q) (not (tired)))
        :effect (and (at ?q) (not (at ?p)) (tired))))
    """)
    found = prove_policy(LiftedPolicy.of(domain, [rule("go", ("at", "?q"), domain=domain)]))
    for wanted in (Claim.CONDITIONS, Claim.RANK):
        failed = claim(found, "go-for-at", wanted)
        assert not failed.proved
        assert "a step may change (not (tired))" in failed.why


def test_an_invariant_by_which_a_rule_could_never_be_applied_is_not_used():
    rules = LiftedPolicy.of(FERRY, (SAIL, BOARD, LEAVE))
    twice = replace(BOARD[0].action, positive=(*BOARD[0].action.positive, ("at", "?c", "?q")))
    more = (*twice.parameters, replace(twice.parameters[1], name="?q"))
    odd = replace(BOARD[0], action=replace(twice, parameters=more))
    used = prove_policy(LiftedPolicy.of(FERRY, (SAIL, (odd, BOARD[1]), LEAVE))).invariants
    lost = [one for one in prove_policy(rules).invariants if one not in used]
    assert [one.atoms for one in lost] == [("(at ?1 *)", "(on ?1)")]


def test_invariants_that_do_not_hold_at_first_are_not_used():
    twice = read_task(
        FERRY,
        "(define (problem p) (:domain ferry) (:objects a - car s t - place)"
        "(:init (here s) (at a s) (at a t) (empty)) (:goal (at a t)))",
    )
    rules = LiftedPolicy.of(FERRY, (SAIL, BOARD, LEAVE))
    assert prove_policy(rules, goals_of([twice])).proved
    assert not prove_policy(rules, goals_of([twice]), [twice.init]).proved


class Watched:
    """Notes what following a policy undoes or tries to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.goals, self.conditions = 0, 0
        usual = PolicyRun._may_delete

        def watching(execution: PolicyRun, delete, top):
            self.goals += any(atom in execution.kept for atom in delete)
            self.conditions += execution.holding and any(
                execution._held[atom] > (atom in top.held) for atom in delete
            )
            return usual(execution, delete, top)

        monkeypatch.setattr(PolicyRun, "_may_delete", watching)


def from_every_state(rules: LiftedPolicy, task: PlanningTask) -> int:
    space = Space(task, 20_000)
    solved = 0
    for facts, goal in product(space.states, space.goals()):
        solved += follow(rules, replace(task, init=facts, goal=goal)).solved
    return solved


@pytest.mark.long
@pytest.mark.slow
def test_what_is_proved_never_happens_from_any_state(monkeypatch):
    """An order of goals and conditions that is proved is never seen to be violated; one that is not, is."""
    watched = Watched(monkeypatch)
    task = read_task(
        FERRY,
        "(define (problem p) (:domain ferry) (:objects a b - car s t u - place)"
        "(:init (here s) (at a s) (at b t) (empty)) (:goal (and (at a t) (at b u))))",
    )
    proved = LiftedPolicy.of(FERRY, (SAIL, BOARD, LEAVE))
    assert prove_policy(proved, goals_of([task]), [task.init]).proved
    assert from_every_state(proved, task)
    assert (watched.goals, watched.conditions) == (0, 0)
    turned = rule("leave", ("at", "?c", "?p"), ("here", "?p"), ("on", "?c"), domain=FERRY)
    from_every_state(LiftedPolicy.of(FERRY, (SAIL, BOARD, turned)), task)
    assert watched.conditions


@pytest.mark.slow
def test_what_is_not_proved_of_blocks_happens(monkeypatch):
    watched = Watched(monkeypatch)
    task = tower("abc", "(on c b) (on b a)")
    found = prove_policy(policy(), goals_of([task]), [task.init])
    failed = [
        (one.rule.name, proof.claim)
        for one in found.rules
        for proof in one.proofs
        if not proof.proved
    ]
    assert ("stack-for-on", Claim.CONDITIONS) in failed
    assert from_every_state(policy(), task)
    assert watched.conditions


def test_rules_are_proved_alone_too():
    found = prove_policy(LiftedPolicy.of(BLOCKS, [LIFT]), [("holding", "block")])
    assert found.rules[0].level == 0
    assert STACK[1].goal == ON
    assert RuleCondition(ON).achieve
