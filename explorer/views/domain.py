"""Views of a domain: what an examination found of it, and how many states there are at each distance."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ...experiments.examination import Examination
from ...rules.errors import on_one_line
from ...rules.text.words import counted
from ...rules.view import Part, Sentence, Table, View
from ...search.state_space import Enumeration


def examination_view(found: Examination, longest: int | None = None) -> View:
    """The findings as a table, and whether anything is wrong."""
    rows = [(one.part, one.verdict, one.words) for one in found.findings]
    word = "nothing is wrong" if found.sound else "something is wrong"
    parts = (
        Table(("part", "verdict", "found"), rows, left=3),
        Sentence(f"{on_one_line(found.argument)}: {word}", found.sound, word),
    )
    findings = [asdict(one) for one in found.findings]
    data = {"domain": found.argument, "sound": found.sound, "findings": findings}
    return View(parts, data, findings)


def enumeration_view(
    found: Enumeration, theory: str = "", state: str = "", longest: int | None = None
) -> View:
    """The layers as a table, and all together; the names of the theory and the first state are told if they are given."""
    all_or_not = "" if found.limit is None else " or more"
    memory = f"{found.peak_memory / 1e6:,.1f} MB in the kernel"
    records = [{"distance": number, "states": states} for number, states in enumerate(found.layers)]
    told = f"States of {theory} by their moves from {state}, whatever these cost:"
    parts: list[Part] = [
        *([Sentence(told)] if theory else []),
        Table(
            ("moves", "states"),
            [(str(each["distance"]), f"{each['states']:,}") for each in records],
            left=0,
        ),
        Sentence(
            f"{counted(found.states, 'state')}{all_or_not}, in {counted(len(found.layers), 'layer')}; "
            f"{found.elapsed:.3g} s, {memory}, as {found.representation}"
        ),
    ]
    data = {
        "theory": theory,
        "state": state,
        "layers": list(found.layers),
        "states": found.states,
        "limit": found.limit,
        "representation": found.representation,
        "peak_memory": found.peak_memory,
        "elapsed": found.elapsed,
    }
    return View(parts, data, records)


def sentence_view(found: Any, longest: int | None = None) -> View:
    """A finding whose summary tells all of it."""
    said = found.summary()
    return View([Sentence(said)], {"summary": said})
