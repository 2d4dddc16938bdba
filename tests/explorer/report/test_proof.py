"""A macro's proof: every condition is traced to a cell where it holds in the training example."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from arcwise.ebl import Macro, MacroLibrary, explain, generalize, save_macros
from arcwise.ebl.macro_proof import proof_of_macro
from arcwise.ebl.views import macro_text
from arcwise.experiments import Condition
from arcwise.experiments.store.macro_files import macro_files
from arcwise.explorer.html.markup import join
from arcwise.explorer.report.sections.macros import macros
from arcwise.rules import Arc, Theory, TheoryDomain, Var, open_source

from .small_runs import FIVE, Filled, content


def walked(board: str, moves: int) -> tuple[Macro, Theory]:
    named = open_source(board).sized
    theory = named[0].theory(named[1])
    rng = Random(3)
    state = start = named[0].goal(named[1])
    arcs = []
    for _ in range(moves):
        arc, state = rng.choice(theory.successors(state))
        arcs.append(arc)
    return generalize(explain(start, arcs), "m1", "file.json:1:2"), theory


@pytest.mark.parametrize(
    ("board", "moves"),
    [("sliding-tile:3x3", 7), ("hanoi:3x3", 6), ("lights-out:2x3", 4), ("pancake:5", 4)],
)
def test_every_condition_holds_in_the_training_example(board: str, moves: int) -> None:
    macro, theory = walked(board, moves)
    proof = proof_of_macro(macro, theory)
    assert macro.explanation is not None
    assert [step.arc for step in proof.steps] == list(macro.arc.steps)
    for step in proof.steps:
        assert step.states is not None
        before, after = step.states
        assert step.arc.apply(before) == after
        constants, equal = step.arc.conditions
        assert len(step.leaves) == len(constants) + len(equal)
        for leaf in step.leaves:
            if leaf.constant is not None:
                assert before[leaf.cell] == leaf.constant
            if leaf.source is not None:
                assert macro.explanation.start[leaf.source] == before[leaf.cell]
                if leaf.constant is not None:
                    assert macro.arc.before[leaf.source] == leaf.constant


def test_what_an_earlier_step_made_is_traced_to_no_cell() -> None:
    a = Var("A")
    theory = Theory("two", (Arc("make", (1, a), (2, a)), Arc("use", (2, a), (3, a))), (1, 2))
    macro = generalize(explain((1, 5), theory.arcs), "m1", "")
    proof = proof_of_macro(macro, theory)
    assert [leaf.source for leaf in proof.steps[0].leaves] == [0]
    assert [leaf.source for leaf in proof.steps[1].leaves] == [None]


def test_a_macro_without_training_example_has_no_bindings(filled: Filled) -> None:
    bare = replace(next(iter(filled.library)), explanation=None)
    steps = proof_of_macro(bare, FIVE).steps
    assert all(step.states is None and step.bindings == () for step in steps)


def test_section_shows_windows_origin_ledger_and_proof(filled: Filled) -> None:
    text = join(macros(content(filled.run)))
    assert "macros.pl: 2 macros" in text
    assert "Training problem: the file says: examples.json:1:5." in text
    assert "holds in the training example (the file says: examples.json:1:5)" in text
    assert "step 4: right" in text
    for cell in ("700", "340", "+21", "-0.5"):
        assert f">{cell}<" in text
    uses = sum("m1" in row.arcs for row in filled.run.searches)
    assert f"in {uses} solutions" in text


def test_a_damaged_macro_file_is_named_and_the_rest_is_shown(
    filled: Filled, tmp_path: Path
) -> None:
    good, bad, gone = tmp_path / "good.pl", tmp_path / "bad.pl", tmp_path / "gone.pl"
    save_macros(filled.library, good)
    bad.write_text("macro(1, ")
    conditions = tuple(
        Condition(path.stem, path.name, folder=path.parent) for path in (good, bad, gone)
    )
    run = replace(filled.run, path=tmp_path, conditions=conditions)
    files = macro_files(run)
    assert [bool(file.fault) for file in files] == [False, True, True]
    text = join(macros(content(run)))
    assert "bad.pl" in text and "no such file" in text and "2 macros" in text


@pytest.mark.slow
def test_macro_actions_of_pddl_have_their_steps_and_reasons(
    filled: Filled, call: Any, examples: Path, tmp_path: Path
) -> None:
    files = (examples / "pddl" / "gripper.pddl", examples / "pddl" / "gripper-1.pddl")
    assert call("learn", *files, "-o", tmp_path / "more.pddl").code == 0
    learned = tmp_path / "more.pl"
    run = replace(
        filled.run, path=tmp_path, conditions=(Condition("after", learned.name, folder=tmp_path),)
    )
    (file,) = macro_files(run)
    assert file.macros
    text = join(macros(content(run)))
    assert file.library is not None
    for macro in file.macros:
        parts = macro_text(macro, file.library).paragraphs()
        assert all(join(part) in text for part in parts)
    for macro in file.macros:  # in the table of all of them
        assert all(side in unescape(text) for side in macro_text(macro, file.library).sides)


def test_macros_beyond_the_page_are_counted(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arcwise.explorer.report.sections.macros.MOST_CARDS", 1)
    monkeypatch.setattr("arcwise.explorer.report.sections.macros.PROOF_CHARACTERS", 0)
    text = join(macros(content(filled.run)))
    assert "1 more macro not shown" in text
    assert "1 macro shown without proof" in text
    assert "arcwise explain macros.pl m1" in text


def test_no_macros_no_section(filled: Filled, tmp_path: Path) -> None:
    assert (
        macros(content(replace(filled.run, path=tmp_path, conditions=filled.run.conditions[:1])))
        == []
    )


def test_a_library_of_one_file_is_listed_once(filled: Filled) -> None:
    assert [file.name for file in macro_files(filled.run)] == ["macros.pl"]
    assert list(macro_files(filled.run)[0].macros) == list(
        MacroLibrary(TheoryDomain(FIVE), filled.library)
    )
