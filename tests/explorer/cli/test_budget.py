"""Limits hold from the first byte on: what is read and grounded counts as the search does. Never in seconds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import arcwise as aw
import pytest
from arcwise.experiments import Configuration, Keeping, ProblemSet, compare
from arcwise.experiments.designs.compare import comparison
from arcwise.experiments.row import engine_of, method_of
from arcwise.experiments.store import read_run
from arcwise.explorer.cli import budgeted
from arcwise.search import Limits

DOMAIN = """(define (domain d) (:predicates (p ?x) (q ?x))
  (:action a :parameters (?x ?y) :precondition (and (p ?x) (p ?y)) :effect (and (q ?x) (not (p ?y)))))"""


def many(count: int) -> str:
    names = [f"o{number}" for number in range(count)]
    facts, goals = (" ".join(f"({word} {name})" for name in names) for word in "pq")
    objects = " ".join(names)
    return f"(define (problem x) (:domain d) (:objects {objects}) (:init {facts}) (:goal (and {goals})))"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    domain, problem = tmp_path / "d.pddl", tmp_path / "p.pddl"
    domain.write_text(DOMAIN, encoding="utf-8")
    problem.write_text(many(1000), encoding="utf-8")
    return domain, problem


@pytest.mark.long
@pytest.mark.slow
def test_time_runs_while_a_problem_is_grounded(call: Any, files: tuple[Path, Path]) -> None:
    done = call("solve", *files, "--limit-time", "0.05")
    assert done.code == 23 and "was not ready to be searched" in done.out
    done = call("solve", *files, "--limit-time", "0.05", "--json")
    assert (done.code, done.data["status"], done.data["limit"]) == (23, "stopped", "time")


@pytest.mark.long
@pytest.mark.slow
def test_memory_is_held_while_a_problem_is_read(files: tuple[Path, Path]) -> None:
    """In a process of its own: what runs the tests would want memory too."""
    files[1].write_text(many(100_000), encoding="utf-8")
    command = "from arcwise.explorer.cli.command_line import main; main()"
    words = ("solve", *map(str, files), "--limit-memory", "1M", "--json")
    done = subprocess.run(
        [sys.executable, "-c", command, *words], capture_output=True, text=True, check=False
    )
    data = json.loads(done.stdout)
    assert (done.returncode, data["status"], data["limit"]) == (22, "stopped", "memory")


@pytest.mark.parametrize(
    "arguments",
    [
        ("hanoi:4x9", "--random", "1", "--algorithm", "breadth-first"),
        ("sliding-tile:4x4", "--random", "1", "--heuristic", "patterns:7-8"),
        ("sliding-tile:90x90", "--random", "1", "--algorithm", "climb"),
    ],
)
def test_time_runs_while_arcs_and_databases_are_made(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    done = call("solve", *arguments, "--limit-time", "0.001", "--json")
    assert (done.code, done.data["status"]) == (23, "stopped")
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.slow
def test_a_strangers_certificate_has_a_budget_though_none_is_given(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its proof makes a number of 400 * 2 ** 40 digits."""
    square = [
        ["is", {"var": f"X{n + 1}"}, ["*", {"var": f"X{n}"}, {"var": f"X{n}"}]] for n in range(40)
    ]
    goals = [["is", {"var": "X0"}, ["*", 10**400, 1]], *square]
    proof = {"theory": {"clauses": [], "goals": goals}, "answer": [], "steps": [0] * 41}
    path = tmp_path / "bomb.json"
    path.write_text(json.dumps({"format": "arcwise certificate 1", "claim": "proof"} | proof))
    assert all(limits.time and limits.memory for limits in budgeted.USUAL.values())
    monkeypatch.setitem(budgeted.USUAL, "verify", Limits(time=0.2))
    done = call("verify", path)
    assert (done.code, "stopped by time, the limit of --budget" in done.err) == (23, True)


@pytest.mark.long
def test_what_is_done_when_the_budget_is_spent_is_kept(call: Any, tmp_path: Path) -> None:
    run = tmp_path / "run"
    words = ("survey", "sliding-tile:4x4", "--algorithms", "greedy,breadth-first", "--count", "500")
    for budget in (1, 3, 10, 30, 100):  # seconds, of which a busy machine needs more
        done = call(*words, "--run", run, "--resume", "--budget", budget)
        if (run / "run.sqlite").exists() and len(read_run(run).searches):
            break
    assert done.code == 23
    assert "stopped by time, the limit of --budget: what was finished stands above" in done.err
    assert "--resume goes on with the rest" in done.err
    kept = call("export", run).out.splitlines()
    assert 1 < len(kept) < 1_001


@pytest.mark.long
@pytest.mark.parametrize("jobs", [None, 1])
def test_a_task_that_is_not_ready_in_time_is_a_row(jobs: int | None) -> None:
    """The limit on a search holds for what is made ready for it too; the next is made all the same."""
    domain = aw.open_source("hanoi:4x8")
    problems = ProblemSet.random(domain, domain.goal(None), 2, 1, moves=1)
    configuration = Configuration(limits=Limits(time=0.0005))
    found = compare(
        "hanoi:4x8",
        problems,
        algorithms=["greedy"],
        configuration=configuration,
        keeping=Keeping(jobs=jobs),
    )
    ends = {(row.status, row.stopped_by, row.note) for row in found.rows}
    assert found.finished and len(found.rows) == 4
    assert ends == {("stopped", "time", "was not ready to be searched")}


def test_a_row_of_a_search_that_was_not_ready_says_what_was_asked_for() -> None:
    """Whether the theory was not ready in time or, in the search itself, the heuristic; no engine has run."""
    domain = aw.open_source("sliding-tile:6x6")
    problems = ProblemSet.random(domain, domain.goal(None), 1, 1, moves=1)
    configuration = Configuration("greedy", "patterns", limits=Limits(time=1e-6))
    for task in comparison("sliding-tile:6x6", problems, None, ["greedy"], configuration).tasks():
        for row in (task.never_ready("time", "", ""), task.do()):
            assert (row.algorithm, row.heuristic, row.engine) == ("greedy", "patterns", None)
            assert row.never_ready and row.died and row.stopped_by == "time"
            assert method_of("greedy with patterns", [row]) == "greedy with patterns"
            assert not engine_of([row])


@pytest.mark.long
def test_a_search_at_the_end_of_the_memory_of_all_is_not_done(call: Any, tmp_path: Path) -> None:
    words = ("compare", "sliding-tile:4x4", "--random", "1", "--count", "1", "--macros", "none")
    more = ("--algorithms", "breadth-first", "--limit-nodes", "3000000", "--run", tmp_path / "run")
    code = """import sys; from arcwise.explorer.cli.command_line import main; main()"""
    done = subprocess.run(
        [sys.executable, "-c", code, *words, *map(str, more), "--budget-memory", "20M"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 22, done.stderr
    assert "stopped by memory, the limit of --budget-memory" in done.stderr
    assert not read_run(tmp_path / "run").searches
