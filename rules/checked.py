"""Arguments of public functions, looked at before anything is done with them: a mistake is named where it was made.

beartype and typeguard take a string for a list of strings and True for a number, and refuse the whole numbers of numpy. They
add a fifth to the start of a command (60 ms), and beartype checks only one part of a list, picked at random.
"""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache, wraps
from inspect import CO_VARARGS, Parameter, isclass, isfunction, signature, unwrap
from numbers import Real
from types import FrameType, NoneType, UnionType
from typing import Any, ForwardRef, NoReturn, TypeAlias, TypeVar, Union, cast, get_args, get_origin

from .errors import ArcwiseError
from .record import when_made

Checked = TypeVar("Checked", bound=Callable[..., Any])

Accepts: TypeAlias = Callable[[Any], bool]
"""Whether a value is of a kind."""

IN_WORDS = {
    "type[Domain]": "a class of domain",
    "State": "a state, which is a tuple of numbers and strings",
    "Pattern": "a pattern, which is a tuple of numbers, strings and Var",
    "Shape": "a pair of numbers",
    "Problems": "a ProblemSet, a file, or a list of pairs of a start and a goal",
    "SearchProblem": "a Problem, a FunctionProblem, a GraphProblem, or any object with start, successors(state) and "
    "is_goal(state)",
    "Compared": "a macro file, a library, a Condition (goals go with their starts: list(zip(starts, goals)))",
    "Conditions": "a mapping from names of conditions to such macros or None",
    "Named": "the name or file of a domain, a Theory, a Domain, a BoardSource, a FunctionProblem",
    "Macros": "macros, such as a MacroLibrary",
    "Rules": "rules, such as a RuleLibrary",
    "Heuristic": "a heuristic as the protocol Heuristic says",
    "int": "a whole number",
    "float": "a number",
    "str": "a string",
    "bool": "True or False",
    "Path": "a path",
    "Theory": 'a Theory, such as open_source("8-puzzle").theory',
    "Domain": 'a Domain, such as open_source("8-puzzle").domain',
    "Explanation": "an Explanation, as explain_result makes",
}
"""Kinds whose name says little."""

INNERMOST = {"apply", "estimate", "is_goal", "predecessors", "successors", "update"}
"""Methods that a search calls for every state: to look at what they raise would cost it up to 8 % of its time."""


def checked(thing: Checked) -> Checked:
    """Decorator that checks arguments before a call; of a class, those of its constructor and of methods that raise errors.

    Raises
    ------
    TypeError
        From the decorated function: an argument that does not fit its annotation, with what was expected and what found.
    """
    return cast(Checked, _wrapped(thing, before=True))


def checked_when_it_fails(thing: Checked) -> Checked:
    """Like `checked`, but validates only after an exception; for hot functions."""
    return cast(Checked, _wrapped(thing, before=False))


class Kind:
    """The annotation of a parameter as a check, with the types that passed remembered: most calls are alike.

    Parameters
    ----------
    annotation
        The annotation; a string is evaluated when a value has to be judged whose type it does not name.
    names
        Meanings of the names in the annotation. If one is known to type checkers only, every value is of the kind.
    """

    __slots__ = ("_annotation", "_meaning", "_names", "known")

    def __init__(self, annotation: Any, names: dict[str, Any]) -> None:
        self._annotation, self._names = annotation, names
        self._meaning: Meaning | None = None
        self.known: set[type] = set()

    @property
    def words(self) -> str:
        """The kind for people."""
        return _in_words(_written(self._annotation, self._names))

    def fits(self, value: Any) -> bool:
        """Whether a value of a new type is of the kind; of a collection, the types of its parts are remembered."""
        meaning = self._meaning
        if meaning is None:
            if self._has_name_of(type(value)):
                self.known.add(type(value))
                return True
            meaning = self._meaning = _meaning(self._evaluated())
            self.known = meaning.known
        return meaning.fits(value)

    def _has_name_of(self, kind: type) -> bool:
        """Whether the annotation, as it is written, has this very class as an alternative."""
        written = self._annotation
        if not isinstance(written, str):
            return False
        if kind is NoneType:
            return written.endswith(" | None")
        name = kind.__name__
        if "[" in written or name not in written.split(" | "):
            return False
        return self._names.get(name, vars(builtins).get(name)) is kind

    def _evaluated(self) -> Any:
        written = self._annotation
        if not isinstance(written, str):
            return written
        if written in self._names:
            return self._names[written]
        try:
            return eval(written, self._names)
        except NameError:
            return Any


class Meaning:
    """The check that an annotation stands for; parameters with equal annotations share it, and the types that passed.

    Parameters
    ----------
    kind
        The annotation, evaluated.
    """

    __slots__ = ("_accepts", "_by_type", "_each", "known")

    def __init__(self, kind: Any) -> None:
        self._accepts = accepts(kind)
        self._by_type = _is_by_type(kind)
        self._each = _parts_by_type(kind)
        self.known: set[type] = set()

    def fits(self, value: Any) -> bool:
        """Whether a value is of the kind."""
        each = self._each
        if each is not None and type(value) is tuple:
            if each.issuperset(map(type, value)):
                return True
            fits = self._accepts(value)
            if fits:
                each.update(map(type, value))
            return fits
        fits = self._accepts(value)
        if fits and self._by_type:
            self.known.add(type(value))
        return fits


_meaning = lru_cache(maxsize=None)(Meaning)


def _wrapped_class(made: type, *, before: bool) -> Any:
    """A class whose constructor checks its arguments, and whose methods do when they fail."""

    def wrap() -> None:
        setattr(made, "__init__", _wrapped(vars(made)["__init__"], before=before))  # noqa: B010

    if not when_made(made, wrap):
        wrap()
    for name, method in list(vars(made).items()):
        if name[0] != "_" and name not in INNERMOST and _takes_arguments(method):
            setattr(made, name, _wrapped(method, before=False))
    return made


def _wrapped(thing: Any, *, before: bool) -> Any:
    if isclass(thing):
        return _wrapped_class(thing, before=before)
    places: list[Kind] = []
    names: dict[str, Kind] = {}
    takes_more = False

    def check(arguments: tuple[Any, ...], others: Mapping[str, Any]) -> None:
        nonlocal takes_more
        if not names:
            by_place, takes_more = _read_parameters(thing, names)
            places.extend(names[name] for name in by_place)
        if takes_more and len(arguments) > len(places):
            places.extend([places[-1]] * (len(arguments) - len(places)))
        for place, value in zip(places, arguments, strict=False):
            if type(value) not in place.known and not place.fits(value):
                _refuse(thing, next(n for n, kind in names.items() if kind is place), place, value)
        for name, value in others.items():
            kind = names.get(name)
            if kind is not None and type(value) not in kind.known and not kind.fits(value):
                _refuse(thing, name, kind, value)

    if before:

        @wraps(thing)
        def first(*arguments: Any, **others: Any) -> Any:
            check(arguments, others)
            try:
                return thing(*arguments, **others)
            except TypeError:
                _check_call(thing, arguments, others)
                raise

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


def _takes_arguments(method: Any) -> bool:
    """Whether a function is a method that takes arguments besides ``self``."""
    if not isfunction(method):
        return False
    return method.__code__.co_argcount + method.__code__.co_kwonlyargcount > 1


def _refuse(function: Any, name: str, kind: Kind, value: Any) -> NoReturn:
    owner = _called(function, name).__qualname__.removesuffix(".__init__")
    offered = (one for one in OFFERS if hasattr(value, one))
    meant = next((one for one in offered if kind.fits(getattr(value, one))), None)
    remedy = f"; its .{meant} is one" if meant else ""
    if isinstance(value, list | tuple) and value and hasattr(value[0], "together_make"):
        remedy = f"; {value[0].together_make}"
    raise TypeError(
        f"{owner}: {name} has to be {kind.words}, not {_shown(value)}{remedy}"
    ) from None


def _check_call(function: Any, arguments: tuple[Any, ...], others: Mapping[str, Any]) -> None:
    """Raise TypeError, with the function's parameters, for a call that does not fit them."""
    try:
        signature(function).bind(*arguments, **others)
    except TypeError as error:
        name = function.__qualname__.removesuffix(".__init__")
        taken = [one for one in signature(function).parameters if one != "self"]
        unknown = next((one for one in others if one not in taken), "")
        raise TypeError(
            f"{name}: {error}{near(unknown, taken)}; it takes {', '.join(taken)}"
        ) from None


def near(unknown: str, taken: Iterable[str]) -> str:
    """A question after the name that was meant, to be put behind a message; empty if no name is near."""
    from difflib import get_close_matches

    close = get_close_matches(unknown[:60], taken, n=1)
    return f" (did you mean {close[0]}?)" if close else ""


def _called(function: Any, name: str) -> Any:
    """The function of arcwise that the user called, if it passes an argument of that name on; else the function itself."""
    frame: FrameType | None = sys._getframe(1)
    found = function
    while frame is not None and frame.f_globals["__name__"].startswith(PACKAGE):
        outer = frame.f_locals.get("thing") if frame.f_code.co_name in WRAPPERS else None
        if outer is not None:
            parameters = signature(outer).parameters.values()
            if any(one.name == name or one.kind is Parameter.VAR_KEYWORD for one in parameters):
                found = outer
        frame = frame.f_back
    return found


PACKAGE, WRAPPERS = __name__.partition(".")[0] + ".", ("first", "tried")


OFFERS = ("library", "theory", "domain")
"""Attributes that are often meant where the object itself is given."""


def _shown(value: Any) -> str:
    return f"{value!r:.60} ({type(value).__name__})"


POSITIONAL = (
    Parameter.POSITIONAL_ONLY,
    Parameter.POSITIONAL_OR_KEYWORD,
    Parameter.VAR_POSITIONAL,
)


def positional(function: Any) -> list[str]:
    """The names of the parameters that are filled by place."""
    return [n for n, one in signature(function).parameters.items() if one.kind in POSITIONAL]


def _read_parameters(function: Any, names: dict[str, Kind]) -> tuple[Sequence[str], bool]:
    """Put the kind of each parameter into ``names``; any value fits where there is no annotation that is known at run time.

    Returns the names of parameters that are filled by place, and whether the last of them takes all that follows. `signature`
    tells the same, in twenty times the time.
    """
    plain = unwrap(function)
    code, annotations = plain.__code__, plain.__annotations__
    count = code.co_argcount + code.co_kwonlyargcount
    takes_more = bool(code.co_flags & CO_VARARGS)
    taken = code.co_varnames[: count + takes_more]
    names.update((one, Kind(annotations.get(one, Any), plain.__globals__)) for one in taken)
    return (*taken[: code.co_argcount], *taken[count:]), takes_more


def _written(kind: Any, names: Mapping[str, Any]) -> str:
    """An annotation as its author might write it, with what the aliases in it stand for."""
    if isinstance(kind, ForwardRef):
        kind = kind.__forward_arg__
    if isinstance(kind, str):
        if " | " in kind and "[" not in kind:
            return " | ".join(_written(one, names) for one in kind.split(" | "))
        meant = None if kind in IN_WORDS else names.get(kind)
        return _written(meant, names) if get_origin(meant) is not None else kind
    if get_origin(kind) in (Union, UnionType):
        return " | ".join(_written(one, names) for one in get_args(kind))
    if kind is NoneType:
        return "None"
    named = isclass(kind) and get_origin(kind) is None
    return str(kind.__name__) if named else re.sub(r"\b(?:\w+\.)+(?=\w)", "", str(kind))


def _in_words(written: str) -> str:
    """An annotation for people."""
    for many, one in re.findall(r"((?:Iterable|Sequence|Collection)\[(.*?)\])", written):
        written = written.replace(many, f"a list of {one}")
    written = re.sub(r"tuple\[(\w+), \.\.\.\]", r"a tuple of \1", written)
    written = re.sub(r"Callable\[.*\]", "a function", written)
    return " or ".join(dict.fromkeys(IN_WORDS.get(word, word) for word in written.split(" | ")))


def accepts(kind: Any) -> Accepts:
    """Whether a value fits an annotation, as far as that can be seen without consuming an iterator."""
    if kind in (None, NoneType):
        return lambda value: value is None
    if isclass(kind):
        return _accepts_class(kind)
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        choices = [accepts(part) for part in parts]
        return lambda value: any(choice(value) for choice in choices)
    if origin is tuple:
        return _accepts_tuple(parts)
    if origin is type and isclass(parts[0]):
        return lambda value: isclass(value) and issubclass(value, parts[0])
    if origin is Callable or kind is Callable:
        return callable
    if isclass(origin) and issubclass(origin, Iterable) and not issubclass(origin, Mapping):
        return _accepts_many(origin, parts)
    return _accepts_class(origin or kind)


def _is_by_type(kind: Any) -> bool:
    """Whether the type of a value alone decides if it fits an annotation."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return all(map(_is_by_type, get_args(kind)))
    return origin is None or origin is Callable


def _parts_by_type(kind: Any) -> set[type] | None:
    """Types already accepted, for tuples of any length."""
    parts = get_args(kind)
    simple = get_origin(kind) is tuple and len(parts) == 2 and parts[1] is Ellipsis
    return set() if simple and _is_by_type(parts[0]) else None


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
    """Whether each part of a collection fits; iterators are not consumed, and a string is no collection."""
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
