"""A policy as one Python file that needs nothing but Python: its rules, and arcwise's own way to follow them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields
from functools import lru_cache
from typing import Any

from ...rules.checked import checked
from ...rules.pddl.action_domain import (
    Action,
    ActionDomain,
    Derived,
    Effect,
    Every,
    Literal,
    PlanningTask,
    Some,
    Typed,
    atom_text,
)
from ...rules.pddl.action_schema import ActionSchema
from ...search.policy.follow import follow
from ...search.policy.rule import Condition, Policy, Purpose
from ..library import MacroLibrary
from .bundle import bundle
from .problem_reader import read_problem
from .whole_policy import whole_policy

DEFINITIONS = (
    *(Action, ActionDomain, ActionSchema, PlanningTask, Typed, atom_text),
    *(Derived, Effect, Every, Literal, Some),
    *(Condition, Policy, Purpose, follow, read_problem),
)
"""What the file is made of, with all that these need."""

GIVEN = ("checked", "Meter", "NO_LIMITS")
"""What the file has in another form."""

LEFT_OUT = ((ActionSchema.__name__, "rule"),)
"""How a rule is printed."""

HEAD = '''"""A policy that solves problems of any size: python policy.py PROBLEM.pddl

Made by arcwise for the domain below. It needs Python 3.11 or later and nothing else. `solve(objects, init, goal)` gives the plan.
"""

from __future__ import annotations

import sys
'''

LIMITS = '''class Meter:
    """Counts choices and steps; there is no limit."""

    def __init__(self, limits=None, report=None) -> None:
        self.expanded = self.applied = 0

    def exceeded(self):
        """None: go on."""
        self.expanded += 1


NO_LIMITS = None
'''

POLICY = "POLICY = Policy.of(DOMAIN, RULES, BEFORE)\n"

MAIN = '''def solve(objects, init, goal):
    """The plan for a problem: a list of actions, each a tuple of its name and its objects.

    Parameters
    ----------
    objects
        The type of every object, by name.
    init, goal
        Atoms, each a tuple of a predicate and objects: what is true at first, and what is to be true.

    Raises
    ------
    ValueError
        A goal that the policy does not reach; it says why not.
    """
    things = tuple(Typed(name, kind) for name, kind in objects.items())
    task = PlanningTask("problem", DOMAIN, things, frozenset(init), goal=tuple(goal))
    found = follow(POLICY, task)
    if not found.solved:
        raise ValueError(f"{atom_text(found.goal)} is not reached: {found.reason}")
    return list(found.plan)


def main(arguments):
    """Print the plan for a problem file."""
    if len(arguments) != 1:
        sys.exit(f"usage: python {sys.argv[0]} PROBLEM.pddl")
    try:
        with open(arguments[0], encoding="utf-8") as file:
            text = file.read()
    except OSError as error:
        sys.exit(f"{arguments[0]}: {error.strerror}")
    except UnicodeDecodeError:
        sys.exit(f"{arguments[0]}: this is no text in UTF-8")
    try:
        plan = solve(*read_problem(text, DOMAIN))
    except ValueError as error:
        sys.exit(f"{arguments[0]}: {error}")
    for step in plan:
        print(atom_text(step))


if __name__ == "__main__":
    main(sys.argv[1:])
'''


@checked
def python_program(library: MacroLibrary) -> str:
    """Text of a Python file that follows a policy without arcwise.

    Parameters
    ----------
    library
        A policy.

    Raises
    ------
    InputError
        As `whole_policy` does.
    ValueError
        A program that holds more of the policy than literals, which would be a fault of arcwise.
    """
    policy = whole_policy(library)
    own = policy.domain
    domain = ActionDomain(
        own.name, types=dict(own.types), constants=own.constants, actions=own.actions
    )
    before = sorted(policy.precedences)
    rules = [(rule.operator, rule.purpose) for rule in policy.rules]
    listed = "".join(f"    ({_written(one, 1)}, {_written(why, 1)}),\n" for one, why in rules)
    data = DATA.format(DOMAIN=_written(domain), RULES=f"[\n{listed}]", BEFORE=repr(before))
    _check_literals(data)
    imports, _, definitions = _definitions().partition("\n\n")
    program = "\n\n".join((HEAD + imports, "\n" + LIMITS, definitions, data, POLICY, MAIN))
    compile(program, "policy.py", "exec")
    return program


@lru_cache
def _definitions() -> str:
    names = ((one.__module__, one.__name__) for one in DEFINITIONS)
    return bundle(names, GIVEN, LEFT_OUT, POLICY + MAIN)


DATA = '''DOMAIN = {DOMAIN}

RULES = {RULES}
"""Each with what it is for."""

BEFORE = {BEFORE}
"""Which goals come before which."""
'''


def _check_literals(data: str) -> None:
    """Raise ValueError unless a policy is written as assignments of literals in records and nothing else."""
    for statement in ast.parse(data).body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        for node in ast.walk(statement.value if isinstance(statement, ast.Assign) else statement):
            called = isinstance(node, ast.Name) and node.id in _CALLED
            if not called and not isinstance(node, _LITERAL):
                raise ValueError(f"a policy holds more than literals: {ast.unparse(node)[:80]}")


_CALLED = {one.__name__ for one in DEFINITIONS if isinstance(one, type)}

_LITERAL = (
    *(ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Load, ast.UnaryOp, ast.USub),
    *(ast.Call, ast.keyword),
)
"""What a value may be made of: calls are of names that are `_CALLED`, for nothing else that could be called may stand there."""


RECORDS = (Action, ActionDomain, ActionSchema, Purpose)
"""What is written with a line for each part."""


def _written(value: Any, depth: int = 0) -> str:
    """A value as Python; of records the parts that are not what they are by default."""
    space = "    " * depth
    if isinstance(value, tuple) and value and isinstance(value[0], RECORDS):
        inside = "".join(f"{space}    {_written(one, depth + 1)},\n" for one in value)
        return f"(\n{inside}{space})"
    if not isinstance(value, RECORDS):
        return repr(value)
    parts = "".join(f"{space}    {one},\n" for one in _parts(value, depth + 1))
    return f"{type(value).__name__}(\n{parts}{space})"


def _parts(value: Any, depth: int) -> Iterator[str]:
    """The parts of a record, but for the place in a file where it stood."""
    for one in fields(value):
        own = getattr(value, one.name)
        if own != one.default and one.name != "place" and own != {}:
            yield f"{one.name}={_written(own, depth)}"
