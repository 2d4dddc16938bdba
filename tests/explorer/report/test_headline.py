"""The sentence that a report begins with."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from arcwise.experiments import utility
from arcwise.experiments.store import read_run
from arcwise.explorer.report.headline import headline
from arcwise.explorer.report.paths import board_of
from arcwise.explorer.report.sections.verdicts import _asked

from .small_runs import Filled


def test_of_several_algorithms_it_says_whether_the_best_pays_and_how_far(
    filled: Filled,
) -> None:
    said = headline(filled.run)
    form = (
        r"[A-Z][a-z ()]+: .*(\d+ of 12 problems solved, \d+ before|(less|more|as much) work with).* "
        r"\(sliding-tile:2x3, the macros of macros.pl, 12 problems\)\.$"
    )
    assert len(said) <= 160
    assert re.match(form, said), said


@pytest.mark.slow
def test_it_is_about_the_problems_that_the_sentence_of_compare_is_about(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    board = "sliding-tile:2x2"
    assert call("learn", board, "3 1 0 2", "1 2 3 0", "-o", "m.pl").code == 0
    asked = ("compare", board, "3 1 0 2", "1 2 3 0", "--macros", "m.pl")
    done = call(*asked, "--algorithms", "greedy", "--beyond", 25, "--run", "run")
    told = done.out.partition("\n")[0].partition(" (23 random pairs)")
    assert told[1]
    assert headline(read_run("run")).startswith(told[0].partition(",")[0])


def test_of_no_macros_it_does_not_tell_that_something_was_learned(
    call: Any, tmp_path: Path
) -> None:
    asked = ("compare", "sliding-tile:2x2", "3 1 0 2", "1 2 3 0", "--macros", "none")
    assert call(*asked, "--beyond", 0, "--run", tmp_path / "run").code == 0
    assert ", no macros, learning pays with none of " in headline(read_run(tmp_path / "run"))


def test_of_one_kind_of_macros_it_gives_the_verdict() -> None:
    few = {"counts": (1,), "examples": ("good",), "controls": (), "problems": 2, "seeds": 1}
    said = headline(utility("sliding-tile:2x2", None, "greedy", **few).run)
    assert re.match(r"Too few problems to tell: .* with greedy, .*, 2 problems\)\.$", said)


@pytest.mark.long
@pytest.mark.slow
def test_of_one_algorithm_it_gives_the_ratio_with_its_interval(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    few = ("--learner", "escapes", "--quiescence", 2, "-o", "m.pl")
    assert call("learn", "sliding-tile:2x3", *few).code == 0
    asked = ("compare", "sliding-tile:2x3", "--random", 1, "--count", 30, "--macros", "m.pl")
    done = call(*asked, "--algorithms", "climb", "--beyond", 0, "--run", "run")
    said = headline(read_run("run"))
    assert re.match(
        r"Pays: [\d.]+ times less work with climb than with a-star, .*28 problems\)", said
    )
    assert done.out.startswith(said.partition(" (")[0])


@pytest.mark.long
@pytest.mark.slow
def test_of_other_runs_it_names_the_best(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call("survey", "sliding-tile:2x3", "--count", 5, "--run", "survey").code == 0
    form = r"On sliding-tile:2x3, a-star with [\w-]+ solved 5 of 5 problems with [\d.,]+ expansions on average, the fewest of the 4 configurations"
    assert re.match(form, headline(read_run("survey")))
    training = ("--learner", "escapes", "-o", "m.pl", "--run", "learn")
    assert call("learn", "sliding-tile:2x3", *training).code == 0
    assert re.search(r"\d+ of \d+ training records taught a macro\.$", headline(read_run("learn")))


def test_the_best_search_without_macros_is_named_beside_those_asked_for(filled: Filled) -> None:
    name, *others = filled.run.methods
    rows = (
        replace(row, configuration=f"{name} without macros") if row.configuration == name else row
        for row in filled.run.searches
    )
    run = replace(filled.run, searches=tuple(rows))
    words = run.methods[f"{name} without macros"]
    assert words.endswith(" without macros")
    said = _asked(run, board_of(run))
    assert f", beside {words}; " in said and all(run.methods[other] in said for other in others)
