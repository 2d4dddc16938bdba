"""Writing PDDL: read back as it was, by this reader and by the package ``pddl``."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from arcwise.planning.pddl import (
    Action,
    ActionDomain,
    Atom,
    domain_text,
    load_action_domain,
    read_action_domain,
    read_task,
    task_text,
)
from hypothesis import given
from hypothesis import strategies as st

from ...pddl_worlds import random_task


@given(st.integers(0))
def test_domains_and_tasks_are_read_back_as_they_were(seed):
    task = random_task(Random(seed))
    domain = read_action_domain(domain_text(task.domain, ["a remark"]))
    assert domain == task.domain
    assert read_task(domain, task_text(task)) == task


@pytest.fixture(scope="module")
def other_reader() -> Any:
    """The parser of the package ``pddl``."""
    return pytest.importorskip("pddl.parser.domain").DomainParser()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_another_reader_finds_the_same_actions(other_reader, seed):
    domain = random_task(Random(seed)).domain
    # That package wants more than :action-costs for costs that depend on objects, and no type called object.
    wordy = replace(domain, requirements=(*domain.requirements, ":numeric-fluents"))
    assert_same_actions(domain, other_reader(domain_text(wordy).replace("object", "top")))


@pytest.mark.parametrize("name", ["blocks", "gripper", "delivery"])
def test_another_reader_finds_the_same_actions_in_the_examples(examples, other_reader, name):
    path = examples / "pddl" / f"{name}.pddl"
    found = other_reader(path.read_text(encoding="utf-8"))
    assert_same_actions(load_action_domain(path), found)


def assert_same_actions(domain: ActionDomain, other: object) -> None:
    found = {action.name: action for action in other.actions}  # type: ignore[attr-defined]
    assert sorted(found) == sorted(action.name for action in domain.actions)
    for action in domain.actions:
        theirs = found[action.name]
        assert [f"?{p.name}" for p in theirs.parameters] == [p.name for p in action.parameters]
        assert parts(theirs.precondition) == conditions(action)
        assert parts(theirs.effect) == effects(action)


def conditions(action: Action) -> set[tuple[bool, Atom]]:
    found = {(True, atom) for atom in action.positive} | {(False, a) for a in action.negative}
    for holds, pairs in ((True, action.equal), (False, action.unequal)):
        found |= {(holds, ("=", *pair)) for pair in pairs}
    return found


def effects(action: Action) -> set[tuple[bool, Atom]]:
    return {(True, atom) for atom in action.add} | {(False, atom) for atom in action.delete}


def parts(formula: object) -> set[tuple[bool, Atom]]:
    """The literals of a conjunction of the other package, without increases of cost."""
    from pddl.logic.base import And, Not
    from pddl.logic.functions import Increase
    from pddl.logic.predicates import EqualTo, Predicate

    if isinstance(formula, And):
        return set().union(*(parts(one) for one in formula.operands)) if formula.operands else set()
    if isinstance(formula, Not):
        return {(False, atom) for _, atom in parts(formula.argument)}
    if isinstance(formula, EqualTo):
        return {(True, ("=", term(formula.left), term(formula.right)))}
    if isinstance(formula, Increase):
        return set()
    assert isinstance(formula, Predicate), formula
    return {(True, (formula.name, *map(term, formula.terms)))}


def term(found: object) -> str:
    from pddl.logic.terms import Variable

    return f"?{found.name}" if isinstance(found, Variable) else str(found)
