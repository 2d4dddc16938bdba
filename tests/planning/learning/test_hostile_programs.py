"""Whatever a policy's names hold, the programs made of it hold them as data: first the gate, then without it."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import types
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from arcwise.ebl import load_macros
from arcwise.planning.learning import actions
from arcwise.planning.learning import python_program as python
from arcwise.planning.learning.python_program import python_program
from arcwise.planning.pddl import ActionDomain, PlanningTask, Typed, domain_text, task_text
from arcwise.rules import InputError
from arcwise.rules.prolog import reader
from arcwise.rules.prolog.writer import write_atom

CODE = "__import__('os').system('touch canary')"
HOSTILE = (
    f"x{chr(34) * 3}\n{CODE}\n'''",
    f"'''(0,{CODE}",
    f'x\n"""\n{CODE}\n"""',
    f"x\r{CODE}\r#",
    f"x\\\n{CODE}",
    f"{{{CODE}}}{{0}}{{domain}}%s%(x)s",
    "x'). :- shell('touch canary'). y('",
    "x*/ :- shell('touch canary'). /*",
    "x\\",
    "\\'). :- shell('touch canary'). %",
    "x\n:- initialization(shell('touch canary')).\n",
    ") (:action free :parameters () :precondition (and) :effect (and))",
    "; a comment\n(:action free)",
    "\u2028:- shell('touch canary').",
    "\u202egnp.exe\u2066",
    "\x1b]0;title\x07",
    "nul\x00nul",
    "\ufeff",
    ",#'\"`",
    "=",
    "-",
    ":x",
    "?x",
    "",
    "a b",
    "\xa0",
    "\u3164",
)

SLOTS = ("domain", "type", "constant", "action", "macro", "predicate", "parameter")


def policy_text(**names: str) -> str:
    """A policy of one rule for one action, with a name in each slot."""
    name = dict(zip(SLOTS, ("d", "kind", "home", "go", "m1", "at", "x"), strict=True)) | names
    domain, kind, constant, action, macro, predicate, parameter = (
        write_atom(f"?{name[slot]}" if slot == "parameter" else name[slot]) for slot in SLOTS
    )
    over = f"parameters([parameter({parameter},{kind},X1)])"
    rule = f"{over}, [not({predicate}(X1,{constant}))], [{predicate}(X1,{constant})], none"
    return f"""macro_domain(pddl({domain})).
macro_type({kind},object).
macro_constant({constant},object).
macro_move(1, {action}, {rule}).
macro({macro}, {rule}).
macro_steps({macro}, [step({action},1,[1])]).
macro_goal({macro},{predicate}({parameter},{constant}),[],none).
"""


@pytest.fixture
def no_gate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names pass that no reader accepts."""
    monkeypatch.setattr(actions, "is_name", lambda text: True)
    monkeypatch.setattr(reader, "is_plain", lambda text: True)


@pytest.mark.parametrize("slot", SLOTS)
def test_no_name_that_pddl_does_not_have_is_read_from_a_policy(tmp_path: Path, slot: str) -> None:
    file = tmp_path / "policy.pl"
    for name in HOSTILE:
        if name == "=" and slot == "predicate":
            continue  # which asks for objects that are the same
        file.write_text(policy_text(**{slot: name}), encoding="utf-8")
        with pytest.raises(InputError) as said:
            load_macros(file)
        assert said.value.place is not None
        assert not re.search(r"^(:-|__import__)", str(said.value), re.M)


def test_a_policy_with_plain_names_is_read(tmp_path: Path) -> None:
    file = tmp_path / "policy.pl"
    file.write_text(policy_text())
    assert load_macros(file).policy is not None


def loaded(tmp_path: Path, make: Callable[[object], str]) -> list[tuple[str, str, str]]:
    """Slot, name and program of every policy that is read once there is no gate."""
    found, numbers = [], count()
    for number, name in enumerate(HOSTILE):
        for slot in (SLOTS[number % 7], SLOTS[(number + 3) % 7]):
            file = tmp_path / f"{next(numbers)}.pl"
            file.write_text(policy_text(**{slot: name}), encoding="utf-8")
            try:
                library = load_macros(file)
                program = make(library)
            except InputError:
                continue
            found.append((slot, name, program))
    return found


@pytest.mark.long
@pytest.mark.usefixtures("no_gate")
def test_a_python_program_holds_names_as_literals_even_without_the_gate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    plain = tmp_path / "plain.pl"
    plain.write_text(policy_text())
    usual = python_program(load_macros(plain))
    before, _, others = usual.partition("DOMAIN = ActionDomain(")
    behind = "POLICY = " + others.partition("POLICY = ")[2]
    programs = loaded(tmp_path, python_program)
    assert len(programs) > 40
    for slot, name, program in programs:
        assert program.startswith(before)
        assert program.endswith(behind)
        policy = ast.parse(program[len(before) : -len(behind)]).body
        assert [type(one) for one in policy] == [ast.Assign, *[ast.Assign, ast.Expr] * 2]
        nodes = [node for one in policy for node in ast.walk(one)]
        texts = {node.value for node in nodes if isinstance(node, ast.Constant)}
        assert (f"?{name}" if slot == "parameter" else name) in texts
        called = {ast.unparse(node.func) for node in nodes if isinstance(node, ast.Call)}
        assert called <= {
            "ActionDomain",
            "Action",
            "ActionSchema",
            "Typed",
            "Purpose",
            "RuleCondition",
        }
    for _, _, program in programs[::9]:
        module = types.ModuleType("exported_policy")
        monkeypatch.setitem(sys.modules, "exported_policy", module)
        exec(compile(program, "policy.py", "exec"), module.__dict__)
    assert not (tmp_path / "canary").exists()


@pytest.mark.parametrize(
    "bad",
    [
        f"DOMAIN = {CODE}\n",
        "DOMAIN = [open for one in ()]\n",
        f"{CODE}\nDOMAIN = 1\n",
        "import os\nDOMAIN = 1\n",
        "DOMAIN = f'{open}'\n",
        "DOMAIN = (lambda: 1)()\n",
        "DOMAIN = Action.mro()\n",
        "class A: pass\nDOMAIN = 1\n",
    ],
)
def test_a_policy_with_more_than_literals_is_never_written(bad: str) -> None:
    python._check_literals('DOMAIN = Action(name="x")\n"A remark."\n')
    with pytest.raises(ValueError, match="more than literals"):
        python._check_literals(bad)


def test_pddl_is_written_of_names_that_pddl_has_and_of_no_others() -> None:
    thing = Typed("x", "object")
    for name in HOSTILE:
        domains = (
            ActionDomain(name),
            ActionDomain("d", types={name: "object"}),
            ActionDomain("d", constants=(replace(thing, name=name),)),
            ActionDomain("d", constants=(replace(thing, type=name),)),
        )
        for domain in domains:
            with pytest.raises(InputError, match="PDDL cannot hold"):
                domain_text(domain)
        plain = ActionDomain("d")
        for task in (
            PlanningTask(name, plain),
            PlanningTask("p", plain, (Typed(name),)),
            PlanningTask("p", plain, init=frozenset({("at", name)})),
            PlanningTask("p", plain, goal=((name, "x"),)),
        ):
            with pytest.raises(InputError, match="PDDL cannot hold"):
                task_text(task)
    remarks = domain_text(ActionDomain("d"), ["one\n(:action free)"]).splitlines()
    assert remarks[0] == "; one\\n(:action free)"
    assert remarks[1].startswith("(define")


@pytest.mark.slow
def test_an_exported_program_prints_no_name_of_a_problem_that_controls_a_terminal(
    tmp_path: Path,
) -> None:
    file = tmp_path / "policy.pl"
    file.write_text(policy_text())
    library = load_macros(file)
    (tmp_path / "policy.py").write_text(python_program(library))
    for word in ("a\x1b]0;x\x07", "a\u202eb", "a\x9b31m"):
        problem = tmp_path / "problem.pddl"
        problem.write_text(
            f"(define (problem p) (:domain d) (:objects {word} - kind) (:init) (:goal (at {word} home)))",
            encoding="utf-8",
        )
        done = subprocess.run(
            [sys.executable, "policy.py", problem.name],
            cwd=tmp_path,
            capture_output=True,
            check=False,
            env={**os.environ, "PYTHONUTF8": "1"},
        )
        assert done.returncode == 1
        assert not any(
            sign in (done.stdout + done.stderr).decode() for sign in "\x1b\x07\x9b\u202e"
        )
