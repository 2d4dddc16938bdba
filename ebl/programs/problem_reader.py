"""Problem files of PDDL in few lines, for programs that run alone: objects, what is true at first, and a goal of atoms."""

from __future__ import annotations

import re
from typing import Any


def expressions(text: str) -> Any:
    """Nested lists of words."""
    stack: list[Any] = [[]]
    for word in re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text).lower()):
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word)
    return stack[0][0]


def read_problem(
    text: str,
) -> tuple[dict[str, str], list[tuple[str, ...]], list[tuple[str, ...]]]:
    """Objects with their types, the facts that are true at first, and the goals.

    Raises
    ------
    ValueError
        A goal that is more than atoms.
    """
    parts = {part[0]: part[1:] for part in expressions(text)[2:]}
    objects: dict[str, str] = {}
    names: list[str] = []
    words = iter(parts.get(":objects", []))
    for word in words:
        if word == "-":
            kind = next(words)
            kind = kind if isinstance(kind, str) else f"({' '.join(kind)})"
            objects |= dict.fromkeys(names, kind)
            names = []
        else:
            names.append(word)
    objects |= dict.fromkeys(names, "object")
    goal = parts[":goal"][0]
    goals = goal[1:] if goal[:1] == ["and"] else [goal]
    if any(one[0] in ("not", "or", "forall", "exists", "imply", "and") for one in goals):
        raise ValueError("a policy makes atoms true, and this goal is more than atoms")
    facts = [tuple(fact) for fact in parts[":init"] if fact[0] != "="]
    return objects, facts, list(map(tuple, goals))
