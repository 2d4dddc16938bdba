"""A state that is changed in place: what is found in it, and that it goes back."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from arcwise.planning.pddl import ActionDomain, PlanningTask, Typed, substituted
from arcwise.planning.policy.world import World, clashes
from hypothesis import given
from hypothesis import strategies as st

from .hand_made import BLOCKS

OBJECTS = tuple(Typed(name, kind) for name, kind in (("a", "k"), ("b", "k"), ("c", "l")))
NAMES = [one.name for one in OBJECTS]
DOMAIN = ActionDomain("d", types={"k": "object", "l": "object"})
FACTS = [("p", one) for one in NAMES] + [("q", *pair) for pair in product(NAMES, NAMES)]
PARAMETERS = {"?x": "k", "?y": "object", "?z": "l"}


def world(rng: Random) -> World:
    facts = frozenset(rng.sample(FACTS, rng.randint(0, len(FACTS))))
    return World(PlanningTask("t", DOMAIN, OBJECTS, facts))


@pytest.mark.long
@given(st.randoms(use_true_random=False))
def test_a_query_finds_all_bindings_and_no_others(rng):
    here = world(rng)
    terms = [*PARAMETERS, *NAMES]
    atoms = [
        rng.choice((("p", rng.choice(terms)), ("q", rng.choice(terms), rng.choice(terms))))
        for _ in range(rng.randint(1, 3))
    ]
    unequal = [tuple(rng.sample(sorted(PARAMETERS), 2))] if rng.random() < 0.5 else []
    named = sorted({term for atom in atoms for term in atom[1:] if term in PARAMETERS})
    found = {tuple(sorted(one.items())) for one in here.query(atoms, {}, PARAMETERS, unequal)}
    expected = set()
    for objects in product(NAMES, repeat=len(named)):
        binding = dict(zip(named, objects, strict=True))
        fits = all(here.is_a(binding[one], PARAMETERS[one]) for one in named)
        true = all(substituted(atom, binding) in here.true for atom in atoms)
        if fits and true and not clashes(unequal, binding):
            expected.add(tuple(sorted(binding.items())))
    assert found == expected


@pytest.mark.long
@given(st.randoms(use_true_random=False))
def test_what_is_taken_back_is_as_before_and_is_found_as_before(rng):
    here = world(rng)
    first = set(here.true)
    mark = here.mark
    for _ in range(5):
        here.change(set(rng.sample(FACTS, 3)), rng.sample(FACTS, 3))
        assert {one["?y"] for one in here.query([("p", "?y")], {}, PARAMETERS)} == {
            atom[1] for atom in here.true if atom[0] == "p"
        }
    here.back(mark)
    assert here.true == first
    pairs = here.query([("q", "?y", "?w")], {}, {**PARAMETERS, "?w": "object"})
    assert {("q", one["?y"], one["?w"]) for one in pairs} == {
        atom for atom in first if atom[0] == "q"
    }


def test_what_is_added_and_deleted_at_once_is_there():
    here = World(PlanningTask("t", DOMAIN, OBJECTS, frozenset({("p", "a")})))
    here.change({("p", "a")}, [("p", "a")])
    assert ("p", "a") in here.true


@pytest.mark.long
@given(st.randoms(use_true_random=False))
def test_a_query_for_one_atom_compares_each_fact_of_its_predicate_once(rng):
    here = world(rng)
    assert here.compared == 0
    list(here.query([("q", "?x", "?y")], {}, PARAMETERS))
    assert here.compared == sum(fact[0] == "q" for fact in here.true)


def test_objects_are_alike_while_types_goals_and_facts_do_not_tell_them_apart():
    names, goals = ("a", "b", "c", "d", "e"), (("on", "a", "e"), ("on", "b", "e"))
    things = tuple(Typed(one, "block") for one in names)
    facts = frozenset(("clear", one) for one in names)
    here = World(PlanningTask("t", BLOCKS, things, facts, goal=goals))

    def groups():
        found = {}
        for one in names:
            found.setdefault(here.alike(one), []).append(one)
        return sorted(map("".join, found.values()))

    assert groups() == ["ab", "cd", "e"]
    mark = here.mark
    here.change([("on", "c", "d")], [])
    assert groups() == ["ab", "c", "d", "e"]  # to exchange c for d would turn (on c d) around
    here.back(mark)
    assert groups() == ["ab", "cd", "e"]


def test_an_atom_of_objects_is_looked_for_as_it_is():
    here = World(PlanningTask("t", DOMAIN, OBJECTS, frozenset(FACTS)))
    assert list(here.query([("q", "?x", "b"), ("q", "a", "?x")], {"?x": "a"}, PARAMETERS)) == [
        {"?x": "a"}
    ]
    assert here.compared == 2
    here.change([], [("q", "a", "b")])
    assert not list(here.query([("q", "a", "b")], {}, PARAMETERS))
    assert here.compared == 2
