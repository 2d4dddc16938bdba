"""Policies as programs: each plan is carried out by arcwise's own reader of plans."""

from __future__ import annotations

import ast
import builtins
import dis
import runpy
import shutil
import subprocess
import sys
import types
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from arcwise.ebl import load_macros
from arcwise.explorer.cli import run as command
from arcwise.planning import find_planner
from arcwise.planning.learning.pddl_axioms import axioms_domain, left_out
from arcwise.planning.learning.python_program import bundle
from arcwise.planning.pddl import (
    PlanningDomain,
    execute,
    load_action_domain,
    load_task,
    read_plan,
)
from arcwise.rules import open_source

MINI = """(define (problem {name}) (:domain blocks) ; a comment with (parentheses
  (:objects {names} - block)
  (:init (hand-empty) {facts}) (:goal (and {goal})))"""


@pytest.fixture
def folder(examples: Path) -> Path:
    return examples / "pddl"


@pytest.fixture(scope="module")
def learned(macro_file, examples) -> Path:
    """Learned from the problem beside the domain, to be read only."""
    files = examples / "pddl" / "blocks.pddl", examples / "pddl" / "blocks-1.pddl"
    return macro_file(*files, "--learner", "policy")


@pytest.fixture
def policy(learned, tmp_path) -> Path:
    """The same, to be changed."""
    return Path(shutil.copy(learned, tmp_path / "policy.pl"))


@pytest.fixture(scope="module")
def exported(learned, tmp_path_factory) -> Callable[[str], Path]:
    """A function: the policy as a program, to be read only; the ending of its name is the language."""
    folder = tmp_path_factory.mktemp("exported")

    def made(ending: str) -> Path:
        file = folder / f"exported.{ending}"
        if not file.exists():
            assert command(["export", str(learned), "-o", str(file)]) == 0
        return file

    return made


@pytest.fixture
def turned(tmp_path) -> Path:
    """A tower of twenty blocks that is to be turned over."""
    names = [f"b{number}" for number in range(20)]
    facts = f"(clear {names[0]}) (on-table {names[-1]})"
    facts += "".join(f"(on {a} {b})" for a, b in pairwise(names))
    goal = "".join(f"(on {b} {a})" for a, b in pairwise(names))
    file = tmp_path / "turned.pddl"
    file.write_text(MINI.format(name="turned", names=" ".join(names), facts=facts, goal=goal))
    return file


@pytest.fixture
def impossible(tmp_path) -> Path:
    file = tmp_path / "impossible.pddl"
    facts = "(clear a) (clear b) (on-table a) (on-table b)"
    goal = "(on a b) (on b a)"
    file.write_text(MINI.format(name="impossible", names="a b", facts=facts, goal=goal))
    return file


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        list(map(str, words)), capture_output=True, text=True, timeout=300, check=False
    )


def carried_out(folder: Path, problem: Path, plan: str) -> int:
    """The length of a plan that reaches the goal."""
    task = load_task(load_action_domain(folder / "blocks.pddl"), problem)
    return len(execute(task, read_plan(plan)).actions)


@pytest.mark.slow
def test_the_python_file_solves_a_larger_problem_with_python_alone(
    call, folder, learned, exported, turned
):
    done = run(sys.executable, "-I", "-S", exported("py"), turned)  # no packages of any kind
    assert done.returncode == 0, done.stderr
    own = call(
        "solve",
        folder / "blocks.pddl",
        turned,
        "--macros",
        learned,
        "--algorithm",
        "climb",
        "--json",
    )
    assert done.stdout.splitlines() == own.data["plan"]  # it is the same program
    assert carried_out(folder, turned, done.stdout) == len(own.data["plan"])


@pytest.mark.slow
def test_the_python_file_imports_the_standard_library_only(exported):
    for node in ast.walk(ast.parse(exported("py").read_text())):
        if isinstance(node, ast.ImportFrom):
            assert not node.level
            assert node.module.partition(".")[0] in sys.stdlib_module_names
        elif isinstance(node, ast.Import):
            assert all(one.name in sys.stdlib_module_names for one in node.names)


@pytest.mark.slow
def test_the_python_file_has_every_name_that_it_uses(exported):
    file = exported("py")
    defined = {*runpy.run_path(str(file)), *dir(builtins)}

    def missing(code: types.CodeType) -> set[str]:
        used = {
            one.argval
            for one in dis.get_instructions(code)
            if one.opname in ("LOAD_GLOBAL", "LOAD_NAME")
        }
        inner = [missing(one) for one in code.co_consts if isinstance(one, types.CodeType)]
        return set().union(used - defined, *inner)

    assert "Later(" not in file.read_text()
    tree = compile(file.read_text(), str(file), "exec")
    functions = [missing(one) for one in tree.co_consts if isinstance(one, types.CodeType)]
    assert not set().union(*functions)


@pytest.mark.slow
def test_the_python_file_solves_what_is_given_as_objects_facts_and_goals(exported):
    file = exported("py")
    module = types.ModuleType("exported_policy")
    sys.modules["exported_policy"] = module
    try:
        exec(compile(file.read_text(), str(file), "exec"), module.__dict__)
        facts = [("clear", "a"), ("on", "a", "b"), ("on-table", "b"), ("hand-empty",)]
        plan = module.solve({"a": "block", "b": "block"}, facts, [("on", "b", "a")])
        assert [step[0] for step in plan] == ["unstack", "put-down", "pick-up", "stack"]
        with pytest.raises(ValueError, match="is not reached"):
            module.solve({"a": "block"}, facts[:1], [("on", "a", "a")])
    finally:
        del sys.modules["exported_policy"]


@pytest.mark.slow
def test_a_program_says_which_goal_it_does_not_reach(exported, impossible):
    done = run(sys.executable, exported("py"), impossible)
    assert done.returncode == 1
    assert "is not reached" in done.stderr
    assert not done.stdout


def library_of(macro_file, *problems: str | Path):
    """The policy of a board, or of a domain and its problems."""
    file = macro_file(*problems, "--learner", "policy")
    return (
        load_macros(file, PlanningDomain(load_action_domain(problems[0])))
        if problems[1:]
        else load_macros(file, open_source(problems[0]).domain)
    )


@pytest.mark.slow
def test_axioms_leave_to_the_planner_that_goals_wait_for_each_other(learned, folder):
    policy = load_macros(learned, PlanningDomain(load_action_domain(folder / "blocks.pddl"))).policy
    rule = policy.rules[0]
    waits = replace(rule, purpose=replace(rule.purpose, pause=1))
    (said,) = left_out(replace(policy, rules=(waits, *policy.rules[1:])))
    assert rule.name in said


@pytest.mark.long
def test_axioms_say_which_rules_have_goals_that_wait_for_each_other(macro_file, folder):
    files = folder / "gripper.pddl", folder / "gripper-1.pddl"
    library = library_of(macro_file, *files)
    assert not left_out(library.policy)
    rule = library.policy.rules[0]
    waits = replace(rule, purpose=replace(rule.purpose, pause=1))
    policy = replace(library.policy, rules=(waits, *library.policy.rules[1:]))
    (said,) = left_out(policy)
    assert rule.name in said
    assert said in axioms_domain(policy)
    assert said not in axioms_domain(library.policy)


@pytest.mark.slow
def test_a_planner_solves_with_the_axioms_and_looks_at_less(call, folder, policy, tmp_path):
    planner = find_planner()
    if planner is None:
        pytest.skip("Fast Downward is not installed (pip install up-fast-downward)")
    files = folder / "blocks.pddl", folder / "blocks-1.pddl"
    domain = tmp_path / "axioms.pddl"
    assert call("export", policy, *files, "-o", domain).code == 0
    expanded = {}
    for name, pair in {
        "axioms": (domain, tmp_path / "axioms-blocks-1.pddl"),
        "plain": files,
    }.items():
        plan = tmp_path / name
        done = run(
            *(sys.executable, planner / "fast-downward.py", "--plan-file", plan),
            *(*pair, "--search", "astar(blind())"),
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert carried_out(folder, files[1], plan.read_text()) == 6  # optimal, in both
        (line,) = (
            one for one in done.stdout.splitlines() if "Expanded " in one and "last" not in one
        )
        expanded[name] = int(line.split("Expanded ")[1].split()[0])
    assert expanded["axioms"] < expanded["plain"]


DOORS = """(define (domain doors) (:requirements :strips :typing) (:types place lamp)
  (:predicates (at ?p - place) (road ?p ?q - place) (open ?p - place) (lit ?l - lamp)
    (wired ?l - lamp ?p - place))
  (:action light :parameters (?l - lamp) :precondition () :effect (lit ?l))
  (:action unlock :parameters (?q - place ?l - lamp) :precondition (wired ?l ?q)
    :effect (and (open ?q) (not (lit ?l))))
  (:action go :parameters (?p ?q - place) :precondition (and (at ?p) (road ?p ?q) (open ?q))
    :effect (and (at ?q) (not (at ?p)))))"""

TO_A_LOCKED_PLACE = """(define (problem locked) (:domain doors) (:objects a b c - place l - lamp)
  (:init (at a) (road a b) (road b c) (wired l b) (wired l c)) (:goal (and (at c) (lit l))))"""


@pytest.mark.slow
def test_what_a_walk_needs_on_its_way_is_wanted_in_the_axioms(call, tmp_path):
    planner = find_planner()
    if planner is None:
        pytest.skip("Fast Downward is not installed (pip install up-fast-downward)")
    domain, problem = tmp_path / "doors.pddl", tmp_path / "locked.pddl"
    domain.write_text(DOORS)
    problem.write_text(TO_A_LOCKED_PLACE)
    policy, made = tmp_path / "doors.pl", tmp_path / "axioms.pddl"
    assert call("learn", domain, problem, "--learner", "policy", "-o", policy).code == 0
    assert call("export", policy, domain, problem, "-o", made).code == 0
    plan = tmp_path / "plan"
    done = run(
        *(sys.executable, planner / "fast-downward.py", "--plan-file", plan),
        *(made, tmp_path / "axioms-locked.pddl", "--search", "astar(blind())"),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    task = load_task(load_action_domain(domain), problem)
    assert len(execute(task, read_plan(plan.read_text())).actions) == 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "No such file"),
        (b"", "this is no PDDL problem"),
        (b"(define (problem p", "ends within parentheses"),
        (b"(define (problem p)))", "closed that was not opened"),
        (b"(define (domain blocks) (:predicates (clear ?x)))", "it has no (problem ...)"),
        (b"(define (problem p) (:init) (:goal (and)) (:objects \xff))", "no text in UTF-8"),
        (b"(define (problem p) (:objects a - cube) (:init) (:goal (clear a)))", "no type cube"),
        (b"(define (problem p) (:objects a - block) (:init) (:goal (clear z)))", "no object z"),
        (b"(define (problem p) (:objects a - block) (:init (clear q)) (:goal (and)))", "object q"),
        (b"(define (problem p) (:domain ferry) (:init) (:goal (and)))", "of the domain ferry"),
        (b"(define (problem p) (:init a) (:goal (and)))", "have to be atoms"),
        (b"(define (problem p) (:init) (:goal))", "has to hold one condition"),
    ],
)
def test_the_python_file_says_in_a_sentence_what_is_no_problem_of_its_domain(
    exported, tmp_path, monkeypatch, capsys, text, said
):
    problem = tmp_path / "problem.pddl"
    if text is not None:
        problem.write_bytes(text)
    file = str(exported("py"))
    monkeypatch.setattr(sys, "argv", [file, str(problem)])
    capsys.readouterr()  # what the export printed
    with pytest.raises(SystemExit) as end:
        runpy.run_path(file, run_name="__main__")
    (line,) = str(end.value.code).splitlines()
    assert line.startswith(f"{problem}: ")
    assert said in line
    assert not capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("on('?x1'),on('?x3','?x1')", "on has another number of arguments"),
        ("above('?x1','?x2'),on('?x3','?x1')", "unknown predicate above"),
    ],
)
def test_an_order_of_goals_that_the_domain_does_not_have_is_refused(
    call, folder, policy, tmp_path, before, said
):
    policy.write_text(policy.read_text() + f"\nmacro_before({before}).\n")
    for files in [(), (folder / "blocks.pddl", folder / "blocks-1.pddl")]:
        done = call("export", policy, *files, "-o", tmp_path / "axioms.pddl", "--format", "pddl")
        assert done.code == 33
        assert said in done.err


@pytest.mark.slow
def test_a_rule_taken_out_is_missing_in_the_axioms_too(call, folder, policy, tmp_path):
    planner = find_planner()
    if planner is None:
        pytest.skip("Fast Downward is not installed (pip install up-fast-downward)")
    kept, _, rest = policy.read_text().partition("macro(m6,")
    assert "stack" in rest.splitlines()[1]
    policy.write_text(kept)
    domain = tmp_path / "axioms.pddl"
    files = folder / "blocks.pddl", folder / "blocks-1.pddl"
    assert call("export", policy, *files, "-o", domain).code == 0
    done = run(
        *(sys.executable, planner / "fast-downward.py", "--plan-file", tmp_path / "plan"),
        *(domain, tmp_path / "axioms-blocks-1.pddl", "--search", "astar(blind())"),
    )
    assert done.returncode in (10, 11, 12)  # proved, or seen, to have no solution
    assert not (tmp_path / "plan").exists()


@pytest.mark.slow
def test_what_cannot_be_exported_is_refused(call, folder, policy, tmp_path):
    files = folder / "blocks.pddl", folder / "blocks-1.pddl"
    assert "what is the policy to become" in call("export", policy).err
    assert "what is the policy to become" in call("export", policy, "-o", tmp_path / "x.txt").err
    assert "axioms are made for a domain" in call("export", policy, "--format", "pddl").err
    assert "this file is read too" in call("export", policy, "-o", policy, "--format", "python").err
    assert "reads its problems" in call("export", policy, *files, "--format", "python").err
    macros = tmp_path / "macros.pl"
    assert call("learn", *files, "--untried", "-o", macros).code == 0
    assert "only policies become programs" in call("export", macros, "-o", tmp_path / "x.py").err


@pytest.mark.slow
def test_two_definitions_of_one_name_are_noticed():
    names = [
        ("arcwise.experiments.store.macro_files", "_read"),
        ("arcwise.experiments.store.run", "_read"),
    ]
    with pytest.raises(ValueError, match="_read is defined in"):
        bundle(names, ("checked",), (), "")
