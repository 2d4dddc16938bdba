"""Logic programs without functors, by plain Python: all that follows from them, layer by layer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from random import Random

CONSTANTS = ("a", "b", "c")
NAMES = ("X", "Y", "Z", "W", "U", "V", "T", "S")
TRUE = frozenset(("==", "\\=="))

Atom = tuple[str, ...]
"""A predicate's name and its arguments; names in `NAMES` are variables."""


@dataclass(frozen=True)
class Goal:
    """An atom in a body, perhaps negated."""

    atom: Atom
    negated: bool = False


@dataclass(frozen=True)
class Clause:
    """A head and its body."""

    head: Atom
    body: tuple[Goal, ...] = ()


@dataclass(frozen=True)
class Program:
    """Clauses whose predicates stand in layers: each calls those of layers before it only."""

    clauses: tuple[Clause, ...]

    @property
    def model(self) -> frozenset[Atom]:
        """All atoms that follow; negations look at layers that are complete."""
        true: set[Atom] = set()
        for name in sorted({clause.head[0] for clause in self.clauses}):
            for clause in self.clauses:
                if clause.head[0] == name:
                    true |= set(heads(clause, true))
        return frozenset(true)


def heads(clause: Clause, true: set[Atom] | frozenset[Atom]) -> list[Atom]:
    """The heads of a clause's instances whose bodies hold."""
    atoms = (clause.head, *(goal.atom for goal in clause.body))
    names = sorted({one for atom in atoms for one in atom[1:] if one in NAMES})
    found = []
    for some in product(CONSTANTS, repeat=len(names)):
        bound = dict(zip(names, some, strict=True))
        if all(holds(goal, bound, true) for goal in clause.body):
            found.append(instance(clause.head, bound))
    return found


def instance(atom: Atom, bound: dict[str, str]) -> Atom:
    """An atom with its variables replaced."""
    return atom[0], *(bound.get(one, one) for one in atom[1:])


def holds(goal: Goal, bound: dict[str, str], true: set[Atom] | frozenset[Atom]) -> bool:
    """Whether a goal holds under bindings; free variables of a negation are any."""
    name, *some = instance(goal.atom, bound)
    if name in TRUE:
        return (some[0] == some[1]) == (name == "==")
    return ((name, *some) in true) != goal.negated


def random_program(rng: Random) -> Program:
    """Facts of two predicates, and rules of some more in layers, each with a goal for every variable."""
    clauses = []
    for name, size in (("a1", 1), ("a2", 2)):
        some = [one for one in product(CONSTANTS, repeat=size) if rng.random() < 0.5]
        clauses += [Clause((name, *one)) for one in some]
        clauses.append(Clause((name, *rng.choices(CONSTANTS, k=size))))
    known = [("a1", 1), ("a2", 2), ("a2", 2)]
    for layer in range(rng.randint(1, 3)):
        name, size = f"b{layer}", rng.randint(1, 2)
        clauses += [_rule(name, size, known, rng) for _ in range(rng.randint(1, 3))]
        known.append((name, size))
    return Program(tuple(clauses))


def _rule(name: str, size: int, known: list[tuple[str, int]], rng: Random) -> Clause:
    body = []
    for _ in range(rng.randint(1, 3)):
        called, arity = rng.choice(known)
        body.append(Goal((called, *(rng.choice((*NAMES[:3], "a")) for _ in range(arity)))))
    bound = [one for one in NAMES if any(one in goal.atom[1:] for goal in body)] or ["b"]
    if rng.random() < 0.3:
        called, arity = rng.choice(known)
        body.append(Goal((called, *rng.choices(bound, k=arity)), negated=True))
    if rng.random() < 0.3:
        body.append(
            Goal((rng.choice(("==", "\\==")), rng.choice(bound), rng.choice((*bound, "a"))))
        )
    return Clause((name, *(rng.choice((*bound, *bound, "c")) for _ in range(size))), tuple(body))


def smaller(program: Program) -> list[Program]:
    """Programs with one clause, or one goal, less."""
    found = []
    for place, clause in enumerate(program.clauses):
        before, after = program.clauses[:place], program.clauses[place + 1 :]
        found.append(Program((*before, *after)))
        for at in range(len(clause.body)):
            body = (*clause.body[:at], *clause.body[at + 1 :])
            found.append(Program((*before, replace(clause, body=body), *after)))
    return found


def written(program: Program) -> str:
    """A program as Prolog text."""
    lines = [":- dynamic a1/1, a2/2, b0/1, b0/2, b1/1, b1/2, b2/1, b2/2."]
    lines += [f":- discontiguous {name}." for name in ("a1/1", "a2/2")]
    for clause in program.clauses:
        body = ", ".join(map(_goal, clause.body))
        lines.append(f"{atom(clause.head)}{' :- ' if body else ''}{body}.")
    return "\n".join(lines) + "\n"


def _goal(goal: Goal) -> str:
    name, *some = goal.atom
    if name in TRUE:
        return f"{some[0]} {name} {some[1]}"
    return f"\\+ {atom(goal.atom)}" if goal.negated else atom(goal.atom)


def atom(of: Atom) -> str:
    """An atom as Prolog text."""
    return f"{of[0]}({','.join(of[1:])})"
