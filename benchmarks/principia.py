"""Theorems of Principia Mathematica, taken in order: proved without learning, with rote learning, and with learning by explanation.

usage: python benchmarks/principia.py [STEPS]...

The prover and the theorems are examples/logic/principia.pl. A theorem that was proved may be used in later proofs: by rote the theorem
itself, by explanation the most general theorem of the same proof. Each theorem is a goal with a limit on the clauses that are tried
(after the Logic Theorist of Newell, Shaw and Simon 1957; O'Rorke 1989).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from arcwise.experiments.designs.conditions import NONE
from arcwise.logic.in_order import compare_in_order
from arcwise.logic.learning.learners import Lemmas, Rote
from arcwise.logic.program import load_program
from arcwise.search import Limits
from tables import Line, Lines

STEPS = (1_000, 3_000, 10_000, 30_000)

PROGRAM = Path(__file__).resolve().parents[1] / "examples" / "logic" / "principia.pl"

WAYS = {NONE: "without learning", Rote.name: "by rote", Lemmas.name: "by explanation"}

JUDGED, OF_NONE, OF_ROTE = 3_000, 1.5, 1.2
"""How many times the theorems of the other ways learning by explanation is to prove, with this limit."""


@dataclass(frozen=True)
class Outcome:
    """Theorems proved in one way.

    Parameters
    ----------
    learning
        ``none``, ``rote`` or ``lemmas``.
    limit
        Clauses that may be tried for each theorem.
    proved
        Their number.
    steps
        Clauses tried for all theorems together.
    """

    learning: str
    limit: int
    proved: int
    steps: int


def outcomes(limit: int, count: int | None = None) -> list[Outcome]:
    """Each way of learning with one limit, perhaps on the first theorems only."""
    program = load_program(PROGRAM)
    goals = [one.goal for one in program.problems][:count]
    found = compare_in_order(program, goals, ("known", 1), limits=Limits(work=limit))
    rows = {name: [row for row in found.rows if row.condition == name] for name in found.named}
    return [
        Outcome(
            name, limit, sum(row.solved for row in some), sum(row.generated or 0 for row in some)
        )
        for name, some in rows.items()
    ]


def lines(quick: bool) -> Lines:
    """Theorems proved with each limit, and clauses tried for all."""
    for limit in STEPS[:1] if quick else STEPS:
        none, rote, ebl = outcomes(limit, 30 if quick else None)
        target = max(OF_NONE * none.proved, OF_ROTE * rote.proved)
        judged = limit == JUDGED and not quick
        reached = ebl.proved >= target and ebl.steps < rote.steps < none.steps
        yield Line(
            f"{limit:,} clauses a theorem, {WAYS[Lemmas.name]}",
            f"{ebl.proved} proved, {ebl.steps:,} tried",
            f">= {target:.1f}, fewest tried" if judged else "",
            f"{WAYS[Rote.name]} {rote.proved} proved, {rote.steps:,} tried; {WAYS[NONE]} {none.proved} proved, {none.steps:,} tried",
            reached if judged else None,
        )


def main(arguments: Sequence[str]) -> None:
    """Print a line for each way and limit."""
    limits = [int(one) for one in arguments] or STEPS
    print(f"{'steps':>8}  {'learning':<8}  {'proved':>6}  {'steps in all':>12}")
    for limit in limits:
        for one in outcomes(limit):
            print(
                f"{one.limit:>8,}  {one.learning:<8}  {one.proved:>6}  {one.steps:>12,}", flush=True
            )


if __name__ == "__main__":
    main(sys.argv[1:])
