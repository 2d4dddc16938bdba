"""Frozen dataclasses that cost nothing before they are used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import RLock
from typing import Any, TypeVar, dataclass_transform

_Made = TypeVar("_Made")

_WRITTEN = "__init__", "__eq__", "__hash__", "__repr__"
_READ = "__dataclass_fields__", "__dataclass_params__", "__match_args__", "__signature__"
_ONE_AT_A_TIME = RLock()


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(made: type[_Made]) -> type[_Made]:
    """Make a class a frozen dataclass when its first object is made, compared, hashed or shown, or its fields are asked for.

    Python takes half a millisecond to make one, and most commands need few of those that they read.
    """
    afterwards: list[Callable[[], object]] = []

    def finish() -> None:
        with _ONE_AT_A_TIME:
            while stubs:
                name, _ = stubs.popitem()
                delattr(made, name)
                if not stubs:
                    dataclass(frozen=True)(made)
                    while afterwards:
                        afterwards.pop(0)()

    def stub(name: str) -> Any:
        def first(self: Any, *arguments: Any, **others: Any) -> Any:
            finish()
            return getattr(self, name)(*arguments, **others)

        return first

    own = vars(made)
    stubs: dict[str, Any] = {name: stub(name) for name in _WRITTEN if name not in own}
    stubs |= {name: _Asked(name, finish) for name in _READ if name not in own}
    if "__init__" in stubs:
        stubs["__init__"].afterwards = afterwards
    for name, standing in stubs.items():
        setattr(made, name, standing)
    return made


def when_made(made: type, do: Callable[[], object]) -> bool:
    """Do something to a record once it is a dataclass; False for a class that already has its own ``__init__``."""
    afterwards = getattr(vars(made)["__init__"], "afterwards", None)
    if afterwards is None:
        return False
    afterwards.append(do)
    return True


class _Asked:
    """A descriptor that makes the class a dataclass when it is asked for what a dataclass tells of itself."""

    def __init__(self, name: str, finish: Callable[[], None]) -> None:
        self._name, self._finish = name, finish

    def __get__(self, _: object, owner: type) -> Any:
        self._finish()
        return getattr(owner, self._name)
