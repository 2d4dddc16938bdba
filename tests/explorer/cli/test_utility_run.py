from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from arcwise.ebl import MacroLibrary, load_macros, save_macros
from arcwise.experiments import (
    EXAMPLES,
    Condition,
    Keeping,
    Mean,
    Row,
    Summary,
    macro_utility,
    utility,
)
from arcwise.experiments.designs.utility.sweep import Ground
from arcwise.experiments.store import Run, read_run
from arcwise.explorer.cli import run
from arcwise.rules import InputError, SlidingTiles, Theory, TheoryDomain, sliding_tile

from ...experiments.stopped import interrupt_after, killed_after, started, untimed

BOARD = "sliding-tile:2x3"
FAMILY, SHAPE = SlidingTiles(), (2, 3)
FEW = ("--problems", "2", "--seeds", "1", "--counts", "0,2", "--algorithms", "greedy,climb")
KINDS = ("--examples", "good,kept-duplicates")
SWEEP = ("utility", BOARD, *FEW, *KINDS, "--forget", "--json")


@pytest.fixture(scope="module")
def whole(once: Callable[..., Path]) -> Any:
    """A sweep made in this process: its result, and the rows of its table and of its plot."""

    def sweep(folder: Path) -> None:
        folder.mkdir()
        files = [folder / f"{name}.csv" for name in ("table", "plot")]
        said = io.StringIO()
        with redirect_stdout(said):
            assert run([*SWEEP, "--csv", str(files[0]), "--plot-data", str(files[1])]) == 0
        (folder / "said.json").write_text(said.getvalue())

    folder = once("swept", sweep)
    return read_sweep((folder / "said.json").read_text(), folder / "table.csv", folder / "plot.csv")


def read_sweep(said: str, *files: Path) -> list[Any]:
    """The data that a sweep prints and the rows of its files, without times."""
    rows = [list(csv.DictReader(file.read_text().splitlines())) for file in files]
    return [untimed(json.loads(said)), *map(untimed, rows)]


@pytest.fixture
def macros(tmp_path: Path) -> Path:
    theory = FAMILY.theory(SHAPE)
    learned = EXAMPLES["good"].learn(
        Ground(theory, lambda rng: FAMILY.draw(SHAPE, rng), TheoryDomain(theory)), 3, "0"
    )
    path = tmp_path / "macros.pl"
    save_macros(MacroLibrary(TheoryDomain(theory), learned.macros), path)
    return path


def replayed(run: Run, theory: Theory) -> int:
    """How many solutions were replayed, each by its primitive moves and by its states."""
    count = 0
    problems = {problem.id: problem for problem in run.problems}
    for row in run.searches:
        if not row.solved or row.training_paths:
            continue
        problem, state = problems[row.problem], problems[row.problem].start
        visited = [state]
        for name in row.primitive_moves:
            (state,) = (to for arc, to in theory.successors(state) if arc.name == name)
            visited.append(state)
        assert state == problem.goal
        assert (row.path[0], row.path[-1]) == (problem.start, problem.goal)
        places = iter(visited)
        assert all(any(state == seen for seen in places) for state in row.path)
        assert (row.steps, row.moves) == (len(row.arcs), len(row.primitive_moves))
        count += 1
    return count


@pytest.mark.long
def test_a_run_finds_what_the_sweep_in_one_process_finds(
    call: Any, tmp_path: Path, whole: Any
) -> None:
    files = [tmp_path / f"{name}.csv" for name in ("table", "plot")]
    more = ("--csv", files[0], "--plot-data", files[1], "--run", tmp_path / "run", "--jobs", "2")
    done = call(*SWEEP, *more)
    assert done.code == 0
    assert read_sweep(done.out, *files) == whole
    run = read_run(tmp_path / "run")
    found = [row for row in run.searches if not row.training_paths]
    assert replayed(run, sliding_tile(*SHAPE)) == len(found)
    assert len(run.searches) == run.settings["searches"]
    measured = [row for row in run.searches if row.problem <= 2 and ", with" not in row.condition]
    assert len(measured) == len(whole[2])
    assert {row.algorithm for row in measured} == {"greedy", "climb"}
    says_what_was_asked(run)
    says_what_was_learned(run)


@pytest.mark.long
def test_what_is_learned_is_searched_for_by_tasks(call: Any, tmp_path: Path) -> None:
    asked = ("utility", BOARD, "--problems", "1", "--seeds", "1", "--counts", "3")
    asked += ("--algorithms", "greedy", "--examples", "good,duplicated", "--json")
    plain, kept = call(*asked), call(*asked, "--run", tmp_path / "run")
    assert untimed(kept.data) == untimed(plain.data)
    run = read_run(tmp_path / "run")
    tasks = [row for row in run.searches if row.condition == "training"]
    samples = [row for row in tasks if row.configuration == "breadth-first"]
    assert len(samples) == 3 and all(row.solved and row.arcs for row in samples)
    good = next(one for one in run.conditions if one.facts.get("kind") == "good")
    spent = sum(row.operator_applications or 0 for row in samples)
    assert good.facts["learning"]["applications"] == spent
    table = next(one for one in run.conditions if one.facts.get("kind") == "macro-table")
    assert table.facts["examples"] > 0 and table.facts["learning"]["applications"] > 0
    again = call(*asked, "--run", tmp_path / "run", "--resume")
    assert again.data == kept.data


def says_what_was_asked(run: Run) -> None:
    settings = run.settings
    assert (settings["command"], settings["theory"], settings["seed"]) == ("utility", BOARD, 0)
    assert settings["argv"][:2] == ["utility", BOARD]
    assert settings["configurations"] == ["greedy", "climb"]
    assert settings["options"]["limits"]["work"] == 2_000_000
    assert {"versions", "machine", "started"} <= settings.keys()
    assert [problem.place for problem in run.problems[:4]] == [
        *(f"random problem {number}, seed 0" for number in (1, 2)),
        *(f"random problem {number}, seed 0, practice" for number in (1, 2)),
    ]


def says_what_was_learned(run: Run) -> None:
    conditions = {condition.name: condition for condition in run.conditions}
    good = conditions["good examples:2:seed0"]
    assert good.macros is not None
    assert "macro_origin(m2," in good.macros.read_text()
    assert good.facts["learning"]["applications"] > 0
    facts = [good.facts[name] for name in ("label", "macros", "size", "seed")]
    assert facts == ["good examples", 2, 2, 0]
    assert conditions["no macros:seed0"].macros is None
    table = conditions["macro table:seed0"].macros
    assert table is not None
    assert "subgoal_order('blank-first')." in table.read_text()


@pytest.mark.long
def test_what_was_killed_goes_on_where_it_stopped(call: Any, tmp_path: Path, whole: Any) -> None:
    place = tmp_path / "run"
    killed_after(20, [*SWEEP, "--run", place])
    assert len(read_run(place).searches) == 20
    done = call(*SWEEP, "--run", place, "--resume")
    assert "20 searches are done already" in done.err
    assert untimed(done.data) == whole[0]
    again = call(*SWEEP, "--run", place, "--resume")
    assert again.data == done.data
    run = read_run(place)
    assert run.settings["searches"] == len(run.searches)


@pytest.mark.long
def test_control_c_keeps_what_is_done(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "run"
    words = ("utility", BOARD, *FEW, "--controls", "none")
    with monkeypatch.context() as patch:
        interrupt_after(10, patch)
        done = call(*words, "--run", place)
    assert done.code == 130
    assert "interrupted: what was finished stands above" in done.err
    assert f"--run {place} --resume goes on with the rest" in done.err
    assert "\n no macros " in done.out
    run = read_run(place)
    assert len(run.searches) == 10 < run.settings["searches"]


@pytest.mark.long
def test_two_processes_may_write_at_once(tmp_path: Path, whole: Any) -> None:
    words = [*SWEEP, "--run", tmp_path / "run", "--resume"]
    processes = [started(words) for _ in range(2)]
    found = []
    for process in processes:
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        found.append(untimed(json.loads(out)))
    assert found[0] == found[1] == whole[0]
    run = read_run(tmp_path / "run")
    assert len({(row.condition, row.algorithm, row.problem) for row in run.searches}) == len(
        run.searches
    )
    assert run.settings["searches"] == len(run.searches)


@pytest.mark.long
def test_a_run_of_another_sweep_is_refused(call: Any, tmp_path: Path) -> None:
    place = tmp_path / "run"
    few = ("--problems", "1", "--seeds", "1", "--algorithms", "greedy", "--controls", "none")
    words = ("utility", BOARD, *few, "--examples", "random", "--run", place)
    assert call(*words, "--counts", "1").code == 0
    done = call(*words, "--counts", "2", "--resume")
    assert done.code == 33
    assert "counts [1]" in done.err and "counts [2]" in done.err
    assert "there is a run in this folder" in call(*words, "--counts", "1").err


@pytest.mark.long
def test_a_search_that_runs_out_of_memory_is_a_row_and_not_the_end(
    call: Any, tmp_path: Path
) -> None:
    limits = ("--engine", "python", "--limit-memory", "1", "--controls", "none")
    words = ("utility", "sliding-tile:4x4", "--problems", "2", "--seeds", "1", "--counts", "0")
    done = call(*words, *limits, "--algorithms", "breadth-first", "--run", tmp_path / "run")
    assert done.code == 0
    rows = read_run(tmp_path / "run").searches
    assert [(row.status, row.stopped_by) for row in rows] == [("stopped", "memory")] * 2


def ledger(macros: Path, *more: str | Path) -> list[str | Path]:
    few = ["--problems", "3", "--algorithms", "greedy", "--forget", "--json"]
    return ["utility", BOARD, "--macros", macros, *few, *more]


@pytest.mark.long
@pytest.mark.slow
def test_the_ledger_of_a_file_is_the_same_in_a_run(call: Any, tmp_path: Path, macros: Path) -> None:
    place = tmp_path / "run"
    plain = call(*ledger(macros))
    killed_after(5, ledger(macros, "--run", place))
    kept = call(*ledger(macros, "--run", place, "--resume"))
    assert untimed(plain.data) == untimed(kept.data)
    run = read_run(place)
    assert replayed(run, sliding_tile(*SHAPE)) == len(run.searches) == run.settings["searches"]
    assert run.conditions[1].macros is not None
    assert run.conditions[1].macros.read_text() == macros.read_text()
    names = {condition.name for condition in run.conditions}
    assert {"before", "after", "training", "without m1", "without m2", "without m3"} <= names
    assert [
        {
            "macro": entry.macro,
            "tried": entry.tried,
            "matched": entry.matched,
            "applied": entry.applied,
            "applications_saved": entry.saved_applications,
            "moves_saved": entry.saved_moves,
        }
        for entry in run.ledger
    ] == [
        {
            key: entry[key]
            for key in ("macro", "tried", "matched", "applied", "applications_saved", "moves_saved")
        }
        for entry in plain.data["ledgers"][0]["macros"]
    ]


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.usefixtures("searched_elsewhere")
def test_schemas_of_a_file_climb_in_a_run_as_elsewhere(
    call: Any, tmp_path: Path, macro_file: Any
) -> None:
    schemas = macro_file(BOARD, "--learner", "escapes")
    words = ("utility", BOARD, "--macros", schemas, "--problems", "3", "--json")
    names = ("--algorithms", "climb,greedy")
    plain, kept = (call(*words, *names, *more) for more in ((), ("--run", tmp_path / "run")))
    assert plain.code == kept.code == 0
    assert untimed(plain.data) == untimed(kept.data)
    run = read_run(tmp_path / "run")
    assert replayed(run, sliding_tile(*SHAPE)) == len(run.searches)
    assert {row.configuration for row in run.ledger} == {"climb", "greedy"}


def test_searches_that_died_are_left_out_of_means() -> None:
    stopped = Row("x", "greedy", 1, "stopped", "nodes", expanded=10)
    dead = Row.without_result(("x", "greedy", 2), "memory", "", "", "")
    one = Summary("greedy", (Condition("x"),), ((stopped, dead),), ())
    assert (one.searches, one.solved, one.mean("expanded")) == (2, 0, Mean(100))


@pytest.mark.long
def test_in_python_the_same_is_found(tmp_path: Path) -> None:
    few: dict[str, Any] = {"problems": 6, "seeds": 1, "counts": (0, 2), "examples": ("good",)}
    found = utility(BOARD, None, ["greedy"], controls=(), **few)
    assert found.finished
    assert [(one.kind, one.macros) for one in found.summaries] == [("none", 0), ("good", 2)]
    assert len(found.rows) == 12
    assert {*found.columns()} >= {"kind", "size", "macros", "seed", "expanded"}
    estimate = found.estimates["good examples", "greedy", "expanded"]
    assert estimate.problems == 6
    works = {(row.condition, row.problem): row.expanded or 0 for row in found.rows}
    after, before = (
        [work for (name, _), work in works.items() if name.startswith(kind)]
        for kind in ("good", "no macros")
    )
    assert (estimate.before, estimate.after) == (fmean(before), fmean(after))
    assert found.verdicts["good examples", "greedy"] == found.comparisons[0].verdict
    kept = tmp_path / "run"
    again = utility(
        BOARD, None, ["greedy"], controls=(), keeping=Keeping(kept, jobs=1), **few
    ).estimates["good examples", "greedy", "expanded"]
    assert again == estimate


def test_the_macros_of_a_file_are_judged_in_python(macros: Path) -> None:
    found = macro_utility(BOARD, macros, None, ["greedy"], problems=3, learning_cost=10)
    (book,) = found.books
    assert [entry.macro for entry in book.entries] == [macro.name for macro in found.library]
    assert {row.condition for row in found.rows} == {"before", "after"}
    assert found.estimates["macros.pl", "greedy", "expanded"].problems == 3
    assert found.left is None


@pytest.mark.slow
def test_a_library_is_judged_as_its_file_is(macros: Path) -> None:
    library = load_macros(macros)
    found = [macro_utility(BOARD, one, None, ["greedy"], problems=3) for one in (macros, library)]
    kept = [[(row.macro, row.tried, row.applied) for row in one.books[0].entries] for one in found]
    assert kept[0] == kept[1] and kept[0]
    with pytest.raises(InputError, match="for another board"):
        macro_utility("pancake:4", library, None, ["greedy"], problems=1)


def test_counts_are_no_less_than_zero() -> None:
    with pytest.raises(InputError, match="bad counts"):
        utility(BOARD, counts=(-1,), problems=1, seeds=1)


def test_a_pddl_problem_is_a_board_like_others(examples: Path) -> None:
    board = f"{examples / 'pddl/gripper.pddl'}#{examples / 'pddl/gripper-1.pddl'}"
    few: dict[str, Any] = {"problems": 2, "seeds": 1, "counts": (0, 1), "examples": ("good",)}
    found = utility(board, None, ["breadth-first"], controls=("random-macros",), **few)
    assert [(one.kind, one.solved) for one in found.summaries] == [
        ("none", 2),
        ("good", 2),
        ("random-macros", 2),
    ]
