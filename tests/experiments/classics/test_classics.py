"""The classics: verdicts follow from what is measured, each row has all that a person needs, and the page shows the rows."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from arcwise.experiments import Classic, PaperClaim, classics, reproduce
from arcwise.explorer.views.classics import classics_page
from arcwise.rules import InputError, load_psvn
from arcwise.rules.states.state_space import distances

from ..stopped import interrupt_after

ROOT = Path(__file__).parents[3]
FAST = (
    *("korf-8-puzzle", "korf-hanoi", "korf-think-a-dot", "shavlik-towers", "static"),
    *("principia", "utility-problem", "expensive-chunks", "hillary-hanoi", "goal-interference"),
)
"""Measured here; all others are left to ``arcwise classics --quick``."""

NOT_HERE = {"chunking", "learning-curves"}
"""Not all that these claim holds, and the page says what does not."""

NAMES = [row.name for row in classics()]


def made(figures: dict[str, Any], *, claimed: bool | None = None) -> Classic:
    claims = (
        ()
        if claimed is None
        else (PaperClaim("more is better", "macros > 1" if claimed else "macros > 5"),)
    )
    return Classic(
        "Somebody 1900",
        "a claim",
        figures,
        {},
        lambda: {"macros": 3},
        name="made",
        paper="A paper",
        claims=claims,
    )


@pytest.mark.parametrize(
    ("figures", "claimed", "verdict"),
    [
        ({"macros": 3}, None, "reproduced"),
        ({"macros": 3}, True, "reproduced"),
        ({"macros": 3}, False, "not"),
        ({"macros": 4}, None, "not"),
        ({"macros": 4}, True, "same shape"),
        ({"macros": 4}, False, "not"),
        ({}, True, "same shape"),
        ({}, False, "not"),
        ({}, None, "not"),
    ],
)
def test_a_verdict_follows_from_figures_and_claims(
    figures: dict[str, Any], claimed: bool | None, verdict: str
) -> None:
    row = made(figures, claimed=claimed)
    (found,) = reproduce([row])
    assert found.verdict == verdict
    reason = row.reason(found.measured)
    assert ("DOES NOT HOLD" in reason) == (claimed is False)
    assert ("other figures: all of them" in reason) == (figures == {"macros": 4})
    assert ("no figure of the paper was at hand" in reason) == (not figures)


@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ("rote < none", True),
        ("lemmas < rote < none", True),
        ("rote < none < lemmas", False),
        ("none >= 2 x rote", True),
        ("none = 9", True),
        ("rote <= 3", False),
    ],
)
def test_a_claim_compares_figures_and_numbers(test: str, holds: bool) -> None:
    assert PaperClaim("a claim", test).holds({"none": 9, "rote": 4, "lemmas": 2.5}) == holds


def test_an_unknown_classic_is_refused() -> None:
    with pytest.raises(InputError, match="no such classic"):
        classics(["nosuch"])


def test_each_classic_says_what_a_person_needs() -> None:
    assert len(set(NAMES)) == len(NAMES)
    for row in classics():
        assert row.paper and row.what and row.commands and row.assumed
        assert row.expected or row.claims
        assert bool(row.where) <= bool(row.published)
        if not row.published:
            assert row.remark or not row.reference, "where a figure comes from that no paper prints"


@pytest.mark.parametrize("name", FAST)
def test_classics_that_take_seconds_are_reproduced(name: str) -> None:
    (found,) = reproduce(classics([name], quick=True))
    assert found.verdict == ("reproduced" if name.startswith("korf") else "same shape")


def test_two_processes_measure_the_same() -> None:
    rows = classics(["macrops", "korf-think-a-dot", "static"], quick=True)
    found = {id(one.figure): one.measured for one in reproduce(rows, jobs=2)}
    assert [found[id(row)] for row in rows] == [one.measured for one in reproduce(rows)]


@pytest.mark.parametrize("name", ("maclearn-filters", "filters"))
def test_an_interrupted_measurement_has_no_figures(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_after(2, monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        list(reproduce(classics([name], quick=True)))


@pytest.mark.parametrize("name", ("korf-8-puzzle", "static"))
def test_the_commands_of_a_classic_run(
    name: str, call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, examples: Path
) -> None:
    (tmp_path / "examples").symlink_to(examples)  # what they write stays beside it
    monkeypatch.chdir(tmp_path)
    (row,) = classics([name], quick=True)
    for command in row.commands:
        assert call(*shlex.split(command)).code in (0, 11, 12), command


def section(page: str, name: str) -> str:
    return page.split(f"\n## {name}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("name", ("korf-8-puzzle", "shavlik-towers", "static"))
def test_the_page_is_what_the_command_prints(name: str) -> None:
    page = (ROOT / "docs" / "classics.md").read_text(encoding="utf-8")
    printed = classics_page(list(reproduce(classics([name]))))
    assert section(page, name).strip() == section(printed, name).strip()


def test_think_a_dot_is_the_toy_that_falling_marbles_tell() -> None:
    """The positions of a few lines that let marbles fall are those of the file, and as far away."""
    ways = {0: (5, 3), 1: (3, 4), 2: (4, 7), 3: (5, 6), 4: (6, 7)}  # left and right of each gate

    def dropped(state: tuple[str, ...], gate: int | None) -> tuple[str, ...]:
        gates = list(state)
        while gate is not None:
            way = "lr".index(gates[gate])
            gates[gate] = "rl"[way]
            gate = ways[gate][way] if gate in ways else None
        return tuple(gates)

    start = ("l",) * 8
    known = {start: 0}
    for state in (waiting := [start]):
        for after in (dropped(state, hole) for hole in range(3)):
            if after not in known:
                known[after] = known[state] + 1
                waiting.append(after)
    theory = load_psvn(ROOT / "examples" / "think_a_dot.psvn").theory
    assert distances(theory, start) == known
    assert (len(known), max(known.values())) == (128, 9)


def test_the_page_says_what_does_not_hold() -> None:
    page = (ROOT / "docs" / "classics.md").read_text(encoding="utf-8")
    assert {name for name in NAMES if "Verdict: *not*" in section(page, name)} == NOT_HERE
    verdicts = {name: section(page, name).split("Verdict: ")[1].split("\n")[0] for name in NAMES}
    assert {name for name in NAMES if "DOES NOT HOLD" in verdicts[name]} == NOT_HERE
    start = page.split("\n## ")[0]
    assert all(f"{name} is *not*; of its claims these do not hold: " in start for name in NOT_HERE)
    for row in classics():
        assert section(page, row.name).count("holds: ") + section(page, row.name).count(
            "DOES NOT HOLD: "
        ) == len(row.claims) + len(row.otherwise), "each claim is measured in full"
        if row.otherwise and row.name not in NOT_HERE:
            doubtful = "DOES NOT HOLD" in section(page, row.name).split("Read otherwise: ")[1]
            assert doubtful == (row.name in start.split("The verdict rests on")[1].split("see")[0])


def test_another_reading_is_told_and_changes_no_verdict() -> None:
    row = replace(made({}, claimed=True), otherwise=(PaperClaim("much better", "macros > 5"),))
    (found,) = reproduce([row])
    assert found.verdict == "same shape"
    page = classics_page([found])
    assert "Read otherwise: DOES NOT HOLD: much better." in section(page, "made")
    assert "The verdict rests on how the paper is read, or on what is counted, in made:" in page
    (sure,) = reproduce([replace(row, otherwise=(PaperClaim("better", "macros > 2"),))])
    assert "rests on" not in classics_page([sure])
    (quick,) = reproduce([replace(row, otherwise=(PaperClaim("better", "plans > 2"),))])
    assert "Read otherwise" not in section(classics_page([quick]), "made"), "not measured"


@pytest.mark.parametrize("name", ("hillary-24-puzzle", "hillary-hanoi"))
def test_figures_recomputed_of_published_ones_are_what_they_give(name: str) -> None:
    (row,) = classics([name])
    before, after, learning = (
        float(row.published[f"applications {which}"])
        for which in ("before", "after", "of learning")
    )
    assert row.reference["before / after"] == round(before / after, 1)
    assert row.reference["problems that pay for learning"] == round(learning / (before - after), 1)


def test_the_page_has_every_row() -> None:
    page = (ROOT / "docs" / "classics.md").read_text(encoding="utf-8")
    assert [line[3:] for line in page.splitlines() if line.startswith("## ")] == NAMES
    for row in classics():
        for text in (row.paper, row.what, row.assumed, row.remark, *row.commands):
            assert text in section(page, row.name)
