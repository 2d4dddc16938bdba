"""Helpers for reading domains and tasks: names, typed lists, conjunctions, refusals."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import lru_cache

from ...rules.cost import MOST_COST, written_cost
from ...rules.errors import InputError, Place, is_plain
from .action_domain import OBJECT, Signature, Typed, common_type, union_of
from .expression import Expression, Group, Word, read_expressions, too_much

FRAGMENT = "typed STRIPS and ADL with action costs"

REQUIREMENTS = (
    ":strips", ":typing", ":negative-preconditions", ":equality", ":action-costs",
    ":adl", ":disjunctive-preconditions", ":existential-preconditions", ":universal-preconditions",
    ":quantified-preconditions", ":conditional-effects", ":fluents", ":numeric-fluents",
    ":object-fluents", ":durative-actions", ":duration-inequalities", ":continuous-effects",
    ":derived-predicates", ":timed-initial-literals", ":preferences", ":constraints",
    ":goal-utilities", ":non-deterministic", ":probabilistic-effects", ":rewards", ":mdp",
)  # fmt: skip
"""Words that may stand in :requirements. Declaring is no use: what is refused is refused where it is used."""

REFUSED = {
    "either": "unions of types (either) for objects and types",
    "preference": "preferences",
    "oneof": "nondeterministic effects (oneof)",
    "probabilistic": "probabilistic effects",
    "assign": "numeric fluents (assign)",
    "decrease": "numeric fluents (decrease)",
    "scale-up": "numeric fluents (scale-up)",
    "scale-down": "numeric fluents (scale-down)",
    ">": "numeric conditions (>)",
    "<": "numeric conditions (<)",
    ">=": "numeric conditions (>=)",
    "<=": "numeric conditions (<=)",
    ":axiom": "derived predicates (:axiom)",
    ":durative-action": "durative actions (:durative-action)",
    ":process": "processes (:process)",
    ":event": "events (:event)",
    ":constraints": "trajectory constraints (:constraints)",
    ":observe": "sensing (:observe)",
}
"""Parts of PDDL that this reader refuses, by their keyword."""

MOST_OBJECTS = 100_000
"""Greatest number of names in a typed list, such as the objects of a problem."""

_NAME = re.compile(r"[^\s()\[\]{}\\`,;:?'\"=<>-][^\s()\[\]{}\\`,;:?'\"=<>]*")

_NUMBER = re.compile(r"[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?|\.[0-9]+")


LOG = logging.getLogger("arcwise")


@lru_cache(maxsize=256)
def note_once(words: str) -> None:
    """Tell the log, once, how something is read that others read too though PDDL does not say so."""
    LOG.info(words)


def is_name(text: str) -> bool:
    """Whether a text is a valid PDDL name."""
    return _NAME.fullmatch(text) is not None and is_plain(text)


def refusal(word: str, place: Place) -> InputError:
    """The error that names what is outside the fragment."""
    return InputError(
        f"{REFUSED[word]} are outside the part of PDDL that arcwise reads",
        place=place,
        expected=FRAGMENT,
    )


def sections(
    text: str, source: str, kind: str, known: Sequence[str], repeated: Sequence[str] = ()
) -> tuple[str, list[Group]]:
    """The name of ``(define (domain NAME) SECTION ...)``, and its sections in the order in which they are taken.

    Parameters
    ----------
    text, source
        The text, and its name in error messages.
    kind
        ``domain`` or ``problem``.
    known, repeated
        Names of the sections, in order; one of ``repeated`` may come more than once.
    """
    nodes = read_expressions(text, source)
    pattern = f"(define ({kind} NAME) ...)"
    if not nodes:
        raise InputError("empty file", place=Place(source), expected=pattern)
    top = nodes[0]
    if not isinstance(top, Group) or top.head != "define" or len(top.items) < 2:
        raise InputError(f"not a PDDL {kind}", place=top.place, expected=pattern, found=str(top))
    if len(nodes) > 1:
        raise InputError(
            f"something after the end of the {kind}",
            place=nodes[1].place,
            expected="one definition in a file",
            found=str(nodes[1]),
        )
    title = top.items[1]
    if not isinstance(title, Group) or len(title.items) != 2 or title.head != kind:
        raise InputError(
            f"not a PDDL {kind}", place=title.place, expected=f"({kind} NAME)", found=str(title)
        )
    name = name_of(title.items[1], f"the name of the {kind}")
    groups = [_section(item) for item in top.items[2:]]
    last = {group.head: group for group in groups}
    for group in groups:
        if group.head not in known:
            raise InputError(
                "unknown section", place=group.place, expected=", ".join(known), found=group.head
            )
        if last[group.head] is not group and group.head not in repeated:
            raise InputError(f"{group.head} stands here twice", place=last[group.head].place)
    return name, sorted(groups, key=lambda group: known.index(group.head))


def requirements(group: Group) -> list[str]:
    """Requirements that ``(:requirements ...)`` declares."""
    for node in group.items[1:]:
        if str(node) not in REQUIREMENTS:
            raise InputError(
                "unknown requirement", place=node.place, expected=FRAGMENT, found=str(node)
            )
    return list(map(str, group.items[1:]))


def _section(item: Expression) -> Group:
    if isinstance(item, Group) and item.head in REFUSED:
        raise refusal(item.head, item.place)
    if not isinstance(item, Group) or not item.head.startswith(":"):
        raise InputError(
            "not a section", place=item.place, expected="(:SECTION ...)", found=str(item)
        )
    return item


def name_of(node: Expression, what: str) -> str:
    """A name, or an error that says what it should have been."""
    if not isinstance(node, Word) or not is_name(node.text):
        raise InputError(
            f"{what} is missing or is not a name",
            place=node.place,
            expected="a name such as block-1",
            found=str(node),
        )
    return node.text


def parameter_of(node: Expression) -> str:
    """A parameter with its question mark."""
    if not isinstance(node, Word) or not (node.text.startswith("?") and is_name(node.text[1:])):
        raise InputError("not a parameter", place=node.place, expected="?NAME", found=str(node))
    return node.text


def number_of(node: Expression) -> float:
    """A number of 0 or more."""
    text = node.text if isinstance(node, Word) else ""
    value: float | None = written_cost(text) if _NUMBER.fullmatch(text) else None
    if value is None:
        raise InputError(
            "not a cost",
            place=node.place,
            expected=f"a number from 0 to {MOST_COST:g}, of at most 15 digits if it is not whole",
            found=str(node),
        )
    return value


def typed_list(
    nodes: Sequence[Expression],
    read: Callable[[Expression], str],
    types: Mapping[str, str] | None,
    *,
    unions: bool = False,
    repeats: bool = False,
    most: int | None = None,
) -> list[tuple[Typed, Place]]:
    """Names followed by ``- TYPE``, each with its place; a name without a type is an object.

    Parameters
    ----------
    nodes
        The words of the list.
    read
        Takes one name.
    types
        The types that may stand there; None where any name may.
    unions, repeats
        Whether unions of types may stand there, and one name twice.
    most
        Greatest number of names; `MOST_OBJECTS` if None.

    Raises
    ------
    InputError
        A type that is missing or unknown; a name that stands there twice; too many names.
    """
    most = MOST_OBJECTS if most is None else most
    found: list[tuple[Typed, Place]] = []
    waiting: list[tuple[str, Place]] = []
    known: set[str] = set()
    rest = iter(nodes)
    for node in rest:
        if isinstance(node, Word) and node.text == "-":
            kind = next(rest, None)
            if kind is None or not waiting:
                raise InputError(
                    "a typed list that makes no sense",
                    place=node.place,
                    expected="NAME ... - TYPE",
                    found=f"nothing {'before' if kind else 'after'} the dash",
                )
            text = type_of(kind, types, unions)
            found += ((Typed(name, text), place) for name, place in waiting)
            waiting = []
            continue
        name = read(node)
        if name in known and not repeats:
            raise InputError(f"{name} stands here twice", place=node.place)
        known.add(name)
        if len(known) > most:
            raise too_much(node.place, "this list is too long", most, "names")
        waiting.append((name, node.place))
    return found + [(Typed(name), place) for name, place in waiting]


def type_of(node: Expression, types: Mapping[str, str] | None, unions: bool) -> str:
    """A type, or a union of types as PDDL writes it."""
    if isinstance(node, Group) and node.head == "either":
        if not unions:
            raise refusal("either", node.place)
        parts = [type_of(one, types, False) for one in node.items[1:]]
        if not parts:
            raise InputError("a union of no types", place=node.place, expected="(either TYPE ...)")
        return union_of(list(dict.fromkeys(parts)))
    text = name_of(node, "a type")
    if types is not None and text != OBJECT and text not in types:
        raise InputError(
            "unknown type",
            place=node.place,
            expected=f"one of {', '.join((OBJECT, *types))}",
            found=text,
        )
    return text


def signatures(
    nodes: Sequence[Expression], what: str, types: Mapping[str, str], repeats: bool = True
) -> dict[str, Signature]:
    """Predicates or functions by name, from ``(NAME ?PARAMETER ... - TYPE ...)``.

    Parameters
    ----------
    repeats
        Whether one parameter may stand twice, where only its type counts.
    """
    known: dict[str, Signature] = {}
    for node in nodes:
        if not isinstance(node, Group) or not node.items:
            raise InputError(
                f"not a {what}",
                place=node.place,
                expected=f"({what.upper()} ?X ...)",
                found=str(node),
            )
        name = name_of(node.items[0], f"the name of a {what}")
        if name in known:
            raise InputError(f"{what} {name} is declared twice", place=node.place)
        listed = typed_list(node.items[1:], parameter_of, types, unions=True, repeats=repeats)
        known[name] = Signature(name, tuple(parameter for parameter, _ in listed))
    return known


def literals(node: Expression, declared: Container[str]) -> Iterator[tuple[Group, bool]]:
    """The parts of what is true and false at first, however they are nested, each with whether it is positive.

    Parameters
    ----------
    declared
        Predicates, which may be called what other parts of PDDL are called.

    Raises
    ------
    InputError
        A word where a formula should stand; anything but ``and`` and ``not``.
    """
    waiting: list[tuple[Expression, bool]] = [(node, True)]
    while waiting:
        part, positive = waiting.pop()
        if not isinstance(part, Group):
            raise InputError(
                "not a formula", place=part.place, expected="(PREDICATE ...)", found=str(part)
            )
        if part.head in REFUSED and part.head not in declared:
            raise refusal(part.head, part.place)
        if part.head == "and" and positive:
            waiting += ((item, True) for item in reversed(part.items[1:]))
        elif part.head == "not" and len(part.items) == 2:
            waiting.append((part.items[1], not positive))
        elif part.items:
            yield part, positive


def call_of(
    group: Group,
    what: str,
    known: Mapping[str, Signature],
    types_of: Mapping[str, str],
    types: Mapping[str, str],
    value: Callable[[Group], Typed] | None = None,
) -> tuple[str, ...]:
    """A predicate or function with its arguments, checked against its declaration.

    Parameters
    ----------
    what
        ``predicate`` or ``function``.
    known
        Declared names.
    types_of
        The types of all parameters, constants and objects that may stand here.
    types
        The domain's types. An argument may be of a kind of the declared type, or the other way round.
    value
        Makes the term for an argument that is itself a function with arguments; None if there may be none.
    """
    head = group.items[0] if group.items else group
    if not isinstance(head, Word) or head.text not in known:
        raise InputError(
            f"unknown {what}",
            place=head.place,
            expected=f"one of {', '.join(known)}" if known else f"none: no {what} is declared",
            found=str(head),
        )
    declared = known[head.text].parameters
    if len(group.items) - 1 != len(declared):
        raise InputError(
            f"wrong number of arguments for {what} {head.text}",
            place=group.place,
            expected=str(len(declared)),
            found=f"{len(group.items) - 1} in {group}",
        )
    names = [head.text]
    for node, parameter in zip(group.items[1:], declared, strict=True):
        if isinstance(node, Group) and value is not None:
            one = value(node)
        elif isinstance(node, Word) and node.text in types_of:
            one = Typed(node.text, types_of[node.text])
        else:
            raise InputError(
                "unknown parameter or object",
                place=node.place,
                expected=f"one of {', '.join(list(types_of)[:20])}" if types_of else "none",
                found=str(node),
            )
        if common_type(types, one.type, parameter.type) is None:
            raise InputError(
                f"{node} has the wrong type for {what} {head.text}",
                place=node.place,
                expected=parameter.type,
                found=one.type,
            )
        names.append(one.name)
    return tuple(names)


def check_parts(group: Group, count: int, expected: str) -> None:
    """Refuse a connective with another number of parts."""
    if len(group.items) - 1 != count:
        article = "an" if group.head[0] in "aei" else "a"
        said = "not takes one formula" if group.head == "not" else f"not {article} {group.head}"
        raise InputError(said, place=group.place, expected=expected, found=str(group))
