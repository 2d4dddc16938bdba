"""Functions of later packages that a method of an earlier one calls: `Problem.solve`, `MacroLibrary.save`."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import Any


class Later:
    """A function of a later module, imported by its name when it is first called.

    An object stands in the package that it is made in, what can be done with it in later ones. A method that does so is one
    call of a later function and nothing else; `tests/test_layering.py` has the list of them.

    Parameters
    ----------
    module
        The module from the root, such as ``search.solve``.
    name
        The function in it.
    """

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name

    @cached_property
    def function(self) -> Any:
        """The function itself."""
        return getattr(import_module(f"..{self.module}", __package__), self.name)

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return self.function(*arguments, **options)
