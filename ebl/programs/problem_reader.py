"""Problem files of PDDL in few lines, for programs that run alone: objects, what is true at first, and a goal of atoms."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ...rules.pddl.action_domain import OBJECT, ActionDomain, united


def expressions(text: str) -> Any:
    """Nested lists of words.

    Raises
    ------
    ValueError
        Parentheses without their fellows, nothing at all, or a word that cannot be seen.
    """
    stack: list[Any] = [[]]
    for word in re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text).lower()):
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            if not stack:
                raise ValueError("a parenthesis is closed that was not opened")
            stack[-1].append(done)
        elif word.isprintable():
            stack[-1].append(word)
        else:
            raise ValueError(f"control characters or hidden ones in {word!a}")
    if len(stack) > 1:
        raise ValueError("the file ends within parentheses")
    if not stack[0] or not isinstance(stack[0][0], list):
        raise ValueError("this is no PDDL problem")
    return stack[0][0]


def read_problem(
    text: str, domain: ActionDomain
) -> tuple[dict[str, str], list[tuple[str, ...]], list[tuple[str, ...]]]:
    """Objects with their types, the facts that are true at first, and the goals.

    Raises
    ------
    ValueError
        What is no problem of the domain, or has a goal that is more than atoms.
    """
    found = [part for part in expressions(text) if isinstance(part, list) and part]
    parts = {part[0]: part[1:] for part in found if isinstance(part[0], str)}
    for part in ("problem", ":init", ":goal"):
        if part not in parts:
            raise ValueError(f"this is no PDDL problem: it has no ({part} ...)")
    named = parts.get(":domain", [domain.name])
    if named != [domain.name]:
        raise ValueError(
            f"a problem of the domain {' '.join(map(str, named))}; this policy is for {domain.name}"
        )
    objects = _objects(parts.get(":objects", []), domain)
    if len(parts[":goal"]) != 1 or not isinstance(parts[":goal"][0], list):
        raise ValueError("(:goal ...) has to hold one condition")
    goal = parts[":goal"][0]
    goals = goal[1:] if goal[:1] == ["and"] else [goal]
    if any(
        one[:1] in (["not"], ["or"], ["forall"], ["exists"], ["imply"], ["and"]) for one in goals
    ):
        raise ValueError("a policy makes atoms true, and this goal is more than atoms")
    known = {*objects, *(one.name for one in domain.constants)}
    facts = _atoms((one for one in parts[":init"] if one[:1] != ["="]), known)
    return objects, facts, _atoms(goals, known)


def _objects(listed: Iterable[Any], domain: ActionDomain) -> dict[str, str]:
    objects: dict[str, str] = {}
    names: list[str] = []
    words = iter(listed)
    for word in words:
        if word == "-":
            kind = next(words, "nothing")
            kind = kind if isinstance(kind, str) else f"({' '.join(map(str, kind))})"
            for one in united(kind) or [kind]:
                if one != OBJECT and one not in domain.types:
                    raise ValueError(f"the domain has no type {one}")
            objects |= dict.fromkeys(names, kind)
            names = []
        elif isinstance(word, str):
            names.append(word)
        else:
            raise ValueError("(:objects ...) holds more than names")
    return objects | dict.fromkeys(names, OBJECT)


def _atoms(listed: Iterable[Any], known: Iterable[str]) -> list[tuple[str, ...]]:
    """Atoms of objects that are known."""
    atoms = []
    for one in listed:
        if not isinstance(one, list) or not one or any(isinstance(term, list) for term in one):
            raise ValueError("facts and goals have to be atoms: (predicate object ...)")
        for term in one[1:]:
            if term not in known:
                raise ValueError(f"({' '.join(one)}): there is no object {term}")
        atoms.append(tuple(one))
    return atoms
