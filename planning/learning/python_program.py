"""A policy as one Python file that needs nothing but Python: its rules, and arcwise's own way to follow them.

The definitions that some functions need, out of arcwise's own source, as one text.

Problem files of PDDL in few lines, for programs that run alone: objects, what is true at first, and a goal of atoms.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, fields
from functools import lru_cache
from importlib import import_module
from importlib.util import resolve_name
from inspect import getsource
from typing import Any

from ...ebl.library import MacroLibrary
from ...rules.checked import checked
from ...rules.errors import InputError
from ..pddl.action_domain import (
    OBJECT,
    Action,
    ActionDomain,
    Derived,
    Effect,
    Every,
    Literal,
    PlanningTask,
    Signature,
    Some,
    Typed,
    Universal,
    atom_text,
    united,
)
from ..pddl.action_schema import ActionSchema
from ..policy.follow import follow
from ..policy.rule import LiftedPolicy, Purpose, RuleCondition

Name = tuple[str, str]
"""A module, and what is defined there."""

Definition = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


@dataclass
class _Module:
    """A module's definitions, and where its other names come from."""

    lines: list[str]
    defined: dict[str, Definition] = field(default_factory=dict)
    imported: dict[str, Name] = field(default_factory=dict)
    standard: dict[str, Name] = field(default_factory=dict)


@lru_cache(maxsize=64)
def _module(name: str) -> _Module:
    text = getsource(import_module(name))
    found = _Module(text.splitlines())
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom):
            target = "." * node.level + (node.module or "")
            package = name.rpartition(".")[0]
            for one in node.names:
                if node.level:
                    found.imported[one.asname or one.name] = resolve_name(target, package), one.name
                elif node.module != "__future__":
                    found.standard[one.asname or one.name] = target, one.name
        elif isinstance(node, ast.Import):
            found.standard |= {one.name: (one.name, "") for one in node.names}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.defined[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            for target_node in node.targets if isinstance(node, ast.Assign) else [node.target]:
                found.defined |= {
                    one.id: node for one in ast.walk(target_node) if isinstance(one, ast.Name)
                }
    return found


def bundle(
    roots: Iterable[Name], given: Collection[str], left_out: Collection[Name], used_by: str
) -> str:
    """The text of definitions, and of all that they need when they run.

    Parameters
    ----------
    roots
        Functions that are wanted.
    given
        Names that are defined elsewhere; decorators among them are left out.
    left_out
        Classes, by name, and methods of theirs that are not needed.
    used_by
        The program that comes after it.

    Raises
    ------
    ValueError
        Two definitions of one name.
    """
    return _Bundle(given, left_out, used_by).text(roots)


class _Bundle:
    def __init__(self, given: Collection[str], left_out: Collection[Name], used_by: str) -> None:
        self._given, self._left_out = given, left_out
        self._wanted: dict[Name, None] = {}
        program = ast.walk(ast.parse(used_by))
        self._attributes = {one.attr for one in program if isinstance(one, ast.Attribute)}
        self._standard: set[Name] = set()

    def text(self, roots: Iterable[Name]) -> str:
        """Imports of the standard library, and the definitions, each after those that it is made from."""
        self._wanted = dict.fromkeys(map(_origin, roots))
        before = -1
        while before != (before := len(self._wanted) + len(self._attributes)):
            for name in list(self._wanted):
                self._look_at(name)
        owner: dict[str, str] = {}
        for module, one in self._wanted:
            if owner.setdefault(one, module) != module:
                raise ValueError(f"{one} is defined in {owner[one]} and in {module}")
        parts = [part for module in self._in_order() for part in self._of_module(module)]
        return "\n\n\n".join(("\n".join(self._imports()), *parts)) + "\n"

    def _look_at(self, name: Name) -> None:
        """Collect the names that a definition needs when it runs; of annotations only short names of types."""
        module = _module(name[0])
        node = module.defined[name[1]]
        for part in self._parts(node):
            if isinstance(part, ast.Attribute):
                self._attributes.add(part.attr)
            elif isinstance(part, ast.Name) and part.id not in self._given:
                self._want(module, name[0], part.id)

    def _want(self, module: _Module, place: str, name: str) -> None:
        if name in module.defined:
            self._wanted[place, name] = None
        elif name in module.imported:
            self._wanted[_origin(module.imported[name])] = None
        elif name in module.standard:
            self._standard.add(module.standard[name])

    def _parts(self, node: ast.AST) -> Iterator[ast.AST]:
        """All nodes that are evaluated when the definition runs."""
        yield node
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if not isinstance(child, ast.AST):
                    continue
                if isinstance(node, ast.ClassDef) and not self._kept(node.name, child):
                    continue
                yield from self._parts(child)

    def _kept(self, owner: str, child: ast.AST) -> bool:
        """Whether a part of a class is needed: a method if something uses its name, no `Later`, which is of arcwise alone."""
        if isinstance(child, ast.Assign) and isinstance(child.value, ast.Call):
            return not (isinstance(child.value.func, ast.Name) and child.value.func.id == "Later")
        if not isinstance(child, ast.FunctionDef):
            return True
        special = child.name.startswith("__")
        return special or (
            child.name in self._attributes and (owner, child.name) not in self._left_out
        )

    def _in_order(self) -> list[str]:
        """The modules, each after those that it imports."""
        found: dict[str, None] = {}

        def visit(module: str) -> None:
            if module in found:
                return
            for target, _ in _module(module).imported.values():
                if any(target == own for own, _ in self._wanted):
                    visit(target)
            found[module] = None

        for module, _ in self._wanted:
            visit(module)
        return list(found)

    def _imports(self) -> list[str]:
        modules: dict[str, list[str]] = {}
        for module, name in sorted(self._standard):
            modules.setdefault(module, []).append(name)
        return [
            f"from {module} import {', '.join(names)}" if names != [""] else f"import {module}"
            for module, names in modules.items()
        ]

    def _of_module(self, name: str) -> Iterator[str]:
        module = _module(name)
        wanted = {one for own, one in self._wanted if own == name}
        nodes = {id(node): node for one, node in module.defined.items() if one in wanted}
        for node in sorted(nodes.values(), key=lambda one: one.lineno):
            yield "\n".join(self._lines(module.lines, node))

    def _lines(self, lines: list[str], node: Definition) -> Iterator[str]:
        """Lines of a definition without some decorators, and without methods that are not needed."""
        dropped: set[int] = set()
        decorators = getattr(node, "decorator_list", [])
        for one in decorators:
            if isinstance(one, ast.Name) and one.id in self._given:
                dropped.update(range(one.lineno, _end(one) + 1))
        owner = node.name if isinstance(node, ast.ClassDef) else ""
        for child in node.body if isinstance(node, ast.ClassDef) else ():
            if not self._kept(owner, child):
                above = (one.lineno for one in getattr(child, "decorator_list", ()))
                first = min([child.lineno, *above])
                dropped.update(range(first, _end(child) + 1))
        first = min([node.lineno, *(one.lineno for one in decorators)])
        blank = False
        for number in range(first, _end(node) + 1):
            line = lines[number - 1]
            if number in dropped or (blank and not line):
                continue
            blank = not line
            yield line


def _end(node: ast.stmt | ast.expr) -> int:
    assert node.end_lineno is not None
    return node.end_lineno


def _origin(name: Name) -> Name:
    """Find the module that defines a name which others pass on."""
    while name[1] not in _module(name[0]).defined:
        name = _module(name[0]).imported[name[1]]
    return name


def expressions(text: str) -> Any:
    """Nested lists of words.

    Raises
    ------
    ValueError
        Parentheses without their fellows, nothing at all, or a word that cannot be seen.
    """
    stack: list[Any] = [[]]
    for word in re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text).lower()):
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            if not stack:
                raise ValueError("a parenthesis is closed that was not opened")
            stack[-1].append(done)
        elif word.isprintable():
            stack[-1].append(word)
        else:
            raise ValueError(f"control characters or hidden ones in {word!a}")
    if len(stack) > 1:
        raise ValueError("the file ends within parentheses")
    if not stack[0] or not isinstance(stack[0][0], list):
        raise ValueError("this is no PDDL problem")
    return stack[0][0]


def read_problem(
    text: str, domain: ActionDomain
) -> tuple[dict[str, str], list[tuple[str, ...]], list[tuple[str, ...]]]:
    """Objects with their types, the facts that are true at first, and the goals.

    Raises
    ------
    ValueError
        What is no problem of the domain, or has a goal that is more than atoms.
    """
    found = [part for part in expressions(text) if isinstance(part, list) and part]
    parts = {part[0]: part[1:] for part in found if isinstance(part[0], str)}
    for part in ("problem", ":init", ":goal"):
        if part not in parts:
            raise ValueError(f"this is no PDDL problem: it has no ({part} ...)")
    named = parts.get(":domain", [domain.name])
    if named != [domain.name]:
        raise ValueError(
            f"a problem of the domain {' '.join(map(str, named))}; this policy is for {domain.name}"
        )
    objects = _objects(parts.get(":objects", []), domain)
    if len(parts[":goal"]) != 1 or not isinstance(parts[":goal"][0], list):
        raise ValueError("(:goal ...) has to hold one condition")
    goal = parts[":goal"][0]
    goals = goal[1:] if goal[:1] == ["and"] else [goal]
    if any(
        one[:1] in (["not"], ["or"], ["forall"], ["exists"], ["imply"], ["and"]) for one in goals
    ):
        raise ValueError("a policy makes atoms true, and this goal is more than atoms")
    known = {*objects, *(one.name for one in domain.constants)}
    facts = _atoms((one for one in parts[":init"] if one[:1] != ["="]), known)
    return objects, facts, _atoms(goals, known)


def _objects(listed: Iterable[Any], domain: ActionDomain) -> dict[str, str]:
    objects: dict[str, str] = {}
    names: list[str] = []
    words = iter(listed)
    for word in words:
        if word == "-":
            kind = next(words, "nothing")
            kind = kind if isinstance(kind, str) else f"({' '.join(map(str, kind))})"
            for one in united(kind) or [kind]:
                if one != OBJECT and one not in domain.types:
                    raise ValueError(f"the domain has no type {one}")
            objects |= dict.fromkeys(names, kind)
            names = []
        elif isinstance(word, str):
            names.append(word)
        else:
            raise ValueError("(:objects ...) holds more than names")
    return objects | dict.fromkeys(names, OBJECT)


def _atoms(listed: Iterable[Any], known: Iterable[str]) -> list[tuple[str, ...]]:
    """Atoms of objects that are known."""
    atoms = []
    for one in listed:
        if not isinstance(one, list) or not one or any(isinstance(term, list) for term in one):
            raise ValueError("facts and goals have to be atoms: (predicate object ...)")
        for term in one[1:]:
            if term not in known:
                raise ValueError(f"({' '.join(one)}): there is no object {term}")
        atoms.append(tuple(one))
    return atoms


DEFINITIONS = (
    *(Action, ActionDomain, ActionSchema, PlanningTask, Signature, Typed, atom_text),
    *(Derived, Effect, Every, Literal, Some, Universal),
    *(RuleCondition, LiftedPolicy, Purpose, follow, read_problem),
)
"""Functions that the file is made of, with all that these need."""

GIVEN = ("checked", "Meter", "NO_LIMITS")
"""Names that the file has in another form."""

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

    def overdue(self):
        """None: go on."""


NO_LIMITS = None
'''

POLICY = "POLICY = LiftedPolicy.of(DOMAIN, RULES, BEFORE)\n"

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


def _whole_policy(library: MacroLibrary) -> LiftedPolicy:
    """The policy of a library; raises InputError where the effects of an action are not all known."""
    policy: LiftedPolicy | None = library.policy
    assert policy is not None
    unknown = [name for name in policy.conditional if name not in policy.domain.by_name]
    if unknown:
        raise InputError(
            f"{unknown[0]} does more than the file of the policy says",
            expected="the domain after it: arcwise export POLICY.pl DOMAIN -o FILE",
        )
    return policy


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
        A policy of which an action does more under a condition than its own file says.
    ValueError
        A program that holds more of the policy than literals, which would be a fault of arcwise.
    """
    policy = _whole_policy(library)
    own = policy.domain
    domain = ActionDomain(
        own.name,
        types=dict(own.types),
        constants=own.constants,
        actions=own.actions,
        denials=dict(own.denials),
        universals=dict(own.universals),
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
"""Parts of a value: calls are of names that are `_CALLED`, for nothing else that could be called may stand there."""


RECORDS = (Action, ActionDomain, ActionSchema, Purpose)
"""Types that are written with a line for each part."""


def _written(value: Any, depth: int = 0) -> str:
    """A value as Python; fields of a record that have their default are left out."""
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
