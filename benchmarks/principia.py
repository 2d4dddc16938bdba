"""Theorems of Principia Mathematica, taken in order: proved without learning, with rote learning, and with learning by explanation.

usage: python benchmarks/principia.py [STEPS]...

The file of theorems has a section [primitive] and a section [theorems], a number and a formula a line (`-` not, `|` or, `>` implies). A theorem that
was proved may be used in later proofs: by rote the theorem itself, by explanation the most general theorem of the same proof. The
prover is a logic program, and each theorem a goal with a limit on the clauses that are tried (after the Logic Theorist of Newell, Shaw and Simon
1957; O'Rorke 1989).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from arcwise.ebl.logic import NotGeneralizedError, Operationality, generalize
from arcwise.rules.logic import HornClause, LogicProgram, read_program
from arcwise.rules.term import Compound, PrologTerm, Var, canonical
from arcwise.search import Limits
from arcwise.search.logic import Database, prove
from timing import DATA

STEPS = (1_000, 3_000, 10_000)

THEOREMS = DATA / "logic" / "principia.txt"

PROVER = """
% The rules of the Logic Theorist: substitution, detachment, chaining forward and backward. or(not(P), Q) is P > Q. As there, nothing
% is detached from a theorem whose consequent is a variable alone. A proof has as many steps as its depth allows, the shortest first.
proved(F) :- depth(D), theorem(F, D).
depth(none).
depth(s(D)) :- depth(D).
theorem(F, _) :- known(F).
theorem(F, s(D)) :- known(or(not(A), C)), nonvar(C), C = F, theorem(A, D).
theorem(or(not(A), C), s(D)) :- known(or(not(A), B)), theorem(or(not(B), C), D).
theorem(or(not(A), C), s(D)) :- known(or(not(B), C)), theorem(or(not(A), B), D).
"""


@dataclass(frozen=True)
class Outcome:
    """Theorems proved in one way.

    Parameters
    ----------
    learning
        ``none``, ``rote`` or ``ebl``.
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


def parsed(text: str) -> PrologTerm:
    """A formula as a term of ``or`` and ``not``, its letters atoms."""
    letters = list(text.replace(" ", ""))

    def implication() -> PrologTerm:
        left = disjunction()
        if letters and letters[0] == ">":
            letters.pop(0)
            return Compound("or", (Compound("not", (left,)), implication()))
        return left

    def disjunction() -> PrologTerm:
        left = negation()
        if letters and letters[0] == "|":
            letters.pop(0)
            return Compound("or", (left, disjunction()))
        return left

    def negation() -> PrologTerm:
        letter = letters.pop(0)
        if letter == "-":
            return Compound("not", (negation(),))
        if letter == "(":
            inside = implication()
            assert letters.pop(0) == ")", text
            return inside
        return letter

    found = implication()
    assert not letters, text
    return found


def schematic(formula: PrologTerm) -> PrologTerm:
    """A formula with a variable for each letter."""
    if isinstance(formula, Compound):
        return Compound(formula.functor, tuple(map(schematic, formula.args)))
    return Var(str(formula).upper())


def formulas(path: Path, section: str) -> list[PrologTerm]:
    """The formulas of a section of a file."""
    here, found = "", []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            here = line.strip("[] ")
        elif here == section and line and not line.startswith("#"):
            found.append(parsed(line.split(None, 1)[1]))
    return found


def theory(known: Sequence[PrologTerm]) -> LogicProgram:
    """The prover with what is known."""
    program = read_program(PROVER + ":- dynamic known/1.", "principia")
    facts = [HornClause(Compound("known", (one,))) for one in known]
    return program.with_definition(("known", 1), facts)


def study(path: Path, learning: str, limit: int) -> Outcome:
    """Prove the theorems in order, and learn from each that is proved."""
    known = [canonical((schematic(one),))[0][0] for one in formulas(path, "primitive")]
    proved = steps = 0
    for formula in formulas(path, "theorems"):
        program = theory(known)
        database = Database(program)
        goal = Compound("proved", (formula,))
        found = prove(database, goal, limits=Limits(work=limit), proofs=True)
        steps += found.tried
        if not found.solved:
            continue
        proved += 1
        if learning == "none":
            continue
        new = schematic(formula)
        if learning == "ebl":
            try:
                everything = Operationality.of(program, ())
                rule = generalize(found.answers[0].proof[0], database, everything).rule
            except NotGeneralizedError:
                continue
            assert not rule.body and isinstance(rule.head, Compound)
            new = rule.head.args[0]
        new = canonical((new,))[0][0]
        if new not in known:
            known.append(new)
    return Outcome(learning, limit, proved, steps)


def outcomes(path: Path, limits: Sequence[int] = STEPS) -> Iterator[Outcome]:
    """Each way of learning with each limit."""
    for limit in limits:
        for learning in ("none", "rote", "ebl"):
            yield study(path, learning, limit)


def main(arguments: Sequence[str]) -> None:
    """Print a line for each."""
    if not THEOREMS.exists():
        print(f"skipped: there is no {THEOREMS.name}")
        return
    limits = [int(one) for one in arguments] or STEPS
    print(f"{'steps':>8}  {'learning':<8}  {'proved':>6}  {'steps in all':>12}")
    for one in outcomes(THEOREMS, limits):
        print(f"{one.limit:>8,}  {one.learning:<8}  {one.proved:>6}  {one.steps:>12,}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
