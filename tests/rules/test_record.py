"""Records: dataclasses that are made when they are first used."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

import pytest
from arcwise.rules.checked import checked
from arcwise.rules.record import record


@checked
@record
class Point:
    """A point."""

    x: int
    y: int = 2


def fresh() -> Any:
    """A record that nothing was asked of."""

    @record
    class Pair:
        """A pair."""

        one: int
        two: str = field(default="b", repr=False)

    return Pair


def matched(thing: Any) -> Any:
    made = object.__new__(thing)
    object.__setattr__(made, "one", 1)
    object.__setattr__(made, "two", "b")
    match made:
        case thing(one, two):
            return one, two


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        (lambda kind: [one.name for one in fields(kind)], ["one", "two"]),
        (is_dataclass, True),
        (lambda kind: repr(kind(1)).rpartition(".")[2], "Pair(one=1)"),
        (lambda kind: kind(1) == kind(1, "b"), True),
        (lambda kind: hash(kind(1)) == hash(kind(1)), True),
        (lambda kind: list(inspect.signature(kind).parameters), ["one", "two"]),
        (lambda kind: replace(kind(1), two="c").two, "c"),
        (matched, (1, "b")),
    ],
)
def test_a_record_is_a_dataclass_whatever_it_is_first_asked(
    ask: Callable[[Any], Any], answer: Any
) -> None:
    assert ask(fresh()) == answer


def test_a_record_is_frozen() -> None:
    with pytest.raises(AttributeError):
        fresh()(1).one = 2


@pytest.mark.parametrize("make", [record, dataclass(frozen=True)])
def test_a_record_may_have_subclasses(make: Callable[[type], Any]) -> None:
    base = fresh()
    made = make(
        type(
            "Triple", (base,), {"__annotations__": {"three": int}, "three": 3, "__doc__": "Three."}
        )
    )
    assert (made(1).one, made(1).two, made(1, "c", 4).three) == (1, "b", 4)
    assert base(1) == base(1) and made(1) != base(1)


def test_arguments_of_a_checked_record_are_looked_at() -> None:
    with pytest.raises(TypeError, match="x has to be a whole number"):
        Point("one")  # type: ignore[arg-type]
    assert pickle.loads(pickle.dumps(Point(1))) == Point(1)
