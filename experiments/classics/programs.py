"""Measures of logic programs: theorems of Principia, parsing, recursion learned from one example."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import geometric_mean
from tempfile import TemporaryDirectory
from typing import Any

from ...ebl.learners.learner_table import learner_of
from ...rules.source import EVERYWHERE, ROOT, open_source
from ...rules.text.text_file import read_text
from ...search.limits import Limits
from ..designs.compare import compare
from ..designs.conditions import NONE, by_use
from ..designs.figures import Measured
from ..designs.learn import learn
from ..row import Row
from ..solving import solve
from .whole import whole, whole_search

PRINCIPIA, FLIGHTS, TOWER, LATTICE = (
    f"examples/logic/{name}.pl" for name in ("principia", "flights", "tower", "lattice")
)

CHAINING = tuple(f"examples/logic/{name}.pl" for name in ("lists", "reachability", "streets"))
"""Programs whose rules are used for subgoals too."""


def inferences(rows: Sequence[Row]) -> int:
    """Inferences in all searches."""
    return sum(row.inferences or 0 for row in rows)


def work(rows: Sequence[Row]) -> int:
    """Clauses tried in all searches."""
    return sum(row.generated or 0 for row in rows)


def solved(rows: Sequence[Row]) -> int:
    """Number of goals proved."""
    return sum(row.solved for row in rows)


def of(rows: Sequence[Row], condition: str) -> list[Row]:
    """Rows of a condition."""
    return [row for row in rows if row.condition == condition]


def principia(size: int) -> Measured:
    """Theorems in the order of the book, with a limit on the clauses that are tried for each."""
    rows = whole(
        open_source(PRINCIPIA).in_order(None, "known/1", limits=Limits(work=size))
    ).all_rows
    names = ("none", "rote", "lemmas")
    found: Measured = {"theorems": len(of(rows, "none"))}
    found |= {f"proved, {name}": solved(of(rows, name)) for name in names}
    return found | {f"tried, {name}": work(of(rows, name)) for name in names}


def _within(lines: Sequence[str], kind: str) -> list[str]:
    """List the argument of each fact of a predicate that has one argument; facts have a line each or stand side by side."""
    facts = (one for line in lines for one in line.replace("). ", ").\n").split("\n"))
    return [
        one.removeprefix(f"{kind}(").removesuffix(").")
        for one in facts
        if one.startswith(f"{kind}(")
    ]


def parsing(size: int) -> Measured:
    """Rules for parsing from twice as many sentences as are parsed with them."""
    lines = read_text(Path(FLIGHTS)).splitlines()

    def goals(kind: str, count: int) -> list[str]:
        return _within(lines, kind)[:count]

    asked = goals("problem", size)
    library = whole(learn(FLIGHTS, goals("example", 2 * size), "examples")).library
    both = {"without": None, "with": library}
    rows = whole(compare(FLIGHTS, asked, both)).all_rows
    facts = [one for one in lines if one.startswith("lexicon(")]
    alone = proved_alone(library, facts, asked)
    ratio = work(of(rows, "with")) / work(of(rows, "without"))
    return {
        "rules": len(library),
        "new sentences": len(asked),
        "parsed with rules": solved(of(rows, "with")),
        "coverage in percent": round(100 * alone / len(asked)),
        "work with rules / without": round(ratio, 2),
    }


def proofs_alone(library: Any, facts: Sequence[str], goals: Sequence[str]) -> list[Any]:
    """Results of proving goals with learned rules and facts, without the rest of the program."""
    clauses = [
        one for one in library.text().splitlines() if not one.startswith(("%", ":-", "arcwise:"))
    ]
    with TemporaryDirectory() as folder:
        place = Path(folder) / "rules.pl"
        place.write_text("\n".join([*clauses, *facts]) + "\n", encoding="utf-8")
        return [whole_search(solve(str(place), goal)) for goal in goals]


def proved_alone(library: Any, facts: Sequence[str], goals: Sequence[str]) -> int:
    """Number of goals that learned rules and facts prove without the rest of the program."""
    return sum(bool(one.solved) for one in proofs_alone(library, facts, goals))


ENCODINGS = {"many-valued": "route", "one-valued": "lane"}
"""How the conditions of a rule are spelled, and the predicate of `LATTICE` that it is of."""


def expensive_chunks() -> Measured:
    """Rules of more and more conditions, which have several matches each or one: what matching takes, and what is left to search."""
    lines = read_text(Path(LATTICE)).splitlines()
    facts = [one for one in lines if one.startswith(("next(", "slant(", "down(", "right("))]
    found: Measured = {}
    for spelled, predicate in ENCODINGS.items():
        goals = [one for one in _within(lines, "problem") if one.startswith(predicate)]
        for steps, end in enumerate(("b2", "c3", "d4", "e5", "f6"), start=1):
            library = whole(learn(LATTICE, [f"{predicate}(a1,{end})"], "examples")).library
            proofs = proofs_alone(library, facts, goals)
            matching = sum(one.tried for one in proofs)
            found[f"matching, {spelled}, {steps}"] = matching
        rows = whole(compare(LATTICE, goals, by_use(library), "depth-first")).all_rows
        total = work(of(rows, ROOT))
        found |= {
            f"problems, {spelled}": len(goals),
            f"proved by the rule, {spelled}": sum(bool(one.solved) for one in proofs),
            f"search, {spelled}, none": work(of(rows, NONE)),
            f"search, {spelled}, rule": total - matching,
            f"work, {spelled}, rule": total,
        }
    return found


def towers(size: int) -> Measured:
    """A rule for any number of blocks from one example, and one without number, tried on towers up to a height."""
    lines = read_text(Path(TOWER)).splitlines()
    heads = ("unstack", "movable", "on(", "free", "replace", "block", "pyramid")
    facts = [one for one in lines if one.startswith(heads)]
    goals = []
    for height in range(1, size + 1):
        blocks = [f"b{n}-b{n - 1}" for n in range(1, height + 1)]
        goals.append(f"clear(b0,[b0-floor,{','.join(blocks)}],_,_)")
    learner = learner_of("examples")
    found: Measured = {"heights": len(goals)}
    for name, options in (("with", {"number": True}), ("without", {})):
        library = whole(learn(TOWER, None, replace(learner, **options))).library
        found[f"heights proved {name} number"] = proved_alone(library, facts, goals)
    return found


def limited_use() -> Measured:
    """Rules used everywhere and at the root alone, in the programs where the two differ, by two strategies."""
    found: Measured = {}
    for strategy in ("depth-first", "iterative-deepening"):
        ratios: dict[str, list[float]] = {EVERYWHERE: [], ROOT: []}
        for program in CHAINING:
            library = whole(learn(program, None, "examples")).library
            rows = whole(compare(program, None, by_use(library), strategy)).all_rows
            without = inferences(of(rows, NONE))
            for use, some in ratios.items():
                some.append(inferences(of(rows, use)) / without)
                if strategy == "depth-first":
                    found[f"{Path(program).stem}, {use}"] = round(some[-1], 2)
        found |= {
            f"{strategy}, {use}": round(geometric_mean(some), 2) for use, some in ratios.items()
        }
    return found
