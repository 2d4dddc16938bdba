"""Classics of logic programs: theorems of Principia, parsing, recursion learned from one example."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ...ebl.learners.learner_table import learner_of
from ...rules.source import open_source
from ...rules.text.text_file import read_text
from ...search.limits import Limits
from ..designs.compare import compare
from ..designs.figures import Measured
from ..designs.learn import learn
from ..row import Row
from ..solving import solve
from .classic import Classic, PaperClaim, number

PRINCIPIA, FLIGHTS, TOWER = (
    f"examples/logic/{name}.pl" for name in ("principia", "flights", "tower")
)


def work(rows: Sequence[Row]) -> int:
    """Clauses tried in all searches."""
    return sum(row.generated or 0 for row in rows)


def solved(rows: Sequence[Row]) -> int:
    """Number of goals proved."""
    return sum(row.solved for row in rows)


def of(rows: Sequence[Row], condition: str) -> list[Row]:
    """Rows of a condition."""
    return [row for row in rows if row.condition == condition]


def principia(quick: bool) -> Classic:
    """Theorems in the order of the book."""
    limit = 1_000 if quick else 10_000
    return Classic(
        "O'Rorke 1989",
        "theorems of Principia Mathematica in order: learning by rote proves more than no learning, learning by explanation more than "
        "rote, in less work",
        {},
        {},
        lambda: _principia(limit),
        name="principia",
        paper="LT revisited: explanation-based learning and the logic of Principia Mathematica. Machine Learning 4, 117-159",
        claims=(
            PaperClaim(
                "rote learning proves more",
                lambda m: number(m, "proved, rote") > number(m, "proved, none"),
            ),
            PaperClaim(
                "learning by explanation proves more still",
                lambda m: number(m, "proved, lemmas") > number(m, "proved, rote"),
            ),
            PaperClaim(
                "and tries fewer clauses than either",
                lambda m: (
                    number(m, "tried, lemmas") < number(m, "tried, rote") < number(m, "tried, none")
                ),
            ),
        ),
        commands=(f"compare {PRINCIPIA} --in-order known/1 --limit-work {limit}",),
        assumed=f"66 theorems of chapter 2, proved from its axioms by detachment and chaining, depth-first, {limit:,} clauses tried for "
        "each; the paper's problems, limits and counts were not at hand.",
    )


def _principia(limit: int) -> Measured:
    rows = open_source(PRINCIPIA).in_order(None, "known/1", limits=Limits(work=limit)).all_rows
    names = ("none", "rote", "lemmas")
    found: Measured = {"theorems": len(of(rows, "none"))}
    found |= {f"proved, {name}": solved(of(rows, name)) for name in names}
    return found | {f"tried, {name}": work(of(rows, name)) for name in names}


def parsing(quick: bool) -> Classic:
    """Rules for parsing, one for each shape of sentence."""
    return Classic(
        "Samuelsson and Rayner 1991",
        "rules learned from parsed sentences parse most new sentences, each in one step, in a third of the time",
        {"coverage in percent": 90, "work with rules / without": 0.33},
        {},
        lambda: _parsing(40 if quick else 120, 20 if quick else 60),
        "abstract",
        "processing time in the paper; clauses tried here",
        name="parsing",
        paper="Quantitative evaluation of explanation-based learning as an optimization tool for a large-scale natural language system. "
        "IJCAI, 609-615",
        claims=(
            PaperClaim(
                "rules alone parse most new sentences",
                lambda m: number(m, "coverage in percent") > 50,
            ),
            PaperClaim(
                "parsing with rules takes less work",
                lambda m: number(m, "work with rules / without") < 1,
            ),
            PaperClaim(
                "everything is parsed still", lambda m: m["parsed with rules"] == m["new sentences"]
            ),
        ),
        commands=(
            f"learn {FLIGHTS} --learner examples -o flights-rules.pl",
            f"compare {FLIGHTS} --macros flights-rules.pl",
        ),
        assumed="The Core Language Engine and its 1,500 sentences are not at hand: a grammar of 36 rules, of which 14 made the corpus of "
        "120 sentences to learn from and 60 to test on. Where the grammar has no other rules than these 14, the rules learned do "
        "not pay (1.1 times the work): they save the search among alternatives. Rules are cut at the lexicon and tried in order, without the "
        "paper's index.",
    )


def _parsing(training: int, test: int) -> Measured:
    lines = read_text(Path(FLIGHTS)).splitlines()

    def goals(kind: str, count: int) -> list[str]:
        found = [
            one.removeprefix(f"{kind}(").removesuffix(").")
            for one in lines
            if one.startswith(f"{kind}(")
        ]
        return found[:count]

    asked = goals("problem", test)
    library = learn(FLIGHTS, goals("example", training), "examples").library
    both = {"without": None, "with": library}
    rows = compare(FLIGHTS, asked, both).all_rows
    facts = [one for one in lines if one.startswith("lexicon(")]
    alone = compare_alone(library, facts, asked)
    ratio = work(of(rows, "with")) / work(of(rows, "without"))
    return {
        "rules": len(library),
        "new sentences": len(asked),
        "parsed with rules": solved(of(rows, "with")),
        "coverage in percent": round(100 * alone / len(asked)),
        "work with rules / without": round(ratio, 2),
    }


def compare_alone(library: Any, facts: Sequence[str], goals: Sequence[str]) -> int:
    """Number of goals that learned rules and facts prove without the rest of the program."""
    clauses = [
        one for one in library.text().splitlines() if not one.startswith(("%", ":-", "arcwise:"))
    ]
    with TemporaryDirectory() as folder:
        place = Path(folder) / "rules.pl"
        place.write_text("\n".join([*clauses, *facts]) + "\n", encoding="utf-8")
        return sum(bool(solve(str(place), goal).solved) for goal in goals)


def number_of_times(quick: bool) -> Classic:
    """A rule for any number of blocks from one example."""
    return Classic(
        "Shavlik 1990",
        "a rule that generalizes the number of repetitions is learned from one example and holds for any number; a rule of fixed "
        "structure holds for that of its example",
        {},
        {},
        lambda: _number(6 if quick else 12),
        name="shavlik-towers",
        paper="Acquiring recursive and iterative concepts with explanation-based learning. Machine Learning 5, 39-70",
        claims=(
            PaperClaim(
                "the rule with number proves towers of every height that was tried",
                lambda m: m["heights proved with number"] == m["heights"],
            ),
            PaperClaim(
                "the rule without number proves the height of its example only",
                lambda m: m["heights proved without number"] == 1,
            ),
        ),
        commands=(
            f"learn {TOWER} --learner examples --number -o number.pl",
            f"learn {TOWER} --learner examples -o fixed.pl",
        ),
        assumed="The paper's times could not be read. Its tower is cleared here: the blocks above one are put on the table.",
    )


def _number(most: int) -> Measured:
    lines = read_text(Path(TOWER)).splitlines()
    heads = ("unstack", "movable", "on(", "free", "replace", "block", "pyramid")
    facts = [one for one in lines if one.startswith(heads)]
    goals = []
    for height in range(1, most + 1):
        blocks = [f"b{n}-b{n - 1}" for n in range(1, height + 1)]
        goals.append(f"clear(b0,[b0-floor,{','.join(blocks)}],_,_)")
    learner = learner_of("examples")
    found: Measured = {"heights": len(goals)}
    for name, options in (("with", {"number": True}), ("without", {})):
        library = learn(TOWER, None, replace(learner, **options)).library
        found[f"heights proved {name} number"] = compare_alone(library, facts, goals)
    return found
