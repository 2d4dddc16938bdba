"""A class of domain that no package installs learns, saves, loads and compares as an installed one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import arcwise as aw
import pytest
from arcwise.experiments import Keeping
from arcwise.rules import InputError
from arcwise.rules.domains.domain_table import DOMAINS

CLASS = '''
from arcwise.rules import GRID, Arc, Domain, Schema, Var

A, B = Var("A"), Var("B")


class Neighbours(Domain):
    """Neighbours change places."""

    name = "test-neighbours"
    typical = "4"
    small = "3"
    geometry = GRID

    def schemas(self, shape):
        return (Schema(Arc("swap", (A, B), (B, A)), (1, 2)),)

    def goal(self, shape):
        return tuple(range(1, shape[1] + 1))

    def practice(self, shape):
        return ((1, 3), (1, 4))
'''
STARTS = ("4 3 2 1", "2 1 4 3", "3 4 1 2", "1 4 3 2", "4 1 2 3")
PROBLEMS = [(start, "1 2 3 4") for start in STARTS]


@pytest.fixture
def neighbours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The class in a module of its own, which this process has imported."""
    (tmp_path / "of_neighbours.py").write_text(CLASS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    import of_neighbours

    yield of_neighbours.Neighbours
    sys.modules.pop("of_neighbours")


@pytest.fixture
def of_a_script(neighbours: Any) -> Any:
    """The class as a script or a notebook has it."""
    neighbours.__module__ = "__main__"
    return neighbours


@pytest.mark.slow
def test_a_class_and_an_instance_are_known_by_name(neighbours: Any) -> None:
    assert aw.open_source(neighbours).argument == "test-neighbours:4"
    assert aw.open_source(neighbours(), part="6").argument == "test-neighbours:6"
    assert aw.solve(neighbours, "4 3 2 1").moves == 6
    assert aw.solve("test-neighbours:5", "2 1 3 5 4").moves == 2


@pytest.mark.slow
def test_it_learns_on_windows_saves_loads_and_is_used_on_other_sizes(
    neighbours: Any, tmp_path: Path
) -> None:
    file = tmp_path / "m.pl"
    learned = aw.learn(neighbours, learner="each-path", output=file)
    assert len(learned) and "for boards of every size" in file.read_text(encoding="utf-8")
    library = aw.MacroLibrary.load(file)
    assert list(map(str, library)) == list(map(str, learned))
    for macros in (file, library, learned.library):
        found = aw.solve(aw.open_source(neighbours, part="6"), "4 3 2 1 6 5", macros=macros)
        assert (found.moves, found.optimal) == (7, True)
        assert len(aw.compare(neighbours, PROBLEMS, macros=macros, algorithms=["greedy"]).rows)


@pytest.mark.slow
def test_a_class_that_is_defined_again_takes_the_place_of_the_first(neighbours: Any) -> None:
    first = aw.open_source(neighbours)
    scope: dict[str, Any] = {}
    exec(CLASS, scope)
    again = aw.open_source(scope["Neighbours"])
    assert type(again.domain) is scope["Neighbours"]
    assert aw.solve(first, "2 1 3 4").moves == aw.solve(again, "2 1 3 4").moves == 1


@pytest.mark.slow
def test_the_name_of_a_built_in_domain_stays_its_own(neighbours: Any) -> None:
    neighbours.name = "pancake"
    try:
        found = aw.open_source(neighbours)
        assert found.in_memory and aw.solve(found, "2 1 3 4").moves == 1
        assert aw.solve("pancake:4", "3 2 1 4").moves == 1
    finally:
        neighbours.name = "test-neighbours"


@pytest.mark.long
def test_several_processes_import_its_module(neighbours: Any, tmp_path: Path) -> None:
    file, run = tmp_path / "m.pl", tmp_path / "run"
    aw.learn(neighbours, learner="each-path", output=file)
    options: dict[str, Any] = {"macros": file, "algorithms": ["greedy"]}
    one = aw.compare(neighbours, PROBLEMS, **options)
    two = aw.compare(neighbours, PROBLEMS, **options, keeping=Keeping(run, jobs=2))
    work = [
        {(row.condition, row.problem, row.expanded, row.cost) for row in found.rows}
        for found in (one, two)
    ]
    assert work[0] <= work[1]  # a run counts work of several algorithms too
    page = tmp_path / "page.html"  # made by a process that does not know the class
    done = subprocess.run(
        [sys.executable, "-m", "arcwise", "report", str(run), "-o", str(page)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert page.exists()


@pytest.mark.long
def test_a_class_of_a_script_is_refused_in_other_processes_with_what_to_do(
    of_a_script: Any, tmp_path: Path
) -> None:
    file = tmp_path / "m.pl"
    aw.learn(of_a_script, learner="each-path", output=file)
    assert len(aw.compare(of_a_script, PROBLEMS, macros=file, algorithms=["greedy"]).rows)
    with pytest.raises(InputError) as told:
        aw.compare(
            of_a_script, PROBLEMS, macros=file, algorithms=["greedy"], keeping=Keeping(jobs=2)
        )
    assert str(told.value) == (
        "other processes cannot import the class Neighbours of test-neighbours:4\n"
        "  expected: a class in a file of its own, which is imported, or one that is installed\n"
        "  found:    a class of a script, a notebook or a function\n"
        "  try:      one process: without jobs and cluster"
    )


@pytest.mark.long
def test_a_class_of_a_script_learns_in_several_processes(of_a_script: Any) -> None:
    found = aw.learn(of_a_script, PROBLEMS[:3], keeping=Keeping(jobs=2))
    assert len(found)


@pytest.mark.slow
def test_a_file_for_a_class_that_is_not_there_is_told_with_what_to_do(
    neighbours: Any, tmp_path: Path
) -> None:
    file = tmp_path / "m.pl"
    aw.learn(neighbours, learner="each-path", output=file)
    DOMAINS._lent.clear()
    with pytest.raises(InputError, match="this domain is neither built in nor installed") as told:
        aw.MacroLibrary.load(file)
    assert "arcwise.open_source(CLASS) first, in the same process" in str(told.value)
