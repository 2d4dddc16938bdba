"""``arcwise domains``: the built-in domains with their sizes and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from statistics import fmean
from typing import Any

import click

from ....rules.domain import Domain
from ....rules.domains.domain_table import DOMAINS, read_built_in
from ....rules.errors import InputError, TooLargeError
from ....rules.geometry import Shape
from ....rules.solvability import random_problems
from ....rules.states.permutation_group import moves_group
from ....rules.states.state_space import distances
from ....rules.term import State, ground, variables
from ....rules.text.boards import beside
from ....rules.text.state_text import goal_cells
from ....rules.text.words import counted
from ....rules.theory import Theory
from ....rules.view import Heading, Lines, Part, Sentence, Table, View
from ..arguments import DomainArgument
from ..help import command
from ..present import present

MOST_STATES = 5_000
"""State spaces that are enumerated for the table."""

SAMPLE = 50
"""Random states over which the branching factor is averaged elsewhere."""

SEED = 1
"""Seed of the state that a picture shows."""


@command("domains", examples=["arcwise domains", "arcwise domains hanoi:4x3"])
@click.argument("name", required=False, type=DomainArgument())
@click.option("--pictures", is_flag=True, help="Draw a random state and the goal of each.")
@click.option("--seed", type=int, default=SEED, help="Seed of the drawn states.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def domains_command(name: str | None, pictures: bool, seed: int, as_json: bool) -> int:
    """List the built-in domains, or describe one.

    NAME is a domain such as hanoi, or one of a size, such as hanoi:4x3.
    """
    if name is None:
        rows = [_row_or_fault(name, seed) for name in DOMAINS]
    else:
        rows = [_row(_sized(name), seed)]
    parts = _all(rows, pictures) if name is None else _one(rows[0])
    present(View(list(parts), {"domains": rows}), as_json=as_json)
    return 0


def _sized(argument: str) -> str:
    meant = DOMAINS.spelled(argument)
    return meant if ":" in meant else f"{meant}:{DOMAINS[meant].small_size()}"


def _row_or_fault(name: str, seed: int) -> dict[str, Any]:
    """Row of a domain; for a broken plug-in the fault."""
    try:
        return _row(f"{name}:{DOMAINS[name].small_size()}", seed)
    except Exception as error:
        if name in DOMAINS.built_in:
            raise
        if isinstance(error, InputError):
            told = ": ".join(filter(None, (error.problem, error.found)))
        else:
            told = f"{type(error).__name__}: {error}"
        return {"name": name, "example": name, "error": " ".join(told.split())}


def _row(argument: str, seed: int) -> dict[str, Any]:
    built_in = read_built_in(argument)
    assert built_in is not None
    domain, shape = built_in
    goal = domain.goal(shape)
    start = domain.start(shape)
    with suppress(InputError):  # nothing may be known to draw starts from
        (start,) = random_problems(domain.board(shape), goal, 1, seed)
    row: dict[str, Any] = {
        "name": domain.name,
        "spelling": domain.spelling(),
        "example": argument,
        "summary": domain.summary,
        "cells": shape[0] * shape[1],
        "arcs": None,
        "states": None,
        "branching": None,
        "branching_exact": False,
        "reversible": domain.reversible,
        "state": None if start is None else list(start),
        "goal": goal_cells(goal),
        "state_picture": None if start is None else domain.picture(start, shape),
        "goal_picture": None if ground(goal) is None else domain.picture(goal, shape),
        "state_text": domain.cells,
        "published": domain.states,
        "source": domain.source,
    }
    try:
        theory = domain.theory(shape)
    except TooLargeError:  # to spell its arcs out
        return row
    own = domain.start(shape)
    origin = start if own is None else own
    counts = {} if origin is None else _counts(domain, shape, theory, origin, seed)
    return {**row, "arcs": len(theory.arcs), **counts}


def _counts(
    domain: Domain, shape: Shape, theory: Theory, start: State, seed: int
) -> dict[str, Any]:
    """Number of states, and average number of moves of a state, if they are quickly known."""
    every_move_everywhere = all(
        len(set(variables(arc.before))) == theory.size for arc in theory.arcs
    )
    group = moves_group(theory) if every_move_everywhere and domain.permutes(shape) else None
    number = None if group is None else group.order
    states: list[State] = []
    if group is None:
        with suppress(InputError):  # too many
            states = list(distances(theory, start, max_states=MOST_STATES))
            number = len(states)
    if every_move_everywhere:
        return {"states": number, "branching": len(theory.arcs), "branching_exact": True}
    some = states or random_problems(theory, domain.goal(shape), SAMPLE, seed)
    mean = fmean(len(theory.successors(state)) for state in some)
    return {"states": number, "branching": mean, "branching_exact": bool(states)}


def _states_text(states: int | None) -> str:
    if states is None:
        return "-"
    return f"{states:,}" if states < 10_000_000 else f"{states:.1e}".replace("e+", "e")


def _branching_text(row: dict[str, Any]) -> str:
    if row["branching"] is None:
        return "-"
    return f"{'' if row['branching_exact'] else '~'}{row['branching']:.2f}"


def _all(rows: list[dict[str, Any]], pictures: bool) -> Iterator[Part]:
    said = (
        "states: those that the start, or a random state, leads to; moves: from each of them, on average. "
        "arcwise domains NAME tells more of one and draws it, --pictures draws all"
    )
    heads = ("example", "cells", "states", "moves", "what it is")
    yield Table(heads, list(map(_cells, rows)), words=True)
    yield Sentence(said)
    for row in rows if pictures else ():
        if "error" not in row:
            yield Lines(f"\n{row['example']}\n{_pictures(row)}")


def _cells(row: dict[str, Any]) -> list[str]:
    if "error" in row:
        return [row["example"], "-", "-", "-", f"cannot be used: {row['error']}"]
    counts = (str(row["cells"]), _states_text(row["states"]), _branching_text(row))
    return [row["example"], *counts, row["summary"]]


def _pictures(row: dict[str, Any]) -> str:
    goal = row["goal_picture"] or "\n".join(_open_goal(row["goal"]))
    return beside([row["state_picture"] or "no random start", goal], "   ->   ")


def _open_goal(goal: list[Any]) -> list[str]:
    wanted = [f"cell {cell} = {symbol}" for cell, symbol in enumerate(goal, 1) if symbol != "?"]
    return [*wanted[:6], *(["..."] if len(wanted) > 6 else [])]


def _one(row: dict[str, Any]) -> Iterator[Part]:
    yield Heading(f"{row['example']}: {row['summary']}\n")
    yield Lines(f"{_pictures(row)}\n")
    arcs = (
        "too large for arcs spelled out"
        if row["arcs"] is None
        else f"{counted(row['arcs'], 'arc')}"
    )
    facts = {
        "written": row["spelling"],
        "board": f"{counted(row['cells'], 'cell')}, {arcs}",
        "states": f"{_states_text(row['states'])}; {_branching_text(row)} moves from each on average",
        "a state": row["state_text"],
        "shown": " ".join(map(str, row["state"] or ["no random start is known"])),
        "goal": " ".join(map(str, row["goal"])),
        "undone": {True: "every move", False: "not every move", None: "not known"}[
            row["reversible"]
        ],
        "known": row["published"],
        "source": row["source"],
    }
    for label, text in facts.items():
        yield Sentence(f"{label + ':':<9}{text}")
