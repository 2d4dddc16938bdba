"""Reading domains: what is in the fragment, what is outside it, and where an error is said to be."""

import logging
from pathlib import Path

import pytest
from arcwise.planning.pddl import (
    Action,
    Signature,
    Typed,
    domain_text,
    load_action_domain,
    read_action_domain,
    read_task,
)
from arcwise.planning.pddl.action_domain import common_type, is_a
from arcwise.rules import InputError

HEAD = "(define (domain d)\n(:types box room - object small - box)\n(:constants hall - room)\n"
HEAD += "(:predicates (in ?b - box ?r - room) (lit))\n(:functions (total-cost) (far ?r - room))\n"


def one_action(text: str) -> Action:
    return read_action_domain(f"{HEAD}{text})").actions[0]


def test_an_action_is_read_with_all_its_parts():
    action = one_action(
        "(:action Move :parameters (?b - box ?from ?to - room)"
        " :precondition (and (in ?b ?from) (not (in ?b ?to)) (not (= ?from ?to)) (and (lit)) (= ?to hall))"
        " :effect (and (in ?B ?to) (not (in ?b ?from)) (increase (total-cost) (far ?to))))"
    )
    assert action == Action(
        "move",
        (Typed("?b", "box"), Typed("?from", "room"), Typed("?to", "room")),
        positive=(("in", "?b", "?from"), ("lit",)),
        negative=(("in", "?b", "?to"),),
        equal=(("?to", "hall"),),
        unequal=(("?from", "?to"),),
        add=(("in", "?b", "?to"),),
        delete=(("in", "?b", "?from"),),
        cost=("far", "?to"),
    )
    assert (action.place.line, action.place.column) == (6, 1)


def test_sections_may_stand_in_any_order_and_parts_of_actions_be_missing():
    domain = read_action_domain(
        "(define (domain d) (:action a) (:predicates) (:requirements :adl))"
    )
    assert domain.actions == (Action("a"),)


def test_types_that_stand_only_after_a_dash_are_objects():
    assert read_action_domain("(define (domain d) (:types a - b))").types == {
        "a": "b",
        "b": "object",
    }


def test_predicates_may_be_called_as_other_parts_of_pddl_are():
    domain = read_action_domain(
        "(define (domain d) (:predicates (assign ?x)) (:action a :parameters (?x)"
        " :precondition (not (assign ?x)) :effect (assign ?x)))"
    )
    assert domain.predicates == (Signature("assign", (Typed("?x"),)),)
    assert domain.actions[0].negative == (("assign", "?x"),)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("(:action a :precondition (preference p (lit)))", "preferences"),
        ("(:action a :effect (oneof (lit) (lit)))", "nondeterministic effects (oneof)"),
        ("(:action a :effect (assign (far hall) 1))", "numeric fluents (assign)"),
        ("(:action a :effect (decrease (total-cost) 1))", "numeric fluents (decrease)"),
        ("(:action a :effect (increase (far hall) 1))", "numeric fluents (increase)"),
        ("(:action a :precondition (>= (far hall) 1))", "numeric conditions (>=)"),
        ("(:action a :precondition (= (far hall) 1))", "numeric conditions (=)"),
        ("(:action a :effect (increase (total-cost) (+ 1 2)))", "arithmetic in costs"),
        ("(:durative-action a)", "durative actions (:durative-action)"),
        ("(:constraints (lit))", "trajectory constraints (:constraints)"),
        ("(:process a)", "processes (:process)"),
    ],
)
def test_what_is_outside_the_fragment_is_refused_by_name_and_place(text, named):
    with pytest.raises(InputError) as caught:
        read_action_domain(f"{HEAD}{text})", "d.pddl")
    assert caught.value.problem == f"{named} are outside the part of PDDL that arcwise reads" or (
        caught.value.problem.startswith(named)
    )
    assert caught.value.place.source == "d.pddl"
    assert caught.value.place.line == 6


@pytest.mark.parametrize(
    ("text", "problem", "column"),
    [
        ("(:action a :precondition (dark))", "unknown predicate", 27),
        ("(:action a :precondition (lit hall))", "wrong number of arguments", 26),
        ("(:action a :precondition (in ?b hall))", "unknown parameter or object", 30),
        ("(:action a :precondition (in hall hall))", "hall has the wrong type", 30),
        ("(:action a :parameters (?x ?x))", "?x stands here twice", 28),
        ("(:action a :parameters (?x - car))", "unknown type", 30),
        ("(:action a :parameters ?x)", "not a list of parameters", 24),
        ("(:action a :effects (lit))", "unknown part of an action", 12),
        ("(:action a :effect)", "nothing after :effect", 12),
        ("(:action a) (:action a)", "action a is defined twice", 13),
        ("(:action)", "an action without a name", 1),
        ("(:action a :effect (= hall hall))", "= cannot be an effect", 20),
        ("(:action a :effect (increase (total-cost) -1))", "not a cost", 43),
        ("(:action a :effect (increase (total-cost) 1e999))", "not a cost", 43),
        ("(:action a :effect lit)", "not a formula", 20),
        ("(:types t)", ":types stands here twice", 1),
        ("(:typos t)", "unknown section", 1),
        ("lit", "not a section", 1),
        ("(:action a", "this parenthesis is never closed", 1),
        ("(:action a)))", "a parenthesis too many", 13),
        ("(:action a)) (more", "something after the end", 14),
        ("(:action a :effect (and (increase (total-cost) 1) (increase (total-cost) 1)))",
         "an action increases total-cost once only", 51),
    ],
)  # fmt: skip
def test_mistakes_are_found_where_they_stand(text, problem, column):
    with pytest.raises(InputError) as caught:
        read_action_domain(f"{HEAD}{text})" if text != "(:action a" else f"{HEAD}{text}", "d.pddl")
    assert caught.value.problem.startswith(problem), caught.value
    assert (caught.value.place.line, caught.value.place.column) == (6, column)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "empty file"),
        ("; nothing but a remark", "empty file"),
        ("(define (problem p))", "not a PDDL domain"),
        ("(define)", "not a PDDL domain"),
        ("define", "not a PDDL domain"),
        ("(define (domain))", "not a PDDL domain"),
        ("(define (domain ?x))", "the name of the domain is missing or is not a name"),
        ("(define (domain d) (:requirements :magic))", "unknown requirement"),
        ("(define (domain d) (:types a - b b - a))", "type a is a kind of itself"),
        ("(define (domain d) (:types a - ))", "a typed list that makes no sense"),
        ("(define (domain d) (:predicates (p) (p ?x)))", "predicate p is declared twice"),
        ("(define (domain d) (:functions (f) - block))", "unknown type"),
        ("(define (domain d) (:functions (f) - object (f)))", "function f is declared twice"),
        (
            "(define (domain d) (:predicates (f)) (:functions (f) - object))",
            "f is both a predicate and an object fluent",
        ),
    ],
)
def test_what_is_no_domain_is_said_to_be_none(text, problem):
    with pytest.raises(InputError) as caught:
        read_action_domain(text, "d.pddl")
    assert caught.value.problem.startswith(problem), caught.value
    assert caught.value.place.source == "d.pddl"


def test_a_missing_file_is_an_error_with_its_name(tmp_path: Path):
    with pytest.raises(InputError, match="no such file"):
        load_action_domain(tmp_path / "none.pddl")
    (tmp_path / "binary.pddl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="not a text file"):
        load_action_domain(tmp_path / "binary.pddl")


def test_bytes_of_another_encoding_may_stand_in_comments_alone(tmp_path: Path):
    file = tmp_path / "d.pddl"
    text = b"(define (domain d) ; caf\xe9\n (:predicates (p ?x)))"
    file.write_bytes(text)
    assert load_action_domain(file).predicates == (Signature("p", (Typed("?x"),)),)
    file.write_bytes(text.replace(b"(p ", b"(p\xe9 "))
    with pytest.raises(InputError, match=r"d\.pddl:2:17: not a text file") as caught:
        load_action_domain(file)
    assert caught.value.found == "byte 0xe9"


BOATS = """(define (domain boats)
  (:types vehicle car - vehicle boat - vehicle amphibian - car amphibian - boat)
  (:predicates (dry ?c - car) (wet ?b - boat))
  (:action swim :parameters (?a - amphibian) :precondition (dry ?a)
    :effect (and (wet ?a) (not (dry ?a)) (increase (total-cost) 2))))"""


def test_a_type_may_be_of_two_kinds():
    domain = read_action_domain(BOATS)
    for kind in ("car", "boat", "vehicle", "amphibian"):
        assert is_a(domain.types, "amphibian", kind)
    assert not is_a(domain.types, "car", "boat")
    assert common_type(domain.types, "car", "boat") == "amphibian"
    assert read_action_domain(domain_text(domain)).types == domain.types
    with pytest.raises(InputError, match="type a is a kind of itself"):
        read_action_domain("(define (domain d) (:types a - b a - c b - a))")


def test_what_others_pass_over_is_passed_over_with_a_note(caplog):
    caplog.set_level(logging.INFO, "arcwise")
    domain = read_action_domain(BOATS, "of_the_notes.pddl")
    task = read_task(
        domain,
        "(define (problem p) (:domain boats) (:objects a - amphibian)"
        " (:init (dry a) (= (total-cost) 0) (= (far a) 7)) (:goal (wet a))"
        " (:metric minimize (total-cost)))",
        "of_the_notes-1.pddl",
    )
    assert task.minimize
    assert domain.actions[0].cost == 2
    said = [record.getMessage() for record in caplog.records]
    assert [one.partition(": ")[2].split(",")[0].split(";")[0] for one in said] == [
        "type vehicle stands before a dash and vehicle",
        "total-cost is not declared",
        "function far is not declared in the domain",
    ]


def test_names_of_a_declaration_may_repeat_but_not_those_of_an_action():
    """As in the domain of logistics00 (AIPS 2000)."""
    domain = read_action_domain("(define (domain d) (:predicates (in ?obj ?obj)))")
    assert [len(one.parameters) for one in domain.predicates] == [2]
    with pytest.raises(InputError, match=r"\?x stands here twice"):
        read_action_domain("(define (domain d) (:action a :parameters (?x ?x) :effect ()))")


def test_a_parameter_may_follow_a_name_without_a_blank():
    """As in the domain of zenotravel (IPC 2002)."""
    domain = read_action_domain(
        "(define (domain d) (:types a b) (:predicates (p ?x - a?y - b))"
        " (:action go :parameters (?x - a?y - b) :precondition (p ?x ?y) :effect (not (p ?x ?y))))"
    )
    (action,) = domain.actions
    assert [(one.name, one.type) for one in action.parameters] == [("?x", "a"), ("?y", "b")]


def test_a_type_may_be_an_object_besides_and_a_declaration_name_a_union():
    """As in the domain of storage (IPC 2006)."""
    text = (
        "(define (domain d) (:types area crate - object store - area area crate - surface)"
        " (:predicates (in ?x - (either store crate) ?y - area))"
        " (:action put :parameters (?s - store ?c - crate ?a - area)"
        " :precondition (and (in ?s ?a) (in ?c ?a)) :effect (not (in ?c ?a))))"
    )
    domain = read_action_domain(text)
    assert domain.types["area"] == domain.types["crate"] == "surface"
    assert domain.predicates[0].parameters[0].type == "(either store crate)"
    assert is_a(domain.types, "store", "(either store crate)")
    assert is_a(domain.types, "(either store crate)", "surface")
    assert not is_a(domain.types, "surface", "(either store crate)")
    assert read_action_domain(domain_text(domain)) == domain
    with pytest.raises(InputError, match="wrong type for predicate in"):
        read_action_domain(
            text.replace("(in ?s ?a)", "(in ?a ?a)").replace(
                "?x - (either store crate)", "?x - (either crate)"
            )
        )
    with pytest.raises(InputError, match=r"unions of types \(either\) for objects"):
        read_action_domain("(define (domain d) (:types a b) (:constants c - (either a b)))")
