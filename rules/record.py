"""Frozen dataclasses that cost nothing before they are used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

_Made = TypeVar("_Made")


@dataclass_transform(frozen_default=True)
def record(made: type[_Made]) -> type[_Made]:
    """Make a class a frozen dataclass when its first object is made, compared, hashed or shown.

    Python takes half a millisecond to make one, and most commands need few of those that they read. It is for classes without
    subclasses, which `dataclasses.fields` is asked of through an object only.
    """
    written = set(vars(made))

    def finish() -> None:
        if vars(made).get("__eq__") is stubs["__eq__"]:
            for name in stubs:
                delattr(made, name)
            dataclass(frozen=True)(made)

    def stub(name: str) -> Any:
        def first(self: Any, *arguments: Any, **others: Any) -> Any:
            finish()
            return getattr(self, name)(*arguments, **others)

        return first

    names = ("__init__", "__eq__", "__hash__", "__repr__")
    stubs = {name: stub(name) for name in names if name not in written}
    for name, function in stubs.items():
        setattr(made, name, function)
    return made
