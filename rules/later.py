"""Imports on demand: names that a package re-exports, rows of tables, functions of later packages.

A command uses a small part of arcwise, and to import all of it takes longer than to solve a puzzle.
"""

from __future__ import annotations

import sys
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any


def attach(package: str) -> None:
    """Make a package import what its ``__init__.pyi`` re-exports when it is asked for, as SPEC 1 of scientific Python has it.

    The stub is what type checkers read and people begin with. A name of `__all__` is that of the re-export, not that of a
    module called alike.

    Parameters
    ----------
    package
        The ``__name__`` of the package, which calls this in its ``__init__.py`` and does nothing else.
    """
    module = sys.modules[package]
    assert module.__file__ is not None
    stub = Path(module.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    origins: dict[str, str] = {}
    for statement in f"\n{stub}".partition("\n__all__")[0].split("\nfrom ")[1:]:
        origin, _, names = statement.partition(" import ")
        origins |= dict.fromkeys(names.strip("()\n").replace(",", " ").split(), origin)
    module.__dict__.update(_origins=origins, __all__=list(origins))
    module.__class__ = _OnDemand


class _OnDemand(ModuleType):
    """A package that imports a name when it is asked for."""

    _origins: dict[str, str]

    def __getattr__(self, name: str) -> Any:
        if name not in self._origins:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        found = getattr(import_module(self._origins[name], self.__name__), name)
        self.__dict__[name] = found
        return found

    def __setattr__(self, name: str, value: object) -> None:
        # Python binds a module in its package once it is imported: `search.solve` remains the function.
        if not (name in self._origins and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*self.__dict__, *self._origins})


class Later:
    """A function of a module that is imported when it is first called, or an object that a table has under a name.

    An object stands in the package that it is made in, what can be done with it in later ones. A method that does so is one
    call of a later function and nothing else; `tests/test_layering.py` has the list of them. In a table it is a row that few
    searches need.

    Parameters
    ----------
    module
        The module from the root, such as ``search.solve``.
    name
        The function or object in it.
    """

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name

    @cached_property
    def found(self) -> Any:
        """The function or object itself."""
        return getattr(import_module(f"..{self.module}", __package__), self.name)

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return self.found(*arguments, **options)
