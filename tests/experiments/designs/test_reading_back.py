"""Learned files are read back, and used on their own input, before they are announced."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import arcwise as aw
import pytest
from arcwise.ebl import MacroLibrary
from arcwise.experiments.designs.reading_back import read_back
from arcwise.rules.errors import FaultError

from tests.shared_data import SHARED

CASES = SHARED / "cases"

DENYING = {
    "with effects under conditions": (
        "(:constants c) (:predicates (p ?x) (q))"
        "(:action a :parameters (?x) :precondition (not (q)) :effect (and (p c) (when (q) (p ?x))))"
        "(:action b :parameters (?x) :precondition (p c) :effect (and (not (p ?x)) (not (q))))",
        "(:objects o) (:init (p o)) (:goal (p c))",
    ),
    "of a condition for all objects alone": (
        "(:predicates (done) (ready) (p ?x))"
        "(:action a :parameters () :precondition (or (forall (?x) (p ?x)) (ready)) :effect (done))"
        "(:action b :parameters (?x) :effect (p ?x))",
        "(:objects o1 o2) (:init (ready)) (:goal (done))",
    ),
    "of predicates that no rule asks for": (
        "(:predicates (p) (r) (s) (goal))"
        "(:action a :precondition (not (p)) :effect (and (goal) (when (not (r)) (s))))"
        "(:action b :precondition (not (s)) :effect (and (p) (r)))",
        "(:init) (:goal (goal))",
    ),
}
"""Domains whose policies have denials that no atom of the rules shows."""


def pddl(folder: Path, domain: str, problem: str) -> tuple[Path, Path]:
    files = folder / "d.pddl", folder / "p.pddl"
    files[0].write_text(f"(define (domain d) (:requirements :adl) {domain})", encoding="utf-8")
    files[1].write_text(f"(define (problem p) (:domain d) {problem})", encoding="utf-8")
    return files


@pytest.mark.slow
@pytest.mark.parametrize("kind", DENYING)
def test_a_policy_is_read_and_followed_on_the_problem_that_it_was_learned_from(
    kind: str, call: Any, tmp_path: Path
) -> None:
    files, policy = pddl(tmp_path, *DENYING[kind]), tmp_path / "w.pl"
    call("learn", *files, "--learner", "policy", "-o", policy)
    done = call("solve", *files, "--macros", policy)
    assert done.code == 0 and "the rules of the policy were followed" in done.err + done.out


@pytest.mark.slow
def test_the_shared_policy_is_read(call: Any, tmp_path: Path) -> None:
    files = [CASES / "planning" / f"policy-unreadable-{one}.pddl" for one in "dp"]
    if not files[0].exists():
        pytest.skip("no shared cases")
    call("learn", *files, "--learner", "policy", "-o", tmp_path / "w.pl")
    done = call("solve", *files, "--macros", tmp_path / "w.pl", "--json")
    assert done.code == 0


def test_a_policy_of_an_older_file_is_read_without_the_facts_on_denials(
    call: Any, tmp_path: Path
) -> None:
    kind = DENYING["with effects under conditions"]
    files, policy = pddl(tmp_path, *kind), tmp_path / "w.pl"
    call("learn", *files, "--learner", "policy", "-o", policy)
    lines = policy.read_text(encoding="utf-8").splitlines(keepends=True)
    policy.write_text("".join(one for one in lines if not one.startswith("macro_denied(")))
    assert call("solve", *files, "--macros", policy).code == 0


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("macro_denied(q,1).", "the rules deny q/1, which is no predicate of the domain"),
        ("macro_denied(nothing,0).", "the rules deny nothing/0"),
        ("macro_denied(q,-1).", "bad number of arguments"),
        ("macro_denied('Q x',0).", "not a name of PDDL"),
    ],
)
def test_a_denial_of_what_is_no_predicate_is_refused(
    fact: str, said: str, call: Any, tmp_path: Path
) -> None:
    files = pddl(tmp_path, *DENYING["with effects under conditions"])
    policy = tmp_path / "w.pl"
    call("learn", *files, "--learner", "policy", "-o", policy)
    text = policy.read_text(encoding="utf-8")
    policy.write_text(text.replace("macro_denied(q,0).", fact), encoding="utf-8")
    done = call("solve", *files, "--macros", policy)
    assert done.code == 33 and said in done.err


FIVE = ("5-puzzle", "4 5 3 0 1 2", "5 1 3 4 2 0")


def unreadable(library: MacroLibrary) -> str:
    return "macro_domain(board(nothing)).\n"


@pytest.mark.slow
def test_learn_does_not_announce_a_file_that_it_cannot_read(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arcwise.experiments.store.run_folder.library_text", unreadable)
    done = call("learn", *FIVE, "-o", tmp_path / "m.pl")
    assert done.code == 70
    assert "m.pl was written, and cannot be used: this is a fault of arcwise" in done.err
    assert "macro in" not in done.out


@pytest.mark.slow
def test_learn_does_not_announce_a_file_with_other_macros(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from arcwise.ebl.files.macro_file import library_text

    def without_its_origin(library: MacroLibrary) -> str:
        lines = library_text(library).splitlines(keepends=True)
        return "".join(one for one in lines if not one.startswith("macro_origin("))

    monkeypatch.setattr("arcwise.experiments.store.run_folder.library_text", without_its_origin)
    done = call("learn", *FIVE, "-o", tmp_path / "m.pl")
    assert done.code == 70
    assert "macro_origin" in done.err


def test_rules_that_cannot_be_read_are_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "p.pl"
    file.write_text("p(X) :- q(X), r(X). q(X) :- s(X). s(a). r(a).", encoding="utf-8")
    monkeypatch.setattr(
        "arcwise.logic.learning.rule_file.OfProgram.written", lambda *_: ["p(X) :- "]
    )
    with pytest.raises(FaultError, match=r"r\.pl was written, and cannot be used"):
        aw.learn(file, "p(a)", output=tmp_path / "r.pl")


def test_reading_back_ends_after_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arcwise.experiments.designs.reading_back.PATIENCE", 0.01)
    read_back("file.pl", lambda: [None for _ in iter(int, 1)])


def test_an_unforeseen_error_of_a_use_is_a_fault() -> None:
    def fails(_: object) -> None:
        raise KeyError("x")

    with pytest.raises(FaultError, match="KeyError: 'x'"):
        read_back("file.pl", object, fails)


ODD = ("it's", "/*", "a b", "[]", "{}", "\\", "|", "X", "_", "%", "0x1", "é")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_symbols_and_moves_with_odd_names_are_written_and_read(
    seed: int, call: Any, tmp_path: Path
) -> None:
    names = [one.replace("\\", "\\\\").replace("'", "\\'") for one in Random(seed).sample(ODD, 4)]
    a, b, c, d = (f"'{one}'" for one in names)
    file, macros = tmp_path / "b.pl", tmp_path / "m.pl"
    file.write_text(
        "arc([A,B,C,D],[B,A,C,D],1). arc([A,B,C,D],[A,C,B,D],1). arc([A,B,C,D],[A,B,D,C],1).\n"
        + "".join(f"arc_name({n}, {one}).\n" for n, one in enumerate((a, b, c), start=1)),
        encoding="utf-8",
    )
    states = f"[{a},{b},{c},{d}]", f"[{d},{c},{b},{a}]"
    call("learn", file, *states, "-o", macros)
    assert call("solve", file, *states, "--macros", macros).code == 0


@pytest.mark.parametrize("constant", ["'/*'", "'/**/'", "'//'", "#", "[]", "'it''s'", '"a\'b"'])
def test_rules_with_odd_constants_are_written_and_read(
    constant: str, call: Any, tmp_path: Path
) -> None:
    program, rules = tmp_path / "p.pl", tmp_path / "r.pl"
    program.write_text(f"q({constant}).\nr(X) :- q(X).\np(X) :- r(X), X == {constant} .\n")
    for learner in ("examples", "lemmas", "rote"):
        call("learn", program, "p(_)", "--learner", learner, "-o", rules)
        assert call("solve", program, "p(_)", "--macros", rules).code == 0


@pytest.mark.long
def test_random_inputs_of_all_kinds_are_read_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[3] / "benchmarks"))
    attack, kind = import_module("torture.attack"), import_module("truth.table").KINDS["files"]
    written = number = 0
    while written < 4:
        number += 1
        place = tmp_path / str(number)
        place.mkdir()
        case = attack.Case(Random(f"0:files:{number}"), place, number)
        kind.attack(case)
        written += case.counts["files"]
        assert not case.found
