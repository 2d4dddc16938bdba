"""How fast PSVN files are read: ``python benchmarks/psvn.py [--rules N]``.

The same rules are read as PSVN, as a Prolog theory by arcwise's reader of Prolog, and by a grammar for lark, one rule a
line, that makes no arcs of them (pip install lark).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib.util import find_spec
from random import Random

from arcwise.rules import Arc, Theory, Var, read_theory, write_theory
from arcwise.rules.psvn.reader import read_psvn
from arcwise.rules.psvn.writer import write_psvn
from timing import alternate, ratios

SIZES = (9, 48)
ROUNDS = 5

GRAMMAR = r"""
start: (line? NEWLINE)*
line: WORD+ (ARROW WORD+ (LABEL WORD)? (COST WORD)?)?
ARROW.2: /=>(?=\s)/
LABEL.2: /LABEL(?=\s)/
COST.2: /COST(?=\s)/
WORD: /[^\s#;]\S*/
NEWLINE: /([#;][^\n]*)?\n/
%ignore /[ \t]+/
"""


def random_theory(size: int, rules: int) -> Theory:
    """Rules over numbers: some constants, some variables that change places, the rest untouched."""
    rng = Random(size)
    arcs = []
    for number in range(rules):
        before: list[int | Var] = [Var(f"X{cell}") for cell in range(size)]
        for cell in rng.sample(range(size), size // 3):
            before[cell] = rng.randrange(size)
        after = list(before)
        one, other = rng.sample(range(size), 2)
        after[one], after[other] = after[other], after[one]
        arcs.append(Arc(f"move{number}", tuple(before), tuple(after), 1 + number % 9))
    return Theory("random", tuple(arcs), (1, size), values=(tuple(range(size)),) * size)


def lark_reader() -> Callable[[str], object] | None:
    """A parser made of the grammar, or None without lark."""
    if find_spec("lark") is None:
        return None
    import lark

    return lark.Lark(GRAMMAR, parser="lalr", lexer="basic").parse


def compare(size: int, rules: int) -> None:
    """One table: rules of one width."""
    theory = random_theory(size, rules)
    psvn, prolog = write_psvn(theory), write_theory(theory)
    assert len(read_psvn(psvn).theory.arcs) == len(read_theory(prolog).arcs) == rules

    def reading(read: Callable[[str], object], text: str) -> Callable[[], None]:
        def run() -> None:
            read(text)

        return run

    contestants = {
        "PSVN": reading(read_psvn, psvn),
        "Prolog, arcwise's reader": reading(read_theory, prolog),
    }
    lark = lark_reader()
    if lark is not None:
        contestants["PSVN, a lark grammar (no arcs made)"] = reading(lark, psvn)
    seconds = alternate(contestants, ROUNDS)
    notes = {
        "PSVN": f"{rules / seconds['PSVN']:,.0f} rules/s, {len(psvn) / seconds['PSVN'] / 1e6:.1f} MB/s"
    }
    ratios(f"{rules:,} rules of {size} state variables", seconds, "PSVN", notes)


def main() -> None:
    """Read the command line and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", type=int, default=10_000)
    arguments = parser.parse_args()
    for size in SIZES:
        compare(size, arguments.rules)


if __name__ == "__main__":
    main()
