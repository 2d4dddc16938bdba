"""Which action can stand in for which."""

import pytest
from arcwise.planning.learning.pieces import stands_in
from arcwise.planning.pddl import read_action_domain

HEAD = (
    "(define (domain d) (:types van - thing) (:constants hub - object)"
    "(:predicates (at ?x ?y) (free ?x)) {})"
)
GO = "(:action go :parameters (?x - thing ?a ?b) :precondition (at ?x ?a) "
GO += ":effect (and (at ?x ?b) (not (at ?x ?a))))"


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        # the same with other names, and with more conditions
        (GO.replace("?a", "?to").replace("?b", "?from"), True),
        (
            GO.replace("(at ?x ?a) :effect", "(and (at ?x ?a) (free ?b) (not (= ?a ?b))) :effect"),
            True,
        ),
        # for fewer things, or to one place only
        (GO.replace("thing", "van"), True),
        (GO.replace("?b)", "hub)").replace("?a hub) :pre", "?a) :pre"), True),
        # other conditions or effects
        (GO.replace("(at ?x ?a) :effect", "(free ?x) :effect"), False),
        (GO.replace("(at ?x ?b)", "(at ?x ?b) (free ?a)"), False),
        (GO.replace(" (not (at ?x ?a))", ""), False),
        (GO.replace("thing", "object"), False),
    ],
)
def test_an_action_stands_in_for_those_that_it_covers(other, expected):
    domain = read_action_domain(HEAD.format(GO + other.replace("action go", "action other")))
    assert stands_in(domain, *domain.actions) is expected


def test_what_asks_for_different_objects_stands_in_only_where_these_are_asked_for():
    apart = GO.replace("(at ?x ?a) :effect", "(and (at ?x ?a) (not (= ?a ?b))) :effect")
    domain = read_action_domain(HEAD.format(GO + apart.replace("action go", "action apart")))
    go, strict = domain.actions
    assert stands_in(domain, go, strict)
    assert not stands_in(domain, strict, go)
