"""Arguments of public functions, looked at before anything is done with them: a mistake is named where it was made."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import wraps
from inspect import Parameter, isclass, signature
from numbers import Real
from types import NoneType, UnionType
from typing import Any, TypeAlias, TypeVar, Union, cast, get_args, get_origin

from .errors import ArcwiseError

Checked = TypeVar("Checked", bound=Callable[..., Any])

Accepts: TypeAlias = Callable[[Any], bool]
"""Whether a value is of a kind."""

IN_WORDS = {
    "State": "a state, which is a tuple of numbers and strings",
    "Pattern": "a pattern, which is a tuple of numbers, strings and Var",
    "Shape": "a pair of numbers",
    "Problems": "a ProblemSet, a file, or a list of pairs of a start and a goal",
    "SearchProblem": "a Problem, a FunctionProblem, a GraphProblem, or any object with start, successors(state) and "
    "is_goal(state)",
    "Heuristic": "a heuristic as the protocol Heuristic says (FunctionHeuristic(name, function) makes one of a function)",
    "int": "a whole number",
    "float": "a number",
    "str": "a string",
    "bool": "True or False",
    "Path": "a path",
}
"""Kinds whose name says little."""


def checked(thing: Checked) -> Checked:
    """A function, or a class, that looks at its arguments first.

    Raises
    ------
    TypeError
        By what is made: an argument of another kind than its annotation says, with what was expected and what found.
    """
    return cast(Checked, _wrapped(thing, before=True))


def checked_when_it_fails(thing: Checked) -> Checked:
    """The same for what is called a million times: its arguments are looked at only where it raises something."""
    return cast(Checked, _wrapped(thing, before=False))


def _wrapped(thing: Any, *, before: bool) -> Any:
    if isclass(thing):
        setattr(thing, "__init__", _wrapped(vars(thing)["__init__"], before=before))  # noqa: B010
        return thing
    names: list[str] = []
    kinds: dict[str, tuple[Accepts, str]] = {}

    def check(arguments: tuple[Any, ...], others: Mapping[str, Any]) -> None:
        if not names:
            names.extend(_positional(thing))
            kinds.update(_kinds(thing))
        named = zip(names, arguments, strict=False)
        further = ((names[-1], value) for value in arguments[len(names) :])  # of *names
        for name, value in (*named, *further, *others.items()):
            if name in kinds and not kinds[name][0](value):
                owner = thing.__qualname__.removesuffix(".__init__")
                raise TypeError(
                    f"{owner}: {name} has to be {kinds[name][1]}, not {_shown(value)}"
                ) from None

    if before:

        @wraps(thing)
        def first(*arguments: Any, **others: Any) -> Any:
            check(arguments, others)
            return thing(*arguments, **others)

        return first

    @wraps(thing)
    def tried(*arguments: Any, **others: Any) -> Any:
        try:
            return thing(*arguments, **others)
        except ArcwiseError:
            raise
        except Exception:
            check(arguments, others)
            raise

    return tried


def _shown(value: Any) -> str:
    return f"{value!r:.60} ({type(value).__name__})"


def _positional(function: Any) -> list[str]:
    kinds = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD, Parameter.VAR_POSITIONAL)
    return [name for name, one in signature(function).parameters.items() if one.kind in kinds]


def _kinds(function: Any) -> dict[str, tuple[Accepts, str]]:
    """For each annotated parameter, whether a value is of its kind, and the kind in words."""
    names = vars(sys.modules[function.__module__])
    found: dict[str, tuple[Accepts, str]] = {}
    for name, parameter in signature(function).parameters.items():
        written = parameter.annotation
        if written is Parameter.empty or parameter.kind is Parameter.VAR_KEYWORD:
            continue
        try:
            kind = eval(written, dict(names)) if isinstance(written, str) else written
        except NameError:  # known to the checker of types only
            continue
        found[name] = accepts(kind), _in_words(str(written))
    return found


def _in_words(written: str) -> str:
    """An annotation for people."""
    for many, one in re.findall(r"((?:Iterable|Sequence|Collection)\[(.*?)\])", written):
        written = written.replace(many, f"a list of {one}")
    written = re.sub(r"tuple\[(\w+), \.\.\.\]", r"a tuple of \1", written)
    written = re.sub(r"Callable\[.*\]", "a function", written)
    return " or ".join(IN_WORDS.get(word, word) for word in written.split(" | "))


def accepts(kind: Any) -> Accepts:
    """Whether a value is of the kind of an annotation, as far as that can be seen without using it up."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind in (None, NoneType):
        return lambda value: value is None
    if origin in (Union, UnionType):
        choices = [accepts(part) for part in parts]
        return lambda value: any(choice(value) for choice in choices)
    if origin is tuple:
        return _accepts_tuple(parts)
    if origin is Callable or kind is Callable:
        return callable
    if isclass(origin) and issubclass(origin, Iterable) and not issubclass(origin, Mapping):
        return _accepts_many(origin, parts)
    return _accepts_class(origin or kind)


def _accepts_tuple(parts: tuple[Any, ...]) -> Accepts:
    if len(parts) == 2 and parts[1] is Ellipsis:
        return _accepts_many(tuple, parts[:1])
    each = [accepts(part) for part in parts]

    def check(value: Any) -> bool:
        return (
            isinstance(value, tuple | list)
            and len(value) == len(each)
            and all(one(part) for one, part in zip(each, value, strict=True))
        )

    return check


def _accepts_many(kind: Any, parts: tuple[Any, ...]) -> Accepts:
    """Of what can be looked at again, each part; a string is not many."""
    each = accepts(parts[0]) if parts else accepts(Any)

    def check(value: Any) -> bool:
        if isinstance(value, str | bytes) or not isinstance(value, kind):
            return False
        return not isinstance(value, Collection) or all(map(each, value))

    return check


def _accepts_class(kind: Any) -> Accepts:
    if not isclass(kind) or kind in (object, Any):
        return lambda value: True
    if kind is float:
        return lambda value: isinstance(value, Real) and not isinstance(value, bool)
    if kind is int:
        return lambda value: hasattr(type(value), "__index__") and not isinstance(value, bool)
    if getattr(kind, "_is_protocol", False) and not getattr(kind, "_is_runtime_protocol", False):
        return lambda value: True
    return lambda value: isinstance(value, kind)
