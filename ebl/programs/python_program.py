"""A policy as one Python file that needs nothing but Python: its rules, and arcwise's own way to follow them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

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

HEAD = '''"""The policy for {domain}, which solves problems of any size: python policy.py PROBLEM.pddl

Made by arcwise; it needs Python 3.11 or later and nothing else. `solve(objects, init, goal)` gives the plan.
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


def python_program(library: MacroLibrary) -> str:
    """The file.

    Parameters
    ----------
    library
        A policy.

    Raises
    ------
    InputError
        As `whole_policy` does.
    """
    policy = whole_policy(library)
    names = ((one.__module__, one.__name__) for one in DEFINITIONS)
    code = bundle(names, GIVEN, LEFT_OUT, POLICY + MAIN)
    own = policy.domain
    domain = ActionDomain(
        own.name, types=dict(own.types), constants=own.constants, actions=own.actions
    )
    rules = [
        f"    # {rule.name}: to make {atom_text(rule.goal)} true\n"
        f"    ({_written(rule.operator, 1)}, {_written(rule.purpose, 1)}),"
        for rule in policy.rules
    ]
    before = sorted(policy.precedences)
    return "\n\n".join(
        (
            HEAD.format(domain=own.name) + code.partition("\n\n")[0],
            "\n" + LIMITS,
            code.partition("\n\n")[2],
            f"DOMAIN = {_written(domain)}",
            "\n".join(("RULES = [", *rules, "]")),
            f"BEFORE = {before!r}\n" + '"""Which goals come before which."""',
            POLICY,
            MAIN,
        )
    )


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
