"""Frozen dataclasses that cost nothing before they are used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields
from functools import lru_cache
from operator import attrgetter
from reprlib import recursive_repr
from threading import RLock
from typing import Any, TypeVar, dataclass_transform

_Made = TypeVar("_Made")

_READ = "__dataclass_fields__", "__dataclass_params__", "__match_args__", "__signature__"
_ONE_AT_A_TIME = RLock()


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(made: type[_Made]) -> type[_Made]:
    """Make a class a frozen dataclass when its first object is made, or its fields are asked for.

    Python takes half a millisecond to make one, and most commands need few of those that they read. Half of that are methods to
    compare, hash and show, which are the same for all here.
    """
    afterwards: list[Callable[[], object]] = []

    def finish() -> None:
        with _ONE_AT_A_TIME:
            while stubs:
                name, _ = stubs.popitem()
                delattr(made, name)
                if not stubs:
                    dataclass(frozen=True, eq=False, repr=False)(made)
                    while afterwards:
                        afterwards.pop(0)()

    def stub(name: str) -> Any:
        def first(self: Any, *arguments: Any, **others: Any) -> Any:
            finish()
            return getattr(self, name)(*arguments, **others)

        return first

    own = vars(made)
    stubs: dict[str, Any] = {name: _Asked(name, finish) for name in _READ if name not in own}
    if "__init__" not in own:
        stubs["__init__"] = stub("__init__")
        stubs["__init__"].afterwards = afterwards
    for name, standing in (stubs | _methods(made)).items():
        setattr(made, name, standing)
    return made


def _methods(made: type) -> dict[str, Any]:
    """Methods of a record that compare, hash and show it, as those of a dataclass do, but for its own."""

    @lru_cache(maxsize=1)
    def compared() -> Callable[[Any], Any]:
        return _values(made, lambda one: one.compare)

    @lru_cache(maxsize=1)
    def hashed() -> Callable[[Any], Any]:
        return _values(made, lambda one: one.compare if one.hash is None else one.hash)

    def equal(self: Any, other: object) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        values = compared()
        return values(self) == values(other)

    def hash_of(self: Any) -> int:
        return hash(hashed()(self))

    @recursive_repr("...")
    def shown(self: Any) -> str:
        parts = (f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
        return f"{type(self).__qualname__}({', '.join(parts)})"

    own = vars(made)
    found = {"__eq__": equal, "__hash__": hash_of, "__repr__": shown}
    # A class with its own comparison has None for its hash.
    return {name: method for name, method in found.items() if own.get(name) is None}


def _values(made: Any, asked: Callable[[Field[Any]], bool | None]) -> Callable[[Any], Any]:
    """A function that returns the values of some fields of a record."""
    names = [one.name for one in fields(made) if asked(one)]
    if len(names) < 2:
        return lambda thing: tuple(getattr(thing, name) for name in names)
    return attrgetter(*names)


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
