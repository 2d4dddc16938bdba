"""Certificates on the command line: written by solve, checked by verify; plans checked by validate."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from arcwise.ebl import MacroLibrary
from arcwise.explorer.cli.certifying import write_certificates
from arcwise.explorer.cli.messages import EXIT_CODES
from arcwise.planning.pddl import read_plan
from arcwise.rules import InputError
from arcwise.search import Certificate

START = "1 2 3 4 0 5 7 8 6"


@pytest.fixture
def certificate(tmp_path):
    return tmp_path / "why.json"


def test_what_solve_proves_is_certified(call, certificate):
    done = call("solve", "8-puzzle", START, "--certificate", certificate)
    assert (done.code, done.err) == (0, "")
    done = call("verify", certificate)
    least = "optimal plan of length 2, cost 2, from 1 2 3 4 0 5 7 8 6 to 1 2 3 4 5 6 7 8 0"
    assert (done.code, done.out) == (0, f"holds: {least} of 24 arcs on 9 cells\n")


def test_a_plan_that_is_not_said_to_be_optimal_is_certified_as_a_plan(call, certificate):
    options = ("--algorithm", "greedy", "--certificate", certificate)
    done = call("solve", "8-puzzle", START, *options)
    assert done.code == 0
    assert done.err == "the plan is certified; it is not said to be optimal\n"
    assert call("verify", certificate).out.startswith("holds: plan ")


def test_unsolvable_is_certified_by_parity(call, certificate):
    done = call("solve", "8-puzzle", "2 1 3 4 5 6 7 8 0", "--certificate", certificate)
    assert done.code == 11
    assert call("verify", certificate).out.startswith("holds: unsolvable ")
    assert json.loads(certificate.read_text())["argument"] == "parity"


def test_what_a_limit_ended_is_not_certified(call, certificate):
    options = ("--algorithm", "breadth-first", "--limit-nodes", "2")
    done = call("solve", "8-puzzle", START, *options, "--certificate", certificate)
    assert done.code == 12
    assert "not certified: nothing is claimed" in done.err
    assert not certificate.exists() and "earlier" not in done.err
    certificate.write_text("{}")
    done = call("solve", "8-puzzle", START, *options, "--certificate", certificate)
    assert f"{certificate} is an earlier certificate: nothing was certified now" in done.err


def test_what_is_too_large_is_certified_as_a_plan_and_the_exit_code_says_so(
    call, certificate, monkeypatch
):
    monkeypatch.setattr("arcwise.search.certificate.MOST_STATES", 3)
    done = call("solve", "8-puzzle", START, "--certificate", certificate)
    assert done.code == 34
    assert "not certified: too large (more than 3 states)" in done.err
    assert call("verify", certificate).out.startswith("holds: plan ")


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
    "twice": '{"format": "arcwise certificate 1", "claim": "optimal", "claim": "plan", "steps": [], '
    '"theory": {"size": 1, "arcs": [], "start": [1], "goals": [[1]]}}',
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


@pytest.mark.parametrize("symbol", ["x\nholds: optimal plan", "\x1b[2J", "\u202e", "?X", "1", ""])
def test_a_name_forges_no_line_and_is_taken_for_nothing_else(call, certificate, symbol):
    theory = {"size": 1, "arcs": [], "start": [symbol], "goals": [[{"var": "X"}]]}
    data = {"format": "arcwise certificate 1", "claim": "plan", "theory": theory, "steps": []}
    certificate.write_text(json.dumps(data))
    done = call("verify", certificate)
    start = ascii(symbol)
    said = f"holds: plan of length 0, cost 0, from {start} to ?X of 0 arcs on 1 cells\n"
    assert (done.code, done.out) == (0, said)
    certificate.write_text(json.dumps(data | {"asked": "from x to ?X of 0 arcs on 1 cells"}))
    assert call("verify", certificate).code == 1


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_certificate_is_told_in_one_line(call, certificate, name):
    certificate.write_text(HOSTILE[name])
    done = call("verify", certificate)
    assert done.code == 33
    assert len(done.out.splitlines()) == 1
    assert done.out.startswith("cannot be read: ")
    assert done.out.rstrip("\n").isprintable()


@pytest.mark.slow
def test_the_installed_checker_runs_as_a_module_and_has_exit_codes_of_its_own(certificate):
    for text, code in [("[]", 2), ("", 2)]:
        certificate.write_text(text)
        words = [sys.executable, "-m", "arcwise.verify", str(certificate)]
        done = subprocess.run(words, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (code, "")
        assert done.stdout.startswith("cannot be read: ")


def test_what_is_not_utf_8_and_what_is_not_there_is_told_in_one_line(call, certificate):
    certificate.write_bytes(b"\xff\xfe\x00")
    done = call("verify", certificate)
    assert (done.code, len(done.out.splitlines())) == (33, 1)
    assert done.out == "cannot be read: not a text file in UTF-8: invalid start byte\n"
    macros = certificate.with_name("macros.pl")
    macros.write_text("a.\n")
    for file, said in [
        (certificate.parent, "this is a folder"),
        (certificate.with_name("none"), "no such file"),
        (macros, "not a certificate"),
    ]:
        done = call("verify", file)
        assert (done.code, done.out) == (33, "")
        assert done.err.startswith(f"arcwise: {file}: {said}")


def test_open_cells_of_a_goal_have_plain_names(call, certificate, examples):
    jugs = examples / "moves" / "jugs.pl"
    assert call("solve", jugs, "--certificate", certificate).code == 0
    done = call("verify", certificate)
    assert done.out.startswith(
        "holds: optimal plan of length 4, cost 4, from 0 0 to 2 ?_2 or ?_1 2"
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["blocks", "gripper", "delivery"])
def test_planning_is_certified_and_its_plans_validated(call, certificate, examples, name):
    files = [examples / "pddl" / f"{name}.pddl", examples / "pddl" / f"{name}-1.pddl"]
    plan = certificate.with_name("plan")
    done = call("solve", *files, "--plan", plan, "--certificate", certificate)
    assert (done.code, done.err) == (0, "")
    assert call("verify", certificate).out.startswith("holds: optimal ")
    assert call("validate", *files, plan).out.startswith("holds: plan of length ")
    lines = plan.read_text().splitlines()
    plan.write_text("\n".join(lines[1:]))
    done = call("validate", *files, plan)
    assert done.code == 1
    assert done.out.startswith("does not hold: ")


@pytest.mark.slow
def test_learn_certifies_each_macro_of_a_board(call, certificate):
    macros = certificate.with_name("m.pl")
    learning = ("learn", "sliding-tile:2x2", "--learner", "escapes", "-o", macros)
    done = call(*learning, "--certificate", certificate)
    assert (done.code, done.err) == (0, "")
    each = json.loads(certificate.read_text())
    lines = call("verify", certificate).out.splitlines()
    assert len(lines) == len(each)
    assert all(line.startswith("holds: macro of length ") for line in lines)
    ((name, before, after, cost),) = each[-1]["rule"]
    each[-1]["rule"] = [[name, after, before, cost]]
    certificate.write_text(json.dumps(each))
    done = call("verify", certificate)
    assert done.code == 1
    assert done.out.splitlines()[-1].startswith("does not hold: the rule is not")
    assert call("check", macros, "sliding-tile:2x3", "--certificate", certificate).code == 12
    done = call("check", macros, "sliding-tile:2x2", "--certificate", certificate)
    assert (done.code, done.err) == (0, "")
    assert call("verify", certificate).out.startswith("holds: complete ")
    data = json.loads(certificate.read_text())
    assert len(data[0]["climb"]) == 12
    climbing = ("--algorithm", "climb", "--macros", macros, "--certificate", certificate)
    assert call("solve", "sliding-tile:2x2", "2 3 1 0", *climbing).code == 0
    assert call("verify", certificate).out.startswith("holds: plan ")
    done = call("solve", "sliding-tile:2x2", "2 1 3 0", *climbing)
    assert done.code == 11
    assert call("verify", certificate).out.startswith("holds: unsolvable ")
    assert json.loads(certificate.read_text())["theory"]["arcs"]


@pytest.mark.parametrize("name", ["blocks", "delivery"])
def test_macros_over_parameters_are_certified(call, certificate, examples, name):
    files = [examples / "pddl" / f"{name}.pddl", examples / "pddl" / f"{name}-1.pddl"]
    output = certificate.with_name("more.pddl")
    done = call("learn", *files, "-o", output, "--untried", "--certificate", certificate)
    assert done.code == 0
    assert "not certified" not in done.err
    each = json.loads(certificate.read_text())
    lines = call("verify", certificate).out.replace("\n  ", " ").splitlines()
    assert len(lines) == len(each) > 0
    library = MacroLibrary.load(output.with_suffix(".pl"))
    again = [found.data for found in library.certificates().values()]
    assert [one and (one["action"], one["steps"]) for one in again] == [
        (one["action"], one["steps"]) for one in each
    ]
    for line, one in zip(lines, each, strict=True):
        assert line.startswith(f"holds: macro of length {len(one['steps'])}, ({one['action']} ?")
    each[-1]["steps"].pop()
    certificate.write_text(json.dumps(each))
    done = call("verify", certificate)
    assert done.code == 1
    assert done.out.splitlines()[-1].startswith("does not hold: its steps do something else")


@pytest.mark.long
def test_a_policy_that_is_complete_from_a_start_is_certified_for_each_goal(
    call, certificate, examples
):
    files = [examples / "pddl" / "blocks.pddl", examples / "pddl" / "blocks-1.pddl"]
    rules = certificate.with_name("q.pl")
    assert call("learn", *files, "--learner", "policy", "-o", rules).code == 0
    done = call("check", rules, *files, "--certificate", certificate)
    assert (done.code, "not certified" in done.err) == (0, False)
    each = json.loads(certificate.read_text())
    assert len(each) == 12
    done = call("verify", certificate)
    assert done.out.count("holds: complete for ") == 12
    assert done.out.count("from all starts with one of each of 7 groups of atoms") == 12
    states = {tuple(state) for state, _ in each[0]["climb"]}
    assert len(states) >= 22  # those that the start leads to
    state, used = next(one for one in each[0]["climb"] if one[1])
    parameters, condition, _ = each[0]["rules"][used[0][0]]
    assert len(parameters) == len(used[0]) - 1
    condition.append(["not", ["hand-empty"]] if "(hand-empty)" in state else ["hand-empty"])
    certificate.write_text(json.dumps(each))
    done = call("verify", certificate)
    assert (done.code, "the condition does not hold of the rule" in done.out) == (1, True)


@pytest.mark.long
def test_rules_of_a_policy_are_not_certified_and_this_is_said_once(call, certificate, examples):
    files = [examples / "pddl" / "blocks.pddl", examples / "pddl" / "blocks-1.pddl"]
    done = call("learn", *files, "--learner", "policy", "--certificate", certificate)
    assert (done.code, certificate.exists()) == (12, False)
    assert "m1, m2, m3, m4, m5 and 1 more: not certified: rules of policies\n" in done.err
    assert done.err.count("not certified") == 1


def test_where_nothing_is_learned_no_certificate_is_written_and_this_is_said(call, certificate):
    pairs = certificate.with_name("pairs.csv")
    pairs.write_text("start,goal\n1 2 3 4 5 0,1 2 3 4 5 0\n")
    done = call("learn", "5-puzzle", pairs, "--certificate", certificate)
    assert (done.code, certificate.exists()) == (12, False)
    assert f"nothing was learned: {certificate} is not written" in done.err


def test_of_many_that_are_not_certified_a_few_are_named(capsys):
    found = {f"m{number}": Certificate(None, "not certified: so") for number in range(1, 21)}
    assert write_certificates("unused", found) == 12
    assert capsys.readouterr().err == "m1, m2, m3, m4, m5 and 15 more: not certified: so\n"


DERIVED = """(define (domain reach) (:requirements :adl :typing :derived-predicates :action-costs)
  (:types place robot - object room - place)
  (:constants base - room)
  (:predicates (door ?a ?b - place) (at ?r - robot ?p - place) (near ?r - robot ?p - place)
    (seen ?p - place) (tired ?r - robot))
  (:functions (total-cost) - number (far ?a ?b - place) - number)
  (:derived (near ?r - robot ?p - room)
    (or (at ?r ?p) (exists (?q - room) (and (near ?r ?q) (door ?q ?p)))))
  (:action go :parameters (?r - robot ?a - place ?b - (either room place))
    :precondition (and (at ?r ?a) (door ?a ?b) (not (tired ?r)))
    :effect (and (at ?r ?b) (not (at ?r ?a)) (increase (total-cost) (far ?a ?b))
      (when (= ?b base) (tired ?r))
      (forall (?p - room) (when (near ?r ?p) (seen ?p)))))
  (:action rest :parameters (?r - robot)
    :precondition (imply (at ?r base) (tired ?r))
    :effect (and (not (tired ?r)) (increase (total-cost) 0.5))))"""
REACH = """(define (problem reach-1) (:domain reach)
  (:objects hall kitchen - room yard - place r - robot)
  (:init (at r hall) (door hall base) (door base kitchen) (door kitchen yard) (door yard hall)
    (= (total-cost) 0) (= (far hall base) 1) (= (far base kitchen) 1.25) (= (far kitchen yard) 3)
    (= (far yard hall) 2))
  (:goal (and (forall (?p - room) (seen ?p)) (at r GOAL))) (:metric minimize (total-cost)))"""
"""From the yard, which is no room, nothing is near."""


@pytest.fixture
def reach(tmp_path):
    (tmp_path / "d.pddl").write_text(DERIVED)
    (tmp_path / "p.pddl").write_text(REACH.replace("GOAL", "yard"))
    return [tmp_path / "d.pddl", tmp_path / "p.pddl"]


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ("(go r hall base) (rest r) (go r base kitchen) (go r kitchen yard)", 0),
        ("(GO R hall base) (REST r) (go r base kitchen) (go r kitchen yard) ; done", 0),
        ("(go r hall base) (go r base kitchen) (go r kitchen yard)", 1),  # it is tired
        ("(go r hall base) (rest r) (go r base kitchen)", 1),  # no goal
        ("(rest r) (go r hall base) (rest r) (go r base kitchen) (go r kitchen yard)", 0),
        ("(go r hall kitchen) (go r kitchen yard)", 1),  # no door
        ("(go hall r base) (rest r)", 1),  # objects of other types
        ("(go r hall) (rest r)", 1),
        ("(fly r hall base)", 1),
        ("", 1),
    ],
)
@pytest.mark.parametrize("between", ["\n", " "])
def test_plans_are_validated_as_the_language_defines_it(call, reach, tmp_path, plan, code, between):
    (tmp_path / "plan").write_text(plan.replace(") (", f"){between}("))
    assert call("validate", *reach, tmp_path / "plan").code == code


BLOCKS = [
    "(unstack a b)",
    "(put-down a)",
    "(unstack b c)",
    "(stack b a)",
    "(pick-up c)",
    "(stack c b)",
]


def test_a_plan_that_is_no_text_is_refused_in_a_line(call, examples, tmp_path):
    files = [examples / "pddl" / "blocks.pddl", examples / "pddl" / "blocks-1.pddl"]
    (tmp_path / "plan").write_bytes(b"\x7fELF\x02\x00\xd0" * 90)
    done = call("validate", *files, tmp_path / "plan")
    assert done.out == "cannot be read: the plan is not a text file\n"
    (tmp_path / "plan").write_bytes("; übrig\n".encode("latin-1") + "\n".join(BLOCKS).encode())
    assert call("validate", *files, tmp_path / "plan").code == 0


@pytest.mark.parametrize(
    ("plan", "known"),
    [
        ("\n".join(BLOCKS), True),
        (" ".join(BLOCKS), True),
        ("".join(BLOCKS), True),
        (
            "; a plan\n"
            + "\n".join(f"{at}.0: {one} [1.000] ; {at}" for at, one in enumerate(BLOCKS)),
            True,
        ),
        ("\n".join(f"{at}:{one}[1]" for at, one in enumerate(BLOCKS)), True),
        ("\n".join(BLOCKS).replace(" ", "\n"), True),
        ("\n".join(one.strip("()") for one in BLOCKS), False),
        ("\n".join([*BLOCKS[:-1], BLOCKS[-1].strip("()")]), False),
        ("\n".join(f"step {at}: {one}" for at, one in enumerate(BLOCKS)), False),
        ("\n".join(BLOCKS)[:-1], False),
        ("(" + "\n".join(BLOCKS), False),
        ("\n".join(BLOCKS) + ")", False),
    ],
)
def test_a_plan_is_read_by_the_checker_as_learn_reads_it(call, examples, tmp_path, plan, known):
    files = [examples / "pddl" / "blocks.pddl", examples / "pddl" / "blocks-1.pddl"]
    (tmp_path / "plan").write_text(plan)
    done = call("validate", *files, tmp_path / "plan")
    try:
        steps = [one.text for one in read_plan(plan)]
    except InputError:
        steps = []
    assert steps == (BLOCKS if known else [])
    assert done.code == (0 if known else EXIT_CODES["bad input"])
    assert known or done.out.startswith("cannot be read: no step of a plan, (action object ...): ")


def without_recursion(reach):
    """Which arcwise itself does not read."""
    reach[0].write_text(DERIVED.replace("(near ?r ?q)", "(at ?r ?q)"))


@pytest.mark.slow
def test_planning_with_all_of_adl_is_certified(call, reach, certificate):
    without_recursion(reach)
    done = call("solve", *reach, "--certificate", certificate, "--json")
    assert (done.code, done.err) == (0, "")
    assert call("verify", certificate).out.startswith("holds: optimal ")
    data = json.loads(certificate.read_text())
    assert data["cost"] == "23/4"
    for n in range(len(data["states"])):
        rest = data["states"][:n] + data["states"][n + 1 :]
        certificate.write_text(json.dumps(data | {"states": rest}))
        assert call("verify", certificate).code == 1
    for n, (atoms, cost) in enumerate(data["states"]):
        for m in range(len(atoms)):
            states = [*data["states"]]
            states[n] = [atoms[:m] + atoms[m + 1 :], cost]
            certificate.write_text(json.dumps(data | {"states": states}))
            assert call("verify", certificate).code == 1
    for was, becomes in [
        ("(tired ?r))\\n      (forall", "(and))\\n      (forall"),  # then there is no need to rest
        ("0.5", "0.25"),
        ("1.25", "1.5"),
        ("room - place", "room - robot"),
        ("(not (tired ?r)))", "(tired ?r))"),
        ("(exists (?q - room)", "(forall (?q - room)"),
    ]:
        text = json.dumps(data)
        assert was in text
        certificate.write_text(text.replace(was, becomes))
        assert call("verify", certificate).code != 0, becomes


def test_planning_problems_without_a_plan_are_certified(call, reach, certificate):
    without_recursion(reach)
    reach[1].write_text(REACH.replace("GOAL", "hall").replace("(door base kitchen)", ""))
    done = call("solve", *reach, "--certificate", certificate)
    assert done.code == 11
    assert call("verify", certificate).out.startswith("holds: unsolvable ")
