"""Policies as programs: each plan is carried out by arcwise's own reader of plans."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import types
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from arcwise.ebl import load_macros, load_over_parameters, prolog_program
from arcwise.ebl.programs.pddl_axioms import axioms_domain, left_out
from arcwise.ebl.programs.python_program import bundle
from arcwise.explorer.cli import run as command
from arcwise.rules import read_domain
from arcwise.rules.pddl import (
    PlanningDomain,
    atom_text,
    domain_text,
    execute,
    load_action_domain,
    load_task,
    read_plan,
    task_text,
)
from arcwise.search import find_planner, follow

from ...pddl_worlds import CART, cart

DATA = Path(__file__).resolve().parents[4] / "shared" / "data"

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
        list(map(str, words)), capture_output=True, text=True, timeout=120, check=False
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
            assert node.module in sys.stdlib_module_names
        elif isinstance(node, ast.Import):
            assert all(one.name in sys.stdlib_module_names for one in node.names)


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
@pytest.mark.parametrize("language", ["python", "prolog"])
def test_a_program_says_which_goal_it_does_not_reach(exported, impossible, request, language):
    if language == "prolog":
        words = [request.getfixturevalue("swipl"), exported("pl"), "--", impossible]
    else:
        words = [sys.executable, exported("py"), impossible]
    done = run(*words)
    assert done.returncode == 1
    assert "is not reached" in done.stderr
    assert not done.stdout


@pytest.mark.slow
def test_the_prolog_program_solves_a_larger_problem_in_plain_prolog(
    swipl, folder, exported, turned
):
    done = run(swipl, exported("pl"), "--", turned)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    assert carried_out(folder, turned, done.stdout) <= 4 * 20


def in_plain_prolog(swipl, folder: Path, library, task) -> None:
    """The program's plan is arcwise's own, step by step, and valid; where there is none, there is none in Prolog."""
    program, problem = folder / "program.pl", folder / "problem.pddl"
    program.write_text(prolog_program(library))
    problem.write_text(task_text(replace(task, name="one")))
    done = run(swipl, program, "--", problem)
    own = follow(library.policy, task)
    if not own.solved:
        assert done.returncode == 1
        assert f"{atom_text(own.goal)} is not reached" in done.stderr
        return
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == list(map(atom_text, own.plan))
    execute(task, read_plan(done.stdout))


def library_of(macro_file, *problems: str | Path):
    """The policy of a board, or of a domain and its problems."""
    file = macro_file(*problems, "--learner", "policy")
    return (
        load_macros(file, PlanningDomain(load_action_domain(problems[0])))
        if problems[1:]
        else load_over_parameters(file, read_domain(problems[0])[0])
    )


LARGER = {
    "hanoi": ("hanoi:3x2", "hanoi:3x6"),
    "gripper": ("gripper:9",),
    "keys": ("keys:4x5", "keys:7x8"),
    "pancake": ("pancake:7", "pancake:12"),
    "burnt-pancake": ("burnt-pancake:6",),
}


@pytest.mark.long
@pytest.mark.parametrize(
    "board",
    [
        "hanoi:3x2",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in (
                "hanoi:3x3",
                "gripper:2",
                "gripper:3",
                "keys:3x4",
                "pancake:4",
                "burnt-pancake:3",
            )
        ),
    ],
)
def test_the_prolog_program_makes_the_steps_of_arcwise_on_boards(
    macro_file, swipl, tmp_path, board
):
    library = library_of(macro_file, board)
    name, _, _ = board.partition(":")
    for larger in LARGER[name]:
        domain, shape = read_domain(larger)
        start = (1,) * shape[1] if name == "hanoi" else domain.draw(shape, Random(1))
        in_plain_prolog(swipl, tmp_path, library, domain.task_of(shape, start, domain.goal(shape)))


CORRIDOR = """(define (domain corridor) (:requirements :strips :typing) (:types place key)
  (:predicates (at ?p - place) (next ?p ?q - place) (open ?p - place) (shut ?p - place) (key-at ?k - key ?p - place) (holding ?k - key))
  (:action walk :parameters (?p ?q - place) :precondition (and (at ?p) (next ?p ?q) (open ?q)) :effect (and (at ?q) (not (at ?p))))
  (:action pick :parameters (?k - key ?p - place) :precondition (and (at ?p) (key-at ?k ?p))
    :effect (and (holding ?k) (not (key-at ?k ?p))))
  (:action unlock :parameters (?p ?q - place ?k - key) :precondition (and (at ?p) (next ?p ?q) (shut ?q) (holding ?k))
    :effect (and (open ?q) (not (shut ?q)))))"""


def corridor(length: int, doors: tuple[int, ...], key: int) -> str:
    """A row of places with closed doors; the key is at one of them, and the goal at the far end."""
    places = range(length)
    near = "".join(f"(next p{a} p{b}) (next p{b} p{a}) " for a, b in pairwise(places))
    shut = "".join(f"(shut p{one}) " if one in doors else f"(open p{one}) " for one in places)
    names = " ".join(f"p{one}" for one in places)
    return f"""(define (problem corridor) (:domain corridor) (:objects {names} - place k - key)
      (:init (at p1) (key-at k p{key}) {near} {shut}) (:goal (and (at p{length - 1}))))"""


@pytest.mark.slow
def test_the_prolog_program_sees_to_what_is_in_the_way_of_a_walk_as_arcwise_does(
    macro_file, swipl, tmp_path
):
    domain = tmp_path / "corridor.pddl"
    domain.write_text(CORRIDOR)
    problems = []
    for number, said in enumerate(
        [
            corridor(4, (2,), 0),
            corridor(5, (2, 3), 0),
            corridor(9, (3, 5, 6), 2),
            corridor(9, (3,), 7),
        ]
    ):
        problems.append(tmp_path / f"p{number}.pddl")
        problems[-1].write_text(said)
    library = library_of(macro_file, domain, *problems[:2])
    tasks = [load_task(load_action_domain(domain), one) for one in problems]
    assert follow(library.policy, tasks[2]).solved
    assert not follow(library.policy, tasks[3]).solved  # the key is behind the door
    for task in tasks:
        in_plain_prolog(swipl, tmp_path, library, task)


@pytest.mark.long
def test_the_prolog_program_does_all_that_actions_do_under_conditions(macro_file, swipl, tmp_path):
    domain = tmp_path / "cart.pddl"
    domain.write_text(domain_text(CART))
    rng, tasks = Random(1), []
    for number in range(9):
        task = cart(rng, 3, 2)
        wanted = tuple(("at", one, rng.choice(["p0", "p1", "p2"])) for one in ("t0", "t1"))
        tasks.append(replace(task, name=f"cart{number}", goal=wanted))
        (tmp_path / f"{number}.pddl").write_text(task_text(tasks[-1]))
    files = (tmp_path / f"{number}.pddl" for number in range(6))
    library = library_of(macro_file, domain, *files)
    assert library.policy.conditional == ("push",)
    solved = [follow(library.policy, task).solved for task in tasks]
    assert any(solved)
    assert not all(solved)
    for task in tasks:
        in_plain_prolog(swipl, tmp_path, library, task)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "training", "count"),
    [
        ("pddl/grid", ["prob01"], 3),
        ("pddl/driverlog", ["p01", "p02", "p03", "p04"], 6),
        ("pddl/blocks", ["probBLOCKS-4-0", "probBLOCKS-4-1"], 4),
    ],
    ids=["grid", "driverlog", "blocks"],
)
def test_the_prolog_program_makes_the_steps_of_arcwise_on_competition_problems(
    macro_file, swipl, tmp_path, name, training, count
):
    place = DATA / name
    if not place.is_dir():
        pytest.skip(f"{name} is not among the data beside the project")
    files = place / "domain.pddl", *(place / f"{one}.pddl" for one in training)
    library = library_of(macro_file, *files)
    for problem in sorted(place.glob("p*.pddl"))[:count]:
        in_plain_prolog(swipl, tmp_path, library, load_task(load_action_domain(files[0]), problem))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "no such file"),
        ("(define (problem p", "this is no PDDL problem"),
        ("(define (problem p)))", "this is no PDDL problem"),
        ("(define (problem p) (:goal (and)))", "it has no (:init ...)"),
        ("(define (problem p) (:objects a - block) (:init) (:goal (clear z)))", "no object z"),
        ("(define (problem p) (:domain ferry) (:init) (:goal (and)))", "of the domain ferry"),
        ("(define (problem p) (:init a) (:goal (and)))", "have to be atoms"),
        ("(define (problem p) (:init) (:goal (not (hand-empty))))", "more than atoms"),
    ],
)
def test_the_prolog_program_says_in_a_sentence_what_is_no_problem_of_its_domain(
    swipl, exported, tmp_path, text, said
):
    problem = tmp_path / "problem.pddl"
    if text is not None:
        problem.write_text(text)
    done = run(swipl, exported("pl"), "--", problem)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{problem}: ")
    assert said in line


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
def test_the_prolog_program_is_a_macro_file_still(call, learned, exported):
    files = learned, exported("pl")
    before, after = (call("explain", one, "--json").data["macros"] for one in files)
    assert before == after


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
    exported, tmp_path, text, said
):
    problem = tmp_path / "problem.pddl"
    if text is not None:
        problem.write_bytes(text)
    done = run(sys.executable, exported("py"), problem)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{problem}: ")
    assert said in line
    assert not done.stdout


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


def test_what_cannot_be_exported_is_refused(call, folder, policy, tmp_path):
    files = folder / "blocks.pddl", folder / "blocks-1.pddl"
    assert "what is the policy to become" in call("export", policy).err
    assert "what is the policy to become" in call("export", policy, "-o", tmp_path / "x.txt").err
    assert "axioms are made for a domain" in call("export", policy, "--format", "pddl").err
    assert "this file is read too" in call("export", policy, "-o", policy).err
    assert "reads its problems" in call("export", policy, *files, "--format", "python").err
    macros = tmp_path / "macros.pl"
    assert call("learn", *files, "--untried", "-o", macros).code == 0
    assert "only policies become programs" in call("export", macros, "-o", tmp_path / "x.py").err


def test_two_definitions_of_one_name_are_noticed():
    names = [
        ("arcwise.search.limits", "LimitError"),
        ("arcwise.search.policy.achieve", "LimitError"),
    ]
    with pytest.raises(ValueError, match="LimitError is defined in"):
        bundle(names, ("checked",), (), "")
