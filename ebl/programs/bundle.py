"""The definitions that some functions need, out of arcwise's own source, as one text.

So a program that is written for others does what arcwise does, and there is no second version of it to keep in step.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from importlib.util import resolve_name
from inspect import getsource

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
        What is wanted.
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
        """Want what a definition refers to when it runs; of annotations only short names of types."""
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
        """All nodes that are looked at when the definition runs."""
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
        """Whether a part of a class is needed: methods are where something asks for their name."""
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
        """The lines of a definition without decorators that are given, and without methods that are not needed."""
        dropped: set[int] = set()
        decorators = getattr(node, "decorator_list", [])
        for one in decorators:
            if isinstance(one, ast.Name) and one.id in self._given:
                dropped.update(range(one.lineno, _end(one) + 1))
        owner = node.name if isinstance(node, ast.ClassDef) else ""
        for child in node.body if isinstance(node, ast.ClassDef) else ():
            if not self._kept(owner, child):
                first = min([child.lineno, *(one.lineno for one in child.decorator_list)])  # type: ignore[attr-defined]
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
    """Where a name that modules pass on is defined."""
    while name[1] not in _module(name[0]).defined:
        name = _module(name[0]).imported[name[1]]
    return name
