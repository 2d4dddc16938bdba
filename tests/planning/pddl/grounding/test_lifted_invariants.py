"""What actions over parameters keep is kept by every walk in every problem."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from arcwise.planning.pddl import load_action_domain, read_action_domain
from arcwise.planning.pddl.grounding.mutex import (
    equality_cases,
    exclusive,
    lifted_invariants,
    spoiled,
)
from hypothesis import given
from hypothesis import strategies as st

from ....pddl_worlds import random_domain, random_task, random_walk

BLOCKS = load_action_domain(Path(__file__).parents[4] / "examples" / "pddl" / "blocks.pddl")


def test_blocks_are_in_one_place_and_have_one_thing_on_them():
    found = {frozenset(one.atoms) for one in lifted_invariants(BLOCKS)}
    assert frozenset(("(clear ?1)", "(holding ?1)", "(on * ?1)")) in found
    assert frozenset(("(holding ?1)", "(on-table ?1)", "(on ?1 *)")) in found
    assert frozenset(("(hand-empty)", "(holding *)")) in found


@pytest.mark.long
@given(st.integers(0, 10_000))
def test_what_is_proved_of_actions_stays_true_in_random_problems_where_it_is_true_at_first(seed):
    rng = Random(seed)
    domain = random_domain(rng)
    invariants = lifted_invariants(domain)
    task = random_task(rng, domain)
    kept = [one for one in invariants if one.holds(task.init)]
    for facts in random_walk(task, rng, 30):
        assert all(one.holds(facts) for one in kept)


@given(st.integers(0, 10_000))
def test_actions_of_a_domain_keep_all_of_its_invariants_by_themselves(seed):
    domain = random_domain(Random(seed))
    invariants = lifted_invariants(domain)
    assert not any(spoiled(domain, action, invariants) for action in domain.actions)


def test_an_action_that_leaves_a_copy_behind_spoils_it():
    domain = read_action_domain("""
    (define (domain copies) (:requirements :strips) (:predicates (at ?x ?p) (road ?p ?q))
      (:action go :parameters (?x ?p ?q) :precondition (and (at ?x ?p) (road ?p ?q))
        :effect (and (at ?x ?q) (not (at ?x ?p)))))
    """)
    copying = read_action_domain("""
    (define (domain copies) (:requirements :strips) (:predicates (at ?x ?p) (road ?p ?q))
      (:action go :parameters (?x ?p ?q) :precondition (and (at ?x ?p) (road ?p ?q))
        :effect (at ?x ?q)))
    """)
    invariants = lifted_invariants(domain)
    assert [one.atoms for one in invariants] == [("(at ?1 *)",)]
    assert spoiled(domain, copying.actions[0], invariants) == list(invariants)
    assert not lifted_invariants(copying)


def test_atoms_exclude_each_other_only_where_they_share_what_the_group_shares():
    invariants = lifted_invariants(BLOCKS)
    assert exclusive(("on", "?a", "?b"), ("clear", "?b"), invariants)
    assert exclusive(("on", "?a", "?b"), ("on", "?a", "?c"), invariants)
    assert not exclusive(("on", "?a", "?b"), ("clear", "?a"), invariants)
    assert not exclusive(("on", "?a", "?b"), ("on", "?b", "?c"), invariants)


HANOI = """
(define (domain hanoi) (:requirements :strips :typing :equality) (:types disk peg - place)
  (:predicates (on ?d - disk ?p - place) (clear ?p - place) (smaller ?d - disk ?p - place))
  (:action move :parameters (?d - disk ?from ?to - place)
    :precondition (and (clear ?d) (on ?d ?from) (clear ?to) (smaller ?d ?to) (not (= ?from ?to)))
    :effect (and (on ?d ?to) (clear ?from) (not (on ?d ?from)) (not (clear ?to)))))
"""


def test_what_is_kept_only_because_no_action_could_ever_be_applied_is_no_invariant():
    hanoi = read_action_domain(HANOI)
    start = frozenset(
        {("on", "a", "b"), ("on", "b", "p"), ("clear", "a"), ("clear", "q"), ("clear", "r")}
    )
    found = lifted_invariants(hanoi)
    assert {frozenset(one.atoms) for one in found} >= {frozenset(("(clear ?1)", "(on * ?1)"))}
    assert all(one.holds(start) for one in found)


@given(st.integers(0, 10_000))
def test_every_action_that_may_apply_at_all_does_in_some_state_that_an_invariant_allows(seed):
    domain = random_domain(Random(seed))
    for one in lifted_invariants(domain):
        for action in domain.actions:
            ground = list(equality_cases(domain, action))
            assert not ground or any(one.holds(case.positive) for case in ground)
