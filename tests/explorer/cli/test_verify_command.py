"""Certificates on the command line: written by solve, checked by verify; plans checked by validate."""

from __future__ import annotations

import json

import pytest

START = "1 2 3 4 0 5 7 8 6"


@pytest.fixture
def certificate(tmp_path):
    return tmp_path / "why.json"


def test_what_solve_proves_is_certified(call, certificate):
    done = call("solve", "8-puzzle", START, "--certificate", certificate)
    assert (done.code, done.err) == (0, "")
    done = call("verify", certificate)
    assert (done.code, done.out) == (0, "holds: optimal\n")


def test_a_plan_that_is_not_said_to_be_optimal_is_certified_as_a_plan(call, certificate):
    options = ("--algorithm", "greedy", "--certificate", certificate)
    done = call("solve", "8-puzzle", START, *options)
    assert done.code == 0
    assert done.err == "the plan is certified; it is not said to be optimal\n"
    assert call("verify", certificate).out == "holds: plan\n"


def test_unsolvable_is_certified_by_parity(call, certificate):
    done = call("solve", "8-puzzle", "2 1 3 4 5 6 7 8 0", "--certificate", certificate)
    assert done.code == 11
    assert call("verify", certificate).out == "holds: unsolvable\n"
    assert json.loads(certificate.read_text())["argument"] == "parity"


def test_what_a_limit_ended_is_not_certified(call, certificate):
    options = ("--algorithm", "breadth-first", "--limit-nodes", "2")
    done = call("solve", "8-puzzle", START, *options, "--certificate", certificate)
    assert done.code == 12
    assert "not certified: nothing is claimed" in done.err
    assert not certificate.exists()


def test_what_is_too_large_is_certified_as_a_plan_and_the_exit_code_says_so(
    call, certificate, monkeypatch
):
    monkeypatch.setattr("arcwise.search.certificate.MOST_STATES", 3)
    done = call("solve", "8-puzzle", START, "--certificate", certificate)
    assert done.code == 34
    assert "not certified: too large (more than 3 states)" in done.err
    assert call("verify", certificate).out == "holds: plan\n"


def test_what_does_not_hold_has_an_exit_code_of_its_own(call, certificate):
    call("solve", "8-puzzle", START, "--certificate", certificate)
    data = json.loads(certificate.read_text())
    certificate.write_text(json.dumps(data | {"steps": data["steps"][:-1]}))
    done = call("verify", certificate)
    assert (done.code, done.out) == (1, "does not hold: the steps do not end in a goal\n")


HOSTILE = {
    "nothing": "",
    "not-json": "holds: plan",
    "deep": "[" * 100_000,
    "deep-objects": '{"a":' * 50_000,
    "long-number": "9" * 100_000,
    "small-number": '{"theory": {"size": 1e-99999999}}',
    "large-number": '{"theory": {"size": 1e99999999}}',
    "not-a-number": "NaN",
    "empty": "[]",
    "null": "null",
    "string": '"format"',
    "half": '{"format": "arcwise certificate 1", "claim": "plan", "theory": {}}',
    "other-claim": '{"format": "arcwise certificate 1", "claim": "main", "theory": {}}',
    "list-claim": '{"format": "arcwise certificate 1", "claim": [], "theory": {}}',
    "large-board": '{"format": "arcwise certificate 1", "claim": "plan", "theory": {"size": 99999999999}}',
    "control": '{"format": "arcwise certificate 1\\u001b[2J\\nholds: plan", "claim": "plan"}',
    "deep-pddl": json.dumps(
        {
            "format": "arcwise certificate 1",
            "claim": "plan",
            "theory": {"domain": "(" * 99_999, "problem": ""},
        }
    ),
    "cycle-of-types": json.dumps(
        {
            "format": "arcwise certificate 1",
            "claim": "unsolvable",
            "argument": "closed",
            "states": [],
            "theory": {
                "domain": "(define (domain d) (:types a - b b - a))",
                "problem": "(define (problem p) (:domain d))",
            },
        }
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_certificate_is_told_in_one_line(call, certificate, name):
    certificate.write_text(HOSTILE[name])
    done = call("verify", certificate)
    assert done.code == 33
    assert len(done.out.splitlines()) == 1
    assert done.out.startswith("cannot be read: ")
    assert done.out.rstrip("\n").isprintable()


def test_what_is_not_utf_8_and_what_is_not_there_is_told_in_one_line(call, certificate):
    certificate.write_bytes(b"\xff\xfe\x00")
    for file in (certificate, certificate.parent, certificate.with_name("none")):
        done = call("verify", file)
        assert (done.code, len(done.out.splitlines())) == (33, 1)


@pytest.mark.parametrize("name", ["blocks", "gripper", "delivery"])
def test_planning_is_certified_and_its_plans_validated(call, certificate, examples, name):
    files = [examples / "pddl" / f"{name}.pddl", examples / "pddl" / f"{name}-1.pddl"]
    plan = certificate.with_name("plan")
    done = call("solve", *files, "--plan", plan, "--certificate", certificate)
    assert (done.code, done.err) == (0, "")
    assert call("verify", certificate).out == "holds: optimal\n"
    assert call("validate", *files, plan).out == "holds: plan\n"
    lines = plan.read_text().splitlines()
    plan.write_text("\n".join(lines[1:]))
    done = call("validate", *files, plan)
    assert done.code == 1
    assert done.out.startswith("does not hold: ")
