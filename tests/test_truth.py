"""Every kind of ``make truth`` would notice a false statement, and its oracles are right where the answer is known."""

from __future__ import annotations

import ast
import importlib
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
MOST_CASES = 40


@pytest.fixture
def of_truth(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Imports a module beside the benchmarks."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    monkeypatch.setenv("XDG_CACHE_HOME", "/nonexistent")  # each case says its own
    return importlib.import_module


FIRST = {"climbs": 6, "searches": 9, "policies": 1, "planning": 3}
"""The number of a cheap case that meets the fault."""


def finds(kind: Any, said: str, folder: Path) -> bool:
    """Whether one of a kind's first cases, from a cheap one on, says that something of a sort is wrong."""
    attack = importlib.import_module("torture.attack")
    for number in range(FIRST.get(kind.name, 0), MOST_CASES):
        place = folder / str(number)
        place.mkdir()
        case = attack.Case(Random(f"1:{kind.name}:{number}"), place, number)
        kind.attack(case)
        if any(what.startswith(said) for _, what in case.found):
            return True
    return False


@pytest.mark.slow
def test_oracles_share_nothing_with_arcwise() -> None:
    for file in sorted((BENCHMARKS / "truth" / "oracles").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported = {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                imported = {str(node.module).partition(".")[0]}
            else:
                assert not isinstance(node, ast.ImportFrom) or node.level == 1, file
                continue
            assert imported <= sys.stdlib_module_names, file


def always_optimal(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        importlib.import_module("arcwise.search.solve"), "guarantees_optimal", lambda *_: True
    )


def one_too_much(patch: pytest.MonkeyPatch) -> None:
    cell_sum = importlib.import_module("arcwise.search.heuristics.boards").CellSum
    estimate = cell_sum.estimate
    patch.setattr(cell_sum, "estimate", lambda self, state: estimate(self, state) + 1)


def the_other_way_round(patch: pytest.MonkeyPatch) -> None:
    kind = importlib.import_module("truth.kinds.solvability")
    true = kind.solvability

    def wrong(*asked: Any) -> Any:
        found = true(*asked)
        return found and replace(found, solvable=not found.solvable)

    patch.setattr(kind, "solvability", wrong)


def blind_to_deletes(patch: pytest.MonkeyPatch) -> None:
    reading = importlib.import_module("arcwise.planning.pddl.read_action_domain")
    effect = reading.Effect
    patch.setattr(reading, "Effect", lambda names, when, add, _: effect(names, when, add, ()))


def no_arc_leads_out(patch: pytest.MonkeyPatch) -> None:
    traps = importlib.import_module("arcwise.ebl.traps")
    refused = importlib.import_module("arcwise.search.native.not_native").not_native

    def kept_out(*_: Any) -> None:
        raise refused("kept out")

    patch.setattr(traps.FactTable, "closed", kept_out)
    patch.setattr(traps.TrapFamily, "arcs", lambda *_: iter(()))


def does_nothing(patch: pytest.MonkeyPatch) -> None:
    generalizing = importlib.import_module("arcwise.ebl.generalize")
    composed = generalizing.composed
    patch.setattr(generalizing, "composed", lambda arcs: (composed(arcs)[0],) * 2)


def asks_for_nothing(patch: pytest.MonkeyPatch) -> None:
    lifting = importlib.import_module("arcwise.planning.learning.lifted")
    compose = lifting.compose_actions

    def careless(*asked: Any) -> Any:
        action, reasons = compose(*asked)
        return replace(action, positive=(), negative=()), reasons

    patch.setattr(lifting, "compose_actions", careless)


def proved_complete(patch: pytest.MonkeyPatch) -> None:
    checking = importlib.import_module("arcwise.search.climbing.completeness")
    found, sure = checking.Completeness.__init__, checking.Evidence.STATES

    def always(self: Any, _complete: bool, _evidence: Any, number: int, *_: Any, **__: Any) -> None:
        found(self, True, sure, number, ())

    patch.setattr(checking.Completeness, "__init__", always)


def one_state_more(patch: pytest.MonkeyPatch) -> None:
    small = importlib.import_module("arcwise.planning.policy.small_problems").SmallProblem
    found = small.__init__
    patch.setattr(small, "__init__", lambda self, task, n, *rest: found(self, task, n + 1, *rest))


def a_step_less(patch: pytest.MonkeyPatch) -> None:
    kind = importlib.import_module("truth.kinds.certificates")
    checked = kind.checked

    def forged(files: list[str], **how: bool) -> Any:
        for file in map(Path, files):
            if file.suffix == ".json":
                found = json.loads(file.read_text(encoding="utf-8"))
                for one in found if isinstance(found, list) else [found]:
                    one.get("steps", [])[-1:] = []
                file.write_text(json.dumps(found), encoding="utf-8")
        return checked(files, **how)

    patch.setattr(kind, "checked", forged)


def an_answer_less(patch: pytest.MonkeyPatch) -> None:
    solving = importlib.import_module("arcwise.logic.source")
    proved = solving.proved

    def forgetful(*asked: Any) -> Any:
        found = proved(*asked)
        return replace(found, answers=found.answers[:-1])

    patch.setattr(solving, "proved", forgetful)


def fails_without_conditions(patch: pytest.MonkeyPatch) -> None:
    learners = importlib.import_module("arcwise.logic.learning.learners")
    true = learners.clause_of
    patch.setattr(learners, "clause_of", lambda head, _, label="": true(head, (), label))


def writes_no_steps(patch: pytest.MonkeyPatch) -> None:
    for module in ("experiments.store.run_folder", "ebl.files.macro_file"):
        writing = importlib.import_module(f"arcwise.{module}")
        true = writing.library_text
        patch.setattr(
            writing,
            "library_text",
            lambda library, true=true: true(library).replace("macro_steps(m", "macro_step(m"),
        )


def always_pays(patch: pytest.MonkeyPatch) -> None:
    kind = importlib.import_module("truth.kinds.verdicts")
    patch.setattr(kind, "COMPARISONS", 20)
    patch.setattr(kind, "judge", lambda *_, **__: kind.Verdict("pays", "because"))


FAULTS: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], str]] = {
    "searches": (always_optimal, "optimal: "),
    "heuristics": (one_too_much, "admissible: "),
    "solvability": (the_other_way_round, "verdict: "),
    "traps": (no_arc_leads_out, "live: "),
    "macros": (does_nothing, "unsound: "),
    "climbs": (proved_complete, "complete: "),
    "planning": (blind_to_deletes, "unsolvable: "),
    "lifted": (asks_for_nothing, "unsound: "),
    "policies": (one_state_more, "states: "),
    "verdicts": (always_pays, "verdicts: "),
    "certified": (a_step_less, "certificate: "),
    "proofs": (an_answer_less, "answers: "),
    "failures": (fails_without_conditions, "ours: "),
    "files": (writes_no_steps, "learn: "),
}
"""A fault put into arcwise, or into what it answers, for each kind, and what is then said."""


DERIVED = """(define (domain d) (:types a b - object) (:predicates (p ?x - object) (q ?x - object) (done))
    (:derived (q ?x - a) (p ?x))
    (:action go :parameters (?x - object) :precondition (q ?x) :effect (and (done) (not (p ?x)))))"""
ONE = "(define (problem one) (:domain d) (:objects o - {}) (:init (p o)) (:goal {}))"


@pytest.mark.parametrize(
    ("kind", "goal", "least"),
    [
        ("a", "(done)", 1),
        ("b", "(done)", None),  # the derived head is for another type
        ("a", "(and (done) (q o))", None),
        ("a", "(exists (?x - a) (imply (done) (q ?x)))", 0),
    ],
)
def test_the_oracle_of_planning_reads_derived_predicates_by_their_types(
    kind: str, goal: str, least: int | None, of_truth: Callable[[str], Any]
) -> None:
    pddl = of_truth("truth.oracles.pddl")
    task = pddl.Task(pddl.read(DERIVED), pddl.read(ONE.format(kind, goal)))
    assert task.to_goal.get(task.init) == least


def test_the_oracle_of_boards_knows_the_eight_puzzle_s_little_sister(
    of_truth: Callable[[str], Any],
) -> None:
    boards, made = of_truth("truth.oracles.boards"), of_truth("truth.oracles.random_boards")
    board = next(b for n in range(99) if (b := made._sliding(Random(n))).shape == (2, 3))
    solved = replace(board, start=(1, 2, 3, 4, 5, 0), goals=((1, 2, 3, 4, 5, 0),))
    assert (len(solved.space.moves), max(solved.space.to_goal.values())) == (360, 21)
    open_goal = (3, boards.V("A"), boards.V("B"), 2, boards.V("C"), 4)
    assert replace(board, start=(0, 1, 3, 5, 4, 2), goals=(open_goal,)).space.least == 17


def test_every_kind_has_a_fault_that_it_would_notice(of_truth: Callable[[str], Any]) -> None:
    assert set(FAULTS) == set(of_truth("truth.table").KINDS)


@pytest.mark.long
@pytest.mark.parametrize("name", list(FAULTS))
def test_each_kind_would_notice(
    name: str, of_truth: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kind = of_truth("truth.table").KINDS[name]
    if why := kind.missing():
        pytest.skip(why)
    monkeypatch.setattr(of_truth("truth.statement"), "PATIENCE", 0.5)
    fault, said = FAULTS[name]
    fault(monkeypatch)
    assert finds(kind, said, tmp_path)
